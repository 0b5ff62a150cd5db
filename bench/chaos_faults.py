"""What goes wrong, one thing after the other: processes, the database, its disk, people's lines."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import httpx
from bench.chaos_people import Person

from blockhaus.house.settings import SETTINGS
from house.postgres import Server

OPENING = 300.0  # seconds in which a process must open, on a very busy machine
# All people come from one address here, which the limits for addresses are not meant for.
MANY = {
    setting.variable: "100000" if setting.field == "connections" else "1000000,1000000"
    for setting in SETTINGS
    if setting.group in ("limits", "address_limits")
}


class Process:
    """A process of the house at a port of its own, which can be hurt."""

    def __init__(self, kept: Sequence[str], folder: Path, number: int) -> None:
        self.port = _free_port()
        self.number = number
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"process{number}.log"
        self._log = self.log.open("ab")
        self._command = [sys.executable, "-m", "blockhaus", "house", "--no-browser", "--log"]
        self._command += ["error", "--port", str(self.port), *kept]
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdout=self._log, stderr=self._log, env={**os.environ, **MANY}
        )

    def look(self) -> None:
        """Start it again if it gave up, as what supervises a service does."""
        if self._process.poll() is not None:
            self.start()

    async def opened(self) -> None:
        """Wait until it can be played there."""
        end = time.monotonic() + OPENING
        async with httpx.AsyncClient(base_url=self.address, timeout=5) as client:
            while True:
                with suppress(httpx.TransportError):
                    facts = (await client.get("/api/house")).json()
                    if all(facts["ready"].values()):
                        return
                self.look()
                assert time.monotonic() < end, (self.number, self.log.read_text()[-2000:])
                await asyncio.sleep(0.2)

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


class Disk:
    """A small file system, which can be filled. Only root may mount one; for others it is a folder
    like any other, and stays as it is.
    """

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder / "disk"
        self.folder.mkdir()
        self._ballast = self.folder / "ballast"
        image = folder / "disk.image"
        with image.open("wb") as file:
            file.truncate(megabytes << 20)
        self.is_small = _did("mkfs.ext4", "-q", "-m", "0", str(image)) and _did(
            "mount", "-o", "loop", str(image), str(self.folder)
        )
        self.folder.chmod(0o755)  # the database is not root's

    def fill(self) -> None:
        """Nothing is left, down to the last block."""
        size, end = 256 << 20, 0
        with self._ballast.open("wb") as file:
            while size >= 1024:
                try:
                    os.posix_fallocate(file.fileno(), end, size)
                    end += size
                except OSError:
                    size //= 2

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)

    def close(self) -> None:
        if self.is_small:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


def _did(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


class Trouble:
    """What goes wrong, and when it did."""

    def __init__(
        self,
        server: Server | None,
        disk: Disk,
        processes: list[Process],
        people: Iterable[Person],
        dice: random.Random,
    ) -> None:
        self.server, self.disk, self.processes, self.dice = server, disk, processes, dice
        self.people = list(people)
        self.began = time.monotonic()
        self.spans: list[tuple[float, float]] = []  # when something was wrong, by the system's time
        self.going = True

    def tell(self, what: str) -> None:
        print(f"{time.monotonic() - self.began:7.1f} s  {what}", flush=True)

    def unreachable(self, since: float, until: float) -> float:
        """For how many seconds of a stretch of time something was wrong."""
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in self.spans)

    async def make(self, seconds: float) -> None:
        """Everything that can go wrong does so once, and then whatever comes."""
        self.began = time.monotonic()
        end = self.began + seconds
        faults: list[Callable[[], Awaitable[None]]] = [self._kill, self._stop, self._hang_up]
        faults += [self._fill] if self.disk.is_small else []
        faults += [self._cut, self._restart, self._crash] if self.server else []
        while time.monotonic() < end:
            await asyncio.sleep(self.dice.uniform(1.0, 4.0))
            count = len(self.spans)
            since = time.time()
            await (faults[count] if count < len(faults) else self.dice.choice(faults))()
            self._look()
            if len(self.processes) == 1:  # nothing else can go wrong before it is open
                await self.processes[0].opened()
            self.spans.append((since, time.time()))
        self.going = False

    def _look(self) -> None:
        for process in self.processes:
            process.look()

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

    async def _hang_up(self) -> None:
        cut = sum(person.hang_up() for person in self.people)
        self.tell(f"the lines of {cut} pages are cut")

    async def _fill(self) -> None:
        seconds, kills = self.dice.uniform(1.0, 8.0), self.dice.random() < 0.3
        self.tell(f"the disk is full for {seconds:.1f} seconds" + ", and more" * kills)
        await asyncio.to_thread(self.disk.fill)
        if kills:
            await self._kill()
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self.disk.free)
        if self.server:
            gave_up = await asyncio.to_thread(self.server.look)
            if gave_up:
                self.tell("the database had given up and is started again")

    async def _cut(self) -> None:
        assert self.server
        self.tell("all connections to the database are cut")
        await asyncio.to_thread(self.server.cut)

    async def _restart(self) -> None:
        assert self.server
        self.tell("the database is stopped and started again")
        await asyncio.to_thread(self.server.stop)
        await asyncio.sleep(self.dice.uniform(0.0, 2.0))
        await asyncio.to_thread(self.server.start)

    async def _crash(self) -> None:
        assert self.server
        self.tell("the database crashes and recovers")
        await asyncio.to_thread(self.server.crash)
        await asyncio.to_thread(self.server.start)
