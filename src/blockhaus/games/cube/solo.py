"""CUBE alone (rule 10): build an arrangement that fulfils several cards at the same time.

`check` says what an arrangement fulfils, `solve` finds one with the fewest cubes and proves it,
from an empty board or from an unfinished building, and `solutions` lists the different ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...author import Side
from .arrangement import (
    TWIN,
    SoloError,
    Stacks,
    cards_of,
    read_card,
    read_stacks,
    squares_of,
    stacks_of,
    stones_of,
)
from .board import appearances, pictures
from .cards import COLOURS, EACH, Squares
from .proving import ANY, Model, fits
from .solving import Clock, Filled, OutOfTime, Solver, Task
from .symmetry import own_likenesses, solution_key
from .views import VIEWS

__all__ = [
    "SoloError",
    "Solution",
    "check",
    "least",
    "possible",
    "read_card",
    "read_stacks",
    "solutions",
    "solve",
    "squares_of",
    "stones_of",
]

Cards = Sequence[int | Squares]

# From so many cubes on, first on an empty board, then in an unfinished building, it is asked
# whether a puzzle is possible at all, and later counting cubes is left to the other solver.
ASK, HAND_OVER = (12, 9), (15, 12)


@dataclass(frozen=True)
class Solution:
    """An arrangement that fulfils all cards; `proven` if none has fewer cubes."""

    cubes: int
    stacks: dict[str, list[str]]
    proven: bool


def check(cards: Cards, stacks: Stacks, *, twins: bool = False) -> list[list[Side]]:
    """For each card the views in which it is fulfilled; solved if none is empty.

    A card is a number of the house deck or four (column, row, colour), rows counted upward. The
    arrangement gives for each cell such as "c3" the colours from the bottom up. With twins the box
    has a twin of each colour besides its 32 cubes.
    """
    wanted = cards_of(cards)
    seen = pictures(stones_of(stacks, twins))
    return [
        sorted({side for side, _ in appearances(card, seen)}, key=VIEWS.index) for card in wanted
    ]


def solve(
    cards: Cards,
    *,
    seconds: float | None = None,
    building: Stacks | None = None,
    twins: bool = False,
    threads: int | None = None,
) -> Solution | None:
    """An arrangement with the fewest cubes, or None if it is proven that there is none.

    Given an unfinished building, cubes are only added to it; those it has count. With twins the
    box has a twin of each colour besides its 32 cubes; it counts as the two cubes it consists of.
    After so many seconds the best found so far is the answer, not `proven`, or a SoloError.
    """
    wanted, filled = cards_of(cards), stones_of(building or {}, twins)
    if not all(map(fits, wanted)):
        return None
    with Solver(threads, Clock(seconds)) as solver:
        solving = _Solving(wanted, filled, twins, solver, threads)
        if seconds is not None:
            solving.find_any()
        try:
            return solving.count_up()
        except OutOfTime:
            if solving.best:
                return solving.solution(solving.best, False)
    raise SoloError("In {seconds} seconds nothing was found, nor proven impossible.",
                    seconds=seconds)  # fmt: skip


def least(
    cards: Cards, *, building: Stacks | None = None, twins: bool = False, threads: int | None = None
) -> int | None:
    """The fewest cubes that fulfil the cards, with those of the building; None if impossible."""
    found = solve(cards, building=building, twins=twins, threads=threads)
    return found.cubes if found else None


def possible(
    cards: Cards, *, building: Stacks | None = None, twins: bool = False, threads: int | None = None
) -> bool:
    """Whether the cards can be fulfilled at once, by adding cubes to the building."""
    return solve(cards, building=building, twins=twins, threads=threads) is not None


def solutions(
    cards: Cards,
    cubes: int | None = None,
    limit: int = 100,
    *,
    seconds: float | None = None,
    twins: bool = False,
    threads: int | None = None,
) -> list[Solution]:
    """Different solutions of so many cubes, or of the fewest, up to a limit.

    Alike are those that differ by a turn of the board, by their place on it or, where that makes
    the same set of cards of it, by mirroring and exchanging colours.
    """
    best = solve(cards, seconds=seconds, twins=twins, threads=threads)
    cubes = best.cubes if cubes is None and best else cubes
    if best is None or cubes is None or cubes < best.cubes:
        return []
    wanted = cards_of(cards)
    likenesses = own_likenesses(wanted)
    strict = best.proven and cubes == best.cubes
    task = Task.of(wanted, {}, twins)
    found: dict[str, Solution] = {}
    with Solver(threads, Clock(seconds)) as solver:
        for filled in solver.every(task, cubes, strict, limit):
            key = str(solution_key(filled, likenesses))
            found.setdefault(key, Solution(cubes, stacks_of(filled), strict))
            if len(found) == limit:
                break
    return list(found.values())


class _Solving:
    """One puzzle on its way to a proof."""

    def __init__(
        self,
        cards: list[Squares],
        building: Filled,
        twins: bool,
        solver: Solver,
        threads: int | None,
    ) -> None:
        self.cards, self.building, self.twins = cards, building, twins
        self.solver, self.threads = solver, threads
        self.best: Filled | None = None

    def solution(self, filled: Filled, proven: bool) -> Solution:
        return Solution(len(filled), stacks_of(filled), proven)

    def find_any(self) -> None:
        """A solution that need not be the best: card by card, adding few cubes for each."""
        grown = self.building
        for number in range(1, len(self.cards) + 1):
            task = Task.of(self.cards[:number], grown, self.twins)
            try:
                _, found = self.solver.least(task, range(ASK[1]))
            except OutOfTime:
                return
            if found is None:
                return
            grown = found
        self.best = grown

    def count_up(self) -> Solution | None:
        """With ever more cubes until they suffice."""
        started = len(self.building)
        task = Task.of(self.cards, self.building, self.twins)
        most = (EACH + TWIN * self.twins) * len(COLOURS) - started
        ask, hand_over = ASK[started > 0], HAND_OVER[started > 0]
        for more in range(most + 1):
            if self.best and len(self.best) == started + more:
                return self.solution(self.best, True)
            if more == ask and not self.best:
                self.best, _ = self._model().solve(self.solver.clock, self.threads)
                if not self.best:
                    return None
            if more == hand_over:
                return self._hand_over(started + more)
            found = self.solver.first(task, more)
            if found is not None:
                return self.solution(found, True)
        return None

    def _hand_over(self, at_least: int) -> Solution | None:
        clock = self.solver.clock
        cubes = range(at_least, ANY.stop)
        filled, proven = self._model().solve(clock, self.threads, cubes, least=True)
        return self.solution(filled, proven) if filled else None

    def _model(self) -> Model:
        return Model(self.cards, self.building, self.twins)
