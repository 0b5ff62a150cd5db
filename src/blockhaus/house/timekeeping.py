"""What time it is in the house.

It goes on steadily, whatever becomes of the clock of the system: that one is looked at once, when
the house opens. Who looks often finds out when nobody could look: the house was stopped, or too
busy to take a decision, and that time is nobody's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from .clock import Pauses

LATE = 2.0  # seconds without a look until that counts as a pause
LOOK_EVERY = 0.5


class Timekeeper:
    """The time, and when nobody's time ran."""

    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        system: Callable[[], float] = time.time,
    ) -> None:
        self._steady = steady
        self._ahead = system() - steady()
        self.pauses = Pauses()
        self.unkept = Pauses()  # those that are not stored yet
        self.alone = True  # else others may have gone on while this process could not look
        self.late: list[tuple[float, float]] = []  # when it could not, if it is not alone
        self._seen = self._raw()

    def _raw(self) -> float:
        return self.when(self._steady())

    def when(self, steady: float) -> float:
        """The time at a moment of the steady clock."""
        return round(steady + self._ahead, 3)

    def now(self) -> float:
        """The time, in thousandths of a second."""
        now = self._raw()
        if now - self._seen > LATE:
            if self.alone:
                self.pause(self._seen, now)
            else:
                self.late.append((self._seen, now))
        self._seen = now
        return now

    def pause(self, since: float, until: float) -> None:
        """Nobody's time ran then."""
        if self.pauses.add(since, until):
            self.unkept.add(since, until)

    def kept(self, pauses: Iterable[tuple[float, float]]) -> None:
        """These have been stored."""
        done = set(pauses)
        self.unkept = Pauses(pause for pause in self.unkept if pause not in done)

    def resume(self, alive: float, pauses: Iterable[tuple[float, float]]) -> None:
        """The house opens again; it was last seen alive some time ago. Its time never goes back,
        whatever the clock of the system says now.
        """
        self.learn(pauses)
        self._ahead += max(0.0, alive - self._raw())
        self._seen = self._raw()
        if alive:
            self.pause(alive, self._seen)

    def learn(self, pauses: Iterable[tuple[float, float]]) -> bool:
        """Pauses that were stored, perhaps by another process; whether any was news."""
        known = self.pauses.changes
        for since, until in pauses:
            self.pauses.add(since, until)
        return self.pauses.changes != known
