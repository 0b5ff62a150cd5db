"""Who a visitor is: a token that the house has made and signed.

A token is 256 random bits; the cookie holds it with a signature, and the house keeps the hash of
the token alone. The key of the signatures is kept in the database, so that all processes of a house
know each other's visitors. Tokens of houses that did not sign yet count if the database knows them,
and are signed as soon as they are shown.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa

from .schema import house_secrets, metadata
from .storage import Conflict, Storage, Write

COOKIE = re.compile(r"([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{43}))?")
KEY = "visitors"
OLD_KEPT = 10_000
GOOD_KEPT = 10_000
PERSONAL = ("holder", "device")  # columns that tell of a visitor


def hashed(token: str) -> str:
    """What the house keeps of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class Shown:
    """What a browser has shown: a token, and whether the house has signed it."""

    token: str
    signed: bool

    @property
    def device(self) -> str:
        return hashed(self.token)


class Tokens:
    """The tokens of a house."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._key = b""
        self._old: set[str] = set()  # devices with tokens from before, which have been looked up
        # Cookies whose signature was found good: to sign lets other threads go first, and there the
        # loop of a busy house was found waiting in about 15% of samples.
        self._good: set[str] = set()  # hashed

    async def load(self) -> None:
        """Read the key; the first process of a house makes it."""
        made = secrets.token_hex(32)
        insert = house_secrets.insert().values(name=KEY, value=made)
        query = sa.select(house_secrets.c.value).where(house_secrets.c.name == KEY)
        if not await self.storage.rows(query):
            with suppress(Conflict):  # another one was quicker
                await self.storage.write(Write(further=[(insert, None)]))
        self._key = bytes.fromhex((await self.storage.rows(query))[0].value)

    def new(self) -> str:
        return self.cookie(secrets.token_urlsafe(32))

    def cookie(self, token: str) -> str:
        """A token as a browser keeps it: signed."""
        return f"{token}.{self._signature(token)}"

    def read(self, cookie: str) -> Shown | None:
        """The token of a cookie; None if it is none, or if the signature is not the house's."""
        match = COOKIE.fullmatch(cookie)
        if not match:
            return None
        token, signature = match.groups()
        if signature is None:
            return Shown(token, signed=False)
        return Shown(token, signed=True) if self._is_good(cookie, token, signature) else None

    def _is_good(self, cookie: str, token: str, signature: str) -> bool:
        known = hashed(cookie)
        if known in self._good:
            return True
        good = hmac.compare_digest(signature, self._signature(token))
        if good:
            if len(self._good) >= GOOD_KEPT:
                self._good.clear()
            self._good.add(known)
        return good

    def remembers(self, device: str) -> bool:
        return device in self._old

    async def knows(self, device: str) -> bool:
        """Whether anything is kept of a device."""
        told = [
            sa.exists().where(column == device)
            for table in metadata.sorted_tables
            for column in table.c
            if column.name in PERSONAL
        ]
        known = bool((await self.storage.rows(sa.select(sa.or_(*told))))[0][0])
        if known and len(self._old) < OLD_KEPT:
            self._old.add(device)
        return known

    def _signature(self, token: str) -> str:
        signature = hmac.digest(self._key, token.encode(), "sha256")
        return urlsafe_b64encode(signature).rstrip(b"=").decode()
