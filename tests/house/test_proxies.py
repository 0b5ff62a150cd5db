"""A house behind nginx and Caddy, with https, as docs/operate.md says it is set up."""

from __future__ import annotations

import socket
import ssl
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from blockhaus.house import client
from blockhaus.house.database_file import NAME
from blockhaus.house.storage import migrate
from house.postgres import Server
from house.proxies import NAMES, Certificate, front, make_certificate
from house.test_base_path import INDEX
from house.test_office import first_move, run
from house.visitors import ME, PATIENCE, Page, Place, Visitor, open_place, wait_until
from test_operate import blocks

BARRED, WELCOME = "127.0.0.7", "127.0.0.8"  # two visitors, by their addresses


@dataclass
class Shown:
    """A house as the world sees it."""

    origin: str
    base: str
    certificate: Certificate

    @property
    def address(self) -> str:
        return self.origin + self.base

    def ask(self, source: str, path: str, **headers: str) -> httpx.Response:
        """Ask for something from an address of one's own."""
        trusted = ssl.create_default_context(cafile=str(self.certificate.file))
        line = httpx.HTTPTransport(verify=trusted, local_address=source)
        with httpx.Client(transport=line, timeout=PATIENCE) as visitor:
            return visitor.get(self.address + path, headers=headers)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(params=["nginx", "nginx below a path", "caddy", "caddy below a path"])
def shown(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    certificate: Certificate,
) -> Iterator[Shown]:
    kind, _, below = request.param.partition(" ")
    settings = tomllib.loads(blocks("toml", ignored=True)[bool(below)])
    _name_this_machine(monkeypatch)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
    monkeypatch.setattr(client, "CLIENT", tmp_path)
    (tmp_path / "index.html").write_text(INDEX)
    migrate(tmp_path / "house" / NAME)
    run(tmp_path / "house", "bar", BARRED)
    with open_place(tmp_path / "house", warm=False, **settings) as place:
        (tmp_path / "proxy").mkdir()
        snippet = blocks(kind)[bool(below)]
        with front(kind, snippet, tmp_path / "proxy", [_port(place)], certificate) as port:
            [name] = settings["allowed_hosts"]
            yield Shown(f"https://{name}:{port}", settings.get("base_path", ""), certificate)


def _name_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of the document are those of this machine."""
    asked = socket.getaddrinfo

    def found(host: Any, *facts: Any, **more: Any) -> Any:
        return asked("127.0.0.1" if host in NAMES else host, *facts, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)


def _port(place: Place) -> int:
    return int(place.address.rpartition(":")[2])


def test_a_house_behind_a_proxy(shown: Shown) -> None:
    _is_shown(shown)
    _can_be_played_in(shown)
    _knows_its_visitors(shown)


def _is_shown(shown: Shown) -> None:
    page = shown.ask(WELCOME, "/watch")
    assert page.status_code == 200 and f'src="{shown.base}/assets/main.js"' in page.text
    assert f'content="{shown.address}/watch"' in page.text, "the page knows its own address"
    cookie = page.headers["set-cookie"]
    assert cookie.endswith("; Secure") and f"Path={shown.base or '/'};" in cookie
    assert shown.ask(WELCOME, "/health").json()["status"] == "ok"
    if shown.base:
        outside = httpx.get(f"{shown.origin}/health")
        assert "status" not in outside.text, "the rest of the name is not the house's"


def _can_be_played_in(shown: Shown) -> None:
    ann = Visitor(shown.origin + shown.base)
    wish = {"game": "kwinty", "seats": [ME, ME], "share": "0a" * 16}
    other = ann.client.post("/api/tables", json=wish, headers={"Origin": "https://other.example"})
    assert other.json()["error"]["code"] == "wrong-origin"
    table = ann.client.post("/api/tables", json=wish, headers={"Origin": shown.origin}).json()
    with ann.socket(f"/api/tables/{table['id']}/live", shown.origin) as connection:
        page = Page(connection)
        page.say("hello")
        assert page.ask("move", number=0, move=first_move("kwinty"))["number"] == 1
    archive = ann.client.post("/api/me/archive", content=b"x" * 11_000_000)
    assert "error" in archive.json(), "the proxy lets in what the house does"
    ann.client.close()


def _knows_its_visitors(shown: Shown) -> None:
    """Each by the address the proxy sees, whatever they say themselves."""
    for said in ({}, {"X-Forwarded-For": WELCOME}, {"X-Forwarded-For": BARRED}):
        assert shown.ask(WELCOME, "/api/me", **said).status_code == 200
        refused = shown.ask(BARRED, "/api/me", **said)
        assert refused.status_code == 403 and refused.json()["error"]["code"] == "barred"


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_two_processes_behind_a_proxy(
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    certificate: Certificate,
    server: Server,
) -> None:
    """The pages of a table come to the same process, or to the other one where that is gone."""
    settings = tomllib.loads(blocks("toml", ignored=True)[0])
    _name_this_machine(monkeypatch)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
    (tmp_path / "proxy").mkdir()
    url = server.new_database()
    with ExitStack() as stack:
        doors = [stack.enter_context(ExitStack()) for _ in range(2)]
        places = [
            door.enter_context(open_place(tmp_path, database=url, warm=False, **settings))
            for door in doors
        ]
        ports = [_port(place) for place in places]
        port = stack.enter_context(
            front(kind, blocks(kind)[2], tmp_path / "proxy", ports, certificate)
        )
        [name] = settings["allowed_hosts"]
        ann, ben = (Visitor(f"https://{name}:{port}", known) for known in ("Ann", "Ben"))
        tables = [ann.open("kwinty", ME, ME) for _ in range(12)]
        for table in tables:
            pages = partial(_pages, places, table)
            with ann.live(table), ben.live(table):
                _wait_for(pages, 2)
                assert sorted(pages()) == [0, 2], "both at the same process"
            _wait_for(pages, 0)
        doors[0].close()
        for table in tables:
            with ann.live(table) as page:
                assert page.ask("move", number=0, move=first_move("kwinty"))["number"] == 1
        for visitor in (ann, ben):
            visitor.client.close()


def _wait_for(pages: Callable[[], list[int]], number: int) -> None:
    wait_until(lambda: sum(pages()) == number)


def _pages(places: list[Place], table: dict[str, Any]) -> list[int]:
    """How many pages each process has at a table."""
    found = [place.house.live.get(table["id"]) for place in places]
    return [len(live.connections) if live else 0 for live in found]
