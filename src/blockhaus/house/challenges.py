"""What a passkey signs: random bytes, for one device and one purpose, used once and soon.

They are stored, not remembered: the answer may come to another process than the question.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from .schema import challenges
from .storage import Storage, Write
from .texts import HouseError

LASTS = 300.0  # seconds


class Challenges:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def new(self, device: str, purpose: str, now: float) -> bytes:
        """A new one takes the place of the one before; those that were forgotten go with it."""
        challenge = secrets.token_bytes(32)
        old = sa.or_(_of(device, purpose), challenges.c.until <= now)
        row = {"device": device, "purpose": purpose, "challenge": challenge, "until": now + LASTS}
        await self.storage.write(
            Write(further=[(sa.delete(challenges).where(old), None), (challenges.insert(), [row])])
        )
        return challenge

    async def take(self, device: str, purpose: str, now: float) -> bytes:
        found: list[bytes] = []

        def job(connection: sa.Connection) -> None:
            used = sa.delete(challenges).where(_of(device, purpose), challenges.c.until > now)
            found[:] = connection.execute(used.returning(challenges.c.challenge)).scalars()

        await self.storage.write(Write(jobs=[job]))
        if not found:
            raise HouseError("late-passkey")
        return bytes(found[0])


def _of(device: str, purpose: str) -> sa.ColumnElement[bool]:
    return sa.and_(challenges.c.device == device, challenges.c.purpose == purpose)
