"""Playing the engine and a naive reference side by side."""

from __future__ import annotations

import inspect
import random
from importlib import import_module
from typing import Any

import blockhaus
from blockhaus.core.grid import LETTERS, column


def reference(position: blockhaus.Position) -> Any:
    """The naive reference at the start position of a game."""
    naive = import_module(f"naive.{position.game.id}").Naive
    known = inspect.signature(naive).parameters
    options = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in position.game.options.items()
        if name in known
    }
    return naive(position.secrets(), **options) if position.secrets() else naive(**options)


def stacks(position: blockhaus.Position) -> dict[str, list[str]]:
    """Every occupied column with its colours from the bottom up."""
    grid = position.game.grid
    found: dict[str, list[tuple[int, str]]] = {}
    for block in position.game.definition.blocks(position.plain):
        for x, y, z in block.cells:
            name = LETTERS[x] if grid.upright else column(x, y)
            found.setdefault(name, []).append((z, block.colour))
    return {name: [colour for _, colour in sorted(cubes)] for name, cubes in found.items()}


def assert_same(position: blockhaus.Position, naive: Any) -> None:
    where = f"{position.game!r} seed {position.seed}: {' '.join(position.history)}"
    assert position.to_move == naive.to_move, where
    ours, theirs = sorted(position.moves), naive.moves()
    assert ours == theirs, (
        f"{where}\nonly the engine: {sorted(set(ours) - set(theirs))}\n"
        f"only the reference: {sorted(set(theirs) - set(ours))}"
    )
    outcome = position.outcome
    assert (outcome and (outcome.scores, outcome.winners)) == naive.outcome(), where
    assert stacks(position) == naive.stacks(), where


def compare_random_games(game: blockhaus.Game, games: int, seed: int = 0) -> int:
    """Random games with everything compared at every position; returns how many positions."""
    seen = 0
    for number in range(games):
        dice = random.Random(f"{game!r} {seed} {number}")
        position = game.start(seed=dice.getrandbits(64))
        naive = reference(position)
        assert_same(position, naive)
        while not position.is_over:
            move = dice.choice(sorted(position.moves))
            position = position.play(move)
            naive.play(move)
            assert_same(position, naive)
            seen += 1
    return seen


def compare_exhaustively(game: blockhaus.Game, depth: int, seed: int = 0) -> int:
    """Every position that can be reached within `depth` decisions, each once."""
    start = game.start(seed)
    frontier = {start: reference(start)}
    seen = 0
    for _ in range(depth + 1):
        following: dict[blockhaus.Position, Any] = {}
        for position, naive in frontier.items():
            assert_same(position, naive)
            seen += 1
            for move in position.moves:
                after = position.play(move)
                if after not in following:
                    child = naive.copy()
                    child.play(move)
                    following[after] = child
        frontier = following
    return seen
