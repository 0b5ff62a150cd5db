"""The paths below /api/me: what is yours, to look at, to take away and to have deleted."""

from __future__ import annotations

import base64
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from . import forgetting, taking_along, yours
from .json_text import OrjsonResponse
from .rates import limited
from .ratings import ratings_of
from .routes import REFUSED, TableId, acting, holder_of, house_of, lang_of
from .texts import HouseError
from .wire import answers, own_games, requests

router = APIRouter(prefix="/api/me", responses=REFUSED)


@router.get("/games", response_model=own_games.OwnGames)
async def your_games(request: Request, wish: Annotated[requests.GamesWish, Query()]) -> Any:
    """A page of one's games, filtered."""
    found = await yours.games(house_of(request), holder_of(request), wish, lang_of(request))
    return OrjsonResponse(found)


@router.delete("/games", response_model=answers.Removed)
async def clear_abandoned(request: Request) -> Any:
    """Clear away the tables where nothing has happened for long."""
    return {"removed": await yours.clear(house_of(request), holder_of(request))}


@router.delete("/games/{table_id}", response_model=answers.Removed)
async def remove_game(request: Request, table_id: TableId) -> Any:
    """Take a table off one's list; it is kept for the others."""
    return {"removed": await yours.remove(house_of(request), holder_of(request), table_id)}


@router.get("/statistics", response_model=list[own_games.Statistics])
async def your_statistics(request: Request) -> Any:
    return OrjsonResponse(await yours.statistics(house_of(request), holder_of(request)))


@router.get("/ratings", response_model=list[own_games.RatingFacts])
async def your_ratings(request: Request) -> Any:
    house = house_of(request)
    return OrjsonResponse(await ratings_of(house.storage, holder_of(request), house.now()))


@router.get(
    "/archive",
    response_model=None,
    dependencies=[limited("tables")],
    responses={200: {"content": {"application/zip": {"schema": {"type": "string"}}}}},
)
async def your_archive(request: Request) -> Any:
    """All records, and everything the house knows of one, in one zip."""
    packed = await yours.archive(house_of(request), holder_of(request), lang_of(request))
    headers = {"Content-Disposition": 'attachment; filename="blockhaus.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@router.post("/archive", response_model=own_games.Brought, dependencies=[limited("archives")])
async def bring_archive(request: Request, wish: requests.Archive) -> Any:
    """Take in what was taken away from another house."""
    async with acting(request) as holder:
        taken = await taking_along.bring(house_of(request), holder, decoded(wish.archive))
    return OrjsonResponse(taken.facts)


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise HouseError("bad-archive") from None


@router.delete("", response_model=answers.Person)
async def forget_me(request: Request) -> Any:
    """Delete everything of oneself; finished games stay for the others, against somebody."""
    await forgetting.forget(house_of(request), holder_of(request))
    return {"name": ""}
