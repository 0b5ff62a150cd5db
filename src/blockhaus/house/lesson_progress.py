"""What is kept of a person's first steps: which are done, and the games they ended with.

The game at the end is done when its table is over, however it ended. Nothing has to be told so.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from ..learn.lessons import GAME
from .databases import hand_over, insert_new, json_fact
from .house import House
from .schema import holdings, lesson_steps, tables
from .storage import Write


@dataclass
class Progress:
    """What a person has done of the first steps of a game."""

    done: set[str] = field(default_factory=set)
    table: str | None = None  # where the last game is played; over, if all are

    @property
    def finished(self) -> bool:
        return GAME in self.done


async def progress(house: House, holder: str, game: str | None = None) -> dict[str, Progress]:
    """The progress of a person by game."""
    query = (
        sa.select(lesson_steps, tables.c.state)
        .outerjoin(tables, tables.c.id == lesson_steps.c.table_id)
        .where(lesson_steps.c.holder == holder)
        .order_by(tables.c.state != "over", lesson_steps.c.at)
    )
    if game is not None:
        query = query.where(lesson_steps.c.game == game)
    found: dict[str, Progress] = defaultdict(Progress)
    for row in await house.storage.rows(query):
        known = found[row.game]
        if row.state is not None:
            known.table = row.table_id
        if row.step != GAME or row.state == "over":
            known.done.add(row.step)
    return found


async def played(house: House, holder: str) -> set[str]:
    """The games that a person has ever sat down to."""
    game = json_fact(tables.c.summary, "game")
    query = sa.select(game).join(holdings, holdings.c.table_id == tables.c.id)
    rows = await house.storage.rows(query.where(holdings.c.holder == holder).distinct())
    return {str(name) for (name,) in rows}


async def keep(house: House, holder: str, game: str, step: str, table_id: str = "") -> None:
    row = {"holder": holder, "game": game, "step": step, "table_id": table_id, "at": house.now()}
    added = insert_new(lesson_steps)
    await house.storage.write(Write(further=[(added, [row])]))


async def begin_anew(house: House, holder: str, game: str) -> None:
    """Nothing is done any more; what was played stays among the person's games."""
    mine = sa.and_(lesson_steps.c.holder == holder, lesson_steps.c.game == game)
    await house.storage.write(Write(further=[(sa.delete(lesson_steps).where(mine), None)]))


# Two persons who are one, and taking away


def merge(connection: sa.Connection, gone: str, person: str) -> None:
    """What either has done is done."""
    hand_over(connection, lesson_steps, gone, person)


async def everything(house: House, holder: str) -> list[dict[str, Any]]:
    """All that is kept of a person's first steps, to take away."""
    query = sa.select(lesson_steps).where(lesson_steps.c.holder == holder)
    return [
        {"game": row.game, "step": row.step, "table": row.table_id or None, "at": row.at}
        for row in await house.storage.rows(query.order_by(lesson_steps.c.at))
    ]
