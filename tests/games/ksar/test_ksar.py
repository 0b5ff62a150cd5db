"""KSAR: refusals, notation, endings, scores, and what players and networks see.

Numbers in names are those of the rules in the game file.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.engine import engine
from blockhaus.core.native import loops
from blockhaus.core.rules import Plain
from blockhaus.games import ksar


def after(moves: str, **options: Any) -> blockhaus.Position:
    return list(blockhaus.game("ksar", **options).positions(moves.split()))[-1]


def refusal(moves: str, tried: str, **options: Any) -> tuple[str, str, str, str]:
    """The code, rule, cells and sentence a move is refused with."""
    found = after(moves, **options).why_not(tried)
    assert found is not None
    return found.code, found.rule, " ".join(found.cells), found.text()


# Refusals


def test_rule_1_no_coloured_piece_left() -> None:
    short = {"pieces": 1, "neutrals": 1}
    found = refusal("a1:3x2 d1:1x2", "a3:1x2", **short)
    assert found == ("no-piece", "1", "", "You have no dark piece left.")
    found = refusal("a1:3x2 d1:1x2 a3:1x2n", "h1:3x2", **short)
    assert found == ("no-piece", "1", "", "You have no light piece left.")


def test_rule_1_no_colourless_piece_left() -> None:
    found = refusal("", "a1:1x2n", neutrals=0)
    assert found == ("no-piece", "1", "", "You have no colourless piece left.")


@pytest.mark.parametrize("move", ["j1:2x1n", "a1:1x2n", "e5:1x2n", "d1:2x3n"])
def test_rule_1_comes_before_any_fault_of_the_place(move: str) -> None:
    assert refusal("a1:3x2", move, neutrals=0)[0] == "no-piece"


@pytest.mark.parametrize("move", ["i1:3x2", "a9:2x3", "j10:2x1", "j10:1x2n"])
def test_rule_3_outside(move: str) -> None:
    text = f"From {move.split(':')[0]} the piece would stick out of the frame."
    assert refusal("", move) == ("outside", "3", "", text)


def test_rule_4_touching_nothing() -> None:
    text = "The piece would touch neither the frame nor another piece."
    assert refusal("a1:3x2", "e5:3x1") == ("apart", "4", "", text)
    assert refusal("a1:3x2", "d3:1x2") == ("apart", "4", "", text)  # an edge is no contact


def test_rule_4_touching_one_way_only() -> None:
    text = "It would touch only at its front or back; its left or right must touch too."
    assert refusal("", "e1:3x2") == ("one-way", "4", "", text)
    text = "It would touch only at its left or right; its front or back must touch too."
    assert refusal("a1:2x3 e1:2x3", "c2:2x1", frame=6) == ("one-way", "4", "", text)


def test_rule_5_names_every_piece_of_the_same_height() -> None:
    text = "It would touch a piece, at a1, that is 3 high too."
    assert refusal("a1:1x2", "b1:2x1") == ("same-height", "5", "a1 a2", text)
    text = "It would touch a piece, at a1 and d1, that is 3 high too."
    found = refusal("a1:1x2 e1:2x3 d1:1x2", "b1:2x1", frame=6)
    assert found == ("same-height", "5", "a1 a2 d1 d2", text)


def test_rule_5_comes_before_a_missing_contact() -> None:
    assert refusal("a1:3x2", "b3:3x2")[0] == "same-height"


def test_rule_6_names_every_piece_below() -> None:
    text = "It would stand on a piece, at a1 and d1, and not on the table."
    found = refusal("a1:3x2 d1:1x2", "c1:3x1")
    assert found == ("on-top", "6", "a1 b1 c1 a2 b2 c2 d1 d2", text)


# Notation


@pytest.mark.parametrize(
    ("move", "hint"),
    [
        ("", "write c4:3x2"),
        ("c4", "write c4:3x2"),
        ("c4:3x2m", "write c4:3x2"),
        ("C4:3x2", "write c4:3x2"),
        ("c04:3x2", "write c4:3x2"),
        ("c4:3x2 ", "write c4:3x2"),
        ("c4:3x2\n", "write c4:3x2"),
        ("c٤:3x2", "write c4:3x2"),
        ("c4:2x2", "A piece cannot cover 2x2"),
        ("c4:6x1", "A piece cannot cover 6x1"),
        ("k1:1x2", "columns are a to j, its rows 1 to 10"),
        ("a11:1x2", "columns are a to j, its rows 1 to 10"),
    ],
)
def test_slips_of_notation(move: str, hint: str) -> None:
    with pytest.raises(blockhaus.NotationError, match=hint):
        after("").play(move)


def test_column_n_and_a_colourless_piece_are_told_apart() -> None:
    position = after("n1:1x2n", frame=14)
    assert [block.colour for block in ksar.blocks(position.plain)] == ["neutral"]
    assert [block.colour for block in ksar.blocks(after("n1:1x2", frame=14).plain)] == ["dark"]


# Play


@pytest.mark.parametrize("frame", range(6, 15))
def test_rules_3_and_4_the_first_piece_goes_into_a_corner(frame: int) -> None:
    position = after("", frame=frame)
    assert len(position.moves) == 4 * 6 * 2
    for action in position.actions:
        piece = ksar.placed(position.plain, action)
        assert piece.x in (0, frame - piece.wide)
        assert piece.y in (0, frame - piece.deep)


def test_moves_are_those_of_both_kinds_in_hand() -> None:
    assert len(after("", neutrals=0).moves) == 4 * 6
    moves = after("a1:3x2 h9:3x2", pieces=1, neutrals=1).moves
    assert moves and all(move.endswith("n") for move in moves)


def test_the_order_of_placing_leaves_no_trace() -> None:
    one = after("a1:3x2 h10:3x1 a9:1x2n j1:1x3")
    other = after("a9:1x2n j1:1x3 a1:3x2 h10:3x1")
    assert one == other and hash(one) == hash(other)


def test_rule_7_endings() -> None:
    short = after("a1:3x2 f1:1x2", frame=6, pieces=1, neutrals=0)
    assert short.outcome and short.outcome.code == "pieces"
    full = after("d1:3x1 d2:3x2 a6:3x1 d5:1x2n a3:2x3n b2:2x1 f4:1x3", frame=6, neutrals=2)
    assert full.outcome and full.outcome.code == "places"
    assert full.moves == [] and full.turn == 7


def test_rule_7_the_game_goes_on_while_the_next_player_has_a_colourless_piece() -> None:
    position = after("a1:3x2 j1:1x2", pieces=1, neutrals=1)
    assert position.to_move == 0


@pytest.mark.parametrize("frame", range(6, 15))
def test_rule_8_score_and_tally_agree_at_every_position(frame: int) -> None:
    dice = random.Random(frame)
    position = after("", frame=frame, pieces=20, neutrals=6)
    while not position.is_over:
        position = position.after(dice.choice(position.actions))
        totals = [0, 0]
        for item in ksar.tally(position.plain):
            totals[item.seat] += item.points
        assert engine().score(position.record)[0] == totals


def test_rule_8_a_score_may_be_negative() -> None:
    position = after("a1:3x2 f1:1x2", frame=6, pieces=1, neutrals=6)
    assert engine().score(position.record)[0] == [-5, -5]


# What players see


def test_tally_shows_the_largest_set_and_what_was_kept() -> None:
    position = after("a1:3x2 h9:3x2 d1:1x2n")
    dark, kept, light, both = ksar.tally(position.plain)
    assert (dark.seat, dark.points, dark.text) == (0, 2, "pieces in the largest set")
    names = " ".join(position.game.grid.name(cell) for cell in dark.cells)
    assert names == "a1 b1 c1 a2 b2 c2 d1 d2"
    assert (kept.points, kept.text) == (-2, "colourless pieces not placed")
    assert (light.seat, light.points, both.points) == (1, 1, -3)


def test_table() -> None:
    assert ksar.table(after("a1:3x2 h9:3x2n").plain, None) == {
        "seats": [
            {"colour": "dark", "supply": {"dark": 11, "neutral": 3}, "points": -2},
            {"colour": "light", "supply": {"light": 12, "neutral": 2}, "points": -1},
        ],
        "prompt": "place",
    }
    ended = after("a1:3x2 f1:1x2", frame=6, pieces=1, neutrals=0)
    assert ksar.table(ended.plain, 0)["prompt"] is None


def test_an_offer_is_picked_by_two_corners_and_adds_one_block() -> None:
    offers = {offer["move"]: offer for offer in after("").view(0)["offers"]}
    assert offers["i8:2x3"]["pick"] == [[8, 7, 0], [9, 9, 0]]
    (block,) = offers["j1:1x2n"]["add"]
    assert block["colour"] == "neutral" and block["owner"] is None
    assert block["cells"] == [[9, y, z] for z in range(3) for y in range(2)]
    assert offers["j1:1x2n"]["take"] == []


def test_no_two_footprints_have_the_same_picks() -> None:
    game = blockhaus.game("ksar", frame=6)
    picks = [str(ksar.picks(game.plain_start, action)) for action in range(game.actions)]
    assert len(set(picks)) == game.actions / 2  # coloured and colourless alike


# What networks see


def observation(position: blockhaus.Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(ksar.planes(position.plain), np.int8)
    loops.seen(position.record, planes)
    return planes


def test_observation_is_that_of_the_mover() -> None:
    planes = observation(after("a1:3x2 h10:3x1n d1:1x2"))  # light is to move
    heights = [
        {(int(x), int(y)): int(plane[y, x]) for y, x in np.argwhere(plane)} for plane in planes[:3]
    ]
    flat = {(x, y): 1 for x in range(3) for y in range(2)}
    upright = {(3, 0): 3, (3, 1): 3}
    assert heights == [{}, flat | upright, {(7, 9): 2, (8, 9): 2, (9, 9): 2}]
    supplies = [np.unique(plane).tolist() for plane in planes[3:]]
    assert supplies == [[12], [2], [10], [3]]


# The invariant notices


@pytest.mark.parametrize(
    ("field", "index", "sentence"),
    [
        ("supply", (0, 0), "dark pieces have been lost"),
        ("supply", (1, 1), "neutral pieces have been lost"),
        ("placed", (2, 0), "neutral pieces do not add up"),
        ("placed", (1, 1), "pieces overlap or stick out"),
        ("colours", (1, 1), "the light pieces do not add up"),
        ("free", (4, 0), "the places for 2x1 are not marked"),
        ("free", (4, 1), "the places for 2x1 are not marked"),  # beyond the last row
        ("sides", (2, 0), "the places for 3x1 are not marked"),
        ("fronts", (5, 0), "the places for 1x2 are not marked"),
    ],
)
def test_invariant(field: str, index: tuple[int, int], sentence: str) -> None:
    record = after("a1:3x2 d1:1x2").record
    assert ksar.invariant(Plain(record)) is None
    record[field][0][index] ^= 1 if field == "supply" else 1 << 44
    assert sentence in (ksar.invariant(Plain(record)) or "")


@pytest.mark.parametrize(("pose", "cell", "cells"), [(4, 24, 3 << 24), (0, 3, 7 << 3 | 7 << 13)])
def test_invariant_wants_rules_4_and_5_kept(pose: int, cell: int, cells: int) -> None:
    record = after("a1:3x2").record
    record["placed"][0][pose, 0] |= 1 << cell
    record["colours"][0][1, 0] = cells
    assert "should not stand there" in (ksar.invariant(Plain(record)) or "")
