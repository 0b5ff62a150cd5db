"""Decisions that are begun as they come in: in order, answered once, and never broken off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import ContextVar, copy_context
from typing import Any

import pytest

import blockhaus
from blockhaus.house import errands
from blockhaus.house.storage import Conflict, Storage, Write
from house.visitors import ME, Place

word: ContextVar[str] = ContextVar("word", default="")


def run(work: Callable[[list[Any]], Coroutine[Any, Any, None]]) -> list[Any]:
    """What an errand said until it was done."""
    said: list[Any] = []

    async def main() -> None:
        done = asyncio.Event()
        context = copy_context()
        context.run(word.set, "its own")
        errands.run(work(said), done.set, context)
        said.append("begun")
        await asyncio.wait_for(done.wait(), 60)

    asyncio.run(main())
    return said


def test_an_errand_begins_at_once_and_goes_on_in_its_own_context() -> None:
    async def work(said: list[Any]) -> None:
        said.append(asyncio.current_task() is None or word.get())
        loop = asyncio.get_running_loop()
        said.append(await loop.run_in_executor(None, lambda: "from a thread"))
        await asyncio.sleep(0)
        async with asyncio.Lock():
            said.append(word.get())

    assert run(work) == ["its own", "begun", "from a thread", "its own"]


@pytest.mark.parametrize("failure", [ValueError, asyncio.CancelledError])
def test_an_errand_that_fails_is_done(failure: type[BaseException]) -> None:
    async def work(said: list[Any]) -> None:
        waited = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_soon(waited.set_exception, KeyError())
        try:
            await waited
        except KeyError:
            said.append("told")
        raise failure

    assert run(work) == ["begun", "told"]


def first_moves(count: int) -> list[str]:
    position = blockhaus.game("kwinty").start()
    for _ in range(count):
        position = position.play(position.moves[0])
    return position.history


def test_what_a_page_says_is_answered_in_its_order(place: Place) -> None:
    """Decisions are begun at once, and what comes after them waits until they are stored."""
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with ann.live(table) as page:
        moves = first_moves(6)
        asked = []
        for number, move in enumerate(moves):
            asked.append(page.say("move", number=number, move=move))
            asked.append(page.say("ping"))
            asked.append(page.say("move", number=number, move="z9"))
        answers: list[Any] = []
        while len(answers) < len(asked):
            message = page.next()
            if message.get("id"):
                answers.append((message["id"], message["type"]))
    kinds = ["played", "pong", "error"] * len(moves)
    assert answers == list(zip(asked, kinds, strict=True))
    assert ann.see(table)["number"] == len(moves)


def test_who_was_overtaken_by_another_process_is_judged_anew(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    write: Callable[[Storage, Write], Awaitable[None]] = Storage.write
    refused: list[Write] = []

    async def refuse_once(storage: Storage, wished: Write) -> None:
        if wished.entries and not refused:
            refused.append(wished)
            raise Conflict
        await write(storage, wished)

    with ann.live(table) as page:
        monkeypatch.setattr(Storage, "write", refuse_once)
        assert page.ask("move", number=0, move="i|")["type"] == "played"
        assert page.ask("move", number=0, move="i|")["type"] == "done"
    assert refused and ann.see(table)["number"] == 1
