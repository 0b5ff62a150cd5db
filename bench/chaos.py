"""A house of several processes in which everything breaks, and an audit of what it kept.

    python -m bench.chaos                                  # ten minutes, 100 tables, 4 processes
    python -m bench.chaos --seconds 25 --tables 12

PostgreSQL, with its flushes to the disk, and the processes are started here; people play by script
at tables of all games, over WebSocket and REST, against each other and against computers of low
levels, some with clocks that run out. Meanwhile processes are killed, stopped and continued, the
database is stopped or crashes, and all connections to it are cut. Every fault is told as it
happens, then everything is left alone for a while, and at the end the log is audited. All of it
stays on this machine, and ends by itself.

The disk is not filled: that would need a file system of its own, mounted by root; how a full disk
is forgiven is shown by tests/house/test_trouble.py.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
from bench import chaos_audit as audit
from bench.chaos_people import Game, Notes, Person

import blockhaus
from blockhaus.house.databases import database
from house import postgres
from house.postgres import Server

CALM = 90.0  # seconds at most in which every table must go on after the last fault
OPENING = 90.0  # seconds in which a process must open
SHORT = 0.2  # minutes of a clock that is to run out
LONG = 30


class Process:
    """A process of the house at a port of its own, which can be hurt."""

    def __init__(self, url: str, folder: Path, number: int) -> None:
        self.port = _free_port()
        self.number = number
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = (folder / f"process{number}.log").open("ab")
        self._command = [sys.executable, "-m", "blockhaus", "house", "--no-browser", "--log"]
        self._command += ["error", "--port", str(self.port), "--database", url]
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=self._log, stderr=self._log)

    def look(self) -> None:
        """Start it again if it gave up, as what supervises a service does."""
        if self._process.poll() is not None:
            self.start()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def close(self) -> None:
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
        self._log.close()


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Trouble:
    """What goes wrong, one thing after the other."""

    def __init__(self, server: Server, processes: list[Process], dice: random.Random) -> None:
        self.server, self.processes, self.dice = server, processes, dice
        self.began = time.monotonic()
        self.count = 0
        self.unreachable = 0.0  # seconds in which some part of the house could not be reached

    def tell(self, what: str) -> None:
        print(f"{time.monotonic() - self.began:7.1f} s  {what}", flush=True)

    async def make(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        faults = [self._kill, self._stop, self._cut, self._restart, self._crash]
        while time.monotonic() < end:
            await asyncio.sleep(self.dice.uniform(1.0, 4.0))
            fault = faults[self.count] if self.count < len(faults) else self.dice.choice(faults)
            self.count += 1
            since = time.monotonic()
            await fault()
            for process in self.processes:
                process.look()
            self.unreachable += time.monotonic() - since

    async def _kill(self) -> None:
        process = self.dice.choice(self.processes)
        self.tell(f"process {process.number} is killed")
        process.kill()
        await asyncio.sleep(self.dice.uniform(0.0, 2.0))
        process.start()

    async def _stop(self) -> None:
        process, seconds = self.dice.choice(self.processes), self.dice.uniform(1.0, 9.0)
        self.tell(f"process {process.number} is stopped for {seconds:.1f} seconds")
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        process.signal(signal.SIGCONT)

    async def _cut(self) -> None:
        self.tell("all connections to the database are cut")
        await asyncio.to_thread(self.server.cut)

    async def _restart(self) -> None:
        self.tell("the database is stopped and started again")
        await asyncio.to_thread(self.server.stop)
        await asyncio.sleep(self.dice.uniform(0.0, 2.0))
        await asyncio.to_thread(self.server.start)

    async def _crash(self) -> None:
        self.tell("the database crashes and recovers")
        await asyncio.to_thread(self.server.crash)
        await asyncio.to_thread(self.server.start)


def make_games(
    count: int, processes: list[Process], notes: Notes, dice: random.Random
) -> list[Game]:
    """Tables of all games in turn: people among themselves, against computers, with clocks."""
    names = blockhaus.games()
    made = []
    for number in range(count):
        name = names[number % len(names)]
        alone = number // len(names) % 2 == 0
        short = number % 7 == 6
        people = [
            Person(lambda: dice.choice(processes).address, notes, dice)
            for _ in range(1 if alone else 2)
        ]
        people[-1].silent = short
        kinds: list[dict[str, Any]] = [{"kind": "me"}]
        kinds += [{"kind": "computer", "level": 1 + number % 2} if alone else {"kind": "open"}]
        wish: dict[str, Any] = {"game": name, "seats": kinds, "share": "0a" * 16}
        if short or number % 3 == 0:
            wish["clock"] = {"kind": "game", "minutes": SHORT if short else LONG, "increment": 0}
        made.append(Game(name, people, wish))
    return made


async def run(options: argparse.Namespace, server: Server, processes: list[Process]) -> int:
    dice, notes = random.Random(options.seed), Notes()
    await asyncio.gather(*map(_opened, processes))
    games = make_games(options.tables, processes, notes, dice)
    few = asyncio.Semaphore(10)

    async def set_up(game: Game) -> None:
        async with few:
            await game.set_up()

    await asyncio.gather(*map(set_up, games))
    print(f"{len(games)} tables are set up at {len(processes)} processes", flush=True)
    playing = [asyncio.create_task(game.play()) for game in games]
    trouble = Trouble(server, processes, dice)
    await trouble.make(options.seconds)
    await asyncio.gather(*map(_opened, processes))
    trouble.tell("everything is left alone")
    faults = await _calm(options.url, trouble)
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    broken = [repr(each) for each in ended if isinstance(each, Exception)]
    return _audit(options.url, processes, notes, trouble, faults + broken)


async def _opened(process: Process) -> None:
    end = time.monotonic() + OPENING
    async with httpx.AsyncClient(base_url=process.address, timeout=5) as client:
        while True:
            with suppress(httpx.TransportError):
                facts = (await client.get("/api/house")).json()
                if all(facts["ready"].values()):
                    return
            process.look()
            assert time.monotonic() < end, f"process {process.number} did not open"
            await asyncio.sleep(0.2)


async def _calm(url: str, trouble: Trouble) -> list[str]:
    """Wait until every table has gone on; those that did not."""
    kept = database(url)
    try:
        before = (await asyncio.to_thread(audit.Stored, kept)).sizes()
        end = time.monotonic() + CALM
        while True:
            await asyncio.sleep(2.0)
            stored = await asyncio.to_thread(audit.Stored, kept)
            _, found, _ = await asyncio.to_thread(audit.replayed, stored, trouble.unreachable)
            still = audit.stuck(before, stored, found)
            if not still or time.monotonic() > end:
                return still
    finally:
        kept.engine.dispose()


def _audit(
    url: str, processes: list[Process], notes: Notes, trouble: Trouble, faults: list[str]
) -> int:
    kept = database(url)
    stored = audit.Stored(kept)
    kept.engine.dispose()
    wrong, found, latest = audit.replayed(stored, trouble.unreachable)
    faults += wrong + notes.faults + audit.lost(stored, notes.decided)
    faults += audit.histories(stored, [process.address for process in processes])
    states = [table.state for table in found.values()]
    outs = sum(e.kind == "out" for entries in stored.log.values() for e in entries)
    print(
        f"{trouble.count} faults in {time.monotonic() - trouble.began:.0f} seconds; "
        f"{sum(map(len, stored.log.values()))} entries in {len(found)} tables, "
        f"{states.count('over')} of them over; {len(notes.decided)} decisions acknowledged, "
        f"{notes.sent_again} sent again, {notes.lost} lines lost; {outs} clocks ran out, "
        f"the latest {latest:.1f} seconds late"
    )
    for fault in faults:
        print(f"FAULT  {fault}")
    print("audit: " + (f"{len(faults)} faults" if faults else "nothing lost, nothing doubled, "
          "one history, no clock wrong, nothing stuck"))  # fmt: skip
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # what was started here ends here
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running(settings=()))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        options.url = server.new_database()
        processes = []
        for number in range(1, options.processes + 1):
            processes.append(Process(options.url, folder, number))
            stack.callback(processes[-1].close)
        code = asyncio.run(run(options, server, processes))
        if code and "CHAOS_LOGS" in os.environ:
            for file in sorted(folder.glob("*.log")):
                print(f"--- {file.name}\n{file.read_text()[-8000:]}")
    return code


if __name__ == "__main__":
    sys.exit(main())
