"""One-time links that make another browser the same person, and what such a browser is told."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa

from . import merging, rewriting
from .house import House
from .schema import links, passkeys, ratings
from .storage import Write
from .texts import HouseError
from .tokens import hashed

LASTS = 600.0  # seconds


async def make(house: House, holder: str) -> dict[str, Any]:
    """A new link; those before are void."""
    token, until = secrets.token_urlsafe(24), house.now() + LASTS
    old = sa.or_(links.c.holder == holder, links.c.until <= house.now())
    row = {"token": hashed(token), "holder": holder, "until": until}
    await house.storage.write(
        Write(further=[(sa.delete(links).where(old), None), (links.insert(), [row])])
    )
    return {"token": token, "until": until}


async def withdraw(house: House, holder: str) -> None:
    await house.storage.write(
        Write(further=[(sa.delete(links).where(links.c.holder == holder), None)])
    )


async def look(house: House, device: str, token: str) -> dict[str, Any]:
    """Whom a link is for, and what this browser has already. Nothing is used up by looking."""
    person, own = await _owner(house, token), house.persons.of(device)
    return {
        "person": await _belongings(house, person),
        "here": await _belongings(house, own),
        "same": person == own,
    }


async def take(house: House, device: str, token: str) -> None:
    """Make a browser the person of a link, and what it had theirs."""
    while True:
        person, own = await _owner(house, token), house.persons.of(device)
        async with house.persons.alone(person, own):
            if house.persons.of(device) != own:
                continue
            await house.storage.write(Write(jobs=[_spend(token, person, house.now())]))
            if person != own:
                await merging.merge(house, own, person)
            return


async def keys(house: House, holder: str) -> dict[str, Any]:
    """What lets a person in: devices, passkeys, and a link as long as it holds."""
    mine = sa.select(passkeys).where(passkeys.c.holder == holder).order_by(passkeys.c.created)
    link = sa.select(links.c.until).where(links.c.holder == holder, links.c.until > house.now())
    found = await house.storage.rows(link)
    return {
        "devices": len(house.persons.devices_of(holder)),
        "passkeys": [
            {"id": row.id, "host": row.host, "created": row.created, "used": row.used}
            for row in await house.storage.rows(mine)
        ],
        "link": found[0].until if found else None,
    }


async def _owner(house: House, token: str) -> str:
    query = sa.select(links.c.holder).where(_good(token, house.now()))
    rows = await house.storage.rows(query)
    if not rows:
        raise HouseError("no-link")
    return str(rows[0].holder)


def _good(token: str, now: float) -> sa.ColumnElement[bool]:
    return sa.and_(links.c.token == hashed(token), links.c.until > now)


def _spend(token: str, person: str, now: float) -> rewriting.Job:
    """A link is used once, whoever comes first."""

    def job(connection: sa.Connection) -> None:
        used = sa.delete(links).where(_good(token, now), links.c.holder == person)
        if connection.execute(used).rowcount != 1:
            raise HouseError("no-link")

    return job


async def _belongings(house: House, holder: str) -> dict[str, Any]:
    rated = sa.select(sa.func.count(sa.distinct(ratings.c.game))).where(ratings.c.holder == holder)
    return {
        "name": await house.storage.name(holder),
        "games": len(await rewriting.held(house, holder)),
        "ratings": int((await house.storage.rows(rated))[0][0]),
    }
