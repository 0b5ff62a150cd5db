"""Work beside the tables: codes, figures, studies, lists and the like, for whoever asks.

It takes milliseconds and runs in threads, so that nobody who plays waits for it. Few threads: they
run Python, which is one thread's at a time, so each one that works takes its turn from those who
play. Before them is a fair line: whoever asks for hundreds of codes waits for themselves. What is
drawn and printed is long and goes one after the other, while a place is kept for what is short.
What the tables themselves need is not in this line.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TypeVar

from .queues import Flow, Thinkers, alone
from .warming import Warming

Result = TypeVar("Result")
asking: ContextVar[str] = ContextVar("asking", default="")  # the visitor something is done for
PLACES, SPARE = 1, 1  # for anything, and for what is short alone
QUESTIONS = 32  # of one visitor that wait or are worked at: no page asks for so many at once
MOMENT = 0.02  # seconds that most of it takes
UNCOMPILED = 50  # times as long as with compiled rules
LONG = 1.0  # seconds that drawing takes, as a rule
READING = 2e-6  # seconds for each letter of a record, on a busy machine


class Asides:
    """The threads, and who waits for them."""

    def __init__(self, warming: Warming, flow: Flow = alone) -> None:
        self.warming = warming
        self.line = Thinkers("aside", PLACES, QUESTIONS, SPARE, flow, begin=lambda: None)

    async def close(self) -> None:
        await self.line.close()

    async def do(self, game: str | None, job: Callable[[], Result], seconds: float) -> Result:
        """Run something that may need the rules of a game; no game if it is yet to be read."""
        if not self.warming.is_ready(game):
            job = self.warming.uncompiled(job)
        return await self.line.think(asking.get(), self._effort(game, seconds), job)

    @asynccontextmanager
    async def turn(self, game: str, seconds: float) -> AsyncIterator[None]:
        """Wait for one's turn with something about a game, and do it within this block."""
        async with self.line.turn(asking.get(), self._effort(game, seconds)):
            yield

    def _effort(self, game: str | None, seconds: float) -> float:
        return seconds if self.warming.is_ready(game) else UNCOMPILED * seconds

    async def plain(self, job: Callable[[], Result], seconds: float) -> Result:
        """Run something that needs no rules."""
        return await self.line.think(asking.get(), seconds, job)
