"""Everything that can go wrong for a user, each with a message in the user's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .position import Refusal


class BlockhausError(ValueError):
    """The base of all errors a user of Blockhaus can cause."""


class UnknownGame(BlockhausError):
    """There is no game of that name."""


class OptionError(BlockhausError):
    """An option is unknown or its value is out of range."""


class NotationError(BlockhausError):
    """A text is not a move of this game: a slip of typing, not a broken rule."""


class CodeError(BlockhausError):
    """A position code is damaged or belongs to no position."""


class SeedError(BlockhausError):
    """A seed is not a whole number from 0 to 2**256 - 1."""


@dataclass
class RecordError(BlockhausError):
    """A record cannot be read. Line and column count from 1."""

    message: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class IllegalMove(BlockhausError):
    """A well-formed move that a rule forbids; `refusal` names the rule."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__(f"{move}: {refusal}")
        self.move = move
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, Refusal]]:
        return IllegalMove, (self.move, self.refusal)
