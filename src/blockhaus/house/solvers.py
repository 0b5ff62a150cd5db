"""Solving tasks for people who build alone: one at a time, in a process that can be ended."""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from typing import Any

from ..core.errors import BlockhausError
from ..core.workshop import Answer, Building, Task
from .json_text import read, written
from .queues import Flow, Line, alone
from .texts import HouseError

SECONDS = 20.0  # for one question
GRACE = 90.0  # until the process counts as stuck: it may have to compile the search first
IDLE = 300.0  # until a process that nobody asks is ended
QUESTIONS = 2  # of one visitor that wait or are being answered
KEPT = 1000  # answers that are remembered


class Solvers:
    """The process, who waits for it, and what it has found out."""

    def __init__(self, seconds: float = SECONDS, grace: float = GRACE, flow: Flow = alone) -> None:
        self.seconds, self.grace = seconds, grace
        self.line = Line(1, QUESTIONS, flow=flow)
        self._process: asyncio.subprocess.Process | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._known: OrderedDict[str, Answer | None] = OrderedDict()

    async def close(self) -> None:
        if self._idle:
            self._idle.cancel()
        process, self._process = self._process, None
        if process and process.returncode is None:
            process.kill()
            await process.wait()

    async def solve(
        self, visitor: str, game: str, task: Task, building: Building | None
    ) -> Answer | None:
        """The best answer found in the time there is; None if there is none at all."""
        asked = {"game": game, "task": task.id, "building": building}
        key = written(asked)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        async with self.line.turn(visitor, self.seconds):
            found = await self._ask({**asked, "seconds": self.seconds})
        if found is None or found.proven:  # else there may be more time another day
            self._known[key] = found
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    async def _ask(self, asked: dict[str, Any]) -> Answer | None:
        process = await self._ready()
        assert process.stdin and process.stdout
        try:
            process.stdin.write(f"{written(asked)}\n".encode())
            line = await asyncio.wait_for(process.stdout.readline(), self.seconds + self.grace)
        except (TimeoutError, ConnectionError, asyncio.CancelledError) as error:
            await self.close()  # what it answers later would be taken for the answer to another
            if isinstance(error, asyncio.CancelledError):
                raise
            raise HouseError("solver-late") from None
        if not line:
            await self.close()
            raise HouseError("solver-late")
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._rest)
        return told_answer(read(line.decode()))

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._idle:
            self._idle.cancel()
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "blockhaus.house.solver_process", stdin=pipe, stdout=pipe
            )
        return self._process

    def _rest(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()


def told_answer(told: dict[str, Any]) -> Answer | None:
    if "error" in told:
        source, facts = told["error"]["text"], told["error"]["facts"]
        raise HouseError("bad-task", detail=BlockhausError(source, **facts))
    found = told["found"]
    return Answer(**found) if found else None
