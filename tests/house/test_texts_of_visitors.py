"""What visitors write: names, messages, and what is no message at all."""

from __future__ import annotations

import json
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from blockhaus.core.errors import NotationError, RecordError
from blockhaus.house.plain_text import checked_name, cleaned
from blockhaus.house.texts import HouseError, shortened
from house.visitors import FRIEND, ME, PATIENCE, Place, open_place

GOOD = [
    "Ann",
    "Ann  Lee",
    " Zoë ",
    "Łukasz",
    "山田太郎",
    "عمر",
    "Jürgen-Peter O'Neil",
    "ça va",
    "❤️",
    "ไม้",
]
BAD = [
    "", " ", "\n", "x\u202ey", "x\u2066y", "x\u200by", "\u200d", "x\u200ey", "x\x00y", "x\x1b[31m",
    "\u3164", "\u2800", "\u115f", "\u034f", "x\u034f", "\u0301", "\ufe0f", "x\ufe01", "x\U000e0101",
    "\U0001d159", "\u00ad", "\ufeff", "x\ud800", "Z" + "\u0301" * 9, "\u17b4", "\u180b", "x\ue000",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_languages_pass(name: str) -> None:
    assert checked_name(name) == " ".join(name.split())


@pytest.mark.parametrize("name", [*BAD, "x" * 31])
def test_names_that_nobody_can_see_or_read_do_not(name: str) -> None:
    with pytest.raises(HouseError) as refused:
        checked_name(name)
    assert refused.value.code == "bad-name"


@pytest.mark.parametrize("name", BAD)
def test_people_and_seats_are_named_alike(place: Place, name: str) -> None:
    ann = place.visitor("Ann")
    seats = [{"kind": "me", "name": name}, ME]
    table = json.dumps({"game": "kwinty", "seats": seats})
    for method, path, wish in (
        ("PUT", "/api/me", json.dumps({"name": name})),
        ("POST", "/api/tables", table),
    ):
        answer = ann.client.request(method, path, content=wish)
        assert answer.status_code == 422, answer.text
    assert ann.get("/api/me") == {"name": "Ann"}


def test_a_name_from_before_names_were_checked_spoils_nothing(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann = place.visitor("Ann")
        table = ann.open("qbq", ME, FRIEND)
        cookie = ann.client.cookies["blockhaus"]
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database:
        database.execute("UPDATE people SET name = 'x' || char(10) || char(8238) || 'y'")
        database.execute("UPDATE tables SET founding = replace(founding, 'Ann', 'x\\ny\\u202e')")
        database.commit()
    with open_place(tmp_path, warm=False) as place:
        ann = place.visitor()
        ann.client.cookies.clear()
        ann.client.headers["Cookie"] = f"blockhaus={cookie}"
        assert ann.get("/api/me") == {"name": "x y"}
        assert '[Seats "x y" ""]' in ann.record(table)
        again = ann.open("qbq", ME, ME)
        assert '[Seats "x y" "x y"]' in ann.record(again)


def test_what_is_left_of_a_name() -> None:
    assert cleaned("x\ny\u202e \u3164z") == "x y z" and cleaned("\u200b") == ""


# Messages over a socket


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    "number",
    [nested(1), nested(300), '{"a": 1}', "1.5", "true", '"' + "x" * 65 + '"', str(2**60), "1e400"],
)
def test_a_message_is_numbered_briefly(place: Place, number: str) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with ann.live(table) as page, ann.live(table) as other:
        page.connection.send(f'{{"type": "move", "id": {number}, "number": 0, "move": "i|"}}')
        refused = page.hear("error")
        assert refused["error"]["code"] == "bad-request" and refused["id"] is None
        assert ann.see(table)["moves"] == [], "nothing was stored"
        for number in ("7", '"seven"', "null"):
            page.connection.send(f'{{"type": "ping", "id": {number}}}')
            assert page.hear("pong")["id"] == json.loads(number)
        assert page.ask("move", number=0, move="i|")["type"] == "played"
        assert other.hear("played")["move"] == "i|"


@pytest.mark.parametrize(
    "message",
    [
        b"\x00\xff", b'{"type": "ping"}', '{"type": ' + nested(2000) + "}", '{"type": NaN}',
        '{"type": "move", "id": 1, "number": NaN, "move": "i|"}',
        '{"type": "move", "id": 1, "number": 1e999, "move": "i|"}',
        '{"type": "move", "id": 1, "number": ' + "9" * 5000 + ', "move": "i|"}',
        '{"type": "move", "id": 1, "number": 0, "move": ' + nested(900) + "}",
        '{"type": "chat", "id": 1, "text": "\\ud800"}',
        '{"type": "' + "x" * 9000 + '"}', '{"type": "ping", "' + "x" * 9000 + '": 1}',
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_in_words(place: Place, message: Any) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with ann.live(table) as page:
        page.connection.send(message)
        refused = page.hear("error")["error"]
        assert refused["code"] == "bad-request" and len(refused["message"]) < 300
        assert page.ask("ping")["type"] == "pong"
    with ann.socket("/api/analysis") as line:
        line.send(message)
        assert "bad-request" in str(line.recv(PATIENCE))


def test_a_message_that_is_too_long_ends_the_line_properly(place: Place) -> None:
    with place.visitor().socket("/api/analysis") as line:
        line.send("x" * 100_000)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(PATIENCE)
        assert closed.value.rcvd and closed.value.rcvd.code == 1009


# Requests


@pytest.mark.parametrize(
    "body",
    [
        '{"game": "' + "x" * 900_000 + '", "seats": []}',
        '{"' + "x" * 900_000 + '": 1}',
        '{"game": "\\ud800", "seats": [{"kind": "me"}, {"kind": "me"}]}',
        '{"game": "kwinty", "options": {"\\ud800": "\\udfff"}, "seats": [{"kind": "me"}]}',
        '{"game": "kwinty", "seats": [{"kind": "me"}], "starts": NaN}',
        '{"game": "kwinty", "seats": ' + nested(50_000) + "}",
        '{"game": "kwinty", "seats": [], "number": ' + "9" * 9000 + "}",
        '{"game": "x", "record": "' + "y" * 900_000 + '", "seats": [{"kind": "me"}]}',
        '{"game": "x", "record": "[Game \\"' + "y" * 900_000 + '\\"]", "seats": [{"kind": "me"}]}',
        '{"game": "x", "code": "' + "y" * 8000 + '", "seats": [{"kind": "me"}]}',
        "\x00", "\xff", nested(2), "null", '"' + "x" * 900_000 + '"',
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/api/tables", "/api/positions"])
def test_a_refusal_repeats_no_long_text(place: Place, path: str, body: str) -> None:
    answer = place.visitor().client.post(path, content=body.encode("latin-1"))
    assert 400 <= answer.status_code < 500, answer.text[:1000]
    assert len(answer.content) < 1500


def test_what_is_repeated_of_a_text() -> None:
    assert shortened("x" * 100) == "x" * 100 and shortened("x" * 101) == "x" * 99 + "…"
    long = "x" * 10_000
    for error in (NotationError("{a!r} is no move", a=long), RecordError("{a}", a=long)):
        assert len(HouseError("notation", detail=error).data("de")["message"]) < 200
    assert len(str(HouseError("bad-request", detail=long))) < 400


def test_what_can_be_got_has_a_head(place: Place) -> None:
    ann = place.visitor()
    table = ann.open("kwinty", ME, ME)["id"]
    for path in ("/", "/health", "/api/me", "/api/games", f"/api/tables/{table}/record", "/embed"):
        got, head = ann.client.get(path), ann.client.head(path)
        assert head.status_code == got.status_code == 200 and head.content == b""
        assert head.headers["content-type"] == got.headers["content-type"]
        assert head.headers["content-length"] == got.headers["content-length"]
    assert ann.client.head("/api/nowhere").status_code == 404
    assert (
        httpx.head(f"{place.address}/api/me", headers={"Origin": "http://x.y"}).status_code == 200
    )


def test_pages_hear_that_the_house_closes(tmp_path: Path) -> None:
    with ExitStack() as pages:
        with open_place(tmp_path, warm=False) as place:
            ann = place.visitor("Ann")
            path = f"/api/tables/{ann.open('kwinty', ME, ME)['id']}/live"
            page, line = (pages.enter_context(ann.socket(p)) for p in (path, "/api/analysis"))
            page.send('{"type": "hello"}')
            page.recv(PATIENCE)
        for one in (page, line):
            heard, code = to_the_end(one)
            assert heard[-1] == "closing" and code == 1001


def to_the_end(line: ClientConnection) -> tuple[list[str], int]:
    """What is heard until the line is closed, and how it was closed."""
    heard = []
    try:
        while True:
            heard.append(json.loads(line.recv(PATIENCE))["type"])
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else 0
