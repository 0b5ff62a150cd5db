"""What keeps the house safe: cookies, origins, sizes, rates, headers, logs."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from blockhaus.house.house import Limits
from blockhaus.house.security import Buckets, hashed
from blockhaus.house.texts import language
from house.visitors import ME, Place, open_place


def test_the_cookie_holds_the_seat_and_the_database_only_its_hash(tmp_path: Path) -> None:
    with open_place(tmp_path) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, ME)
        token = ann.client.cookies["blockhaus"]
        answer = place.visitor().client.get("/api/me")
        first = next(iter(answer.history), answer)
        assert first.status_code == 200
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert hashed(token).encode() in stored and token.encode() not in stored
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
    assert len(value) == 43
    assert "set-cookie" not in place.visitor().client.get("/api/me").headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
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


def test_every_answer_carries_the_policy(place: Place) -> None:
    client = place.visitor().client
    for path in ("/", "/table/abc", "/api/me", "/api/nowhere", "/health", "/assets/none.js"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
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
    monkeypatch.setattr("blockhaus.house.security.time.monotonic", lambda: now[0])
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
