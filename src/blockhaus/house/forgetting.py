"""Deleting everything of a person: name, ratings, devices, keys, what was built and solved
alone, tables nobody else sat at, and who they were at the others, whose games stay, against
somebody.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from ..core.words import Phrase
from . import rewriting
from .house import House
from .rewriting import Job, Successor
from .schema import (
    devices,
    holdings,
    lesson_steps,
    links,
    passkeys,
    people,
    puzzle_days,
    puzzle_mistakes,
    puzzle_results,
    puzzle_runs,
    ratings,
    solo_days,
    solo_results,
)
from .views import GONE

OWN = (people, ratings, devices, links, passkeys, solo_results, solo_days, lesson_steps)
PUZZLES = (puzzle_results, puzzle_days, puzzle_runs, puzzle_mistakes)
DELETED = Phrase("Who played here has had everything deleted.")


async def forget(house: House, holder: str) -> None:
    """Leave every table, then let nothing be left."""
    async with house.persons.alone(holder):
        await _forget(house, holder)
        while await rewriting.held(house, holder):  # somebody began the next game of a match
            await _forget(house, holder)


async def _forget(house: House, holder: str) -> None:
    mine = await rewriting.held(house, holder)
    gone = await house.discard(holder, mine, DELETED)
    shared = [table_id for table_id in mine if table_id not in gone]
    for table_id in shared:
        await rewriting.leave(house, holder, table_id)
    touched = {*shared, *await rewriting.said_at(house, holder)}
    await rewriting.rewrite(
        house, touched, erase(holder, touched), lambda: house.persons.forget(holder)
    )


def erase(holder: str, touched: set[str]) -> Job:
    """Rewrites the tables that others sit at, and deletes the rest of a person."""

    def job(connection: sa.Connection) -> None:
        for table_id in touched:
            nobody = f"{GONE}{secrets.token_hex(16)}"
            somebody = Successor(nobody, nobody, known=False)
            rewriting.replace_at(connection, table_id, holder, somebody)
        connection.execute(
            sa.delete(holdings).where(holdings.c.holder == holder, holdings.c.table_id.in_(touched))
        )
        for table in OWN + PUZZLES:
            connection.execute(sa.delete(table).where(table.c.holder == holder))
        connection.execute(sa.delete(devices).where(devices.c.device == holder))

    return job
