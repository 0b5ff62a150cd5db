"""What belongs to one person: games with their results, statistics, and all of it to take away."""

from __future__ import annotations

import io
import time
import zipfile
from collections import Counter
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from ..core.errors import BlockhausError
from ..core.words import Phrase
from . import lesson_progress, puzzle_results, solo, taking_along, views
from .house import House
from .json_text import written
from .links import keys
from .ratings import kept, ratings_of
from .rewriting import leave
from .schema import LISTED, TOLD, holdings, tables
from .storage import Write
from .texts import HouseError
from .unreadable import summary_of
from .wire.requests import GamesWish

PAGE = 25
ABANDONED = 7 * 86400.0  # seconds without anything happening
GOING = ("waiting", "running")
CLEARED = Phrase("This table has been cleared away.")
Told = dict[str, Any]  # a summary as it is stored


def outcome(told: Told, holder: str) -> str | None:
    """How a game ended for the one seat of a person."""
    mine = _seats(told, holder)
    if not told.get("result") or len(mine) != 1:
        return None
    winners = told["result"]["winners"]
    if mine[0] in told.get("out", ()):
        return "lost"
    if len(winners) in (0, len(told["seats"])):
        return "drawn"
    return "won" if mine[0] in winners else "lost"


def against(told: Told, holder: str) -> str | None:
    """Who the others are; None if there are none."""
    others = [seat for seat in told["seats"] if seat["holder"] != holder]
    computers = [seat for seat in others if seat["kind"] == "computer" and not seat["holder"]]
    return ("computer" if len(computers) == len(others) else "people") if others else None


def level_met(told: Told, holder: str) -> int | None:
    """The strongest level, where all others are computers."""
    if against(told, holder) != "computer":
        return None
    return max(int(seat["level"]) for seat in told["seats"] if seat["holder"] != holder)


def _seats(told: Told, holder: str) -> list[int]:
    return [seat["seat"] for seat in told["seats"] if seat["holder"] == holder]


def fits(told: Told, holder: str, wish: GamesWish) -> bool:
    """Whether a game is one of those asked for."""
    facts = {
        "game": told["game"],
        "state": "going" if told["state"] in GOING else "over",
        "outcome": outcome(told, holder),
        "against": against(told, holder),
        "level": level_met(told, holder),
    }
    asked = wish.model_dump(include=set(facts), exclude_none=True)
    if any(facts[name] != value for name, value in asked.items()):
        return False
    names = [seat["name"] for seat in told["seats"] if seat["holder"] != holder]
    known = " ".join((told["game"], told["id"], *names)).casefold()
    return all(word in known for word in wish.text.casefold().split())


async def listed(house: House, holder: str) -> list[Told]:
    """Everything on a person's list, the newest first."""
    query = (
        sa.select(*TOLD)
        .join(holdings, holdings.c.table_id == tables.c.id)
        .where(holdings.c.holder == holder, LISTED)
        .order_by(tables.c.updated.desc())
    )
    rows = await house.storage.rows(query)
    return await house.gather(lambda: [summary_of(row) for row in rows])


async def games(house: House, holder: str, wish: GamesWish, lang: str) -> dict[str, Any]:
    mine = await listed(house, holder)
    found = await house.gather(lambda: [told for told in mine if fits(told, holder, wish)])
    changes = await _changes(house, holder)
    return {
        "games": [
            _own(house, told, holder, lang, changes.get(told["id"]))
            for told in found[wish.skip : wish.skip + PAGE]
        ],
        "found": len(found),
        "abandoned": len(await _abandoned(house, holder)),
    }


def _own(house: House, told: Told, holder: str, lang: str, change: float | None) -> dict[str, Any]:
    return {
        "table": views.summary_for(told, holder, house.notice(told, lang)),
        "outcome": outcome(told, holder),
        "how": (told.get("result") or {}).get("how"),
        "change": change,
    }


async def _changes(house: House, holder: str) -> dict[str, float]:
    query = sa.select(kept.c.table_id, kept.c.change).where(kept.c.holder == holder)
    return {row.table_id: row.change for row in await house.storage.rows(query)}


async def statistics(house: House, holder: str) -> list[dict[str, Any]]:
    """Results per game and level; people come last, having none."""
    mine = await listed(house, holder)
    return await house.gather(_counted, mine, holder)


def _counted(mine: list[Told], holder: str) -> list[dict[str, Any]]:
    counts: dict[tuple[str, int | None], Counter[str]] = {}
    for told in mine:
        ended = outcome(told, holder)
        if ended:
            key = told["game"], level_met(told, holder)
            counts.setdefault(key, Counter())[ended] += 1
    order = sorted(counts, key=lambda key: (key[0], key[1] or 99))
    return [
        {"game": game, "level": level}
        | {ended: counts[game, level][ended] for ended in ("won", "drawn", "lost")}
        for game, level in order
    ]


# Taking off the list


async def remove(house: House, holder: str, table_id: str) -> int:
    """Take a table off a person's list. One that can go on is done away with where nobody else
    sits, or given up if it counts; any other is kept for the others, and for its link.
    """
    found = {told["id"]: told for told in await listed(house, holder)}
    if table_id not in found:
        raise HouseError("no-table")
    return await _take_off(house, holder, [found[table_id]])


async def clear(house: House, holder: str) -> int:
    """Take everything abandoned off a person's list."""
    return await _take_off(house, holder, await _abandoned(house, holder))


async def _abandoned(house: House, holder: str) -> list[Told]:
    """Unfinished, untouched for long, and nothing that the house will see to by itself."""
    query = (
        sa.select(*TOLD)
        .join(holdings, holdings.c.table_id == tables.c.id)
        .where(
            holdings.c.holder == holder,
            LISTED,
            tables.c.state.in_(GOING),
            tables.c.deadline.is_(None),
            tables.c.updated < house.now() - ABANDONED,
        )
    )
    return [summary_of(row) for row in await house.storage.rows(query)]


async def _take_off(house: House, holder: str, which: Iterable[Told]) -> int:
    chosen = list(which)
    going = [told["id"] for told in chosen if told["state"] in GOING]
    shared = await house.storage.with_others(holder, going)  # the host's too, whoever sits there
    alone = [table_id for table_id in going if table_id not in shared]
    for table_id in alone:
        await leave(house, holder, table_id, lambda table: table.binding)
    lost = {table_id for table_id in alone if await _is_over(house, table_id)}
    useless = [table_id for table_id in alone if table_id not in lost]
    gone = await house.discard(holder, useless, CLEARED)
    rest = [told["id"] for told in chosen if told["id"] not in gone]
    hidden = (
        sa.update(holdings)
        .where(holdings.c.holder == holder, holdings.c.table_id.in_(rest))
        .values(removed=house.now())
    )
    await house.storage.write(Write(further=[(hidden, None)]))
    return len(chosen)


async def _is_over(house: House, table_id: str) -> bool:
    query = sa.select(tables.c.state).where(tables.c.id == table_id)
    return [state for (state,) in await house.storage.rows(query)] == ["over"]


# Taking away


async def archive(house: House, holder: str, lang: str) -> bytes:
    """A zip with the record of every game on the list, and everything else in one JSON file. One
    after the other, like those that are brought: what is in them takes memory.
    """
    async with taking_along.turn(house, holder):
        mine = await listed(house, holder)
        changes = await _changes(house, holder)
        facts = {
            "name": await house.storage.name(holder),
            "ratings": await ratings_of(house.storage, holder, house.now()),
            "keys": await keys(house, holder),
            "games": [_own(house, told, holder, lang, changes.get(told["id"])) for told in mine],
            "solo": await solo.everything(house, holder),
            "puzzles": await puzzle_results.everything(house, holder),
            "lessons": await lesson_progress.everything(house, holder),
            "along": await taking_along.told(house, holder),
        }
        records = {_file_name(told): await _record(house, told) for told in mine}
        return await house.build(_packed, facts, records)


def _packed(facts: dict[str, Any], records: dict[str, str | None]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("you.json", written(facts))
        for name, text in records.items():
            if text:
                file.writestr(name, text)
    return packed.getvalue()


def _file_name(told: Told) -> str:
    day = time.strftime("%Y-%m-%d", time.gmtime(told["created"]))
    return f"{day}-{told['game']}-{told['id']}.txt"


async def _record(house: House, told: Told) -> str | None:
    """None where no decision was made, or where no record can be made here."""
    if not told["number"]:
        return None
    try:
        table = await house.read(told["id"])
    except HouseError:
        return None
    if table.halted:
        return None
    try:
        return await house.aside(table.game.id, lambda: views.record(table).text)
    except BlockhausError:  # names that no record can hold, from before they were checked
        return None
