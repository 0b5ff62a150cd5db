"""KWINTY for people: how moves are written, what is seen, and why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from ...author import (
    LETTERS,
    Block,
    Cell,
    Ending,
    Event,
    Extent,
    Fact,
    Grid,
    NotationError,
    Phrase,
    Plain,
    Reason,
    Seat,
    Supply,
    Table,
    Tally,
    count,
    lowest,
    remembered,
)
from . import SPEC
from .rules import COLUMNS, FIRST, FIVE, FULL, ROWS, SHORT_ENDS, UNEVEN, WIDE


def text(s: Plain, action: int) -> str:
    if action < COLUMNS:
        return f"{LETTERS[action]}|"
    x = action - COLUMNS
    return f"{LETTERS[x]}+{LETTERS[x + 1]}"


def parse(s: Plain, move: str) -> int:
    match = re.fullmatch(r"([a-q])\||([a-q])\+([a-q])", move)
    if not match:
        raise NotationError(
            "{move!r} is not a move: write i| to stand a block in column i, "
            "i+j to lay one over i and j.",
            move=move,
        )
    if match[1]:
        return LETTERS.index(match[1])
    left, right = LETTERS.index(match[2]), LETTERS.index(match[3])
    if right != left + 1:
        raise NotationError(
            "{move!r} is not a move: a lying block covers two neighbouring columns, "
            "the left one named first.",
            move=move,
        )
    return COLUMNS + left


def grid(s: Plain) -> Grid:
    return Grid(COLUMNS, 1, ROWS, upright=True)


def reach(s: Plain) -> Extent:
    """Rule 2: the columns that can still be part of the wall."""
    low, high = (s.low, s.high) if s.low <= s.high else (FIRST, FIRST)
    left, right = max(high - s.width + 1, 0), min(low + s.width, COLUMNS) - 1
    return Extent((left, 0, 0), (right, 0, s.height - 1))


def blocks(s: Plain) -> list[Block]:
    """Rule 6 keeps the blocks of one colour apart, so squares tell where each begins."""
    found = []
    for seat in range(2):
        lying = s.lying[seat]
        for z, squares in enumerate(lying):
            while squares:
                x = lowest(squares)
                found.append(block(seat, (x, 0, z), (x + 1, 0, z)))
                squares &= ~(3 << x)
        for x, squares in enumerate(s.up[seat]):
            while squares:
                z = lowest(squares)
                flat = lying[z] >> x & 1
                if not flat:
                    found.append(block(seat, (x, 0, z), (x, 0, z + 1)))
                squares &= ~(1 << z if flat else 3 << z)
    return found


@cache
def block(seat: int, *cells: Cell) -> Block:
    return Block(cells, SPEC.colours[seat], seat)


def landing(s: Plain, action: int) -> list[Cell]:
    """The squares a block would fill."""
    if action < COLUMNS:
        z = s.heights[action]
        return [(action, 0, z), (action, 0, z + 1)]
    x = action - COLUMNS
    z = max(s.heights[x], s.heights[x + 1])
    return [(x, 0, z), (x + 1, 0, z)]


def picks(s: Plain, action: int) -> list[Cell]:
    return landing(s, action)


PHRASES = {
    "stand": "block upright, from {first} to {second}",
    "lie": "block lying on {first} and {second}",
}

STEPS = {
    "stand": ("the lower half of a standing block", "its upper half"),
    "lie": ("one end of a lying block", "its other end"),
}


def kind(s: Plain, action: int) -> str:
    return "stand" if action < COLUMNS else "lie"


def table(s: Plain, seat: int | None) -> Table:
    return Table(
        seats=tuple(
            Seat(
                colour,
                supply=(Supply(Phrase("blocks"), colour, s.supply[side]),),
                facts=() if s.ending == FIVE else (short_lines(s, side),),
            )
            for side, colour in enumerate(SPEC.colours)
        ),
        prompt=None if s.mover < 0 else "place",
        facts=(Fact(Phrase("squares in a row to win"), "number", s.line, main=True),),
    )


def short_lines(s: Plain, side: int) -> Fact:
    """Rule 8: what counts if nobody wins."""
    number = sum(line.seat == side for line in tally(s))
    name = Phrase("lines of {length}", length=s.line - 1)
    return Fact(name, "number", number, main=True)


def events(before: Plain, action: int, after: Plain) -> list[Event]:
    if after.ending == FIVE:
        return [win_event(after)]
    found = short_line_events(before, after)
    if after.mover == before.mover:
        found.append(passed_event(1 - after.mover))
    return found


def win_event(s: Plain) -> Event:
    (line,) = tally(s)
    colour = SPEC.colours[line.seat]
    sentence = Phrase(
        "{length} squares in a line: {colour} wins.", length=len(line.cells), colour=colour
    )
    return Event("line", line.seat, sentence, cells=line.cells)


def short_line_events(before: Plain, after: Plain) -> list[Event]:
    """Rule 8: the new lines one square short of winning."""
    return [
        Event("short-line", line.seat, short_line(after, line), line.points, line.cells)
        for line in tally(after)
        if line not in tally(before)
    ]


def short_line(s: Plain, line: Tally) -> Phrase:
    return Phrase(
        "A line of {length} for {colour}: it counts if nobody gets {line}.",
        length=s.line - 1,
        colour=SPEC.colours[line.seat],
        line=s.line,
    )


def passed_event(seat: int) -> Event:
    sentence = Phrase("Passed over: {colour} cannot place a block.", colour=SPEC.colours[seat])
    return Event("passed", seat, sentence)


@remembered
def tally(s: Plain) -> list[Tally]:
    """The line that won, or else the lines one square short of it."""
    length = s.line if s.ending == FIVE else s.line - 1
    tables = zip(s.across, s.up, s.rising, s.falling, strict=True)
    return [
        Tally(seat, 1, Phrase("line of {length}", length=length), cells)
        for seat, own in enumerate(tables)
        for cells in lines(length, *map(tuple, own))
        if s.ending == FIVE or len(cells) == length
    ][: 1 if s.ending == FIVE else None]


@lru_cache(10_000)  # of both players' squares those of one stay as they were
def lines(least: int, *tables: tuple[int, ...]) -> list[tuple[Cell, ...]]:
    """The maximal straight runs of so many squares or more, in the four line tables."""
    found = []
    for direction, table in enumerate(tables):
        runs = [
            tuple(square(direction, line, i) for i in run)
            for line, squares in enumerate(table)
            if squares.bit_count() >= least
            for run in runs_in(squares)
            if len(run) >= least
        ]
        found += sorted(runs)
    return found


def runs_in(squares: int) -> Iterator[range]:
    """The maximal runs of members of a set."""
    while squares:
        first = lowest(squares)
        past = lowest(~squares >> first) + first
        yield range(first, past)
        squares = squares >> past << past


def square(direction: int, line: int, i: int) -> Cell:
    """The square that a bit of one of the four line tables stands for."""
    if direction == 1:
        return line, 0, i
    return i, 0, (line, 0, i - line + ROWS - 1, line - i)[direction]


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    return [cell for block in guilty(s, action, reason) for cell in block.cells], {
        "width": s.width,
        "height": s.height,
    }


def guilty(s: Plain, action: int, reason: int) -> list[Block]:
    """The blocks that are in the way."""
    cells = landing(s, action)
    if reason in (FULL, UNEVEN):
        tallest = max(s.heights[x] for x, _, _ in cells)
        tops = {(x, 0, tallest - 1) for x, _, _ in cells if s.heights[x] == tallest}
        return [other for other in blocks(s) if tops & set(other.cells)]
    if reason == WIDE:
        edge = (s.low if cells[-1][0] > s.high else s.high, 0, 0)
        return [other for other in blocks(s) if edge in other.cells]
    if reason == SHORT_ENDS:
        return [other for other in blocks(s) if ends_meet(s, other, cells)]
    return []


def ends_meet(s: Plain, other: Block, cells: list[Cell]) -> bool:
    """Whether the short ends of an own block and of one at these cells touch."""
    if other.owner != s.mover:
        return False
    direction = tuple(b - a for a, b in zip(cells[0], cells[1], strict=True))
    before = tuple(a - d for a, d in zip(cells[0], direction, strict=True))
    beyond = tuple(b + d for b, d in zip(cells[1], direction, strict=True))
    return other.cells[1] == before or other.cells[0] == beyond


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    for seat in range(2):
        squares = sum(count(row) for row in s.across[seat])
        if squares != 2 * (s.blocks - s.supply[seat]):
            return "the squares on the wall and the blocks in the supply do not add up"
    for x in range(COLUMNS):
        if s.up[0, x] & s.up[1, x] or s.up[0, x] | s.up[1, x] != (1 << s.heights[x]) - 1:
            return f"column {LETTERS[x]} overlaps or floats"
    if s.high - s.low >= s.width or max(s.heights) > s.height:
        return "the wall has outgrown its limits"
    return None


PROMPTS = {"place": "Add a block to the wall."}

REASONS = (
    Reason("full", "2", "The wall may be only {height} squares high."),
    Reason("uneven", "5", "A lying block needs two columns of equal height beneath it."),
    Reason("apart", "4", "The block would touch no block of the wall."),
    Reason("wide", "2", "The wall may be only {width} squares wide."),
    Reason("short-ends", "6", "The short ends of two of your own blocks would touch."),
    Reason("start", "R1", "The first block stands in column i, or lies over i and j."),
)  # fmt: skip

ENDINGS = (
    Ending("line", "a line is complete"),
    Ending("full", "no more blocks can be placed; the shorter lines decide"),
)
