"""KSAR: what its worked examples cannot say: notation, endings, scores, what players and networks
see, and its reference against plain geometry.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.engine import engine
from blockhaus.core.layout import Plain
from blockhaus.core.native import loops
from blockhaus.core.native.records import array_of
from blockhaus.games.ksar import rules, scene
from blockhaus.learn.rulebook import examples, position_of
from games.ksar.reference import Naive


def after(moves: str, **options: Any) -> blockhaus.Position:
    return list(blockhaus.game("ksar", **options).positions(moves.split()))[-1]


# Refusals


def test_every_reason_has_an_example() -> None:
    refusals = [position_of("ksar", each).why_not(each["try"]) for each in examples("ksar")]
    assert {refusal.code for refusal in refusals if refusal} == {r.code for r in scene.REASONS}


@pytest.mark.parametrize("move", ["j1:2x1n", "a1:1x2n", "e5:1x2n", "d1:2x3n"])
def test_rule_1_comes_before_any_fault_of_the_place(move: str) -> None:
    refusal = after("a1:3x2", neutrals=0).why_not(move)
    assert refusal and refusal.code == "no-piece"


def test_rule_5_comes_before_a_missing_contact() -> None:
    refusal = after("a1:3x2").why_not("b3:3x2")
    assert refusal and refusal.code == "same-height"


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


# Play


@pytest.mark.parametrize("frame", range(6, 15))
def test_rules_3_and_4_the_first_piece_goes_into_a_corner(frame: int) -> None:
    position = after("", frame=frame)
    assert len(position.moves) == 4 * 6 * 2
    for action in position.actions:
        piece = scene.placed(position.plain, action)
        assert piece.x in (0, frame - piece.wide)
        assert piece.y in (0, frame - piece.deep)


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


@pytest.mark.parametrize("frame", range(6, 15))
def test_rule_8_score_and_tally_agree_at_every_position(frame: int) -> None:
    dice = random.Random(frame)
    position = after("", frame=frame, pieces=20, neutrals=6)
    while not position.is_over:
        position = position.after(dice.choice(position.actions))
        totals = [0, 0]
        for item in scene.tally(position.plain):
            totals[item.seat] += item.points
        assert engine().score(rules.State, position.state)[0][:2] == totals


# What players see


def test_tally_shows_the_largest_set_and_what_was_kept() -> None:
    position = after("a1:3x2 h9:3x2 d1:1x2n")
    dark, kept, light, both = scene.tally(position.plain)
    assert (dark.seat, dark.points, dark.text) == (0, 2, "pieces in the largest set")
    names = " ".join(position.game.grid.name(cell) for cell in dark.cells)
    assert names == "a1 b1 c1 a2 b2 c2 d1 d2"
    assert (kept.points, kept.text) == (-2, "colourless pieces not placed")
    assert (light.seat, light.points, both.points) == (1, 1, -3)


def test_table() -> None:
    table = scene.table(after("a1:3x2 h9:3x2n").plain, None)
    assert [
        (seat.colour, seat.points, [(str(s.name), s.colour, s.count) for s in seat.supply])
        for seat in table.seats
    ] == [
        ("dark", -2, [("pieces", "dark", 11), ("colourless pieces", "neutral", 3)]),
        ("light", -1, [("pieces", "light", 12), ("colourless pieces", "neutral", 2)]),
    ]
    assert table.prompt == "place"
    ended = after("a1:3x2 f1:1x2", frame=6, pieces=1, neutrals=0)
    assert scene.table(ended.plain, 0).prompt is None


def test_a_joined_set_is_announced_with_its_cells_and_what_it_brings() -> None:
    position = after("a1:1x3 d1:3x1n b1:2x3n", frame=6)
    joined, helped = position.events
    assert (joined.seat, joined.points, len(joined.cells)) == (0, 2, 3 + 3 + 6)
    assert str(joined.sentence) == "One piece joins 2 sets of dark: 3 pieces hang together."
    assert (helped.seat, helped.points, len(helped.cells)) == (1, 1, 3 + 6)
    said = "The colourless piece helps light: the largest set now has 2 pieces."
    assert str(helped.sentence) == said


def test_the_last_piece_and_a_tie_are_announced() -> None:
    last, tie = after("a1:3x2 f1:1x2", frame=6, pieces=1, neutrals=0).events
    assert str(last.sentence) == "The last piece of light is placed."
    assert str(tie.sentence) == "It is 1 all: the last piece decides for light."
    assert last.cells == tie.cells == ((5, 0, 0), (5, 1, 0))
    assert (last.seat, tie.seat, last.points, tie.points) == (1, 1, 0, 0)


def test_the_frame_is_a_real_one() -> None:
    board = after("", frame=7).scene().board
    assert board.frame and board.size == (7, 7, 3)


def test_an_offer_is_picked_by_two_corners_and_adds_one_block() -> None:
    offers = {offer["move"]: offer for offer in after("").view(0)["offers"]}
    assert offers["i8:2x3"]["pick"] == [[8, 7, 0], [9, 9, 0]]
    (block,) = offers["j1:1x2n"]["add"]
    assert block["colour"] == "neutral" and block["owner"] is None
    assert block["cells"] == [[9, y, z] for z in range(3) for y in range(2)]
    assert offers["j1:1x2n"]["take"] == []


def test_no_two_footprints_have_the_same_picks() -> None:
    game = blockhaus.game("ksar", frame=6)
    picks = [str(scene.picks(game.plain_start, action)) for action in range(game.actions)]
    assert len(set(picks)) == game.actions / 2  # coloured and colourless alike


# What networks see


def observation(position: blockhaus.Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(rules.planes(position.plain), np.int8)
    loops.seen(array_of(position), planes)
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
    s = Plain(rules.State, after("a1:3x2 d1:1x2").state)
    getattr(s, field)[index] ^= 1 if field == "supply" else 1 << 44
    assert sentence in (scene.invariant(s) or "")


@pytest.mark.parametrize(("pose", "cell", "cells"), [(4, 24, 3 << 24), (0, 3, 7 << 3 | 7 << 13)])
def test_invariant_wants_rules_4_and_5_kept(pose: int, cell: int, cells: int) -> None:
    s = Plain(rules.State, after("a1:3x2").state)
    s.placed[pose, 0] |= 1 << cell
    s.colours[1, 0] = cells
    assert "should not stand there" in (scene.invariant(s) or "")


def test_invariant_counts_turns() -> None:
    s = Plain(rules.State, after("a1:3x2").state)
    s.turn = 2
    assert "the turns do not add up" in (scene.invariant(s) or "")


# The reference


def reference_after(moves: str, **options: int) -> Naive:
    game = Naive(**options)
    for move in moves.split():
        game.play(move)
    return game


@pytest.mark.parametrize("move", ["a1:1x2", "f7:1x2", "b5:2x2", "pass", ""])
def test_the_reference_refuses_what_is_not_legal(move: str) -> None:
    game = reference_after("a1:3x2", frame=6)
    unchanged = game.stacks()
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(move)
    assert game.stacks() == unchanged


def test_a_copy_of_the_reference_is_independent() -> None:
    game = reference_after("a1:3x2")
    other = game.copy()
    other.play("d1:1x2n")
    assert game.to_move == 1
    assert "d1" not in game.stacks()
    assert game.moves() == reference_after("a1:3x2").moves()
    assert other.moves() == reference_after("a1:3x2 d1:1x2n").moves()


FOOTPRINTS = ["3x2", "2x3", "3x1", "1x3", "2x1", "1x2"]

# Left, front, right, back: the sides of a footprint as lengths, the first cell spanning 0 to 1.
Rectangle = tuple[int, int, int, int]


@cache
def rectangle(move: str) -> Rectangle:
    match = re.fullmatch(r"([a-n])(\d+):(\d)x(\d)n?", move)
    assert match
    left, front = ord(match[1]) - ord("a"), int(match[2]) - 1
    return left, front, left + int(match[3]), front + int(match[4])


def height(move: str) -> int:
    left, front, right, back = rectangle(move)
    return 6 // ((right - left) * (back - front))


def overlap(low: int, high: int, other_low: int, other_high: int) -> int:
    return min(high, other_high) - max(low, other_low)


def share_ground(one: str, two: str) -> bool:
    a, b = rectangle(one), rectangle(two)
    return overlap(a[0], a[2], b[0], b[2]) > 0 and overlap(a[1], a[3], b[1], b[3]) > 0


def share_face(one: str, two: str) -> str:
    """`x` if left meets right, `y` if front meets back, else nothing."""
    a, b = rectangle(one), rectangle(two)
    across, along = overlap(a[0], a[2], b[0], b[2]), overlap(a[1], a[3], b[1], b[3])
    return "x" if across == 0 and along > 0 else "y" if along == 0 and across > 0 else ""


def is_legal_place(move: str, before: list[str], frame: int) -> bool:
    left, front, right, back = rectangle(move)
    contacts = {share_face(move, other) for other in before}
    held_across = left == 0 or right == frame or "x" in contacts
    held_along = front == 0 or back == frame or "y" in contacts
    return (
        right <= frame
        and back <= frame
        and not any(share_ground(move, other) for other in before)
        and held_across
        and held_along
        and not any(share_face(move, other) and height(move) == height(other) for other in before)
    )


def largest_set(moves: list[str], seat: int) -> int:
    """The slow way: give every piece a label and spread the smallest until nothing changes."""
    counted = [i for i, move in enumerate(moves) if move.endswith("n") or i % 2 == seat]
    label = {i: i for i in counted}
    changed = True
    while changed:
        changed = False
        for i in counted:
            for j in counted:
                if label[j] < label[i] and share_face(moves[i], moves[j]):
                    label[i] = label[j]
                    changed = True
    return max(Counter(label.values()).values(), default=0)


def random_game(rng: random.Random, **options: int) -> tuple[Naive, list[str]]:
    game = Naive(**options)
    moves: list[str] = []
    while game.to_move is not None:
        assert game.outcome() is None
        assert game.to_move == len(moves) % 2
        legal = game.moves()
        assert legal == sorted(set(legal))
        moves.append(rng.choice(legal))
        game.play(moves[-1])
    return game, moves


def check_pieces(game: Naive, moves: list[str], pieces: int, neutrals: int) -> None:
    for seat in (0, 1):
        colourless = sum(move.endswith("n") for move in moves[seat::2])
        assert colourless <= neutrals
        assert len(moves[seat::2]) - colourless <= pieces
    colours = Counter(colour for stack in game.stacks().values() for colour in stack)
    owners = Counter(
        "neutral" if move.endswith("n") else ("dark", "light")[i % 2]
        for i, move in enumerate(moves)
    )
    # Rule 2: every piece fills six units.
    assert colours == {colour: 6 * count for colour, count in owners.items()}


def check_outcome(game: Naive, moves: list[str], neutrals: int) -> None:
    scores = []
    for seat in (0, 1):
        unplayed = neutrals - sum(move.endswith("n") for move in moves[seat::2])
        scores.append(largest_set(moves, seat) - unplayed)
    winner = (len(moves) - 1) % 2 if scores[0] == scores[1] else scores.index(max(scores))
    assert game.outcome() == (tuple(scores), (winner,))


@pytest.mark.parametrize(
    ("games", "frame", "pieces", "neutrals"),
    [(80, 6, 12, 3), (80, 6, 3, 2), (30, 7, 1, 6), (15, 8, 12, 0), (5, 10, 12, 3)],
)
def test_random_games_of_the_reference(games: int, frame: int, pieces: int, neutrals: int) -> None:
    rng = random.Random(frame * 1000 + pieces * 10 + neutrals)
    for _ in range(games):
        game, moves = random_game(rng, frame=frame, pieces=pieces, neutrals=neutrals)
        assert game.moves() == []
        assert all(is_legal_place(moves[i], moves[:i], frame) for i in range(len(moves)))
        check_pieces(game, moves, pieces, neutrals)
        check_outcome(game, moves, neutrals)


def test_moves_are_all_places_that_geometry_allows() -> None:
    rng = random.Random(4)
    squares = [f"{column}{row}" for column in "abcdef" for row in range(1, 7)]
    places = [f"{square}:{footprint}" for square in squares for footprint in FOOTPRINTS]
    for _ in range(5):
        game = Naive(frame=6, neutrals=0)
        moves: list[str] = []
        while True:
            assert game.moves() == sorted(p for p in places if is_legal_place(p, moves, 6))
            if game.to_move is None:
                break
            moves.append(rng.choice(game.moves()))
            game.play(moves[-1])


def test_what_a_kept_colourless_piece_costs_is_told() -> None:
    position = blockhaus.game("ksar").start()
    (fact,) = position.scene(0).facts
    assert fact.main and fact.value == -1
    bare = blockhaus.game("ksar", neutrals=0).start()
    assert not bare.scene(0).facts
