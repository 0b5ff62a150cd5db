"""The processes of a house on PostgreSQL: what they tell each other, and who sees to what.

Every process has one connection on which it listens, and on which it says every second that it is
alive: who cannot hear the news does not count as alive either, nor does one whose pages wait in
vain. What must be seen to by exactly one process (a computer that is to move, a clock, a review)
has a key, and one of the living is its keeper. When a keeper dies, is stopped or loses its line,
its sign of life runs out after seconds, and another one takes over.

A lease that runs out, and not one of the database's own locks: those belong to a connection, and a
process that is merely stopped keeps its connection, and so its locks, for as long as it likes.
Nothing depends on there being one keeper only, apart from work done twice: a process that comes
back late and still decides is refused by the key of the log.

The times are the database's. A process that has a sign of life in the table costs one statement a
second, whatever it keeps.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from .databases import CHANNEL, Postgres
from .schema import keepers, processes, tables
from .storage import Storage, Unreachable

if TYPE_CHECKING:
    import psycopg

logger = logging.getLogger(__name__)
BEAT = 1.0  # seconds between signs of life
LEASE = 5.0  # seconds for which one counts
RETRY = 0.5  # seconds until a lost line is tried again
FORGET = 60.0  # seconds after which nothing is left of a process that died
NOW = "extract(epoch FROM clock_timestamp())::float8"
SIGN = f"UPDATE processes SET until = {NOW} + %s WHERE id = %s AND until > {NOW}".encode()
BEGIN = (
    f"INSERT INTO processes (id, since, until) VALUES (%s, {NOW}, {NOW} + %s) "
    "ON CONFLICT (id) DO UPDATE SET since = excluded.since, until = excluded.until"
).encode()
ALIVE = f"SELECT id FROM processes WHERE until > {NOW}".encode()
now = sa.literal_column(NOW, sa.Float)
living = processes.c.until > now


class Listener(Protocol):
    """What a house does with news."""

    def hear(self, payload: str) -> None:
        """Another process, or this one, has told something."""

    def back(self) -> None:
        """The line was lost, or is new: anything may have been missed."""

    def beat(self, alive: frozenset[str]) -> None:
        """A second has gone by; who is alive."""


class Neighbours:
    """This process among the others. In a house of one process it keeps everything."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._database = storage.database if isinstance(storage.database, Postgres) else None
        self.process = self._database.process if self._database else ""
        self._kept: set[str] = set()
        self._until = 0.0  # monotonic time at which the last sign of life runs out
        self._awake = 0.0  # monotonic time at which the house last did something
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    async def open(self, listener: Listener) -> None:
        """Be one of the processes, and hear the news from now on."""
        if self._database is None:
            return
        loop, ready = asyncio.get_running_loop(), asyncio.Event()

        def call(what: Callable[..., None], *facts: Any) -> None:
            with suppress(RuntimeError):  # the house has been closed meanwhile
                loop.call_soon_threadsafe(what, *facts)

        self._awake = time.monotonic()
        work = (self._database, listener, call, lambda: call(ready.set))
        self._thread = threading.Thread(target=self._listen, args=work, name="news", daemon=True)
        self._thread.start()
        await ready.wait()

    async def close(self) -> None:
        """Leave, so that others need not wait until that is noticed."""
        if self._thread is None:
            return
        self._closing.set()
        self.storage.tell(["leaves"])  # wakes who listens, who looks up once a second otherwise
        await asyncio.to_thread(self._thread.join)

        def leave(connection: sa.Connection) -> None:
            connection.execute(sa.delete(keepers).where(keepers.c.owner == self.process))
            connection.execute(sa.delete(processes).where(processes.c.id == self.process))
            connection.commit()

        with suppress(*Unreachable):
            await self.storage.run(leave)

    # Listening, in a thread of its own

    def _listen(
        self,
        database: Postgres,
        listener: Listener,
        call: Callable[..., None],
        ready: Callable[[], None],
    ) -> None:
        import psycopg

        while not self._closing.is_set():
            try:
                with _line(database) as line:
                    line.execute(f"LISTEN {CHANNEL}".encode())
                    self._beat(line, listener, call)
                    call(listener.back)
                    ready()
                    while not self._closing.is_set():
                        for notice in line.notifies(timeout=BEAT):
                            call(listener.hear, notice.payload)
                            if self._closing.is_set():
                                break
                        self._beat(line, listener, call)
            except Exception as error:
                known = isinstance(error, (psycopg.Error, *Unreachable))
                logger.warning("the line for news was lost: %s", error, exc_info=not known)
                self._closing.wait(RETRY)

    def _beat(
        self, line: psycopg.Connection, listener: Listener, call: Callable[..., None]
    ) -> None:
        began = time.monotonic()
        call(self._wake)
        if began - self._awake > LEASE:
            return  # the house is stuck: others had better see to its tables
        still = line.execute(SIGN, (LEASE, self.process))
        if still.rowcount != 1:
            self._kept = set()  # others may have taken over
            line.execute(BEGIN, (self.process, LEASE))
        alive = line.execute(ALIVE)
        self._until = began + LEASE
        call(listener.beat, frozenset(process for (process,) in alive))

    def _wake(self) -> None:
        self._awake = time.monotonic()

    # Keeping

    def keeps(self, key: str) -> bool:
        """Whether it is this process that sees to something."""
        if self._database is None:
            return True
        return key in self._kept and time.monotonic() < self._until

    async def claim(self, keys: Iterable[str]) -> set[str]:
        """Keep what no living process keeps; what of it this one keeps now."""
        if self._database is None:
            return set(keys)
        from sqlalchemy.dialects.postgresql import insert

        rows = [{"key": key, "owner": self.process} for key in sorted(keys)]
        others = sa.select(processes.c.id).where(processes.c.id != self.process, living)
        wish = insert(keepers).values(rows)
        taken = wish.on_conflict_do_update(
            index_elements=[keepers.c.key],
            set_={"owner": self.process},
            where=keepers.c.owner.not_in(others),
        ).returning(keepers.c.key)

        def take(connection: sa.Connection) -> set[str]:
            got = {key for (key,) in connection.execute(taken)}
            connection.commit()
            return got

        got = await self.storage.run(take) if rows else set()
        self._kept |= got
        return got

    def release(self, keys: Iterable[str]) -> None:
        """Leave something to whoever wants it."""
        mine = self._kept.intersection(keys)
        if self._database and mine:
            self._kept -= mine
            self.storage.do(
                sa.delete(keepers).where(keepers.c.owner == self.process, keepers.c.key.in_(mine))
            )

    async def neglected(self, before: float) -> list[tuple[str, str | None]]:
        """Tables that some process must see to by then, and none but perhaps this one does; as
        the storage tells them.
        """
        other = sa.exists().where(
            keepers.c.key == tables.c.id,
            processes.c.id == keepers.c.owner,
            processes.c.id != self.process,
            living,
        )
        return await self.storage.due(before, ~other)

    async def others_lived(self, since: float) -> bool:
        """Whether another process has been alive without a break from some time on."""
        query = sa.select(processes.c.id).where(
            processes.c.id != self.process, processes.c.since <= since, living
        )
        return bool(await self.storage.rows(query.limit(1)))

    async def bury(self) -> None:
        """Forget processes that are long dead, and what they kept."""
        old = sa.delete(processes).where(processes.c.until < now - FORGET)
        known = sa.select(processes.c.id).scalar_subquery()
        left = sa.delete(keepers).where(keepers.c.owner.not_in(known))
        self.storage.do(old, left)


async def last_beat(storage: Storage) -> float:
    """When a process of the house last gave a sign of life: now, if one is alive. 0 if never."""
    if not storage.shared:
        return 0.0
    rows = await storage.rows(sa.select(sa.func.max(processes.c.until), now))
    until, present = rows[0]
    if until is None:
        return 0.0
    return float(present if until > present else until - LEASE)


@contextmanager
def _line(database: Postgres) -> Iterator[psycopg.Connection]:
    """A connection of its own, which takes every statement for itself."""
    pooled = database.engine.raw_connection()
    line: Any = pooled.driver_connection
    pooled.detach()
    try:
        line.autocommit = True
        yield line
    finally:
        line.close()
