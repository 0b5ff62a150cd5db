"""First steps: a game learnt by doing, in small tasks on the board, judged by its rules.

The steps of a game lie in `lessons.toml` of its room, language-free; what is said about them
stands in its book under `lessons`. Whoever shows them, a page or a terminal, keeps nothing but the
names of the steps that are done.

    lesson = find_lesson("kwinty")
    step = lesson.steps[0]
    judge(step, Answer(move="i|"), "de")   # done or not, what is said, and what is played out
    hint(step, 1, "de")                    # ever clearer: in words, the first pick, the whole move

A step asks for a move, or for a cell or a side to point at. A move is judged by the rules alone:
whether it is legal, of which kind it is, what it brings about and whether it wins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Literal, cast, get_args

from ..core.errors import BlockhausError, Refusal
from ..core.game import Game, find_game
from ..core.grid import Cell
from ..core.position import Position
from ..core.rooms import find_room
from ..core.scene import Side
from ..core.words import LANGUAGES, language
from .rulebook import book_texts
from .sentences import say

FILE = "lessons.toml"  # in the room of a game
GAME = "game"  # the name of the last step
SIDES: tuple[Side, ...] = get_args(Side)
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
HINTS = 3
Asks = Literal["move", "cell", "side"]


class LessonError(BlockhausError):
    """There are no such first steps, or they are written wrongly."""


@dataclass(frozen=True)
class Answer:
    """What somebody did: a move, a cell or a side."""

    move: str | None = None
    cell: Cell | None = None
    side: str | None = None


@dataclass(frozen=True)
class Condition:
    """What an answer must be; everything that is told must hold."""

    moves: tuple[str, ...] = ()  # any of these
    kind: str | None = None
    event: str | None = None
    wins: bool = False
    cells: tuple[Cell, ...] = ()  # any of these
    side: str | None = None
    refused: str | None = None  # the rule that refuses it
    other: bool = False  # whatever is none of the rest

    def fits_move(self, before: Position, after: Position) -> bool:
        """Whether a legal move is such a one."""
        if self.refused or self.cells or self.side:
            return False
        action, seat = after.path[-1], before.to_move
        game, outcome = before.game, after.outcome
        return (
            (not self.moves or action in {game.parse(move) for move in self.moves})
            and self.kind in (None, game.definition.kind(before.plain, action))
            and (self.event is None or self.event in {event.kind for event in after.events})
            and (not self.wins or (outcome is not None and outcome.winners == (seat,)))
        )

    def fits_pointing(self, answer: Answer) -> bool:
        if self.other:
            return True
        return answer.cell in self.cells if answer.cell else answer.side == self.side


@dataclass(frozen=True)
class Mistake:
    """A likely mistake: how to tell it, one that makes it, and what it leads to."""

    name: str
    when: Condition
    attempt: Answer
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """One small task: a position and what is to be done there."""

    game: str
    name: str
    moves: tuple[str, ...]
    goal: Condition
    solution: Answer
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    then: tuple[str, ...] = ()  # played after success, to show what follows
    mistakes: tuple[Mistake, ...] = ()

    @property
    def asks(self) -> Asks:
        """What is to be done: a move, or pointing at a cell or a side."""
        return "cell" if self.goal.cells else "side" if self.goal.side else "move"

    @cached_property
    def line(self) -> tuple[Position, ...]:
        """The positions from the start to the one that is shown."""
        return tuple(find_game(self.game, self.options).positions(list(self.moves), self.seed))

    @property
    def position(self) -> Position:
        return self.line[-1]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return self.goal, *(mistake.when for mistake in self.mistakes)

    @property
    def seat(self) -> int:
        """With whose eyes the position is seen."""
        return self.position.to_move or 0


@dataclass(frozen=True)
class Lesson:
    """The first steps of a game, and the short game at their end."""

    game: str
    steps: tuple[Step, ...]
    options: Mapping[str, Any]
    level: int
    moves: tuple[str, ...] = ()  # a head start: the short game goes on from here

    def step(self, name: str) -> Step:
        for step in self.steps:
            if step.name == name:
                return step
        raise LessonError("There is no step {name!r}.", name=name[:40])

    @property
    def names(self) -> tuple[str, ...]:
        """All steps in order, the game at the end included."""
        return (*(step.name for step in self.steps), GAME)

    @property
    def played(self) -> Game:
        """The short game at the end."""
        return find_game(self.game, self.options)

    @property
    def opening(self) -> Position:
        """Where the short game begins, after the moves of a head start."""
        return list(self.played.positions(list(self.moves)))[-1]


# Judging


@dataclass(frozen=True)
class Judged:
    """What became of an answer.

    `line` begins with the position of the step; a move that was made follows, and then what it
    leads to: what comes next, or the consequence of a mistake. A move that the rules refuse, and
    what is pointed at, leave it as it is.
    """

    done: bool
    text: str
    line: tuple[Position, ...]
    mistake: str | None = None
    refusal: Refusal | None = None


def judge(step: Step, answer: Answer, lang: str = LANGUAGES[0]) -> Judged:
    """Judge an answer; NotationError if it is no move of the game at all."""
    here = step.position
    if step.asks != "move":
        return _pointed(step, answer, lang)
    if answer.move is None:
        raise LessonError("This step asks for something else.")
    move = answer.move
    refusal = here.why_not(move)
    if refusal:
        return refused(step, refusal, lang)
    after = here.play(move)
    if step.goal.fits_move(here, after):
        return Judged(True, said(step, lang)["done"], _played((here, after), step.then))
    mistake = next((each for each in step.mistakes if each.when.fits_move(here, after)), None)
    if mistake is None:
        return Judged(False, say("step elsewhere").text(lang), (here, after))
    told = said(step, lang)["mistakes"][mistake.name]
    return Judged(False, told, _played((here, after), mistake.then), mistake.name)


def refused(step: Step, refusal: Refusal, lang: str = LANGUAGES[0]) -> Judged:
    """What is said about something that the rules refuse."""
    for mistake in step.mistakes:
        if mistake.when.refused == refusal.rule:
            told = said(step, lang)["mistakes"][mistake.name]
            return Judged(False, told, (step.position,), mistake.name, refusal)
    return Judged(False, refusal.text(lang), (step.position,), None, refusal)


def _pointed(step: Step, answer: Answer, lang: str) -> Judged:
    line = (step.position,)
    if (answer.cell if step.asks == "cell" else answer.side) is None:
        raise LessonError("This step asks for something else.")
    if step.goal.fits_pointing(answer):
        return Judged(True, said(step, lang)["done"], _played(line, step.then))
    for mistake in step.mistakes:
        if mistake.when.fits_pointing(answer):
            return Judged(False, said(step, lang)["mistakes"][mistake.name], line, mistake.name)
    return Judged(False, say("step not there").text(lang), line)


def _played(line: tuple[Position, ...], then: Sequence[str]) -> tuple[Position, ...]:
    for move in then:
        line = (*line, line[-1].play(move))
    return line


def pointable(step: Step) -> dict[str, Cell]:
    """Cells to point at, by their names: all that are filled, the lowest free one of each column in
    reach, and those that the step itself speaks of.
    """
    here = step.position
    grid = here.game.grid
    filled = {cell for block in here.blocks for cell in block.cells}
    (left, front, _), (right, back, top) = _corners(here)
    found = filled | {cell for each in step.conditions for cell in each.cells}
    for x in range(left, right + 1):
        for y in range(front, back + 1):
            free = (z for z in range(top + 1) if (x, y, z) not in filled)
            found |= {(x, y, z) for z in [next(free, -1)] if z >= 0}
    named = grid if grid.upright else replace(grid, levels=grid.height > 1)
    return {named.name(cell): cell for cell in sorted(found)}


def _corners(here: Position) -> tuple[Cell, Cell]:
    reach, grid = here.game.definition.reach(here.plain), here.game.grid
    (x, y, _), (right, back, top) = reach.low, reach.high
    return (max(x, 0), max(y, 0), 0), (min(right, grid.width - 1), min(back, grid.depth - 1), top)


# Hints


@dataclass(frozen=True)
class Hint:
    """A hint: what is said, cells to look at, and in the end the whole answer."""

    text: str
    cells: tuple[Cell, ...] = ()
    answer: Answer | None = None


def hint(step: Step, strength: int, lang: str = LANGUAGES[0]) -> Hint:
    """The first hint is in words, the second lights the first pick, the third shows it all."""
    text = said(step, lang)["hint"]
    if strength <= 1:
        return Hint(text)
    if step.asks != "move":
        return _where(step, lang)
    here, move = step.position, step.solution.move or ""
    definition = here.game.definition
    action = here.game.parse(move)
    picks = tuple(definition.picks(here.plain, action))
    label = definition.label(here.plain, action)
    if strength == 2 and picks:
        what = definition.steps[definition.kind(here.plain, action)][0]
        where = say("hint cell", step=what, cell=here.game.grid.name(picks[0]))
        return Hint(f"{text} {where.text(lang)}", picks[:1])
    if strength == 2 and label:
        return Hint(f"{text} {say('hint label', label=label).text(lang)}")
    shown = say("hint shown", words=here.words_for(move))
    return Hint(shown.text(lang), picks, step.solution)


def _where(step: Step, lang: str) -> Hint:
    answer = step.solution
    if answer.cell:
        name = step.position.game.grid.name(answer.cell)
        return Hint(say("hint shown", words=name).text(lang), (answer.cell,), answer)
    return Hint(say("hint shown", words=answer.side).text(lang), (), answer)


# What is said


def texts(game: str, lang: str) -> Mapping[str, Any]:
    """What the book of a game says about its first steps; English where nobody said it."""
    return book_texts(find_room(game), language(lang)).get("lessons", {})


def said(step: Step, lang: str = LANGUAGES[0]) -> Mapping[str, Any]:
    """The title, the task, the hint of a step, what is said when it is done, and its mistakes."""
    found = texts(step.game, lang).get(step.name)
    if found is None:
        raise LessonError("The step {name} is not told.", name=step.name)
    return cast(Mapping[str, Any], found)


# Reading


@cache
def find_lesson(game: str) -> Lesson:
    """The first steps of a game; LessonError if it has none."""
    room = find_room(game)
    data = room.data(FILE)
    if not data:
        raise LessonError("There are no first steps of {game} yet.", game=room.spec.title)
    return read_lesson(game, data)


def has_lesson(game: str) -> bool:
    return find_room(game).has(FILE)


def read_lesson(game: str, data: Mapping[str, Any]) -> Lesson:
    """The first steps of plain data; LessonError if something in it is not what it should be."""
    _only(data, "the file", "step", GAME)
    steps = tuple(_step(game, entry) for entry in data.get("step", ()))
    last = data.get(GAME, {})
    _only(last, GAME, "options", "level", "moves")
    moves = tuple(last.get("moves", "").split())
    return Lesson(game, steps, last.get("options", {}), last.get("level", 1), moves)


def _step(game: str, entry: Mapping[str, Any]) -> Step:
    name = entry.get("name", "")
    if not NAME.fullmatch(name) or name == GAME:
        raise LessonError("A step cannot be called {name!r}.", name=name)
    _only(entry, name, "name", "options", "moves", "seed", "goal", "solution", "then", "mistake")
    if "goal" not in entry:
        raise LessonError("{where} has no {name}.", where=name, name="goal")
    goal = _condition(entry["goal"], name)
    asks: Asks = "cell" if goal.cells else "side" if goal.side else "move"
    certain = goal.cells or goal.moves or (goal.side,)
    return Step(
        game=game,
        name=name,
        moves=tuple(entry.get("moves", "").split()),
        goal=goal,
        solution=_answer(entry.get("solution", certain[0]), asks),
        options=entry.get("options", {}),
        seed=entry.get("seed", 0),
        then=tuple(entry.get("then", "").split()),
        mistakes=tuple(_mistake(each, name, asks) for each in entry.get("mistake", ())),
    )


def _mistake(entry: Mapping[str, Any], where: str, asks: Asks) -> Mistake:
    _only(entry, where, "name", "when", "try", "then")
    for name in ("name", "when", "try"):
        if name not in entry:
            raise LessonError("{where} has no {name}.", where=f"{where}, mistake", name=name)
    return Mistake(
        entry["name"],
        _condition(entry["when"], where),
        _answer(entry["try"], asks),
        tuple(entry.get("then", "").split()),
    )


def _condition(entry: Mapping[str, Any], where: str) -> Condition:
    _only(entry, where, "move", "kind", "event", "wins", "cells", "side", "refused", "other")
    facts = dict(entry)
    moves = facts.pop("move", ())
    facts["moves"] = (moves,) if isinstance(moves, str) else tuple(moves)
    facts["cells"] = _cells(facts.get("cells", ()))
    if facts.get("side") not in (None, *SIDES):
        raise LessonError("There is no side {name!r}.", name=facts["side"])
    return Condition(**facts)


def _answer(value: Any, asks: Asks) -> Answer:
    if asks == "cell":
        return Answer(cell=_cells([value])[0])
    return Answer(side=value) if asks == "side" else Answer(move=value)


def _cells(values: Sequence[Sequence[int]]) -> tuple[Cell, ...]:
    return tuple((x, y, z) for x, y, z in values)


def _only(data: Mapping[str, Any], where: str, *known: str) -> None:
    for name in data:
        if name not in known:
            raise LessonError("{where} knows no {name!r}.", where=where, name=name)
