"""The live table and the live analysis."""

from __future__ import annotations

import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Any, cast

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from ..core.words import LANGUAGES
from . import shapes
from .connection import Connection
from .house import House
from .json_text import read
from .live_table import LiveTable
from .routes import do_act, do_chat, do_why
from .security import TOO_FAST, Buckets
from .texts import HouseError

logger = logging.getLogger(__name__)
router = APIRouter(prefix="/api")
NO_TABLE = 4404
DONE = {"type": "done"}


@router.websocket("/tables/{table_id}/live")
async def live_table(socket: WebSocket, table_id: str) -> None:
    house = cast(House, socket.app.state.house)
    await socket.accept()
    try:
        live = await house.table(table_id)
    except HouseError as error:
        await socket.send_json({"type": "error", "error": error.data(socket.scope["lang"])})
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
        self.answers: dict[str, Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]]] = {}

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
            self.asked = message.pop("id", None)
            kind = message.pop("type", None)
            if not isinstance(kind, str) or kind not in self.answers:
                raise HouseError("bad-request", detail=f"type {str(kind)[:40]!r}")
            reply = await self.answers[kind](message)
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
            "hello": self._hello,
            "move": self._move,
            "act": self._act,
            "chat": self._chat,
            "why": self._why,
            "ping": self._ping,
        }

    async def _hello(self, message: dict[str, Any]) -> None:
        lang = message.get("lang")
        if lang in LANGUAGES:
            self.connection.lang = lang
        self.connection.offers = message.get("offers") is True
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

    async def _move(self, message: dict[str, Any]) -> dict[str, Any] | None:
        wish = shapes.Decision(**message)
        holder = self._person()
        played = await self.live.change(
            lambda table: table.plan_move(holder, wish.number, wish.move),
            (self.connection, self.asked),
        )
        return None if played and self.connection in self.live.connections else DONE

    async def _act(self, message: dict[str, Any]) -> dict[str, Any]:
        await do_act(self.live, self._person(), shapes.ActWish(**message))
        return DONE

    async def _chat(self, message: dict[str, Any]) -> dict[str, Any]:
        await do_chat(self.live, self._person(), shapes.ChatLine(**message))
        return DONE

    async def _why(self, message: dict[str, Any]) -> dict[str, Any]:
        asked = shapes.Question(**message)
        answer = await do_why(self.live, self._person(), asked, self.connection.lang)
        return {"type": "why", **answer}

    async def _ping(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"type": "pong", "at": self.house.now()}

    def _person(self) -> str:
        if self.connection.holder is None:
            raise HouseError("not-seated")
        return self.connection.holder


class Question(Conversation):
    """What one page asks about positions; a new question replaces the one before."""

    def __init__(self, house: House, connection: Connection) -> None:
        super().__init__(house, connection)
        self.answers = {"analyse": self._analyse, "stop": self._stop}
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    async def _stop(self, message: dict[str, Any]) -> None:
        self.stop()

    async def _analyse(self, message: dict[str, Any]) -> None:
        wish = shapes.AnalysisWish(**message)
        self.stop()
        self._stopped = threading.Event()
        self.house.background(self._think(wish, self._stopped))

    async def _think(self, wish: shapes.AnalysisWish, stopped: threading.Event) -> None:
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


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
