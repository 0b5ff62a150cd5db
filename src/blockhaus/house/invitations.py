"""Tables that wait for somebody: who invites, with which rating, and how one is withdrawn.

A waiting table that anyone may sit down at is an open invitation; there is no second kind of thing.
"""

from __future__ import annotations

from typing import Any

from ..core.words import Phrase
from . import plans, storage, views
from .house import House
from .ratings import standing_of
from .texts import HouseError

WITHDRAWN = Phrase("This invitation has been withdrawn.")
Told = dict[str, Any]  # a summary as it is stored


async def listed(house: House, found: list[Told], holder: str, lang: str) -> list[Told]:
    """Open invitations with who invites; those of people who are away come last."""
    told = [
        views.summary_for(summary, holder, house.notice(summary, lang))
        | {"inviter": await inviter(house, summary)}
        for summary in found
    ]
    return sorted(told, key=lambda table: not table["inviter"]["here"])


async def inviter(house: House, summary: Told) -> Told:
    """Who set a table up, or sat down first at one that was kept before hosts were."""
    seated = [seat for seat in summary["seats"] if seat["holder"]]
    host = summary.get("host") or (seated[0]["holder"] if seated else "")
    name = next((seat["name"] for seat in seated if seat["holder"] == host), "")
    return {
        "name": name or await house.storage.name(host),
        "rating": await standing_of(house.storage, host, summary["game"], house.now()),
        "here": house.is_here(host),
    }


async def withdraw(house: House, table_id: str, holder: str) -> None:
    """Do away with a table at which nobody has sat down yet; who looks at it is told."""
    live = await house.table(table_id)
    async with live.settled():
        if await live.is_behind():
            await live.reload()
        plans.check_withdrawal(live.table, holder)
        try:
            await house.storage.write(storage.discarded(table_id, WITHDRAWN, size=live.table.size))
        except storage.Conflict:  # somebody has sat down by another process
            await live.reload()
            plans.check_withdrawal(live.table, holder)
            raise HouseError("too-many") from None
        await house.put_away(live, WITHDRAWN)
