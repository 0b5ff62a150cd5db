"""KEWBZ by small positions; the numbers in the names are those of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from agree import stacks

import blockhaus
from blockhaus.core.native import loops
from blockhaus.core.rules import Plain
from blockhaus.games import kewbz

SHORT = "c3 d3 e3 c4 e2 b3"  # red has one cube left and owes one on c3 and one on e3
SHORT_BY_ONE = "a4 b3 a5 c4 b4"  # blue has two cubes, owes two on b4 and one on a4
SHORT_AND_FULL = "c2 d2 e1 e2 d3 b1 b3 d4 b2"  # with 8 cubes: blue owes b2 and e2; d2 is full
FIVE = {"board": 5, "cubes": 5}
EIGHT = {"board": 5, "cubes": 8}


def after(moves: str, **options: int) -> blockhaus.Position:
    return list(blockhaus.game("kewbz", **options).positions(moves.split()))[-1]


def heights(position: blockhaus.Position) -> dict[str, int]:
    return {cell: len(cubes) for cell, cubes in stacks(position).items() if len(cubes) > 1}


def observation(position: blockhaus.Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(kewbz.planes(position.plain), np.int8)
    loops.seen(position.record, planes)
    return planes


# Refusals

REFUSALS = [
    ("apart", "2", "c3", "e3", {}, (), "No cube lies next to e3, not even diagonally."),
    ("occupied", "2", "c3 d4", "d4", {}, ("d4",),
     "There is a cube on d4 already; a turn begins on an empty cell."),
    ("square", "3", "c3 c4 d4", "d3", {}, ("c3", "c4", "d4"),
     "A cube on d3 would complete a square of two by two."),
    ("unasked", "2", "c3 c4 d4", "^c4", {}, (),
     "You owe no cube now; a turn begins with a cube on the board."),
    ("unpaid", "R6", SHORT, "b2", FIVE, ("c3", "e3"),
     "First choose which tower gets your next cube: c3 or e3."),
    ("unpaid", "R6", SHORT, "c3", FIVE, ("c3", "e3"),
     "First choose which tower gets your next cube: c3 or e3."),
    ("unowed", "R6", SHORT, "^d3", FIVE, (), "No cube is owed on d3; choose c3 or e3."),
    ("unowed", "R6", SHORT, "^a1", FIVE, (), "No cube is owed on a1; choose c3 or e3."),
    ("too-tall", "8", SHORT_AND_FULL, "^d2", EIGHT, ("d2",),
     "The tower on d2 has 5 cubes already and grows no more."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rule", "moves", "move", "options", "cells", "text"), REFUSALS)
def test_refusal(
    code: str, rule: str, moves: str, move: str,
    options: dict[str, int], cells: tuple[str, ...], text: str,
) -> None:  # fmt: skip
    refusal = after(moves, **options).why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.cells) == (code, rule, cells)
    assert refusal.text() == text


def test_every_reason_is_tested() -> None:
    assert {entry[0] for entry in REFUSALS} == {reason.code for reason in kewbz.REASONS}


def test_3_all_squares_a_cube_would_complete_are_named() -> None:
    # The cell c3 is the missing one of the squares to its lower left and to its upper right.
    position = after("b2 c2 b3 c4 d4 d3")
    refusal = position.why_not("c3")
    assert refusal is not None
    assert refusal.cells == ("b2", "b3", "c2", "c4", "d3", "d4")


@pytest.mark.parametrize(
    "move",
    ["", "c", "4", "c0", "c04", "C4", "c4 ", "c4.1", "^", "^^c4", "c4^", "c-4", "c٤", "pass"],
)
def test_notation_slips(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move: write c4"):
        after("").play(move)


@pytest.mark.parametrize("move", ["i1", "a9", "^h9", "^z10", "c99"])
def test_cells_off_the_board(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not on the board"):
        after("").play(move)


# Placing and stacking


@pytest.mark.parametrize("board", range(5, 13))
def test_1_the_first_cube_goes_anywhere_on_boards_of_all_sizes(board: int) -> None:
    position = after("", board=board)
    assert len(position.moves) == board * board
    assert len(position.play("c3").moves) == 8
    assert len(position.play("a1").moves) == 3


def turned(x: int, y: int, turns: int) -> str:
    """The name of a cell of the board of 12 after some quarter turns."""
    for _ in range(turns):
        x, y = y, 11 - x
    return "abcdefghijkl"[x] + str(y + 1)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("row", [0, 5, 11])
def test_6_a_line_reaches_from_edge_to_edge(row: int, turns: int) -> None:
    line = [turned(x, row, turns) for x in range(12)]
    branch = turned(0, row + 1 if row < 11 else row - 1, turns)
    position = after(" ".join([*line[:11], branch]), board=12)
    assert heights(position) == {line[0]: 2}
    assert heights(position.play(line[11])) == {line[0]: 3}


def test_r2_r3_amounts_at_the_new_cube_and_beside_it() -> None:
    # Three neighbours of c4 make two corners; c3 and c5 each have a branch across the line.
    position = after("b3 c3 d4 c5 b5")
    assert heights(position) == {}
    position = position.play("c4")
    assert heights(position) == {"c4": 3, "c3": 2, "c5": 2}
    assert stacks(position)["c4"] == ["red", "red", "red"]
    assert stacks(position)["c3"] == ["red", "red"]


def test_r6_the_cap_comes_before_the_comparison_with_the_supply() -> None:
    # Blue has two cubes left and owes one on b3 and two on b5, which takes only one more: enough.
    before = after("a5 b5 b4 b3 c3 c5", **EIGHT)
    assert heights(before) == {"b5": 4, "b3": 2}
    position = before.play("b2")
    assert heights(position) == {"b5": 5, "b3": 3}
    assert position.is_over
    assert position.turn == before.turn + 1


def test_r6_capped_debts_that_leave_cubes_in_the_supply_end_the_turn() -> None:
    position = after("b2 a1 c3 b1 c1 c4 d1 c5 e1 b3", board=5, cubes=9)
    assert position.to_move == 0
    assert position.plain.supply[1] == 1
    assert heights(position) == {"b1": 5, "c3": 2, "b3": 2}


def test_r6_a_choice_belongs_to_the_turn_that_owes_it() -> None:
    position = after(SHORT_BY_ONE, **FIVE)
    assert (position.to_move, position.turn, position.moves) == (0, 4, ["^a4", "^b4"])
    position = position.play("^b4")
    assert (position.to_move, position.turn, position.moves) == (0, 4, ["^a4", "^b4"])
    position = position.play("^b4")
    assert (position.is_over, position.turn) == (True, 5)
    assert heights(position) == {"b4": 3}


def test_r6_the_order_of_choices_does_not_matter() -> None:
    position = after(SHORT_BY_ONE, **FIVE)
    assert position.play("^b4").play("^a4") == position.play("^a4")


def test_r7_what_is_owed_lapses_with_the_last_cube() -> None:
    position = after(SHORT, **FIVE).play("^e3")
    assert position.outcome == blockhaus.Outcome(
        (-1, 5), (1,), "a player has put down the last cube"
    )
    assert not any(position.plain.owed)
    assert position.view(0)["owed"] == {}


def test_r8_no_cell_left() -> None:
    position = after("d5 d4 e4 c5 e3 b4 e2 b3 e1 a2 a4 a5 b2 c2 b1 d2", board=5, cubes=20)
    assert position.outcome is not None
    assert (position.outcome.code, position.outcome.scores) == ("jam", (13, 0))


# The scene


def test_tally_counts_towers_and_unplayed_cubes_at_any_time() -> None:
    position = after("c3 c4 d4", board=5, cubes=5)
    items = [
        (item.seat, item.points, item.text, item.cells) for item in kewbz.tally(position.plain)
    ]
    assert items == [
        (0, 2, "tower of 2", ((2, 3, 0), (2, 3, 1))),
        (0, -2, "cubes not played", ()),
        (1, -4, "cubes not played", ()),
    ]
    assert [seat["points"] for seat in position.view()["seats"]] == [0, -4]


def test_the_table_says_what_is_due() -> None:
    view = after("c3").view()
    assert (view["prompt"], view["owed"]) == (kewbz.PROMPTS["place"], {})
    assert view["seats"][0] == {"colour": "blue", "supply": {"blue": 39}, "points": -39}
    view = after(SHORT_BY_ONE, **FIVE).view()
    assert (view["prompt"], view["owed"]) == (kewbz.PROMPTS["stack"], {"a4": 1, "b4": 2})
    assert after(SHORT_BY_ONE + " ^a4", **FIVE).view()["prompt"] is None


def test_an_offer_shows_the_cell_to_pick_and_all_cubes_it_adds() -> None:
    offers = {offer["move"]: offer for offer in after("c3 c4").view(0)["offers"]}
    assert offers["d4"]["pick"] == [[3, 3, 0]]
    assert [block["cells"] for block in offers["d4"]["add"]] == [[[2, 3, 1]], [[3, 3, 0]]]
    assert {block["colour"] for block in offers["d4"]["add"]} == {"blue"}
    offers = {offer["move"]: offer for offer in after(SHORT, **FIVE).view(1)["offers"]}
    assert offers["^e3"]["pick"] == [[4, 2, 2]]
    assert [block["cells"] for block in offers["^e3"]["add"]] == [[[4, 2, 2]]]


def test_the_observation_is_seen_from_the_mover() -> None:
    planes = observation(after("c3 c4 d4", board=6, cubes=20))
    assert planes.shape == (5, 6, 6)
    own, theirs = np.zeros((6, 6)), np.zeros((6, 6))
    theirs[2, 2], theirs[3, 2], theirs[3, 3] = 1, 2, 1  # blue owns all tops, red is to move
    assert (planes[0] == own).all()
    assert (planes[1] == theirs).all()
    assert (planes[3] == 19).all()
    assert (planes[4] == 17).all()


def test_the_observation_shows_what_is_owed() -> None:
    planes = observation(after(SHORT_BY_ONE, **FIVE))
    assert (planes[2, 3, 0], planes[2, 3, 1], planes[2].sum()) == (1, 2, 3)
    assert (planes[0, 3, 1], planes[1, 3, 2]) == (1, 1)


@pytest.mark.parametrize(
    ("field", "index", "sentence"),
    [
        ("supply", 0, "the cubes on the board and in the supply do not add up"),
        ("height", 3, "a cube stands apart"),
        ("height", 16, "a tower is too tall or has a colour above its top"),
        ("reds", 16, "a tower is too tall or has a colour above its top"),
        ("owed", 15, "the cubes owed do not add up"),
        ("open", 0, "the set of open cells is wrong"),
        ("across", 4, "the lines of cubes differ from the cubes on the ground"),
        ("along", 4, "the lines of cubes differ from the cubes on the ground"),
    ],
)
def test_the_invariant_notices_a_damaged_record(field: str, index: int, sentence: str) -> None:
    position = after(SHORT_BY_ONE, **FIVE)
    assert kewbz.invariant(position.plain) is None
    state = position.record
    state[field][0][index] += 6
    assert kewbz.invariant(Plain(state)) == sentence
