"""Paths that only a house in a page has: its database as a file, to take away and to bring."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import APIRouter, Request, Response

from ..house import taking_along
from ..house.alive import known_pauses, last_alive
from ..house.clock import Pauses
from ..house.database_file import NAME, StorageError
from ..house.databases import Sqlite
from ..house.house import House
from ..house.routes import acting, house_of
from ..house.storage import Storage
from ..house.texts import HouseError
from ..house.wire import requests
from ..house.your_routes import decoded
from .keeping import KeptFile
from .migrating import migrate

router = APIRouter(prefix="/api/page")


@router.get("/copy", response_model=None)
async def copy(request: Request) -> Any:
    """Everything that is kept here, as one file."""
    database = house_of(request).storage.database
    assert isinstance(database, KeptFile)
    return Response(database.file.read_bytes(), media_type="application/vnd.sqlite3")


@router.post("/copy", response_model=None)
async def bring_copy(request: Request, wish: requests.Archive) -> Any:
    """Take in such a file: what is not here yet is added."""
    async with acting(request) as holder:
        taken = await _taken_in(house_of(request), holder, decoded(wish.archive))
    return taken.facts


async def _taken_in(house: House, holder: str, data: bytes) -> taking_along.Taken:
    with TemporaryDirectory() as folder:
        file = Path(folder) / NAME
        file.write_bytes(data)
        try:
            other = OtherFile(file)
            other.migrate()
        except StorageError:
            raise HouseError("bad-archive") from None
        storage = Storage(other)
        try:
            pauses, at = Pauses(await known_pauses(storage)), await last_alive(storage)
            along = await taking_along.told_of(house, storage, holder, pauses, at)
            name = await storage.name(holder)
        finally:
            other.engine.dispose()
    return await taking_along.take_in(house, holder, name, along)


class OtherFile(Sqlite):
    """A database that is only read."""

    settings = ("journal_mode=MEMORY",)

    def migrate(self) -> None:
        migrate(self)
