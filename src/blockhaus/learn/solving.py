"""Solving a puzzle: what the own decisions so far came to, and what may be said about it.

Plain data and functions: whoever shows a puzzle, a page or a terminal, keeps nothing but the list
of own decisions. Only the refutation of a wrong decision is searched for, when it is asked for.

    stand = follow(puzzle, ["c4"])        # right, wrong or solved; the answer is in its line
    refute(stand)                         # what is wrong with the last decision, played out
    hint(stand, 1), hint(stand, 2), ...   # ever clearer, the last one names the move
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..core.errors import IllegalMove
from ..core.grid import Cell
from ..core.position import Position
from ..core.words import Phrase
from .puzzles import Puzzle, PuzzleError
from .reasons import threat
from .sentences import say
from .themes import GOALS, theme_name

Status = Literal["open", "right", "wrong", "solved"]


@dataclass(frozen=True)
class Standing:
    """Where a solver stands after some own decisions.

    `line` is what was played on the board: the right decisions and the answers to them. A wrong
    decision is not part of it; it stands in `wrong`, and the solver may try again from `position`.
    """

    puzzle: Puzzle
    line: tuple[str, ...]
    status: Status
    wrong: str | None = None

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position of the puzzle and the one after each decision of the line."""
        return self.puzzle.positions[: len(self.line) + 1]

    @property
    def position(self) -> Position:
        """What the solver looks at: the own decision that is due, or the end of the solution."""
        return self.positions[-1]

    @property
    def found(self) -> int:
        """How many own decisions have been found."""
        seat = self.puzzle.seat
        return sum(position.to_move == seat for position in self.positions[:-1])

    @property
    def left(self) -> int:
        """How many own decisions are still to be found."""
        return len(self.puzzle.own) - self.found

    @property
    def answers(self) -> tuple[str, ...]:
        """What the others answered to the last own decision."""
        after_own = 0
        for number, position in enumerate(self.positions[:-1], 1):
            if position.to_move == self.puzzle.seat:
                after_own = number
        return self.line[after_own:]

    @property
    def sentence(self) -> Phrase:
        """What is said about it in one sentence."""
        if self.status == "open":
            return goal(self.puzzle)
        if self.status == "solved":
            return say("solved")
        if self.status == "wrong":
            return say("wrong", move=self.wrong)
        answers = " ".join(self.answers)
        return say("right, answered", answer=answers) if answers else say("right")


def follow(puzzle: Puzzle, moves: Sequence[str]) -> Standing:
    """Where own decisions lead, up to the first wrong one.

    The answers to right ones are those of the solution, the most stubborn there are. Raises what
    `Position.play` raises for a slip of the pen or a broken rule, which is no wrong answer.
    """
    done = _upto_own(puzzle, 0)
    status: Status = "open"
    for move in moves:
        position = puzzle.positions[done]
        if done == len(puzzle.solution):
            raise PuzzleError("This puzzle is solved already.")
        action = position.game.parse(move)
        refusal = position.why_not(move)
        if refusal:
            raise IllegalMove(move, refusal)
        if action != position.game.parse(puzzle.solution[done]):
            return Standing(puzzle, puzzle.solution[:done], "wrong", position.game.text(action))
        done = _upto_own(puzzle, done + 1)
        status = "solved" if done == len(puzzle.solution) else "right"
    return Standing(puzzle, puzzle.solution[:done], status)


def _upto_own(puzzle: Puzzle, number: int) -> int:
    """The number of the next own decision of the solution, or its end."""
    while number < len(puzzle.solution) and puzzle.positions[number].to_move != puzzle.seat:
        number += 1
    return number


def goal(puzzle: Puzzle) -> Phrase:
    """What is to be done."""
    colour = puzzle.position.game.colours[puzzle.seat]
    return say(f"goal {puzzle.result}", colour=colour)


# Hints

HINTS = 3


@dataclass(frozen=True)
class Hint:
    """A hint: a sentence, cells to look at, and the move itself if this is the last one."""

    sentence: Phrase
    cells: tuple[Cell, ...] = ()
    move: str | None = None

    @property
    def is_last(self) -> bool:
        return self.move is not None


def hint(stand: Standing, step: int) -> Hint:
    """The first hint tells the idea, the second where to look, the third the move."""
    if not stand.left:
        raise PuzzleError("This puzzle is solved already.")
    position, move = stand.position, stand.puzzle.solution[len(stand.line)]
    definition = position.game.definition
    action = position.game.parse(move)
    picks = tuple(definition.picks(position.plain, action))
    steps = definition.steps.get(definition.kind(position.plain, action), ())
    if step <= 1:
        idea = _idea(stand, position, move) or (say("hint step", step=steps[0]) if steps else None)
        if idea:
            return Hint(idea)
    if step <= 2:
        label = definition.label(position.plain, action)
        if picks and steps:
            cell = position.game.grid.name(picks[0])
            return Hint(say("hint cell", step=steps[0], cell=cell), picks[:1])
        if label:
            return Hint(say("hint label", label=label))
    return Hint(say("hint move", move=move), picks, move)


def _idea(stand: Standing, position: Position, move: str) -> Phrase | None:
    """What threatens, or a theme that says more than the goal does."""
    danger = threat(position, move)
    if danger:
        return say("hint threat", **danger.facts)
    themes = [theme for theme in stand.puzzle.themes if theme not in GOALS]
    return say("hint theme", theme=theme_name(stand.puzzle.game, themes[0])) if themes else None


# Wrong decisions


@dataclass(frozen=True)
class Refutation:
    """What is wrong with a decision: how play would go on, and the reason in a sentence.

    `line` begins with the wrong decision and ends where nothing can be mended any more; `told`
    says what its last decision brought about, in the words of the game. Where the rules hide
    something, `position` has a deal in which the decision fails.
    """

    position: Position
    line: tuple[str, ...]
    sentence: Phrase
    told: tuple[Phrase, ...] = ()

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        trail = [self.position]
        for move in self.line:
            trail.append(trail[-1].play(move))
        return tuple(trail)


def near_miss(puzzle: Puzzle) -> Standing | None:
    """A wrong decision much like the right one, whose refutation tells why that is right."""
    stand = follow(puzzle, [])
    position, right = stand.position, puzzle.solution[len(stand.line)]
    wanted = position.picks_for(right)
    others = [move for move in position.moves if move != right]
    if not others:
        return None
    alike = max(others, key=lambda move: len({*wanted} & {*position.picks_for(move)}))
    return Standing(puzzle, stand.line, "wrong", alike)


def refute(stand: Standing) -> Refutation:
    """Play out what is wrong with the last decision. It searches, for up to a second or two."""
    from .refuting import refuted

    if stand.wrong is None:
        raise PuzzleError("The last decision is not wrong.")
    return refuted(stand.puzzle, stand.position, stand.wrong)
