"""Which examiner proves the puzzles of a game."""

from __future__ import annotations

from typing import Protocol

from ..core.game import Game
from ..core.position import Position
from .hidden import HiddenExaminer
from .proofs import CHECK_NODES, NODES
from .proofs import Examiner as OpenExaminer
from .puzzles import Puzzle


class Examiner(Protocol):
    """Finds puzzles in positions and proves them."""

    decided: bool  # whether anything could be said of the last position looked at
    reason: str  # why that is no puzzle, a key of `making.WHY_NOT`
    second: int  # another right decision, if that is the reason

    def puzzle(self, position: Position) -> Puzzle | None:
        """The position as a puzzle without themes and rating, if it can be proven to be one."""

    def fault(self, puzzle: Puzzle, nodes: int = CHECK_NODES) -> str | None:
        """What is wrong with a puzzle by a second, independent search; None if it is proven."""


def examiner_for(game: Game, nodes: int = NODES) -> Examiner:
    """One for the game; `nodes` are the positions it may look at where nothing is hidden."""
    return HiddenExaminer(game) if game.spec.secrets else OpenExaminer(game, nodes)
