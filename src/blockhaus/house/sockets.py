"""The live table and the live analysis."""

from __future__ import annotations

import json
import logging
from typing import Any, cast

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from . import shapes
from .connection import Connection
from .house import House
from .live import Live
from .routes import do_act, do_chat, do_why
from .security import TOO_FAST, Buckets
from .texts import LANGUAGES, HouseError

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


class Visit:
    """What one page says to its table."""

    def __init__(self, house: House, live: Live, connection: Connection) -> None:
        self.house, self.live, self.connection = house, live, connection
        self.bucket = Buckets(*house.settings.limits.messages)

    async def listen(self) -> None:
        while True:
            text = await self.connection.socket.receive_text()
            if not self.bucket.take(""):
                self.connection.send({"type": "error", "error": HouseError("too-fast").data()})
                self.connection.close(TOO_FAST)
                return
            await self.hear(text)

    async def hear(self, text: str) -> None:
        number: Any = None
        try:
            message = _read(text)
            number = message.pop("id", None)
            reply = await self._answer(message)
            if reply is not None:
                self.connection.send({**reply, "id": number})
        except HouseError as error:
            self._refuse(number, error)
        except ValidationError as error:
            self._refuse(number, HouseError("bad-request", detail=_first_fault(error)))
        except Exception:
            logger.exception("a message failed")
            self._refuse(number, HouseError("broken"))

    def _refuse(self, number: Any, error: HouseError) -> None:
        told = error.data(self.connection.lang)
        self.connection.send({"type": "error", "id": number, "error": told})

    async def _answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message.pop("type", None)
        answers = {
            "hello": self._hello,
            "move": self._move,
            "act": self._act,
            "chat": self._chat,
            "why": self._why,
            "ping": self._ping,
        }
        if not isinstance(kind, str) or kind not in answers:
            raise HouseError("bad-request", detail=f"type {str(kind)[:40]!r}")
        return await answers[kind](message)

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
        live.tell_offers(self.connection)

    async def _move(self, message: dict[str, Any]) -> dict[str, Any]:
        wish = shapes.Decision(**message)
        holder = self._person()
        await self.live.change(lambda table: table.plan_move(holder, wish.number, wish.move))
        return DONE

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


def _read(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise HouseError("bad-request", detail="JSON") from None
    if not isinstance(message, dict) or not all(isinstance(key, str) for key in message):
        raise HouseError("bad-request", detail="JSON object")
    return message


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
