"""The paths below /api: everything a client does, apart from the live socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

import blockhaus

from ..core.position import latest_scene
from ..core.words import LANGUAGES
from . import plans, studies, views
from .house import House, new_id
from .json_text import OrjsonResponse
from .live_table import LiveTable
from .qr import qr_code
from .setting_up import founding, named_game
from .tables import Table
from .texts import HouseError, checked
from .wire import answers, requests

MOST_LISTED = 50
REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Refused}
    for status in (400, 403, 404, 405, 409, 410, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api", responses=REFUSED)
TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{10}$")]


def house_of(request: Request) -> House:
    return cast(House, request.app.state.house)


def holder_of(request: Request) -> str:
    return cast(str, request.scope["holder"])


def lang_of(request: Request) -> str:
    return cast(str, request.scope["lang"])


@router.get("/house", response_model=answers.HouseFacts)
async def house_facts(request: Request) -> Any:
    """What the house is and how far its games are compiled."""
    warming = house_of(request).warming
    return {
        "version": blockhaus.__version__,
        "languages": list(LANGUAGES),
        "warming": warming.progress,
        "ready": warming.ready,
        "network": house_of(request).settings.network,
    }


@router.post("/qr", response_model=answers.QrCode)
async def show_qr(wish: requests.QrWish) -> Any:
    """A link as a QR code. Its text is in the body: invitations are in no address."""
    return await asyncio.to_thread(qr_code, wish.text)


@router.get("/me", response_model=answers.Person)
async def who_am_i(request: Request) -> Any:
    return {"name": await house_of(request).storage.name(holder_of(request))}


@router.put("/me", response_model=answers.Person)
async def call_me(request: Request, me: requests.Me) -> Any:
    name = checked(me.name, "bad-name")
    await house_of(request).storage.set_name(holder_of(request), name)
    return {"name": name}


@router.get("/games", response_model=list[answers.Box])
async def games(request: Request) -> Any:
    """The boxes of all games."""
    names = house_of(request).warming.names
    return OrjsonResponse(await asyncio.to_thread(lambda: [studies.box(name) for name in names]))


@router.get("/games/{game}", response_model=answers.Box)
async def game_box(request: Request, game: str) -> Any:
    """One box, with the rules and, once the game is compiled, how its moves are written."""
    found = await asyncio.to_thread(studies.box, game, lang_of(request))
    if house_of(request).warming.is_ready(game):
        found["notation"] = await asyncio.to_thread(studies.notation, game)
    return OrjsonResponse(found)


@router.get("/games/{game}/words/{lang}", response_model=dict[str, str])
async def game_words(request: Request, game: str, lang: str) -> Any:
    """The translations of every text a view of the game may contain."""
    room = named_game(game, {}).room
    if lang not in LANGUAGES:
        raise HouseError("no-language", languages=", ".join(LANGUAGES))
    return room.words(lang)


@router.get("/tables", response_model=list[answers.Summary])
async def list_tables(
    request: Request,
    which: Annotated[Literal["mine", "running", "open", "recent"], Query(alias="list")] = "mine",
) -> Any:
    house, holder, lang = house_of(request), holder_of(request), lang_of(request)
    found = await house.storage.summaries(which, holder, MOST_LISTED)
    return OrjsonResponse(
        [views.summary_for(summary, holder, house.notice(summary, lang)) for summary in found]
    )


@router.post("/tables", response_model=answers.TableFacts, status_code=201)
async def open_table(request: Request, wish: requests.NewTable) -> Any:
    house, holder = house_of(request), holder_of(request)
    if not request.app.state.table_buckets.take(request.scope["visitor"]):
        raise HouseError("too-fast")
    name = await house.storage.name(holder)
    agreed = await rules_aside(
        house, named_in(wish), lambda: founding(wish, new_id(), holder, name, house.now())
    )
    return await shown(request, await house.found(agreed), 201)


@router.get("/tables/{table_id}", response_model=answers.TableFacts)
async def see_table(request: Request, table_id: TableId) -> Any:
    return await shown(request, await house_of(request).table(table_id))


@router.put("/tables/{table_id}/seats/{seat}", response_model=answers.TableFacts)
async def sit_down(request: Request, table_id: TableId, seat: int, wish: requests.Sit) -> Any:
    house, holder = house_of(request), holder_of(request)
    live = await house.table(table_id)
    name = await house.storage.name(holder)
    await live.change(
        lambda table: plans.sit(table, seat, holder, name, wish.share or "", wish.invitation)
    )
    return await shown(request, live)


@router.delete("/tables/{table_id}/seats/{seat}", response_model=answers.TableFacts)
async def get_up(request: Request, table_id: TableId, seat: int) -> Any:
    live = await house_of(request).table(table_id)
    await live.change(lambda table: plans.rise(table, seat, holder_of(request)))
    return await shown(request, live)


@router.post("/tables/{table_id}/moves", response_model=answers.TableFacts)
async def decide(request: Request, table_id: TableId, decision: requests.Decision) -> Any:
    """Play a decision. The same number and move sent again is answered again, and played once."""
    live = await house_of(request).table(table_id)
    await live.change(
        lambda table: plans.move(table, holder_of(request), decision.number, decision.move)
    )
    return await shown(request, live)


@router.post("/tables/{table_id}/acts", response_model=answers.TableFacts)
async def act(request: Request, table_id: TableId, wish: requests.ActWish) -> Any:
    live = await house_of(request).table(table_id)
    await do_act(live, holder_of(request), wish)
    return await shown(request, live)


@router.post("/tables/{table_id}/chat", response_model=answers.ChatEntry)
async def chat(request: Request, table_id: TableId, line: requests.ChatLine) -> Any:
    live = await house_of(request).table(table_id)
    return await do_chat(live, holder_of(request), line)


@router.post("/tables/{table_id}/why", response_model=answers.MovesOrRefusal)
async def why(request: Request, table_id: TableId, asked: requests.Question) -> Any:
    """Which moves begin like this, or why none does. Only the seat to move may ask."""
    live = await house_of(request).table(table_id)
    return await do_why(live, holder_of(request), asked, lang_of(request))


@router.get("/tables/{table_id}/positions/{number}", response_model=answers.Past)
async def past(request: Request, table_id: TableId, number: int) -> Any:
    """The position after so many decisions."""
    house = house_of(request)
    live = await house.table(table_id)
    async with live.lock:
        if not 0 <= number < len(live.table.trail):
            raise HouseError("no-position")
        return OrjsonResponse(
            await house.aside(
                live.table.game.id, lambda: past_data(live.table, number, holder_of(request))
            )
        )


@router.get(
    "/tables/{table_id}/record",
    response_model=None,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(request: Request, table_id: TableId) -> Any:
    """The record of the game; how it was dealt only when it is over."""
    house = house_of(request)
    live = await house.table(table_id)
    async with live.lock:
        playing(live)
        text = await house.aside(live.table.game.id, lambda: views.record(live.table).text)
    return PlainTextResponse(text)


@router.get("/tables/{table_id}/review", response_model=answers.ReviewFacts)
async def review(request: Request, table_id: TableId) -> Any:
    """The review of a finished game, as far as it has come; the first question begins it."""
    house = house_of(request)
    live = await house.table(table_id)
    async with live.lock:
        playing(live)
        if not live.table.ended:
            raise HouseError("not-over")
        if live.table.number == 0:
            raise HouseError("nothing-played")
        record = await house.aside(live.table.game.id, lambda: views.record(live.table))
    return OrjsonResponse(house.analysts.review(table_id, record).data())


@router.post("/positions", response_model=answers.Study)
async def study(request: Request, wish: requests.PositionWish) -> Any:
    """Look at any position: of a code, of a record, or of a new game."""
    found = await house_of(request).aside(named_in(wish), lambda: studies.study(wish))
    return OrjsonResponse(found)


@router.post("/positions/why", response_model=answers.MovesOrRefusal)
async def study_why(request: Request, asked: requests.PositionQuestion) -> Any:
    lang = lang_of(request)
    found = await house_of(request).aside(None, lambda: studies.code_question(asked, lang))
    return OrjsonResponse(found)


# What requests and the live socket have in common


async def do_act(live: LiveTable, holder: str, wish: requests.ActWish) -> None:
    gone = live.is_gone(-1 if wish.seat is None else wish.seat)

    def plan(table: Table) -> Any:
        # Who gave up may still want the next game.
        seats = [i for i, seat in enumerate(table.seats) if seat.holder == holder]
        seats = seats if wish.act == "rematch" else table.held(holder)
        facts = {"seat": wish.seat, "number": wish.number, "share": wish.share, "gone": gone}
        return plans.act(table, wish.act, seats, **facts)

    await live.change(plan)
    if wish.act == "rematch":
        await live.house.rematch(live)


async def do_chat(live: LiveTable, holder: str, line: requests.ChatLine) -> dict[str, Any]:
    text = checked(line.text, "bad-text")
    name = await live.house.storage.name(holder)
    entry = await live.change(lambda table: plans.chat(table, holder, name, text))
    assert entry is not None
    return {**entry.data, "seat": entry.seat, "at": entry.at}


async def do_why(
    live: LiveTable, holder: str, asked: requests.Question, lang: str
) -> dict[str, Any]:
    async with live.lock:
        table = live.table
        if table.to_move is None:
            raise HouseError("game-over" if table.ended else "not-running")
        if table.to_move not in table.held(holder):
            raise HouseError("not-your-turn")  # the rules might tell of the mover's hand
        position = table.position
    return await live.house.aside(table.game.id, lambda: studies.question(position, asked, lang))


def past_data(table: Table, number: int, holder: str | None) -> dict[str, Any]:
    position = table.trail[number]
    move = table.game.text(position.path[-1]) if number else None
    seen = latest_scene(table.trail[: number + 1], views.eye(table, holder))
    return {"number": number, "move": move, "view": seen}


def playing(live: LiveTable) -> None:
    """A table that is halted shows its board, but there is no record of it: it would be wrong."""
    if live.table.halted:
        raise HouseError("halted", detail=live.table.halted)


async def shown(request: Request, live: LiveTable, status: int = 200) -> Response:
    async with live.lock:  # what is not stored yet is not told
        data = await live.compute(lambda: live.data(holder_of(request), lang_of(request)))
    return OrjsonResponse(data, status)


async def rules_aside(house: House, game: str | None, job: Callable[[], Any]) -> Any:
    if game and game not in house.warming.ready:
        named_game(game, {})
    return await house.aside(game, job)


def named_in(wish: requests.NewTable | requests.PositionWish) -> str | None:
    """The game that a wish names; None where a code or a record is yet to tell it."""
    return wish.game if wish.code is None and wish.record is None else None
