"""What the owner of a house does from the command line; a house that is open hears of it when it
next looks.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path

import sqlalchemy as sa

from ..core.errors import BlockhausError
from . import copies, server_copies
from .database_file import NAME, StorageError
from .databases import database, migrated
from .orders import KNOWN_BY
from .schema import bars, closed, tables
from .settings import Settings

VISITOR = re.compile(r"[0-9a-f]{12,64}")


class OfficeError(BlockhausError):
    """Something the owner asks for cannot be done."""


def back_up(settings: Settings, target: Path) -> copies.Copy:
    """Copy everything a house keeps, wherever that is."""
    if settings.database:
        return server_copies.back_up(settings.database, target)
    return copies.back_up(kept_in(settings), target)


def restore(settings: Settings, copy: Path) -> copies.Copy:
    """Put a copy in the place of what a house keeps."""
    if settings.database:
        return server_copies.restore(settings.database, copy, settings.folder)
    return copies.restore(settings.folder / NAME, copy)


def kept_in(settings: Settings) -> Path:
    """The file of a house that is there."""
    file = settings.folder / NAME
    if not file.is_file():
        raise StorageError("There is no house in {folder}.", folder=settings.folder)
    return file


@contextmanager
def connected(settings: Settings) -> Iterator[sa.Connection]:
    """The database of a house; what was written is kept at the end."""
    found = database(settings.database or kept_in(settings).parent)
    try:
        with migrated(found).engine.connect() as connection:
            yield connection
            connection.commit()
    finally:
        found.engine.dispose()


def close_table(settings: Settings, table_id: str) -> None:
    """Nothing can happen at a table any more; it can be looked at."""
    with connected(settings) as connection:
        _check_table(connection, table_id)
        connection.execute(sa.delete(closed).where(closed.c.table_id == table_id))
        connection.execute(closed.insert().values(table_id=table_id, at=time.time()))


def reopen_table(settings: Settings, table_id: str) -> None:
    with connected(settings) as connection:
        _check_table(connection, table_id)
        found = connection.execute(sa.delete(closed).where(closed.c.table_id == table_id))
        if not found.rowcount:
            raise OfficeError("Table {table} is not closed.", table=table_id)


def _check_table(connection: sa.Connection, table_id: str) -> None:
    if connection.scalar(sa.select(tables.c.id).where(tables.c.id == table_id)) is None:
        raise OfficeError("There is no table {table} in this house.", table=table_id)


def bar(settings: Settings, who: str) -> str:
    """Keep somebody out; how they are called in the list."""
    called = named(who)
    with connected(settings) as connection:
        connection.execute(sa.delete(bars).where(bars.c.who == called))
        connection.execute(bars.insert().values(who=called, at=time.time()))
    return called


def unbar(settings: Settings, who: str) -> str:
    called = named(who)
    with connected(settings) as connection:
        if not connection.execute(sa.delete(bars).where(bars.c.who == called)).rowcount:
            raise OfficeError("{who} is not barred.", who=called)
    return called


def barred(settings: Settings) -> list[str]:
    with connected(settings) as connection:
        return list(connection.scalars(sa.select(bars.c.who).order_by(bars.c.at)))


def named(who: str) -> str:
    """An address or a network, or a visitor by as many letters as the log tells."""
    if VISITOR.fullmatch(who.lower()):
        return who.lower()[:KNOWN_BY]
    try:
        return str(ip_network(who))
    except ValueError:
        raise OfficeError(
            "{who} is neither an address, such as 203.0.113.7 or 203.0.113.0/24, nor a visitor as "
            "the log names them: {letters} letters from 0 to f.",
            who=who,
            letters=KNOWN_BY,
        ) from None
