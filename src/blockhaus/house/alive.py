"""Signs of life: when the house was last seen alive, and when nobody's time ran.

They are the house's, whichever of its processes gives them. Who opens it takes everything since
the last one for a pause; a process that joins others so makes them a present of a few seconds.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from .schema import alive, pauses, tables
from .storage import Storage, Write


async def last_alive(storage: Storage) -> float:
    """When the house was last seen alive; whatever it stored is a sign of life. 0 if never."""
    signs = (sa.func.max(alive.c.at), sa.func.max(tables.c.updated))
    rows = await storage.rows(sa.union_all(*map(sa.select, signs)))
    return max(found or 0.0 for (found,) in rows)


async def known_pauses(storage: Storage, since: float = 0.0) -> list[tuple[float, float]]:
    """When nobody's time ran, from some time on."""
    query = sa.select(pauses.c.since, pauses.c.until).where(pauses.c.until >= since)
    return [(row.since, row.until) for row in await storage.rows(query)]


def sign(at: float, paused: Iterable[tuple[float, float]], always: bool) -> Write:
    """A sign of life, and pauses. Unless wanted always it is kept only where a clock runs."""
    clocks = sa.exists().where(tables.c.deadline > 0)
    seen = sa.update(alive).where(alive.c.at < at)
    write = Write(further=[((seen if always else seen.where(clocks)).values(at=at), None)])
    for since, until in paused:
        write.further.append((sa.delete(pauses).where(pauses.c.since == since), None))
        write.further.append((pauses.insert(), [{"since": since, "until": until}]))
    return write
