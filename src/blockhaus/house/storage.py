"""Where tables are kept: one row per table, and its log, which only ever grows.

All writing goes through one task. It takes whatever has gathered while the last transaction was
under way and commits it as one, so a busy house pays for one flush to the disk where it had
dozens of decisions to keep. Whoever wrote is told after the commit. The key (table, number) of
the log makes sure that no two writers, in this process or another, can both add the same entry.

A transaction runs in a thread from its beginning to its end, and adds all entries in one
statement. Between statements, and between the rows of one with many values, SQLite's module hands
over to the other threads, and gets its turn again only milliseconds later when the house is busy:
statement by statement through the asynchronous driver, 200 busy tables took a fifth of the
decisions a second.

With PostgreSQL other processes write, too. Whoever adds to a log tells them in the same
transaction; whoever comes too late gets a Conflict, and reads what the others have added.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from pathlib import Path
from sqlite3 import SQLITE_ERROR
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError

from ..core.words import Phrase
from . import unreadable
from .database_file import StorageError as StorageError
from .databases import Database, Notice, Sqlite, database, insert_new, is_lost, migrated
from .json_text import written
from .plain_text import cleaned
from .schema import LISTED, TOLD, devices, holdings, log, people, reviews, tables
from .tables import Entry, Founding, Table

Result = TypeVar("Result")
Rows = Sequence[sa.Row[*tuple[Any, ...]]]
logger = logging.getLogger(__name__)
acting_as: ContextVar[str | None] = ContextVar("acting_as", default=None)
alone_as: ContextVar[tuple[str, ...]] = ContextVar("alone_as", default=())


class Conflict(Exception):
    """Somebody else has added this entry of the log already, or done away with its table."""


class Changed(Exception):
    """Who wants to write has become another person, by another process."""


class Unsure(Exception):
    """The line to the database was lost while it was asked to keep something: it may have."""


Unreachable = (OperationalError, InterfaceError, Unsure)  # the disk, or the line to the database


@dataclass
class Write:
    """Something to be kept as a whole, or not at all."""

    entries: list[dict[str, Any]] = field(default_factory=list)
    news: list[dict[str, Any]] = field(default_factory=list)  # of tables, for the lists
    further: list[tuple[Any, Any]] = field(default_factory=list)  # statements with their values
    jobs: list[Callable[[sa.Connection], None]] = field(default_factory=list)  # read, then write
    notices: list[Notice] = field(default_factory=list)  # for the other processes
    done: asyncio.Future[None] | None = None
    actor: str | None = None  # who does it
    alone: tuple[str, ...] = ()  # persons who do nothing else meanwhile


@dataclass(frozen=True)
class Stored:
    """A table as it was kept: `summary` is what the lists tell of it."""

    founding: Founding
    entries: list[Entry]
    summary: dict[str, Any]


class Storage:
    """The database of a house."""

    def __init__(self, where: Path | str | Database) -> None:
        self.database = database(where)
        self.shared = self.database.shared
        self._engine = self.database.engine
        self._thread = ThreadPoolExecutor(1, "storage")
        readers = self.database.readers
        self._readers = ThreadPoolExecutor(readers, "reading") if readers else self._thread
        self._waiting: list[Write] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.commits = 0
        self.trouble: str | None = None  # why nothing could be kept or read when last tried

    @property
    def file(self) -> Path:
        assert isinstance(self.database, Sqlite), "not in a file"
        return self.database.file

    async def open(self) -> None:
        """Bring the database to the present form and begin to write."""
        try:
            await asyncio.to_thread(migrated, self.database)
        except BaseException:
            self._engine.dispose()
            raise
        self._task = asyncio.create_task(self._write_on())

    @property
    def waiting(self) -> int:
        """How much is to be written."""
        return len(self._waiting)

    async def close(self) -> None:
        """Finish what is to be written."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task
        for pool in {self._thread, self._readers}:
            await asyncio.to_thread(pool.shutdown)
        self._engine.dispose()

    async def write(self, write: Write) -> None:
        """Keep something. When this returns, it is on the disk; Conflict if it cannot be."""
        if self._closing:
            raise StorageError("The house is closing.")
        write.done = asyncio.get_running_loop().create_future()
        write.actor, write.alone = acting_as.get(), alone_as.get()
        self._waiting.append(write)
        self._wake.set()
        await write.done

    def do(self, *statements: Any) -> None:
        """Write something that nobody waits for."""
        if not self._closing:
            self._waiting.append(Write(further=[(each, None) for each in statements]))
            self._wake.set()

    def tell(self, *notices: Notice) -> None:
        """Tell the other processes something that is not kept, with what is written next."""
        if self.shared and not self._closing:
            self._waiting.append(Write(notices=list(notices)))
            self._wake.set()

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._commit(batch)
            if self._closing:
                return

    async def _commit(self, batch: list[Write]) -> None:
        """One transaction for all; if one of them is refused, each for itself."""
        try:
            await self._in_thread(self._thread, self._keep, batch)
            await self.database.committed()
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unsure):
                for write in batch:
                    await self._commit([write])
                return
            known = Conflict() if isinstance(error, IntegrityError) else self._noted(error)
            _answer(batch, lambda done: done.set_exception(known))
        else:
            self.commits += 1
            self.trouble = None
            _answer(batch, lambda done: done.set_result(None))

    def _keep(self, batch: list[Write]) -> None:
        def work(connection: sa.Connection) -> None:
            self._transact(connection, batch)
            try:
                connection.commit()
            except sa.exc.DBAPIError as error:
                if self.shared and is_lost(error):
                    raise Unsure from error
                raise

        self._connected(work)

    def _connected(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Do something; again if the line was lost meanwhile, which has undone it."""
        for pause in self.database.pauses:
            try:
                with self._engine.connect() as connection:
                    return work(connection)
            except sa.exc.DBAPIError as error:
                if not is_lost(error):
                    raise
                time.sleep(pause)
        with self._engine.connect() as connection:
            return work(connection)

    def _transact(self, connection: sa.Connection, batch: list[Write]) -> None:
        self.database.begin(connection, any(write.jobs for write in batch))
        if self.shared:
            self._hold(connection, batch)
        for write in batch:
            for statement, values in write.further:
                connection.execute(statement, values)
        # In one order for all processes: two that wait for each other would both be refused.
        entries = sorted((entry for write in batch for entry in write.entries), key=_key)
        if entries:
            connection.exec_driver_sql(self.database.add_entries, (written(entries),))
        news = [news for write in batch for news in write.news]
        if news:
            sql = self.database.tell_tables
            if connection.exec_driver_sql(sql, (written(news),)).rowcount != len(news):
                raise Conflict
        for write in batch:  # last, when what was written before keeps others from writing
            for job in write.jobs:
                job(connection)
        notices: list[Notice] = [_told(entry) for entry in entries]
        self.database.notify(connection, notices + [n for write in batch for n in write.notices])

    def _hold(self, connection: sa.Connection, batch: list[Write]) -> None:
        """See that everybody is still who they were, and stays so until this is stored."""
        alone = {holder for write in batch for holder in write.alone}
        actors = {write.actor for write in batch if write.actor} - alone
        self.database.hold(connection, alone, alone=True)
        self.database.hold(connection, actors, alone=False)
        became = sa.select(devices.c.device).where(
            devices.c.device.in_(actors), devices.c.holder != devices.c.device
        )
        if actors and connection.execute(became).first():
            raise Changed

    def _noted(self, error: Exception) -> Exception:
        mistaken = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) == SQLITE_ERROR
        if isinstance(error, Unreachable) and not mistaken:
            self.trouble = str(getattr(error, "orig", error.__cause__))
            logger.error("nothing can be stored: %s", self.trouble)
        return error

    async def _in_thread(
        self, pool: ThreadPoolExecutor, job: Callable[..., Result], *facts: Any
    ) -> Result:
        return await asyncio.get_running_loop().run_in_executor(pool, job, *facts)

    # Reading

    async def run(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Do something with the database that waits for no other writing."""
        try:
            return await self._in_thread(self._readers, self._connected, work)
        except sa.exc.DBAPIError as error:
            raise self._noted(error) from None

    async def rows(self, query: sa.Executable) -> Rows:
        return await self.run(lambda connection: connection.execute(query).all())

    async def since(self, sizes: dict[str, int]) -> dict[str, list[Entry]]:
        """What was added to the logs of some tables beyond so many entries."""
        later = [
            sa.and_(log.c.table_id == table_id, log.c.number >= size)
            for table_id, size in sizes.items()
        ]
        query = sa.select(log).where(sa.or_(*later)).order_by(log.c.table_id, log.c.number)
        found: dict[str, list[Entry]] = {}
        for row in await self.rows(query):
            found.setdefault(row.table_id, []).append(unreadable.entry(row))
        return found

    async def read(self, table_id: str) -> Stored | None:
        found = sa.select(tables).where(tables.c.id == table_id)
        entries = (
            sa.select(log.c.number, log.c.kind, log.c.seat, log.c.data, log.c.at)
            .where(log.c.table_id == table_id)
            .order_by(log.c.number)
        )
        rows = await self.rows(found)
        if not rows:
            return None
        table = rows[0]
        # In the thread that fetches them: nobody waits for the entries of a long log.
        kept = await self.run(
            lambda connection: [*map(unreadable.entry, connection.execute(entries))]
        )
        return Stored(unreadable.founding(table), kept, unreadable.summary_of(table))

    async def summaries(self, which: str, holder: str | None, most: int) -> list[dict[str, Any]]:
        query = sa.select(*TOLD)
        if which == "mine":
            query = query.join(holdings, holdings.c.table_id == tables.c.id).where(
                holdings.c.holder == (holder or ""), LISTED
            )
            query = query.order_by(tables.c.state == "over")  # what goes on is never pushed out
        else:
            states = {"running": "running", "open": "waiting", "recent": "over"}
            query = query.where(tables.c.public, tables.c.state == states[which])
        query = query.order_by(tables.c.updated.desc()).limit(most)
        return [unreadable.summary_of(row) for row in await self.rows(query)]

    async def with_others(self, holder: str, which: Sequence[str]) -> list[str]:
        """Those tables that somebody else has, too."""
        query = (
            sa.select(holdings.c.table_id)
            .where(holdings.c.table_id.in_(which), holdings.c.holder != holder)
            .distinct()
        )
        # In one order for everybody: their locks are taken together, and two may go at once.
        return sorted(found for (found,) in await self.rows(query))

    async def due(
        self, before: float, *which: sa.ColumnElement[bool]
    ) -> list[tuple[str, str | None]]:
        """Tables that the house has to see to by itself; for whom, where a computer is to move."""
        query = (
            sa.select(tables.c.id, tables.c.deadline, sa.func.min(holdings.c.holder).label("whose"))
            .join(holdings, holdings.c.table_id == tables.c.id, isouter=True)
            .where(tables.c.deadline <= before, *which)
            .group_by(tables.c.id, tables.c.deadline)
            .order_by(tables.c.deadline.desc())
        )
        return [
            (row.id, None if row.deadline else row.whose or "") for row in await self.rows(query)
        ]

    async def size(self, table_id: str) -> int:
        """How many entries the log of a table has."""
        query = sa.select(sa.func.count()).where(log.c.table_id == table_id)
        return int((await self.rows(query))[0][0])

    async def count(self) -> int:
        return int((await self.rows(sa.select(sa.func.count()).select_from(tables)))[0][0])

    async def name(self, holder: str) -> str:
        rows = await self.rows(sa.select(people.c.name).where(people.c.holder == holder))
        return cleaned(rows[0].name) if rows else ""

    async def set_name(self, holder: str, name: str) -> None:
        known = sa.delete(people).where(people.c.holder == holder)
        named = people.insert().values(holder=holder, name=name, since=time.time())
        await self.write(Write(further=[(known, None), (named, None)]))


def founded(table: Table, summary: dict[str, Any]) -> Write:
    """The first row of a table."""
    facts = asdict(table.founding)
    row = {
        "id": table.id,
        "version": facts.pop("version"),
        "founding": written(facts),
        "public": table.founding.public,
        "created": table.founding.created,
        **_news(table, summary),
        "summary": written(summary),
    }
    held = sorted({seat.holder for seat in table.seats if seat.holder} | {table.founding.host})
    rows = [{"holder": holder, "table_id": table.id} for holder in held]
    return Write(further=[(tables.insert(), [row]), (holdings.insert(), rows)])


def added(table: Table, entry: Entry) -> Write:
    """An entry of the log; once it has been applied, `summary_row` tells the lists."""
    write = Write(
        entries=[
            {
                "table_id": table.id,
                "number": entry.number,
                "kind": entry.kind,
                "seat": entry.seat,
                "data": entry.data,
                "at": entry.at,
            }
        ]
    )
    if entry.kind == "sit":
        values = {"holder": entry.data["holder"], "table_id": table.id}
        write.further.append((insert_new(holdings), [values]))
    return write


def remove(connection: sa.Connection, table_ids: Sequence[str]) -> None:
    """Nothing is left of tables; a rating stays what it became there."""
    of_tables = (tables.c.id, log.c.table_id, holdings.c.table_id, reviews.c.table_id)
    for column in of_tables:
        connection.execute(sa.delete(column.table).where(column.in_(table_ids)))


def discarded(
    table_id: str, why: Phrase, holder: str | None = None, size: int | None = None
) -> Write:
    """A table is removed. With a holder it is a Conflict if somebody else has it, too; with a
    size, if its log has another one.
    """

    def job(connection: sa.Connection) -> None:
        row = sa.select(tables.c.id).where(tables.c.id == table_id)
        connection.execute(row.with_for_update())  # whoever sits down now comes before or after
        others = sa.select(holdings.c.holder).where(
            holdings.c.table_id == table_id, holdings.c.holder != holder
        )
        if holder is not None and connection.execute(others).first():
            raise Conflict
        entries = sa.select(sa.func.count()).where(log.c.table_id == table_id)
        if size is not None and connection.execute(entries).scalar_one() != size:
            raise Conflict
        remove(connection, [table_id])

    return Write(jobs=[job], notices=[["gone", table_id, why.source]])


def summary_row(table: Table, summary: dict[str, Any]) -> dict[str, Any]:
    return {"of": table.id, **_news(table, summary)}


def _news(table: Table, summary: dict[str, Any]) -> dict[str, Any]:
    return {
        "state": summary["state"],
        "updated": table.updated,
        "deadline": table.deadline,
        "summary": summary,
    }


def _key(entry: dict[str, Any]) -> tuple[str, int]:
    return entry["table_id"], entry["number"]


def _told(entry: dict[str, Any]) -> Notice:
    """What other processes are told of an entry: a decision whole, of others where it is."""
    rest = [entry[fact] for fact in ("kind", "seat", "data", "at")]
    return ["log", *_key(entry), *(rest if entry["kind"] == "move" else ())]


def _answer(batch: Sequence[Write], how: Callable[[asyncio.Future[None]], None]) -> None:
    for write in batch:
        if write.done and not write.done.done():  # who waited may have gone
            how(write.done)


def migrate(file: Path) -> None:
    """Bring a database in a file to the present form."""
    database = Sqlite(file)
    database.migrate()
    database.engine.dispose()
