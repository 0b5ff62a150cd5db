"""What the house hands over to a browser that thinks by itself."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from .answers import Answer
from .puzzles import Moves
from .requests import Request, SeatNumber

PuzzleText = Annotated[str, Field(max_length=20_000)]


# Told by the house


class Handed(Answer):
    """A question that a browser's own worker answers: a POST of `body` to `path`. What it finds is
    the answer; or, where `into` leads somewhere, that part of what is `told`.
    """

    path: str
    body: dict[str, Any]
    told: dict[str, Any] | None
    into: list[str]


# Asked of a worker


class ReviewThought(Request):
    """A game that is over, and who won it."""

    record: Annotated[str, Field(max_length=1_000_000)]
    winners: Annotated[list[SeatNumber], Field(max_length=8)]


class HintThought(Request):
    code: Annotated[str, Field(max_length=9000)]
    strength: Annotated[int, Field(ge=1, le=3)]


class PuzzleThought(Request):
    """A puzzle as it is passed on, and own decisions, of which the last may be wrong."""

    puzzle: PuzzleText
    moves: Moves = Field(default_factory=list)
