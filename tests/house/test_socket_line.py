"""A line that has become a socket: what it reads ahead, and what it sends at once."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from blockhaus.house.connection import HEAR, TELL
from blockhaus.house.connections import Door, SocketLine, lines_of
from blockhaus.house.settings import Settings

HELLO = (
    b"GET / HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """Keeps what is sent, and whether anything is read."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.reading = True
        self.closing = False

    def write(self, data: Any) -> None:
        self.sent += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def get_write_buffer_size(self) -> int:
        return 0


def frame(text: str) -> bytes:
    return struct.pack("!BBI", 0x81, 0x80 | len(text), 0) + text.encode()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def connected(folder: Path, check: Callable[[SocketLine, Wire, Any], Awaitable[None]]) -> None:
    """Open a socket whose other side says what it wants to be told by calling `receive`."""

    async def work() -> None:
        opened: dict[str, Any] = {}

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            opened.update(scope=scope, receive=receive)
            await asyncio.Event().wait()

        _, kind = lines_of(Door(Settings(folder)))
        config = Config(app, log_config=None, ws_per_message_deflate=False, ws_ping_interval=None)
        state, wire = ServerState(), Wire()
        line = kind(config, state, {})
        line.connection_made(wire)
        line.data_received(HELLO)
        await settle()
        await check(line, wire, opened)
        line.connection_lost(None)
        for task in state.tasks:
            task.cancel()

    asyncio.run(work())


def test_one_message_may_wait_and_the_next_stops_reading(tmp_path: Path) -> None:
    async def check(line: SocketLine, wire: Wire, opened: Any) -> None:
        line.data_received(frame("a"))
        assert wire.reading
        line.data_received(frame("b"))
        assert not wire.reading
        assert (await opened["receive"]())["text"] == "a"
        assert not wire.reading
        assert (await opened["receive"]())["text"] == "b"
        assert wire.reading
        line.data_received(frame("c") + frame("d"))
        assert not wire.reading

    connected(tmp_path, check)


def test_a_page_is_told_at_once_unless_it_is_behind_or_gone(tmp_path: Path) -> None:
    async def check(line: SocketLine, wire: Wire, opened: Any) -> None:
        tell = opened["scope"]["extensions"][TELL]["tell"]
        assert tell("hé")
        assert wire.sent.endswith(b"\x81\x03" + "hé".encode())
        before = wire.sent
        line.pause_writing()
        assert not tell("behind")
        line.resume_writing()
        wire.close()
        assert not tell("gone")
        assert wire.sent == before

    connected(tmp_path, check)


@pytest.mark.parametrize("letters", [1, 125, 126, 0xFFFF, 0x10000])
def test_a_message_of_any_length_is_one_frame(tmp_path: Path, letters: int) -> None:
    async def check(line: SocketLine, wire: Wire, opened: Any) -> None:
        wire.sent = b""
        assert opened["scope"]["extensions"][TELL]["tell"]("x" * letters)
        assert wire.sent == Frame(Opcode.TEXT, b"x" * letters).serialize(mask=False)

    connected(tmp_path, check)


def test_nothing_is_heard_at_once_before_what_waits(tmp_path: Path) -> None:
    async def check(line: SocketLine, wire: Wire, opened: Any) -> None:
        heard: list[str] = []

        def hear(text: str) -> bool:
            if text.startswith("now"):
                heard.append(text)
            return text.startswith("now")

        opened["scope"]["extensions"][HEAR]["let"](hear)
        line.data_received(frame("now 1") + frame("later") + frame("now 2"))
        assert heard == ["now 1"]
        assert [(await opened["receive"]())["text"] for _ in range(2)] == ["later", "now 2"]
        opened["scope"]["extensions"][HEAR]["let"](None)
        line.data_received(frame("now 3"))
        assert (await opened["receive"]())["text"] == "now 3" and heard == ["now 1"]

    connected(tmp_path, check)
