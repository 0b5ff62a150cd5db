"""The paths of rulebooks below /api/games: reading one, and trying moves on its figures."""

from __future__ import annotations

import gzip
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from ..core.words import language
from ..learn.booklets import CARD_STYLE, STYLE
from . import rulebooks
from .json_text import OrjsonResponse
from .printing import PrintedPage
from .rates import limited
from .routes import REFUSED, house_of, lang_of
from .setting_up import named_game
from .wire import answers
from .wire import rulebook as wire

router = APIRouter(prefix="/api/games", responses=REFUSED)
JSON = "application/json"
Game = Annotated[str, Path(max_length=40)]
Name = Annotated[str, Path(max_length=80)]
Lang = Annotated[str | None, Query(max_length=20)]  # links send no header of the client's choice


@router.get("/{game}/rulebook", response_model=wire.RulebookFacts)
async def rulebook(request: Request, game: Game) -> Any:
    """The rules in the order of learning, with their figures."""
    lang = lang_of(request)
    named_game(game, {})
    found = await house_of(request).aside(game, lambda: rulebooks.told(game, lang))
    headers = {"vary": "accept-encoding, accept-language"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(found), media_type=JSON, headers=headers)
    return Response(found, media_type=JSON, headers={**headers, "content-encoding": "gzip"})


@router.post("/{game}/figures/{name}", response_model=wire.FigureState)
async def try_figure(request: Request, game: Game, name: Name, wish: wire.FigureWish) -> Any:
    """A figure after some moves, none of them to begin with, and everything that can be done."""
    lang, figure = lang_of(request), rulebooks.figure_of(game, name)
    found = await house_of(request).aside(game, lambda: rulebooks.tried(figure, wish.moves, lang))
    return OrjsonResponse(found)


@router.post(
    "/{game}/figures/{name}/why",
    response_model=answers.MovesOrRefusal,
    dependencies=[limited("whys")],
)
async def why(request: Request, game: Game, name: Name, asked: wire.FigureQuestion) -> Any:
    """Which moves begin like this on a figure, or why none does."""
    lang, figure = lang_of(request), rulebooks.figure_of(game, name)
    found = await house_of(request).aside(game, lambda: rulebooks.why(figure, asked, lang))
    return OrjsonResponse(found)


@router.get("/{game}/booklet", response_model=None)
async def printed_rulebook(request: Request, game: Game, lang: Lang = None) -> Response:
    """The rulebook to print."""
    return PrintedPage(await printed(request, "booklet", game, lang), STYLE)


@router.get("/{game}/card", response_model=None)
async def printed_card(request: Request, game: Game, lang: Lang = None) -> Response:
    """The reference card to print: one page."""
    return PrintedPage(await printed(request, "card", game, lang), CARD_STYLE)


async def printed(
    request: Request, kind: Literal["booklet", "card"], game: str, lang: str | None
) -> str:
    named_game(game, {})
    spoken = language(lang) if lang else lang_of(request)
    return await house_of(request).draw(game, rulebooks.printed, kind, game, spoken)
