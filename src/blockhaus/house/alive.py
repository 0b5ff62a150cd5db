"""Signs of life: when the house was last seen alive, and when nobody's time ran.

Some are stored, every quarter of a minute. Between them one is left beside the database, or by the
browser, at every look at the time while a clock runs: whoever kills a house, as who reloads its
page does, gives nobody time to think.

They are the house's, whichever of its processes gives them. Who opens it takes everything since
the last one for a pause; a process that joins others so makes them a present of a few seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import sqlalchemy as sa

from .schema import alive, pauses, tables
from .storage import Storage, Write

if TYPE_CHECKING:
    from .house import House

# Seconds after what was stored up to which a sign is believed that was not: a database may have
# been replaced by an older one, and nobody played there since.
BELIEVED = 60.0


async def last_alive(storage: Storage) -> float:
    """When the house was last seen alive; whatever it stored is a sign of life. 0 if never."""
    signs = (sa.func.max(alive.c.at), sa.func.max(tables.c.updated))
    rows = await storage.rows(sa.union_all(*map(sa.select, signs)))
    stored = max(found or 0.0 for (found,) in rows)
    left = storage.database.last_life()
    return left if stored < left < stored + BELIEVED else stored


def show_life(house: House) -> None:
    """Leave a sign of life where a clock runs; not before all pauses are stored, which it is to
    come after.
    """
    if house.storage.trouble or house.time.unkept:
        return
    clocks = (live.table.clock for live in house.live.values())
    if any(clock is not None and clock.running is not None for clock in clocks):
        house.storage.database.show_life(house.now())


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
