"""What a person takes along to another house: games with nobody else in them, and what was learned.

It lies in the archive beside the records. Nothing in it is believed that can be checked: games are
played again here by `archive_reading`, rows looked at by `archive_learned` and kept by
`archive_keeping`, what is wrong is left out, and nothing counts for a rating among people.

A game that goes on and deals stays at home, since its secret would tell everything that is hidden.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa

from ..core.rooms import rooms
from .archive_keeping import keep
from .archive_learned import LEARNED, checked, taken_away
from .archive_reading import ME, Bringer, NoTime, name_of, origin, played, unpacked
from .asides import LONG
from .clock import Pauses
from .house import House
from .json_text import read
from .replay import replayed
from .schema import holdings, tables
from .storage import Conflict, Storage, Stored, Write, added, founded
from .tables import Entry, Table
from .texts import HouseError

WHO = ("holder", "host", "by")  # what names persons in foundings and logs
MOST_GIVEN = 5000  # tables that are looked at
MOST_TABLES = 500  # that are played again; who has more brings the archive once more
MOST_ENTRIES = 60_000  # of their logs
SECONDS = 30.0  # for all of it
MOST_WAITING = 8  # archives: each is kept in memory until its turn comes


@dataclass(frozen=True)
class Taken:
    """What became of an archive: games that are here now, and that are not."""

    games: int
    left: int
    clocks: int = 0  # games among them whose clock runs on
    learned: dict[str, int] = field(default_factory=dict)  # how much is new of each kind

    @property
    def facts(self) -> dict[str, int]:
        """As it is told: of everything else where there is something."""
        more = {"left": self.left, "clocks": self.clocks, **self.learned}
        return {"games": self.games} | {name: count for name, count in more.items() if count}


# Taken away


async def told(house: House, holder: str) -> dict[str, Any]:
    """All that a person can take along."""
    return await told_of(house, house.storage, holder, house.time.pauses, house.now())


async def told_of(
    house: House, storage: Storage, holder: str, pauses: Pauses, at: float
) -> dict[str, Any]:
    """The same of a storage, which may be another's; clocks are told as they stand at a moment."""
    lists = sa.select(holdings.c.table_id).join(tables, tables.c.id == holdings.c.table_id)
    query = lists.where(holdings.c.holder == holder, holdings.c.removed.is_(None))
    newest = query.order_by(tables.c.updated.desc(), tables.c.id)
    mine = [table_id for (table_id,) in await storage.rows(newest)]
    shared = set(await storage.with_others(holder, mine))
    going, entries = [], 0
    for table_id in mine:
        found = await _stored(storage, table_id) if table_id not in shared else None
        if not found or not _may_go(found):
            continue
        entries += len(found.entries)
        if entries > MOST_ENTRIES:  # nobody could bring so much
            break
        clock = await _clock_told(house, found, pauses, at)
        going.append(await house.build(_table_told, found, holder) | clock)
    return {
        "tables": going[::-1],
        "learned": {name: await _rows(storage, table, holder) for name, table in LEARNED.items()},
    }


async def _stored(storage: Storage, table_id: str) -> Stored | None:
    try:
        return await storage.read(table_id)
    except HouseError:  # it is damaged
        return None


def _may_go(stored: Stored) -> bool:
    room = rooms().get(stored.founding.game)
    return stored.summary["state"] == "over" or bool(room and not room.spec.chance)


def _table_told(stored: Stored, holder: str) -> dict[str, Any]:
    log = [[each.kind, each.seat, each.data, each.at] for each in stored.entries]
    told = {"founding": asdict(stored.founding), "log": log}
    return dict(_renamed(told, holder, ME))


async def _clock_told(
    house: House, stored: Stored, pauses: Pauses, at: float
) -> dict[str, list[float]]:
    """How much time everybody has left, where a clock runs."""
    founding = stored.founding
    if not founding.clock or stored.summary["state"] != "running":
        return {}
    try:
        table = await house.draw(founding.game, replayed, stored, pauses)
    except HouseError:  # it cannot be played here
        return {}
    return {"clock": table.clock.standing(at)} if table.clock else {}


async def _rows(storage: Storage, table: sa.Table, holder: str) -> list[dict[str, Any]]:
    query = sa.select(table).where(table.c.holder == holder)
    if "written" in table.c:
        query = query.order_by(table.c.written)
    rows = await storage.rows(query)
    return [taken_away(row._mapping) for row in rows]


def _renamed(value: Any, old: str, new: str) -> Any:
    """The same with another person in it."""
    if isinstance(value, dict):
        return {
            key: new if key in WHO and part == old else _renamed(part, old, new)
            for key, part in value.items()
        }
    return [_renamed(part, old, new) for part in value] if isinstance(value, list) else value


# Brought


async def bring(house: House, holder: str, packed: bytes) -> Taken:
    """Take in an archive."""
    async with turn(house, holder):
        name, along = await house.build(unpacked, packed)
        return await _take_in(house, holder, name, along)


async def take_in(house: House, holder: str, name: Any, along: Any) -> Taken:
    """Take in what was told of somebody."""
    async with turn(house, holder):
        return await _take_in(house, holder, name, along)


@asynccontextmanager
async def turn(house: House, holder: str) -> AsyncIterator[None]:
    """One archive after the other: what is in them takes memory."""
    if house.archives.waiting >= MOST_WAITING:
        raise HouseError("too-many")
    async with house.archives.turn(holder, LONG):
        yield


async def _take_in(house: House, holder: str, name: Any, along: Any) -> Taken:
    if not isinstance(along, dict) or not isinstance(along.get("tables"), list):
        raise HouseError("bad-archive")
    until = time.monotonic() + SECONDS
    if name_of(name) and not await house.storage.name(holder):
        await house.storage.set_name(holder, name_of(name))
    here = await _here(house, holder)
    games, left = 0, len(along["tables"][MOST_GIVEN:])
    ids: dict[str, str] = {}  # by those that tables had
    bringing = Bringing(house, Bringer(holder, house.now(), house.settings.alone), until)
    for each in along["tables"][:MOST_GIVEN]:
        facts = origin(each)
        if facts and facts[2] in here:
            ids[facts[1]] = here[facts[2]]
            continue
        made = await bringing.take(facts[0], each) if facts else None
        if facts and made:
            ids[facts[1]] = here[facts[2]] = made
        games, left = games + (made is not None), left + (made is None)
    learned = await _learn(house, holder, along.get("learned"), ids, until)
    return Taken(games, left, bringing.clocks, learned)


async def _here(house: House, holder: str) -> dict[str, str]:
    """A person's tables, by their secrets."""
    query = sa.select(tables.c.id, tables.c.founding)
    mine = query.join(holdings, holdings.c.table_id == tables.c.id)
    rows = await house.storage.rows(mine.where(holdings.c.holder == holder))
    return await house.build(lambda: {_secret(row.founding): str(row.id) for row in rows})


def _secret(founding: str) -> str:
    try:
        return str(read(founding)["secret"])
    except (ValueError, KeyError, TypeError):  # it is damaged
        return ""


class Bringing:
    """Games that are taken in, one by one, as long as there are not too many."""

    def __init__(self, house: House, who: Bringer, until: float) -> None:
        self.house, self.who, self.until = house, who, until
        self.tables, self.entries = MOST_TABLES, MOST_ENTRIES
        self.clocks = 0  # that run on

    async def take(self, game: str, told: dict[str, Any]) -> str | None:
        """The id under which a game is here now; None if it is left out."""
        self.tables -= 1
        self.entries -= len(told["log"])
        if self.tables < 0 or self.entries < 0 or game not in rooms():
            return None
        try:
            found = await self.house.draw(game, played, told, self.who, self.until)
        except NoTime:
            return None
        return await self._keep(*found) if found else None

    async def _keep(
        self, table: Table, entries: list[Entry], summary: dict[str, Any]
    ) -> str | None:
        write = founded(table, summary)
        for entry in entries:
            write.entries += added(table, entry).entries
        try:
            await self.house.storage.write(write)
        except Conflict:  # it is here already
            return None
        self.clocks += table.state == "running" and table.clock is not None
        return table.id


async def _learn(
    house: House, holder: str, learned: Any, ids: dict[str, str], until: float
) -> dict[str, int]:
    """How much is new of each kind."""
    now, alone = house.now(), house.settings.alone
    found = await house.asides.do(None, lambda: checked(learned, ids, alone, now, until), LONG)
    new: dict[str, int] = {}
    if any(found.values()):
        await house.storage.write(
            Write(jobs=[lambda connection: keep(connection, holder, found, new)])
        )
    return new
