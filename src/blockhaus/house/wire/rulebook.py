"""The rulebook of a game and its figures. Sentences are in the reader's language."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ...core.scene import Scene
from .answers import Answer, Cell
from .requests import MoveText, Question, Request

Tried = Annotated[list[MoveText], Field(max_length=200)]


# Asked


class FigureWish(Request):
    """The moves that somebody has tried on a figure so far, for both sides."""

    moves: Tried = Field(default_factory=list)


class FigureQuestion(Question):
    """Which moves begin like this after those tried so far, or why none does."""

    moves: Tried = Field(default_factory=list)


# Answered


class RuleFacts(Answer):
    """A rule under its title, in paragraphs; `reason` tells why a ruling is as it is, and `figures`
    names those that show it. Refusals name a rule by its `id`, which is not for people.
    """

    id: str
    title: str
    text: list[str]
    reason: str | None
    figures: list[str]


class RulePart(Answer):
    """A part of the book: aim, turn, details, end or rulings; `rules` where there is no book."""

    name: str
    title: str
    rules: list[RuleFacts]


class FigureFacts(Answer):
    """A position and a move that is legal or refused there. `pick` are the cells to pick for it,
    `words` say it, `said` why it is refused or what it brings about, and `cells` names those to
    blame for a refusal. `view` is the position as the mover sees it, `after` what a legal move
    makes of it; `code` opens it elsewhere and is null where the game hides something. What can be
    done is told when somebody tries it.
    """

    name: str
    title: str
    text: str
    rules: list[str]
    legal: bool
    move: str
    pick: list[Cell]
    words: str
    said: list[str]
    cells: list[str]
    view: Scene
    after: Scene | None
    code: str | None


class RulebookFacts(Answer):
    """The rulebook of a game: `parts` in the order of learning, and its figures by name."""

    game: str
    title: str
    parts: list[RulePart]
    figures: dict[str, FigureFacts]


class FigureState(Answer):
    """A figure after some moves: those moves, in words too, what the last of them brought about,
    and the position as who is to move sees it, with everything that can be done there.
    """

    moves: list[str]
    words: list[str]
    said: list[str]
    view: Scene
    code: str | None
