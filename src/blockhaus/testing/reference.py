"""Playing a game and a plain reference of it side by side.

A reference is a class written from the rule sheet alone, without a look at the game's own code. It
is made with the options it names, for games with secrets with these first, and has `to_move`,
`moves()` (sorted texts), `play(move)`, `copy()`, `outcome()` (None, or scores and winners) and
`stacks()` (each occupied column with its colours from the ground up).
"""

from __future__ import annotations

import inspect
import random
from typing import Any

from ..core.game import Game
from ..core.grid import LETTERS, column
from ..core.position import Position
from .conformance import Broken

Reference = Any


def check_reference(
    game: Game, reference: type[Reference], games: int = 10, seed: int = 0, depth: int | None = None
) -> int:
    """Compare random games, or with `depth` every position within so many decisions.

    Everything is compared at every position; returns how many positions were seen.
    """
    if depth is not None:
        return _compare_exhaustively(game, reference, depth, seed)
    return sum(_compare_game(game, reference, seed, number) for number in range(games))


def reference_at(position: Position, reference: type[Reference]) -> Reference:
    """The reference after the moves that led to a position."""
    start = position.game.start(position.seed)
    known = inspect.signature(reference).parameters
    options = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in position.game.options.items()
        if name in known
    }
    secrets = start.secrets()
    made = reference(secrets, **options) if secrets else reference(**options)
    for move in position.history:
        made.play(move)
    return made


def stacks(position: Position) -> dict[str, list[str]]:
    """Every occupied column with its colours from the bottom up."""
    grid = position.game.grid
    found: dict[str, list[tuple[int, str]]] = {}
    for block in position.blocks:
        for x, y, z in block.cells:
            name = LETTERS[x] if grid.upright else column(x, y)
            found.setdefault(name, []).append((z, block.colour))
    return {name: [colour for _, colour in sorted(cubes)] for name, cubes in found.items()}


def require_same(position: Position, reference: Reference) -> None:
    outcome = position.outcome
    pairs = {
        "the seat to move": (position.to_move, reference.to_move),
        "the moves": (sorted(position.moves), reference.moves()),
        "the outcome": (outcome and (outcome.scores, outcome.winners), reference.outcome()),
        "the blocks": (stacks(position), reference.stacks()),
    }
    for what, (ours, theirs) in pairs.items():
        if ours != theirs:
            where = f"{position.game!r} seed {position.seed}: {' '.join(position.history)}"
            raise Broken(f"{what}: {_difference(ours, theirs)}\n{where}")


def _difference(ours: Any, theirs: Any) -> str:
    if isinstance(ours, list):
        only, missing = sorted({*ours} - {*theirs}), sorted({*theirs} - {*ours})
        return f"only the game has {only}, only the reference {missing}"
    return f"the game has {ours}, the reference {theirs}"


def _compare_game(game: Game, reference: type[Reference], seed: int, number: int) -> int:
    dice = random.Random(f"{game!r} {seed} {number}")
    position = game.start(seed=dice.getrandbits(64))
    other = reference_at(position, reference)
    require_same(position, other)
    while not position.is_over:
        move = dice.choice(sorted(position.moves))
        position = position.play(move)
        other.play(move)
        require_same(position, other)
    return len(position.path)


def _compare_exhaustively(game: Game, reference: type[Reference], depth: int, seed: int) -> int:
    start = game.start(seed)
    frontier = {start: reference_at(start, reference)}
    seen = 0
    for _ in range(depth + 1):
        following: dict[Position, Reference] = {}
        for position, other in frontier.items():
            require_same(position, other)
            seen += 1
            for move in position.moves:
                after = position.play(move)
                if after not in following:
                    child = other.copy()
                    child.play(move)
                    following[after] = child
        frontier = following
    return seen
