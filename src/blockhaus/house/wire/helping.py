"""What the house answers to somebody who wants help at a table."""

from __future__ import annotations

from ...core.scene import Scene
from .answers import Answer, Cell


class TableHint(Answer):
    """A hint in the reader's language, the cells to look at, and the move where it is the last."""

    strength: int
    sentence: str
    cells: list[Cell]
    move: str | None


class Warned(Answer):
    """Why a coach advises against a decision: how play would go on, with a view of every step."""

    moves: list[str]
    words: list[str]
    sentence: str
    told: list[str]
    views: list[Scene]
