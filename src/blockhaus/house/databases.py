"""The two kinds of databases a house can be kept in, and the few things they say differently.

SQLite is a file beside the house, for one process. PostgreSQL is for any number of processes: what
one of them writes, the others are told of in the same transaction.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles

from .database_file import ALIVE, MIGRATIONS, NAME, StorageError, prepare, present_form
from .json_text import written

ENTRY = {
    "table_id": "text",
    "number": "integer",
    "kind": "text",
    "seat": "integer",
    "data": "text",
    "at": "double precision",
}
NEWS = {
    "state": "text",
    "updated": "double precision",
    "deadline": "double precision",
    "summary": "text",
}
CHANNEL = "blockhaus"
LONGEST = 7500  # bytes of a notification; PostgreSQL takes 8,000
MIGRATING, JOBS = 0x626C6F636B01, 0x626C6F636B02  # keys of advisory locks
OLDEST = 15  # version of PostgreSQL
# Whoever stops in the middle of a transaction, as a process that is suspended does, keeps the
# others waiting for what it has locked; after these milliseconds it has not happened.
STALLED = 4000
# A database that was started again is waited for, as long as nothing can have been written.
PAUSES = (0.1, 0.3, 0.6, 1.0, 1.0, 1.0)  # seconds
Notice = list[Any]  # its kind and its facts


class Database:
    """What the storage needs to know of a database."""

    shared = False  # whether other processes may write, too
    readers = 0  # threads that read beside the one that writes
    pauses: Sequence[float] = ()  # between attempts to reach a database that is gone
    add_entries: str
    tell_tables: str

    def __init__(self, name: str, engine: sa.Engine) -> None:
        self.name, self.engine = name, engine

    def migrate(self) -> None:
        """Bring the database to the present form."""
        from alembic import command  # takes a while to load, and is seldom needed
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("path_separator", "os")
        with self.engine.connect() as connection, self._migrating(connection):
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def _migrating(self, connection: sa.Connection) -> Iterator[None]:
        yield

    def begin(self, connection: sa.Connection, jobs: bool) -> None:
        """Before anything is written; jobs read, and write by what they have read."""

    def hold(self, connection: sa.Connection, holders: Iterable[str], alone: bool) -> None:
        """Nobody becomes another person meanwhile; or, alone, nobody does anything as them."""

    def notify(self, connection: sa.Connection, notices: Sequence[Notice]) -> None:
        """Tell the other processes, once all of this is stored."""

    async def committed(self) -> None:
        """After each commit, before anybody is told that something is kept."""

    def show_life(self, at: float) -> None:
        """Leave a sign of life that costs next to nothing, and may be lost."""

    def last_life(self) -> float:
        """The last one that is left; 0 if none is."""
        return 0.0


def _fact(name: str) -> str:
    return f"json_extract(value, '$.{name}')"


class Sqlite(Database):
    """A file. One process writes at a time, so jobs are alone from the first thing written on."""

    add_entries = (
        f"INSERT INTO log ({', '.join(ENTRY)}) "
        f"SELECT {', '.join(map(_fact, ENTRY))} FROM json_each(?)"
    )
    tell_tables = (
        f"UPDATE tables SET {', '.join(f'{name} = {_fact(name)}' for name in NEWS)} "
        f"FROM json_each(?) WHERE tables.id = {_fact('of')}"
    )
    settings: Sequence[str] = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000")

    def __init__(self, file: Path) -> None:
        self.file = file
        engine = sa.create_engine(f"sqlite:///{file}", hide_parameters=True)
        sa.event.listen(engine, "connect", self._set)
        super().__init__(str(file), engine)

    def migrate(self) -> None:
        if prepare(self.file) != present_form():
            super().migrate()

    @contextmanager
    def _migrating(self, connection: sa.Connection) -> Iterator[None]:
        """All of it or nothing: a full disk, or a house that is killed meanwhile, leaves the form
        there was. Python's module would begin and end transactions as it likes.
        """
        driver: Any = connection.connection.driver_connection
        connection.detach()  # nothing else is done with it
        driver.isolation_level = None
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield
        connection.commit()

    def _set(self, connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for setting in self.settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    def show_life(self, at: float) -> None:
        with suppress(OSError):
            file = os.open(self.file.with_name(ALIVE), os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.write(file, struct.pack("<d", at))
            finally:
                os.close(file)

    def last_life(self) -> float:
        try:
            (at,) = struct.unpack("<d", self.file.with_name(ALIVE).read_bytes())
        except (OSError, struct.error):
            return 0.0
        return float(at)


class Postgres(Database):
    """A server. Jobs take turns, whichever process they belong to."""

    shared = True
    readers = 4
    pauses = PAUSES
    add_entries = (
        f"INSERT INTO log ({', '.join(ENTRY)}) SELECT {', '.join(ENTRY)} FROM "
        f"json_to_recordset(%s::json) AS given({', '.join(map(' '.join, ENTRY.items()))})"
    )
    tell_tables = (
        f"UPDATE tables SET {', '.join(f'{name} = given.{name}' for name in NEWS)} FROM "
        f"json_to_recordset(%s::json) AS given({', '.join(map(' '.join, NEWS.items()))}, of text) "
        "WHERE tables.id = given.of"
    )

    def __init__(self, url: sa.URL) -> None:
        self.process = secrets.token_hex(8)  # its name among the others
        options = f"-c idle_in_transaction_session_timeout={STALLED}"
        engine = sa.create_engine(
            url.set(drivername="postgresql+psycopg"),
            hide_parameters=True,
            pool_size=self.readers + 2,
            max_overflow=4,
            connect_args={
                "connect_timeout": 5,
                "options": options,
                "application_name": "blockhaus",
                "keepalives_idle": 5,
                "keepalives_interval": 2,
                "keepalives_count": 3,
            },
        )
        super().__init__(url.render_as_string(hide_password=True), engine)

    def migrate(self) -> None:
        with self.engine.connect() as connection:
            version = int((connection.dialect.server_version_info or (0,))[0])
        if version < OLDEST:
            raise StorageError(
                "{name} is PostgreSQL {found}; the house needs {oldest} or newer.",
                name=self.name,
                found=version,
                oldest=OLDEST,
            )
        super().migrate()

    @contextmanager
    def _migrating(self, connection: sa.Connection) -> Iterator[None]:
        """Of two processes that start at once, one finds everything done."""
        connection.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
        connection.execute(sa.select(sa.func.pg_advisory_lock(MIGRATING)))
        connection.commit()
        try:
            yield
        finally:
            connection.rollback()
            connection.execute(sa.select(sa.func.pg_advisory_unlock(MIGRATING)))
            connection.exec_driver_sql("RESET idle_in_transaction_session_timeout")
            connection.commit()

    def begin(self, connection: sa.Connection, jobs: bool) -> None:
        if jobs:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(JOBS)))

    def hold(self, connection: sa.Connection, holders: Iterable[str], alone: bool) -> None:
        lock = sa.func.pg_advisory_xact_lock if alone else sa.func.pg_advisory_xact_lock_shared
        for key in sorted(map(_lock_key, holders)):
            connection.execute(sa.select(lock(key)))

    def notify(self, connection: sa.Connection, notices: Sequence[Notice]) -> None:
        for text in _packed(self.process, notices):
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def database(where: Path | str | Database) -> Database:
    """The database at an address, or in a folder."""
    if isinstance(where, Database):
        return where
    if isinstance(where, Path):
        return Sqlite(where / NAME)
    try:
        url = sa.make_url(where)
    except (sa.exc.ArgumentError, ValueError):  # a port that is no number
        url = None
    if url is None or url.get_backend_name() not in ("postgresql", "postgres"):
        raise StorageError(
            "The house cannot be kept there: write the database like "
            "postgresql://user@host/name, or leave it out for a file."
        )
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StorageError(
            "A house on PostgreSQL needs psycopg: pip install 'blockhaus[postgres]'."
        ) from None
    return Postgres(url)


def migrated(database: Database) -> Database:
    """A database in the present form; StorageError if it cannot be used."""
    with told_if_unusable(database):
        database.migrate()
    return database


@contextmanager
def told_if_unusable(database: Database) -> Iterator[None]:
    """What is wrong with a database, as a sentence."""
    try:
        yield
    except sa.exc.DatabaseError as error:
        raise StorageError(
            "{file} cannot be used: {why}",
            file=database.name,
            why=" ".join(str(error.orig).split()),
        ) from None


def is_lost(error: BaseException) -> bool:
    """Whether the line to the database was lost, or it is not there at all."""
    if not isinstance(error, sa.exc.DBAPIError):
        return False
    return error.connection_invalidated or isinstance(error, sa.exc.OperationalError)


class InsertNew(sa.Insert):
    """Adds rows, apart from those whose key is taken. Both databases say it alike."""

    inherit_cache = True


@compiles(InsertNew)
def _unless_known(adding: InsertNew, compiler: Any, **how: Any) -> str:
    return f"{compiler.visit_insert(adding, **how)} ON CONFLICT DO NOTHING"


def insert_new(table: sa.Table) -> InsertNew:
    return InsertNew(table).inline()


def hand_over(connection: sa.Connection, table: sa.Table, gone: str, person: str) -> None:
    """Rows of one holder become another's, apart from those whose key the other has already;
    these are deleted.
    """
    keys = [column for column in table.primary_key if column.name != "holder"]
    theirs = table.alias()
    same = sa.and_(theirs.c.holder == person, *(theirs.c[key.name] == key for key in keys))
    known = sa.exists().where(same)
    mine = table.c.holder == gone
    connection.execute(sa.update(table).where(mine, ~known).values(holder=person))
    connection.execute(sa.delete(table).where(mine))


class json_fact(sa.sql.functions.GenericFunction[str]):  # noqa: N801
    """A text within a JSON object: its column, and its name."""

    type = sa.Text()
    inherit_cache = True
    name = "json_fact"


@compiles(json_fact, "sqlite")
def _in_sqlite(fact: Any, compiler: Any, **how: Any) -> str:
    column, name = fact.clauses
    return f"json_extract({compiler.process(column, **how)}, '$.' || {compiler.process(name)})"


@compiles(json_fact, "postgresql")
def _in_postgres(fact: Any, compiler: Any, **how: Any) -> str:
    column, name = fact.clauses
    return f"(({compiler.process(column, **how)})::json ->> {compiler.process(name)})"


def _lock_key(holder: str) -> int:
    return int.from_bytes(hashlib.sha256(holder.encode()).digest()[:8], "big", signed=True)


def _packed(process: str, notices: Sequence[Notice]) -> Iterator[str]:
    """Notices as JSON lists that are short enough; the first of each is whose they are."""
    line: list[str] = []
    size = 0
    for text in map(written, notices):
        if line and size + len(text.encode()) > LONGEST:
            yield f'["{process}",{",".join(line)}]'
            line, size = [], 0
        line.append(text)
        size += len(text.encode()) + 1
    if line:
        yield f'["{process}",{",".join(line)}]'
