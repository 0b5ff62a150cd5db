"""Thinking about positions for people: live analysis, and reviews of finished games.

Both run in a few threads of their own, apart from the computers at the tables, and wait until
their game is compiled.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..commentary.analysis import Analysis, analyse
from ..commentary.review import Review, review
from ..core.errors import BlockhausError
from ..core.game import read_code
from ..core.position import Position
from ..core.record import Record
from ..search.budget import Budget
from .texts import HouseError
from .warming import Warming, step_back

logger = logging.getLogger(__name__)
THREADS = 2
NEWS_EVERY = 0.2  # seconds
REVIEWS_KEPT = 200
REVIEW_BUDGET = Budget(simulations=1000)


class Analysts:
    """The threads that think for people who look on."""

    def __init__(self, warming: Warming) -> None:
        self.warming = warming
        self._analysis_pool = ThreadPoolExecutor(THREADS, "analysis", step_back)
        self._review_pool = ThreadPoolExecutor(1, "review", step_back)
        self._reviews: OrderedDict[str, ReviewJob] = OrderedDict()
        self._closing = threading.Event()

    async def close(self) -> None:
        self._closing.set()
        for pool in (self._analysis_pool, self._review_pool):
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def analyse(
        self,
        code: str,
        seconds: float,
        lines: int,
        stop: threading.Event,
        tell: Callable[[dict[str, Any]], None],
    ) -> None:
        """Analyse a position and tell how it grows until the time is over or it is stopped."""
        loop = asyncio.get_running_loop()
        position = await self.warming.aside(None, lambda: read_position(code))
        if position.is_over:
            raise HouseError("game-over")
        await self.warming.wait(position.game.id)
        told = 0.0

        def watch(found: Analysis) -> bool:
            nonlocal told
            if time.monotonic() - told >= NEWS_EVERY:
                told = time.monotonic()
                loop.call_soon_threadsafe(tell, analysis_data(code, found, False))
            return not (stop.is_set() or self._closing.is_set())

        def work() -> Analysis | None:
            if stop.is_set():
                return None
            return analyse(position, seconds, lines, watch=watch)

        found = await loop.run_in_executor(self._analysis_pool, work)
        if found is not None and not stop.is_set():
            tell(analysis_data(code, found, True))

    def review(self, table_id: str, record: Record) -> ReviewJob:
        """The review of a finished game; the first question begins it."""
        job = self._reviews.get(table_id)
        if job is None or job.failed:
            job = self._reviews[table_id] = ReviewJob(record)
            asyncio.get_running_loop().create_task(self._run(job))
        self._reviews.move_to_end(table_id)
        if len(self._reviews) > REVIEWS_KEPT:
            self._reviews.popitem(last=False)
        return job

    async def _run(self, job: ReviewJob) -> None:
        await self.warming.wait(job.record.game.id)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._review_pool, job.run, self._closing)
        except Exception:
            job.failed = True
            logger.exception("a review failed")


class ReviewJob:
    """A review on its way."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.found: Review | None = None
        self.failed = False

    def run(self, closing: threading.Event) -> None:
        def watch(found: Review) -> None:
            self.found = found

        review(self.record, REVIEW_BUDGET, watch=watch, stop=closing.is_set)

    def data(self) -> dict[str, Any]:
        done = self.found is not None and self.found.complete
        seen = len(self.found.decisions) if self.found else 0
        return {
            "state": "done" if done else "running",
            "progress": seen / max(1, len(self.record.moves)),
            "review": self.found.data() if self.found else None,
        }


def read_position(code: str) -> Position:
    try:
        return read_code(code)
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None


def analysis_data(code: str, found: Analysis, done: bool) -> dict[str, Any]:
    return {"type": "analysis", "code": code, "done": done, **found.data()}
