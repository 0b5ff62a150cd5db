"""Who comes next where thinking is scarce.

Everybody has their turn, however much one visitor asks for, and what is short goes before what is
long: a question is stamped with the time at which it would be answered if all visitors who wait
had the same share of one thinker, and the earliest stamp comes next (start-time fair queueing).
Short and long questions of one visitor are stamped apart, so that nobody's own long ones keep
their short ones waiting. Visitors of one address count as one in this, for it may have made them
up. A place may be kept for short ones alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

from ..core.breathing import Steps, has_threads, in_full, in_turns
from .texts import HouseError
from .warming import step_back

Result = TypeVar("Result")
Flow = Callable[[str], str]  # with whom a visitor takes turns: an address, or the visitor alone
SHORT = 0.5  # seconds
CROWD = 1000  # questions that wait in one line, whoever asked them
TOGETHER = 4  # times what one visitor may ask is what visitors of one address may


def alone(visitor: str) -> str:
    return visitor


@dataclass(eq=False)
class Question:
    """Something that waits for its turn, or has it."""

    visitor: str
    flow: str
    seconds: float
    start: float  # when its turn would begin and end if everybody had the same share
    end: float
    order: int
    called: asyncio.Future[None]

    @property
    def is_short(self) -> bool:
        return self.seconds <= SHORT


class Line:
    """A line before so many places, and some more for short questions alone."""

    def __init__(
        self, places: int, most: int | None = None, spare: int = 0, flow: Flow = alone
    ) -> None:
        self.places, self.spare, self.flow = places, spare, flow
        self.most = most  # questions one visitor may have in the line, those at work included
        self._waiting: list[Question] = []
        self._working: list[Question] = []
        self._clock = 0.0  # the stamp that was called last
        self._ends: dict[tuple[str, bool], float] = {}
        self._order = count()
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def working(self) -> int:
        return len(self._working)

    def of(self, visitor: str) -> int:
        """How many questions of a visitor wait or are at work."""
        return sum(each.visitor == visitor for each in (*self._waiting, *self._working))

    def others_wait(self, visitor: str) -> bool:
        """Whether somebody else waits; may be asked from any thread."""
        return any(each.visitor != visitor for each in tuple(self._waiting))

    @asynccontextmanager
    async def turn(self, visitor: str, seconds: float) -> AsyncIterator[None]:
        """Wait for one's turn, which takes about so many seconds."""
        asked = await self._called(visitor, seconds)
        try:
            yield
        finally:
            self._done(asked)

    async def _called(self, visitor: str, seconds: float) -> Question:
        if self._closed:
            raise HouseError("closing")
        flow = self.flow(visitor)
        if self.most is not None and self.of(visitor) >= self.most:
            raise HouseError("many-waiting", number=self.most)
        if self._is_crowded(flow):
            raise HouseError("too-many")
        asked = self._stamped(visitor, flow, seconds)
        self._waiting.append(asked)
        self._call()
        try:
            await asked.called
        except asyncio.CancelledError:
            self._done(asked)
            raise
        return asked

    def _is_crowded(self, flow: str) -> bool:
        together = sum(each.flow == flow for each in (*self._waiting, *self._working))
        enough = self.most is not None and together >= TOGETHER * self.most
        return enough or len(self._waiting) >= CROWD

    def _stamped(self, visitor: str, flow: str, seconds: float) -> Question:
        kind = flow, seconds <= SHORT
        start = max(self._clock, self._ends.get(kind, 0.0))
        end = self._ends[kind] = start + seconds
        called = asyncio.get_running_loop().create_future()
        return Question(visitor, flow, seconds, start, end, next(self._order), called)

    def _call(self) -> None:
        """Call everybody for whom there is a place."""
        for asked in sorted(self._waiting, key=lambda each: (each.end, each.order)):
            if self._has_place(asked):
                self._waiting.remove(asked)
                self._working.append(asked)
                self._clock = max(self._clock, asked.start)
                if not asked.called.done():
                    asked.called.set_result(None)

    def _has_place(self, asked: Question) -> bool:
        if len(self._working) >= self.places + self.spare:
            return False
        long = sum(not each.is_short for each in self._working)
        return asked.is_short or long < self.places

    def _done(self, asked: Question) -> None:
        """A turn is over, or was not waited for."""
        for line in (self._waiting, self._working):
            if asked in line:
                line.remove(asked)
        self._ends = {kind: end for kind, end in self._ends.items() if end > self._clock}
        self._call()


class Thinkers(Line):
    """A line before threads."""

    def __init__(
        self,
        name: str,
        threads: int,
        most: int | None = None,
        spare: int = 0,
        flow: Flow = alone,
        begin: Callable[[], None] = step_back,
    ) -> None:
        super().__init__(threads, most, spare, flow)
        self._pool = ThreadPoolExecutor(threads + spare, name, begin)

    async def think(
        self,
        visitor: str,
        seconds: float,
        job: Callable[[], Result],
        begins: Callable[[], Any] = lambda: None,
    ) -> Result:
        """Run a job of about so many seconds in a thread when its turn has come.

        Who is cancelled meanwhile leaves at once; a thread at work keeps its place to the end.
        """
        asked = await self._called(visitor, seconds)
        try:
            begins()
            work = asyncio.get_running_loop().run_in_executor(self._pool, job)
        except BaseException:
            self._done(asked)
            raise
        work.add_done_callback(lambda _: self._done(asked))
        return await asyncio.shield(work)

    async def think_in_steps(self, visitor: str, seconds: float, steps: Steps[Result]) -> Result:
        """The same for a job in steps. Where there are no threads, who waits for something else has
        a turn after each of them, and who is cancelled ends it.
        """
        if has_threads():
            return await self.think(visitor, seconds, lambda: in_full(steps))
        async with self.turn(visitor, seconds):
            return await in_turns(steps)

    async def close(self) -> None:
        self._closed = True
        for asked in tuple(self._waiting):
            asked.called.cancel()
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)
