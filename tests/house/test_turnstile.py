"""Requests come in one by one; what comes over open sockets goes between them."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import Receive, Scope, Send

from blockhaus.house.turnstile import Turnstile


class Rounds:
    """Counts the rounds of the loop, as a socket is heard in each."""

    def __init__(self) -> None:
        self.number = 0
        self.let_in: list[tuple[str, int]] = []
        self._count()

    def _count(self) -> None:
        self.number += 1
        asyncio.get_running_loop().call_soon(self._count)

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.let_in.append((scope["path"], self.number))


async def nothing(*_: Any) -> Any:
    raise AssertionError("nobody asks for it here")


def asked(door: Turnstile, path: str, kind: str = "http") -> asyncio.Task[None]:
    return asyncio.create_task(door({"type": kind, "path": path}, nothing, nothing))


def test_one_request_a_round_in_the_order_in_which_they_came() -> None:
    async def crowd() -> Rounds:
        rounds = Rounds()
        door = Turnstile(rounds.app)
        await asyncio.gather(*(asked(door, str(number)) for number in range(6)))
        return rounds

    seen = asyncio.run(crowd()).let_in
    assert [path for path, _ in seen] == list("012345")
    assert len({number for _, number in seen}) == 6


def test_sockets_wait_for_nobody() -> None:
    async def crowd() -> Rounds:
        rounds = Rounds()
        door = Turnstile(rounds.app)
        requests = [asked(door, str(number)) for number in range(4)]
        await asyncio.gather(*requests, asked(door, "live", "websocket"))
        return rounds

    seen = dict(asyncio.run(crowd()).let_in)
    assert seen["live"] == seen["0"] < seen["1"]


def test_who_has_gone_away_takes_no_turn() -> None:
    async def crowd() -> Rounds:
        rounds = Rounds()
        door = Turnstile(rounds.app)
        requests = [asked(door, str(number)) for number in range(4)]
        await asyncio.sleep(0)
        requests[1].cancel()
        requests[2].cancel()
        await asyncio.gather(*requests, return_exceptions=True)
        late = asked(door, "late")
        await asyncio.sleep(0)
        await late
        return rounds

    assert [path for path, _ in asyncio.run(crowd()).let_in] == ["0", "3", "late"]
