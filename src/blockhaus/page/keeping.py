"""The database of a house in a page: a file in memory, kept by the worker after every commit.

Whoever writes is told only when the worker has kept it. What cannot be kept has not happened: the
file becomes again what was kept last.
"""

from __future__ import annotations

from pathlib import Path

from ..house.databases import Sqlite
from ..house.storage import Unsure
from .hosting import PageHost
from .migrating import migrate


class KeptFile(Sqlite):
    """A database that nobody else opens, and that is gone with the page unless it is kept."""

    settings = ("journal_mode=MEMORY", "synchronous=OFF")

    def __init__(self, file: Path, host: PageHost) -> None:
        super().__init__(file)
        self._host = host
        self._kept = b""
        self._life = 0.0

    async def fetch(self) -> None:
        """Begin with what was kept, or with an empty house."""
        kept = await self._host.load()
        self._life = await self._host.last_life()
        self.put(await self._host.begin() if kept is None else kept)

    def migrate(self) -> None:
        migrate(self)

    def put(self, data: bytes) -> None:
        """Be another database from now on."""
        self.engine.dispose()
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_bytes(data)
        self._kept = data

    async def committed(self) -> None:
        data = self.file.read_bytes()
        if data == self._kept:
            return
        try:
            await self._host.keep(data)
        except Exception as error:
            self.put(self._kept)
            raise Unsure from error
        self._kept = data

    def show_life(self, at: float) -> None:
        self._host.show_life(at)

    def last_life(self) -> float:
        return self._life
