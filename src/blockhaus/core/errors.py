"""Everything that can go wrong for a user, each with a message in the user's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .words import LANGUAGES, Phrase


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed. `cells` names the cells that are the cause."""

    code: str
    rule: str
    cells: tuple[str, ...]
    phrase: Phrase

    def text(self, lang: str = LANGUAGES[0]) -> str:
        """The sentence a player reads."""
        return self.phrase.text(lang)

    def with_rule(self, lang: str = LANGUAGES[0]) -> str:
        if not self.rule:
            return self.text(lang)
        said = Phrase("{sentence} (rule {number})", sentence=self.phrase, number=self.rule)
        return said.text(lang)

    def __str__(self) -> str:
        return self.with_rule()


class BlockhausError(ValueError):
    """The base of all errors a user of Blockhaus can cause.

    The message is an English text with its facts in braces; `text(lang)` says it in a language.
    """

    def __init__(self, source: str, /, **facts: Any) -> None:
        super().__init__(source)
        self.phrase = Phrase(source, **facts)

    def text(self, lang: str = LANGUAGES[0]) -> str:
        return self.phrase.text(lang)

    def __str__(self) -> str:
        return self.text()


class UnknownGame(BlockhausError):
    """There is no game of that name."""


class RoomError(BlockhausError):
    """The room of a game cannot be opened: something in it is missing or broken."""


class OptionError(BlockhausError):
    """An option is unknown or its value is out of range."""


class NotationError(BlockhausError):
    """A text is not a move of this game: a slip of typing, not a broken rule."""


class CodeError(BlockhausError):
    """A position code is damaged or belongs to no position."""


class SeedError(BlockhausError):
    """A seed is not a whole number from 0 to 2**256 - 1."""


class RecordError(BlockhausError):
    """A record cannot be read. Line and column count from 1."""

    def __init__(self, source: str, /, line: int = 1, column: int = 1, **facts: Any) -> None:
        super().__init__(source, **facts)
        self.line = line
        self.column = column

    @property
    def message(self) -> str:
        """What is wrong, without the place."""
        return self.phrase.text()

    def text(self, lang: str = LANGUAGES[0]) -> str:
        where = Phrase(
            "line {line}, column {column}: {message}",
            line=self.line,
            column=self.column,
            message=self.phrase,
        )
        return where.text(lang)


class IllegalMove(BlockhausError):
    """A well-formed move that a rule forbids; `refusal` names the rule."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__("{refusal}", refusal=refusal)
        self.move = move
        self.refusal = refusal

    def text(self, lang: str = LANGUAGES[0]) -> str:
        return f"{self.move}: {self.refusal.with_rule(lang)}"

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, Refusal]]:
        return IllegalMove, (self.move, self.refusal)
