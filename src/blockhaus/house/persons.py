"""Who a browser is.

A browser is known by the hash of its token, its device. By itself a device is a person of its own,
whose holder is that hash. A device that was made somebody's, by a link or a passkey, has a row that
says whose. Holders are asked for when something happens and not kept: one may be merged into
another, or deleted, while a page is open.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import TypeVar
from weakref import WeakValueDictionary

import sqlalchemy as sa

from .schema import devices
from .storage import Changed, Storage, Write, acting_as, alone_as
from .texts import HouseError

Value = TypeVar("Value")


@contextmanager
def _as(who: ContextVar[Value], value: Value) -> Iterator[None]:
    """What is written meanwhile says for whom it is; other processes are kept from changing it."""
    before = who.set(value)
    try:
        yield
    finally:
        who.reset(before)


class Gate:
    """A person does many things at once; who a person is changes only when none is under way."""

    def __init__(self) -> None:
        self._turn = asyncio.Condition()
        self._acts = 0
        self._shut = False

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        async with self._turn:
            await self._turn.wait_for(lambda: not self._shut)
            self._acts += 1
        try:
            yield
        finally:
            self._acts -= 1
            await asyncio.shield(self._tell())

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        async with self._turn:
            await self._turn.wait_for(lambda: not self._shut)
            self._shut = True
        try:
            async with self._turn:
                await self._turn.wait_for(lambda: not self._acts)
            yield
        finally:
            self._shut = False
            await asyncio.shield(self._tell())

    async def _tell(self) -> None:
        async with self._turn:
            self._turn.notify_all()


class Persons:
    """The persons of a house, by their devices."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._of: dict[str, str] = {}
        self._changes = 0
        self._gates: WeakValueDictionary[str, Gate] = WeakValueDictionary()

    async def load(self) -> None:
        """Read who is who; another process may have made a device somebody's."""
        known = self._changes
        rows = await self.storage.rows(sa.select(devices.c.device, devices.c.holder))
        if known == self._changes:  # else what was read is older than what is known
            self._of = {row.device: row.holder for row in rows}

    def of(self, device: str) -> str:
        return self._of.get(device, device)

    def devices_of(self, holder: str) -> list[str]:
        """All devices of a person; the first one has a row only when it is no longer theirs."""
        made = [device for device, person in self._of.items() if person == holder]
        return made if holder in self._of else [holder, *made]

    @asynccontextmanager
    async def acting(self, device: str) -> AsyncIterator[str]:
        """The person of a device, who stays the same until what is done is done."""
        while True:
            holder = self.of(device)
            async with self._gate(holder).acting():
                if self.of(device) != holder:
                    continue
                with _as(acting_as, holder):
                    try:
                        yield holder
                    except Changed:  # another process was quicker than its news
                        await self.load()
                        raise HouseError("too-fast") from None
                return

    @asynccontextmanager
    async def alone(self, *holders: str) -> AsyncIterator[None]:
        """Nothing else is done by these persons meanwhile."""
        async with AsyncExitStack() as gates:
            for holder in sorted(set(holders)):
                await gates.enter_async_context(self._gate(holder).alone())
            with _as(alone_as, holders):
                yield

    def _gate(self, holder: str) -> Gate:
        return self._gates.setdefault(holder, Gate())

    def became(self, gone: str, person: str) -> None:
        """All devices of one person are another's."""
        self._changes += 1
        self._of |= dict.fromkeys(self.devices_of(gone), person)

    def forget(self, holder: str) -> None:
        self._changes += 1
        self._of = {
            device: person for device, person in self._of.items() if holder not in (device, person)
        }

    async def part(self, device: str, now: float) -> None:
        """A device is signed out: whoever still has its token is nobody who was here before."""
        nobody = secrets.token_hex(32)
        row = {"device": device, "holder": nobody, "since": now}
        known = sa.delete(devices).where(devices.c.device == device)
        write = Write(further=[(known, None), (devices.insert(), [row])], notices=[["people"]])
        await self.storage.write(write)
        self._changes += 1
        self._of[device] = nobody
