"""What the owner of a house has decided from the command line, as the open house knows it."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ..core.words import Phrase
from .schema import bars, closed
from .storage import Storage

if TYPE_CHECKING:
    from starlette.types import Scope

    from .house import House

CLOSED = Phrase("This table was closed by the owner of the house.")
BARRED = 4403
KNOWN_BY = 12  # letters by which the log tells a visitor


class Orders:
    """Tables that are closed, and who is kept out."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.closed: frozenset[str] = frozenset()
        self._visitors: frozenset[str] = frozenset()
        self._networks: list[IPv4Network | IPv6Network] = []

    async def load(self) -> None:
        rows = await self.storage.rows(sa.select(closed.c.table_id))
        self.closed = frozenset(table_id for (table_id,) in rows)
        names = [who for (who,) in await self.storage.rows(sa.select(bars.c.who))]
        self._networks = [ip_network(who) for who in names if "/" in who]
        self._visitors = frozenset(who for who in names if "/" not in who)

    def keep_out(self, scope: Scope) -> bool:
        """Whether whoever asks is barred, as a person, by the device or by the address."""
        if not self._visitors and not self._networks:
            return False
        names = (scope.get("holder"), scope.get("device"))
        if any(name and name[:KNOWN_BY] in self._visitors for name in names):
            return True
        return bool(self._networks) and self._is_near(scope.get("client"))

    def _is_near(self, client: tuple[str, int] | None) -> bool:
        try:
            address = ip_address(client[0] if client else "")
        except ValueError:  # a socket of the system, or a test
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self._networks)


async def heed(house: House) -> None:
    """Do as the owner has decided since: tables are closed or go on, and some visitors leave."""
    before = house.orders.closed
    await house.orders.load()
    now = house.orders.closed
    house.shut -= before - now
    for table_id, live in list(house.live.items()):
        if table_id in before - now:
            async with live.lock:
                await live.reload()
        elif table_id in now and not live.table.halted:
            await house.put_away(live, CLOSED)
    for page in list(house.pages):  # at tables, and where positions are analysed
        if house.orders.keep_out(page.socket.scope):
            page.close(BARRED)
