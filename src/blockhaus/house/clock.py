"""Clocks: so many minutes for the whole game with an increment, or so many days for each move.

Time in which the house took no decisions, because it was closed, stopped or out of breath, is
nobody's: clocks are told of such pauses and leave them out.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

DAY = 24 * 3600.0


class Pauses:
    """When nobody's time ran, as (since, until); in order, and none twice."""

    def __init__(self, known: Iterable[tuple[float, float]] = ()) -> None:
        self._known: list[tuple[float, float]] = []
        self.changes = 0  # how often one was news
        for since, until in known:
            self.add(since, until)

    def add(self, since: float, until: float) -> bool:
        """Whether it was news; what overlaps becomes one pause."""
        touched = [p for p in self._known if p[0] <= until and since <= p[1]]
        whole = min([since, *(p[0] for p in touched)]), max([until, *(p[1] for p in touched)])
        if until <= since or touched == [whole]:
            return False
        self._known = [p for p in self._known if p not in touched]
        insort(self._known, whole)
        self.changes += 1
        return True

    def between(self, since: float, until: float) -> float:
        """How many seconds of a stretch of time are nobody's."""
        lost = 0.0
        for begin, end in self._from(since):
            if begin >= until:
                break
            lost += max(0.0, min(end, until) - max(begin, since))
        return lost

    def after(self, since: float, seconds: float) -> float:
        """When so many seconds are over that somebody had."""
        end = since + seconds
        for begin, until in self._from(since):
            if begin >= end:
                break
            end += max(0.0, until - max(begin, since))
        return end

    def _from(self, since: float) -> list[tuple[float, float]]:
        first = bisect_right(self._known, (since, since))
        return self._known[max(0, first - 1) :]

    def __iter__(self) -> Iterator[tuple[float, float]]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


@dataclass(frozen=True)
class Terms:
    """What the table agreed on. `allowance` is for the game, or for each move with `per_move`."""

    allowance: float
    increment: float
    per_move: bool

    @classmethod
    def of(cls, data: dict[str, Any] | None) -> Terms | None:
        if data is None:
            return None
        if data["kind"] == "days":
            return cls(data["days"] * DAY, 0.0, True)
        return cls(data["minutes"] * 60.0, float(data["increment"]), False)


@dataclass
class Clock:
    """The time each seat has left, and whose time is running since when.

    A process may hear late of a pause that another one has kept, when the turn it fell into is long
    over. So its steps are remembered, and counted anew when a pause was news: what is left is the
    same for everybody who knows the same log and the same pauses.
    """

    terms: Terms
    seats: int
    pauses: Pauses = field(default_factory=Pauses)
    remaining: list[float] = field(init=False)
    running: int | None = None
    since: float = 0.0

    def __post_init__(self) -> None:
        self._steps: list[tuple[Callable[..., None], tuple[Any, ...]]] = []
        self._count_anew()

    def switch(self, seat: int | None, at: float, wait: float = 0.0) -> None:
        """The turn passes to a seat, which hears of it after a while that is nobody's. A second
        decision of the same seat is no new turn.
        """
        self._take(Clock._turn, seat, at, wait)

    def restart(self, at: float) -> None:
        """The turn begins anew, or was seen later: what was used of it is given back."""
        self._take(Clock._since, at)

    def begin(self, at: float) -> None:
        """Who is to decide could not see that earlier."""
        if self.running is not None and at > self.since:
            self._take(Clock._since, at)

    def set(self, remaining: Iterable[float], at: float) -> None:
        """What everybody has left, whatever was counted so far; whose time runs, it runs on."""
        self._take(Clock._set, tuple(remaining), at)

    def _take(self, step: Callable[..., None], *facts: Any) -> None:
        self._heed()
        self._steps.append((step, facts))
        step(self, *facts)

    def _turn(self, seat: int | None, at: float, wait: float) -> None:
        if self.running is not None:
            self.remaining[self.running] = max(0.0, self._left(self.running, at))
            if seat != self.running:
                self.remaining[self.running] += self.terms.increment
        if self.terms.per_move and seat is not None and seat != self.running:
            self.remaining[seat] = self.terms.allowance
        self.running, self.since = seat, at + wait

    def _since(self, at: float) -> None:
        self.since = at

    def _set(self, remaining: Iterable[float], at: float) -> None:
        self.remaining, self.since = list(remaining), at

    def _heed(self) -> None:
        if self._heeded != self.pauses.changes:
            self._count_anew()

    def _count_anew(self) -> None:
        self._heeded = self.pauses.changes
        self.remaining = [self.terms.allowance] * self.seats
        self.running, self.since = None, 0.0
        for step, facts in self._steps:
            step(self, *facts)

    def left(self, seat: int, at: float) -> float:
        self._heed()
        return self._left(seat, at)

    def _left(self, seat: int, at: float) -> float:
        if seat != self.running:
            return self.remaining[seat]
        spent = max(0.0, at - self.since) - self.pauses.between(self.since, at)
        return self.remaining[seat] - spent

    @property
    def deadline(self) -> float | None:
        """When the time of the running seat is used up."""
        self._heed()
        if self.running is None:
            return None
        return self.pauses.after(self.since, self.remaining[self.running])

    def standing(self, at: float) -> list[float]:
        """The time each seat has left at some moment."""
        return [round(max(0.0, self.left(seat, at)), 3) for seat in range(self.seats)]

    def data(self, at: float) -> dict[str, Any]:
        return {
            "kind": "days" if self.terms.per_move else "game",
            "remaining": self.standing(at),
            "running": self.running,
            "at": at,
        }
