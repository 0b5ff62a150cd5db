"""Two persons who turn out to be one: what one had becomes the other's.

At a table where both sat, they stay two, or its log would tell another game: the one who comes in
gives up there if it is still being played, and the seat becomes somebody's.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from . import lesson_progress, puzzle_results, ratings, rewriting, solo
from .databases import hand_over, insert_new
from .house import House
from .rewriting import Job, Successor
from .schema import devices, holdings, links, passkeys, people
from .tables import Table
from .views import GONE


async def merge(house: House, gone: str, person: str) -> None:
    """Make all of one person another's. Neither does anything else meanwhile."""

    def both_sit(table: Table) -> bool:
        return {gone, person} <= {seat.holder for seat in table.seats}

    while True:
        held = await rewriting.held(house, gone)
        for table_id in held:
            await rewriting.leave(house, gone, table_id, both_sit)
        touched = {*held, *await rewriting.said_at(house, gone)}
        job = _hand_over(gone, person, touched, house.now())
        await rewriting.rewrite(house, touched, job, lambda: house.persons.became(gone, person))
        if not await rewriting.held(house, gone):
            return


def _hand_over(gone: str, person: str, touched: set[str], now: float) -> Job:
    def job(connection: sa.Connection) -> None:
        for table_id in touched:
            second = rewriting.sits(connection, table_id, person)
            seat = f"{GONE}{secrets.token_hex(16)}" if second else person
            rewriting.replace_at(connection, table_id, gone, Successor(seat, person, known=True))
        _hand_over_lists(connection, gone, person, touched)
        ratings.merge(connection, gone, person)
        solo.merge(connection, gone, person)
        puzzle_results.merge(connection, gone, person)
        lesson_progress.merge(connection, gone, person)
        hand_over(connection, people, gone, person)  # a name of one's own is kept
        for table in (passkeys, devices):
            mine = table.c.holder == gone
            connection.execute(sa.update(table).where(mine).values(holder=person))
        connection.execute(sa.delete(links).where(links.c.holder == gone))
        row = {"device": gone, "holder": person, "since": now}
        # One that was signed out stays so.
        connection.execute(insert_new(devices), [row])

    return job


def _hand_over_lists(connection: sa.Connection, gone: str, person: str, touched: set[str]) -> None:
    """What is on either list is on the one that is left."""
    mine = sa.and_(holdings.c.holder == gone, holdings.c.table_id.in_(touched))
    listed = sa.select(holdings.c.table_id).where(mine, holdings.c.removed.is_(None))
    again = sa.update(holdings).where(
        holdings.c.holder == person, holdings.c.table_id.in_(listed.scalar_subquery())
    )
    connection.execute(again.values(removed=None))
    known = sa.select(holdings.c.table_id).where(holdings.c.holder == person)
    moved = sa.update(holdings).where(mine, holdings.c.table_id.not_in(known.scalar_subquery()))
    connection.execute(moved.values(holder=person))
    connection.execute(sa.delete(holdings).where(mine))
