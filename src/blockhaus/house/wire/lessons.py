"""What is said about first steps. Sentences are in the reader's language."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from ...core.scene import Scene, Side
from .answers import Answer, Cell, Refusal
from .requests import MoveText, PickedCell, Picks, Request, Said, Share

Asks = Literal["move", "cell", "side"]


# Asked


class LessonAnswer(Request):
    """What somebody did in a step: one of a move, a cell or a side."""

    move: MoveText | None = None
    cell: PickedCell | None = None
    side: Side | None = None

    @model_validator(mode="after")
    def _one(self) -> LessonAnswer:
        if sum(each is not None for each in (self.move, self.cell, self.side)) != 1:
            raise ValueError("one of move, cell and side")
        return self


class LessonQuestion(Request):
    """Which answers begin with picks or are said so, or why none does."""

    pick: Picks | None = None
    said: Said | None = None


class LessonGameWish(Request):
    """The short game at the end; `share` is the player's part of what is drawn."""

    share: Share | None = None


# Answered


class LessonGame(Answer):
    """The first steps of a game: how many there are, the game at their end included, how many of
    them the asker has done, and whether the asker has ever `played` the game.
    """

    game: str
    title: str
    steps: int
    done: int
    finished: bool
    played: bool


class LessonTitle(Answer):
    name: str
    title: str
    done: bool


class LessonFacts(Answer):
    """A game's first steps; the last one is the game, told by `task`, `hint` and, once it is over,
    `praise`. `table` is where it is being played, or was played last.
    """

    game: str
    title: str
    steps: list[LessonTitle]
    task: str
    hint: str
    praise: str
    table: str | None
    finished: bool


class LessonStep(Answer):
    """A step: what it asks for, and the view with everything that can be done or pointed at."""

    name: str
    title: str
    task: str
    asks: Asks
    seat: int
    view: Scene


class LessonJudged(Answer):
    """What became of an answer: `moves` in words that were played out, and a view after each."""

    done: bool
    text: str
    mistake: str | None
    refusal: Refusal | None
    moves: list[str]
    views: list[Scene]


class LessonHint(Answer):
    """A hint: cells to look at, and in the last one the whole answer."""

    text: str
    cells: list[Cell]
    move: str | None
    cell: Cell | None
    side: Side | None


class LessonTable(Answer):
    table: str
