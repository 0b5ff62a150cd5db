"""The paths below /api/solo: building alone towards goals."""

from __future__ import annotations

import random
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from . import solo
from .json_text import OrjsonResponse
from .rates import limited
from .routes import REFUSED, acting, holder_of, house_of, lang_of
from .wire import answers
from .wire import solo as wire

router = APIRouter(prefix="/api/solo", responses=REFUSED)
Game = Annotated[str, Path(max_length=40)]
TaskName = Annotated[str, Path(max_length=120, pattern=r"^[A-Za-z0-9-]+$")]
Grade = Annotated[int, Query(ge=1, le=20)]


@router.get("", response_model=list[wire.WorkshopFacts])
async def workshops(request: Request) -> Any:
    """All workshops: what there is to build, and what the asker has solved."""
    return OrjsonResponse(await solo.facts(house_of(request), holder_of(request)))


@router.get("/{game}/tasks/{task}", response_model=wire.TaskFacts)
async def see_task(request: Request, game: Game, task: TaskName) -> Any:
    """A task by its id, or by its goals joined with hyphens."""
    house = house_of(request)
    found = await house.gather(lambda: solo.task_of(solo.workshop_of(game), task))
    best = await solo.bests(house_of(request), holder_of(request), game)
    return OrjsonResponse(solo.task_facts(found, best))


@router.get("/{game}/deal", response_model=wire.TaskFacts)
async def deal(request: Request, game: Game, grade: Grade) -> Any:
    """A task of a grade, one that the asker has not solved if there is any."""
    best = await solo.bests(house_of(request), holder_of(request), game)
    dice = random.SystemRandom()
    found = await house_of(request).gather(solo.dealt, game, grade, dice, best)
    return OrjsonResponse(solo.task_facts(found, best))


@router.post("/{game}/goals", response_model=list[wire.GoalFacts])
async def read_goals(request: Request, game: Game, wish: wire.GoalWish) -> Any:
    """Goals of one's own, written or drawn, as pictures."""
    return OrjsonResponse(await house_of(request).build(solo.own_goals, game, wish))


@router.post("/{game}/build", response_model=wire.Bench)
async def build(request: Request, game: Game, wish: wire.BuildWish) -> Any:
    """Look at a building, after a move if there is one."""
    best = await solo.bests(house_of(request), holder_of(request), game)
    return OrjsonResponse(await house_of(request).build(solo.bench, game, wish, best))


@router.post("/{game}/why", response_model=answers.MovesOrRefusal, dependencies=[limited("whys")])
async def why(request: Request, game: Game, asked: wire.ToolQuestion) -> Any:
    """Why something cannot be put or taken where it was tried."""
    found = await house_of(request).build(solo.why_not, game, asked, lang_of(request))
    return OrjsonResponse(found)


@router.post("/{game}/solve", response_model=wire.Solution, dependencies=[limited("solutions")])
async def solve(request: Request, game: Game, wish: wire.SolveWish) -> Any:
    """The best building, or the best that completes a given one, within a bounded time."""
    return OrjsonResponse(await solo.solution(house_of(request), holder_of(request), game, wish))


@router.post("/{game}/results", response_model=wire.SoloResult)
async def keep(request: Request, game: Game, wish: wire.ResultWish) -> Any:
    """Keep a building that reaches all goals, if it is the asker's best."""
    async with acting(request) as holder:
        return OrjsonResponse(await solo.keep(house_of(request), holder, game, wish))
