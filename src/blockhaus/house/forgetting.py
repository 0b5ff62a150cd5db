"""Deleting everything of a person: name, ratings, tables nobody else sat at, and who they were at
the others, whose games stay as they were, against somebody.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import sqlalchemy as sa

from ..core.words import Phrase
from . import plans, storage
from .house import House
from .json_text import read, written
from .storage import Write, holdings, log, people, tables
from .tables import Draft, Table
from .texts import HouseError
from .views import GONE

DELETED = Phrase("Who played here has had everything deleted.")
UNSAID = "…"


async def forget(house: House, holder: str) -> None:
    """Leave every table, then let nothing be left."""
    mine = await _held(house, holder)
    shared = await with_others(house, holder, mine)
    for table_id in shared:
        await _leave(house, holder, table_id)
    await house.discard([table_id for table_id in mine if table_id not in shared], DELETED)
    async with AsyncExitStack() as locks:  # what is in memory must not be written over it
        live = [house.live[table_id] for table_id in shared if table_id in house.live]
        for table in live:
            await locks.enter_async_context(table.lock)
        await house.storage.write(Write(jobs=[erase(holder, shared)]))
        for table in live:
            await table.reload()


async def _held(house: House, holder: str) -> list[str]:
    query = sa.select(holdings.c.table_id).where(holdings.c.holder == holder)
    return [found for (found,) in await house.storage.rows(query)]


async def with_others(house: House, holder: str, which: list[str]) -> list[str]:
    query = (
        sa.select(holdings.c.table_id)
        .where(holdings.c.table_id.in_(which), holdings.c.holder != holder)
        .distinct()
    )
    # In one order for everybody: their locks are taken together, and two may go at once.
    return sorted(found for (found,) in await house.storage.rows(query))


async def _leave(house: House, holder: str, table_id: str) -> None:
    """Give up what is being played, and get up where nothing has begun."""
    try:
        live = await house.table(table_id)
        while await live.change(lambda table: _parting(table, holder)):
            pass
    except HouseError:  # a table that can only be looked at, or not even that
        return


def _parting(table: Table, holder: str) -> Draft | None:
    seats = [seat for seat in table.held(holder) if seat not in table.out]
    if not seats:
        return None
    if table.state == "waiting":
        return plans.rise(table, seats[0], holder)
    return plans.act(table, "resign", seats[:1]) if table.state == "running" else None


def erase(holder: str, shared: list[str]) -> Callable[[sa.Connection], None]:
    """Rewrites the tables that others sit at, and deletes the rest of a person."""

    def job(connection: sa.Connection) -> None:
        for table_id in shared:
            _rewrite(connection, table_id, holder, f"{GONE}{secrets.token_hex(16)}")
        for table in (holdings, people, storage.ratings):
            connection.execute(sa.delete(table).where(table.c.holder == holder))

    return job


def _rewrite(connection: sa.Connection, table_id: str, holder: str, nobody: str) -> None:
    row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).one()
    founding, summary = read(row.founding), read(row.summary)
    sitting = {number: seat["holder"] for number, seat in enumerate(founding["seats"])}
    for entry in connection.execute(
        sa.select(log).where(log.c.table_id == table_id).order_by(log.c.number)
    ).all():
        data = _without(entry.kind, read(entry.data), sitting.get(entry.seat), holder, nobody)
        if entry.kind in ("sit", "rise"):
            sitting[entry.seat] = read(entry.data).get("holder")
        if data is not None:
            connection.execute(
                sa.update(log)
                .where(log.c.table_id == table_id, log.c.number == entry.number)
                .values(data=written(data))
            )
    for seat in (*founding["seats"], *summary["seats"]):
        if seat["holder"] == holder:
            seat.update(holder=nobody, name="")
    if founding["host"] == holder:
        founding["host"] = nobody
    connection.execute(
        sa.update(tables)
        .where(tables.c.id == table_id)
        .values(founding=written(founding), summary=written(summary))
    )


def _without(
    kind: str, data: dict[str, Any], sitter: str | None, holder: str, nobody: str
) -> dict[str, Any] | None:
    """An entry of the log without the person, or None if the person is not in it."""
    if kind == "sit" and data["holder"] == holder:
        return {**data, "holder": nobody, "name": ""}
    if kind == "chat" and sitter == holder:
        return {**data, "who": "", "text": UNSAID}
    return None
