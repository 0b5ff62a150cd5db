"""The paths below /api/lessons: first steps, how far one has come, and the game at their end."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from ..learn.lessons import HINTS, Step
from . import lesson_progress, lessons
from .json_text import OrjsonResponse
from .rates import limited, take
from .routes import REFUSED, acting, holder_of, house_of, lang_of
from .wire import answers
from .wire import lessons as wire

router = APIRouter(prefix="/api/lessons", responses=REFUSED)
Game = Annotated[str, Path(max_length=40)]
Name = Annotated[str, Path(max_length=40)]
Strength = Annotated[int, Query(ge=1, le=HINTS)]


@router.get("", response_model=list[wire.LessonGame])
async def games(request: Request) -> Any:
    """All games with first steps, and how far the asker has come."""
    return OrjsonResponse(await lessons.games(house_of(request), holder_of(request)))


@router.get("/{game}", response_model=wire.LessonFacts)
async def lesson(request: Request, game: Game) -> Any:
    """The first steps of a game in order."""
    house, holder = house_of(request), holder_of(request)
    return OrjsonResponse(await lessons.facts(house, holder, game, lang_of(request)))


@router.delete("/{game}", response_model=wire.LessonFacts)
async def begin_anew(request: Request, game: Game) -> Any:
    """Begin the first steps of a game anew."""
    house = house_of(request)
    async with acting(request) as holder:
        await lesson_progress.begin_anew(house, holder, game)
        return OrjsonResponse(await lessons.facts(house, holder, game, lang_of(request)))


@router.post("/{game}/game", response_model=wire.LessonTable, dependencies=[limited("tables")])
async def play(request: Request, game: Game, wish: wire.LessonGameWish) -> Any:
    """The short game at the end: the one that is being played, or a new one."""
    async with acting(request) as holder:
        return {"table": await lessons.play(house_of(request), holder, game, wish)}


@router.get("/{game}/steps/{name}", response_model=wire.LessonStep)
async def step(request: Request, game: Game, name: Name) -> Any:
    """A step: its task, and the board."""
    found, lang = await _step(request, game, name), lang_of(request)
    return OrjsonResponse(await house_of(request).aside(game, lambda: lessons.shown(found, lang)))


@router.post("/{game}/steps/{name}", response_model=wire.LessonJudged)
async def answer(request: Request, game: Game, name: Name, wish: wire.LessonAnswer) -> Any:
    """Judge an answer; a step that is done is kept."""
    found = await _step(request, game, name)
    async with acting(request) as holder:
        told = await lessons.answered(house_of(request), holder, found, wish, lang_of(request))
    return OrjsonResponse(told)


@router.post("/{game}/steps/{name}/why", response_model=answers.MovesOrRefusal)
async def why(request: Request, game: Game, name: Name, asked: wire.LessonQuestion) -> Any:
    """Which answers begin with picks or are said so, or why none does."""
    found, lang = await _step(request, game, name), lang_of(request)
    told = await house_of(request).aside(game, lambda: lessons.why(found, asked, lang))
    return OrjsonResponse(told)


@router.get("/{game}/steps/{name}/hint", response_model=wire.LessonHint)
async def hint(request: Request, game: Game, name: Name, strength: Strength = 1) -> Any:
    """A hint: in words, with the first pick, or the whole answer."""
    found, lang = await _step(request, game, name), lang_of(request)
    told = await house_of(request).aside(game, lambda: lessons.hinted(found, strength, lang))
    return OrjsonResponse(told)


async def _step(request: Request, game: str, name: str) -> Step:
    """The step that is meant. Rules may run uncompiled for it, which is not for the asking."""
    take(request, "lessons")
    return await asyncio.to_thread(lessons.step_of, game, name)
