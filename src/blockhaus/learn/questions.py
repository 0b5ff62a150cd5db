"""What a theorem is to prove, and the early positions that it stores values of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..core.game import Game
from ..core.position import Position
from ..search.early import Early
from .theorems import Theorem


@dataclass(frozen=True)
class Question:
    """What is to be proven."""

    game: Game
    opening: tuple[str, ...]
    by_points: bool
    depth: int

    @cached_property
    def position(self) -> Position:
        position = self.game.start(0)
        for move in self.opening:
            position = position.play(move)
        return position

    @cached_property
    def early(self) -> Early:
        return Early(self.position, self.depth)


def question_of(each: Theorem) -> Question:
    return Question(each.game, each.opening, each.by_points, each.depth)
