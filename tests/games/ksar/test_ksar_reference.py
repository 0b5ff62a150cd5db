"""Facts of KSAR worked out by hand, and random games checked with plain geometry."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import pytest

from games.ksar.reference import Naive

FOOTPRINTS = ["3x2", "2x3", "3x1", "1x3", "2x1", "1x2"]

# Left, front, right, back: the sides of a footprint as lengths, the first cell spanning 0 to 1.
Rectangle = tuple[int, int, int, int]


def after(moves: str, **options: int) -> Naive:
    game = Naive(**options)
    for move in moves.split():
        game.play(move)
    return game


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


@pytest.mark.parametrize("frame", [6, 10, 14])
def test_first_piece_goes_into_a_corner(frame: int) -> None:
    # Rules 3 and 4: six footprints in four corners, own or colourless.
    assert len(Naive(frame=frame).moves()) == 48
    assert len(Naive(frame=frame, neutrals=0).moves()) == 24


def test_corner_places_on_the_smallest_frame() -> None:
    flat = "a1:3x2 d1:3x2 a5:3x2 d5:3x2 a1:2x3 e1:2x3 a4:2x3 e4:2x3"
    side = "a1:3x1 d1:3x1 a6:3x1 d6:3x1 a1:1x3 f1:1x3 a4:1x3 f4:1x3"
    upright = "a1:2x1 e1:2x1 a6:2x1 e6:2x1 a1:1x2 f1:1x2 a5:1x2 f5:1x2"
    assert Naive(frame=6, neutrals=0).moves() == sorted(f"{flat} {side} {upright}".split())


@pytest.mark.parametrize(
    ("move", "cells", "tall"),
    [
        ("a1:3x2", "a1 b1 c1 a2 b2 c2", 1),
        ("a1:2x3", "a1 b1 a2 b2 a3 b3", 1),
        ("a1:3x1", "a1 b1 c1", 2),
        ("a1:1x3", "a1 a2 a3", 2),
        ("a1:2x1", "a1 b1", 3),
        ("a1:1x2", "a1 a2", 3),
    ],
)
def test_poses(move: str, cells: str, tall: int) -> None:
    # Rule 3.
    assert after(move).stacks() == {cell: ["dark"] * tall for cell in cells.split()}
    assert after(move + "n").stacks() == {cell: ["neutral"] * tall for cell in cells.split()}


@pytest.mark.parametrize(
    ("before", "move", "legal"),
    [
        ("", "e1:3x2", False),  # 4: the front alone
        ("a1:3x2", "b3:2x1", False),  # 4: the front alone
        ("a1:3x2", "d1:1x2", True),  # 4: frame and piece
        ("a1:3x2 d1:1x3", "b3:2x1", True),  # 4: two pieces
        ("a1:2x3 e1:2x3", "c2:2x1", False),  # R1: left and right alone
        ("a1:3x2 a5:3x2", "a4:1x2", False),  # 6: half on a piece
        ("a1:3x2", "d3:3x1", False),  # R2: an edge is no contact
        ("a1:3x2 a3:2x1", "c3:3x1", True),  # R2: one unit of length is
        ("a1:3x2", "d1:2x3", False),  # 5
        ("a1:3x2n", "d1:2x3n", False),  # 5: whatever the colour
        ("a1:3x2 d1:3x1", "d2:3x2", False),  # 5: one unit is too much
        ("a1:3x2 d1:1x2 a3:3x1", "d3:3x2", True),  # 5: an edge is allowed
        ("a1:3x2", "a1:1x2", False),  # 6
        ("", "f1:2x1", False),  # 3: sticks out
        ("", "e1:2x1", True),  # R4: no pose clashes with the frame
        ("", "f7:1x2", False),
        ("", "a1:2x2", False),
        ("", "pass", False),
        ("", "", False),
    ],
)
def test_places(before: str, move: str, legal: bool) -> None:
    game = after(before, frame=6)
    assert (move in game.moves()) is legal
    if not legal:
        unchanged = game.stacks()
        with pytest.raises(ValueError):
            game.play(move)
        assert game.stacks() == unchanged


def test_supply() -> None:
    # Rules 1 and 3: own pieces and colourless ones run out separately, for each player.
    game = after("a1:3x2 d1:1x2n", pieces=1, neutrals=1)
    assert game.to_move == 0
    assert all(move.endswith("n") for move in game.moves())
    game.play("a3:1x2n")
    assert game.to_move == 1
    assert not any(move.endswith("n") for move in game.moves())


def test_nobody_has_a_piece_left() -> None:
    # Rules 7, 9 and R6.
    game = after("a1:3x2 f1:1x2", frame=6, pieces=1, neutrals=0)
    assert game.to_move is None
    assert game.moves() == []
    assert game.outcome() == ((1, 1), (1,))
    with pytest.raises(ValueError):
        game.play("a6:3x1")


def test_colourless_piece_counts_for_both() -> None:
    # Rule 8: d2 joins dark's a1 and light's d1, which touch each other but do not add up.
    game = after("a1:3x2 d1:3x1 d2:1x2n e6:2x1n", frame=6, pieces=1, neutrals=1)
    assert game.outcome() == ((2, 2), (1,))


def test_set_of_colourless_pieces_alone() -> None:
    # R5.
    game = after("a1:3x2 f1:1x2 d5:3x2n a6:3x1n a4:1x2n c4:1x2n", frame=6, pieces=1, neutrals=2)
    assert game.outcome() == ((4, 4), (1,))


def test_branching_set_counts_whole() -> None:
    # R5: three dark pieces around a2, no two of them touching; light has f3, d5 and a6.
    moves = "a1:3x1 d1:2x1 a2:3x2 d5:3x2 d2:3x1 a6:3x1 a4:2x1 f3:1x2"
    assert after(moves, frame=6, pieces=4, neutrals=0).outcome() == ((4, 3), (0,))


def test_edges_do_not_connect() -> None:
    # Rule 8: a1 and c4 meet in an edge.
    game = after("a1:2x3 a4:2x1 c4:1x3 e1:2x3", frame=6, pieces=2, neutrals=0)
    assert game.outcome() == ((1, 1), (1,))


def test_blocked_with_colourless_pieces_in_hand() -> None:
    # Rules 7 and 8: dark's largest set is 3 but two colourless pieces stay in hand.
    moves = "a1:2x3 a4:1x2n e1:2x3 f4:1x2n c5:3x2 d2:1x3 c1:1x2 b4:1x3"
    assert after(moves, frame=6, neutrals=2).outcome() == ((1, 2), (1,))


def test_tie_goes_to_the_last_piece() -> None:
    # Rule 9: blocked after dark's fourth piece; sets of 3 and one colourless in hand each.
    moves = "d1:3x1 d2:3x2 a6:3x1 d5:1x2n a3:2x3n b2:2x1 f4:1x3"
    assert after(moves, frame=6, neutrals=2).outcome() == ((2, 2), (0,))


def test_copy_is_independent() -> None:
    game = after("a1:3x2")
    other = game.copy()
    other.play("d1:1x2n")
    assert game.to_move == 1
    assert "d1" not in game.stacks()
    assert game.moves() == after("a1:3x2").moves()
    assert other.moves() == after("a1:3x2 d1:1x2n").moves()


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
def test_random_games(games: int, frame: int, pieces: int, neutrals: int) -> None:
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
