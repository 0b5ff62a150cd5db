"""Clocks: so many minutes for the whole game with an increment, or so many days for each move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

DAY = 24 * 3600.0


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
    """The time each seat has left, and whose time is running since when."""

    terms: Terms
    seats: int
    remaining: list[float] = field(init=False)
    running: int | None = None
    since: float = 0.0

    def __post_init__(self) -> None:
        self.remaining = [self.terms.allowance] * self.seats

    def switch(self, seat: int | None, at: float) -> None:
        """The turn passes to a seat. A second decision of the same seat is no new turn."""
        if self.running is not None:
            self.remaining[self.running] = max(0.0, self.left(self.running, at))
            if seat != self.running:
                self.remaining[self.running] += self.terms.increment
        if self.terms.per_move and seat is not None and seat != self.running:
            self.remaining[seat] = self.terms.allowance
        self.running, self.since = seat, at

    def left(self, seat: int, at: float) -> float:
        spent = at - self.since if seat == self.running else 0.0
        return self.remaining[seat] - spent

    @property
    def deadline(self) -> float | None:
        """When the time of the running seat is used up."""
        return None if self.running is None else self.since + self.remaining[self.running]

    def data(self, at: float) -> dict[str, Any]:
        return {
            "kind": "days" if self.terms.per_move else "game",
            "remaining": [round(max(0.0, self.left(s, at)), 3) for s in range(self.seats)],
            "running": self.running,
            "at": at,
        }
