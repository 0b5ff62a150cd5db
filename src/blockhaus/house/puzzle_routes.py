"""The paths below /api/puzzles: solving, rating, runs, days, own mistakes and sheets."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from ..learn.sheets import STYLE
from . import puzzle_results, puzzle_runs, puzzles
from .json_text import OrjsonResponse
from .printing import PrintedPage
from .rates import limited, take
from .routes import REFUSED, acting, holder_of, house_of, lang_of
from .texts import HouseError
from .thinking_here import HANDED, Here, answered
from .wire import answers
from .wire import puzzles as wire

router = APIRouter(prefix="/api/puzzles", responses=REFUSED)
Game = Annotated[str, Path(max_length=40)]
Name = Annotated[str, Path(pattern=r"^[a-z0-9]{7}$")]
Theme = Annotated[str, Query(max_length=40)]
Themes = Annotated[Sequence[Theme], Query(max_length=20)]


@router.get("", response_model=list[wire.PuzzleGame])
async def games(request: Request) -> Any:
    """All games with puzzles, their themes and days, and what the asker has done."""
    return OrjsonResponse(
        await puzzles.games(house_of(request), holder_of(request), lang_of(request))
    )


@router.post("/solve", response_model=wire.PuzzleState, responses=HANDED)
async def solve(request: Request, wish: wire.TryWish, here: Here = False) -> Any:
    """Where own decisions lead, none of them to begin with. The first attempt is rated."""
    house = house_of(request)
    take_effort(request, wish)
    async with acting(request) as holder:
        return answered(await puzzles.tried(house, holder, wish, lang_of(request), here))


@router.post("/why", response_model=answers.MovesOrRefusal)
async def why(request: Request, asked: wire.PickWish) -> Any:
    """Which moves begin with picks, or why none does."""
    take_effort(request, asked)
    found = await puzzles.why(house_of(request), holder_of(request), asked, lang_of(request))
    return OrjsonResponse(found)


@router.post("/hint", response_model=wire.PuzzleHint)
async def hint(request: Request, wish: wire.HintWish) -> Any:
    """A hint, ever clearer by its step; with one, the first attempt is not solved."""
    take_effort(request, wish)
    async with acting(request) as holder:
        found = await puzzles.hinted(house_of(request), holder, wish, lang_of(request))
    return OrjsonResponse(found)


@router.post("/solution", response_model=wire.PuzzleSolution, responses=HANDED)
async def solution(request: Request, wish: wire.PuzzleWish, here: Here = False) -> Any:
    """The whole solution; who looks at it has not solved the first attempt."""
    take_effort(request, wish)
    async with acting(request) as holder:
        found = await puzzles.solution(house_of(request), holder, wish, lang_of(request), here)
    return answered(found)


@router.post("/mistakes", response_model=wire.PuzzleChoice)
async def keep_mistake(request: Request, wish: wire.MistakeWish) -> Any:
    """Keep a decision of a finished game that has been gone over, to come back to as a puzzle."""
    take_turn(request)
    async with acting(request) as holder:
        name = await puzzles.keep_mistake(
            house_of(request), holder, wish.table, wish.number, wish.best
        )
    return {"puzzle": name}


@router.delete("/mistakes/{name}", response_model=wire.PuzzleChoice)
async def forget_mistake(request: Request, name: Name) -> Any:
    async with acting(request) as holder:
        await puzzle_results.forget_mistake(house_of(request), holder, name)
    return {"puzzle": None}


@router.get("/{game}/next", response_model=wire.PuzzleChoice)
async def following(
    request: Request,
    game: Game,
    theme: Themes = (),
    after: Theme = "",
) -> Any:
    """A puzzle near the asker's rating, of one of the themes if any is chosen."""
    house, holder = house_of(request), holder_of(request)
    return {"puzzle": await puzzles.following(house, holder, game, theme, after)}


@router.get("/{game}/sheet", response_model=None, dependencies=[limited("papers")])
async def sheet(
    request: Request,
    game: Game,
    theme: Theme | None = None,
    skip: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Any:
    """Puzzles to print, with the solutions on the last page."""
    await asyncio.to_thread(puzzles.puzzles_of, game)
    lang = lang_of(request)
    page = await house_of(request).draw(game, puzzles.printed, game, theme, skip, lang)
    return PrintedPage(page, STYLE)


@router.post("/{game}/runs/{kind}", response_model=wire.RunFacts)
async def start_run(request: Request, game: Game, kind: wire.RunKind) -> Any:
    """Begin a run, with the easiest puzzles."""
    async with acting(request) as holder:
        found = await puzzle_runs.start(house_of(request), holder, game, kind, lang_of(request))
    return OrjsonResponse(found)


@router.get("/{game}/runs/{kind}", response_model=wire.RunFacts)
async def see_run(request: Request, game: Game, kind: wire.RunKind) -> Any:
    """The run under way, or how the last one ended."""
    house, holder = house_of(request), holder_of(request)
    return OrjsonResponse(await puzzle_runs.see(house, holder, game, kind, lang_of(request)))


@router.post("/{game}/runs/{kind}/try", response_model=wire.RunFacts, responses=HANDED)
async def try_in_run(
    request: Request, game: Game, kind: wire.RunKind, wish: wire.RunTry, here: Here = False
) -> Any:
    """Decide in the present puzzle of a run."""
    async with acting(request) as holder:
        found = await puzzle_runs.attempt(
            house_of(request), holder, game, kind, wish, lang_of(request), here
        )
    return answered(found)


def take_turn(request: Request) -> None:
    take(request, "solutions")


def take_effort(request: Request, wish: wire.PuzzleWish) -> None:
    """A position that nobody has asked about is proven first, which is not for the asking."""
    if (wish.puzzle is None) == (wish.code is None):
        raise HouseError("bad-request", detail="puzzle, code")
    if wish.code is not None and not house_of(request).teachers.knows(("proven", wish.code)):
        take_turn(request)
