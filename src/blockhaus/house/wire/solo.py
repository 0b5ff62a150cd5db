"""What is said about building alone."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from ...core.scene import Card, Scene
from ...core.workshop import Tool
from .answers import Answer
from .phrases import Text
from .requests import MoveText, PickedCell, Request, Said

TaskName = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[A-Za-z0-9-]+$")]
Word = Annotated[str, Field(max_length=20)]
Column = Annotated[int, Field(ge=0, le=15)]
Built = Annotated[dict[Word, Annotated[list[Word], Field(max_length=20)]], Field(max_length=100)]


# Asked


class BuildWish(Request):
    """A building to look at, after a move if there is one; `more` offers the further pieces."""

    task: TaskName
    building: Built
    move: MoveText | None = None
    more: bool = False


class ToolQuestion(Request):
    """Which move picks with a tool in hand make, or which are said so; or why none does."""

    building: Built
    tool: Word
    pick: Annotated[list[PickedCell], Field(max_length=4)] | None = None
    said: Said | None = None


class GoalWish(Request):
    """Goals of one's own: written, or the squares of one drawn by hand as column, row, colour."""

    text: Annotated[str, Field(max_length=400)] = ""
    squares: Annotated[list[tuple[Column, Column, Word]], Field(max_length=16)] | None = None


class SolveWish(Request):
    """The best building for a task; with a building given, the best that completes it."""

    task: TaskName
    building: Built | None = None


class ResultWish(Request):
    """A building that reaches all goals, to be kept; with the day whose task it is."""

    task: TaskName
    building: Built
    day: date | None = None


# Answered


class GoalFacts(Answer):
    goal: str
    card: Card


class TaskFacts(Answer):
    """A task. `least` is the proven least number of pieces, `best` the asker's own."""

    id: str
    goals: list[str]
    grade: int | None
    least: int | None
    best: int | None


class DayFacts(Answer):
    """The task of a day, and how many pieces the asker took for it, if it was solved as such."""

    day: str
    task: TaskFacts
    pieces: int | None


class WorkshopFacts(Answer):
    """Everything to choose from in the workshop of a game.

    `grades` are named, the easiest first; `goals` are those of the box, `colours` what to draw
    others with; `days` begin with today; `streak` counts the days in a row that the asker solved
    on the day itself.
    """

    game: str
    title: str
    grades: list[Text]
    tasks: list[TaskFacts]
    goals: list[GoalFacts]
    colours: list[str]
    days: list[DayFacts]
    streak: int


class Bench(Answer):
    """A building before its goals: the cards of the view's only seat, in their order. `more`
    names the further pieces that can be had on offer.
    """

    task: TaskFacts
    building: dict[str, list[str]]
    view: Scene
    tools: list[Tool]
    pieces: int
    solved: bool
    more: Text


class Solution(Answer):
    """A building that reaches all goals, and whether fewer pieces are proven not to do; without
    one it cannot be done.
    """

    possible: bool
    proven: bool
    pieces: int | None
    building: dict[str, list[str]] | None
    view: Scene | None


class SoloResult(Answer):
    """What was kept: the asker's best, and whether this is a new one."""

    pieces: int
    best: int
    least: int | None
    better: bool
