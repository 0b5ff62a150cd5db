"""Copies of a house on PostgreSQL: the same file as that of a house in a file.

Everything is read in one transaction that sees one moment, while people play. The file is in the
present form of the database, every row of both sides goes into a hash, and only then does it have
its name. Putting it back happens in one transaction as well: it is there as a whole or not at all.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from .copies import Copy, counted, finished, place_for, put_aside_name, snapshot
from .database_file import NAME, StorageError, check_whole
from .databases import MIGRATING, Database, Sqlite, database, migrated, told_if_unusable
from .moving import LOT, MOVED, OWN, rows_of, summed
from .neighbours import living
from .schema import processes, tables

SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
NO_HURRY = "SET LOCAL idle_in_transaction_session_timeout = 0"


def back_up(url: str, target: Path) -> Copy:
    """Copy what is stored at this moment; whoever plays meanwhile does not wait."""
    target = place_for(target)
    with _opened(database(url)) as stored:
        finished(stored.name, target, lambda file: _write(stored, file))
    return counted(target)


def restore(url: str, copy: Path, folder: Path) -> Copy:
    """Put a copy in the place of what is stored, of which a copy is kept in a folder."""
    if not copy.is_file():
        raise StorageError("There is no {file}.", file=copy)
    check_whole(copy)
    with _opened(database(url)) as stored, _in_present_form(copy) as brought:
        replaced = _kept_before(stored, folder)
        with told_if_unusable(stored), stored.engine.begin() as connection:
            connection.exec_driver_sql(NO_HURRY)
            # Whoever opens the house meanwhile waits here until all is done.
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            _check_closed(connection, stored)
            for table in (*reversed(MOVED), *OWN):
                connection.execute(sa.delete(table))
            _fill(brought, connection)
            _compare(brought, connection)
    found = counted(copy)
    return Copy(copy, found.tables, found.decisions, replaced)


@contextmanager
def _opened(stored: Database) -> Iterator[Database]:
    try:
        yield migrated(stored)
    finally:
        stored.engine.dispose()


@contextmanager
def _in_present_form(copy: Path) -> Iterator[Database]:
    """A copy may be older than the house; the file itself stays as it is."""
    with tempfile.TemporaryDirectory(prefix="blockhaus-") as folder:
        file = Path(folder) / NAME
        snapshot(copy, file)
        with _opened(Sqlite(file)) as brought:
            yield brought


def _kept_before(stored: Database, folder: Path) -> Path | None:
    """A copy of what is replaced, if there is anything."""
    with told_if_unusable(stored), stored.engine.connect() as connection:
        _check_closed(connection, stored)
        if connection.execute(sa.select(tables.c.id).limit(1)).first() is None:
            return None
    folder.mkdir(0o700, parents=True, exist_ok=True)
    aside = put_aside_name(folder / NAME)
    finished(stored.name, aside, lambda file: _write(stored, file))
    return aside


def _check_closed(connection: sa.Connection, stored: Database) -> None:
    if connection.execute(sa.select(processes.c.id).where(living)).first():
        raise StorageError(
            "A house is open with the tables in {name}. Close all its processes first.",
            name=stored.name,
        )


def _write(stored: Database, file: Path) -> None:
    """Everything that is stored at one moment, as a file."""
    with tempfile.TemporaryDirectory(prefix=".copy-", dir=file.parent) as folder:
        made = Path(folder) / NAME
        with _opened(Sqlite(made)) as copy, _moment(stored) as reading:
            with copy.engine.begin() as writing:
                _empty(writing)
                _fill_from(reading, writing)
            _compare(copy, reading)
        made.replace(file)


@contextmanager
def _moment(stored: Database) -> Iterator[sa.Connection]:
    """A connection that sees one moment, however long one looks."""
    with told_if_unusable(stored), stored.engine.begin() as connection:
        connection.exec_driver_sql(SNAPSHOT)
        connection.exec_driver_sql(NO_HURRY)
        yield connection


def _empty(writing: sa.Connection) -> None:
    """A new database has rows of its own already."""
    for table in reversed(MOVED):
        writing.execute(sa.delete(table))


def _fill_from(reading: sa.Connection, writing: sa.Connection) -> None:
    for table in MOVED:
        for lot in rows_of(reading, table).partitions(LOT):
            writing.execute(table.insert(), [dict(row._mapping) for row in lot])


def _fill(brought: Database, writing: sa.Connection) -> None:
    with brought.engine.connect() as reading:
        _fill_from(reading, writing)


def _compare(file: Database, connection: sa.Connection) -> None:
    """StorageError if a file and what PostgreSQL has differ in anything."""
    with file.engine.connect() as here:
        wrong = [
            table.name
            for table in MOVED
            if summed(here, table, False) != summed(connection, table, True)
        ]
    if wrong:
        raise StorageError(
            "The copy differs from what is stored: {tables}.", tables=", ".join(wrong)
        )
