"""The live table and the live analysis."""

from __future__ import annotations

import logging
import threading
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any, cast, get_args

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from ..core.words import LANGUAGES
from . import plans
from .connection import Connection
from .house import House
from .json_text import read, written
from .live_table import LiveTable
from .routes import do_act, do_chat, do_why
from .security import TOO_FAST, Buckets
from .texts import HouseError
from .wire import messages, requests

logger = logging.getLogger(__name__)
router = APIRouter(prefix="/api")
NO_TABLE = 4404
DONE = {"type": "done"}
Answer = Callable[[Any], Awaitable[dict[str, Any] | None]]


@router.websocket("/tables/{table_id}/live")
async def live_table(socket: WebSocket, table_id: str) -> None:
    house = cast(House, socket.app.state.house)
    await socket.accept()
    try:
        live = await house.table(table_id)
    except HouseError as error:
        told = error.data(socket.scope["lang"])
        await socket.send_text(written({"type": "error", "id": None, "error": told}))
        await socket.close(NO_TABLE)
        return
    connection = Connection(socket, socket.scope["holder"], socket.scope["lang"])
    visit = Visit(house, live, connection)
    try:
        await visit.listen()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        live.leave(connection)
        await connection.finish()


@router.websocket("/analysis")
async def live_analysis(socket: WebSocket) -> None:
    house = cast(House, socket.app.state.house)
    await socket.accept()
    connection = Connection(socket, socket.scope["holder"], socket.scope["lang"])
    question = Question(house, connection)
    try:
        await question.listen()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        question.stop()
        await connection.finish()


class Conversation:
    """A page that sends messages: each is answered, or refused in the page's language."""

    def __init__(self, house: House, connection: Connection) -> None:
        self.house, self.connection = house, connection
        self.bucket = Buckets(*house.settings.limits.messages)
        self.asked: Any = None  # the number of the message that is being answered
        self.answers: dict[type[requests.Request], Answer] = {}

    @cached_property
    def kinds(self) -> dict[str, tuple[type[requests.Request], Answer]]:
        """The messages that are understood, by their types, and what answers them."""
        return {
            get_args(model.model_fields["type"].annotation)[0]: (model, answer)
            for model, answer in self.answers.items()
        }

    async def listen(self) -> None:
        while True:
            text = await self.connection.socket.receive_text()
            if not self.bucket.take(""):
                self._refuse(None, HouseError("too-fast"))
                self.connection.close(TOO_FAST)
                return
            await self.hear(text)

    async def hear(self, text: str) -> None:
        self.asked = None
        try:
            message = _read(text)
            self.asked = _number(message)
            kind = message.get("type")
            if not isinstance(kind, str) or kind not in self.kinds:
                raise HouseError("bad-request", detail=f"type {str(kind)[:40]!r}")
            model, answer = self.kinds[kind]
            reply = await answer(model(**message))
            if reply is not None:
                self.connection.send({**reply, "id": self.asked})
        except HouseError as error:
            self._refuse(self.asked, error)
        except ValidationError as error:
            self._refuse(self.asked, HouseError("bad-request", detail=_first_fault(error)))
        except Exception:
            logger.exception("a message failed")
            self._refuse(self.asked, HouseError("broken"))

    def _refuse(self, number: Any, error: HouseError) -> None:
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

    async def _hello(self, hello: messages.SayHello) -> None:
        if hello.lang in LANGUAGES:
            self.connection.lang = hello.lang
        self.connection.offers = hello.offers
        live = self.live
        async with live.lock:
            told = await live.compute(
                lambda: live.data(self.connection.holder, self.connection.lang)
            )
            self.connection.send({"type": "table", "table": told})
            live.join(self.connection)
            if live.thinking is not None:
                self.connection.send(live.thought())
        live.tell_offers(self.connection)

    async def _move(self, wish: messages.SendMove) -> dict[str, Any] | None:
        holder = self._person()
        played = await self.live.change(
            lambda table: plans.move(table, holder, wish.number, wish.move),
            (self.connection, self.asked),
        )
        return None if played and self.connection in self.live.connections else DONE

    async def _act(self, wish: messages.SendAct) -> dict[str, Any]:
        await do_act(self.live, self._person(), wish)
        return DONE

    async def _chat(self, line: messages.SendChat) -> dict[str, Any]:
        await do_chat(self.live, self._person(), line)
        return DONE

    async def _why(self, asked: messages.AskWhy) -> dict[str, Any]:
        answer = await do_why(self.live, self._person(), asked, self.connection.lang)
        return {"type": "why", **answer}

    async def _ping(self, _: messages.SendPing) -> dict[str, Any]:
        return {"type": "pong", "at": self.house.now()}

    def _person(self) -> str:
        if self.connection.holder is None:
            raise HouseError("not-seated")
        return self.connection.holder


class Question(Conversation):
    """What one page asks about positions; a new question replaces the one before."""

    def __init__(self, house: House, connection: Connection) -> None:
        super().__init__(house, connection)
        self.answers = {
            messages.AskAnalysis: self._analyse,
            messages.StopAnalysis: self._stop,
        }
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    async def _stop(self, _: messages.StopAnalysis) -> None:
        self.stop()

    async def _analyse(self, wish: messages.AskAnalysis) -> None:
        self.stop()
        self._stopped = threading.Event()
        self.house.background(self._think(wish, self._stopped))

    async def _think(self, wish: messages.AskAnalysis, stopped: threading.Event) -> None:
        try:
            await self.house.analysts.analyse(
                wish.code, wish.seconds, wish.lines, stopped, self.connection.send
            )
        except HouseError as error:
            self._refuse(None, error)


def _read(text: str) -> dict[str, Any]:
    try:
        message = read(text)
    except ValueError:
        raise HouseError("bad-request", detail="JSON") from None
    if not isinstance(message, dict):
        raise HouseError("bad-request", detail="JSON object")
    return message


def _number(message: dict[str, Any]) -> int | str | None:
    number = message.get("id")
    return number if isinstance(number, (int, str)) else None


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
