"""Everybody's rating, per game, from ranked games against people and against the computer.

The computer's levels were measured: their ratings and errors are those of the game's levels.toml,
and do not change. A person begins in the middle with much doubt. With more than two seats, a game
is one meeting with every other seat that came out better or worse.

Nobody is lifted by friends who lose on purpose, or by somebody invented for that: of the games
with the same person a day's first five count, and so do five against people the house hardly
knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from typing import Any

import sqlalchemy as sa

from ..core.errors import RoomError, UnknownGame
from ..players.levels import levels
from . import schema
from .databases import insert_new
from .glicko import Meeting, Standing, rated
from .json_text import read, written
from .storage import Storage
from .tables import Table

DAY = 86400.0
COUNTED = 5  # games a day, with the same person and with newcomers
NEWCOMER = 250.0  # a doubt that two or three games have not made smaller
PERIOD = 7 * 86400.0  # seconds; in a year without games a doubt of 60 becomes 96
Score = tuple[int, float]  # the other seat, and 1, 0.5 or 0
kept = schema.ratings


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
    """Keeps the ratings after a ranked game that is over. Who was helped can only lose by it:
    nobody is lifted by hints, and nobody asks for one to get away with a loss.
    """
    helped = set(table.helped)
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

        def meetings(holder: str, met: list[Score]) -> list[Meeting]:
            today = _Today(connection, holder, game, at)
            known = [(seats[other].holder, strength(other), score) for other, score in met]
            made = [(other, Meeting(*force, score)) for other, force, score in known if force]
            return [meeting for other, meeting in made if not other or today.counts(other, meeting)]

        rows = []
        for number, seat in enumerate(seats):
            counted = meetings(seat.holder, found[number]) if seat.holder else []
            if seat.holder and counted:
                facts = {"holder": seat.holder, "table_id": table.id, "game": game, "at": at}
                row = _row(before[seat.holder], counted, at)
                if number not in helped or row["change"] < 0:
                    rows.append({**facts, **row})
        if rows:
            connection.execute(insert_new(kept), rows)

    return job


class _Today:
    """The games somebody was rated for in the last day."""

    def __init__(self, connection: sa.Connection, holder: str, game: str, at: float) -> None:
        self.connection = connection
        own = sa.select(kept.c.table_id, kept.c.met).where(
            kept.c.holder == holder, kept.c.game == game, kept.c.at > at - DAY
        )
        self.games = connection.execute(own).all()

    def counts(self, other: str, meeting: Meeting) -> bool:
        """Whether one more game with somebody counts."""
        tables = [row.table_id for row in self.games]
        shared = sa.select(sa.func.count()).where(
            kept.c.holder == other, kept.c.table_id.in_(tables)
        )
        if self.connection.execute(shared).scalar_one() >= COUNTED:
            return False
        new = sum(map(_with_newcomer, self.games))
        return meeting.doubt <= NEWCOMER or new < COUNTED


def _row(last: tuple[Standing, float | None], meetings: list[Meeting], at: float) -> dict[str, Any]:
    old, since = last
    periods = (at - since) / PERIOD if since else 0.0
    new = rated(old, meetings, max(0.0, periods))
    return {
        "rating": new.rating,
        "doubt": new.doubt,
        "volatility": new.volatility,
        "change": new.rating - old.rating,
        "met": written([[meeting.rating, meeting.doubt, meeting.score] for meeting in meetings]),
    }


def merge(connection: sa.Connection, gone: str, person: str) -> None:
    """Two persons are one: their games are rated anew, in the order in which they were played.

    What they played against each other no longer counts, and neither does what would lift one
    person beyond a day's games. The others' ratings stay what they are.
    """
    mine = sa.select(kept.c.table_id).where(kept.c.holder == person)
    common = sa.select(kept.c.table_id).where(
        kept.c.holder == gone, kept.c.table_id.in_(mine.scalar_subquery())
    )
    both = kept.c.holder.in_((gone, person))
    shared = [table_id for (table_id,) in connection.execute(common)]
    connection.execute(sa.delete(kept).where(both, kept.c.table_id.in_(shared)))
    connection.execute(sa.update(kept).where(kept.c.holder == gone).values(holder=person))
    played = sa.select(kept).where(kept.c.holder == person)
    last: dict[str, tuple[Standing, float | None]] = {}
    counted = _Counted(connection, person)
    for row in connection.execute(played.order_by(kept.c.written)).all():
        before = last.get(row.game, (Standing(), None))
        meetings = [Meeting(*met) for met in read(row.met)]
        if meetings:
            anew = _row(before, meetings, row.at)
            game = sa.and_(kept.c.holder == person, kept.c.table_id == row.table_id)
            if anew["change"] > 0 and counted.enough(row):
                connection.execute(sa.delete(kept).where(game))
                continue
            connection.execute(sa.update(kept).where(game).values(**anew))
            values = anew["rating"], anew["doubt"], anew["volatility"]
        else:  # from before meetings were kept: as it was
            values = row.rating, row.doubt, row.volatility
        last[row.game] = Standing(*map(float, values)), row.at
        counted.add(row)


def bring(connection: sa.Connection, person: str, brought: list[dict[str, Any]]) -> None:
    """Games that counted elsewhere come to a house for one person: with those from here they are
    rated anew, in the order in which they were played.
    """
    mine = kept.c.holder == person
    rows = [dict(row._mapping) for row in connection.execute(sa.select(kept).where(mine))]
    known = {row["table_id"] for row in rows}
    new = [{**row, "holder": person} for row in brought if row["table_id"] not in known]
    if not new:
        return
    connection.execute(sa.delete(kept).where(mine))
    last: dict[str, tuple[Standing, float | None]] = {}
    for row in sorted(rows + new, key=lambda row: float(row["at"])):
        meetings = [Meeting(*met) for met in read(row["met"])]
        row |= _row(last.get(row["game"], (Standing(), None)), meetings, row["at"])
        row.pop("written", None)  # it is written anew, in this order
        last[row["game"]] = Standing(row["rating"], row["doubt"], row["volatility"]), row["at"]
        connection.execute(kept.insert().values(row))


class _Counted:
    """The games that count again after two persons became one, in their order."""

    def __init__(self, connection: sa.Connection, person: str) -> None:
        mine = sa.select(kept.c.table_id).where(kept.c.holder == person)
        held = schema.holdings.c  # there are ratings only of those for whom the game counted
        others = sa.select(held.table_id, held.holder).where(
            held.table_id.in_(mine.scalar_subquery()), held.holder != person
        )
        self.others: dict[str, set[str]] = {}
        for table_id, holder in connection.execute(others):
            self.others.setdefault(table_id, set()).add(holder)
        self.games: dict[str, list[Any]] = {}

    def add(self, row: Any) -> None:
        self.games.setdefault(row.game, []).append(row)

    def enough(self, row: Any) -> bool:
        """Whether as many as count were played that day with the same person, or with newcomers."""
        before = reversed(self.games.get(row.game, []))
        today = list(takewhile(lambda game: game.at > row.at - DAY, before))
        with_new = sum(map(_with_newcomer, today))
        met = Counter(other for game in today for other in self._with(game))
        return (_with_newcomer(row) and with_new >= COUNTED) or any(
            met[other] >= COUNTED for other in self._with(row)
        )

    def _with(self, row: Any) -> set[str]:
        return self.others.get(row.table_id, set())


def _with_newcomer(row: Any) -> bool:
    return any(doubt > NEWCOMER for _, doubt, _ in read(row.met))


def _last(connection: sa.Connection, holder: str, game: str) -> tuple[Standing, float | None]:
    """The standing after the last game, and when that was."""
    query = (
        sa.select(kept.c.rating, kept.c.doubt, kept.c.volatility, kept.c.at)
        .where(kept.c.holder == holder, kept.c.game == game)
        .order_by(kept.c.written.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return (Standing(row.rating, row.doubt, row.volatility), row.at) if row else (Standing(), None)


def _aged(last: tuple[Standing, float | None], now: float) -> Standing:
    standing, since = last
    return standing.after(max(0.0, now - since) / PERIOD) if since else standing


async def standing_of(
    store: Storage, holder: str, game: str, now: float
) -> dict[str, float] | None:
    """A person's rating in a game as it stands, with its doubt; None without a ranked game."""
    query = (
        sa.select(kept.c.rating, kept.c.doubt, kept.c.volatility, kept.c.at)
        .where(kept.c.holder == holder, kept.c.game == game)
        .order_by(kept.c.written.desc())
        .limit(1)
    )
    for row in await store.rows(query):
        standing = _aged((Standing(row.rating, row.doubt, row.volatility), row.at), now)
        return {"rating": standing.rating, "doubt": standing.doubt}
    return None


async def ratings_of(store: Storage, holder: str, now: float) -> list[dict[str, Any]]:
    """A person's ratings as they stand, with the level that would be an even game."""
    query = sa.select(kept).where(kept.c.holder == holder).order_by(kept.c.written)
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
