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
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError

from ..core.errors import BlockhausError
from .json_text import read, written
from .tables import Entry, Founding, Table

Result = TypeVar("Result")

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(10), primary_key=True),
    sa.Column("founding", sa.Text, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("deadline", sa.Float, index=True),  # when the house must act by itself
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),  # of the game's rules
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)
holdings = sa.Table(
    "holdings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("removed", sa.Float),  # when the holder took it off the list
)
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),  # after the game, as are the next two
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("change", sa.Float, nullable=False),
)
people = sa.Table(
    "people",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(30), nullable=False),
)

# A table that was taken off the list while it could go on comes back when it does.
LISTED = sa.or_(
    holdings.c.removed.is_(None),
    sa.and_(tables.c.state != "over", tables.c.updated > holdings.c.removed),
)
_ENTRY = ("table_id", "number", "kind", "seat", "data", "at")
_NEWS = ("state", "updated", "deadline", "summary")


def _field(name: str) -> str:
    return f"json_extract(value, '$.{name}')"


_ADD_ENTRIES = (
    f"INSERT INTO log ({', '.join(_ENTRY)}) "
    f"SELECT {', '.join(map(_field, _ENTRY))} FROM json_each(?)"
)
_TELL = (
    f"UPDATE tables SET {', '.join(f'{name} = {_field(name)}' for name in _NEWS)} "
    f"FROM json_each(?) WHERE tables.id = {_field('of')}"
)


class StorageError(BlockhausError):
    """The house cannot keep its tables where it was told to."""


class Conflict(Exception):
    """Somebody else has added this entry of the log already."""


@dataclass
class Write:
    """Something to be kept as a whole, or not at all."""

    entries: list[dict[str, Any]] = field(default_factory=list)
    news: list[dict[str, Any]] = field(default_factory=list)  # of tables, for the lists
    further: list[tuple[Any, Any]] = field(default_factory=list)  # statements with their values
    jobs: list[Callable[[sa.Connection], None]] = field(default_factory=list)  # read, then write
    done: asyncio.Future[None] | None = None


@dataclass(frozen=True)
class Stored:
    """A table as it was kept: `summary` is what the lists tell of it."""

    founding: Founding
    entries: list[Entry]
    summary: dict[str, Any]


class Storage:
    """The database of a house."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "house.sqlite"
        self._engine = sa.create_engine(f"sqlite:///{self.file}", hide_parameters=True)
        self._thread = ThreadPoolExecutor(1, "storage")
        sa.event.listen(self._engine, "connect", _prepare)
        self._waiting: list[Write] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.commits = 0

    async def open(self) -> None:
        """Bring the database to the present form and begin to write."""
        try:
            await asyncio.to_thread(migrate, self.file)
        except sa.exc.DatabaseError as error:
            raise StorageError(
                "{file} cannot be used: {why}", file=str(self.file), why=str(error.orig)
            ) from None
        self._task = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Finish what is to be written."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task
        await asyncio.to_thread(self._thread.shutdown)
        self._engine.dispose()

    async def write(self, write: Write) -> None:
        """Keep something. When this returns, it is on the disk; Conflict if it cannot be."""
        if self._closing:
            raise StorageError("The house is closing.")
        write.done = asyncio.get_running_loop().create_future()
        self._waiting.append(write)
        self._wake.set()
        await write.done

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
            await self._in_thread(self._transact, batch)
        except Exception as error:
            if len(batch) > 1:
                for write in batch:
                    await self._commit([write])
                return
            known = Conflict() if isinstance(error, IntegrityError) else error
            _answer(batch, lambda done: done.set_exception(known))
        else:
            self.commits += 1
            _answer(batch, lambda done: done.set_result(None))

    def _transact(self, batch: list[Write]) -> None:
        with self._engine.begin() as connection:
            for write in batch:
                for statement, values in write.further:
                    connection.execute(statement, values)
            entries = [entry for write in batch for entry in write.entries]
            if entries:
                connection.exec_driver_sql(_ADD_ENTRIES, (written(entries),))
            news = [news for write in batch for news in write.news]
            if news:
                connection.exec_driver_sql(_TELL, (written(news),))
            for write in batch:  # last, when what was written before keeps others from writing
                for job in write.jobs:
                    job(connection)

    async def _in_thread(self, job: Callable[..., Result], *facts: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, job, *facts)

    # Reading

    async def rows(self, query: sa.Executable) -> Sequence[sa.Row[*tuple[Any, ...]]]:
        def ask() -> Sequence[sa.Row[*tuple[Any, ...]]]:
            with self._engine.connect() as connection:
                return connection.execute(query).all()

        return await self._in_thread(ask)

    async def read(self, table_id: str) -> Stored | None:
        found = sa.select(tables.c.founding, tables.c.version, tables.c.summary).where(
            tables.c.id == table_id
        )
        entries = (
            sa.select(log.c.number, log.c.kind, log.c.seat, log.c.data, log.c.at)
            .where(log.c.table_id == table_id)
            .order_by(log.c.number)
        )
        rows = await self.rows(found)
        if not rows:
            return None
        table = rows[0]
        return Stored(
            Founding(**read(table.founding), version=table.version),
            [
                Entry(row.number, row.kind, row.seat, read(row.data), row.at)
                for row in await self.rows(entries)
            ],
            read(table.summary),
        )

    async def summaries(self, which: str, holder: str | None, most: int) -> list[dict[str, Any]]:
        query = sa.select(tables.c.summary)
        if which == "mine":
            query = query.join(holdings, holdings.c.table_id == tables.c.id).where(
                holdings.c.holder == (holder or ""), LISTED
            )
            query = query.order_by(tables.c.state == "over")  # what goes on is never pushed out
        else:
            states = {"running": "running", "open": "waiting", "recent": "over"}
            query = query.where(tables.c.public, tables.c.state == states[which])
        query = query.order_by(tables.c.updated.desc()).limit(most)
        return [read(text) for (text,) in await self.rows(query)]

    async def due(self, before: float) -> list[str]:
        """Tables that the house has to see to by itself."""
        query = sa.select(tables.c.id).where(tables.c.deadline <= before)
        return [found for (found,) in await self.rows(query)]

    async def size(self, table_id: str) -> int:
        """How many entries the log of a table has."""
        query = sa.select(sa.func.count()).where(log.c.table_id == table_id)
        return int((await self.rows(query))[0][0])

    async def count(self) -> int:
        return int((await self.rows(sa.select(sa.func.count()).select_from(tables)))[0][0])

    async def name(self, holder: str) -> str:
        rows = await self.rows(sa.select(people.c.name).where(people.c.holder == holder))
        return str(rows[0].name) if rows else ""

    async def set_name(self, holder: str, name: str) -> None:
        known = sa.delete(people).where(people.c.holder == holder)
        named = people.insert().values(holder=holder, name=name)
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
        write.further.append((holdings.insert().prefix_with("OR IGNORE"), [values]))
    return write


def discarded(table_ids: Sequence[str]) -> Write:
    """Nothing is left of some tables; a rating stays what it became there."""
    where = [(tables, tables.c.id), (log, log.c.table_id), (holdings, holdings.c.table_id)]
    statements = [(sa.delete(of).where(column.in_(table_ids)), None) for of, column in where]
    return Write(further=list(statements))


def summary_row(table: Table, summary: dict[str, Any]) -> dict[str, Any]:
    return {"of": table.id, **_news(table, summary)}


def _news(table: Table, summary: dict[str, Any]) -> dict[str, Any]:
    return {
        "state": summary["state"],
        "updated": table.updated,
        "deadline": table.deadline,
        "summary": summary,
    }


def _answer(batch: Sequence[Write], how: Callable[[asyncio.Future[None]], None]) -> None:
    for write in batch:
        if write.done and not write.done.done():  # who waited may have gone
            how(write.done)


def _prepare(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def migrate(file: Path) -> None:
    """Bring a database to the present form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["file"] = file
    with suppress(FileExistsError):
        file.parent.mkdir(parents=True)
    command.upgrade(config, "head")
