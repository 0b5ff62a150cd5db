"""Building alone: what a person has solved, day by day and task by task."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import sqlalchemy as sa

from ..core.errors import BlockhausError, IllegalMove, NotationError
from ..core.rooms import Room, find_room, workshops
from ..core.said import fitting
from ..core.scene import change_between
from ..core.words import Phrase
from ..core.workshop import Building, Task, Tool, Workshop
from .house import House
from .json_text import read, written
from .schema import solo_days, solo_results
from .storage import Write
from .texts import HouseError, refused
from .wire.solo import BuildWish, GoalWish, ResultWish, SolveWish, ToolQuestion

DAYS = 14  # that are listed
MOST_KEPT = 3000  # results of one person


def workshop_of(game: str) -> Workshop:
    try:
        room: Room = find_room(game)
    except BlockhausError as error:
        raise HouseError("no-game", detail=error) from None
    if room.workshop is None:
        raise HouseError("no-workshop", game=room.spec.title)
    return room.workshop


def task_of(workshop: Workshop, name: str) -> Task:
    try:
        return workshop.task(name)
    except BlockhausError as error:
        raise HouseError("bad-task", detail=error) from None


def read_building(workshop: Workshop, building: object) -> Building:
    try:
        return workshop.read(building)
    except BlockhausError as error:
        raise HouseError("bad-task", detail=error) from None


def today() -> date:
    """The day that has the same task for everybody."""
    return datetime.now(UTC).date()


def _is_listed(day: date) -> bool:
    """Tasks come again: one that is solved would be the task of days without end."""
    return timedelta(0) <= today() - day < timedelta(DAYS)


# Looking and building


def bench(game: str, wish: BuildWish, best: Mapping[str, int]) -> dict[str, Any]:
    """A building before its goals, after a move if there is one."""
    workshop = workshop_of(game)
    task = task_of(workshop, wish.task)
    before = read_building(workshop, wish.building)
    building = before
    if wish.move is not None:
        try:
            building = workshop.change(before, wish.move)
        except BlockhausError as error:
            raise HouseError.of(error, game) from None
    look = workshop.look(task, building, wish.more)
    scene = look.scene
    if wish.move is not None:
        old = workshop.look(task, before, False).scene.blocks
        scene = replace(scene, last=wish.move, change=change_between(old, scene.blocks))
    return {
        "task": task_facts(task, best),
        "building": building,
        "view": scene,
        "tools": look.tools,
        "pieces": look.pieces,
        "solved": look.solved,
        "more": workshop.more(),
    }


def why_not(game: str, asked: ToolQuestion, lang: str) -> dict[str, Any]:
    """Which move picks with a tool in hand make, or which are said so; or why none does."""
    workshop = workshop_of(game)
    building = read_building(workshop, asked.building)
    try:
        if asked.said is not None:
            return {
                "moves": _said(workshop, building, asked.tool, asked.said, lang),
                "refusal": None,
            }
        move = workshop.picked(building, asked.tool, asked.pick or [])
        workshop.change(building, move)
    except IllegalMove as error:
        return {"moves": [], "refusal": refused(game, error.refusal, lang)}
    except BlockhausError as error:
        told = {"code": "notation", "rule": "", "title": "", "cells": []}
        return {"moves": [], "refusal": {**told, "message": error.text(lang)}}
    return {"moves": [move], "refusal": None}


def _said(workshop: Workshop, building: Building, tool: str, said: str, lang: str) -> list[str]:
    """What somebody means who types: a move as it is written, or in words; what the tool in hand
    can do comes first.
    """
    short = "".join(said.split()).lower()
    try:
        workshop.change(building, short)
        return [short]
    except NotationError as slip:
        tools = workshop.look(Task("", ()), building, False).tools
        held = (phrase for each in tools if each.id == tool for phrase in _phrases(each))
        every = (phrase for each in tools for phrase in _phrases(each))
        moves = fitting(held, said, lang) or fitting(every, said, lang)
        if not moves:
            raise slip
        return moves


def _phrases(tool: Tool) -> Iterator[tuple[str, Phrase]]:
    """What a tool can do, in words that begin with its colour."""
    for offer in tool.offers:
        yield offer.move, Phrase("{colour} {words}", colour=tool.colour or "", words=offer.words)


def own_goals(game: str, wish: GoalWish) -> list[dict[str, Any]]:
    """Goals of one's own, as they are written and drawn."""
    workshop = workshop_of(game)
    try:
        words = wish.text.replace(",", " ").split()
        if wish.squares:
            words.append(workshop.draw(wish.squares))
        found = dict(workshop.goal(word) for word in words)
    except BlockhausError as error:
        raise HouseError("bad-task", detail=error) from None
    return [{"goal": goal, "card": card} for goal, card in found.items()]


def dealt(game: str, grade: int, chance: Random, known: Collection[str]) -> Task:
    try:
        return workshop_of(game).deal(grade, chance, known)
    except BlockhausError as error:
        raise HouseError("bad-task", detail=error) from None


async def solution(house: House, holder: str, game: str, wish: SolveWish) -> dict[str, Any]:
    """The best building there is, or that completes the one given."""
    workshop = workshop_of(game)
    task = task_of(workshop, wish.task)
    building = None if wish.building is None else read_building(workshop, wish.building)
    found = await house.solvers.solve(holder, game, task, building)
    if found is None:
        nothing = dict.fromkeys(("pieces", "building", "view"))
        return {"possible": False, "proven": True, **nothing}
    look = await house.build(workshop.look, task, found.building, False)
    return {
        "possible": True,
        "proven": found.proven,
        "pieces": found.pieces,
        "building": found.building,
        "view": look.scene,
    }


# What a person has solved


async def facts(house: House, holder: str) -> list[dict[str, Any]]:
    """All workshops with what the asker has done there."""
    return [await _facts(house, holder, game, shop) for game, shop in workshops().items()]


async def _facts(house: House, holder: str, game: str, workshop: Workshop) -> dict[str, Any]:
    best = await bests(house, holder, game)
    solved = await days(house, holder, game)
    listed = [today() - timedelta(back) for back in range(DAYS if workshop.tasks() else 0)]
    return {
        "game": game,
        "title": find_room(game).spec.title,
        "grades": list(workshop.grades()),
        "tasks": [task_facts(task, best) for task in workshop.tasks().values()],
        "goals": [{"goal": goal, "card": card} for goal, card in workshop.goals().items()],
        "colours": list(workshop.colours()),
        "days": [
            {
                "day": day.isoformat(),
                "task": task_facts(workshop.daily(day), best),
                "pieces": solved[day]["pieces"] if day in solved else None,
            }
            for day in listed
        ],
        "streak": streak(solved),
    }


def task_facts(task: Task, best: Mapping[str, int]) -> dict[str, Any]:
    return {
        "id": task.id,
        "goals": list(task.goals),
        "grade": task.grade,
        "least": task.least,
        "best": best.get(task.id),
    }


def streak(solved: Mapping[date, dict[str, Any]]) -> int:
    """Days in a row up to today, or to yesterday while today's is still to be done, that were
    solved on the day itself.
    """
    in_time = {day for day, row in solved.items() if _day_of(row["at"]) <= day}
    last = today() if today() in in_time else today() - timedelta(1)
    return next(back for back in range(len(in_time) + 1) if last - timedelta(back) not in in_time)


def _day_of(at: float) -> date:
    return datetime.fromtimestamp(at, UTC).date()


async def bests(house: House, holder: str, game: str) -> dict[str, int]:
    table = solo_results.c
    query = sa.select(table.task, table.pieces).where(table.holder == holder, table.game == game)
    return {row.task: row.pieces for row in await house.storage.rows(query)}


async def days(house: House, holder: str, game: str) -> dict[date, dict[str, Any]]:
    table = solo_days.c
    query = sa.select(table.day, table.pieces, table.at).where(
        table.holder == holder, table.game == game
    )
    return {
        date.fromisoformat(row.day): {"pieces": row.pieces, "at": row.at}
        for row in await house.storage.rows(query)
    }


async def keep(house: House, holder: str, game: str, wish: ResultWish) -> dict[str, Any]:
    """Keep a solved task, if it is solved and better than before."""
    workshop = workshop_of(game)
    task = task_of(workshop, wish.task)
    building = read_building(workshop, wish.building)
    look = await house.build(workshop.look, task, building, False)
    if not look.solved:
        raise HouseError("not-solved")
    if wish.day is not None and not (_is_listed(wish.day) and workshop.daily(wish.day) == task):
        raise HouseError("not-daily")
    before = (await bests(house, holder, game)).get(task.id)
    row = {"holder": holder, "game": game, "task": task.id, "pieces": look.pieces}
    more = {"building": written(building), "at": house.now()}
    await house.storage.write(Write(jobs=[_kept({**row, **more}, wish.day)]))
    return {
        "pieces": look.pieces,
        "best": min(look.pieces, look.pieces if before is None else before),
        "least": task.least,
        "better": before is None or look.pieces < before,
    }


def _kept(row: dict[str, Any], day: date | None) -> Any:
    def job(connection: sa.Connection) -> None:
        _keep_fewer(connection, solo_results, row, ("holder", "game", "task"))
        if day is not None:
            facts = {name: row[name] for name in ("holder", "game", "task", "pieces", "at")}
            daily = {**facts, "day": day.isoformat()}
            _keep_fewer(connection, solo_days, daily, ("holder", "game", "day"), keep_time=True)
        _forget_oldest(connection, row["holder"])

    return job


def _keep_fewer(
    connection: sa.Connection,
    table: sa.Table,
    row: dict[str, Any],
    key: tuple[str, ...],
    keep_time: bool = False,
) -> None:
    """Write a result where there is none yet, or one with more pieces."""
    here = sa.and_(*(table.c[name] == row[name] for name in key))
    known = connection.execute(sa.select(table.c.pieces).where(here)).scalar()
    if known is None:
        connection.execute(table.insert().values(row))
    elif row["pieces"] < known:
        news = {name: value for name, value in row.items() if not (keep_time and name == "at")}
        connection.execute(sa.update(table).where(here).values(news))


def _forget_oldest(connection: sa.Connection, holder: str) -> None:
    table = solo_results.c
    mine = sa.select(table.at).where(table.holder == holder).order_by(table.at.desc())
    limit = connection.execute(mine.offset(MOST_KEPT).limit(1)).scalar()
    if limit is not None:
        connection.execute(sa.delete(solo_results).where(table.holder == holder, table.at <= limit))


def merge(connection: sa.Connection, gone: str, person: str) -> None:
    """The better result of two who turn out to be one person is kept."""
    for table, key in ((solo_results, "task"), (solo_days, "day")):
        theirs = table.c.holder == gone
        for row in connection.execute(sa.select(table).where(theirs)).all():
            moved = {**row._mapping, "holder": person}
            _keep_fewer(connection, table, moved, ("holder", "game", key))
        connection.execute(sa.delete(table).where(theirs))


async def everything(house: House, holder: str) -> dict[str, Any]:
    """All results of a person, to take away."""
    found = {}
    for name, table in (("tasks", solo_results), ("days", solo_days)):
        rows = await house.storage.rows(sa.select(table).where(table.c.holder == holder))
        found[name] = [dict(_told(row._mapping)) for row in rows]
    return found


def _told(row: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if name != "holder":
            yield str(name), read(value) if name == "building" else value
