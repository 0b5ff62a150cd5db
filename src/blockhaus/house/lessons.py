"""First steps in the house: what a step shows, and what becomes of an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..core.errors import BlockhausError
from ..core.position import latest_scene
from ..core.rooms import find_room
from ..core.said import fitting, meant
from ..core.scene import Offer, Scene
from ..core.words import Phrase
from ..learn import lessons
from ..learn.lessons import GAME, SIDES, Answer, Judged, Lesson, Step
from ..learn.sentences import SENTENCES
from . import lesson_progress
from .house import House, new_id
from .setting_up import founding
from .texts import HouseError, refused
from .wire.lessons import LessonAnswer, LessonGameWish, LessonQuestion
from .wire.requests import NewTable, SeatWish

POINT = "point"  # the kind of what is pointed at


def lesson_of(game: str) -> Lesson:
    try:
        return lessons.find_lesson(game)
    except BlockhausError as error:
        raise HouseError("no-lesson", detail=error) from None


def step_of(game: str, name: str) -> Step:
    try:
        return lesson_of(game).step(name)
    except BlockhausError as error:
        raise HouseError("no-lesson", detail=error) from None


async def games(house: House, holder: str) -> list[dict[str, Any]]:
    """All games with first steps, and how far the asker has come."""
    known = await lesson_progress.progress(house, holder)
    played = await lesson_progress.played(house, holder)

    def job() -> list[dict[str, Any]]:
        return [_game(name, known[name], name in played) for name in _taught(house)]

    return await house.gather(job)


def untouched(names: Iterable[str]) -> list[dict[str, Any]]:
    """What `games` tells somebody who has done nothing yet."""
    nothing = lesson_progress.Progress()
    return [_game(name, nothing, played=False) for name in names if lessons.has_lesson(name)]


def _taught(house: House) -> list[str]:
    return [name for name in house.warming.names if lessons.has_lesson(name)]


def _game(name: str, known: lesson_progress.Progress, played: bool) -> dict[str, Any]:
    names = lesson_of(name).names
    return {
        "game": name,
        "title": find_room(name).spec.title,
        "steps": len(names),
        "done": len(known.done & set(names)),
        "finished": known.finished,
        "played": played,
    }


async def facts(house: House, holder: str, game: str, lang: str) -> dict[str, Any]:
    lesson = await asyncio.to_thread(lesson_of, game)
    known = (await lesson_progress.progress(house, holder, game))[game]
    texts = lessons.texts(game, lang)
    last = texts[GAME]
    return {
        "game": game,
        "title": find_room(game).spec.title,
        "steps": [
            {"name": name, "title": texts[name]["title"], "done": name in known.done}
            for name in lesson.names
        ],
        "task": last["task"],
        "hint": last["hint"],
        "praise": last["done"],
        "table": known.table,
        "finished": known.finished,
    }


# A step


def shown(step: Step, lang: str) -> dict[str, Any]:
    """A step with everything that can be done or pointed at."""
    said = lessons.said(step, lang)
    return {
        "name": step.name,
        "title": said["title"],
        "task": said["task"],
        "asks": step.asks,
        "seat": step.seat,
        "view": _view(step),
    }


def _view(step: Step) -> Scene:
    if step.asks == "move":
        return latest_scene(step.line, step.seat, offers=True)
    view = latest_scene(step.line, step.seat)
    offers = _cells(step) if step.asks == "cell" else tuple(map(_side, SIDES))
    return replace(view, offers=offers, steps={**view.steps, POINT: (SENTENCES[POINT],)})


def _cells(step: Step) -> tuple[Offer, ...]:
    """What is pointed at is picked like a move; its words tell what is there."""
    colours = {cell: block.colour for block in step.position.blocks for cell in block.cells}
    return tuple(
        Offer(
            name, POINT, (cell,), None,
            Phrase("{cell}: {what}", cell=name, what=colours.get(cell, SENTENCES["free"])),
            (), (),
        )
        for name, cell in lessons.pointable(step).items()
    )  # fmt: skip


def _side(side: str) -> Offer:
    return Offer(side, POINT, (), Phrase("{side}", side=side), Phrase("{side}", side=side), (), ())


async def answered(
    house: House, holder: str, step: Step, wish: LessonAnswer, lang: str
) -> dict[str, Any]:
    """Judge an answer, and keep a step that is done."""
    answer = Answer(wish.move, wish.cell, wish.side)

    def job() -> tuple[bool, dict[str, Any]]:
        try:
            found = lessons.judge(step, answer, lang)
        except BlockhausError as error:
            raise HouseError("bad-answer", detail=error) from None
        return found.done, _judged(step, found, lang)

    done, told = await house.aside(step.game, job)
    if done:
        await lesson_progress.keep(house, holder, step.game, step.name)
    return told


def _judged(step: Step, found: Judged, lang: str) -> dict[str, Any]:
    line = (*step.line[:-1], *found.line)
    new = range(len(step.line), len(line))
    return {
        "done": found.done,
        "text": found.text,
        "mistake": found.mistake,
        "refusal": _refused(step, found, lang),
        "moves": [words.text(lang) for at in new if (words := line[at].words)],
        "views": [latest_scene(line[: at + 1], step.seat) for at in new],
    }


def _refused(step: Step, found: Judged, lang: str) -> dict[str, Any] | None:
    """What the rules refuse is said in the words of the step, where it has any."""
    if found.refusal is None:
        return None
    return refused(step.game, found.refusal, lang) | {"message": found.text}


def why(step: Step, asked: LessonQuestion, lang: str) -> dict[str, Any]:
    """Which answers begin with picks or are said so, or why none does."""
    if step.asks != "move":
        return {"moves": _pointed_at(step, asked.said or "", lang), "refusal": None}
    if asked.said is None:
        moves, refusal = step.position.picked(asked.pick or [])
    else:
        try:
            moves, refusal = meant(step.position, asked.said, lang)
        except BlockhausError as error:
            raise HouseError("notation", detail=error) from None
    found = lessons.refused(step, refusal, lang) if refusal else None
    return {"moves": moves, "refusal": found and _refused(step, found, lang)}


def _pointed_at(step: Step, said: str, lang: str) -> list[str]:
    offers = _view(step).offers
    return fitting([(offer.move, offer.words) for offer in offers], said, lang)


def hinted(step: Step, strength: int, lang: str) -> dict[str, Any]:
    found = lessons.hint(step, strength, lang)
    answer = found.answer or Answer()
    told = {"move": answer.move, "cell": answer.cell, "side": answer.side}
    return {"text": found.text, "cells": list(found.cells), **told}


# The game at the end


async def play(house: House, holder: str, game: str, wish: LessonGameWish) -> str:
    """The table of the short game: the one that is being played, or a new one."""
    lesson = await asyncio.to_thread(lesson_of, game)
    known = (await lesson_progress.progress(house, holder, game))[game]
    if known.table and await _is_open(house, known.table):
        return known.table
    name = await house.storage.name(holder)

    def job() -> Any:
        played = lesson.played
        computer = SeatWish(kind="computer", level=lesson.level)
        plan = NewTable(
            game=game,
            options=played.shown_options(),
            seats=[SeatWish(kind="me"), *[computer] * (played.players - 1)],
            share=wish.share,
            coach=True,
            code=lesson.opening.code if lesson.moves else None,
        )
        return founding(plan, new_id(), holder, name, house.now())

    live = await house.found(await house.aside(game, job))
    await lesson_progress.keep(house, holder, game, GAME, live.table.id)
    return live.table.id


async def _is_open(house: House, table_id: str) -> bool:
    try:
        return (await house.table(table_id)).table.state == "running"
    except HouseError:
        return False
