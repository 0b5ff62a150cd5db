"""Every request has a number, is counted, and has a line in the log without secrets.

A line tells the path without what stands behind `?`, and of whatever could be an id its first
letters only: who knows the id of a table may look on. Visitors are told by a part of the hash of
their token, by which they can be barred and nothing else.
"""

from __future__ import annotations

import logging
import random
import re
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .metrics import Metrics
from .orders import KNOWN_BY

logger = logging.getLogger("blockhaus.access")
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
ID = re.compile(r"[A-Za-z0-9_:=%~.@-]{10,}")
SHOWN = 4  # letters of an id
LONGEST = 100
BROKEN = 500
# A number is no secret; asking the system for one lets other threads go first.
NUMBERS = random.Random()


def shortened(path: str) -> str:
    """A path as it may be told."""
    parts = [ID.sub(lambda found: found[0][:SHOWN] + "…", part) for part in path.split("/")]
    return "/".join(parts)[:LONGEST]


class Observed:
    """Stands before everything else."""

    def __init__(self, app: ASGIApp, metrics: Callable[[], Metrics]) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        number = f"{NUMBERS.getrandbits(64):016x}"
        scope["request_id"] = number
        token = request_id.set(number)
        try:
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send)
            else:
                await self._request(scope, receive, send)
        finally:
            request_id.reset(token)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = BROKEN

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = scope["request_id"]
            await send(message)

        try:
            await self.app(scope, receive, send_on)
        finally:
            seconds = time.perf_counter() - began
            self.metrics().answered(scope["method"], route_of(scope), status, seconds)
            _note(scope, scope["method"], status, seconds)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        code = 1006

        async def receive_on() -> Message:
            nonlocal code
            message = await receive()
            if message["type"] == "websocket.disconnect":
                code = message.get("code") or code
            return message

        async def send_on(message: Message) -> None:
            nonlocal code
            if message["type"] == "websocket.close":
                code = message.get("code", 1000)
            await send(message)

        metrics = self.metrics()
        metrics.sockets += 1
        try:
            await self.app(scope, receive_on, send_on)
        finally:
            metrics.sockets -= 1
            _note(scope, "SOCKET", code, time.perf_counter() - began)


def route_of(scope: Scope) -> str:
    """The pattern of a path: there are few of them, however many paths are asked for."""
    return getattr(scope.get("route"), "path", "refused")


def _note(scope: Scope, method: str, status: int, seconds: float) -> None:
    path = shortened(scope["path"])
    facts: dict[str, Any] = {
        "visitor": (scope.get("holder") or "")[:KNOWN_BY] or None,
        "address": (scope.get("client") or (None,))[0],
        "milliseconds": round(seconds * 1000, 1),
    }
    logger.info("%s %s %s", method, path, status, extra={"facts": facts})
