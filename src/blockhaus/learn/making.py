"""Puzzles made by hand, from any position, and from the turning points of a game.

Whatever somebody sets up becomes a puzzle if the solver proves that one decision is right; else it
is said why not.
"""

from __future__ import annotations

from dataclasses import replace

from ..commentary.review import Decision, Review
from ..core.position import Position
from .examiners import examiner_for
from .puzzles import BETTER, Puzzle, PuzzleError
from .rating import rated, trials
from .themes import themes_of

NODES = 300_000  # ten times what mining looks at
WHY_NOT = {
    "no choice": "This is no puzzle: there is nothing to choose.",
    "seats": "Puzzles are made of games of two.",
    "lost": "This is no puzzle: every decision loses.",
    "second": "This is no puzzle: {move} is as good as another decision.",
    "not sure": "This is no puzzle: no decision wins at once whatever is hidden.",
    "unproven": "It cannot be proven that exactly one decision is right here.",
}


def make(position: Position, comment: str = "", nodes: int = NODES) -> Puzzle:
    """The position as a puzzle, proven twice and rated; PuzzleError says why it is none."""
    return finished(proven(position, nodes)).commented(comment)


def proven(position: Position, nodes: int = NODES) -> Puzzle:
    """The position as a puzzle, proven twice, but not rated: that takes the levels many seconds."""
    examiner = examiner_for(position.game, nodes)
    puzzle = examiner.puzzle(position)
    if puzzle is None:
        move = position.game.text(examiner.second) if examiner.reason == "second" else ""
        source = WHY_NOT[examiner.reason]
        raise PuzzleError(source, move=move)
    if examiner.fault(puzzle):
        source = WHY_NOT["unproven"]
        raise PuzzleError(source)
    return replace(puzzle, themes=themes_of(puzzle))


def finished(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its themes and its rating."""
    return rated(replace(puzzle, themes=themes_of(puzzle)), trials(puzzle))


def turning_points(review: Review, seat: int | None = None) -> list[tuple[Decision, Puzzle]]:
    """The decisions of a game that gave most away, each with a puzzle to come back to.

    Where it can be proven, it is a puzzle like any other; else one for the better decision that the
    review found.
    """
    trail = review.record.positions()
    return [
        (decision, from_decision(trail[decision.number - 1], decision))
        for decision in review.turning_points(seat)
    ]


def from_decision(position: Position, decision: Decision) -> Puzzle:
    try:
        return make(position)
    except PuzzleError:
        return Puzzle(position.code, (decision.best,), BETTER, 0)
