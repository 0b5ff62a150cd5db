"""TURRIS by small positions; the numbers in the names are those of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from agree import stacks

import blockhaus
from blockhaus.core.native import loops
from blockhaus.core.native.generators import rng_from
from blockhaus.core.rules import Plain
from blockhaus.games import turris

# White has a1| and a2|, Black b1+c1 and a3+b3; White has just laid b2+c2 and has a bonus.
BONUS = "a1| b1+c1 a2| a3+b3 b2+c2"
NO_BLOCKS = "b3+c3 c2| a2+b2 a1+b1 c1| b1+b2"  # with 4 blocks: White has a bonus and no block
REOPENING = "a1| b1| a1+b1 c1| c2+c3 a2+a3 b2+b3 c1| c2| b2|"  # level 1 is full, 2 to 4 are open
CARRYING = "a1| b1+c1 c2+c3 a2+a3 c1+c2 b3| b2|"
SCORED = "a3| b3| a1+a2 c3| b1+c1 c2| a1+b1 a2|"  # with 4 blocks: a finished game
ASKED_AGAIN = "a2+a3 a1| b2| pass b1+c1 c2+c3 b1| c1+c2 b3| c3| b2+b3"  # with 5 blocks
SKIPPED = "b1+c1 a1| b2| c2+c3 c1+c2 a2| a3| b1| b3| c3| b2+b3"  # with 6 blocks
FOUR: dict[str, Any] = {"blocks": 4}
STRICT: dict[str, Any] = {"flat_ground": False}


def after(moves: str, **options: Any) -> blockhaus.Position:
    return list(blockhaus.game("turris", **options).positions(moves.split()))[-1]


def observation(position: blockhaus.Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(turris.planes(position.plain), np.int8)
    loops.seen(position.record, planes)
    return planes


def marked(plane: np.ndarray[Any, Any]) -> set[str]:
    """The names of the cells marked in a plane."""
    return {f"{turris.name(c)}.{z + 1}" for z, c in zip(*np.nonzero(plane), strict=True)}


# Refusals

REFUSALS = [
    ("out", "5", NO_BLOCKS, "a3|", FOUR, (), "You have no blocks left to place."),
    ("hangs", "R1", "a1| b1+c1", "a1+b1", {}, (),
     "b1 is lower than a1: half of the block would hang in the air."),
    ("hangs", "R1", "a1| b1+c1", "b1+b2", {}, (),
     "b2 is lower than b1: half of the block would hang in the air."),
    ("strict", "R2", "a1|", "b1+c1", STRICT, (),
     "Nothing lies on the foundation: it is not two different blocks."),
    ("strict", "R2", "", "a1+b1", STRICT, (),
     "Nothing lies on the foundation: it is not two different blocks."),
    ("apart", "R2", "a1|", "b3+c3", {}, (),
     "On the foundation a block must share a face with a block in place."),
    ("one-block", "R2", "a1+b1", "a1+b1", {}, ("a1.1", "b1.1"),
     "A lying block needs two different blocks below, not one."),
    ("alone", "R3", "a1+b1", "a1|", {}, (), "A standing block needs a block at its side."),
    ("alone", "R3", "a1|", "c3|", {}, (), "A standing block needs a block at its side."),
    ("fourth", "R4", "a1| b1| a1+b1 c1|", "c1|", {}, (),
     "More than three levels would be unfinished."),
    ("fourth", "R4", "a1| b1| c1| c2| a1+b1 c1+c2", "b1+c1", {}, (),
     "More than three levels would be unfinished."),
    ("early", "R5", "", "b2|", {}, (), "The middle of level 1 waits until its edge has a block."),
    ("early", "R5", "", "b2+c2", {}, (),
     "The middle of level 1 waits until its edge has a block."),
    ("early", "R5", "a2+a3", "b2|", {}, (),
     "The middle of level 2 waits until its edge has a block."),
    ("barred", "R8", f"{BONUS} xb1", "c1|", {}, ("b1.1", "c1.1"),
     "Your block was just taken from here: leave the space free this turn."),
    ("barred", "R8", f"{NO_BLOCKS} xc2", "c2|", FOUR, ("c2.1", "c2.2"),
     "Your block was just taken from here: leave the space free this turn."),
    ("no-bonus", "4", "a1| b1+c1 a2| a3+b3", "xb1", {}, (),
     "Taking a block is a bonus for building in the middle."),
    ("nothing", "R6", BONUS, "xc3", {}, (), "There is no block on c3 to take."),
    ("own", "R6", BONUS, "xa2", {}, ("a2.1", "a2.2"),
     "The top block of a2 is your own; a bonus takes opposing blocks."),
    ("carries", "R6", CARRYING, "xb1", {}, ("c1.2", "c2.2"),
     "Another block rests on this one, so it has to stay."),
    ("last", "R6", BONUS, "xa3", {}, ("a3.1", "b3.1"),
     "This is the block your opponent placed last; it is safe."),
    ("reopens", "R6", REOPENING, "xa2", {}, (),
     "Without this block more than three levels would be unfinished."),
    ("misnamed", "Notation", BONUS, "xc1", {}, ("b1.1", "c1.1"),
     "The block lies over b1 and c1: write xb1."),
    ("must-place", "R7", "a1|", "pass", {}, (), "Only a bonus can be declined: place a block."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rule", "moves", "move", "options", "cells", "text"), REFUSALS)
def test_refusal(
    code: str, rule: str, moves: str, move: str,
    options: dict[str, Any], cells: tuple[str, ...], text: str,
) -> None:  # fmt: skip
    refusal = after(moves, **options).why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.cells) == (code, rule, cells)
    assert refusal.text() == text


def test_every_reason_is_tested() -> None:
    assert {entry[0] for entry in REFUSALS} == {reason.code for reason in turris.REASONS}


@pytest.mark.parametrize(
    "move",
    ["", "a1", "a1||", "|a1", "xa1|", "xa1+b1", "x", "xx", "a1+", "+b1", "a1+b1+c1", "a1 |", "A1|",
     "a1.2|", "passe", "Pass", "a1-b1", "a٣|", "b1|\n"],
)  # fmt: skip
def test_notation_slips(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match=r"is not a move: write b1\| to stand"):
        after("").play(move)


@pytest.mark.parametrize("move", ["d1|", "a4|", "a0|", "xc4", "a10|", "a01|", "c3+d3", "d3+c3"])
def test_cells_off_the_plan(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not on the plan: its cells are a1 to c3"):
        after("").play(move)


def test_pairs_have_an_order_and_are_neighbours() -> None:
    with pytest.raises(blockhaus.NotationError, match=r"write a1\+b1\."):
        after("").play("b1+a1")
    for move in ("a1+a3", "a1+b2", "a1+a1", "a3+b1"):
        with pytest.raises(blockhaus.NotationError, match="covers two neighbouring cells"):
            after("").play(move)


# Building


@pytest.mark.parametrize(("blocks", "height"), [(4, 4), (6, 5), (10, 6), (13, 8)])
def test_3e_the_board_is_as_high_as_the_blocks_can_reach(blocks: int, height: int) -> None:
    game = blockhaus.game("turris", blocks=blocks)
    assert game.grid.height == height
    states = np.repeat(game.new_state(0), 2)
    rng, out, reached = rng_from(1), np.empty(game.actions, np.int32), 0
    for _ in range(3000):
        loops.playouts(states, rng, 1, out)
        reached = max(reached, int(np.flatnonzero(states[1]["cells"].any(axis=0)).max()))
    assert reached == height


def test_3e_twenty_blocks_reach_eleven_levels() -> None:
    assert blockhaus.game("turris").grid.height == turris.HIGHEST == 11


def test_4_a_bonus_belongs_to_the_turn_that_earned_it() -> None:
    position = after(BONUS)
    assert (position.to_move, position.turn) == (0, 4)
    further = position.play("b1+b2")
    assert (further.to_move, further.turn) == (0, 4)
    assert "pass" in further.moves
    for move in ("xb1", "pass", "a3|"):
        done = position.play(move)
        assert (done.to_move, done.turn) == (1, 5)
        assert "pass" not in done.moves


def test_4_a_taken_block_goes_back_to_its_owner() -> None:
    before, position = after(BONUS), after(f"{BONUS} xb1")
    assert list(before.plain.supply) == [17, 18]
    assert list(position.plain.supply) == [17, 19]
    assert not {"b1", "c1"} & stacks(position).keys()


def test_r6_a_block_placed_since_makes_the_older_one_takeable() -> None:
    # The same tower, with Black's two blocks placed in the other order.
    other = after("a2| a3+b3 a1| b1+c1 b2+c2")
    assert stacks(other) == stacks(after(BONUS))
    assert [move for move in after(BONUS).moves if move[0] == "x"] == ["xb1"]
    assert [move for move in other.moves if move[0] == "x"] == ["xa3"]


def test_r6_taking_may_open_a_finished_level() -> None:
    # Level 1 is full and only levels 2 and 3 are open, so one more may be.
    position = after("a1| b1| a1+b1 c1| c2+c3 a2+a3 b2+b3")
    assert position.plain.finished == 1
    assert [move for move in position.moves if move[0] == "x"] == ["xc1"]
    opened = position.play("xc1")
    assert opened.plain.finished == 0
    assert opened.view()["freed"] == [[2, 0, 0], [2, 0, 1]]


def test_r8_the_other_player_and_later_turns_are_free() -> None:
    refilling = {"b1|", "c1|", "b1+c1"}
    assert not refilling & set(after(f"{BONUS} xb1").moves)
    assert not refilling & set(after(f"{BONUS} xb1 b2+b3").moves)
    assert refilling <= set(after(f"{BONUS} xb1 c3|").moves)
    assert refilling <= set(after(f"{BONUS} xb1 b2+b3 pass c3|").moves)


def test_r9_who_cannot_place_is_skipped_and_the_ban_ends() -> None:
    skipped = after(f"{SKIPPED} xa2", blocks=6)
    assert (skipped.to_move, skipped.moves, skipped.view()["freed"]) == (1, ["a2|"], [])
    again = after(f"{ASKED_AGAIN} xa2", blocks=5)
    assert (again.to_move, again.view()["freed"]) == (0, [])
    assert again.moves == ["a2|", "a3|", "a2+a3"]
    assert again.play("a2|").is_over


def test_5_the_ending_is_named() -> None:
    outcome = after(SCORED, **FOUR).outcome
    assert outcome == blockhaus.Outcome((17, 15), (0,), "all blocks are placed")


# The scene


def test_6_the_tally_shows_the_five_pictures() -> None:
    items = turris.tally(after(SCORED, **FOUR).plain)
    points = {(item.seat, item.view): item.points for item in items}
    assert [points[0, view] for view in turris.VIEWS] == [5, 2, 5, 2, 3]
    assert [points[1, view] for view in turris.VIEWS] == [1, 4, 2, 5, 3]
    right = next(item for item in items if (item.seat, item.view) == (0, "right"))
    assert right.text == "largest area seen from the right"
    assert set(right.cells) == {(2, 0, 0), (1, 0, 1)}  # b1 shows above the low c1


def test_6_the_tally_stands_at_any_time() -> None:
    assert turris.tally(after("").plain) == []
    position = after("c3|")
    assert [(item.view, item.points) for item in turris.tally(position.plain)] == [
        ("front", 2), ("back", 2), ("left", 2), ("right", 2), ("top", 1)
    ]  # fmt: skip
    assert [seat["points"] for seat in position.view()["seats"]] == [9, 0]


def test_the_table_says_what_is_due() -> None:
    view = after("").view()
    assert view["seats"][1] == {"colour": "black", "supply": {"black": 20}, "points": 0}
    assert (view["prompt"], view["freed"], view["latest"]) == (
        turris.PROMPTS["place"],
        [],
        [[], []],
    )
    view = after(BONUS).view()
    assert (view["prompt"], view["freed"]) == (turris.PROMPTS["bonus"], [])
    assert view["latest"] == [[[1, 1, 0], [2, 1, 0]], [[0, 2, 0], [1, 2, 0]]]
    view = after(f"{BONUS} xb1").view()
    assert (view["prompt"], view["freed"]) == (turris.PROMPTS["place"], [[1, 0, 0], [2, 0, 0]])
    assert after(SCORED, **FOUR).view()["prompt"] is None


def test_offers_show_what_is_picked_added_and_taken() -> None:
    offers = {offer["move"]: offer for offer in after(BONUS).view(0)["offers"]}
    standing, lying = [[0, 2, 1], [0, 2, 2]], [[0, 0, 2], [0, 1, 2]]
    for move, cells in (("a3|", standing), ("a1+a2", lying)):
        assert offers[move]["pick"] == cells
        assert offers[move]["add"] == [{"cells": cells, "colour": "white", "owner": 0}]
    taken = [[1, 0, 0], [2, 0, 0]]
    assert offers["xb1"]["pick"] == taken
    assert offers["xb1"]["take"] == [{"cells": taken, "colour": "black", "owner": 1}]
    label = {"label": "decline the bonus", "facts": {}}
    assert offers["pass"] == {"move": "pass", "pick": [], **label, "add": [], "take": []}


# What a network sees


def test_observation_is_the_movers() -> None:
    planes = observation(after(BONUS))
    own = {"a1.1", "a1.2", "a2.1", "a2.2", "b2.1", "c2.1"}
    theirs = {"b1.1", "c1.1", "a3.1", "b3.1"}
    assert [marked(plane) for plane in planes[:8]] == [
        own, theirs, {"a1.2", "a2.2"}, set(), {"b1.1", "a3.1", "b2.1"},
        {"b2.1", "c2.1"}, {"a3.1", "b3.1"}, set(),
    ]  # fmt: skip
    assert [set(plane.flat) for plane in planes[8:]] == [{17}, {18}, {1}, {1}]
    planes = observation(after(f"{BONUS} xb1"))
    assert [marked(plane) for plane in planes[:2]] == [{"a3.1", "b3.1"}, own]
    assert [marked(plane[:1]) for plane in planes[5:8]] == [
        {"a3.1", "b3.1"}, {"b2.1", "c2.1"}, {"b1.1", "c1.1"}
    ]  # fmt: skip
    assert [set(plane.flat) for plane in planes[8:]] == [{19}, {17}, {0}, {1}]


def test_observation_of_the_start_and_the_end() -> None:
    planes = observation(after("", **STRICT))
    assert not planes[:8].any()
    assert [set(plane.flat) for plane in planes[8:]] == [{20}, {20}, {0}, {0}]
    assert marked(observation(after("a1+a2"))[3]) == {"a1.1"}
    assert not observation(after(SCORED, **FOUR))[8:11].any()


# The invariant


@pytest.mark.parametrize(
    ("field", "index", "value", "says"),
    [
        ("supply", 0, 5, "do not add up"),
        ("cells", (0, 1), 7, "do not fit"),
        ("heads", 5, 1, "float"),
        ("finished", None, 1, "finished levels"),
        ("last", 1, 8, "placed last"),
        ("legal", None, 1, "legal actions"),
        ("freed", None, 1, "legal actions"),
        ("pairs", 0, 1, "foundation"),
    ],
)
def test_damage_is_found(field: str, index: Any, value: int, says: str) -> None:
    record = after("a1| b1+c1 a2|").record
    target = record[field][0] if index is not None else record[field]
    target[0 if index is None else index] = value
    problem = turris.invariant(Plain(record))
    assert problem is not None
    assert says in problem
