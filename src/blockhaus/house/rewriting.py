"""Changing who was at tables: in what was agreed, in the log, and in what the lists tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from . import plans
from .databases import Notice, json_fact
from .house import House
from .json_text import read, written
from .schema import TOLD, holdings, log, tables
from .storage import Write
from .tables import Table
from .texts import HouseError
from .unreadable import UNKNOWN, summary_of

UNSAID = "…"
Job = Callable[[sa.Connection], None]


@dataclass(frozen=True)
class Successor:
    """Who takes a person's place at a table: in the seats, and as the host and the writer."""

    seat: str
    host: str
    known: bool  # whether the name and what was written stay
    said: bool = False  # whether what was written stays without the name


async def held(house: House, holder: str) -> list[str]:
    query = sa.select(holdings.c.table_id).where(holdings.c.holder == holder)
    return [found for (found,) in await house.storage.rows(query)]


async def said_at(house: House, holder: str) -> list[str]:
    """Tables where a person wrote something; somebody who only looked on holds nothing there."""
    writer = json_fact(log.c.data, "by")
    query = sa.select(log.c.table_id).where(log.c.kind == "chat", writer == holder).distinct()
    return [found for (found,) in await house.storage.rows(query)]


async def leave(
    house: House, holder: str, table_id: str, where: Callable[[Table], bool] = lambda _: True
) -> None:
    """Give up what is being played, and get up where nothing has begun."""
    try:
        live = await house.table(table_id)
        while await live.change(lambda table: plans.part(table, holder) if where(table) else None):
            pass
    except HouseError:  # a table that can only be looked at, or not even that
        return


async def rewrite(house: House, which: Iterable[str], job: Job, then: Callable[[], None]) -> None:
    """Change what is stored of some tables, and what is in memory with it."""
    ordered = sorted(set(which))  # in one order for everybody: two may be at it at once
    async with AsyncExitStack() as locks:
        for table_id in ordered:
            await locks.enter_async_context(house.lock(table_id))
        again: list[Notice] = [["again", table_id] for table_id in ordered]
        await house.storage.write(Write(jobs=[job], notices=[["people"], *again]))
        then()
        for live in [house.live[table_id] for table_id in ordered if table_id in house.live]:
            await live.reload()


def sits(connection: sa.Connection, table_id: str, holder: str) -> bool:
    """Whether a person has a seat at a table, or had one when its game ended."""
    query = sa.select(*TOLD).where(tables.c.id == table_id)
    seats = summary_of(connection.execute(query).one())["seats"]
    return any(seat["holder"] == holder for seat in seats)


def replace_at(connection: sa.Connection, table_id: str, holder: str, successor: Successor) -> None:
    row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).first()
    if row is None or summary_of(row)["game"] == UNKNOWN:  # nobody can be found in it
        return
    founding, summary = read(row.founding), summary_of(row)
    sitting = {number: seat["holder"] for number, seat in enumerate(founding["seats"])}
    for entry in connection.execute(
        sa.select(log).where(log.c.table_id == table_id).order_by(log.c.number)
    ).all():
        data = _replaced(entry.kind, read(entry.data), sitting.get(entry.seat), holder, successor)
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
            seat.update(_named(seat, successor))
    for told in (founding, summary):
        if told.get("host") == holder:
            told["host"] = successor.host
    connection.execute(
        sa.update(tables)
        .where(tables.c.id == table_id)
        .values(founding=written(founding), summary=written(summary))
    )


def _named(facts: dict[str, Any], successor: Successor) -> dict[str, Any]:
    return {"holder": successor.seat, "name": facts["name"] if successor.known else ""}


def _replaced(
    kind: str, data: dict[str, Any], sitter: str | None, holder: str, successor: Successor
) -> dict[str, Any] | None:
    """An entry of the log with the successor, or None if the person is not in it."""
    if kind == "sit" and data["holder"] == holder:
        return {**data, **_named(data, successor)}
    if kind == "chat" and data.get("by", sitter) == holder:
        words = {} if successor.known else {"who": "", "text": UNSAID}
        if successor.said:
            words.pop("text", None)
        return {**data, **words, "by": successor.host}
    return None
