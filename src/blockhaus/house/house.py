"""The house: its tables, its computers, its storage, opened and closed together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import string
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from ..core.words import Phrase
from . import draws, storage, views
from .analysts import Analysts
from .computer import Computers
from .connection import GOING_AWAY
from .live_table import LiveTable
from .replay import replayed
from .storage import Storage
from .tables import Draft, Founding, Table
from .texts import HouseError
from .warming import Warming

Result = TypeVar("Result")
logger = logging.getLogger(__name__)
ID_LETTERS = string.ascii_lowercase + string.digits
ID_LENGTH = 10


@dataclass(frozen=True)
class Limits:
    """How much one visitor may ask for: so many at once, and so many a second on."""

    requests: tuple[float, float] = (80, 20)
    messages: tuple[float, float] = (80, 20)
    tables: tuple[float, float] = (20, 0.2)
    connections: int = 40


@dataclass(frozen=True)
class Settings:
    """How a house is run."""

    folder: Path
    limits: Limits = field(default_factory=Limits)
    thinkers: int | None = None  # threads for computers
    gone_after: float = 30.0  # seconds without a page until a player counts as gone
    idle_after: float = 120.0  # seconds until a table nobody looks at leaves the memory
    sweep_every: float = 15.0
    warm: bool = True
    network: str | None = None  # the address at which other devices reach the house
    pace: float = 1.5  # seconds between decisions where computers alone are watched


class House:
    """Everything that happens behind the requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.folder)
        self.warming = Warming()
        self.computers = Computers(self.warming, settings.thinkers)
        self.analysts = Analysts(self.warming)
        self.live: dict[str, LiveTable] = {}
        self.shut: set[str] = set()  # tables that the house has found it cannot see to
        self.opened = self.now()
        self.closing = False
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @staticmethod
    def now() -> float:
        """The time, in thousandths of a second."""
        return round(time.time(), 3)

    async def open(self) -> None:
        await self.storage.open()
        if self.settings.warm:
            self.warming.start()
        self.background(self._sweep())

    async def close(self) -> None:
        """Finish what is being written and send everyone home."""
        self.closing = True
        await self.computers.close()
        await self.analysts.close()
        for live in self.live.values():
            live.close()
            live.broadcast({"type": "closing"})
            for connection in live.connections:
                connection.close(GOING_AWAY)
        for live in list(self.live.values()):
            async with live.lock:  # a change under way is stored and told
                pass
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.storage.close()
        await self.warming.close()

    def background(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Do something without waiting for it; a failure is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, HouseError):
            logger.error("work in the background failed", exc_info=error)

    async def aside(self, game: str | None, job: Callable[[], Result]) -> Result:
        """Run something that takes milliseconds in a thread; no game if it is yet to be read."""
        return await self.warming.aside(game, job)

    # Tables

    async def table(self, table_id: str) -> LiveTable:
        """A table by its id, from memory or from the storage."""
        if table_id in self.live:
            return self.live[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        try:
            return await asyncio.shield(self._loading[table_id])
        finally:
            task = self._loading.get(table_id)
            if task and task.done():
                self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(self, await self.read(table_id))
        self.live[table_id] = live
        clock = None if live.table.halted else live.table.clock
        if clock and live.table.updated < self.opened and not clock.terms.per_move:
            await live.change(lambda table: Draft("reopen"))
        live.attend()
        return live

    async def read(self, table_id: str) -> Table:
        stored = await self.storage.read(table_id)
        if stored is None:
            raise HouseError("no-table")
        return await self.warming.run(stored.founding.game, lambda: replayed(stored))

    def notice(self, summary: dict[str, Any], lang: str) -> str | None:
        """Why a table cannot be played on, as far as that is known without replaying it."""
        if summary["game"] not in self.warming.ready:
            return str(HouseError("no-room", game=summary["game"]).data(lang)["message"])
        live = self.live.get(summary["id"])
        halted = live.table.halted if live else None
        return halted.text(lang) if halted else None

    async def found(self, founding: Founding) -> LiveTable:
        """Set up a new table."""
        table = await self.warming.run(founding.game, lambda: Table(founding))
        await self.storage.write(storage.founded(table, views.summary(table)))
        return self._place(table)

    def _place(self, table: Table) -> LiveTable:
        live = self.live[table.id] = LiveTable(self, table)
        live.attend()
        return live

    async def discard(self, table_ids: list[str], why: Phrase) -> None:
        """Do away with tables for good; who looks at one is told why it cannot go on."""
        for live in [self.live[table_id] for table_id in table_ids if table_id in self.live]:
            async with live.lock:
                live.close()
                live.table.halt(why)
                live.tell_table()
                self.live.pop(live.table.id, None)
        await self.storage.write(storage.discarded(table_ids))

    async def rematch(self, live: LiveTable) -> None:
        """Set up the next game of a match once everybody wants it."""
        made: list[Table] = []

        def plan(table: Table) -> Draft | None:
            if not table.rematch_agreed:
                return None
            made[:] = [Table(self._rematch_founding(table))]
            return Draft("next", None, {"id": made[0].id}, founds=made[0])

        if await live.change(plan):
            self._place(made[0])

    def _rematch_founding(self, table: Table) -> Founding:
        seats, order = table.rematch_seats()
        match = table.match
        return replace(
            table.founding,
            id=new_id(),
            seats=seats,
            created=self.now(),
            secret=draws.new_secret(),
            version=table.game.spec.version,
            code=None,
            match={**match, "scores": [match["scores"][seat] for seat in order]},
        )

    async def _sweep(self) -> None:
        """See to tables whose time has come, and let go of those nobody looks at."""
        while True:
            for table_id in await self.storage.due(self.now() + self.settings.sweep_every):
                if table_id not in self.live and table_id not in self.shut:
                    self.background(self._see_to(table_id))
            await asyncio.sleep(self.settings.sweep_every)
            self._let_go()

    async def _see_to(self, table_id: str) -> None:
        try:
            live = await self.table(table_id)
        except HouseError:
            self.shut.add(table_id)
        else:
            if live.table.halted:
                self.shut.add(table_id)

    def _let_go(self) -> None:
        limit = time.monotonic() - self.settings.idle_after
        for table_id, live in list(self.live.items()):
            idle = live.touched < limit and not live.connections and not live.lock.locked()
            deadline = live.table.deadline
            soon = deadline is not None and deadline < self.now() + 2 * self.settings.sweep_every
            if idle and not soon:
                live.close()
                del self.live[table_id]


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
