"""The paths below /api: everything a client does, apart from the live socket."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

import blockhaus

from ..core.record import Record
from ..core.words import LANGUAGES
from . import helping, invitations, plans, reviews, studies, thinking_here, views
from .asides import MOMENT, READING
from .house import House, new_id
from .json_text import OrjsonResponse
from .live_table import LiveTable
from .packed import same_for_all
from .plain_text import checked_message, checked_name
from .qr import qr_code
from .rates import limited, take
from .setting_up import check_company, founding, named_game
from .tables import Table
from .texts import HouseError
from .thinking_here import HANDED, Handed, Here, answered
from .wire import answers, requests
from .wire.reviews import ReviewFacts

MOST_LISTED = 50
REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Refused}
    for status in (400, 403, 404, 405, 409, 410, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api", responses=REFUSED)
TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{10}$")]


def house_of(request: Request) -> House:
    return cast(House, request.app.state.house)


def device_of(request: Request) -> str:
    return cast(str, request.scope["device"])


def holder_of(request: Request) -> str:
    return house_of(request).persons.of(device_of(request))


def acting(request: Request) -> AbstractAsyncContextManager[str]:
    """The person who asks, who is neither deleted nor becomes another before it is done."""
    return house_of(request).persons.acting(device_of(request))


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
        "embeds": bool(house_of(request).settings.embed_from),
        "alone": house_of(request).settings.alone,
        "thinking": thinking_here.offer(tuple(warming.names)),
    }


@router.post("/qr", response_model=answers.QrCode, dependencies=[limited("papers")])
async def show_qr(request: Request, wish: requests.QrWish) -> Any:
    """A link as a QR code. Its text is in the body: invitations are in no address."""
    return await house_of(request).build(qr_code, wish.text)


@router.get("/me", response_model=answers.Person)
async def who_am_i(request: Request) -> Any:
    return {"name": await house_of(request).storage.name(holder_of(request))}


@router.put("/me", response_model=answers.Person)
async def call_me(request: Request, me: requests.Me) -> Any:
    name = checked_name(me.name)
    async with acting(request) as holder:
        await house_of(request).storage.set_name(holder, name)
    return {"name": name}


@router.get("/games", response_model=list[answers.Box])
async def games(request: Request) -> Any:
    """The boxes of all games."""
    names = house_of(request).warming.names
    boxes = await house_of(request).gather(lambda: [studies.box(name) for name in names])
    return same_for_all(request, boxes)


@router.get("/games/{game}", response_model=answers.Box)
async def game_box(request: Request, game: str) -> Any:
    """One box and, once the game is compiled, how its moves are written."""
    house = house_of(request)
    found = await house.gather(studies.box, game)
    if house.warming.is_ready(game):
        found["notation"] = await house.gather(studies.notation, game)
    return OrjsonResponse(found)


@router.get("/games/{game}/words/{lang}", response_model=dict[str, str])
async def game_words(request: Request, game: str, lang: str) -> Any:
    """The translations of every text a view of the game may contain."""
    room = named_game(game, {}).room
    if lang not in LANGUAGES:
        raise HouseError("no-language", languages=", ".join(LANGUAGES))
    return same_for_all(request, room.words(lang))


@router.get("/tables", response_model=list[answers.Summary])
async def list_tables(
    request: Request,
    which: Annotated[Literal["mine", "running", "open", "recent"], Query(alias="list")] = "mine",
) -> Any:
    house, holder, lang = house_of(request), holder_of(request), lang_of(request)
    house.tell_visit(holder)
    found = await house.storage.summaries(which, holder, MOST_LISTED)
    if which == "open":
        return OrjsonResponse(await invitations.listed(house, found, holder, lang))
    return OrjsonResponse(
        [views.summary_for(summary, holder, house.notice(summary, lang)) for summary in found]
    )


@router.post(
    "/tables", response_model=answers.TableFacts, status_code=201, dependencies=[limited("tables")]
)
async def open_table(request: Request, wish: requests.NewTable) -> Any:
    house = house_of(request)
    if house.settings.alone:
        check_company(wish)
    async with acting(request) as holder:
        house.tell_visit(holder)
        if any(seat.kind == "computer" for seat in wish.seats):
            house.computers.check(holder)
        name = await house.storage.name(holder)
        agreed = await rules_aside(
            house, wish, lambda: founding(wish, new_id(), holder, name, house.now())
        )
        live = await house.found(agreed)
    return await shown(request, live, 201)


@router.get("/tables/{table_id}", response_model=answers.TableFacts)
async def see_table(request: Request, table_id: TableId) -> Any:
    return await shown(request, await house_of(request).table(table_id))


@router.delete("/tables/{table_id}", response_model=answers.Removed)
async def withdraw_table(request: Request, table_id: TableId) -> Any:
    """Withdraw an invitation: the host's, while nobody else has sat down."""
    await invitations.withdraw(house_of(request), table_id, holder_of(request))
    return {"removed": 1}


@router.put("/tables/{table_id}/seats/{seat}", response_model=answers.TableFacts)
async def sit_down(request: Request, table_id: TableId, seat: int, wish: requests.Sit) -> Any:
    house = house_of(request)
    live = await house.table(table_id)
    async with acting(request) as holder:
        name = await house.storage.name(holder)
        facts = holder, name, wish.share or "", wish.invitation, wish.known_deal
        await live.change(lambda table: plans.sit(table, seat, *facts))
    return await shown(request, live)


@router.delete("/tables/{table_id}/seats/{seat}", response_model=answers.TableFacts)
async def get_up(request: Request, table_id: TableId, seat: int) -> Any:
    live = await house_of(request).table(table_id)
    await live.change(lambda table: plans.rise(table, seat, holder_of(request)))
    return await shown(request, live)


@router.post("/tables/{table_id}/moves", response_model=answers.TableFacts)
async def decide(request: Request, table_id: TableId, decision: requests.Decision) -> Any:
    """Play a decision. The same number and move sent again is answered again, and played once."""
    at = house_of(request).now()
    live = await house_of(request).table(table_id)
    holder = holder_of(request)
    warned = await helping.warned(live, holder, decision, lang_of(request))
    if warned:
        raise HouseError("coach", detail=warned["sentence"])
    live.check_computers(decision.number)
    await live.change(
        lambda table: plans.move(table, holder, decision.number, decision.move), at=at
    )
    return await shown(request, live)


@router.post("/tables/{table_id}/acts", response_model=answers.TableFacts)
async def act(request: Request, table_id: TableId, wish: requests.ActWish) -> Any:
    live = await house_of(request).table(table_id)
    if wish.act == "rematch":  # which sets up a table
        take(request, "tables")
    async with acting(request) as holder:
        await do_act(live, holder, wish)
    return await shown(request, live)


@router.post(
    "/tables/{table_id}/chat", response_model=answers.ChatEntry, dependencies=[limited("chats")]
)
async def chat(request: Request, table_id: TableId, line: requests.ChatLine) -> Any:
    live = await house_of(request).table(table_id)
    async with acting(request) as holder:
        return await do_chat(live, holder, line)


@router.post(
    "/tables/{table_id}/why", response_model=answers.MovesOrRefusal, dependencies=[limited("whys")]
)
async def why(request: Request, table_id: TableId, asked: requests.Question) -> Any:
    """Which moves begin like this, or why none does. Only the seat to move may ask."""
    live = await house_of(request).table(table_id)
    return await do_why(live, holder_of(request), asked, lang_of(request))


@router.get("/tables/{table_id}/positions/{number}", response_model=answers.Past)
async def past(request: Request, table_id: TableId, number: int) -> Any:
    """The position after so many decisions."""
    live = await house_of(request).table(table_id)
    holder = holder_of(request)
    return OrjsonResponse(await live.aside(lambda: past_data(live.table, number, holder)))


@router.get(
    "/tables/{table_id}/record",
    response_model=None,
    dependencies=[limited("records")],
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(request: Request, table_id: TableId) -> Any:
    """The record of the game; how it was dealt only when it is over."""
    live = await house_of(request).table(table_id)
    return PlainTextResponse(await live.aside(lambda: record_of(live).text))


@router.get(
    "/tables/{table_id}/review",
    response_model=ReviewFacts,
    responses=HANDED,
    dependencies=[limited("reviews")],
)
async def review(request: Request, table_id: TableId, here: Here = False) -> Any:
    """The review of a finished game, as far as it has come; the first question begins it. What the
    house has not gone over yet is handed over, if asked for `here`.
    """
    house = house_of(request)
    live = await house.table(table_id)
    record, winners = await live.aside(lambda: finished(live))
    if here:
        known = await reviews.known(house, table_id, lang_of(request))
        game = {"record": record.text, "winners": list(winners)}
        return answered(known or Handed("/api/thoughts/review", game))
    told = await reviews.review(
        house, holder_of(request), table_id, record, winners, lang_of(request)
    )
    return OrjsonResponse(told)


@router.post("/positions", response_model=answers.Study)
async def study(request: Request, wish: requests.PositionWish) -> Any:
    """Look at any position: of a code, of a record, or of a new game."""
    # A million letters may take a while to read, and so may a long game in a code.
    take(request, "whys" if wish.record is None else "records")
    job = partial(studies.study, wish)
    found = await house_of(request).aside(named_in(wish), job, effort(wish))
    return OrjsonResponse(found)


@router.post(
    "/positions/why", response_model=answers.MovesOrRefusal, dependencies=[limited("whys")]
)
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
    text = checked_message(line.text)
    name = await live.house.storage.name(holder)
    entry = await live.change(lambda table: plans.chat(table, holder, name, text))
    assert entry is not None
    return {"who": name, "text": text, "seat": entry.seat, "at": entry.at}


async def do_why(
    live: LiveTable, holder: str, asked: requests.Question, lang: str
) -> dict[str, Any]:
    async with live.settled():
        table = live.table
        if table.to_move is None:
            raise HouseError("game-over" if table.ended else "not-running")
        if table.to_move not in table.held(holder):
            raise HouseError("not-your-turn")  # the rules might tell of the mover's hand
        position = table.position
    return await live.house.aside(table.game.id, lambda: studies.question(position, asked, lang))


def past_data(table: Table, number: int, holder: str | None) -> dict[str, Any]:
    if not 0 <= number < len(table.trail):
        raise HouseError("no-position")
    move = table.game.text(table.trail.action(number - 1)) if number else None
    seen = table.trail.scene(views.eye(table, holder), number)
    return {"number": number, "move": move, "view": seen}


def playing(live: LiveTable) -> None:
    """A table that is halted shows its board, but there is no record of it: it would be wrong."""
    if live.table.halted:
        raise HouseError("halted", detail=live.table.halted)


def record_of(live: LiveTable) -> Record:
    playing(live)
    return views.record(live.table)


def finished(live: LiveTable) -> tuple[Record, Sequence[int]]:
    """The record of a game that is over, and who won it."""
    playing(live)
    if not live.table.ended:
        raise HouseError("not-over")
    if live.table.number == 0:
        raise HouseError("nothing-played")
    return views.record(live.table), live.table.winners


async def shown(request: Request, live: LiveTable, status: int = 200) -> Response:
    async with live.settled():  # what is not stored yet is not told
        data = await live.compute(lambda: live.data(holder_of(request), lang_of(request)))
    return OrjsonResponse(data, status)


async def rules_aside(house: House, wish: requests.NewTable, job: Callable[[], Any]) -> Any:
    game = named_in(wish)
    if game and game not in house.warming.ready:
        named_game(game, {})
    return await house.aside(game, job, effort(wish))


def effort(wish: requests.NewTable | requests.PositionWish) -> float:
    """About how many seconds a wish takes: a long record is no matter of a moment."""
    return MOMENT + READING * len(wish.record or "")


def named_in(wish: requests.NewTable | requests.PositionWish) -> str | None:
    """The game that a wish names; None where a code or a record is yet to tell it."""
    return wish.game if wish.code is None and wish.record is None else None
