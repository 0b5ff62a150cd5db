"""The lines that visitors open to the house: how many, and how long the house waits at each.

Somebody who opens lines and says nothing, or says it letter by letter, or takes nothing of an
answer, keeps nobody else out: such lines are closed, the quietest first when the house is full, and
then those of whoever has most. The number of lines stays below the number of files that the system
lets a process open, since a process without any left can neither answer nor write.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from .connection import HEAR, HEARD, TELL
from .origins import Proxies, address_of, is_loopback
from .rates import Buckets

if TYPE_CHECKING:
    from .settings import Lines, Settings

AT_ONCE = 16  # lines that are accepted at a time
# Accepting a line, refusing and closing it take four rounds of the loop, and each accepts more.
HOUSE_FILES = 100 + 4 * (AT_ONCE + 1)
LINE_FILES = 2  # a line, and the file that is being sent over it
FEWEST = 8
FEW = 10  # lines from one address that make room for nobody
LOOK_EVERY = 1.0  # seconds
LEAST_TAKEN = 4096  # bytes of an answer; who takes fewer in its time takes nothing
FRAMES = (200, 20)  # pings and parts of messages: so many at once, and so many a second
MOST_UNREAD = 1 << 20  # bytes of answers to pings and the like that a page does not take
TEXT = 0x81  # how a frame begins that is a whole text
Awaited = tuple[str, object]  # a field of `Lines`, and the request it is about
NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
NOTHING: Awaited = ("", None)
STUCK: Awaited = ("stuck", None)
Hearing = Callable[[str], bool]  # whether a message was dealt with at once


class Line:
    """One connection, and since when the house waits for the same thing there."""

    def __init__(self, protocol: Visiting, address: str, now: float) -> None:
        self.protocol = protocol
        self.address = address
        self.awaited: Awaited = NOTHING
        self.unread = 0  # bytes, at most, since something was taken
        self.since = now

    def look(self, now: float) -> str:
        """What the visitor has to do next; `since` is when that began, or went on for the last
        time.
        """
        awaited = self.protocol.awaited()
        unread = self.protocol.transport.get_write_buffer_size()
        if awaited != self.awaited or unread <= self.unread - LEAST_TAKEN:
            self.awaited, self.unread, self.since = awaited, unread, now
        self.unread = max(self.unread, unread)
        return awaited[0]


class Door:
    """Lets visitors in, and sends those away who only stand in it."""

    def __init__(self, settings: Settings) -> None:
        self.patience: Lines = settings.lines
        self.proxies = Proxies(settings.trusted_proxies)
        self.most = most_lines(settings.lines.most)
        self.lines: dict[asyncio.BaseTransport, Line] = {}
        self.each: Counter[str] = Counter()
        self._looking: asyncio.TimerHandle | None = None

    def let_in(self, protocol: Visiting) -> bool:
        """Whether a line may stay. One that becomes a socket is the same line."""
        transport = protocol.transport
        if transport in self.lines:
            self.lines[transport].protocol = protocol
            return True
        address = self._address(protocol)
        if address and self.each[address] >= self.patience.each:
            return False
        if len(self.lines) >= self.most and not self._make_room():
            return False
        self.lines[transport] = Line(protocol, address, protocol.loop.time())
        self.each[address] += 1
        if self._looking is None:
            self._looking = protocol.loop.call_later(LOOK_EVERY, self._look, protocol.loop)
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        line = self.lines.pop(transport, None)
        if line:
            self.each[line.address] -= 1
            if not self.each[line.address]:
                del self.each[line.address]

    def _address(self, protocol: Visiting) -> str:
        """Where lines are counted together; nowhere for a proxy, which opens those of others."""
        host = protocol.client[0] if protocol.client else ""
        return "" if is_loopback(host) or self.proxies.trust(host) else address_of(host)

    def _make_room(self) -> bool:
        """Send some away: who is quiet, or else whoever has most lines pays."""
        away = self._quiet() or self._of_the_most()
        for transport in away[: max(1, self.most // 20)]:
            self._send_away(transport)
        return bool(away)

    def _quiet(self) -> list[asyncio.BaseTransport]:
        """First those that have said nothing yet, then those that rest."""
        waiting = self._waiting(self.lines.values())
        return [*waiting["head"], *waiting["idle"]]

    def _of_the_most(self) -> list[asyncio.BaseTransport]:
        """Of whoever has most lines, those that keep the house waiting, or else the oldest. This
        machine and proxies count as one, whose other lines are those of many.
        """
        for address, number in self.each.most_common():
            if number <= FEW:
                break
            waiting = self._waiting(x for x in self.lines.values() if x.address == address)
            away = [*waiting["body"], *waiting["stuck"]]
            if away or address:
                return away or waiting[""][:1]
        return []

    def _waiting(self, lines: Iterable[Line]) -> defaultdict[str, list[asyncio.BaseTransport]]:
        """Lines by what is waited for there, the longest first."""
        found: defaultdict[str, list[asyncio.BaseTransport]] = defaultdict(list)
        for line in sorted(lines, key=lambda line: line.since):
            found[line.protocol.awaited()[0]].append(line.protocol.transport)
        return found

    def _send_away(self, transport: asyncio.BaseTransport) -> None:
        self.leave(transport)
        cast(asyncio.Transport, transport).abort()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Send away where nothing has moved for too long."""
        now = loop.time()
        for transport, line in list(self.lines.items()):
            awaited = line.look(now)
            if awaited and now - line.since > getattr(self.patience, awaited):
                self._send_away(transport)
        again = bool(self.lines)
        self._looking = loop.call_later(LOOK_EVERY, self._look, loop) if again else None


class Visiting:
    """What a line is to the door."""

    door: Door
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None

    def awaited(self) -> Awaited:
        """What the visitor has to do next, and where; nothing if it is not their turn."""
        unread = self.transport.get_write_buffer_size()
        return STUCK if unread or self.transport.is_closing() else NOTHING


class RequestLine(Visiting, H11Protocol):
    """A line over which requests come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.door.let_in(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def awaited(self) -> Awaited:
        stuck = super().awaited()
        state = self.conn.their_state
        if stuck is not NOTHING:
            return stuck
        if state is h11.SEND_BODY:
            return "body", self.cycle
        if state is not h11.IDLE:
            return NOTHING
        begun = self.cycle is None or self.conn.trailing_data[0] != b""
        return ("head" if begun else "idle"), self.cycle


class Waiting(asyncio.Queue[ASGIReceiveEvent]):
    """What a page has said and nobody has heard yet; when it came is nobody's fault later on."""

    def put_nowait(self, item: ASGIReceiveEvent) -> None:
        super().put_nowait(cast(ASGIReceiveEvent, {**item, HEARD: monotonic()}))


class SocketLine(Visiting, WebSocketsSansIOProtocol):
    """A line that has become a socket: pings tell whether somebody is there."""

    def __init__(self, *arguments: Any, **facts: Any) -> None:
        super().__init__(*arguments, **facts)
        self.queue = Waiting()
        self._small = Buckets(*FRAMES)
        self._hear: Hearing | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self.door.let_in(self):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def awaited(self) -> Awaited:
        stuck = super().awaited()
        if stuck is NOTHING and not self.handshake_complete and not self.handshake_initiated:
            return "head", None
        return stuck

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:  # nobody else answers it
            self.transport.write(NO_REQUEST)
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"] |= {TELL: {"tell": self.tell}, HEAR: {"let": self.let_hear}}

    def tell(self, text: str) -> bool:
        """Send a message at once, if the page takes what it is sent; whether that was done."""
        ready = self.handshake_complete and self.writable.is_set()
        if not ready or self.close_sent or self.transport.is_closing():
            return False
        if self.conn.state is not State.OPEN:  # the page is saying goodbye
            return False
        data = text.encode()
        self.transport.write(head_of(len(data)) + data)
        return True

    def let_hear(self, hear: Hearing | None) -> None:
        """Ask somebody about each message, whether it is dealt with at once, before it waits."""
        self._hear = hear

    def send_receive_event_to_app(self) -> None:
        """Reading goes on while one message waits, and pauses at the next: to pause and resume for
        each costs two calls of the system.
        """
        if self._is_heard_at_once():
            self.frames = []
            return
        first = self.queue.empty() and not self.read_paused
        self.read_paused |= first  # so it is not paused now
        super().send_receive_event_to_app()
        self.read_paused &= not first

    def _is_heard_at_once(self) -> bool:
        """Whether a message was dealt with, which no other waits before."""
        at_once = self._hear and len(self.frames) == 1 and self.queue.empty()
        if not self._hear or not at_once or self.close_sent or self.curr_msg_data_type != "text":
            return False
        try:
            text = bytes(self.frames[0]).decode()
        except UnicodeDecodeError:  # which is told where it waits
            return False
        return self._hear(text)

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":  # refused, which is an answer, too
            self.handshake_complete = True

    # A page counts its messages; what comes beside them is counted here.

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if not self._small.take("") or unread > MOST_UNREAD:
            self.transport.abort()


def head_of(size: int) -> bytes:
    """How a frame begins that carries a text of so many bytes."""
    if size < 126:
        return struct.pack("!BB", TEXT, size)
    return struct.pack("!BBH", TEXT, 126, size) if size < 1 << 16 else _long_head(size)


def _long_head(size: int) -> bytes:
    return struct.pack("!BBQ", TEXT, 127, size)


def lines_of(door: Door) -> tuple[type[RequestLine], type[SocketLine]]:
    """The two kinds of lines of a house, as the server makes them."""
    return (
        type("RequestLine", (RequestLine,), {"door": door}),
        type("SocketLine", (SocketLine,), {"door": door}),
    )


def most_lines(wished: int) -> int:
    """As many lines as are wished for, or as the number of files allows."""
    files = raised_file_limit(HOUSE_FILES + LINE_FILES * wished)
    return max(FEWEST, min(wished, (files - HOUSE_FILES) // LINE_FILES))


def raised_file_limit(wished: int) -> int:
    """How many files the house may have open, after asking for so many."""
    try:
        import resource
    except ImportError:  # a system without such a limit
        return wished
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wished:
        return wished
    allowed = wished if hard == resource.RLIM_INFINITY else min(wished, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):
        return soft
    return allowed
