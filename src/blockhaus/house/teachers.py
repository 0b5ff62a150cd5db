"""Searching for people who solve puzzles: proofs, refutations, the values of a solved position.

One thread of its own, a fair line before it, and answers that are remembered. Every question is
bounded by the positions it may look at.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from .queues import Flow, Thinkers, alone
from .warming import Warming

QUESTIONS = 4  # of one visitor that wait or are being answered
SECONDS = 1.0  # about what a question takes
KEPT = 500  # answers that are remembered
Result = TypeVar("Result")


class Teachers:
    """The thread, who waits for it, and what it has found out."""

    def __init__(self, warming: Warming, flow: Flow = alone) -> None:
        self.warming = warming
        self.line = Thinkers("teaching", 1, QUESTIONS, flow=flow)
        self._known: OrderedDict[Hashable, Any] = OrderedDict()

    async def close(self) -> None:
        await self.line.close()

    def knows(self, key: Hashable) -> bool:
        return key in self._known

    async def ask(
        self,
        visitor: str,
        game: str,
        key: Hashable,
        job: Callable[[], Result],
        seconds: float = SECONDS,
    ) -> Result:
        """What a search says, once its game is compiled; the same key means the same answer."""
        if key not in self._known:
            await self.warming.wait(game)
            found = await self.line.think(visitor, seconds, job)
            self._known[key] = found
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
            return found
        self._known.move_to_end(key)
        known: Result = self._known[key]
        return known
