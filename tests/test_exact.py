"""Exact values agree with looking at everything in plain Python, and images tell what is alike."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.rules import IMAGE_WORDS, generic
from blockhaus.search.early import UNKNOWN, Early
from blockhaus.search.exact import Prover
from test_solve import random_game, small_endings

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("kewbz", {"board": 5, "cubes": 6}),
    ("ksar", {"frame": 6, "pieces": 3, "neutrals": 1}),
    ("kwinty", {"width": 5, "height": 4, "line": 4}),
    ("turris", {"blocks": 5}),
    ("turris", {"blocks": 4, "flat_ground": False}),
]
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("kewbz", {"cubes": 60, "board": 12}),
    ("ksar", {"frame": 14, "pieces": 20}),
    ("kwinty", {"blocks": 6}),
    ("turris", {}),
]
IMAGELESS: list[tuple[str, dict[str, Any]]] = [("qbq", {})]  # only the same record is alike
small = pytest.mark.parametrize(("name", "options"), SMALL, ids=str)
every = pytest.mark.parametrize(("name", "options"), SMALL + OTHERS, ids=str)
Known = dict[blockhaus.Position, int]


def worth(outcome: blockhaus.Outcome, margin: bool) -> int:
    """The value of a finished game as the prover counts it."""
    difference = outcome.scores[0] - outcome.scores[1]
    if margin and difference:
        return 2 * difference
    return (0 in outcome.winners) - (1 in outcome.winners)


def minimax(position: blockhaus.Position, margin: bool, known: Known) -> int:
    """The value, from everything that can be played."""
    if position.outcome:
        return worth(position.outcome, margin)
    if position not in known:
        best = max if position.to_move == 0 else min
        known[position] = best(
            minimax(position.after(action), margin, known) for action in position.actions
        )
    return known[position]


@pytest.mark.parametrize("margin", [False, True], ids=["result", "margin"])
@pytest.mark.parametrize(("name", "options"), SMALL + OTHERS + IMAGELESS, ids=str)
def test_values_are_those_of_looking_at_everything(
    name: str, options: dict[str, Any], margin: bool, full: bool
) -> None:
    game = blockhaus.game(name, **options)
    prover = Prover(game, margin, memory=0.02)  # so small that entries are overwritten
    endings = list(islice(small_endings(game, 1500 if full else 200), 6))
    assert len(endings) >= 4
    for position in endings:
        known: Known = {}
        value = minimax(position, margin, known)
        assert prover.value(position) == value
        for guess in (-20, 20):
            assert Prover(game, margin, memory=0.02).value(position, guess=guess) == value


def test_a_whole_small_board_is_valued_as_by_looking_at_everything() -> None:
    start = blockhaus.game("kwinty", width=5, height=4, line=4, blocks=4).start()
    known: Known = {}
    value = minimax(start, False, known)
    prover = Prover(start.game)
    assert prover.value(start) == value
    assert len(known) > 5000
    for position in list(known)[::50]:
        assert prover.value(position) == known[position]


def random_positions(game: blockhaus.Game, number: int) -> list[blockhaus.Position]:
    found: list[blockhaus.Position] = []
    seed = 0
    while len(found) < number:
        found += random_game(game, seed)[:-1]
        seed += 1
    return found[:number]


@every
def test_positions_alike_have_alike_games_before_them(
    name: str, options: dict[str, Any], full: bool
) -> None:
    """Whatever shares an image has moves to the same images and to equal ends: then, by
    induction, it has the same value. Looked at are all first positions and many later ones.
    """
    game = blockhaus.game(name, **options)
    prover = Prover(game, True)
    trail = [game.start()]
    for position in trail:
        if len(trail) > (6000 if full else 300):
            break
        trail += [position.after(action) for action in position.actions]
    followers: dict[tuple[int, int], list[Any]] = {}
    shared = 0
    for position in [*trail, *random_positions(game, 2000 if full else 100)]:
        if position.outcome:
            continue
        after = sorted(
            (worth(p.outcome, True), 0) if p.outcome else prover.fingerprint(p)
            for p in map(position.after, position.actions)
        )
        mark = prover.fingerprint(position)
        shared += mark in followers
        assert followers.setdefault(mark, after) == after
    assert shared >= 20


@small
def test_images_are_the_same_plain_and_compiled(name: str, options: dict[str, Any]) -> None:
    game = blockhaus.game(name, **options)
    prover = Prover(game)
    first = game.start()
    positions = [first.after(action) for action in first.actions] + random_positions(game, 60)
    marks: dict[tuple[int, int], list[int]] = {}
    for position in positions:
        ways = range(generic["images"](position.plain))
        least = min(plain_image(position, which) for which in ways)
        assert len(ways) > 1
        assert marks.setdefault(prover.fingerprint(position), least) == least
    assert len(marks) == len(set(map(tuple, marks.values()))) < len(positions)


def plain_image(position: blockhaus.Position, which: int) -> list[int]:
    out = [0] * IMAGE_WORDS
    return out[: generic["image"](position.plain, which, out)]


def test_the_first_positions_are_counted_once_and_valued_from_the_last() -> None:
    game = blockhaus.game("kwinty", width=5, height=4, line=4)
    early = Early(game.start(), 4)
    prover = Prover(game)
    values = np.full(len(early), UNKNOWN, np.int16)
    for i in early.last:
        value = prover.value_of(early.record(i))
        assert value is not None
        values[i] = value
    early.back_up(values, margin=False)
    for i in range(0, len(early), 3):
        assert Prover(game, memory=1).value_of(early.record(i)) == values[i]
    assert values[0] == 1
    assert early.index(game.start()) == 0
    lying = early.index(game.start().play("i+j"))
    assert lying is not None
    assert values[lying] == 0
    mirrored = [early.index(game.start().play("i|").play(move)) for move in ("h|", "j|")]
    assert mirrored[0] == mirrored[1] != lying
    assert len(set(early.checks[: len(early)].tolist())) == len(early)
    deep = random_game(game, 1)[-2]
    assert early.index(deep) is None


def test_a_limit_of_positions_is_kept_and_nothing_wrong_remembered() -> None:
    game = blockhaus.game("kwinty", width=5, height=5, line=4)
    prover = Prover(game)
    assert prover.value(game.start(), nodes=50) is None
    assert prover.nodes <= 52
    prover.stop[0] = 1
    assert prover.value(game.start()) is None
    prover.stop[0] = 0
    assert prover.value(game.start()) == 1
    assert prover.value(game.start().play("i+j")) == -1
