"""The engine of a page: a game's module once it has been fetched, and Python itself until then."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

from ..core.engine import Engine, Record, Uncompiled
from ..core.kernels import game_of
from ..core.layout import Layout
from ..core.memory import Memory
from ..core.rooms import game_names
from ..core.wasm.engine import Wasm
from ..core.wasm.memory import Module
from ..house.warming import Warming
from .hosting import PageHost

Result = TypeVar("Result")
logger = logging.getLogger(__name__)
RETRY_AFTER = 5.0  # seconds
PATIENCE = 3.0  # seconds until rules run without their module


class Modules:
    """The modules of games: which have been fetched, and new instances of them."""

    def __init__(self, host: PageHost) -> None:
        self.host = host
        self.here: set[str] = set()
        self._described = cache(lambda game: json.loads(host.description(game)))

    def open(self, game: str) -> Module:
        return Module(self._described(game), self.host.module(game))


class PageEngine:
    """An `Engine` that has the rules run by whatever is here. Both give the same."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._wasm = Wasm(modules.open)
        self._plain = Uncompiled()

    def _for(self, layout: Layout) -> Engine:
        return self._wasm if layout.name in self._modules.here else self._plain

    def setup(self, layout: Layout, state: bytearray, seed: int) -> None:
        self._for(layout).setup(layout, state, seed)

    def span(self, layout: Layout, record: Record) -> int:
        return self._for(layout).span(layout, record)

    def verdict(self, layout: Layout, record: Record, action: int) -> int:
        return self._for(layout).verdict(layout, record, action)

    def actions(self, layout: Layout, record: Record) -> list[int]:
        return self._for(layout).actions(layout, record)

    def play(self, layout: Layout, state: bytearray, action: int) -> None:
        self._for(layout).play(layout, state, action)

    def score(self, layout: Layout, record: Record) -> tuple[list[int], int]:
        return self._for(layout).score(layout, record)

    def redeal(self, layout: Layout, state: bytearray, seat: int, rng: list[int]) -> None:
        self._for(layout).redeal(layout, state, seat, rng)

    def memory(self, layout: Layout) -> Memory:
        """Whatever thinks waits for its game's module first."""
        return self._wasm.memory(layout)

    def kernel(self, loop: Callable[..., Any]) -> Callable[..., Any]:
        here = game_of(loop) in self._modules.here
        return self._wasm.kernel(loop) if here else loop


class Fetching(Warming):
    """Games are ready when their modules are here. Nothing is compiled, and there are no threads:
    what is asked for runs at once.
    """

    def __init__(self, modules: Modules) -> None:
        super().__init__(names=game_names())
        self._modules = modules
        self._under_way: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """What is wanted first decides what is fetched first."""

    def want(self, name: str) -> None:
        if name in self.names and not self.ready[name] and name not in self._under_way:
            self._under_way[name] = asyncio.create_task(self._fetch(name))

    async def _fetch(self, name: str) -> None:
        while not self.ready[name]:
            try:
                await self._modules.host.fetch_game(name)
            except Exception as error:
                logger.warning("%s could not be fetched: %s", name, error)
                await asyncio.sleep(RETRY_AFTER)
            else:
                self._modules.here.add(name)
                self.ready[name] = True
                self._events[name].set()

    async def run(self, name: str, job: Callable[[], Result]) -> Result:
        if name in self.names and not self.ready[name]:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wait(name), PATIENCE)
        return job()

    async def aside(self, name: str | None, job: Callable[[], Result]) -> Result:
        return job() if name is None else await self.run(name, job)
