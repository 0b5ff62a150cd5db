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
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakValueDictionary

from ..commentary.analysis import Analysis, analysing
from ..commentary.review import Review, reviewing
from ..core.breathing import Steps
from ..core.errors import BlockhausError
from ..core.game import read_code
from ..core.position import Position
from ..core.record import Record
from ..core.words import LANGUAGES, Phrase
from ..learn.deciding import Decided, decided
from ..search.budget import Budget
from ..search.estimate import Stopped
from .queues import TOGETHER, Flow, Line, Thinkers, alone
from .texts import HouseError
from .warming import Warming

logger = logging.getLogger(__name__)
THREADS = 2
QUESTIONS = 4  # analyses of one visitor that wait or are at work: pages, and those just replaced
REVIEWS = 3  # of one visitor that are not finished
SLICE = 3.0  # seconds that an analysis has for sure; then it gives way to others who wait
BEGUN = 6  # reviews under way, one for each flow: each has grown trees of 20 megabytes
STEP = 1.0  # about what a decision of a review takes
NEWS_EVERY = 0.2  # seconds
REVIEWS_KEPT = 60
REVIEW_BUDGET = Budget(simulations=1000)


class Analysts:
    """The threads that think for people who look on."""

    def __init__(self, warming: Warming, flow: Flow = alone) -> None:
        self.warming = warming
        self.flow = flow
        self.line = Thinkers("analysis", THREADS, QUESTIONS, flow=flow)
        self.review_line = Thinkers("review", 1, flow=flow)
        self.begun = Line(BEGUN, flow=flow)
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._reviews: OrderedDict[str, ReviewJob] = OrderedDict()
        self._closing = threading.Event()

    async def close(self) -> None:
        self._closing.set()
        for line in (self.line, self.review_line):
            await line.close()

    async def analyse(
        self,
        visitor: str,
        code: str,
        seconds: float,
        lines: int,
        stop: threading.Event,
        tell: Callable[[dict[str, Any]], None],
        waits: Callable[[], None] = lambda: None,
    ) -> None:
        """Analyse a position and tell how it grows until the time is over, it is stopped, or it
        had its share and others wait. `waits` is called if the game is not compiled yet.
        """
        loop = asyncio.get_running_loop()
        position = await self.warming.aside(None, lambda: read_position(code))
        if position.is_over:
            raise HouseError("game-over")
        if not self.warming.is_ready(position.game.id):
            waits()
        await self.warming.wait(position.game.id)
        told, began, early = 0.0, 0.0, False

        def watch(found: Analysis) -> bool:
            nonlocal told, early
            if time.monotonic() - told >= NEWS_EVERY:
                told = time.monotonic()
                loop.call_soon_threadsafe(tell, analysis_data(code, found))
            early = time.monotonic() - began >= SLICE and self.line.others_wait(visitor)
            return not (early or stop.is_set() or self._closing.is_set())

        def work() -> Steps[Analysis | None]:
            nonlocal began
            if stop.is_set():
                return None
            began = time.monotonic()
            return (yield from analysing(position, seconds, lines, watch))

        found = await self.line.think_in_steps(visitor, min(seconds, SLICE), work())
        if found is not None and not stop.is_set():
            tell(analysis_data(code, found, done=True, early=early))

    def review(
        self, visitor: str, table_id: str, record: Record, winners: Sequence[int]
    ) -> ReviewJob:
        """The review of a finished game; the first question begins it."""
        job = self._reviews.get(table_id)
        if job is None or job.failed:
            self._check_reviews(visitor)
            job = self._reviews[table_id] = ReviewJob(
                visitor, record, winners, self._closing.is_set
            )
            job.task = asyncio.get_running_loop().create_task(self._run(job))
        self._reviews.move_to_end(table_id)
        self._forget()
        return job

    def _check_reviews(self, visitor: str) -> None:
        begun = [each.visitor for each in self._reviews.values() if not each.is_over]
        if begun.count(visitor) >= REVIEWS:
            raise HouseError("many-waiting", number=REVIEWS)
        if [*map(self.flow, begun)].count(self.flow(visitor)) >= TOGETHER * REVIEWS:
            raise HouseError("too-many")

    def _forget(self) -> None:
        """Only so many reviews are kept; those under way are."""
        over = [table_id for table_id, job in self._reviews.items() if job.is_over]
        for table_id in over[: max(0, len(self._reviews) - REVIEWS_KEPT)]:
            del self._reviews[table_id]

    def reviewed(self, table_id: str) -> ReviewJob | None:
        """A review that has been asked for."""
        return self._reviews.get(table_id)

    async def _run(self, job: ReviewJob) -> None:
        """Go over a game, decision by decision, each in its turn."""
        try:
            await self.warming.wait(job.record.game.id)
            own = self._own.setdefault(self.flow(job.visitor), asyncio.Lock())
            async with own, self.begun.turn(job.visitor, STEP * len(job.record.moves)):
                while await self.review_line.think(job.visitor, STEP, job.step):
                    pass
        except (HouseError, Stopped):
            job.failed = True
        except Exception:
            job.failed = True
            logger.exception("a review failed")


class ReviewJob:
    """A review on its way."""

    def __init__(
        self,
        visitor: str,
        record: Record,
        winners: Sequence[int] = (),
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.visitor = visitor
        self.record = record
        self.winners = winners
        self.decided: Decided | None = None
        self.found: Review | None = None
        self.failed = False
        self.published = False  # whether other processes are told how far it has come
        self.task: asyncio.Task[None] | None = None
        self._going = reviewing(record, REVIEW_BUDGET, stop=stop)
        self._line = record.positions()
        self._said: dict[int, tuple[Phrase, list[Phrase]]] = {}  # by the decision's number

    @property
    def is_over(self) -> bool:
        return self.failed or (self.found is not None and self.found.complete)

    def step(self) -> bool:
        """Look at one more decision; whether there are others."""
        found = next(self._going)
        if found.complete:
            self.decided = decided(found, self.winners)
            self._going = iter(())  # lets go of the trees it has grown
        self.found = found
        return not found.complete

    def data(self, lang: str = LANGUAGES[0]) -> dict[str, Any]:
        done = self.found is not None and self.found.complete
        seen = len(self.found.decisions) if self.found else 0
        return {
            "state": "done" if done else "running",
            "progress": seen / max(1, len(self.record.moves)),
            "review": self._told(self.found) if self.found else None,
            "decided": self.decided and _decided_data(self.decided, lang),
        }

    def _told(self, found: Review) -> dict[str, Any]:
        told = found.data()
        for decision in told["decisions"]:
            number, best = decision["number"], decision["best"]
            if number not in self._said:
                before = self._line[number - 1]
                self._said[number] = before.words_for(best), said(before, decision["line"])
            decision["better"], decision["said"] = self._said[number]
        return told


def _decided_data(found: Decided, lang: str) -> dict[str, Any]:
    sentences = [sentence.text(lang) for sentence in found.sentences]
    return {"number": found.number, "sentences": sentences, "certain": found.certain}


def said(position: Position, line: Sequence[str]) -> list[Phrase]:
    """A line of play in words, as far as it can be followed: what is hidden or left to chance may
    have come out otherwise.
    """
    words = []
    for move in line:
        try:
            words.append(position.words_for(move))
            position = position.play(move)
        except BlockhausError:
            break
    return words


def read_position(code: str) -> Position:
    try:
        return read_code(code)
    except BlockhausError as error:
        raise HouseError("bad-position", detail=error) from None


def analysis_data(
    code: str, found: Analysis, done: bool = False, early: bool = False
) -> dict[str, Any]:
    told = {"type": "analysis", "code": code, "done": done, "early": early}
    return {**told, **found.data()}
