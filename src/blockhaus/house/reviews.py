"""Reviews of finished games, of which a house in several processes makes one each.

The process that is asked first goes over the game and writes down every second how far it has come;
the others tell what is written. If it dies, the next one that is asked begins anew. In a house of
one process nothing is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ..core.position import Position
from ..core.record import Record
from ..core.words import LANGUAGES
from . import views
from .analysts import ReviewJob
from .house import House
from .json_text import read, written
from .schema import reviews
from .storage import Unreachable, Write
from .texts import HouseError

EVERY = 1.0  # seconds
Facts = dict[str, Any]
NOTHING: Facts = {"state": "running", "progress": 0.0, "review": None, "decided": {}}


async def review(
    house: House, visitor: str, table_id: str, record: Record, winners: Sequence[int], lang: str
) -> Facts:
    """A review as far as it has come; the first question begins it."""
    if not house.storage.shared:
        return house.analysts.review(visitor, table_id, record, winners).data(lang)
    known = await _stored(house, table_id)
    key = f"review {table_id}"
    if known["state"] != "done" and key in await house.neighbours.claim([key]):
        job = house.analysts.review(visitor, table_id, record, winners)
        if not job.published:
            job.published = True
            house.background(_publish(house, key, table_id, job))
        return job.data(lang)
    return {**known, "decided": known["decided"].get(lang)}


async def known(house: House, table_id: str, lang: str) -> Facts | None:
    """A review that the house has made, or is making here."""
    job = house.analysts.reviewed(table_id)
    if job and not job.failed:
        return job.data(lang)
    told = await _stored(house, table_id) if house.storage.shared else NOTHING
    return {**told, "decided": told["decided"].get(lang)} if told["state"] == "done" else None


@dataclass(frozen=True)
class Better:
    """A decision of a finished game, and a better one; `found` by the house or only said."""

    before: Position
    after: Position
    move: str
    found: bool = True


async def better(house: House, table_id: str, number: int, said: str | None) -> Better:
    """The best move instead of a decision that was gone over, here or, as is said, elsewhere."""
    job = house.analysts.reviewed(table_id)
    if job and job.found and 1 <= number <= len(job.found.decisions):
        line = job.record.positions()
        return Better(line[number - 1], line[number], job.found.decisions[number - 1].best)
    told = (await _stored(house, table_id))["review"] if house.storage.shared else None
    known = told["decisions"] if told else []
    if said is None and not 1 <= number <= len(known):
        raise HouseError("not-reviewed")
    before, after = await _decision(house, table_id, number)
    if number <= len(known):
        return Better(before, after, known[number - 1]["best"])
    return Better(before, after, said or "", found=False)


async def _decision(house: House, table_id: str, number: int) -> tuple[Position, Position]:
    """What a decision of a finished game has changed."""
    live = await house.table(table_id)
    over = live.table.ended and not live.table.halted
    if not over or not 1 <= number <= live.table.number:
        raise HouseError("not-reviewed")
    record = await house.aside(live.table.game.id, lambda: views.record(live.table))
    line = record.positions()
    return line[number - 1], line[number]


async def _stored(house: House, table_id: str) -> Facts:
    rows = await house.storage.rows(sa.select(reviews).where(reviews.c.table_id == table_id))
    return read(rows[0].facts) if rows else NOTHING


async def _publish(house: House, key: str, table_id: str, job: ReviewJob) -> None:
    """Write down how far a review has come, until it is over."""
    over = False
    while not over:
        await asyncio.sleep(EVERY)
        over = job.is_over
        told = {**job.data(), "decided": {lang: job.data(lang)["decided"] for lang in LANGUAGES}}
        old = sa.delete(reviews).where(reviews.c.table_id == table_id)
        row = {"table_id": table_id, "facts": written(told)}
        try:
            await house.storage.write(Write(further=[(old, None), (reviews.insert(), [row])]))
        except Unreachable:
            over = False  # it is written when the database is back
    house.neighbours.release([key])
