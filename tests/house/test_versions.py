"""Tables outlive the rules they were made by: they go on, are shown, or say why they cannot.

`version1.sql` is the database of a house whose tables knew no version yet.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from blockhaus.core import rooms
from blockhaus.core.rooms import find_room
from blockhaus.core.words import LANGUAGES
from house.visitors import PATIENCE, Place, Visitor, open_place
from house.wire_checks import check_message

OLD = Path(__file__).with_name("version1.sql").read_text()
RUNNING = ("turrisruns", "cuberuns00", "qbqrunning", "ksarruns00")
OVER = ("kwintyover", "kewbzresig", "cubeover00")


@contextmanager
def old_house(folder: Path, *changes: tuple[str, Any]) -> Iterator[tuple[Place, Visitor]]:
    """A house that takes over the old database, and the visitor who holds its seats."""
    with closing(sqlite3.connect(folder / "house.sqlite")) as database:
        database.executescript(OLD)
    with open_place(folder, warm=False, sweep_every=0.2) as place:
        ann = place.visitor("Ann")
        with closing(sqlite3.connect(folder / "house.sqlite")) as database, database:
            holder = ann.device
            for column, name in (
                ("founding", "tables"),
                ("summary", "tables"),
                ("holder", "holdings"),
            ):
                database.execute(
                    f"UPDATE {name} SET {column} = replace({column}, ?, ?)", ("a" * 64, holder)
                )
            for statement, values in changes:
                database.execute(statement, values)
        yield place, ann


def other_move(table: str, number: int, move: str) -> tuple[str, Any]:
    data = json.dumps({"move": move})
    return "UPDATE log SET data = ? WHERE table_id = ? AND number = ?", (data, table, number)


def other_game(table: str, old: str, new: str) -> list[tuple[str, Any]]:
    quoted = f'"game":"{old}"', f'"game":"{new}"'
    return [
        (f"UPDATE tables SET {column} = replace({column}, ?, ?) WHERE id = ?", (*quoted, table))
        for column in ("founding", "summary")
    ]


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let a game be played by another version of its rules."""

    def change(game: str) -> None:
        room = find_room(game)
        monkeypatch.setitem(room.__dict__, "spec", replace(room.spec, version=2))

    return change


def see(ann: Visitor, table: str, status: int = 200) -> Any:
    return ann.get(f"/api/tables/{table}", status)


def play_on(ann: Visitor, table: str) -> Any:
    seen = see(ann, table)
    place = ann.post("/api/positions", code=seen["code"]) if seen["code"] else {"legal": ["draw"]}
    return ann.move(seen, seen["number"], place["legal"][0])


def test_tables_without_a_version_go_on(tmp_path: Path) -> None:
    with old_house(tmp_path) as (_, ann):
        listed = ann.get("/api/tables", list="mine")
        assert {told["id"] for told in listed} == {*RUNNING, *OVER}
        assert all(told["notice"] is None for told in listed)
        for table in (*RUNNING, *OVER):
            seen = see(ann, table)
            assert seen["state"] == ("over" if table in OVER else "running")
            assert seen["notice"] is None and seen["you"]
            assert ann.get(f"/api/tables/{table}/positions/3")["view"]["change"] is not None
            assert ann.record({"id": table}).startswith("[Game ")
        assert see(ann, "kewbzresig")["result"]["how"] == "resigned"
        for table in ("turrisruns", "qbqrunning", "ksarruns00"):
            assert play_on(ann, table)["number"] == see(ann, table)["number"]


def test_another_version_that_gives_the_same_game_goes_on(
    tmp_path: Path, next_version: Any
) -> None:
    for game in ("turris", "kwinty", "kewbz"):
        next_version(game)
    with old_house(tmp_path) as (_, ann):
        assert play_on(ann, "turrisruns")["number"] == 10
        assert see(ann, "kwintyover")["result"]["scores"]
        assert see(ann, "kewbzresig")["state"] == "over"


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("turrisruns", other_move("turrisruns", 4, "xa1")),  # no longer legal
        ("kewbzresig", ("DELETE FROM log WHERE table_id = ? AND kind = 'out'", ("kewbzresig",))),
        ("cuberuns00", other_move("cuberuns00", 0, "draw")),  # what was dealt cannot be compared
        ("cubeover00", other_move("cubeover00", 0, "draw")),
    ],
)
def test_another_version_that_gives_another_game_is_shown(
    tmp_path: Path, next_version: Any, table: str, change: tuple[str, Any]
) -> None:
    game = next(name for name in ("turris", "kewbz", "cube") if table.startswith(name))
    next_version(game)
    with old_house(tmp_path, change) as (_, ann):
        for lang in LANGUAGES:
            ann.client.headers["accept-language"] = lang
            seen = see(ann, table)
            assert seen["state"] == "halted" and game.upper() in seen["notice"]
        ann.client.headers["accept-language"] = "en"
        assert seen["view"]["blocks"] and seen["result"] is None and seen["secret"] is None
        assert seen["code"] is None or game != "cube"
        ann.get(f"/api/tables/{table}/positions/1")
        for path, facts in (
            ("moves", {"number": seen["number"], "move": "a1"}),
            ("acts", {"act": "resign"}),
            ("acts", {"act": "rematch"}),
            ("chat", {"text": "hello"}),
        ):
            refused = ann.post(f"/api/tables/{table}/{path}", 409, **facts)["error"]
            assert refused["code"] == "halted" and refused["message"].startswith("This table")
        ann.post(f"/api/tables/{table}/why", 409, pick=[[0, 0, 0]])
        for path in ("record", "review"):
            assert ann.get(f"/api/tables/{table}/{path}", 409)["error"]["code"] == "halted"
        listed = {told["id"]: told for told in ann.get("/api/tables", list="mine")}
        assert listed[table]["state"] == "halted" and listed[table]["notice"]
        with ann.live(seen) as page:
            said = page.ask("move", number=seen["number"], move="a1")
            assert said["error"]["code"] == "halted"


def test_options_that_other_rules_no_longer_have_are_told(
    tmp_path: Path, next_version: Any
) -> None:
    next_version("ksar")
    gone = (
        "UPDATE tables SET founding = replace(founding, ?, ?) WHERE id = 'ksarruns00'",
        ('"frame":', '"picture":'),
    )
    with old_house(tmp_path, gone) as (_, ann):
        assert see(ann, "ksarruns00", 409)["error"]["code"] == "halted"
        assert_refused_everywhere(ann, "ksarruns00", 409)


@pytest.fixture
def broken_room() -> Iterator[str]:
    """A game whose package cannot be opened."""
    rooms.announce("brokengame", "blockhaus.no_such_room")
    yield "brokengame"
    del rooms._rooms["brokengame"]
    rooms.rooms.cache_clear()


@pytest.mark.parametrize("game", ["removedgame", "brokengame"])
def test_a_game_that_cannot_be_played_is_told(
    tmp_path: Path, broken_room: str, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    due = ("UPDATE tables SET deadline = 1 WHERE id = 'turrisruns'", ())
    with old_house(tmp_path, *other_game("turrisruns", "turris", game), due) as (place, ann):
        assert game not in {box["id"] for box in ann.get("/api/games")}
        ann.get(f"/api/games/{game}", 404)
        assert ann.client.get(f"/pictures/{game}.webp").status_code == 404
        listed = {told["id"]: told for told in ann.get("/api/tables", list="mine")}
        assert listed["turrisruns"]["state"] == "halted" and listed["turrisruns"]["turn"] is None
        assert game in listed["turrisruns"]["notice"] and listed["qbqrunning"]["notice"] is None
        assert_refused_everywhere(ann, "turrisruns", 410)
        while "turrisruns" not in place.house.shut:
            ann.get("/api/me")
        ann.post("/api/tables", 404, game=game, seats=[{"kind": "me"}, {"kind": "me"}])
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def assert_refused_everywhere(ann: Visitor, table: str, status: int) -> None:
    path = f"/api/tables/{table}"
    for rest in ("", "/record", "/review", "/positions/0"):
        assert ann.get(path + rest, status)["error"]["message"]
    ann.post(f"{path}/moves", status, number=0, move="a1")
    ann.post(f"{path}/acts", status, act="resign")
    ann.post(f"{path}/chat", status, text="hello")
    ann.post(f"{path}/why", status, pick=[[0, 0, 0]])
    ann.put(f"{path}/seats/0", status)
    ann.delete(f"{path}/seats/0", status)
    with ann.socket(f"{path}/live") as connection:
        text = connection.recv(PATIENCE)
        assert isinstance(text, str) and check_message(text)["type"] == "error"


def test_the_next_game_is_by_the_rules_of_today(tmp_path: Path, next_version: Any) -> None:
    next_version("kewbz")
    with old_house(tmp_path) as (_, ann):
        ann.act({"id": "kewbzresig"}, "rematch", share="0b" * 16)
        made = see(ann, "kewbzresig")["next"]
        assert made and see(ann, made)["state"] == "running"
        with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database:
            rows = dict(database.execute("SELECT id, version FROM tables").fetchall())
        assert rows[made] == 2 and rows["kewbzresig"] == 1


def test_pictures_lie_in_the_rooms(place: Place) -> None:
    client = place.visitor().client
    answer = client.get("/pictures/turris.webp")
    assert answer.content == find_room("turris").read("picture.webp")
    assert answer.headers["content-type"] == "image/webp"
    for name in ("nothing.webp", "turris", "turris.toml", "..%2Fturris.webp"):
        assert client.get(f"/pictures/{name}").status_code == 404
