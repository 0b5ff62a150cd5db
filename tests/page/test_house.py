"""The house in a page, run in Node by the worker's own code, from nothing but a site's files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from blockhaus.core.game import find_game
from blockhaus.core.record import Record
from blockhaus.core.rooms import game_names
from blockhaus.house import helping
from blockhaus.house.analysts import ReviewJob
from blockhaus.house.json_text import read, written
from blockhaus.house.puzzles import refuted_data
from blockhaus.learn.puzzles import puzzles
from blockhaus.learn.solving import follow, refute
from page.conftest import Visit


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept") / "house.db"


@pytest.fixture(scope="module")
def found(visit: Visit, kept: Path) -> dict[str, Any]:
    return visit(kept, "everything")


def test_the_house_says_that_it_is_a_page(found: dict[str, Any]) -> None:
    assert found["facts"]["alone"] is True and found["facts"]["network"] is None
    kinds = [message["type"] for message in found["told"]]
    assert kinds.count("ready") == 1 and "failed" not in kinds
    assert kinds.count("ready-game") == len(game_names())


@pytest.mark.parametrize("game", game_names())
def test_a_whole_game_is_played(found: dict[str, Any], game: str) -> None:
    """Against a computer, by the same rules: the record is one that is replayed here."""
    played = found["played"][game]
    assert played["result"]["how"] == "rules"
    record = Record.read(played["record"])
    end = record.positions()[-1]
    assert end.is_over and end.outcome
    assert list(end.outcome.winners) == played["result"]["winners"]


def test_a_game_is_reviewed(found: dict[str, Any]) -> None:
    assert found["review"]["state"] == "done" and found["review"]["review"]["decisions"]


def test_a_lesson_and_a_puzzle_are_solved(found: dict[str, Any]) -> None:
    assert found["lesson"] is True and found["after"]["done"] is True
    assert found["state"] == "open" and found["solved"] == "solved"


def test_a_position_is_analysed_until_it_is_stopped(found: dict[str, Any]) -> None:
    assert found["analysis"]["done"] and len(found["analysis"]["lines"]) == 2
    assert found["stopped"]["done"] and found["stopped"]["simulations"] > 0


def test_others_are_answered_while_an_analysis_goes_on(visit: Visit, tmp_path: Path) -> None:
    """Where Python cannot be suspended, too."""
    found = visit(tmp_path / "house.db", "meanwhile")
    assert found["end"] == "stopped" and found["name"] == "Ada" == found["after"]["body"]["name"]
    assert found["grown"] == sorted(set(found["grown"])) and found["before"] < len(found["grown"])


def handed_over() -> list[tuple[str, dict[str, Any], Any]]:
    """Questions for a worker, and what the house itself would tell."""
    start = find_game("ksar", {}).start()
    position = start.play(start.moves[3])
    hint = helping.found_in(position)
    hints = [
        (
            "/api/thoughts/hint",
            {"code": position.code, "strength": strength},
            helping.told_of(hint, strength, "de"),
        )
        for strength in (1, 2, 3)
    ]
    puzzle = puzzles("kewbz")[0]
    wrong = next(move for move in puzzle.position.moves if move != puzzle.solution[0])
    refutation = refute(follow(puzzle, [wrong]))
    return [*hints, (
        "/api/thoughts/refutation",
        {"puzzle": puzzle.text, "moves": [wrong]},
        refuted_data(refutation, puzzle.seat, "de"),
    ), *map(reviewed, ("kwinty", "cube"))]  # fmt: skip


def reviewed(game: str) -> tuple[str, dict[str, Any], Any]:
    """A game that was given up after some decisions."""
    position = find_game(game, {}).start(7)
    for number in range(5):
        position = position.play(position.moves[number * 3 % len(position.moves)])
    record = Record.of(position, ["Ann", "Ben"], outcome="1 a player gave up")
    job = ReviewJob("ann", record, [1])
    while job.step():
        pass
    return "/api/thoughts/review", {"record": record.text, "winners": [1]}, job.data("de")


def test_what_a_house_hands_over_is_found_as_the_house_would(visit: Visit, tmp_path: Path) -> None:
    asked = handed_over()
    questions = [{"path": path, "body": body} for path, body, _ in asked]
    (tmp_path / "house.db.json").write_text(json.dumps(questions))
    found = visit(tmp_path / "house.db", "thoughts")["found"]
    assert [answer["status"] for answer in found] == [200] * len(asked)
    for answer, (path, _, expected) in zip(found, asked, strict=True):
        assert answer["body"] == read(written(expected)), path


def test_what_is_not_there_is_refused_in_words(found: dict[str, Any]) -> None:
    assert found["german"]["body"]["error"]["message"] == "Diesen Tisch gibt es nicht."
    assert found["others"]["body"]["error"]["code"] == "alone"
    assert found["friend"]["body"]["error"]["code"] == "alone"


def test_everything_can_be_taken_away(found: dict[str, Any]) -> None:
    status, size, *magic = found["archive"]
    assert status == 200 and size > 1000 and bytes(magic) == b"PK"


def test_what_was_acknowledged_is_there_again(
    found: dict[str, Any], visit: Visit, kept: Path
) -> None:
    later = visit(kept, "again")
    assert {table["id"] for table in later["mine"]} == {
        played["id"] for played in found["played"].values()
    }
    assert later["me"]["name"] == "Ada"


def test_a_damaged_database_is_told_and_put_aside(visit: Visit, tmp_path: Path) -> None:
    found = visit(tmp_path / "house.db", "damaged")
    failed = [message for message in found["told"] if message["type"] == "failed"]
    assert [message["reason"] for message in failed] == ["damaged"]
    assert "damaged" in failed[0]["detail"]
    assert found["me"]["name"] == ""
    assert (tmp_path / "house.db.aside").read_text() == "this is no database"


def test_what_cannot_be_kept_has_not_happened(visit: Visit, tmp_path: Path) -> None:
    found = visit(tmp_path / "house.db", "full")
    assert found["refused"]["status"] == 503
    assert found["refused"]["body"]["error"]["code"] == "no-storage"
    assert found["told"][0]["reason"] == "storage-gone"
    assert found["still"]["name"] == "Ada" and found["again"]["body"]["name"] == "Cleo"


def test_what_is_taken_away_is_brought_to_another_page(visit: Visit, tmp_path: Path) -> None:
    found = visit(tmp_path / "house.db", "along")
    for path in ("/api/me/archive", "/api/page/copy"):
        there = found[path]
        assert there["brought"]["body"] == {"games": 1, "steps": 1}
        assert there["twice"]["body"] == {"games": 0}
        assert [table["id"] for table in there["mine"]] == [there["id"]]
        assert there["table"]["state"] == "over" and there["table"]["you"]
        assert there["step"]["done"] and there["me"]["name"] == "Ada"
        assert there["bad"]["status"] == 422
        assert there["bad"]["body"]["error"]["code"] == "bad-archive"


def test_a_page_that_is_loaded_again_gives_no_time(visit: Visit, tmp_path: Path) -> None:
    before = visit(tmp_path / "house.db", "clocked")["before"]
    after = visit(tmp_path / "house.db", "clockedAgain")["after"]
    assert after["running"] == 0 and after["remaining"][0] <= before["remaining"][0]
