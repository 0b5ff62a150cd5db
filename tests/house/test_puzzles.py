"""Puzzles in the house: judged, rated once, in runs and by days, kept and deleted."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import time
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from blockhaus.core.errors import BlockhausError
from blockhaus.core.game import find_game
from blockhaus.house import puzzle_runs, teachers
from blockhaus.house.puzzle_results import merge
from blockhaus.house.schema import metadata, puzzle_mistakes, puzzle_results
from blockhaus.house.schema import puzzle_runs as runs
from blockhaus.house.settings import Limits
from blockhaus.house.solo import today
from blockhaus.house.teachers import Teachers
from blockhaus.house.texts import HouseError
from blockhaus.learn.daily import daily
from blockhaus.learn.making import proven
from blockhaus.learn.puzzles import Puzzle, puzzles
from blockhaus.learn.theorems import theorems
from house.visitors import ME, Place, Visitor, open_place

GAME = "kwinty"


def long_one() -> Puzzle:
    """A puzzle with more than one decision to find."""
    return next(puzzle for puzzle in puzzles(GAME) if len(puzzle.own) > 1)


def wrong_in(puzzle: Puzzle, at: int = 0) -> str:
    position = puzzle.positions[at]
    return next(move for move in position.moves if move != puzzle.solution[at])


def solve(visitor: Visitor, puzzle: Puzzle, moves: Any = (), status: int = 200, **more: Any) -> Any:
    return visitor.post("/api/puzzles/solve", status, puzzle=puzzle.id, moves=list(moves), **more)


def own(visitor: Visitor, game: str = GAME) -> dict[str, Any]:
    (found,) = [each for each in visitor.get("/api/puzzles") if each["game"] == game]
    return dict(found)


def test_the_games_with_their_themes_and_days_are_told(place: Place) -> None:
    told = place.visitor().get("/api/puzzles")
    assert len(told) == 6
    for game in told:
        known = puzzles(game["game"])
        assert game["count"] == len(known) and game["rating"] is None and game["tried"] == 0
        assert game["days"][0]["day"] == today().isoformat()
        assert game["days"][0]["puzzle"] == daily(game["game"], today()).id
        assert all(theme["count"] > 0 for theme in game["themes"])
    german = place.visitor().client.get("/api/puzzles", headers={"accept-language": "de"}).json()
    assert german[0]["themes"] != told[0]["themes"]


def test_a_puzzle_is_solved_decision_by_decision(place: Place) -> None:
    ann, puzzle = place.visitor(), long_one()
    opened = solve(ann, puzzle)
    assert opened["status"] == "open" and opened["sentence"] == opened["puzzle"]["goal"]
    assert len(opened["view"]["offers"]) == len(puzzle.position.moves)
    assert "solution" not in json.dumps(opened)
    right = solve(ann, puzzle, puzzle.own[:1])
    assert right["status"] == "right" and right["found"] == 1 and right["rated"] is None
    assert len(right["steps"]) == len(right["moves"]) - 1
    assert right["view"]["to_move"] == opened["puzzle"]["seat"]
    done = solve(ann, puzzle, puzzle.own)
    assert done["status"] == "solved" and done["rated"]["change"] > 0
    assert done["view"]["offers"] == [] and done["puzzle"]["first"] is True


def test_a_wrong_decision_is_refuted_and_may_be_tried_again(place: Place) -> None:
    ann = place.visitor()
    puzzle = next(each for each in puzzles(GAME) if each.result == "win" and each.distance > 1)
    move = wrong_in(puzzle)
    wrong = solve(ann, puzzle, [move])
    assert wrong["status"] == "wrong" and wrong["rated"]["change"] < 0
    told = wrong["refutation"]
    assert told["moves"][0] == move and len(told["views"]) == len(told["words"])
    assert told["sentence"] and wrong["view"]["offers"]  # to try again
    assert solve(ann, puzzle, puzzle.own)["rated"] is None  # only the first attempt is rated
    facts = own(ann)
    assert (facts["tried"], facts["solved"]) == (1, 0)
    assert solve(ann, puzzle)["puzzle"]["first"] is False


@pytest.mark.parametrize("game", ["cube", "ksar", "qbq", "turris", "kewbz"])
def test_every_game_is_judged_and_refuted(place: Place, game: str) -> None:
    ann = place.visitor()
    puzzle = puzzles(game)[0]
    wrong = solve(ann, puzzle, [wrong_in(puzzle)])
    assert wrong["status"] == "wrong" and wrong["refutation"]["views"]
    assert solve(ann, puzzle, puzzle.own)["status"] == "solved"
    told = ann.post("/api/puzzles/hint", puzzle=puzzle.id, step=3)
    assert told["move"] == puzzle.own[0]
    shown = ann.post("/api/puzzles/solution", puzzle=puzzle.id)
    assert shown["moves"] == list(puzzle.solution)
    assert len(shown["views"]) == len(shown["words"]) == len(puzzle.solution)
    assert shown["why"] and all(sentence.endswith(".") for sentence in shown["why"])


def test_help_counts_as_not_solved_and_nothing_is_rated_twice(place: Place) -> None:
    first, second = puzzles(GAME)[:2]
    ann, ben = place.visitor(), place.visitor()
    hint = ann.post("/api/puzzles/hint", puzzle=first.id, step=1)
    assert hint["rated"]["change"] < 0 and hint["move"] is None
    assert ann.post("/api/puzzles/hint", puzzle=first.id, step=3)["rated"] is None
    assert solve(ann, first, first.own)["rated"] is None
    before = own(ann)["rating"]
    assert ben.post("/api/puzzles/solution", puzzle=second.id)["rated"]["change"] < 0
    assert solve(ben, second, second.own)["rated"] is None
    assert solve(ann, first, first.own)["rated"] is None
    after = own(ann)["rating"]
    assert after["rating"] == before["rating"] and len(own(ann)["history"]) == 1


def test_the_next_puzzle_fits_the_rating_and_the_theme(place: Place) -> None:
    ann = place.visitor()
    known = {puzzle.id: puzzle for puzzle in puzzles(GAME)}
    seen = ""
    for _ in range(4):
        seen = ann.get(f"/api/puzzles/{GAME}/next", after=seen)["puzzle"]
        solved = solve(ann, known[seen], known[seen].own)
        assert solved["rated"]["change"] > 0
    theme = own(ann)["themes"][0]["id"]
    chosen = ann.get(f"/api/puzzles/{GAME}/next", theme=theme)["puzzle"]
    assert theme in known[chosen].themes
    assert ann.get(f"/api/puzzles/{GAME}/next", theme="nothing")["puzzle"] is None


def test_the_puzzle_of_the_day_is_the_same_for_all(place: Place) -> None:
    ann, ben = place.visitor(), place.visitor()
    puzzle = daily(GAME, today())
    assert own(ann)["days"] == own(ben)["days"]
    wrong = (today() - timedelta(1)).isoformat()
    refused = solve(ann, puzzle, puzzle.own, 409, day=wrong)
    assert refused["error"]["code"] == "not-daily"
    assert solve(ann, puzzle, puzzle.own, day=today().isoformat())["status"] == "solved"
    assert own(ann)["days"][0]["solved"] and not own(ben)["days"][0]["solved"]


# Runs


def solve_in_run(visitor: Visitor, run: dict[str, Any], status: int = 200) -> Any:
    puzzle = next(p for p in puzzles(run["game"]) if p.id == run["next"]["puzzle"]["id"])
    told: Any = None
    for number in range(1, len(puzzle.own) + 1):
        told = try_in(visitor, run, list(puzzle.own[:number]), status)
    return told


def try_in(visitor: Visitor, run: dict[str, Any], moves: list[str], status: int = 200) -> Any:
    path = f"/api/puzzles/{run['game']}/runs/{run['kind']}/try"
    return visitor.post(path, status, run=run["run"], moves=moves)


def wrong_in_run(run: dict[str, Any]) -> str:
    return wrong_in(next(p for p in puzzles(run["game"]) if p.id == run["next"]["puzzle"]["id"]))


def test_a_streak_ends_at_the_first_mistake(place: Place) -> None:
    ann = place.visitor()
    path = f"/api/puzzles/{GAME}/runs/streak"
    assert ann.get(path, 409)["error"]["code"] == "no-run"
    run = ann.post(path)
    assert run["solved"] == 0 and run["left"] is None and run["next"]["status"] == "open"
    seen = set()
    for number in range(1, 4):
        seen.add(run["next"]["puzzle"]["id"])
        run = solve_in_run(ann, run)
        assert run["solved"] == number and run["tried"]["status"] == "solved" and not run["over"]
    assert run["next"]["puzzle"]["id"] not in seen and len(seen) == 3
    assert ann.get(path)["next"]["puzzle"]["id"] == run["next"]["puzzle"]["id"]
    over = try_in(ann, run, [wrong_in_run(run)])
    assert over["over"] and over["next"] is None and over["tried"]["refutation"]["views"]
    assert try_in(ann, run, [wrong_in_run(run)], 409)["error"]["code"] == "no-run"
    assert own(ann)["runs"] == [
        {"kind": "streak", "best": 3, "runs": 1}, {"kind": "clock", "best": None, "runs": 0},
    ]  # fmt: skip
    assert own(ann)["rating"] is None  # runs are for fun
    again = ann.post(path)
    assert again["solved"] == 0 and again["best"] == 3 and again["run"] != run["run"]


def test_the_house_keeps_the_time_of_a_run(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = place.visitor()
    run = ann.post(f"/api/puzzles/{GAME}/runs/clock")
    assert puzzle_runs.SECONDS - 30 < run["left"] <= puzzle_runs.SECONDS
    first = run["next"]["puzzle"]["id"]
    run = try_in(ann, run, [wrong_in_run(run)])  # costs its time, and goes on
    assert not run["over"] and run["solved"] == 0 and run["next"]["puzzle"]["id"] != first
    assert run["tried"]["status"] == "wrong" and run["tried"]["refutation"] is None
    run = solve_in_run(ann, run)
    assert run["solved"] == 1 == run["best"]
    house, late = place.house, time.time() + puzzle_runs.SECONDS
    monkeypatch.setattr(house, "now", lambda: late)
    over = try_in(ann, run, [wrong_in_run(run)])
    assert over["over"] and over["left"] == 0 and over["solved"] == 1 and over["tried"] is None
    assert ann.get(f"/api/puzzles/{GAME}/runs/clock")["over"]


# Making, own mistakes, sheets


def test_a_puzzle_is_made_of_a_position_or_refused_in_a_sentence(place: Place) -> None:
    ann = place.visitor()
    puzzle = next(each for each in puzzles(GAME) if each.result == "win")
    made = ann.post("/api/puzzles/solve", code=puzzle.code)
    assert (
        made["status"] == "open" and made["puzzle"]["rating"] is None and made["puzzle"]["proven"]
    )
    done = ann.post("/api/puzzles/solve", code=puzzle.code, moves=list(puzzle.own))
    assert done["status"] == "solved" and done["rated"] is None
    start = find_game(GAME, {}).start().code
    refused = ann.post("/api/puzzles/solve", 422, code=start)["error"]
    assert refused["code"] == "bad-puzzle" and refused["message"].endswith(".")


def test_what_is_nonsense_is_refused(place: Place) -> None:
    ann, puzzle = place.visitor(), long_one()
    assert ann.post("/api/puzzles/solve", 404, puzzle="2222222")["error"]["code"] == "no-puzzle"
    for wrong in ({}, {"puzzle": puzzle.id, "code": puzzle.code}, {"puzzle": "../etc"},
                  {"puzzle": puzzle.id, "moves": ["a1"] * 61}):  # fmt: skip
        assert ann.post("/api/puzzles/solve", 422, **wrong)["error"]["code"] == "bad-request"
    assert ann.post("/api/puzzles/solve", 422, code="kwinty:x")["error"]["code"] == "bad-position"
    assert solve(ann, puzzle, ["hello"], 422)["error"]["code"] == "bad-puzzle"
    others = (move for other in puzzles("turris") for move in other.position.moves)
    tower = puzzles("turris")[0]
    illegal = next(move for move in others if move not in tower.position.moves)
    refused = solve(ann, tower, [illegal], 409)["error"]
    assert refused["code"] == "illegal" and refused["rule"]
    assert own(ann, "turris")["tried"] == 0
    assert own(ann)["tried"] == 0  # a slip of the pen is no attempt
    more = [*puzzle.own, puzzle.own[0]]
    assert solve(ann, puzzle, more, 422)["error"]["code"] == "bad-puzzle"
    assert ann.get("/api/puzzles/chess/next", 404)["error"]["code"] == "no-game"
    assert ann.post("/api/puzzles/kwinty/runs/marathon", 422)["error"]["code"] == "bad-request"
    wish = {"table": "abcdefghij", "number": 1}
    assert ann.post("/api/puzzles/mistakes", 409, **wish)["error"]["code"] == "not-reviewed"
    why = ann.post("/api/puzzles/why", puzzle=puzzle.id, pick=[[0, 0, 0]])
    assert why["moves"] or why["refusal"]
    move = puzzle.solution[0]
    said = ann.post("/api/puzzles/why", puzzle=puzzle.id, said=move)
    assert said["moves"] == [move]


def reviewed(visitor: Visitor) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game against oneself in which nobody sees anything, gone over."""
    table = visitor.open(GAME, ME, ME)
    number = 0
    while True:
        legal = visitor.post("/api/positions", record=visitor.record(table), number=number)["legal"]
        table = visitor.move(table, number, legal[0])
        number += 1
        if table["state"] == "over":
            break
    while True:
        found = visitor.get(f"/api/tables/{table['id']}/review")
        if found["state"] == "done":
            return table, found["review"]
        time.sleep(0.2)


def test_turning_points_of_own_games_are_kept_as_puzzles(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table, review = reviewed(ann)
    assert review["turning_points"]
    number = review["turning_points"][0]
    name = ann.post("/api/puzzles/mistakes", table=table["id"], number=number)["puzzle"]
    ann.post("/api/puzzles/mistakes", table=table["id"], number=number)
    (kept,) = own(ann)["mistakes"]
    assert kept["puzzle"] == name and kept["number"] == number and not kept["solved"]
    opened = ann.post("/api/puzzles/solve", puzzle=name)
    assert opened["puzzle"]["rating"] is None
    assert ben.post("/api/puzzles/solve", 404, puzzle=name)["error"]["code"] == "no-puzzle"
    shown = ann.post("/api/puzzles/solution", puzzle=name)
    played = review["decisions"][number - 1]["move"]
    wrong = ann.post("/api/puzzles/solve", puzzle=name, moves=[played])
    assert wrong["status"] == "wrong" and wrong["refutation"]["sentence"]
    seat = opened["puzzle"]["seat"]
    movers = [opened["view"]["to_move"], *(view["to_move"] for view in shown["views"])]
    moves = [m for m, mover in zip(shown["moves"], movers, strict=False) if mover == seat]
    solved = ann.post("/api/puzzles/solve", puzzle=name, moves=moves)
    assert solved["status"] == "solved" and solved["rated"] is None
    assert own(ann)["mistakes"][0]["solved"]
    ann.delete(f"/api/puzzles/mistakes/{name}")
    assert own(ann)["mistakes"] == []


def test_sheets_are_printed_with_their_own_style(place: Place) -> None:
    ann = place.visitor()
    page = ann.client.get(f"/api/puzzles/{GAME}/sheet", headers={"accept-language": "de"})
    assert page.status_code == 200 and "Lösungen" in page.text
    assert "sha256-" in page.headers["content-security-policy"]
    assert "'self'" not in page.headers["content-security-policy"]
    assert ann.client.get(f"/api/puzzles/{GAME}/sheet?skip=9999").status_code == 404


# Keeping


def test_everything_is_taken_away_and_deleted(place: Place) -> None:
    ann, puzzle = place.visitor("Ann"), daily(GAME, today())
    solve(ann, puzzle, puzzle.own, day=today().isoformat())
    ann.post(f"/api/puzzles/{GAME}/runs/streak")
    packed = zipfile.ZipFile(io.BytesIO(ann.client.get("/api/me/archive").content))
    told = json.loads(packed.read("you.json"))["puzzles"]
    assert told["results"][0]["puzzle"] == puzzle.id == told["days"][0]["puzzle"]
    assert len(told["runs"][0]["puzzles"]) == 1 and "holder" not in json.dumps(told)
    ann.delete("/api/me")
    facts = own(ann)
    assert facts["tried"] == 0 and facts["runs"][0]["best"] is None
    assert not facts["days"][0]["solved"]


@pytest.fixture
def connection() -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as opened:
        yield opened


def test_two_who_are_one_have_first_attempts_in_their_order(connection: sa.Connection) -> None:
    rated = {"rating": 1500.0, "doubt": 350.0, "volatility": 0.06, "change": 0.0, "met": 1500.0}

    def attempt(holder: str, puzzle: str, at: float, first: bool) -> dict[str, Any]:
        solved = at if first else None
        facts = {"holder": holder, "puzzle": puzzle, "game": GAME, "at": at, "first": first}
        return {**rated, **facts, "solved": solved}

    rows = [
        attempt("a", "x", 2.0, True),
        attempt("b", "x", 1.0, False),
        attempt("b", "y", 3.0, True),
    ]
    connection.execute(puzzle_results.insert(), rows)
    run = {"game": GAME, "kind": "streak", "run": "r", "puzzles": "[]", "solved": 1}
    connection.execute(runs.insert(), [{**run, "holder": "a", "best": 4, "runs": 2},
                                       {**run, "holder": "b", "best": 7, "runs": 1}])  # fmt: skip
    kept = {"game": GAME, "text": "", "table_id": "t", "number": 1, "at": 1.0}
    connection.execute(
        puzzle_mistakes.insert(),
        [
            {**kept, "holder": "a", "puzzle": "m"},
            {**kept, "holder": "b", "puzzle": "m"},
            {**kept, "holder": "b", "puzzle": "n"},
        ],
    )
    merge(connection, "b", "a")
    found = connection.execute(sa.select(puzzle_results).order_by(sa.text("rowid"))).all()
    assert [(row.holder, row.puzzle, row.first, row.solved) for row in found] == [
        ("a", "x", False, 2.0), ("a", "y", True, 3.0),
    ]  # fmt: skip
    assert found[0].rating < 1500 and found[1].rating > found[0].rating
    assert [(row.best, row.runs) for row in connection.execute(sa.select(runs))] == [(7, 3)]
    left = connection.execute(sa.select(puzzle_mistakes.c.holder, puzzle_mistakes.c.puzzle)).all()
    assert sorted(map(tuple, left)) == [("a", "m"), ("a", "n")]


# Effort


class Ready:
    async def wait(self, name: str) -> None:
        pass


def test_questions_wait_in_a_short_line_and_are_remembered() -> None:
    async def ask() -> None:
        bench = Teachers(Ready())  # type: ignore[arg-type]
        free = threading.Event()
        tasks = [
            asyncio.create_task(bench.ask("ann", GAME, number, lambda: free.wait(60)))
            for number in range(teachers.QUESTIONS)
        ]
        await asyncio.sleep(0)
        with pytest.raises(HouseError) as refused:
            await bench.ask("ann", GAME, "more", lambda: 1)
        assert refused.value.code == "many-waiting"
        free.set()
        await asyncio.gather(*tasks)
        assert bench.knows(0) and await bench.ask("ann", GAME, 0, lambda: 7) is True
        await bench.close()

    asyncio.run(ask())


def test_the_effort_of_a_proof_is_bounded() -> None:
    position = find_game(GAME, {}).start()
    began = time.monotonic()
    with pytest.raises(BlockhausError):
        proven(position, 3000)
    assert time.monotonic() - began < 60


# Theorems


def test_theorems_are_told_and_explored_move_by_move(place: Place) -> None:
    ann = place.visitor()
    told = ann.get("/api/theorems")
    assert [each["key"] for each in told] == [each.key for each in theorems()]
    assert all(each["statement"].endswith(".") and each["setting"] for each in told)
    key = next(each["key"] for each in told if each["game"] == GAME)
    found = ann.post(f"/api/theorems/{key}")
    assert {each["move"] for each in found["found"]} == {o["move"] for o in found["view"]["offers"]}
    assert all(each["result"] and each["sentence"] for each in found["found"])
    best = found["found"][0]["move"]
    further = ann.post(f"/api/theorems/{key}", moves=[best])
    option = next(each["key"] for each in told if "_" in each["key"])
    assert ann.post(f"/api/theorems/{option}")["found"]
    assert further["moves"] == [best] and len(further["words"]) == 1
    assert ann.post("/api/theorems/nothing", 404)["error"]["code"] == "no-theorem"
    refused = ann.post(f"/api/theorems/{key}", 422, moves=["hello"])
    assert refused["error"]["code"] == "bad-position"


def test_what_is_not_known_of_theorems_is_not_asked_too_often(tmp_path: Path) -> None:
    key = next(each.key for each in theorems(GAME))
    with open_place(tmp_path, limits=Limits(whys=(1, 0.0001))) as place:
        ann = place.visitor()
        for _ in range(3):
            found = ann.post(f"/api/theorems/{key}")["found"]
        refused = ann.post(f"/api/theorems/{key}", 429, moves=[found[0]["move"]])
        assert refused["error"]["code"] == "too-fast"
