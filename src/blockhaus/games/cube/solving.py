"""Solo puzzles solved: the compiled search of `shapes` told what to look for, on all cores."""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from ...author import Cell, fastest
from .arrangement import supply_fault
from .cards import COLOURS, EACH, Place, Squares, turns
from .shapes import COLUMNS, PIECES, ROW, search
from .views import PLACES, VIEWS

WIDTH = COLUMNS + ROW
NO_TIME_LIMIT = float("inf")

if TYPE_CHECKING:
    Rows = list[array[int]]  # of what the search writes

NEVER = array("q", [0])  # is the sign to stop

Filled = Mapping[Cell, str]
Ways = list[list[tuple[int, int]]]  # each the four squares of a picture with their colours


class OutOfTime(Exception):
    """The search was not finished in the time it had."""


class Clock:
    """The time that is left."""

    def __init__(self, seconds: float | None) -> None:
        self.end = time.monotonic() + (NO_TIME_LIMIT if seconds is None else seconds)

    @property
    def left(self) -> float | None:
        left = self.end - time.monotonic()
        return None if left == NO_TIME_LIMIT else max(left, 0.0)


def card_ways(card: Squares) -> Ways:
    """Every place and direction in which a card fits into a picture."""
    colours = [COLOURS.index(colour) for _, _, colour in card]
    found: dict[tuple[tuple[int, int], ...], None] = {}
    for way in turns([(x, y) for x, y, _ in card]):
        for x, y in places(way):
            squares = [i + x + 4 * (j + y) for i, j in way]
            found[tuple(sorted(zip(squares, colours, strict=True)))] = None
    return [list(way) for way in found]


def places(way: Sequence[Place]) -> Iterator[Place]:
    width, height = (max(ends) for ends in zip(*way, strict=True))
    return product(range(4 - width), range(4 - height))


@dataclass(frozen=True)
class Task:
    """Cards and the building to complete, as the compiled search takes them."""

    cards: int
    base: array[int]  # the heights
    known: array[int]  # the colours
    first: array[int]
    squares: array[int]
    hues: array[int]
    building: Filled
    twins: bool
    strict: bool  # whether a least solution surely needs every cube on top

    @classmethod
    def of(cls, cards: Sequence[Squares], building: Filled, twins: bool) -> Task:
        first, squares, hues = array("q", [0]), array("q"), array("q")
        for card in cards:
            for view in range(len(VIEWS)):
                for way in card_ways(card):
                    squares.extend(16 * view + square for square, _ in way)
                    hues.extend(hue for _, hue in way)
            first.append(len(squares) // 4)
        base = array("q", (sum((x, y, z) in building for z in range(4)) for x, y, _ in PLACES[:16]))
        strict = not (twins and may_run_short(cards, building))
        return cls(
            len(cards), base, colour_sets(building), first, squares, hues, building, twins, strict
        )


def may_run_short(cards: Sequence[Squares], building: Filled) -> bool:
    """Whether a colour could be needed so often that a cube is there only to make up a twin."""
    needed = [colour for card in cards for _, _, colour in card] + list(building.values())
    return any(needed.count(colour) > EACH for colour in COLOURS)


def colour_sets(building: Filled) -> array[int]:
    sets = array("q", [0, 0, 0])
    for i, cell in enumerate(PLACES):
        if cell in building:
            bit = 1 << i if i < 63 else -(1 << 63)
            hue = COLOURS.index(building[cell])
            sets[0] |= bit
            sets[1] |= bit * (hue & 1)
            sets[2] |= bit * (hue >> 1)
    return sets


class Solver:
    """Threads that go through all sets of heights with a given number of cubes."""

    def __init__(self, threads: int | None, clock: Clock) -> None:
        self.pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self.clock = clock
        self.search = fastest(search)
        self.effort = 0  # ways of cards tried: the same on every machine

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_error: object) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)

    def first(self, task: Task, more: int) -> dict[Cell, str] | None:
        """An arrangement with so many cubes more than the building, if none has fewer."""
        work = partial(self._work, task, more, task.strict, False, 1)
        with closing(self._pieces(work)) as pieces:
            for rows in pieces:
                for row in rows:
                    return next(fillings(row, task), None)
        return None

    def least(self, task: Task, more: range) -> tuple[int, dict[Cell, str] | None]:
        """The first number of cubes more with an arrangement, or the end of the range."""
        for number in more:
            found = self.first(task, number)
            if found is not None:
                return number, found
        return more.stop, None

    def every(self, task: Task, more: int, strict: bool, rows: int) -> Iterator[dict[Cell, str]]:
        """All arrangements with so many cubes more, the same one perhaps repeatedly.

        If `strict`, those in which a cube on top is not needed may be missing. There is room for so
        many rows at first; where that is too little a piece of the work is done again.
        """
        work = partial(self._work, task, more, strict and task.strict, True)
        with closing(self._pieces(partial(work, rows))) as pieces:
            for piece, found in enumerate(pieces):
                room = rows
                while True:
                    for row in found:
                        yield from fillings(row, task)
                    if len(found) < room:
                        break
                    room *= 8
                    found = self._result(self.pool.submit(work, room, NEVER, piece))

    def _pieces(self, work: Callable[[array[int], int], tuple[Rows, int]]) -> Generator[Rows]:
        """What is found piece by piece, in the same order whatever the number of threads."""
        stop = array("q", [0])
        jobs = [self.pool.submit(work, stop, piece) for piece in range(PIECES)]
        try:
            yield from map(self._result, jobs)
        finally:
            stop[0] = 1
            for job in jobs:
                job.cancel()

    def _result(self, job: Future[tuple[Rows, int]]) -> Rows:
        try:
            rows, effort = job.result(self.clock.left)
        except TimeoutError:
            raise OutOfTime from None
        self.effort += effort
        return rows

    def _work(
        self,
        task: Task,
        more: int,
        strict: bool,
        every: bool,
        rows: int,
        stop: array[int],
        piece: int,
    ) -> tuple[Rows, int]:
        effort, out = array("q", [0]), array("q", bytes(8 * WIDTH * rows))
        found = self.search(
            piece, more, task.base, task.known, task.cards, task.first, task.squares, task.hues,
            int(strict), int(every), EACH, int(task.twins), stop, effort, out,
        )  # fmt: skip
        return [out[WIDTH * row : WIDTH * (row + 1)] for row in range(found)], effort[0]


def fillings(row: Sequence[int], task: Task) -> Iterator[dict[Cell, str]]:
    """What the search found as arrangements: cubes that no card asks for in any colour."""
    must, low, high = row[COLUMNS:]
    filled = {cell: "" for i, cell in enumerate(PLACES) if cell[2] < row[i & 15]}
    for i, cell in enumerate(PLACES):
        if must >> i & 1:
            filled[cell] = COLOURS[(low >> i & 1) + 2 * (high >> i & 1)]
    free = [cell for cell, colour in filled.items() if not colour]
    for colours in product(COLOURS, repeat=len(free)):
        filled |= zip(free, colours, strict=True)
        if not supply_fault(filled, task.twins):
            yield dict(filled)
