"""How often something may be asked for: counted for the visitor and for the address alike.

A visitor is known by a token that the house has signed. Tokens cost nothing, so what one address
asks for is counted as well, whoever asks; it is as much as a school class needs.

Several processes count together. Each tells the others what somebody has taken who has taken much,
and takes off what it is told; so however somebody spreads what they ask for, it goes on at the rate
of one process, after half as much again as one gives at once. Who asks for little, as nearly
everybody does, is told of to nobody.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import Depends, Request

from .texts import HouseError

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    from .settings import Limits

VISITORS_KEPT = 50_000


class Buckets:
    """Who may ask how often: a bucket for each visitor, filled again as time goes by."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._shared = 1  # processes that count together
        self._untold: dict[str, int] = {}  # what was taken since the others were told
        self._tell: Callable[[str, int], None] = lambda visitor, taken: None

    def take(self, visitor: str) -> bool:
        left = self._level(visitor)
        taken = left >= 1
        if taken:
            left -= 1
            if self._shared > 1:
                self._note(visitor, left)
        self._left[visitor] = left, time.monotonic()
        return taken

    def _level(self, visitor: str) -> float:
        """What is left for somebody, who is no longer the one that asked longest ago."""
        now = time.monotonic()
        left, since = self._left.pop(visitor, (self.size, now))
        if len(self._left) >= VISITORS_KEPT:
            forgotten, _ = self._left.popitem(last=False)
            self._untold.pop(forgotten, None)
        return min(self.size, left + (now - since) * self.rate)

    def _note(self, visitor: str, left: float) -> None:
        """Count what the others do not know of; it is forgotten with what is full again."""
        full, much = left + 1 >= self.size, self.size / (2 * self._shared)
        untold = self._untold[visitor] = 1 if full else self._untold.get(visitor, 0) + 1
        if untold >= much and self.size - left >= much:
            del self._untold[visitor]
            self._tell(visitor, untold)

    # With other processes

    def share(self, processes: int, tell: Callable[[str, int], None]) -> None:
        """So many processes count together, and are told who has taken how much."""
        self._shared, self._tell = processes, tell
        if processes < 2:
            self._untold = {}

    def taken_elsewhere(self, visitor: str, count: int) -> None:
        """Somebody has taken something by another process; what is too much is a debt."""
        left = max(-self.size, self._level(visitor) - count)
        self._left[visitor] = left, time.monotonic()


class Rates:
    """A bucket of every kind for every visitor, and a larger one for every address."""

    def __init__(self, visitor: Limits, address: Limits) -> None:
        self._visitor, self._address = _buckets(visitor), _buckets(address)
        self._processes = 1

    def take(self, kind: str, scope: MutableMapping[str, Any]) -> None:
        """Who is too quick is told so, and has used up nothing of what others at the address may
        ask for.
        """
        if not self._visitor[kind].take(scope["visitor"]):
            raise HouseError("too-fast")
        self.take_of_address(kind, scope)

    def take_of_address(self, kind: str, scope: MutableMapping[str, Any]) -> None:
        if not self._address[kind].take(scope["address"]):
            raise HouseError("too-fast")

    # With other processes

    def share(self, processes: int, tell: Callable[[str, str, int], None]) -> None:
        """So many processes count together, and are told of which bucket who has taken how much."""
        if processes != self._processes:
            self._processes = processes
            for name, buckets in self._all.items():
                buckets.share(processes, partial(tell, name))

    def taken_elsewhere(self, name: str, visitor: str, count: int) -> None:
        if name in self._all:  # which a newer process may count alone
            self._all[name].taken_elsewhere(visitor, count)

    @property
    def _all(self) -> dict[str, Buckets]:
        kinds = {"visitor": self._visitor, "address": self._address}
        return {f"{who} {kind}": of[kind] for who, of in kinds.items() for kind in of}


def _buckets(limits: Limits) -> dict[str, Buckets]:
    rates = {field.name: getattr(limits, field.name) for field in fields(limits)}
    return {name: Buckets(*rate) for name, rate in rates.items() if isinstance(rate, tuple)}


def take(request: Request, kind: str) -> None:
    """Count a request of some kind, or refuse it."""
    rates: Rates = request.app.state.rates
    rates.take(kind, request.scope)


def limited(kind: str) -> Any:
    """What a route depends on that may not be asked for too often."""

    async def count(request: Request) -> None:
        take(request, kind)

    return Depends(count)
