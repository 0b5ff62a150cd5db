"""One page that looks at a table: what it is sent waits in a line of its own."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .json_text import written
from .persons import Persons

# A page that is further behind is sent away, and comes again.
LONGEST_LINE = 500  # messages
LARGEST_LINE = 4_000_000  # letters of messages
LAST_WORDS = 2.0  # seconds
TRY_AGAIN = 1013
TOO_FAST = 4429
TELL = "blockhaus.tell"  # an extension of the socket: sending without a task of its own
HEAR = "blockhaus.hear"  # another one: hearing without waking a task
HEARD = "heard"  # of a message that waits: when it came, by the steady clock
GOING_AWAY = 1001


class Connection:
    """A WebSocket with a writer, so that a slow page keeps nobody else waiting.

    `tell` sends a message at once where the page takes it, and says whether it did. Only what it
    cannot send waits for the writer: waking a task for each message cost more than sending it.
    """

    def __init__(
        self,
        socket: WebSocket,
        persons: Persons,
        device: str | None,
        lang: str = "en",
        tell: Callable[[str], bool] = lambda text: False,
    ) -> None:
        self.socket = socket
        self._tell = tell
        self.persons = persons
        self.device = device
        self.lang = lang
        self.offers = False
        self._line: deque[str] = deque()
        self._waiting = 0  # letters
        self._writing = False  # whether the writer has taken a message that is not sent yet
        self._wake = asyncio.Event()
        self._close: int | None = None
        self.writer = asyncio.create_task(self._write())

    @property
    def holder(self) -> str | None:
        return self.persons.of(self.device) if self.device else None

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(written(message))

    def send_text(self, text: str) -> None:
        if self._close is not None:
            return
        if not self._line and not self._writing and self._tell(text):
            return
        if len(self._line) >= LONGEST_LINE or self._waiting + len(text) > LARGEST_LINE:
            self._line.clear()
            self.close(TRY_AGAIN)
            return
        self._line.append(text)
        self._waiting += len(text)
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
                    text = self._line.popleft()
                    self._waiting -= len(text)
                    self._writing = True
                    await self.socket.send_text(text)
                    self._writing = False
                if self._close is not None:
                    if self.socket.application_state == WebSocketState.CONNECTED:
                        await self.socket.close(self._close)
                    return
                self._wake.clear()
                await self._wake.wait()
