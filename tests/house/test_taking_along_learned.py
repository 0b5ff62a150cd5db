"""What came along besides the games: what was learned, clocks, and ratings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blockhaus.learn.puzzles import shipped
from house.archives import Facts, bring, first_move, taken
from house.visitors import COMPUTER, ME, Place, Visitor, open_place


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with open_place(tmp_path_factory.mktemp("new"), warm=False) as opened:
        yield opened


def test_what_was_learned_is_checked(tmp_path: Path) -> None:
    step = {"game": "kwinty", "step": "stand", "table_id": "", "at": 1.0}
    wrong = [{**step, "at": "now"}, {**step, "step": "x" * 41}, {"game": "kwinty"}, 1, None]
    learned = {"lesson_steps": [*wrong, step], "people": [{"name": "x"}], "solo_results": 5}
    with open_place(tmp_path, warm=False) as place:
        eve = place.visitor("Eve")
        facts = {"name": 5, "along": {"tables": [], "learned": learned}}
        assert bring(eve, facts).json() == {"games": 0, "steps": 1}
        done = [each["done"] for each in eve.get("/api/lessons/kwinty")["steps"]]
        assert done[0] is True and not any(done[1:])


STEP = {"game": "kwinty", "step": "stand", "table_id": "", "at": 1.0}
DAY = {"game": "kwinty", "day": "2026-01-01", "puzzle": "none", "at": 1.0}
TRY: Facts = {
    "puzzle": "none",
    "game": "kwinty",
    "at": 1.0,
    "first": True,
    "solved": 1.0,
    "met": 1.0,
}
TRY |= {"rating": 1500.0, "doubt": 80.0, "volatility": 0.06, "change": 0.0}
RUN: Facts = {"game": "kwinty", "kind": "streak", "run": "ab", "until": None, "puzzles": "[]"}
RUN |= {"solved": 0, "ended": 1.0, "best": 0, "runs": 1}
WRONG = {
    "puzzle": "x",
    "game": "kwinty",
    "text": "[Code 5]",
    "table_id": "",
    "number": 1,
    "at": 1.0,
}
BUILT = {"game": "kwinty", "task": "x", "pieces": 1, "building": "[]", "at": 1.0}


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("lesson_steps", {**STEP, "game": "chess"}),
        ("lesson_steps", {**STEP, "step": "no such step"}),
        ("lesson_steps", {**STEP, "step": "game", "table_id": "abcdefghij"}),
        ("lesson_steps", {**STEP, "at": 1e300}),
        ("puzzle_days", DAY),
        ("puzzle_days", {**DAY, "day": "\0"}),
        ("puzzle_results", TRY),
        ("puzzle_results", {**TRY, "puzzle": ..., "rating": 9999.0}),
        ("puzzle_results", {**TRY, "puzzle": ..., "doubt": 0.0}),
        ("puzzle_runs", RUN),
        ("puzzle_runs", {**RUN, "puzzles": "{}"}),
        ("puzzle_runs", {**RUN, "best": 2**31}),
        ("puzzle_mistakes", WRONG),
        ("solo_results", BUILT),
        ("solo_results", {**BUILT, "pieces": -1}),
        ("solo_days", {**BUILT, "day": "tomorrow"}),
    ],
)
def test_what_the_house_knows_nothing_of_is_not_learned(
    place: Place, kind: str, row: Facts
) -> None:
    known = next(puzzle for puzzle in shipped().values() if puzzle.game == "kwinty")
    row = {name: known.id if value is ... else value for name, value in row.items()}
    eve = place.visitor("Eve")
    facts = {"along": {"tables": [], "learned": {kind: [row]}}}
    assert bring(eve, facts).json() == {"games": 0}
    assert not any(taken(eve)["along"]["learned"].values())


def test_what_was_learned_comes_along_whole(place: Place) -> None:
    known = next(puzzle for puzzle in shipped().values() if puzzle.game == "kwinty")
    learned: dict[str, list[Facts]] = {
        "lesson_steps": [STEP],
        "puzzle_days": [{**DAY, "puzzle": known.id}],
        "puzzle_results": [{**TRY, "puzzle": known.id, "met": float(known.rating)}],
        "puzzle_runs": [{**RUN, "puzzles": json.dumps([known.id])}],
        "puzzle_mistakes": [
            {**WRONG, "puzzle": known.id, "text": known.text, "solved": None},
        ],
    }
    eve = place.visitor("Eve")
    facts = {"along": {"tables": [], "learned": learned}}
    assert bring(eve, facts).json() == {"games": 0, "puzzles": 1, "steps": 1}
    kept = taken(eve)["along"]["learned"]
    for row in (*kept["puzzle_results"], *learned["puzzle_results"]):
        for name in STANDING:  # which is worked out anew
            del row[name]
    assert {name: rows for name, rows in kept.items() if rows} == learned


STANDING = ("rating", "doubt", "volatility", "change")


def test_a_rating_for_puzzles_is_worked_out_anew(place: Place) -> None:
    """What the file says of it is not believed, and results of both places count in their order."""
    first, second, third = [each for each in shipped().values() if each.game == "kwinty"][:3]
    tries = [
        {**TRY, "puzzle": first.id, "rating": 3999.0, "at": 5.0},
        {**TRY, "puzzle": second.id, "rating": 3999.0, "at": 3.0, "first": False, "solved": None},
    ]
    eve, ann = place.visitor("Eve"), place.visitor("Ann")

    def brought(visitor: Visitor, rows: list[Facts]) -> Any:
        facts = {"along": {"tables": [], "learned": {"puzzle_results": rows}}}
        return bring(visitor, facts).json()

    assert brought(eve, tries) == {"games": 0, "puzzles": 2}
    assert brought(eve, tries) == {"games": 0}
    kept = taken(eve)["along"]["learned"]["puzzle_results"]
    assert [row["puzzle"] for row in kept] == [second.id, first.id]
    assert max(row["rating"] for row in kept) < 2000
    assert brought(ann, [{**TRY, "puzzle": third.id, "at": 4.0}]) == {"games": 0, "puzzles": 1}
    assert brought(ann, taken(eve)["along"]["learned"]["puzzle_results"])["puzzles"] == 2
    kept = taken(ann)["along"]["learned"]["puzzle_results"]
    assert [row["puzzle"] for row in kept] == [second.id, third.id, first.id]


def test_of_two_buildings_the_better_one_stays(place: Place) -> None:
    eve = place.visitor("Eve")
    (shop,) = eve.get("/api/solo")
    task = shop["tasks"][0]["id"]
    day = {"game": shop["game"], "day": "2026-01-01", "at": 1.0, "task": task}
    for pieces, best in ((9, 9), (7, 7), (8, 7)):
        learned = {"solo_days": [{**day, "pieces": pieces}]}
        bring(eve, {"along": {"tables": [], "learned": learned}})
        assert [row["pieces"] for row in taken(eve)["along"]["learned"]["solo_days"]] == [best]


# Clocks and ratings


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    """A game with a clock that was taken away an hour ago."""
    with open_place(tmp_path_factory.mktemp("timed"), warm=False) as place:
        ann = place.visitor("Ann")
        clock = {"kind": "game", "minutes": 5, "increment": 2}
        table = ann.open("kwinty", ME, ME, clock=clock)
        ann.move(table, 0, first_move(ann, table))
        facts = taken(ann)
        (told,) = facts["along"]["tables"]
        told["founding"]["created"] -= 3600
        for line in told["log"]:
            line[3] -= 3600
        return facts


def changed(facts: Facts, **table: Any) -> Facts:
    (told,) = facts["along"]["tables"]
    return {**facts, "along": {**facts["along"], "tables": [{**told, **table}]}}


def last_line(visitor: Visitor) -> Any:
    (told,) = taken(visitor)["along"]["tables"]
    return told["log"][-1][:3]


def test_a_clock_goes_on_as_it_stood(timed: Facts, place: Place) -> None:
    told = timed["along"]["tables"][0]["clock"]
    assert 0 < told[0] <= 302 and 0 < told[1] <= 300
    eve, zoe = place.visitor("Eve"), place.visitor("Zoe")
    facts = changed(timed, clock=[290.5, 200.0])
    assert bring(eve, facts).json() == {"games": 1, "clocks": 1}
    assert last_line(eve) == ["resume", None, {"remaining": [290.5, 200.0]}]
    (summary,) = eve.get("/api/tables?list=mine")
    table = eve.get(f"/api/tables/{summary['id']}")
    assert table["state"] == "running" and table["clock"]["running"] == 1
    assert table["clock"]["remaining"][0] == 290.5 and 0 < table["clock"]["remaining"][1] <= 200
    assert bring(zoe, taken(eve)).json() == {"games": 1, "clocks": 1}  # and once more
    assert last_line(zoe)[2]["remaining"][0] == 290.5


def test_a_clock_of_which_nothing_is_said_goes_on_as_the_last_decision_left_it(
    timed: Facts, place: Place
) -> None:
    eve = place.visitor("Eve")
    assert bring(eve, changed(timed, clock=None)).json() == {"games": 1, "clocks": 1}
    left = last_line(eve)[2]["remaining"]
    assert 0 < left[0] <= 302 and left[1] == 300
    assert eve.get("/api/tables?list=mine")[0]["state"] == "running"


@pytest.mark.parametrize("clock", [[1], [1, "x"], [1, -1], [1, 1e9], [1, True], "ab", 5, {}])
def test_times_that_nobody_can_have_stay_out(timed: Facts, place: Place, clock: Any) -> None:
    facts = changed(timed, clock=clock)
    assert bring(place.visitor("Eve"), facts).json() == {"games": 0, "left": 1}


@pytest.mark.parametrize("times", [[1, 1], [1, "x"], "ab", {}])
def test_times_within_a_log_count_for_nothing(timed: Facts, place: Place, times: Any) -> None:
    """The clock is set by how it stood when the game was taken away, and by nothing else."""
    (told,) = timed["along"]["tables"]
    log = [*told["log"], ["resume", None, {"remaining": times}, 1.0]]
    eve = place.visitor("Eve")
    assert bring(eve, changed(timed, log=log)).json() == {"games": 1, "clocks": 1}
    assert last_line(eve)[2]["remaining"] == told["clock"]


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    """Two games that counted."""
    with open_place(tmp_path_factory.mktemp("counted"), warm=False) as place:
        ann = place.visitor("Ann")
        for _ in range(2):
            table = ann.open("kwinty", ME, COMPUTER, ranked=True)
            ann.act(table, "resign")
        return taken(ann)


def test_ratings_come_to_a_page_for_one_person_alone(counted: Facts, tmp_path: Path) -> None:
    rows = counted["along"]["learned"]["ratings"]
    assert len(rows) == 2
    with open_place(tmp_path / "people", warm=False) as place:
        eve = place.visitor("Eve")
        assert bring(eve, counted).json() == {"games": 2}
        assert eve.get("/api/me/ratings") == []
        assert not any(table["ranked"] for table in eve.get("/api/tables?list=mine"))
    with open_place(tmp_path / "alone", warm=False, alone=True) as place:
        eve = place.visitor("Eve")
        assert bring(eve, counted).json() == {"games": 2, "rated": 2}
        assert bring(eve, counted).json() == {"games": 0}
        assert taken(eve)["along"]["learned"]["ratings"] == rows
        (rating,) = eve.get("/api/me/ratings")
        assert rating["games"] == 2 and rating["rating"] < 1500


def test_a_rating_in_a_page_is_worked_out_anew(counted: Facts, tmp_path: Path) -> None:
    facts = json.loads(json.dumps(counted))
    rows = facts["along"]["learned"]["ratings"]
    honest = [row["rating"] for row in counted["along"]["learned"]["ratings"]]
    rows[1]["rating"] = 3000.0
    rows += [{**rows[0], "table_id": "abcdefghij"}]  # a game that did not come along
    with open_place(tmp_path, warm=False, alone=True) as place:
        eve = place.visitor("Eve")
        assert bring(eve, facts).json() == {"games": 2, "rated": 2}
        kept = taken(eve)["along"]["learned"]["ratings"]
        assert [row["rating"] for row in kept] == honest
