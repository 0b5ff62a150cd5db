"""What keeps the house safe: cookies, origins, sizes, rates, headers, logs."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from blockhaus.house.rates import Buckets
from blockhaus.house.settings import Limits
from blockhaus.house.texts import language
from house.visitors import ME, Place, open_place


def test_the_cookie_holds_the_seat_and_the_database_only_its_hash(tmp_path: Path) -> None:
    with open_place(tmp_path) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, ME)
        token = ann.token
        answer = place.visitor().client.get("/api/me")
        first = next(iter(answer.history), answer)
        assert first.status_code == 200
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert ann.device.encode() in stored and token.encode() not in stored
    with sqlite3.connect(tmp_path / "house.sqlite") as database:
        rows = database.execute("SELECT founding FROM tables").fetchall()
    database.close()
    assert len(rows) == 1 and table["id"] in rows[0][0]


def test_a_page_brings_the_cookie_before_it_asks_for_anything(place: Place) -> None:
    assert "set-cookie" in httpx.get(f"{place.address}/").headers
    for path in ("/health", "/assets/none.js"):
        assert "set-cookie" not in httpx.get(f"{place.address}{path}").headers


def test_the_cookie_is_for_the_server_alone(place: Place) -> None:
    cookie = httpx.get(f"{place.address}/api/me").headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="):
        assert part in cookie
    value = cookie.split(";")[0].partition("=")[2]
    assert [len(part) for part in value.split(".")] == [43, 43], "a token, and its signature"
    assert "set-cookie" not in place.visitor().client.get("/api/me").headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_other_sites_change_nothing(place: Place, headers: dict[str, str], status: int) -> None:
    ann = place.visitor()
    answer = ann.client.put("/api/me", json={"name": "Ann"}, headers=headers)
    assert answer.status_code == status
    own = ann.client.put("/api/me", json={"name": "Ann"}, headers={"Origin": place.address})
    assert own.status_code == 200


def test_a_path_longer_than_any_file_is_a_page(place: Place) -> None:
    assert place.visitor().client.get("/" + "a" * 5000).status_code == 200


def test_every_answer_carries_the_policy(place: Place) -> None:
    client = place.visitor().client
    for path in ("/", "/table/abc", "/api/me", "/api/nowhere", "/health", "/assets/none.js"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        # Compiling WebAssembly is what a browser needs to think by itself; texts stay texts.
        strict = policy.replace("script-src 'self' 'wasm-unsafe-eval';", "script-src 'self';")
        assert strict != policy and "unsafe" not in strict and "http" not in policy
        assert "default-src 'none'" in policy and "worker-src 'self';" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.get("/api/nowhere").json()["error"]["code"] == "no-page"
    assert client.get("/assets/none.js").status_code == 404
    for path in ("/../app.py", "/%2e%2e/app.py", "/assets/../../app.py"):
        assert "make_app" not in client.get(path).text


def test_long_requests_are_refused(place: Place) -> None:
    ann = place.visitor()
    long = ann.client.put("/api/me", json={"name": "x" * 100_000})
    assert long.status_code == 413 and long.json()["error"]["code"] == "too-large"

    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 60_000

    assert ann.client.post("/api/positions", content=chunks()).status_code == 413


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    limits = Limits(requests=(10, 0.1), messages=(5, 0.1), tables=(2, 0.01))
    with open_place(tmp_path, limits=limits) as place:
        ann, ben = place.visitor(), place.visitor()
        table = ann.open("kwinty", ME, ME)
        ann.open("kwinty", ME, ME)
        assert ann.post("/api/tables", 429, game="kwinty", seats=[ME, ME])
        with ann.live(table) as page:
            with suppress(ConnectionClosed):  # who is too quick is sent away in mid-sentence
                for _ in range(9):
                    page.say("ping")
            assert page.hear("error")["error"]["code"] == "too-fast"
        answers = [ann.client.get("/api/me").status_code for _ in range(12)]
        assert answers[-1] == 429
        assert ben.get("/api/me") == {"name": ""}, "one visitor's haste is not another's"


def test_the_house_knows_from_where_visitors_ask(tmp_path: Path) -> None:
    with open_place(tmp_path, trusted_proxies=("127.0.0.1",)) as place:
        ann, house = place.visitor(), place.house
        ann.client.headers["x-forwarded-for"] = "192.0.2.7"
        ann.get("/api/me")
        shown = house.tokens.read(ann.client.cookies["blockhaus"])
        assert shown and house.whereabouts.of(house.persons.of(shown.device)) == "192.0.2.7"


def test_a_visitor_has_a_number_of_pages_open_and_no_more(tmp_path: Path) -> None:
    with open_place(tmp_path, limits=Limits(connections=2)) as place:
        ann = place.visitor("Ann")
        with ann.socket("/api/analysis"), ann.socket("/api/analysis"):
            with pytest.raises(InvalidStatus):
                ann.socket("/api/analysis")
            with place.visitor("Ben").socket("/api/analysis"):
                pass
        for _ in range(100):  # the house hears a little later that a page was closed
            with suppress(InvalidStatus), ann.socket("/api/analysis"):
                return
            time.sleep(0.05)
        raise AssertionError("closed pages still count")


def test_buckets_fill_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])  # the house of other tests has its own
    monkeypatch.setattr("blockhaus.house.rates.time", clock)
    buckets = Buckets(2, 1)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    now[0] += 1
    assert [buckets.take("a") for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"), ("de", "de"), ("de-AT,en;q=0.5", "de"), ("xx,nl;q=0.2,fr;q=0.7", "fr"),
        ("*", "en"), (";;;,q=,de;q=x", "en"), ("ES", "es"),
    ],
)  # fmt: skip
def test_the_language_of_a_browser(header: str, lang: str) -> None:
    assert language(header) == lang


@pytest.mark.parametrize("path", ["/api/solo/%00/deal?grade=1", "/api/puzzles/%00/next", "/%00"])
def test_no_path_has_an_end_in_the_middle(place: Place, path: str) -> None:
    assert place.visitor().client.get(path).status_code == 404


def test_papers_are_drawn_so_often_and_no_more(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, limits=Limits(papers=(2, 0))) as place:
        ann = place.visitor("Ann")
        answers = [ann.client.post("/api/qr", json={"text": "a"}).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert ann.client.get("/api/puzzles/kwinty/sheet").status_code == 429


def test_buckets_of_several_processes_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever spreads what they ask for over all processes gets what one of them gives."""
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    size, rate, processes = 20, 2, 4
    shared = [Buckets(size, rate) for _ in range(processes)]

    def tell(teller: Buckets, visitor: str, taken: int) -> None:
        for each in shared:
            if each is not teller:
                each.taken_elsewhere(visitor, taken)

    for each in shared:
        each.share(processes, partial(tell, each))
    at_once = sum(each.take("ann") for _ in range(size) for each in shared)
    assert size <= at_once <= 1.5 * size
    later = 0
    for _ in range(600):  # tenths of a second
        now += 0.1
        later += sum(each.take("ann") for each in shared)
    assert later <= 60 * rate + size / 2
    assert sum(each.take("ben") for each in shared) == processes


def test_who_asks_for_little_is_told_of_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    told: list[str] = []
    buckets = Buckets(80, 20)
    buckets.share(4, lambda visitor, taken: told.append(visitor))
    for _ in range(1000):
        now += 0.5
        assert buckets.take("ann")
    assert not told
