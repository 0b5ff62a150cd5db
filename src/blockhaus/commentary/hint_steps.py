"""A hint in three strengths: where to look, what to begin with, and the move with its reason.

The part of the board that is lit first holds the best move's first pick and, if there are any,
other choices that the search took seriously, so that something is left to find out.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..core.grid import Cell
from ..core.position import Position
from ..core.words import Phrase
from .analysis import Analysis, Variation
from .hints import Hint, aim
from .words import say

STRENGTHS = 3
CHOICES = 3  # beside the best one, in the part that is lit
SERIOUS = 8  # beginnings that may be such choices, those of the best moves first
SMALLEST = 3  # cells along a side of that part
Spot = tuple[int, int]  # a place as the board is looked at: from above, or a wall from the front


@dataclass(frozen=True)
class Step:
    """What one strength tells: a sentence and cells, and at last the move itself."""

    sentence: Phrase
    cells: tuple[Cell, ...] = ()
    move: str | None = None


def step(hint: Hint, strength: int) -> Step:
    """What is told of a hint with a strength from 1 to 3."""
    position = hint.analysis.position
    picks = picks_of(position, hint.move)
    if strength >= STRENGTHS:
        return Step(hint.phrase, tuple(picks), hint.move)
    if strength == 1:
        return (
            _look(hint.analysis) if picks else Step(say("look below", aim=aim(hint.analysis) or ""))
        )
    definition, action = position.game.definition, position.game.parse(hint.move)
    if not picks:
        return Step(say("choose", label=definition.label(position.plain, action) or hint.move))
    what = _first_step(position, hint.move)
    return Step(say("begin", cell=position.place(picks[0]), step=what), tuple(picks[:1]))


def _first_step(position: Position, move: str) -> str:
    """What the first pick of a move chooses."""
    definition = position.game.definition
    return definition.steps[definition.kind(position.plain, position.game.parse(move))][0]


def _look(found: Analysis) -> Step:
    """Where to look, and what for."""
    position, lit = found.position, area(found)
    low = tuple(min(axis) for axis in zip(*lit, strict=True))
    high = tuple(max(axis) for axis in zip(*lit, strict=True))
    first, last = (position.place((x, y, z)) for x, y, z in (low, high))
    wanted = aim(found) or say("aim step", step=_first_step(position, found.best))
    facts = {"part": _part(position, low, high), "first": first, "last": last, "aim": wanted}
    return Step(say("look at" if first == last else "look here", **facts), lit)


def _part(position: Position, low: Sequence[int], high: Sequence[int]) -> Phrase:
    """A part of the board as one says it, whichever side one looks from."""
    grid = position.game.grid
    if grid.upright:
        top = max((cell[2] for block in position.blocks for cell in block.cells), default=0)
        return say("low" if not low[2] else "high" if high[2] >= top else "halfway up")
    ends = zip(low, high, (grid.width, grid.depth), strict=False)
    outer = sum(abs(a + b + 1 - size) > size / 3 for a, b, size in ends)
    return say(("in the middle", "at an edge", "in a corner")[outer])


def picks_of(position: Position, move: str) -> list[Cell]:
    return position.game.definition.picks(position.plain, position.game.parse(move))


def area(found: Analysis) -> tuple[Cell, ...]:
    """Where moves begin in a part of the board around the best one."""
    position = found.position
    grid, begun = position.game.grid, _begun(position, found.lines)
    upright, whole = grid.upright, 2 + max(grid.width, grid.depth, grid.height)
    home = _spot(begun[0], upright)
    rivals = {_spot(cell, upright) for cell in begun[1:SERIOUS]} - {home}
    dice = random.Random(repr(position.path))  # the best move is not always in the middle
    lit: set[Spot] = set()
    for size in range(SMALLEST, whole + 1):
        squares = list(_squares(home, size))
        dice.shuffle(squares)
        lit = max(squares, key=lambda square: len(square & rivals))
        if len(lit & rivals) >= min(CHOICES, len(rivals)):
            break
    return tuple(cell for cell in begun if _spot(cell, upright) in lit)


def _begun(position: Position, lines: Iterable[Variation]) -> list[Cell]:
    """The first picks of moves, each once."""
    begun = (picks_of(position, line.move)[:1] for line in lines)
    return list(dict.fromkeys(cell for cells in begun for cell in cells))


def _spot(cell: Cell, upright: bool) -> Spot:
    return (cell[0], cell[2]) if upright else (cell[0], cell[1])


def _squares(home: Spot, size: int) -> Iterable[set[Spot]]:
    """All squares of a size that hold a spot."""
    for left in range(home[0] - size + 1, home[0] + 1):
        for low in range(home[1] - size + 1, home[1] + 1):
            yield {(left + x, low + y) for x in range(size) for y in range(size)}
