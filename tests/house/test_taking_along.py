"""What a person takes along from one house to another."""

from __future__ import annotations

import bz2
import json
import lzma
import struct
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import blockhaus
from blockhaus.house import archive_reading, taking_along
from blockhaus.house.checking import faults_of
from blockhaus.house.database_file import NAME
from blockhaus.house.texts import HouseError
from house.archives import Facts, bring, first_move, taken
from house.visitors import COMPUTER, FRIEND, ME, NO_LIMITS, Place, open_place


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with open_place(tmp_path_factory.mktemp("new"), warm=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    """A game that is over, one that goes on, one with a friend, and one that deals."""
    with open_place(tmp_path_factory.mktemp("old"), warm=False) as place:
        ann, ben = place.visitor("Ann"), place.visitor("Ben")
        over = ann.open("kwinty", ME, ME)
        ann.move(over, 0, first_move(ann, over))
        ann.act(over, "resign")
        going = ann.open("kewbz", ME, ME)
        ann.move(going, 0, first_move(ann, going))
        ann.post(f"/api/tables/{going['id']}/chat", text="@me")
        both = ann.open("kwinty", ME, FRIEND)
        ben.sit(both, 1, invitation=both["invitations"]["1"])
        ann.open("cube", ME, COMPUTER)
        facts = taken(ann)
        return {"facts": facts, "ids": {over["id"], going["id"]}, "going": going["id"]}


def test_games_with_nobody_else_come_along(packed: Facts, tmp_path: Path) -> None:
    told = packed["facts"]["along"]["tables"]
    assert {each["founding"]["id"] for each in told} == packed["ids"]
    with open_place(tmp_path, warm=False) as place:
        eve = place.visitor()
        assert bring(eve, packed["facts"]).json() == {"games": 2}
        assert bring(eve, packed["facts"]).json() == {"games": 0}
        assert eve.get("/api/me")["name"] == "Ann"
        mine = eve.get("/api/tables?list=mine")
        assert len(mine) == 2 and not {table["id"] for table in mine} & packed["ids"]
        going = next(table for table in mine if table["game"] == "kewbz")
        going = eve.get(f"/api/tables/{going['id']}")
        assert going["you"] == [0, 1] and going["chat"] == [] and going["number"] == 1
        eve.act(going, "resign")  # it goes on here
        assert bring(eve, taken(eve)).json() == {"games": 0}
        other = place.visitor("Zoe")
        assert bring(other, packed["facts"]).json() == {"games": 2}  # of her own, with other ids
        ids = {table["id"] for table in other.get("/api/tables?list=mine")}
        assert len(ids) == 2 and not ids & {table["id"] for table in mine}
    assert list(faults_of(tmp_path / NAME)) == []


def test_there_and_back_nothing_is_doubled(packed: Facts, tmp_path: Path) -> None:
    with (
        open_place(tmp_path / "one", warm=False) as one,
        open_place(tmp_path / "two", warm=False) as two,
    ):
        ann, eve = one.visitor("Ann"), two.visitor("Eve")
        bring(ann, packed["facts"])
        assert bring(eve, taken(ann)).json() == {"games": 2}
        assert bring(ann, taken(eve)).json() == {"games": 0}


def spoilt(change: Callable[[Facts], Any]) -> Callable[[Facts], Facts]:
    def spoil(facts: Facts) -> Facts:
        copy: Facts = json.loads(json.dumps(facts))
        change(copy["along"]["tables"][0])
        return copy

    return spoil


def founded(**facts: Any) -> Callable[[Facts], Facts]:
    return spoilt(lambda table: table["founding"].update(facts))


def seated(**facts: Any) -> Callable[[Facts], Facts]:
    return spoilt(lambda table: table["founding"]["seats"][0].update(facts))


def logged(*line: Any) -> Callable[[Facts], Facts]:
    return spoilt(lambda table: table["log"].insert(0, list(line)))


@pytest.mark.parametrize(
    "spoil",
    [
        spoilt(lambda table: table["log"][0].__setitem__(2, {"move": "nonsense"})),
        spoilt(lambda table: table["log"][0].__setitem__(1, 1)),
        spoilt(lambda table: table["log"][0].__setitem__(3, 1e300)),
        spoilt(lambda table: table["log"][0].__setitem__(3, "now")),
        spoilt(lambda table: table.__setitem__("founding", None)),
        spoilt(lambda table: table.__setitem__("log", table["log"] * 3000)),
        logged("move"),
        logged(["move"], 0, {}, 1.0),
        logged("sit", 0, {"holder": "b" * 64, "name": "Ben", "share": ""}, 1.0),
        logged("undo", 0, {"number": -1}, 1.0),
        logged("hint", 0, {"strength": 2**40}, 1.0),
        logged("coach", 0, {"on": True}, 1.0),
        logged("out", 9, {"how": "resigned"}, 1.0),
        logged("out", 0, {"how": "x" * 1000}, 1.0),
        founded(id="x" * 4000),
        founded(id=["abcdefghij"]),
        founded(game="chess"),
        founded(game=["kwinty"]),
        founded(options={"no": "such"}),
        founded(options=[]),
        founded(seats=[]),
        founded(seats=None),
        founded(secret="no secret"),
        founded(created=float(2**60)),
        founded(created=True),
        founded(code="kwinty:none"),
        founded(clock={"kind": "game", "minutes": 1e9}),
        founded(clock={"kind": "days"}),
        seated(holder="b" * 64),
        seated(holder=None),
        seated(kind="friend", holder=None),
        seated(kind="open", holder=None),
        seated(kind="computer", holder=None, level=0),
        seated(kind="computer", holder=None, level=11),
        seated(kind="computer", holder=None, level=2.5),
        seated(kind="computer", holder=None, level=True),
        seated(share="ab"),
    ],
)
def test_what_is_no_game_stays_out(
    packed: Facts, place: Place, spoil: Callable[[Facts], Facts]
) -> None:
    eve = place.visitor("Eve")
    assert bring(eve, spoil(packed["facts"])).json() == {"games": 1, "left": 1}
    assert len(eve.get("/api/tables?list=mine")) == 1
    assert len(eve.get("/api/me/games")["games"]) == 1


def test_nothing_that_is_brought_puts_the_time_forward(packed: Facts, tmp_path: Path) -> None:
    """Whatever is stored of tables is a sign of life, after which a house that opens goes on."""
    facts: Facts = json.loads(json.dumps(packed["facts"]))
    tomorrow = time.time() + 86_000
    for table in facts["along"]["tables"]:
        table["founding"]["created"] = tomorrow
        for line in table["log"]:
            line[3] = tomorrow
    with open_place(tmp_path, warm=False) as place:
        eve = place.visitor("Eve")
        assert bring(eve, facts).json()["games"] == 2
        assert all(
            each["updated"] <= place.house.now() for each in eve.get("/api/tables?list=mine")
        )
    with open_place(tmp_path, warm=False) as place:
        assert abs(place.house.now() - time.time()) < 3600


def test_what_only_sets_clocks_is_left_out_of_logs(packed: Facts, place: Place) -> None:
    facts: Facts = json.loads(json.dumps(packed["facts"]))
    table = facts["along"]["tables"][0]
    table["log"] = [["resume", None, {"remaining": [1.0, 1.0]}, 1.0]] * 100 + table["log"]
    eve = place.visitor("Eve")
    assert bring(eve, facts).json()["games"] == 2
    stored = taken(eve)["along"]["tables"]
    assert max(len(each["log"]) for each in stored) < 10


def test_runs_of_puzzles_are_no_longer_than_they_can_be(packed: Facts, tmp_path: Path) -> None:
    puzzle = blockhaus.puzzles("kwinty")[0].id
    run = {"game": "kwinty", "run": "ab", "puzzles": json.dumps([puzzle]), "best": 1, "runs": 1}
    much = {**run, "kind": "streak", "until": None, "ended": None, "solved": 2**31 - 1}
    late = {**run, "kind": "clock", "until": time.time() + 80_000, "ended": None, "solved": 1}
    facts = {**packed["facts"], "along": {"tables": [], "learned": {"puzzle_runs": [much, late]}}}
    with open_place(tmp_path, warm=False) as place:
        eve = place.visitor("Eve")
        bring(eve, facts)
        (kept,) = taken(eve)["along"]["learned"]["puzzle_runs"]
        assert kept["kind"] == "clock" and kept["until"] <= place.house.now() + 180


@pytest.mark.parametrize("game", ["cube"])
def test_a_game_that_deals_comes_along_only_when_it_is_over(place: Place, game: str) -> None:
    eve = place.visitor("Eve")
    table = eve.open(game, ME, ME)
    eve.act(table, "resign")
    facts = taken(eve)
    over = facts["along"]["tables"][0]
    assert bring(place.visitor("Ann"), facts).json() == {"games": 1}
    over["log"] = [line for line in over["log"] if line[0] == "move"]
    assert bring(place.visitor("Ben"), facts).json() == {"games": 0, "left": 1}


def test_nothing_but_what_is_known_is_kept(packed: Facts, tmp_path: Path) -> None:
    facts = json.loads(json.dumps(packed["facts"]))
    told = facts["along"]["tables"][0]
    told["founding"] |= {"match": {"scores": "x" * 999}, "public": True, "ranked": True, "more": 1}
    told["founding"]["seats"][0] |= {"name": "x\0y", "more": {"a": []}}
    told["log"].insert(0, ["chat", 0, {"who": "Ann", "text": "x" * 9999, "by": "@me"}, 1.0])
    told["log"].append(["next", None, {"id": "x" * 9999}, 1.0])
    with open_place(tmp_path, warm=False) as place:
        eve = place.visitor("Eve")
        assert bring(eve, {**facts, "name": "x\0y"}).json() == {"games": 2}
        for summary in eve.get("/api/tables?list=mine"):
            table = eve.get(f"/api/tables/{summary['id']}")
            assert not table["public"] and not table["ranked"] and table["chat"] == []
            assert table["next"] is None and "x" not in {seat["name"] for seat in table["seats"]}
    assert list(faults_of(tmp_path / NAME)) == []


def test_too_much_at_once_is_brought_by_and_by(
    packed: Facts, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = place.visitor("Eve")
    monkeypatch.setattr(taking_along, "SECONDS", -1.0)
    assert bring(eve, packed["facts"]).json() == {"games": 0, "left": 2}
    monkeypatch.undo()
    monkeypatch.setattr(taking_along, "MOST_TABLES", 1)
    assert bring(eve, packed["facts"]).json() == {"games": 1, "left": 1}
    assert bring(eve, packed["facts"]).json() == {"games": 1}
    monkeypatch.undo()
    monkeypatch.setattr(taking_along, "MOST_ENTRIES", 0)
    assert bring(place.visitor("Ann"), packed["facts"]).json() == {"games": 0, "left": 2}


# What is no archive


@pytest.mark.parametrize("facts", [None, [], {}, {"along": 1}, {"along": {"tables": 1}}])
def test_what_is_no_archive_is_refused(facts: Any, tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        eve = place.visitor("Eve")
        assert bring(eve, facts).json()["error"]["code"] == "bad-archive"
        answer = eve.client.post("/api/me/archive", json={"archive": "no base64"})
        assert answer.json()["error"]["code"] == "bad-archive"


def zipped(data: bytes, how: int, claimed: int = 10, flags: int = 0, crc: int = 0) -> bytes:
    """A zip that says what it likes of itself."""
    name = b"you.json"
    sizes = crc, len(data), claimed, len(name), 0
    head = struct.pack("<4s5H3L2H", b"PK\3\4", 20, flags, how, 0, 0, *sizes) + name + data
    part = struct.pack("<4s6H3L", b"PK\1\2", 20, 20, flags, how, 0, 0, *sizes[:3])
    part += struct.pack("<5H2L", len(name), 0, 0, 0, 0, 0, 0) + name
    return head + part + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(part), len(head), 0)


def deflated(data: bytes) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packing.compress(data) + packing.flush()


NOTHING = b'{"along": {"tables": []}}'


@pytest.mark.parametrize(
    ("packed", "code"),
    [
        (zipped(deflated(bytes(archive_reading.LARGEST + 1)), 8), "too-large"),
        (zipped(bz2.compress(bytes(archive_reading.LARGEST + 1)), 12), "bad-archive"),
        (zipped(lzma.compress(NOTHING), 14), "bad-archive"),
        (zipped(NOTHING, 0, flags=1, crc=zlib.crc32(NOTHING)), "bad-archive"),
        (zipped(NOTHING, 0, crc=1), "bad-archive"),
        (zipped(b"\xff" * 40, 8), "bad-archive"),
        (zipped(b"[" * 5000, 0, crc=zlib.crc32(b"[" * 5000)), "bad-archive"),
        (zipped(NOTHING, 0)[:-30], "bad-archive"),
        (b"", "bad-archive"),
        (b"PK\5\6", "bad-archive"),
        (b"PK\5\6" + b"\xff" * 18, "bad-archive"),
    ],
)
def test_a_zip_is_unpacked_no_further_than_an_honest_one(packed: bytes, code: str) -> None:
    with pytest.raises(HouseError) as refused:
        archive_reading.unpacked(packed)
    assert refused.value.code == code


def test_json_that_would_fill_the_memory_is_not_read() -> None:
    many = b"[" + b"[]," * archive_reading.MOST_PARTS + b"[]]"
    packed = zipped(deflated(many), 8, crc=zlib.crc32(many))
    with pytest.raises(HouseError) as refused:
        archive_reading.unpacked(packed)
    assert refused.value.code == "too-large"


def test_what_zips_honestly_is_read() -> None:
    for data, how in ((NOTHING, 0), (deflated(NOTHING), 8)):
        packed = zipped(data, how, crc=zlib.crc32(NOTHING))
        assert archive_reading.unpacked(packed) == (None, {"tables": []})


def test_archives_have_a_rate_of_their_own(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, archives=(1, 0))
    with open_place(tmp_path, warm=False, limits=limits) as place:
        eve = place.visitor("Eve")
        facts = json.loads(NOTHING)
        assert [bring(eve, facts).status_code for _ in range(2)] == [200, 429]
