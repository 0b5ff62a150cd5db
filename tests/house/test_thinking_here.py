"""What browsers may think about by themselves: what is offered, the files for it, and what the
house hands over. That a worker finds the same is proven in tests/page; here its questions are
asked of a second house.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter

import blockhaus
from blockhaus.house import (
    help_routes,
    puzzle_routes,
    routes,
    sockets,
    theorem_routes,
    thinking_here,
)
from blockhaus.house.reviews import NOTHING
from blockhaus.house.wire.helping import TableHint
from blockhaus.house.wire.puzzles import PuzzleRefutation
from blockhaus.house.wire.reviews import ReviewFacts
from blockhaus.learn.puzzles import Puzzle, puzzles
from blockhaus.learn.reasons import reasons
from blockhaus.page import thoughts
from house.test_puzzles import own, try_in, wrong_in, wrong_in_run
from house.visitors import COMPUTER, FRIEND, ME, Place, Visitor, open_place
from house.wire_checks import check

GAMES = tuple(blockhaus.games())


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in the place of the one in the package, with all games in it."""
    folder = tmp_path / "thinking"
    (folder / "games").mkdir(parents=True)
    for game in GAMES:
        (folder / "games" / f"{game}.wasm").write_bytes(b"\0asm" * 100)
    (folder / thinking_here.STAMP).write_text(f"{blockhaus.__version__} 12ab\n")
    monkeypatch.setattr(thinking_here, "FOLDER", folder)
    look_again()
    yield folder
    monkeypatch.undo()
    look_again()


def look_again() -> None:
    thinking_here.offer.cache_clear()
    thinking_here.hash_of_files.cache_clear()


def test_what_is_listed_is_there() -> None:
    known = {
        (method, getattr(route, "path", ""))
        for module in (routes, help_routes, puzzle_routes, theorem_routes, sockets)
        for route in module.router.routes
        for method in getattr(route, "methods", None) or (thinking_here.SOCKET,)
    }
    assert {(each.method, each.path) for each in thinking_here.PATHS} <= known


def test_nothing_is_offered_without_fitting_files(files: Path) -> None:
    assert thinking_here.offer(GAMES)
    assert thinking_here.offer((*GAMES, "pillars")) is None, "a game that the files do not know"
    (files / thinking_here.STAMP).write_text("0.0.0 12ab\n")
    look_again()
    assert thinking_here.offer(GAMES) is None, "files of another version"
    (files / thinking_here.STAMP).unlink()
    look_again()
    assert thinking_here.offer(GAMES) is None


def test_files_are_sent_packed_and_kept_for_long(files: Path, tmp_path: Path) -> None:
    (files / "games" / f"{GAMES[0]}.wasm.br").write_bytes(b"small")
    with open_place(tmp_path / "house", warm=False) as place:
        check_files(place)


def check_files(place: Place) -> None:
    ann = place.visitor()
    offer = ann.get("/api/house")["thinking"]
    assert offer["files"] == "/thinking/12ab/"
    asked = {"method": "POST", "path": "/api/puzzles/solve"}
    for told in ({"given": "code", "handed": False}, {"given": None, "handed": True}):
        assert asked | told in offer["paths"]
    packed, plain = (f"{offer['files']}games/{game}.wasm" for game in GAMES[:2])
    with ann.client.stream("GET", packed, headers={"Accept-Encoding": "br"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["content-type"] == "application/wasm"
    answer = ann.client.get(plain)
    assert answer.content.startswith(b"\0asm") and "immutable" in answer.headers["cache-control"]
    for path in (
        plain.replace("12ab", "34cd"),
        f"{packed}.br",
        f"{offer['files']}none.wasm",
        "/thinking/12ab/%2e%2e/app.py",
    ):
        assert ann.client.get(path).status_code == 404


# What is handed over


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Asks an empty house that has what a page has: questions that were handed over."""
    router = APIRouter()
    for each in (help_routes.router, thoughts.router):
        router.include_router(each)
    monkeypatch.setattr(help_routes, "router", router)
    with open_place(tmp_path / "worker") as place:
        monkeypatch.undo()
        yield place.visitor()


def found(worker: Visitor, handed: dict[str, Any], model: Any = None) -> Any:
    """What a worker finds; it is of the same form as what the house would tell."""
    answer = worker.client.post(handed["path"], json=handed["body"])
    assert answer.status_code == 200, answer.text
    return check(model, answer.text) if model else answer.json()


def here(path: str) -> str:
    return f"{path}?here=true"


def test_a_hint_is_noted_before_it_is_handed_over(place: Place, worker: Visitor) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    path = f"/api/tables/{table['id']}/hint"
    assert ann.post(here(path), 409, number=0, strength=2)["error"]["code"] == "hint-first"
    told = []
    for strength in (1, 2, 3):
        handed = ann.post(here(path), 202, number=0, strength=strength)
        assert handed["told"] is None and handed["body"]["code"] == table["code"]
        assert len(ann.see(table)["help"]["hints"]) == strength
        told.append(found(worker, handed, TableHint))
    # Whoever makes it, it is the same hint; what was noted costs nothing more.
    assert told == [ann.post(path, number=0, strength=strength) for strength in (1, 2, 3)]
    assert ann.post(here(path), 202, number=0, strength=1)
    assert len(ann.see(table)["help"]["hints"]) == 3


def test_nothing_is_handed_over_where_nobody_is_helped(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    alone, together = ann.open("kwinty", ME, COMPUTER), ann.open("kwinty", ME, FRIEND)
    ben.sit(together, 1, invitation=together["invitations"]["1"])
    wish = {"number": 0, "strength": 1}
    refused = ann.post(here(f"/api/tables/{together['id']}/hint"), 403, **wish)
    assert refused["error"]["code"] == "no-help"
    refused = ben.post(here(f"/api/tables/{alone['id']}/hint"), 403, **wish)
    assert refused["error"]["code"] == "not-seated"
    assert ann.see(alone)["help"]["hints"] == []


def test_where_things_are_hidden_the_house_finds_the_hint(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("cube", ME, COMPUTER)
    told = ann.post(here(f"/api/tables/{table['id']}/hint"), number=0, strength=1)
    assert told["sentence"] and len(ann.see(table)["help"]["hints"]) == 1


def played(visitor: Visitor, game: str = "kwinty", most: int = 1000) -> Any:
    """A game against oneself in which nobody sees anything, given up after so many decisions."""
    table = visitor.open(game, ME, ME)
    with visitor.live(table, offers=True) as page:
        for number in range(most):
            offers = page.hear("offers")["offers"]
            table = visitor.move(table, number, offers[number % 3 % len(offers)]["move"])
            if table["state"] == "over":
                return table
    return visitor.act(table, "resign")


def reviewed(visitor: Visitor, path: str) -> Any:
    while (told := visitor.get(path))["state"] == "running":
        time.sleep(0.1)
    return told


def reviewed_by(worker: Visitor, handed: dict[str, Any]) -> Any:
    while (told := found(worker, handed, ReviewFacts))["state"] == "running":
        time.sleep(0.1)
    return told


@pytest.mark.parametrize("game", ["kwinty", "cube"])
def test_a_review_is_handed_over_unless_the_house_has_made_it(
    place: Place, worker: Visitor, game: str
) -> None:
    ann = place.visitor("Ann")
    going = ann.open(game, ME, COMPUTER)
    refused = ann.get(f"/api/tables/{going['id']}/review", 409, here="true")
    assert refused["error"]["code"] == "not-over"
    table = played(ann, game, most=6)
    path = f"/api/tables/{table['id']}/review"
    handed = ann.get(path, 202, here="true")
    assert place.house.analysts.reviewed(table["id"]) is None, "the house has not begun"
    told = reviewed_by(worker, handed)
    assert told == reviewed(ann, path) != NOTHING
    assert ann.get(path, here="true") == told, "it is there, so nobody has to think"


def test_what_is_wrong_in_a_puzzle_is_handed_over_and_the_rating_is_not(
    place: Place, worker: Visitor
) -> None:
    ann, ben = place.visitor(), place.visitor()
    puzzle = next(each for each in puzzles("kwinty") if len(each.own) > 1)
    path = "/api/puzzles/solve"
    assert ann.post(here(path), puzzle=puzzle.id)["status"] == "open"
    assert ann.post(here(path), puzzle=puzzle.id, moves=[puzzle.own[0]])["status"] == "right"
    at = puzzle.solution.index(puzzle.own[1])
    wrong: dict[str, Any] = {
        "puzzle": puzzle.id,
        "moves": [puzzle.own[0], wrong_in(puzzle, at)],
    }
    handed = ann.post(here(path), 202, **wrong)
    assert handed["into"] == ["refutation"] and own(ann)["tried"] == 1
    assert handed["told"]["rated"]["change"] < 0 and handed["told"]["refutation"] is None
    told = {**handed["told"], "refutation": found(worker, handed, PuzzleRefutation)}
    assert told == ben.post(path, **wrong)
    solved = ann.post(here(path), puzzle=puzzle.id, moves=list(puzzle.own))
    assert solved["status"] == "solved" and solved["rated"] is None


def unexplained() -> Puzzle:
    """A puzzle whose point is only told by what would come of another decision."""
    return next(each for game in GAMES for each in puzzles(game) if not reasons(each))


def test_the_reasons_of_a_solution_are_handed_over_where_they_are_searched_for(
    place: Place, worker: Visitor
) -> None:
    ann, ben = place.visitor(), place.visitor()
    puzzle, path = unexplained(), "/api/puzzles/solution"
    handed = ann.post(here(path), 202, puzzle=puzzle.id)
    assert handed["into"] == ["why"] and handed["told"]["rated"]["change"] < 0
    why = found(worker, handed)
    assert why and {**handed["told"], "why": why} == ben.post(path, puzzle=puzzle.id)
    known = next(each for each in puzzles("kwinty") if reasons(each))
    assert ann.post(here(path), puzzle=known.id)["why"]


def test_a_streak_ends_and_what_was_wrong_is_handed_over(place: Place, worker: Visitor) -> None:
    ann = place.visitor()
    run = ann.post("/api/puzzles/kwinty/runs/streak")
    path = "/api/puzzles/kwinty/runs/streak/try"
    moves = [wrong_in_run(run)]
    handed = ann.post(here(path), 202, run=run["run"], moves=moves)
    assert handed["into"] == ["tried", "refutation"] and handed["told"]["over"]
    assert found(worker, handed, PuzzleRefutation)["moves"][0] == moves[0]
    assert try_in(ann, run, moves, 409)["error"]["code"] == "no-run"
    clock = ann.post("/api/puzzles/kwinty/runs/clock")
    wish = {"run": clock["run"], "moves": [wrong_in_run(clock)]}
    assert not ann.post(here("/api/puzzles/kwinty/runs/clock/try"), **wish)["over"]


def test_what_is_handed_over_is_read_with_care(worker: Visitor) -> None:
    for path, wish in (
        ("hint", {"code": "kwinty:x", "strength": 1}),
        ("review", {"record": "nothing", "winners": []}),
        ("refutation", {"puzzle": "nothing", "moves": []}),
        ("otherwise", {"puzzle": '[Code "x"]'}),
    ):
        assert worker.client.post(f"/api/thoughts/{path}", json=wish).status_code == 422


def test_a_house_answers_no_thoughts_of_others(place: Place) -> None:
    ann = place.visitor()
    assert ann.client.post("/api/thoughts/hint", json={}).status_code in (404, 405)


# A mistake that was found elsewhere


def test_a_mistake_that_a_browser_has_found_is_looked_at_by_the_house(
    place: Place, worker: Visitor
) -> None:
    ann = place.visitor("Ann")
    table = played(ann)
    review = reviewed_by(worker, ann.get(f"/api/tables/{table['id']}/review", 202, here="true"))[
        "review"
    ]
    judged = review["decisions"]
    turning = judged[review["turning_points"][0] - 1]
    wish = {"table": table["id"], "number": turning["number"]}
    assert ann.post("/api/puzzles/mistakes", 409, **wish)["error"]["code"] == "not-reviewed"
    for best, status, code in (
        ("hello", 422, "notation"),
        (judged[0]["move"], 409, "illegal"),  # what stands there is there
    ):
        refused = ann.post("/api/puzzles/mistakes", status, **wish, best=best)
        assert refused["error"]["code"] == code
    name = ann.post("/api/puzzles/mistakes", **wish, best=turning["best"])["puzzle"]
    assert [each["puzzle"] for each in own(ann)["mistakes"]] == [name]
    beyond = {"table": table["id"], "number": len(judged) + 1, "best": turning["best"]}
    assert ann.post("/api/puzzles/mistakes", 409, **beyond)["error"]["code"] == "not-reviewed"


def test_what_is_not_better_is_not_kept(place: Place) -> None:
    ann = place.visitor("Ann")
    table = played(ann)
    first = table["moves"][0]["move"]
    wish = {"table": table["id"], "number": 1, "best": first}
    assert ann.post("/api/puzzles/mistakes", 409, **wish)["error"]["code"] == "no-better"
    going = ann.open("kwinty", ME, ME)
    wish = {"table": going["id"], "number": 1, "best": first}
    assert ann.post("/api/puzzles/mistakes", 409, **wish)["error"]["code"] == "not-reviewed"
    assert own(ann)["mistakes"] == []
