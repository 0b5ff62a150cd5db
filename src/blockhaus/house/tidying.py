"""What a house keeps no longer than its owner wants: `retention` in its settings."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from . import rewriting, unreadable
from .json_text import read, written
from .office import connected
from .rewriting import UNSAID, Successor
from .schema import devices, holdings, log, passkeys, people, tables
from .settings import Retention, Settings
from .storage import remove

DAY = 86400.0
AT_ONCE = 100  # of what is done away with in one transaction
Key = tuple[str, int]  # of an entry in the log
Find = Callable[[sa.Connection, float], list[Any]]
Remove = Callable[[sa.Connection, Sequence[Any]], None]


@dataclass(frozen=True)
class Tidied:
    """How much was done away with, or would be."""

    tables: int = 0
    names: int = 0
    messages: int = 0


def tidy_up(settings: Settings, dry: bool) -> Tidied:
    """Tidy a house, open or not; a dry run only counts."""
    with connected(settings) as connection:
        return tidy(connection, settings.retention, time.time(), dry)


def tidy(connection: sa.Connection, retention: Retention, now: float, dry: bool) -> Tidied:
    """Do away with what is older than it may become; nothing, where no days are set. Little is
    done at a time, so that a house that is open never waits for long.
    """

    def past(days: int, find: Find, remove: Remove) -> int:
        found = find(connection, now - days * DAY) if days else []
        for start in range(0, 0 if dry else len(found), AT_ONCE):
            remove(connection, found[start : start + AT_ONCE])
            connection.commit()
        return len(found)

    return Tidied(
        tables=past(retention.finished_tables, _finished_tables, remove),
        names=past(retention.guest_names, _guests, _forget_names),
        messages=past(retention.chat, _chat, _unsay),
    )


def _finished_tables(connection: sa.Connection, before: float) -> list[str]:
    query = sa.select(tables.c.id).where(tables.c.state == "over", tables.c.updated < before)
    return list(connection.scalars(query))


def _guests(connection: sa.Connection, before: float) -> list[str]:
    """People who cannot come back from another device, and have not been at a table for long."""
    known = sa.union(sa.select(passkeys.c.holder), sa.select(devices.c.holder))
    touched = (
        sa.select(holdings.c.holder)
        .join(tables, tables.c.id == holdings.c.table_id)
        .where(tables.c.updated >= before)
    )
    query = sa.select(people.c.holder).where(
        people.c.holder.not_in(known), people.c.holder.not_in(touched), people.c.since < before
    )
    return list(connection.scalars(query))


def _forget_names(connection: sa.Connection, guests: Sequence[str]) -> None:
    """What they held stays theirs, without a name."""
    for guest in guests:
        held = sa.select(holdings.c.table_id).where(holdings.c.holder == guest)
        for table_id in list(connection.scalars(held)):
            nameless = Successor(guest, guest, known=False, said=True)
            rewriting.replace_at(connection, table_id, guest, nameless)
        connection.execute(sa.delete(people).where(people.c.holder == guest))


def _chat(connection: sa.Connection, before: float) -> list[Key]:
    query = sa.select(log).where(log.c.kind == "chat", log.c.at < before)
    found = connection.execute(query).all()
    return [(row.table_id, row.number) for row in found if _said(row) not in (None, UNSAID)]


def _said(row: Any) -> str | None:
    return unreadable.entry(row).data.get("text")


def _unsay(connection: sa.Connection, found: Sequence[Key]) -> None:
    """A log has no gaps: what was written is left out, and that somebody wrote stays."""
    for table_id, number in found:
        this = sa.and_(log.c.table_id == table_id, log.c.number == number)
        data = read(connection.scalars(sa.select(log.c.data).where(this)).one())
        connection.execute(
            sa.update(log).where(this).values(data=written({**data, "text": UNSAID}))
        )
