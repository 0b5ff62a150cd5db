"""Computer players: they think in a few threads in the background, first come, first served."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..core.position import Position
from ..players.guard import Guarded
from ..players.levels import levels
from ..players.player import player
from .live_table import LiveTable
from .warming import Warming, step_back

logger = logging.getLogger(__name__)

GRACE = 5.0  # seconds beyond its stated time until a player is called late
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
    """The threads in which computers think."""

    def __init__(self, warming: Warming, threads: int | None = None) -> None:
        self.warming = warming
        self.minds = Minds()
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(self.threads, "thinking", step_back)
        self._free = asyncio.Semaphore(self.threads)
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, live: LiveTable) -> None:
        """Let the computer that is due at a table move, as soon as a thread is free."""
        if live.asked is live.table.position:
            return
        live.asked = live.table.position
        task = asyncio.create_task(self._move(live, live.table.position))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, live: LiveTable, position: Position) -> None:
        seat = position.to_move
        assert seat is not None
        level = live.table.seats[seat].level or 1
        await self.warming.wait(position.game.id)
        loop = asyncio.get_running_loop()
        async with self._free:  # who waits for a thread does not think yet
            live.think(seat, levels(position.game.id)[level - 1].seconds)
            table = live.table.founding.id
            move = await loop.run_in_executor(self._pool, self.minds.think, table, position, level)
            live.think(None)
        await live.computer_move(position, move)

    async def close(self) -> None:
        """Forget what computers think; their tables are asked again at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)
