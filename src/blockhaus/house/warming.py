"""Compiling the games while the house is open already.

Rules of a game that is not compiled yet run uncompiled in a thread, so that people can play at
once; computers wait until their game is ready. A game somebody waits for is compiled next.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from ..core.engine import uncompiled
from ..core.game import find_game
from ..core.rooms import open_rooms
from ..search.warm import warm

Result = TypeVar("Result")
NICENESS = 10
COLLECT = (50_000, 10, 10)  # new objects before the collector looks, and how it goes on from there
logger = logging.getLogger(__name__)


def step_back() -> None:
    """Let the threads that answer people go first, where the system knows priorities."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def settle() -> None:
    """Tell the garbage collector that what was loaded and compiled is here to stay.

    That is five of six objects it watches in a busy house of 200 tables. Without them its longest
    stop was 39 to 110 ms instead of 165 to 183, and a decision took it 56 microseconds, not 80.
    What comes later is looked through less often; what that alone gave was not measured.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


class Warming:
    """Which games are ready, and getting the others ready."""

    def __init__(
        self, warm: Callable[[Any], None] = warm, names: Sequence[str] | None = None
    ) -> None:
        self._warm = warm
        self.names = [room.name for room in open_rooms()] if names is None else list(names)
        self.ready: dict[str, bool] = dict.fromkeys(self.names, False)
        self.current: str | None = None
        self._wanted: list[str] = []
        self._events = {name: asyncio.Event() for name in self.names}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop waiting. Compiling cannot be broken off, but its thread ends with the process."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while rest := [name for name in self.names if not self.ready[name]]:
            self.current = next((name for name in self._wanted if name in rest), rest[0])
            await self._in_a_thread(self.current)
            self.ready[self.current] = True
            self._events[self.current].set()
        self.current = None
        await asyncio.to_thread(settle)

    async def _in_a_thread(self, name: str) -> None:
        loop = asyncio.get_running_loop()
        done = asyncio.Event()

        def work() -> None:
            try:
                self._warm(find_game(name, {}))
            except Exception:
                logger.exception("%s could not be compiled ahead", name)
            with suppress(RuntimeError):  # the house has been closed meanwhile
                loop.call_soon_threadsafe(done.set)

        threading.Thread(target=work, name=f"warming {name}", daemon=True).start()
        await done.wait()

    def is_ready(self, name: str | None) -> bool:
        """Whether a game is compiled; without a name, whichever it may be."""
        return all(self.ready.values()) if name is None else self.ready.get(name, False)

    def want(self, name: str) -> None:
        """Somebody waits for a game: it is compiled next."""
        if name not in self._wanted:
            self._wanted.append(name)

    async def wait(self, name: str) -> None:
        self.want(name)
        await self._events[name].wait()

    async def run(self, name: str, job: Callable[[], Result]) -> Result:
        """Run something that needs the rules of a game without keeping others waiting."""
        return job() if self.is_ready(name) else await asyncio.to_thread(self._slowly, job)

    async def aside(self, name: str | None, job: Callable[[], Result]) -> Result:
        """Run something that takes milliseconds in a thread; no name if it is yet to be read."""
        return await asyncio.to_thread(job if self.is_ready(name) else self.uncompiled(job))

    def uncompiled(self, job: Callable[[], Result]) -> Callable[[], Result]:
        """The same with rules as they are written."""
        return partial(self._slowly, job)

    @staticmethod
    def _slowly(job: Callable[[], Result]) -> Result:
        with uncompiled():
            return job()

    @property
    def progress(self) -> dict[str, Any]:
        done = sum(self.ready.values())
        return {"done": done, "total": len(self.names), "game": self.current}
