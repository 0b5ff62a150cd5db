"""How many decisions a second the house takes, and how soon everyone is told.

    python bench/house.py                 # 50, 200 and 1,000 tables
    python bench/house.py --tables 200
    python -m bench.house --processes 2   # on PostgreSQL, beside one process; tests on PYTHONPATH

A house runs in a process of its own, a bare WebSocket echo on the same stack in another, the
clients here. At every table two people sit, each with an open page, and play games drawn at
random beforehand, five games in turn. First everyone plays as fast as the answers come, which
gives decisions a second; the echo is asked by as many connections in the same way. A decision is
told to two pages and so is more messages than an echo's two: all that go in and out are counted
for both. Then every table makes a decision a second, each at a random moment, which gives the
time from sending a decision until the last of both pages has been told.

With `--processes` everyone plays as fast as the answers come, first in one process on PostgreSQL,
then in so many on the same server: once with every page at any process, so that most tables have
their pages at two, and once with the pages of a table at the same, as the proxies of
docs/operate.md send them. The clients and the server share the cores of the machine with them, so
what the processes could carry with a core for each is told as well, by the CPU they have used.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import uvicorn
from starlette.types import Receive, Scope, Send

import blockhaus
from blockhaus.house.app import make_app
from blockhaus.house.opening import Server, server_config
from blockhaus.house.settings import Limits, Lines, Settings

SECONDS = 4.0
LONGEST = 60  # decisions of a game that are played
RATES: dict[str, Any] = {
    field.name: (1e9, 1e9) for field in fields(Limits) if field.name != "connections"
}
NO_LIMITS = Limits(**RATES, connections=100_000)
LINES = 10_000  # two for each table, and some


TEXT, PING, PONG = 0x81, 0x89, 0x8A  # how WebSocket frames begin


# The servers


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """The least a server on this stack can do."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve(what: str, loop: str, database: str) -> None:
    if what == "echo":
        config = uvicorn.Config(
            echo,
            port=0,
            log_config=None,
            access_log=False,
            ws="websockets-sansio",  # which the house builds on
            ws_per_message_deflate=False,
            loop=loop,
        )
    else:
        settings = Settings(
            Path(tempfile.mkdtemp(prefix="house-")),
            NO_LIMITS,
            NO_LIMITS,
            lines=Lines(most=LINES, each=LINES),
            database=database,
        )
        config = server_config(make_app(settings), settings, port=0)
        config.loop = loop

    def reachable() -> None:
        print(server.servers[0].sockets[0].getsockname()[1], flush=True)

    server = Server(config, reachable)
    server.run()


@contextmanager
def served(what: str, loop: str, database: str = "") -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and the number of the process."""
    command = [sys.executable, __file__, "--serve", what, "--loop", loop, "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


# The clients: as little as a WebSocket client can be, since they share the machine


class Page(asyncio.Protocol):
    """One connection. `on_text` gets every message as bytes."""

    def __init__(self, path: str, port: int, cookie: str = "") -> None:
        self.path, self.port, self.cookie = path, port, cookie
        self.buffer = bytearray()
        self.messages = 0  # in and out
        self.ready = asyncio.get_running_loop().create_future()
        self.on_text: Callable[[bytes], None] = lambda text: None

    async def open(self) -> Page:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        await self.ready
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )

    def send(self, text: str) -> None:
        self.messages += 1
        data = text.encode()
        size = len(data)
        head = (
            struct.pack("!BB", TEXT, 0x80 | size)
            if size < 126
            else (struct.pack("!BBH", TEXT, 0x80 | 126, size))
        )
        self.transport.write(head + b"\0\0\0\0" + data)  # a mask of zeros changes nothing

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.ready.done():
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in self.buffer[:20], bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            kind, content = frame
            if kind == TEXT:
                self.messages += 1
                self.on_text(content)
            elif kind == PING:  # who does not answer is sent away
                self.transport.write(struct.pack("!BBI", PONG, 0x80 | len(content), 0) + content)

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self.buffer) < 2:
            return None
        kind, size, start = self.buffer[0], self.buffer[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(self.buffer) < start:
                return None
            size = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + size:
            return None
        frame = bytes(self.buffer[start : start + size])
        del self.buffer[: start + size]
        return kind, frame


async def new_cookie(client: httpx.AsyncClient) -> str:
    """What makes a visitor of its own."""
    answer = await client.get("/api/me")
    return answer.headers["set-cookie"].partition(";")[0]


Choice = Callable[[], tuple[int, int]]  # the processes at which the two pages of a table are


def anywhere(ports: list[int]) -> tuple[int, int]:
    return random.choice(ports), random.choice(ports)


def together(ports: list[int]) -> tuple[int, int]:
    port = random.choice(ports)
    return port, port


class Game:
    """A table with two pages, and the moves that will be played there."""

    def __init__(self, moves: list[tuple[int, str]]) -> None:
        self.moves = moves
        self.pages: list[Page] = []
        self.told = asyncio.Event()
        self.waiting = 0
        self.times: list[float] = []

    async def sit(self, client: httpx.AsyncClient, choose: Choice, game: str) -> None:
        cookies = [await new_cookie(client) for _ in range(2)]
        headers = {"Cookie": cookies[0]}
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        table = (await client.post("/api/tables", json=wish, headers=headers)).json()
        path = f"/api/tables/{table['id']}"
        sat = await client.put(f"{path}/seats/1", json={}, headers={"Cookie": cookies[1]})
        assert sat.status_code == 200, sat.text
        for cookie, port in zip(cookies, choose(), strict=True):
            page = await Page(f"{path}/live", port, cookie).open()
            page.on_text = self.hear
            self.waiting = 1
            self.told.clear()
            page.send('{"type": "hello"}')
            await self.told.wait()
            self.pages.append(page)

    def hear(self, text: bytes) -> None:
        kind = text[text.index(b'"type":"') + 8 :]
        if kind.startswith((b"played", b"table")):
            self.waiting -= 1
            if self.waiting == 0:
                self.told.set()
        elif kind.startswith(b"error"):
            raise RuntimeError(text.decode())

    async def decide(self, number: int) -> None:
        seat, move = self.moves[number]
        self.waiting = 2
        self.told.clear()
        began = time.perf_counter()
        wish = {"type": "move", "id": number, "number": number, "move": move}
        self.pages[seat].send(json.dumps(wish))
        await self.told.wait()
        self.times.append(time.perf_counter() - began)

    async def play(self, until: float, pace: float, ended: asyncio.Event) -> None:
        """Play until the time is over or the first of all games has ended."""
        for number in range(len(self.moves)):
            if pace:
                await asyncio.sleep(random.uniform(0, 2 * pace))
            if ended.is_set() or time.perf_counter() > until:
                return
            await self.decide(number)
        ended.set()

    @property
    def messages(self) -> int:
        return sum(page.messages for page in self.pages)

    def close(self) -> None:
        for page in self.pages:
            page.transport.close()


def random_moves(game: str, dice: random.Random) -> list[tuple[int, str]]:
    position = blockhaus.game(game).start(0)
    moves: list[tuple[int, str]] = []
    while not position.is_over and len(moves) < LONGEST:
        move = dice.choice(position.moves)
        moves.append((position.to_move or 0, move))
        position = position.play(move)
    return moves


def scripts(count: int) -> list[tuple[str, list[tuple[int, str]]]]:
    """Games of every kind without chance, in turn; with chance no script fits the deal."""
    names = [name for name in blockhaus.games() if not blockhaus.game(name).spec.chance]
    dice = random.Random(count)
    ready = [(name, random_moves(name, dice)) for name in names for _ in range(8)]
    dice.shuffle(ready)
    return [ready[number % len(ready)] for number in range(count)]


@dataclass
class Played:
    """What was seen while decisions were made."""

    times: list[float] = field(default_factory=list)  # from sending until everyone was told
    messages: int = 0
    spent: float = 0.0
    cpu: float = 0.0  # seconds, of the house


async def measure_house(
    ports: list[int],
    tables: int,
    pace: float,
    *processes: int,
    where: Callable[[list[int]], tuple[int, int]] = anywhere,
) -> tuple[float, Played]:
    """Decisions a second, in as many rounds of new games as the time asks for."""
    seen = Played()
    while seen.spent < SECONDS:
        games = await set_up(ports[0], partial(where, ports), tables)
        before = sum(game.messages for game in games)
        began, used = time.perf_counter(), sum(map(cpu_seconds, processes))
        until, ended = began + SECONDS - seen.spent, asyncio.Event()
        await asyncio.gather(*(game.play(until, pace, ended) for game in games))
        seen.spent += time.perf_counter() - began
        seen.cpu += sum(map(cpu_seconds, processes)) - used
        seen.messages += sum(game.messages for game in games) - before
        seen.times += [took for game in games for took in game.times]
        for game in games:
            game.close()
    return len(seen.times) / seen.spent, seen


async def set_up(port: int, choose: Choice, tables: int) -> list[Game]:
    chosen = scripts(tables)
    games = [Game(moves) for _, moves in chosen]
    few = asyncio.Semaphore(20)

    async def sit(game: Game, name: str) -> None:
        async with few:
            await game.sit(client, choose, name)

    address = f"http://127.0.0.1:{port}"
    forgetful = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # a visitor each time it asks
    async with httpx.AsyncClient(base_url=address, timeout=60, cookies=forgetful) as client:
        await asyncio.gather(*map(sit, games, [name for name, _ in chosen]))
    return games


async def measure_echo(port: int, connections: int) -> float:
    """Messages a second, each connection with one under way."""
    text = json.dumps({"type": "move", "id": 10, "number": 10, "move": "a1-a2"})
    pages = [await Page("/", port).open() for _ in range(connections)]
    heard = 0
    until = time.perf_counter() + SECONDS

    def again(page: Page, _: bytes) -> None:
        nonlocal heard
        heard += 1
        if time.perf_counter() < until:
            page.send(text)

    for page in pages:
        page.on_text = partial(again, page)
        page.send(text)
    await asyncio.sleep(SECONDS)
    for page in pages:
        page.transport.close()
    return heard / SECONDS


async def wait_until_ready(port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        while not all((await client.get("/api/house")).json()["ready"].values()):
            await asyncio.sleep(0.2)


def cpu_seconds(process: int) -> float:
    """What a process has used of the processors, which other programs hardly change."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(counts: list[int], loop: str) -> None:
    columns = [
        "tables", "echo: answers/s", "messages/s", "CPU each answer",
        "house: decisions/s", "messages/s", "CPU each decision",
        "share of the echo: decisions", "messages",
        "a decision a second each: median", "p99", "CPU",
    ]  # fmt: skip
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for tables in counts:
        with served("echo", loop) as (port, process):
            used = cpu_seconds(process)
            bare = await measure_echo(port, 2 * tables)
            bare_cpu = (cpu_seconds(process) - used) / (bare * SECONDS)
        with served("house", loop) as (port, process):
            await wait_until_ready(port)
            speed, quick = await measure_house([port], tables, 0, process)
            _, calm = await measure_house([port], tables, 1.0, process)
        times = quantiles(calm.times, n=100)
        messages = quick.messages / quick.spent
        cells = [
            f"{tables:,}", f"{bare:,.0f}", f"{2 * bare:,.0f}", f"{bare_cpu * 1e3:.2f} ms",
            f"{speed:,.0f}", f"{messages:,.0f}", f"{quick.cpu / len(quick.times) * 1e3:.2f} ms",
            f"{speed / bare:.0%}", f"{messages / (2 * bare):.0%}",
            f"{1e3 * times[49]:.1f} ms", f"{1e3 * times[98]:.1f} ms",
            f"{calm.cpu / calm.spent:.0%}",
        ]  # fmt: skip
        print(f"| {' | '.join(cells)} |", flush=True)


async def measure_processes(count: int, tables: int, loop: str) -> None:
    """Decisions a second in one process and in several, on one server."""
    from house import postgres  # of the tests

    ways = [(1, anywhere), (count, anywhere), (count, together)]
    columns = [
        "processes", "pages of a table", "decisions/s", "times one", "CPU each decision",
        "times one, with a core for each",
    ]  # fmt: skip
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    one: tuple[float, float] | None = None
    with postgres.running(settings=()) as server:
        for number, where in ways:
            url = server.new_database()
            with ExitStack() as stack:
                opened = [stack.enter_context(served("house", loop, url)) for _ in range(number)]
                ports, processes = [port for port, _ in opened], [pid for _, pid in opened]
                await asyncio.gather(*map(wait_until_ready, ports))
                speed, seen = await measure_house(ports, tables, 0, *processes, where=where)
            each = seen.cpu / len(seen.times) * 1e3
            one = one or (speed, each)
            cells = [
                f"{number}", where.__name__, f"{speed:,.0f}", f"{speed / one[0]:.2f}",
                f"{each:.2f} ms", f"{number * one[1] / each:.2f}",
            ]  # fmt: skip
            print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[50, 200, 1000])
    parser.add_argument("--loop", default="auto", choices=["auto", "asyncio", "uvloop"])
    parser.add_argument("--processes", type=int, help="on PostgreSQL, beside one process")
    parser.add_argument("--database", default="", help=argparse.SUPPRESS)
    parser.add_argument("--serve", choices=["house", "echo"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.loop, options.database)
    elif options.processes:
        tables = options.tables[0] if len(options.tables) == 1 else 100
        asyncio.run(measure_processes(options.processes, tables, options.loop))
    else:
        asyncio.run(measure(options.tables, options.loop))


if __name__ == "__main__":
    main()
