"""One page that looks at a table: what it is sent waits in a line of its own."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .json_text import written

LONGEST_LINE = 500  # messages; a page that is further behind is sent away and comes again
LAST_WORDS = 2.0  # seconds
TRY_AGAIN = 1013
GOING_AWAY = 1001


class Connection:
    """A WebSocket with a writer, so that a slow page keeps nobody else waiting."""

    def __init__(self, socket: WebSocket, holder: str | None, lang: str = "en") -> None:
        self.socket = socket
        self.holder = holder
        self.lang = lang
        self.offers = False
        self._line: deque[str] = deque()
        self._wake = asyncio.Event()
        self._close: int | None = None
        self.writer = asyncio.create_task(self._write())

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(written(message))

    def send_text(self, text: str) -> None:
        if len(self._line) >= LONGEST_LINE:
            self.close(TRY_AGAIN)
            return
        self._line.append(text)
        self._wake.set()

    def close(self, code: int) -> None:
        self._close = code
        self._wake.set()

    async def finish(self) -> None:
        """The page has gone, or is sent away with what still waits for it."""
        if self._close is None:
            self.writer.cancel()
        with suppress(asyncio.CancelledError, TimeoutError):
            await asyncio.wait_for(self.writer, LAST_WORDS)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                while self._line:
                    await self.socket.send_text(self._line.popleft())
                if self._close is not None:
                    if self.socket.application_state == WebSocketState.CONNECTED:
                        await self.socket.close(self._close)
                    return
                self._wake.clear()
                await self._wake.wait()
