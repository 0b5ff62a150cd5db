"""A workshop: building freely and alone towards goals that one building reaches together.

A room that has one keeps it in `workshop.py`: a function for each field of `Workshop`. House,
terminal and client know no more of it than this page. A building is plain JSON data, which the
room alone reads; a goal is a word; a task is some goals with a name that fits into a link.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from .errors import BlockhausError
from .grid import Cell
from .scene import Card, Offer, Scene
from .words import Phrase

Building = Mapping[str, Sequence[str]]


class WorkshopError(BlockhausError):
    """Goals, tasks or buildings that are not what the workshop can work with."""


@dataclass(frozen=True)
class Task:
    """Goals to be reached together. Who made it may have graded it, from 1 for the easiest, and
    proven the least number of pieces.
    """

    id: str
    goals: tuple[str, ...]
    grade: int | None = None
    least: int | None = None


@dataclass(frozen=True)
class Tool:
    """Something to take in hand: how many are left of it, if it is a piece, and what it can do."""

    id: str
    name: Phrase
    colour: str | None
    left: int | None
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Look:
    """A building before its goals, which are the cards of the only seat, in their order."""

    scene: Scene
    tools: tuple[Tool, ...]
    pieces: int
    solved: bool


@dataclass(frozen=True)
class Answer:
    """A building that reaches all goals; `proven` where none has fewer pieces."""

    building: Building
    pieces: int
    proven: bool


@dataclass(frozen=True)
class Workshop:
    """What a room's `workshop.py` defines."""

    grades: Callable[[], Sequence[Phrase]]  # the names of the grades, the easiest first
    tasks: Callable[[], Mapping[str, Task]]  # those that are shipped, by their ids
    goals: Callable[[], Mapping[str, Card]]  # those of the box, to choose from
    colours: Callable[[], Sequence[str]]  # to draw goals of one's own with
    goal: Callable[[str], tuple[str, Card]]  # any goal by its word, as it is usually written
    draw: Callable[[Sequence[tuple[int, int, str]]], str]  # the word of a goal by its squares
    task: Callable[[str], Task]  # by its id, or by its goals joined with hyphens; WorkshopError
    deal: Callable[[int, Random, Collection[str]], Task]  # of a grade, best one not known yet
    daily: Callable[[date], Task]
    read: Callable[[object], Building]  # checks and orders what came as JSON; WorkshopError
    more: Callable[[], Phrase]  # the further pieces that a person may want on offer
    look: Callable[[Task, Building, bool], Look]  # with further pieces on offer, if wanted
    change: Callable[[Building, str], Building]  # after a move; IllegalMove or NotationError
    picked: Callable[[Building, str, Sequence[Cell]], str]  # the move that a tool's picks name
    pieces: Callable[[Building], int]
    solve: Callable[[Task, Building | None, float], Answer | None]  # completing, within seconds
