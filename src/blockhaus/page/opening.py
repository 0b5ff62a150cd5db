"""Opening the house in a page."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from ..core.engine import choose
from ..core.workshop import Answer
from ..house import solver_process
from ..house.database_file import NAME
from ..house.house import House
from ..house.json_text import read, written
from ..house.settings import Settings
from ..house.solvers import Solvers, told_answer
from . import turns
from .application import PageApplication
from .engine import Fetching, Modules, PageEngine
from .hosting import PageHost
from .keeping import KeptFile

FOLDER = Path("/house")
Answered = tuple[int, str, str | bytes]


class SolversHere(Solvers):
    """Tasks are solved where everything else happens; there is no other process."""

    async def _ask(self, asked: dict[str, Any]) -> Answer | None:
        return told_answer(read(written(solver_process.answer(asked))))


class OpenHouse:
    """A house that answers."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._app = PageApplication(house)

    def request(
        self, method: str, path: str, body: str | None, lang: str
    ) -> Coroutine[Any, Any, Answered]:
        """The status, the kind of content, and the content: a text where it is one."""
        turns.hear()  # at once, not when the answer is begun
        return self._answered(method, path, body, lang)

    async def _answered(self, method: str, path: str, body: str | None, lang: str) -> Answered:
        found = await self._app.respond(method, path, body, lang)
        text = found.kind.startswith(("text/", "application/json"))
        return found.status_code, found.kind, found.body.decode() if text else found.body

    def connect(
        self, path: str, lang: str, say: Callable[[str], Any], closed: Callable[[int], Any]
    ) -> Any:
        """One end of a conversation, with `hear` and `hang_up`."""
        return self._app.connect(path, lang, say, closed)

    def want(self, game: str) -> None:
        """Somebody looks at a game: it is fetched now."""
        self.house.warming.want(game)

    async def close(self) -> None:
        await self.house.close()


async def open_house(host: PageHost, folder: Path = FOLDER) -> OpenHouse:
    """The house with everything that was kept; StorageError if that cannot be used."""
    modules = Modules(host)
    choose(PageEngine(modules))
    database = KeptFile(folder / NAME, host)
    await database.fetch()
    settings = Settings(folder=folder, alone=True, thinkers=1)
    house = House(settings, database, Fetching(modules), SolversHere)
    await house.open()
    return OpenHouse(house)
