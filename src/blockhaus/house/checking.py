"""Whether everything that is stored can be read: the whole database, and every table replayed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from . import unreadable
from .copies import snapshot
from .database_file import NAME, StorageError
from .office import connected, kept_in
from .replay import COMPARED, replayed
from .schema import metadata
from .settings import Settings
from .storage import Stored, migrate
from .texts import HouseError
from .unreadable import UNKNOWN, summary_of
from .views import summary


def faults_in(settings: Settings) -> Iterator[str]:
    """What is damaged in a house, a sentence each."""
    if not settings.database:
        yield from faults_of(kept_in(settings))
        return
    with connected(settings) as connection:
        yield from faults(connection)


def faults_of(file: Path) -> Iterator[str]:
    """What is damaged in the database of a house, a sentence each. A copy is looked at, so that
    the house can be open, and its database be of an older form.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / NAME
        try:
            snapshot(file, copy)
        except sqlite3.Error as error:
            raise StorageError("{file} cannot be read: {why}.", file=file, why=error) from None
        damages = _damages(copy)
        if damages:
            yield from damages
        else:
            migrate(copy)
        engine = sa.create_engine(f"sqlite:///{copy}")
        with engine.connect() as connection:
            yield from faults(connection)
        engine.dispose()


def _damages(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        try:
            found = [row[0] for row in database.execute("PRAGMA integrity_check(20)")]
        except sqlite3.Error as error:
            found = [str(error)]
    return [] if found == ["ok"] else [f"The file is damaged: {why.strip()}." for why in found]


def faults(connection: sa.Connection) -> Iterator[str]:
    """What cannot be read or followed of tables and everything else."""
    rows = {table.name: _rows(connection, table) for table in metadata.sorted_tables}
    for name, found in rows.items():
        if isinstance(found, str):
            yield f"The rows of `{name}` cannot all be read: {found}."
    logs: dict[str, list[Any]] = {}
    for entry in _readable(rows["log"]):
        logs.setdefault(entry.table_id, []).append(entry)
    for row in sorted(_readable(rows["tables"]), key=lambda row: str(row.id)):
        entries = sorted(logs.pop(row.id, []), key=lambda entry: int(entry.number))
        why = _fault(row, entries)
        if why:
            yield f"Table {row.id}: {why}"
    for table_id in logs:
        yield f"Table {table_id}: there is a log, but no table."


def _rows(connection: sa.Connection, table: sa.Table) -> list[Any] | str:
    """All rows, or why they cannot be read."""
    try:
        return list(connection.execute(sa.select(table)).all())
    except sa.exc.DatabaseError as error:
        return str(error.orig)


def _readable(rows: list[Any] | str) -> list[Any]:
    return [] if isinstance(rows, str) else rows


def _fault(row: Any, entries: list[Any]) -> str | None:
    told = summary_of(row)
    if told["game"] == UNKNOWN:
        return "what the lists tell of it cannot be read."
    read = [unreadable.entry(entry) for entry in entries]
    for number, entry in enumerate(read):
        if entry.number != number:
            return f"entry {number} of its log is missing."
        if entry.kind == "unreadable":
            return f"entry {number} of its log cannot be read."
    try:
        table = replayed(Stored(unreadable.founding(row), read, told))
    except HouseError as error:
        return f"{error}"
    if table.halted:
        return str(table.halted)
    now = summary(table)
    wrong = [fact for fact in COMPARED if fact in told and now[fact] != told[fact]]
    return f"the lists tell another {' and '.join(wrong)} than its log." if wrong else None
