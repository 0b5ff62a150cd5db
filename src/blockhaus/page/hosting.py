"""What a page's worker does for the house, and how Python speaks with it."""

from __future__ import annotations

from typing import Any, Protocol

from ..core.wasm.memory import Host


class PageHost(Protocol):
    """The worker. Games are known by their names, the database by its bytes."""

    def description(self, game: str) -> str:
        """What a game's module tells of itself, in JSON, once it has been fetched."""

    def module(self, game: str) -> Host:
        """A new instance of a game's module, once it has been fetched."""

    async def fetch_game(self, game: str) -> None: ...

    async def load(self) -> bytes | None:
        """The database as it was kept; None if there was none."""

    async def begin(self) -> bytes:
        """The database of an empty house."""

    async def keep(self, data: bytes) -> None:
        """Keep the database; an error if that cannot be."""

    def show_life(self, at: float) -> None:
        """Leave a sign of life beside it, without waiting for that."""

    async def last_life(self) -> float:
        """The last one; 0 if there is none."""


class InBrowser:
    """A `PageHost` by JavaScript: its arrays become bytes, and bytes its arrays."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker

    def description(self, game: str) -> str:
        return str(self._worker.description(game))

    def module(self, game: str) -> Host:
        return Instance(self._worker.module(game))

    async def fetch_game(self, game: str) -> None:
        await self._worker.fetchGame(game)

    async def load(self) -> bytes | None:
        found = await self._worker.load()
        return None if found is None else bytes(found.to_bytes())

    async def begin(self) -> bytes:
        return bytes((await self._worker.begin()).to_bytes())

    async def keep(self, data: bytes) -> None:
        from pyodide.ffi import to_js

        await self._worker.keep(to_js(data))

    def show_life(self, at: float) -> None:
        self._worker.showLife(at)

    async def last_life(self) -> float:
        return float(await self._worker.lastLife())


class Instance:
    """A running module."""

    def __init__(self, instance: Any) -> None:
        self.call = instance.call
        self._view = instance.view

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._view(address, size).to_bytes())

    def write(self, address: int, data: bytes | bytearray) -> None:
        self._view(address, len(data)).assign(data)
