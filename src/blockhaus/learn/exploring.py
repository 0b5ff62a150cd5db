"""A solved game, move by move: every legal move of a position with its proven result.

Early positions have their values stored with the theorem; later ones are solved on the spot, which
takes a moment. Nothing is kept between two questions but what the theorem itself says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..core.game import Game
from ..core.position import Position
from ..core.words import Phrase
from ..search.early import Early
from ..search.exact import Prover
from ..search.solve import Solver
from .questions import question_of
from .theorems import Result, Theorem, theorems

NODES = 3_000_000  # positions looked at for one question, at most
NODES_TO_COUNT = 4_000  # positions looked at for counting the decisions to the end, each move
MEMORY = 32  # megabytes
KNOWN = 8  # theorems whose early positions are kept at hand


@dataclass(frozen=True)
class ExploredMove:
    """A legal move and what it leads to with best play, for whoever makes it."""

    move: str
    result: Result | None  # None if it could not be found out in time
    distance: int | None  # decisions to the end, the move included, where that is known

    @property
    def text(self) -> Phrase:
        if self.result is None:
            return Phrase("{move} is too hard for now.", move=self.move)
        return self.result.of_move(self.move, self.distance)


@dataclass(frozen=True)
class Explored:
    """A position of a solved game."""

    position: Position
    result: Result | None  # for whoever is to move; None if unknown, or if the game is over
    moves: tuple[ExploredMove, ...]  # the best first


def explore(each: Theorem, moves: Sequence[str] = (), nodes: int = NODES) -> Explored:
    """The position after some moves, and the proven result of every legal move there.

    IllegalMove or NotationError if the moves cannot be played.
    """
    position = each.position
    for move in moves:
        position = position.play(move)
    if position.to_move is None:
        return Explored(position, None, ())
    prover = Prover(each.game, each.by_points, MEMORY)
    solver = None if each.by_points else Solver(each.game, memory=1)
    found = [_explored(each, position, move, prover, solver, nodes) for move in position.moves]
    found.sort(key=_goodness, reverse=True)
    known = [move.result for move in found if move.result]
    complete = len(known) == len(found)
    return Explored(position, max(known) if complete else None, tuple(found))


def warm_exploring(game: Game) -> None:
    """Compile ahead what exploring needs, for a game that has theorems."""
    for each in theorems(game.id)[:1]:
        explore(each, [next(iter(each.first))])


def _goodness(found: ExploredMove) -> tuple[float, float]:
    """Better results first; of those the quickest win and the longest defence."""
    if found.result is None:
        return -1e9, 0
    length = found.distance or 0
    return found.result.value, -length if found.result.value > 0 else length


def _explored(
    each: Theorem, before: Position, move: str, prover: Prover, solver: Solver | None, nodes: int
) -> ExploredMove:
    after = before.play(move)
    value = _stored(each, after)
    if value is None:
        sign = 1 if before.to_move == 0 else -1
        guess = sign * each.result.value if each.by_points else 0
        value = prover.value(after, max(0, nodes - prover.nodes), guess)
    if value is None:
        return ExploredMove(move, None, None)
    result = Result(value if before.to_move == 0 else -value, each.by_points)
    return ExploredMove(move, result, _distance(after, result, solver))


def _stored(each: Theorem, position: Position) -> int | None:
    """The value of an early position."""
    if position.is_over or len(position.path) > each.depth + len(each.opening):
        return None
    index = _early(each).index(position)
    if index is None:
        return None
    byte = each.values[index]
    return byte - 256 if byte > 127 else byte


def _early(each: Theorem) -> Early:
    question = question_of(each)
    return _known_early(question.position, each.depth, len(each.values))


@lru_cache(KNOWN)
def _known_early(position: Position, depth: int, number: int) -> Early:
    """With room for just as many positions as have stored values, and for one that is tried."""
    return Early(position, depth, number + 1)


def _distance(after: Position, result: Result, solver: Solver | None) -> int | None:
    """Decisions to the end if the winner hurries; where points count they say nothing."""
    if after.is_over:
        return 1
    if solver is None or not result.value:
        return None
    solution = solver.solve(after, NODES_TO_COUNT)
    return solution.distance + 1 if solution and len(solution.winners) == 1 else None
