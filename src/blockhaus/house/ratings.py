"""Everybody's rating, per game, from ranked games against people and against the computer.

The computer's levels were measured: their ratings and errors are those of the game's levels.toml,
and do not change. A person begins in the middle with much doubt. With more than two seats, a game
is one meeting with every other seat that came out better or worse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from ..core.errors import RoomError, UnknownGame
from ..players.levels import levels
from . import storage
from .glicko import Meeting, Standing, rated
from .storage import Storage
from .tables import Table

PERIOD = 7 * 86400.0  # seconds; in a year without games a doubt of 60 becomes 96
Score = tuple[int, float]  # the other seat, and 1, 0.5 or 0
kept = storage.ratings
WRITTEN: sa.ColumnElement[int] = sa.literal_column("rowid")  # games may end in the same millisecond


def scores(table: Table) -> dict[int, list[Score]]:
    """What every seat scored against each other one; between two who both lost nothing is said."""
    seats = range(len(table.seats))
    places = [0 if seat in table.out else 2 if seat in table.winners else 1 for seat in seats]

    def score(one: int, other: int) -> list[Score]:
        if places[one] == places[other] < 2:
            return []
        return [
            (other, 0.5 + 0.5 * ((places[one] > places[other]) - (places[one] < places[other])))
        ]

    return {
        one: [found for other in seats if other != one for found in score(one, other)]
        for one in seats
    }


def settle(table: Table, at: float) -> Callable[[sa.Connection], None]:
    """Keeps the ratings after a ranked game that is over."""
    game, seats, found = table.game.id, list(table.seats), scores(table)
    ladder = levels(game)

    def job(connection: sa.Connection) -> None:
        people = {seat.holder for seat in seats if seat.holder}
        before = {holder: _last(connection, holder, game) for holder in people}

        def strength(seat: int) -> tuple[float, float] | None:
            place = seats[seat]
            if place.holder:
                now = _aged(before[place.holder], at)
                return now.rating, now.doubt
            level = ladder[(place.level or 1) - 1]
            return None if level.rating is None else (level.rating, level.error or 0.0)

        for number, seat in enumerate(seats):
            met = [(strength(other), score) for other, score in found[number]]
            meetings = [Meeting(*known, score) for known, score in met if known]
            if seat.holder and meetings:
                old, since = before[seat.holder]
                periods = (at - since) / PERIOD if since else 0.0
                row = _row(old, rated(old, meetings, max(0.0, periods)))
                facts = {"holder": seat.holder, "table_id": table.id, "game": game, "at": at}
                connection.execute(kept.insert().prefix_with("OR IGNORE"), [{**facts, **row}])

    return job


def _row(old: Standing, new: Standing) -> dict[str, float]:
    facts = {"rating": new.rating, "doubt": new.doubt, "volatility": new.volatility}
    return {**facts, "change": new.rating - old.rating}


def _last(connection: sa.Connection, holder: str, game: str) -> tuple[Standing, float | None]:
    """The standing after the last game, and when that was."""
    query = (
        sa.select(kept.c.rating, kept.c.doubt, kept.c.volatility, kept.c.at)
        .where(kept.c.holder == holder, kept.c.game == game)
        .order_by(WRITTEN.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return (Standing(row.rating, row.doubt, row.volatility), row.at) if row else (Standing(), None)


def _aged(last: tuple[Standing, float | None], now: float) -> Standing:
    standing, since = last
    return standing.after(max(0.0, now - since) / PERIOD) if since else standing


async def ratings_of(store: Storage, holder: str, now: float) -> list[dict[str, Any]]:
    """A person's ratings as they stand, with the level that would be an even game."""
    query = sa.select(kept).where(kept.c.holder == holder).order_by(WRITTEN)
    by_game: dict[str, list[Any]] = {}
    for row in await store.rows(query):
        by_game.setdefault(row.game, []).append(row)
    return [_facts(game, rows, now) for game, rows in sorted(by_game.items())]


def _facts(game: str, rows: list[Any], now: float) -> dict[str, Any]:
    last = rows[-1]
    standing = _aged((Standing(last.rating, last.doubt, last.volatility), last.at), now)
    return {
        "game": game,
        "rating": standing.rating,
        "doubt": standing.doubt,
        "games": len(rows),
        "level": even_level(game, standing.rating),
        "last": {"table": last.table_id, "change": last.change},
        "history": [row.rating for row in rows],
    }


def even_level(game: str, rating: float) -> int | None:
    """The level whose strength is nearest; None where nobody has measured them."""
    try:
        known = [level for level in levels(game) if level.rating is not None]
    except (UnknownGame, RoomError):
        return None
    nearest = min(known, key=lambda level: abs((level.rating or 0) - rating), default=None)
    return nearest.number if nearest else None
