"""The live table and the live analysis."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from functools import cached_property
from typing import Any, cast, get_args

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from ..core.words import LANGUAGES
from . import errands, helping, plans
from .connection import HEAR, HEARD, TELL, TOO_FAST, TRY_AGAIN, Connection
from .house import House
from .json_text import read, written
from .live_table import Change, LiveTable
from .rates import Rates
from .routes import do_act, do_chat, do_why
from .storage import Unreachable
from .texts import HouseError, shortened
from .timekeeping import LATE
from .wire import messages, requests

logger = logging.getLogger(__name__)
router = APIRouter(prefix="/api")
NO_TABLE = 4404
DONE = {"type": "done"}
NUMBER: TypeAdapter[int | str | None] = TypeAdapter(messages.Id)
Answer = Callable[[Any], Awaitable[dict[str, Any] | None]]
Kinds = dict[str, tuple[type[requests.Request], Answer]]


@router.websocket("/tables/{table_id}/live")
async def live_table(socket: WebSocket, table_id: str) -> None:
    house = cast(House, socket.app.state.house)
    await socket.accept()
    try:
        if house.closing:
            raise HouseError("closing")
        live = await house.table(table_id)
    except HouseError as error:
        await _send_away(socket, error)
        return
    except Unreachable:
        await _send_away(socket, HouseError("no-storage"))
        return
    async with page_of(house, socket) as connection:
        try:
            await Visit(house, live, connection).listen()
        finally:
            live.leave(connection)


async def _send_away(socket: WebSocket, error: HouseError) -> None:
    """Say why; where it is the house's fault, the page comes again by itself."""
    told = error.data(socket.scope["lang"])
    await socket.send_text(written({"type": "error", "id": None, "error": told}))
    await socket.close(TRY_AGAIN if error.status >= 500 else NO_TABLE)


@router.websocket("/analysis")
async def live_analysis(socket: WebSocket) -> None:
    house = cast(House, socket.app.state.house)
    await socket.accept()
    async with page_of(house, socket) as connection:
        question = Question(house, connection)
        try:
            await question.listen()
        finally:
            question.stop()


@asynccontextmanager
async def page_of(house: House, socket: WebSocket) -> AsyncIterator[Connection]:
    """A page as long as it is open."""
    scope = socket.scope
    told = scope.get("extensions", {}).get(TELL, {})
    connection = Connection(socket, house.persons, scope["device"], scope["lang"], **told)
    house.pages.add(connection)
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            yield connection
    finally:
        house.pages.discard(connection)
        await connection.finish()


class Conversation:
    """A page that sends messages: each is answered, or refused in the page's language."""

    def __init__(self, house: House, connection: Connection) -> None:
        self.house, self.connection = house, connection
        self.rates: Rates = connection.socket.app.state.rates
        self.asked: int | str | None = None  # the number of the message that is being answered
        self.heard = 0.0  # when it came
        self.busy = False  # whether one is
        self.free: asyncio.Future[None] | None = None  # what the next one waits for
        self.answers: dict[type[requests.Request], Answer] = {}

    @cached_property
    def kinds(self) -> Kinds:
        """The messages that are understood, by their types, and what answers them."""
        return {
            get_args(model.model_fields["type"].annotation)[0]: (model, answer)
            for model, answer in self.answers.items()
        }

    async def listen(self) -> None:
        while True:
            said = await self.connection.socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            try:
                self.take("messages")
            except HouseError as error:
                self._refuse(None, error)
                self.connection.close(TOO_FAST)
                return
            await self._answered_before()
            self.busy, self.heard = True, self._when(said.get(HEARD))
            await self.hear(said.get("text"))
            self.busy = False

    def _when(self, came: float | None) -> float:
        """When a message came, also if it has waited since. Nothing waits longer while the house is
        well, but behind messages of one's own.
        """
        now = self.house.now()
        return now if came is None else max(self.house.time.when(came), now - LATE)

    async def _answered_before(self) -> None:
        """A message waits until the one before it is answered."""
        if self.busy:
            self.free = asyncio.get_running_loop().create_future()
            await self.free
            self.free = None

    def _is_free(self) -> None:
        self.busy = False
        if self.free and not self.free.done():
            self.free.set_result(None)

    def take(self, kind: str) -> None:
        self.rates.take(kind, self.connection.socket.scope)

    async def hear(self, said: str | dict[str, Any] | None, kinds: Kinds | None = None) -> None:
        """Answer a message, in another way than usual if other kinds are given."""
        self.asked, kinds = None, kinds or self.kinds
        try:
            message = said if isinstance(said, dict) else _read(said)
            self.asked = _number(message)
            kind = message.get("type")
            if not isinstance(kind, str) or kind not in kinds:
                raise HouseError("bad-request", detail=f"type {shortened(kind)!r}")
            model, answer = kinds[kind]
            reply = await answer(model(**message))
            if reply is not None:
                self.connection.send({**reply, "id": self.asked})
        except HouseError as error:
            self._refuse(self.asked, error)
        except ValidationError as error:
            self._refuse(self.asked, HouseError("bad-request", detail=_first_fault(error)))
        except Unreachable:
            self._refuse(self.asked, HouseError("no-storage"))
        except Exception:
            logger.exception("a message failed")
            self._refuse(self.asked, HouseError("broken"))

    def _refuse(self, number: int | str | None, error: HouseError) -> None:
        told = error.data(self.connection.lang)
        self.connection.send({"type": "error", "id": number, "error": told})


class Visit(Conversation):
    """What one page says to its table."""

    def __init__(self, house: House, live: LiveTable, connection: Connection) -> None:
        super().__init__(house, connection)
        self.live = live
        self.answers = {
            messages.SayHello: self._hello,
            messages.SendMove: self._move,
            messages.SendAct: self._act,
            messages.SendChat: self._chat,
            messages.AskWhy: self._why,
            messages.SendPing: self._ping,
        }
        self._at_once: Kinds = {"move": (messages.SendMove, self._decide)}
        self._context = copy_context()

    async def listen(self) -> None:
        let_hear = self.connection.socket.scope.get("extensions", {}).get(HEAR, {}).get("let")
        if let_hear is None:
            await super().listen()
            return
        let_hear(self.hear_at_once)
        try:
            await super().listen()
        finally:
            let_hear(None)

    def hear_at_once(self, text: str) -> bool:
        """Begin with a decision as it comes in, and say so. What has to wait is heard in turn, and
        so is what is refused.
        """
        if self.busy or self.free or self.live.table.coach:
            return False
        try:
            message = _read(text)
            if message.get("type") != "move":
                return False
            self.take("messages")
        except HouseError:
            return False
        self.busy, self.heard = True, self.house.now()
        errands.run(self.hear(message, self._at_once), self._is_free, self._context)
        return True

    async def _hello(self, hello: messages.SayHello) -> None:
        if hello.lang in LANGUAGES:
            self.connection.lang = hello.lang
        self.connection.offers = hello.offers
        live = self.live
        async with live.settled():
            told = await live.compute(
                lambda: live.data(self.connection.holder, self.connection.lang)
            )
            self.connection.send({"type": "table", "table": told})
            live.join(self.connection)
            if live.thinking is not None:
                self.connection.send(live.thought())
        live.tell_offers(self.connection)

    async def _move(self, wish: messages.SendMove) -> dict[str, Any] | None:
        holder, at = self._person(), self.heard
        warned = await helping.warned(self.live, holder, wish, self.connection.lang)
        if warned:
            return {"type": "warning", **warned}
        return await self._played(wish, holder, at, self.live.change)

    async def _decide(self, wish: messages.SendMove) -> dict[str, Any] | None:
        """The same where no coach has a say, on an errand."""
        return await self._played(wish, self._person(), self.heard, self.live.finish)

    async def _played(
        self, wish: messages.SendMove, holder: str, at: float, change: Change
    ) -> dict[str, Any] | None:
        self.live.check_computers(wish.number)
        played = await change(
            lambda table: plans.move(table, holder, wish.number, wish.move),
            (self.connection, self.asked),
            at,
        )
        return None if played and self.connection in self.live.connections else DONE

    async def _act(self, wish: messages.SendAct) -> dict[str, Any]:
        if wish.act == "rematch":  # which sets up a table
            self.take("tables")
        async with self.house.persons.acting(self._device()) as holder:
            await do_act(self.live, holder, wish)
        return DONE

    async def _chat(self, line: messages.SendChat) -> dict[str, Any]:
        self.take("chats")
        async with self.house.persons.acting(self._device()) as holder:
            await do_chat(self.live, holder, line)
        return DONE

    async def _why(self, asked: messages.AskWhy) -> dict[str, Any]:
        self.take("whys")
        answer = await do_why(self.live, self._person(), asked, self.connection.lang)
        return {"type": "why", **answer}

    async def _ping(self, _: messages.SendPing) -> dict[str, Any]:
        return {"type": "pong", "at": self.house.now()}

    def _device(self) -> str:
        if self.connection.device is None:
            raise HouseError("not-seated")
        return self.connection.device

    def _person(self) -> str:
        return self.house.persons.of(self._device())


class Question(Conversation):
    """What one page asks about positions; a new question replaces the one before."""

    def __init__(self, house: House, connection: Connection) -> None:
        super().__init__(house, connection)
        self.answers = {
            messages.AskAnalysis: self._analyse,
            messages.StopAnalysis: self._stop,
        }
        self._stopped = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        self._stopped.set()
        if self._task:
            self._task.cancel()

    async def _stop(self, _: messages.StopAnalysis) -> None:
        self.stop()

    async def _analyse(self, wish: messages.AskAnalysis) -> None:
        self.take("analyses")
        self.stop()
        self._stopped = threading.Event()
        self._task = self.house.background(self._think(wish, self._stopped))

    async def _think(self, wish: messages.AskAnalysis, stopped: threading.Event) -> None:
        try:
            visitor = self.connection.socket.scope["visitor"]
            await self.house.analysts.analyse(
                visitor,
                wish.code,
                wish.seconds,
                wish.lines,
                stopped,
                self.connection.send,
                lambda: self._refuse(None, HouseError("warming")),
            )
        except HouseError as error:
            self._refuse(None, error)


def _read(text: str | None) -> dict[str, Any]:
    if text is None:
        raise HouseError("bad-request", detail="bytes")
    try:
        message = read(text)
    except ValueError:
        raise HouseError("bad-request", detail="JSON") from None
    if not isinstance(message, dict):
        raise HouseError("bad-request", detail="JSON object")
    return message


def _number(message: dict[str, Any]) -> int | str | None:
    """How a page numbers its message: the answer repeats it, so it is short."""
    try:
        return NUMBER.validate_python(message.get("id"))
    except ValidationError:
        raise HouseError("bad-request", detail="id") from None


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    return f"{shortened('.'.join(map(str, fault['loc'])))}: {fault['msg']}"
