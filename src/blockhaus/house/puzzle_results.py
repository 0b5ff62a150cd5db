"""What is kept of a person's puzzles: first attempts and the rating they make, days, mistakes.

A puzzle is rated once for everybody: the first attempt is a meeting with the puzzle's rating, won
if all decisions were found without a wrong one, a hint or a look at the solution.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

import sqlalchemy as sa

from ..learn.puzzles import Puzzle
from .databases import hand_over, insert_new
from .glicko import Meeting, Standing, rated
from .house import House
from .json_text import read
from .ratings import PERIOD
from .schema import puzzle_days, puzzle_mistakes, puzzle_results, puzzle_runs
from .storage import Write

DOUBT = 75.0  # of a puzzle's rating, which a few tries of the ten levels have told
MOST_MISTAKES = 300  # of one person; the oldest make room
ALL = {
    "results": puzzle_results,
    "days": puzzle_days,
    "runs": puzzle_runs,
    "mistakes": puzzle_mistakes,
}
Row = dict[str, Any]


# First attempts


async def attempted(house: House, holder: str, puzzle: Puzzle, solved: bool) -> Row | None:
    """Keep an attempt; the new rating if it was the first one."""
    told: list[Row] = []
    row = {"holder": holder, "puzzle": puzzle.id, "game": puzzle.game, "met": float(puzzle.rating)}

    def job(connection: sa.Connection) -> None:
        told[:] = list(_attempted(connection, row, solved, house.now()))

    await house.storage.write(Write(jobs=[job]))
    return told[0] if told else None


def _attempted(connection: sa.Connection, row: Row, solved: bool, now: float) -> Iterable[Row]:
    table = puzzle_results
    here = sa.and_(table.c.holder == row["holder"], table.c.puzzle == row["puzzle"])
    known = connection.execute(sa.select(table.c.solved).where(here)).first()
    if known is None:
        last = _last(connection, row["holder"], row["game"])
        new = _rated(last, row["met"], solved, now)
        facts = {"at": now, "first": solved, "solved": now if solved else None}
        connection.execute(table.insert().values({**row, **facts, **new}))
        return [{name: new[name] for name in ("rating", "doubt", "change")}]
    if solved and known.solved is None:
        connection.execute(sa.update(table).where(here).values(solved=now))
    return []


def _rated(
    last: tuple[Standing, float | None], met: float, solved: bool, now: float
) -> dict[str, float]:
    old, since = last
    periods = max(0.0, now - since) / PERIOD if since else 0.0
    new = rated(old, [Meeting(met, DOUBT, float(solved))], periods)
    change = new.rating - old.rating
    return {
        "rating": new.rating,
        "doubt": new.doubt,
        "volatility": new.volatility,
        "change": change,
    }


def _last(connection: sa.Connection, holder: str, game: str) -> tuple[Standing, float | None]:
    table = puzzle_results.c
    query = sa.select(table.rating, table.doubt, table.volatility, table.at)
    query = query.where(table.holder == holder, table.game == game).order_by(table.written.desc())
    row = connection.execute(query.limit(1)).first()
    return (Standing(row.rating, row.doubt, row.volatility), row.at) if row else (Standing(), None)


async def attempts(house: House, holder: str, game: str | None = None) -> list[Row]:
    """All first attempts of a person, the oldest first."""
    query = sa.select(puzzle_results).where(puzzle_results.c.holder == holder)
    query = query.order_by(puzzle_results.c.written)
    if game is not None:
        query = query.where(puzzle_results.c.game == game)
    return [dict(row._mapping) for row in await house.storage.rows(query)]


def standing(rows: list[Row], now: float) -> dict[str, float] | None:
    """The rating after some first attempts, whose doubt has grown since."""
    if not rows:
        return None
    last = rows[-1]
    known = Standing(last["rating"], last["doubt"], last["volatility"])
    aged = known.after(max(0.0, now - last["at"]) / PERIOD)
    return {"rating": aged.rating, "doubt": aged.doubt}


# Days


async def keep_day(house: House, holder: str, puzzle: Puzzle, day: date) -> None:
    row = {"holder": holder, "game": puzzle.game, "day": day.isoformat(), "puzzle": puzzle.id}
    added = insert_new(puzzle_days)
    await house.storage.write(Write(further=[(added, [{**row, "at": house.now()}])]))


async def days(house: House, holder: str) -> set[tuple[str, str]]:
    """The games and days whose puzzle somebody has solved."""
    table = puzzle_days.c
    query = sa.select(table.game, table.day).where(table.holder == holder)
    return {(row.game, row.day) for row in await house.storage.rows(query)}


# Own mistakes


async def keep_mistake(
    house: House, holder: str, puzzle: Puzzle, table_id: str, number: int
) -> None:
    row = {
        "holder": holder,
        "puzzle": puzzle.id,
        "game": puzzle.game,
        "text": puzzle.text,
        "table_id": table_id,
        "number": number,
        "at": house.now(),
    }

    def job(connection: sa.Connection) -> None:
        table = puzzle_mistakes
        connection.execute(insert_new(table), [row])
        mine = sa.select(table.c.at).where(table.c.holder == holder).order_by(table.c.at.desc())
        limit = connection.execute(mine.offset(MOST_MISTAKES).limit(1)).scalar()
        if limit is not None:
            connection.execute(
                sa.delete(table).where(table.c.holder == holder, table.c.at <= limit)
            )

    await house.storage.write(Write(jobs=[job]))


async def mistakes(house: House, holder: str) -> list[Row]:
    table = puzzle_mistakes
    query = sa.select(table).where(table.c.holder == holder).order_by(table.c.at.desc())
    return [dict(row._mapping) for row in await house.storage.rows(query)]


async def mistake(house: House, holder: str, name: str) -> str | None:
    """The text of a puzzle that somebody has kept."""
    table = puzzle_mistakes.c
    query = sa.select(table.text).where(table.holder == holder, table.puzzle == name)
    return next((str(row.text) for row in await house.storage.rows(query)), None)


async def mended(house: House, holder: str, name: str) -> None:
    """A mistake has been solved."""
    table = puzzle_mistakes
    mine = sa.and_(table.c.holder == holder, table.c.puzzle == name, table.c.solved.is_(None))
    await house.storage.write(
        Write(further=[(sa.update(table).where(mine).values(solved=house.now()), None)])
    )


async def forget_mistake(house: House, holder: str, name: str) -> None:
    table = puzzle_mistakes
    mine = sa.and_(table.c.holder == holder, table.c.puzzle == name)
    await house.storage.write(Write(further=[(sa.delete(table).where(mine), None)]))


# Two persons who are one, and taking away


def merge(connection: sa.Connection, gone: str, person: str) -> None:
    """First attempts are rated anew in their order, the better runs are kept, and all the rest."""
    _merge_results(connection, gone, person)
    _merge_runs(connection, gone, person)
    for table in (puzzle_days, puzzle_mistakes):
        hand_over(connection, table, gone, person)


def _merge_results(connection: sa.Connection, gone: str, person: str) -> None:
    table = puzzle_results
    both = table.c.holder.in_((gone, person))
    rows = connection.execute(
        sa.select(table).where(both).order_by(table.c.at, table.c.written)
    ).all()
    if not any(row.holder == gone for row in rows):
        return
    connection.execute(sa.delete(table).where(both))
    kept: dict[str, Row] = {}
    last: dict[str, tuple[Standing, float | None]] = {}
    for row in rows:
        if row.puzzle in kept:
            earlier = kept[row.puzzle]
            earlier["solved"] = min(filter(None, (earlier["solved"], row.solved)), default=None)
            continue
        new = _rated(last.get(row.game, (Standing(), None)), row.met, row.first, row.at)
        last[row.game] = Standing(new["rating"], new["doubt"], new["volatility"]), row.at
        kept[row.puzzle] = {**row._mapping, **new, "holder": person}
        del kept[row.puzzle]["written"]  # it is written anew, in this order
    for made in kept.values():
        connection.execute(table.insert().values(made))


def bring(connection: sa.Connection, person: str, rows: list[Row]) -> None:
    """First attempts that were made elsewhere count as if they had been made here."""
    meanwhile = secrets.token_hex(32)
    if rows:
        connection.execute(insert_new(puzzle_results), [{**r, "holder": meanwhile} for r in rows])
        _merge_results(connection, meanwhile, person)


def _merge_runs(connection: sa.Connection, gone: str, person: str) -> None:
    table = puzzle_runs
    for row in connection.execute(sa.select(table).where(table.c.holder == gone)).all():
        mine = sa.and_(table.c.holder == person, table.c.game == row.game, table.c.kind == row.kind)
        known = connection.execute(sa.select(table).where(mine)).first()
        if known is None:
            connection.execute(table.insert().values({**row._mapping, "holder": person}))
        else:
            most = {"best": max(known.best, row.best), "runs": known.runs + row.runs}
            connection.execute(sa.update(table).where(mine).values(**most))
    connection.execute(sa.delete(table).where(table.c.holder == gone))


async def everything(house: House, holder: str) -> dict[str, Any]:
    """All that is kept of a person's puzzles, to take away."""
    return {
        name: [
            _told(row._mapping)
            for row in await house.storage.rows(sa.select(table).where(table.c.holder == holder))
        ]
        for name, table in ALL.items()
    }


def _told(row: Mapping[Any, Any]) -> Row:
    told = {str(name): value for name, value in row.items() if name not in ("holder", "written")}
    if "puzzles" in told:
        told["puzzles"] = read(told["puzzles"])
    return told
