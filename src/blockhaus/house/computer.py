"""Computer players: they think in a few threads in the background, for every host in turn."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections import Counter
from typing import Any

from ..core.position import Position
from ..players.guard import Guarded
from ..players.levels import Level, levels
from ..players.player import player
from .live_table import LiveTable
from .queues import Flow, Thinkers, alone
from .storage import Unreachable
from .texts import HouseError
from .warming import Warming

logger = logging.getLogger(__name__)

GRACE = 5.0  # seconds beyond its stated time until a player is called late
TABLES = 12  # of one host at which computers may be at it at once
LEAST = 0.005  # seconds
SIMULATIONS = 5000.0  # a second, at least
KEPT = 2  # players that keep their trees, of up to 128 megabytes each


def level_facts(game: str) -> list[dict[str, Any]]:
    """The levels of a game as its box tells them."""
    return [
        {
            "level": level.number,
            "name": level.name,
            "seconds": level.seconds,
            "rating": level.rating,
            "error": level.error,
        }
        for level in levels(game)
    ]


class Minds:
    """Who thinks for the seats. The players of the top level go on with the tree they have grown,
    so the second decision of a turn follows the plan of the first; a few of them are kept.
    """

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._kept: dict[tuple[str, int, int], Guarded] = {}
        self._lock = threading.Lock()

    def think(self, table: str, position: Position, level: int) -> str:
        """The move of a computer, which knows what the seat to move knows."""
        known = levels(position.game.id)[level - 1]
        key = table, position.to_move or 0, level
        with self._lock:  # taken out, so that nobody else thinks with it
            asked = self._kept.pop(key, None)
        asked = asked or Guarded(player(f"level:{level}"), known.seconds + GRACE)
        move = asked.choose(position)
        for lapse in asked.lapses:
            logger.warning("a computer lapsed: %s", lapse)
        if known.strength.simulations is None and not asked.lapses:
            self._keep(key, asked)
        return move

    def _keep(self, key: tuple[str, int, int], asked: Guarded) -> None:
        with self._lock:
            self._kept[key] = asked
            while len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]


class Computers:
    """The threads in which computers think, one of them for short thoughts alone."""

    def __init__(self, warming: Warming, threads: int | None = None, flow: Flow = alone) -> None:
        self.warming = warming
        self.minds = Minds()
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self.line = Thinkers("thinking", self.threads, spare=1, flow=flow)
        self._asked: Counter[str] = Counter()  # by the hosts of the tables
        self._tasks: set[asyncio.Task[None]] = set()

    def room_for(self, host: str) -> int:
        """At how many more tables of a host computers may be asked at once."""
        return TABLES - self._asked[host]

    def check(self, host: str) -> None:
        if self.room_for(host) <= 0:
            raise HouseError("many-thinking", number=TABLES)

    def ask(self, live: LiveTable) -> None:
        """Let the computer that is due at a table move when its turn has come."""
        if live.asked is live.table.position:
            return
        live.asked = live.table.position
        task = asyncio.create_task(self._move(live, live.table.position))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, live: LiveTable, position: Position) -> None:
        host = live.table.founding.host
        self._asked[host] += 1
        try:
            move = await self._thought(live, position, host)
            if move is not None:
                await live.computer_move(position, move)
        except Exception as error:  # the house asks again when it next looks around
            if live.asked is position:
                live.asked = None
            if not isinstance(error, (HouseError, *Unreachable)):
                logger.exception("a computer could not move")
        finally:
            self._asked[host] -= 1
            self._asked += Counter()  # forgets those at zero

    async def _thought(self, live: LiveTable, position: Position, host: str) -> str | None:
        seat = position.to_move
        assert seat is not None
        level = live.table.seats[seat].level or 1
        await self.warming.wait(position.game.id)
        known = levels(position.game.id)[level - 1]
        table = live.table.founding.id

        def job() -> str | None:
            wanted = live.table.position is position
            return self.minds.think(table, position, level) if wanted else None

        try:
            return await self.line.think(
                host, _effort(known), job, lambda: live.think(seat, known.seconds)
            )
        finally:
            if live.thinking is not None:
                live.think(None)

    async def close(self) -> None:
        """Forget what computers think; their tables are asked again at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.line.close()


def _effort(level: Level) -> float:
    """About how many seconds a level thinks."""
    if level.strength.simulations is None:
        return level.seconds
    return min(level.seconds, LEAST + level.strength.simulations / SIMULATIONS)
