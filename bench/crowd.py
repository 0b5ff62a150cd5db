"""Whether a house keeps its word to everybody while a crowd asks for all it may.

    python bench/crowd.py                 # 20 visitors, 20 seconds
    python bench/crowd.py --visitors 5 --seconds 10

A house runs in a process of its own with its usual limits, the visitors here. First it is quiet,
then every visitor of the crowd plays the strongest computer at as many tables as the house allows,
keeps analyses and reviews going, and asks for hints, sheets to print, lists and so on. Meanwhile
pairs of people play each other, each with an open page, and somebody plays the weakest computer.
Printed are, for quiet and crowd: how long a person's decision takes until both pages are told, how
long the weakest computer takes to answer, what the crowd was refused, and how busy the machine was.
The goals: a p99 below 100 ms for people, and an answer of the weakest computer within a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from statistics import median, quantiles
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import blockhaus

GAME = "kwinty"
TOP = 10
PAIRS = 4  # of people who play each other
ME, OPEN = {"kind": "me"}, {"kind": "open"}


def against(level: int) -> list[dict[str, Any]]:
    return [ME, {"kind": "computer", "level": level}]


@dataclass
class Seen:
    """What was measured, in seconds, and what was refused."""

    people: list[float] = field(default_factory=list)
    computer: list[float] = field(default_factory=list)
    unanswered: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)


NUMBERS = count(1)


class Visitor:
    """A browser with its cookie, at an address of its own: the house believes it as a proxy."""

    def __init__(self, port: int, network: str = "198.51.100") -> None:
        self.port = port
        whence = {"X-Forwarded-For": f"{network}.{next(NUMBERS)}"}
        address = f"http://127.0.0.1:{port}"
        # No certificates are read: that would take longer than the question.
        given = httpx.get(f"{address}/api/me", timeout=60, headers=whence, verify=False)
        self.headers = {"Cookie": given.headers["set-cookie"].partition(";")[0], **whence}
        self.client = httpx.AsyncClient(
            base_url=address, timeout=60, headers=self.headers, verify=False
        )

    async def ask(self, method: str, path: str, **data: Any) -> dict[str, Any]:
        answer = await self.client.request(method, path, json=data if method != "GET" else None)
        found: dict[str, Any] = answer.json()
        return found

    async def open(self, seats: list[dict[str, Any]]) -> dict[str, Any]:
        return await self.ask("POST", "/api/tables", game=GAME, seats=seats)

    async def page(self, path: str) -> Page:
        return Page(
            await connect(
                f"ws://127.0.0.1:{self.port}{path}",
                additional_headers=self.headers,
                compression=None,
                close_timeout=1,
            )
        )


class Page:
    """An open page, which reads on whether anybody waits for it or not."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.connection:
            self.heard.put_nowait(json.loads(text))

    async def say(self, kind: str, **facts: Any) -> None:
        await self.connection.send(json.dumps({"type": kind, "id": 1, **facts}))

    async def hear(self, kind: str, number: int = -1) -> dict[str, Any]:
        while True:
            message = await self.heard.get()
            if message["type"] == kind and message.get("number", 0) >= number:
                return message

    async def close(self) -> None:
        await self.connection.close()
        await self.reading


# Those to whom the house keeps its word


async def play_together(port: int, until: float, times: list[float], number: int) -> None:
    """Two people, a decision about five times a second."""
    ann, ben = Visitor(port), Visitor(port)
    dice = random.Random(number)
    while time.perf_counter() < until:
        table = await ann.open([ME, OPEN])
        path = f"/api/tables/{table['id']}"
        await ben.ask("PUT", f"{path}/seats/1")
        pages = [await each.page(f"{path}/live") for each in (ann, ben)]
        for page in pages:
            await page.say("hello")
            await page.hear("table")
        position = blockhaus.game(GAME).start()
        while not position.is_over and time.perf_counter() < until:
            number, move = len(position.path), dice.choice(position.moves)
            began = time.perf_counter()
            await pages[position.to_move or 0].say("move", number=number, move=move)
            for page in pages:
                await page.hear("played", number + 1)
            times.append(time.perf_counter() - began)
            position = position.play(move)
            await asyncio.sleep(0.2)
        for page in pages:
            await page.close()


async def play_the_weakest(port: int, until: float, seen: Seen) -> None:
    """Somebody against level 1."""
    cleo = Visitor(port)
    dice = random.Random(2)
    while time.perf_counter() < until:
        table = await cleo.open(against(1))
        page = await cleo.page(f"/api/tables/{table['id']}/live")
        await page.say("hello")
        await page.hear("table")
        position = blockhaus.game(GAME).start()
        while not position.is_over and time.perf_counter() < until:
            number, move = len(position.path), dice.choice(position.moves)
            await page.say("move", number=number, move=move)
            await page.hear("played", number + 1)
            position = position.play(move)
            while position.to_move == 1:  # who has no room is passed over
                began, number = time.perf_counter(), len(position.path)
                try:
                    answer = await asyncio.wait_for(page.hear("played", number + 1), 60)
                except TimeoutError:
                    seen.unanswered += 1
                    return
                seen.computer.append(time.perf_counter() - began)
                position = position.play(answer["move"])
            await asyncio.sleep(0.1)
        await page.close()


# The crowd


async def press(port: int, until: float, seen: Seen, number: int) -> None:
    """One of the crowd: as many tables, analyses and reviews as the house allows."""
    visitor, dice = Visitor(port, "203.0.113"), random.Random(number)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(keep_analysing(visitor, until, seen))
        tasks.create_task(keep_reviewing(visitor, until, seen))
        tasks.create_task(keep_playing(visitor, until, seen, dice))
        tasks.create_task(keep_asking(visitor, until, seen))


def note(seen: Seen, kind: str, answer: dict[str, Any]) -> bool:
    seen.asked[kind] += 1
    if "error" in answer:
        seen.refused[f"{kind}: {answer['error']['code']}"] += 1
    return "error" not in answer


async def keep_playing(visitor: Visitor, until: float, seen: Seen, dice: random.Random) -> None:
    tables: list[str] = []
    while time.perf_counter() < until:
        opened = await visitor.open(against(TOP))
        if note(seen, "tables", opened):
            tables.append(opened["id"])
        for table_id in tables:
            facts = await visitor.ask("GET", f"/api/tables/{table_id}")
            if facts.get("state") != "running" or facts["view"]["to_move"] != 0:
                continue
            moves = [move["move"] for move in facts["moves"]]
            position = list(blockhaus.game(GAME).positions(moves))[-1]
            wish = {"number": len(moves), "move": dice.choice(position.moves)}
            note(seen, "moves", await visitor.ask("POST", f"/api/tables/{table_id}/moves", **wish))
        await asyncio.sleep(0.3)


async def keep_analysing(visitor: Visitor, until: float, seen: Seen) -> None:
    code = blockhaus.game(GAME).start().code
    pages = [await visitor.page("/api/analysis") for _ in range(4)]
    while time.perf_counter() < until:
        for page in pages:
            while not page.heard.empty():
                message = page.heard.get_nowait()
                if message["type"] == "error":
                    seen.refused[f"analyses: {message['error']['code']}"] += 1
            await page.say("analyse", code=code, lines=3, seconds=60)
            seen.asked["analyses"] += 1
        await asyncio.sleep(5)
    for page in pages:
        await page.close()


async def keep_reviewing(visitor: Visitor, until: float, seen: Seen) -> None:
    while time.perf_counter() < until:
        table = await visitor.open([ME, ME])
        if note(seen, "tables", table):
            position = blockhaus.game(GAME).start()
            path = f"/api/tables/{table['id']}"
            for number in range(12):
                move = position.moves[0]
                await visitor.ask("POST", f"{path}/moves", number=number, move=move)
                position = position.play(move)
            await visitor.ask("POST", f"{path}/acts", act="resign")
            note(seen, "reviews", await visitor.ask("GET", f"{path}/review"))
        await asyncio.sleep(1)


async def keep_asking(visitor: Visitor, until: float, seen: Seen) -> None:
    """What costs the house some work each time, as fast as it is given."""
    table = await visitor.open(against(1))
    asked: list[tuple[str, str, str, Any]] = [
        ("sheets", "GET", f"/api/puzzles/{GAME}/sheet", None),
        ("booklets", "GET", f"/api/games/{GAME}/booklet", None),
        ("lists", "GET", "/api/tables?list=running", None),
        ("archives", "GET", "/api/me/archive", None),
        ("positions", "POST", "/api/positions", {"game": "turris"}),
    ]
    if note(seen, "tables", table):
        wish = {"number": 0, "strength": 1}
        asked.append(("hints", "POST", f"/api/tables/{table['id']}/hint", wish))
    while time.perf_counter() < until:
        for kind, method, path, data in asked:
            answer = await visitor.client.request(method, path, json=data)
            refused = answer.status_code >= 400
            note(seen, kind, answer.json() if refused else {})
        await asyncio.sleep(0.2)


@contextmanager
def opened() -> Iterator[int]:
    """A house in a process of its own, as people run it: its port."""
    with tempfile.TemporaryDirectory(prefix="crowd-") as folder:
        command = [sys.executable, "-m", "blockhaus", "house", "--no-browser", "--port", "0"]
        command += ["--trusted-proxies", "127.0.0.1", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found, "the house did not open"
        try:
            yield int(found[1])
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


async def wait_until_ready(port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        while not all((await client.get("/api/house")).json()["ready"].values()):
            await asyncio.sleep(0.2)


async def measure(port: int, visitors: int, seconds: float) -> Seen:
    """What those see who play, while the crowd is busy in a process of its own."""
    seen = Seen()
    until = time.perf_counter() + seconds
    command = [__file__, "--port", str(port), "--visitors", str(visitors), "--seconds"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, str(seconds), stdout=asyncio.subprocess.PIPE
    )
    await asyncio.sleep(min(5.0, seconds / 3))
    await asyncio.gather(
        *(play_together(port, until, seen.people, number) for number in range(PAIRS)),
        play_the_weakest(port, until, seen),
    )
    told, _ = await process.communicate()
    crowd = json.loads(told)
    seen.asked.update(crowd["asked"])
    seen.refused.update(crowd["refused"])
    return seen


async def crowd_in(port: int, visitors: int, seconds: float) -> Seen:
    seen = Seen()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(press(port, until, seen, number) for number in range(visitors)))
    return seen


def told(name: str, seen: Seen) -> str:
    cells = [name, *figures(seen.people), *figures(seen.computer), f"{seen.unanswered}"]
    return f"| {' | '.join(cells)} |"


def figures(times: list[float]) -> list[str]:
    """How many, and their median, p99 and longest in milliseconds."""
    if len(times) < 2:
        return [str(len(times)), "-", "-", "-"]
    found = (median(times), quantiles(times, n=100, method="inclusive")[98], max(times))
    return [str(len(times)), *(f"{1e3 * each:.0f} ms" for each in found)]


def load() -> str:
    """How many programs wanted a core, in the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


async def run(visitors: int, seconds: float) -> None:
    columns = [
        "", "people: decisions", "median", "p99", "longest",
        "level 1: answers", "median", "p99", "longest", "none within a minute",
    ]  # fmt: skip
    before = load()
    with opened() as port:
        await wait_until_ready(port)
        print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
        print(told("quiet", await measure(port, 0, seconds)), flush=True)
        crowd = await measure(port, visitors, seconds)
        print(told(f"{visitors} visitors", crowd), flush=True)
        print(f"\nasked: {dict(crowd.asked)}\nrefused: {dict(crowd.refused)}")
        print(
            f"load of the machine, of its {os.cpu_count()} cores: {before} before, {load()} after"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.port:
        seen = asyncio.run(crowd_in(options.port, options.visitors, options.seconds))
        print(json.dumps({"asked": seen.asked, "refused": seen.refused}))
    else:
        asyncio.run(run(options.visitors, options.seconds))


if __name__ == "__main__":
    main()
