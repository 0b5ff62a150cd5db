"""CUBE alone (rule 10): what the solver finds, proves and lists."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from typer.testing import CliRunner

from blockhaus.cli import app
from blockhaus.core.engine import uncompiled
from blockhaus.games.cube import solo
from blockhaus.games.cube.cards import COLOURS
from games.cube import reference

RED, YELLOW, GREEN, BLUE = COLOURS
# A card as wide and high as a picture shows in a view at most once in each of its turns.
CORNERS: list[Any] = [
    [(0, 0, RED), (3, 0, a), (3, 3, b), (0, 3, c)]
    for a, b, c in (
        (YELLOW, GREEN, BLUE), (YELLOW, BLUE, GREEN), (GREEN, YELLOW, BLUE),
        (GREEN, BLUE, YELLOW), (BLUE, YELLOW, GREEN), (BLUE, GREEN, YELLOW),
    )
]  # fmt: skip


def cubes_in(stacks: Any) -> int:
    return sum(map(len, stacks.values()))


@pytest.mark.parametrize(("cards", "cubes"), [([30, 40], 5), ([5, 6], 6), ([5, 6, 17], 7)])
def test_10_the_fewest_cubes_and_how_they_stand(cards: list[int], cubes: int) -> None:
    found = solo.solve(cards)
    assert found is not None
    assert (found.cubes, cubes_in(found.stacks), found.proven) == (cubes, cubes, True)
    assert all(solo.check(cards, found.stacks))
    assert all(reference.solo([solo.squares_of(card) for card in cards], found.stacks))
    assert solo.least(cards) == cubes


def test_10_cards_may_be_drawn_by_hand() -> None:
    numbers = [5, 6, 17]
    drawn: Any = [[[x + 3, y + 1, hue] for x, y, hue in solo.squares_of(card)] for card in numbers]
    assert solo.solve(drawn) == solo.solve(numbers)
    assert solo.solve([*drawn[:2], 17], threads=1) == solo.solve(numbers, threads=3)


def test_10_what_is_impossible() -> None:
    wide: Any = [(0, 0, RED), (4, 0, RED), (1, 0, BLUE), (2, 0, BLUE)]
    assert solo.solve([5, wide]) is None
    assert not solo.possible([5, wide])
    assert solo.least([5, wide]) is None
    assert solo.solutions([5, wide]) == []
    assert solo.solve(CORNERS[:2]) is not None
    assert solo.solve(CORNERS) is None, "five views show five of these at most"


def test_10_a_building_is_completed_by_adding() -> None:
    building = {"b2": [BLUE, BLUE], "c3": [RED]}
    found = solo.solve([5, 6], building=building)
    assert found is not None and found.proven
    assert all(solo.check([5, 6], found.stacks))
    for cell, stack in building.items():
        assert found.stacks[cell][: len(stack)] == stack
    assert found.cubes == cubes_in(found.stacks) >= 6
    assert solo.solve([5, 6], building=found.stacks) == found


def test_10_a_building_that_shows_too_much_cannot_be_completed() -> None:
    rows = {x + y: [hue] * 2 for y, hue in zip("1234", COLOURS, strict=True) for x in "abcd"}
    assert not solo.possible([5, 17], building=rows), "no cube is left"
    rows["d4"] = rows["c4"] = [BLUE]
    assert not solo.possible([5, 17], building=rows), "two blue cubes are left"
    tower = {x + y: [RED] * 2 for x in "ab" for y in "12"}
    assert solo.possible([5, 17], building=tower)
    with pytest.raises(solo.SoloError, match="9 are used"):
        solo.possible([5, 6], building=tower | {"c3": [RED]})


def test_10_with_little_time_the_answer_may_be_unproven() -> None:
    hard = [2, 24, 45, 37, 21, 35, 17, 32]
    with pytest.raises(solo.SoloError, match="nothing was found"):
        solo.solve(hard, seconds=0)
    found = solo.solve([5, 6, 17], seconds=60)
    assert found is not None and (found.cubes, found.proven) == (7, True)


def test_10_twins_are_more_cubes_of_a_colour() -> None:
    spread = {cell: [RED] * 4 for cell in ("a1", "d4")} | {"a4": [RED]}
    with pytest.raises(solo.SoloError, match="8 red cubes; 9 are used"):
        solo.check([5, 6], spread)
    assert solo.check([5, 6], spread, twins=True) == [[], []]
    found = solo.solve([5, 6], building=spread, twins=True)
    assert found is not None and all(solo.check([5, 6], found.stacks, twins=True))
    alone = {x + y: [RED] for x, y in ("a1", "a3", "b2", "b4", "c1", "c3", "d2", "d4")}
    apart = alone | {"d3": [BLUE, RED]}
    with pytest.raises(solo.SoloError, match="no two of these touch"):
        solo.check([5, 6], apart, twins=True)


def test_10_different_solutions_are_listed() -> None:
    assert len(solo.solutions([30, 40])) == 1
    cards = [9, 14, 40, 33]
    more = solo.solutions(cards, 8, limit=30)
    assert len(more) == 30
    for found in more:
        assert found.cubes == cubes_in(found.stacks) == 8
        assert not found.proven
        assert all(solo.check(cards, found.stacks))
    assert solo.solutions(cards, 6) == []


def test_10_without_a_compiler_the_answer_is_the_same() -> None:
    expected = solo.solve([30, 40])
    with uncompiled():
        assert solo.solve([30, 40]) == expected


def test_10_a_missing_solver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "ortools"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    assert solo.least([5, 6]) == 6, "most puzzles do without it"
    with pytest.raises(solo.SoloError, match=r"pip install 'blockhaus\[solo\]'"):
        solo.solve(CORNERS)


def on_the_command_line(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["solo", *arguments])
    return done.exit_code, done.output


def test_10_puzzles_are_solved_and_checked_on_the_command_line() -> None:
    status, said = on_the_command_line("solve", "30", "40")
    assert status == 0
    first, *stacks = said.strip().split("\n")
    assert first == "5 cubes; fewer are not enough."
    cells = [line.strip().split(": ") for line in stacks]
    assert all(solo.check([30, 40], {cell: stack.split(", ") for cell, stack in cells}))
    status, said = on_the_command_line("check", "6", "Orygb", "--building", "a1 r, b1 y, c1 g,d1 b")
    assert (status, said.split("\n")[:2]) == (
        0, ["6: seen from front, back, top", "Orygb: not fulfilled"],
    )  # fmt: skip
    status, said = on_the_command_line("solve", "5", "17", "--building", "a1 rrrr, a2 rrrr")
    assert status == 0 and "a1: red, red, red, red\n" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "5"], "2 to 8 cards"),
        (["solve", "5", "Xrygb"], "a word such as Trygb, not 'Xrygb'"),
        (["solve", "5", "6", "--building", "a1"], "written like a1 rg, b2 y, not 'a1'"),
        (["check", "5", "6", "--building", "e1 r"], "no cell 'e1'"),
    ],
)
def test_10_what_is_no_puzzle_is_told_on_the_command_line(
    arguments: list[str], message: str
) -> None:
    status, said = on_the_command_line(*arguments)
    assert status == 2
    assert message in " ".join(said.split())
