"""Runs through puzzles that grow harder: a streak up to the first mistake, or against the clock.

The house keeps the run and its time; a page only says what was played.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import sqlalchemy as sa

from ..core.rooms import find_room
from ..learn.daily import next_puzzle
from ..learn.puzzles import Puzzle, shipped
from ..learn.solving import Standing, follow
from . import puzzles
from .house import House
from .json_text import read, written
from .puzzles import Found, puzzles_of, to_refute
from .schema import puzzle_runs
from .storage import Write
from .texts import HouseError
from .thinking_here import Handed
from .wire.puzzles import RunTry

SECONDS = 180.0  # against the clock
CLIMB = 40  # puzzles until the hardest are reached
Row = dict[str, Any]


async def start(house: House, holder: str, game: str, kind: str, lang: str) -> Row:
    """Begin a run; one that was under way is over."""
    await asyncio.to_thread(puzzles_of, game)
    known = await _row(house, holder, game, kind)
    run = secrets.token_hex(8)
    first = await house.gather(_next, game, run, [])
    row = {
        "holder": holder,
        "game": game,
        "kind": kind,
        "run": run,
        "until": house.now() + SECONDS if kind == "clock" else None,
        "puzzles": written([first.id] if first else []),
        "solved": 0,
        "ended": None,
        "best": known["best"] if known else 0,
        "runs": known["runs"] + 1 if known else 1,
    }
    here = _here(holder, game, kind)
    await house.storage.write(
        Write(further=[(sa.delete(puzzle_runs).where(here), None), (puzzle_runs.insert(), [row])])
    )
    return await told(house, row, lang)


async def see(house: House, holder: str, game: str, kind: str, lang: str) -> Row:
    """The run under way, or the last one."""
    row = await _row(house, holder, game, kind)
    if row is None:
        raise HouseError("no-run")
    return await told(house, row, lang)


async def attempt(
    house: House, holder: str, game: str, kind: str, wish: RunTry, lang: str, here: bool = False
) -> Row | Handed:
    """Judge decisions in the present puzzle of a run, and go on to the next one."""
    row = await _row(house, holder, game, kind)
    if row is None or row["run"] != wish.run or row["ended"] is not None:
        raise HouseError("no-run")
    if _is_late(row, house.now()):
        return await told(house, await _changed(house, row, ended=row["until"]), lang)
    given = read(row["puzzles"])
    puzzle = (await asyncio.to_thread(shipped))[given[-1]]
    stand = await house.aside(game, lambda: puzzles.stand_of(puzzle, wish.moves))
    if stand.status == "right":
        return await told(house, row, lang, stand)
    news: Row = {}
    solved = stand.status == "solved"
    if solved:
        news = {"solved": row["solved"] + 1, "best": max(row["best"], row["solved"] + 1)}
    following = await house.gather(_next, game, wish.run, given)
    if (kind == "streak" and not solved) or following is None:
        news["ended"] = house.now()
    else:
        news["puzzles"] = written([*given, following.id])
    row = await _changed(house, row, **news)
    if here and is_shown(row, stand):
        return to_refute(stand, await told(house, row, lang, stand, False), "tried", "refutation")
    return await told(house, row, lang, stand)


def is_shown(row: Row, stand: Standing) -> bool:
    """Whether it is shown what is wrong. Against the clock nobody has the time to look at it."""
    return stand.status == "wrong" and row["kind"] == "streak"


def _next(game: str, run: str, given: list[str]) -> Puzzle | None:
    """Ever harder ones, none twice."""
    known = puzzles_of(game)
    place = min(len(known) - 1, len(given) * len(known) // CLIMB)
    return next_puzzle(known, known[place].rating, given, word=run)


def _is_late(row: Row, now: float) -> bool:
    return row["until"] is not None and now >= row["until"]


def _here(holder: str, game: str, kind: str) -> sa.ColumnElement[bool]:
    table = puzzle_runs.c
    return sa.and_(table.holder == holder, table.game == game, table.kind == kind)


async def _row(house: House, holder: str, game: str, kind: str) -> Row | None:
    query = puzzle_runs.select().where(_here(holder, game, kind))
    return next((dict(row._mapping) for row in await house.storage.rows(query)), None)


async def _changed(house: House, row: Row, **news: Any) -> Row:
    """Keep what became of a run, unless another page was quicker."""
    done: list[int] = []
    here = _here(row["holder"], row["game"], row["kind"])
    same = sa.and_(here, puzzle_runs.c.run == row["run"], puzzle_runs.c.puzzles == row["puzzles"])
    running = sa.and_(same, puzzle_runs.c.ended.is_(None))

    def job(connection: sa.Connection) -> None:
        made = connection.execute(sa.update(puzzle_runs).where(running).values(**news))
        done[:] = [made.rowcount]  # a job may be done again, when the first time was undone

    await house.storage.write(Write(jobs=[job]))
    if done != [1]:
        raise HouseError("no-run")
    return {**row, **news}


async def told(
    house: House, row: Row, lang: str, stand: Standing | None = None, search: bool = True
) -> Row:
    now = house.now()
    over = row["ended"] is not None or _is_late(row, now)
    known = await asyncio.to_thread(shipped)
    present = Found(known[read(row["puzzles"])[-1]], shipped=True)
    refutation = None
    if search and stand and is_shown(row, stand):
        refutation = await puzzles.refuted(house, row["holder"], stand)

    def job() -> Row:
        tried = stand and Found(stand.puzzle, shipped=True)
        fresh = over or (stand is not None and stand.status == "right")
        return {
            "tried": puzzles.state(tried, stand, None, lang, refutation)
            if tried and stand
            else None,
            "next": None
            if fresh
            else puzzles.state(present, follow(present.puzzle, ()), None, lang),
        }

    facts = {name: row[name] for name in ("game", "kind", "run", "solved", "best")}
    left = None if row["until"] is None else max(0.0, row["until"] - now)
    title = find_room(row["game"]).spec.title
    views = await house.aside(row["game"], job)
    return {**facts, **views, "title": title, "left": left, "over": over}
