"""A page that does not read what it is sent takes little of the house."""

from __future__ import annotations

import asyncio
from typing import Any

from blockhaus.house.connection import LARGEST_LINE, LONGEST_LINE, TRY_AGAIN, Connection


class Deaf:
    """A socket whose other end never reads."""

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()


def kept(messages: int, letters: int) -> tuple[int, int | None]:
    """The letters that wait for a page after so many messages, and how it is sent away."""

    async def work() -> tuple[int, int | None]:
        socket: Any = Deaf()
        persons: Any = None
        connection = Connection(socket, persons, None)
        most = 0
        for _ in range(messages):
            connection.send_text("x" * letters)
            await asyncio.sleep(0)
            most = max(most, sum(map(len, connection._line)))
        connection.writer.cancel()
        return most, connection._close

    return asyncio.run(work())


def test_a_page_that_does_not_read_is_sent_away() -> None:
    assert kept(LONGEST_LINE // 2, 10) == ((LONGEST_LINE // 2 - 1) * 10, None)
    assert kept(LONGEST_LINE + 10, 10)[1] == TRY_AGAIN
    most, closed = kept(100, 100_000)
    assert closed == TRY_AGAIN and most <= LARGEST_LINE


class Slow:
    """A socket whose other end reads when it is told to."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.heard: list[str] = []

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(text)

    def tell(self, text: str) -> bool:
        if self.reads.is_set():
            self.heard.append(text)
        return self.reads.is_set()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_what_a_page_takes_is_sent_at_once_and_never_before_what_waits() -> None:
    async def work() -> None:
        page = Slow()
        socket: Any = page
        persons: Any = None
        connection = Connection(socket, persons, None, tell=page.tell)
        page.reads.set()
        connection.send_text("1")
        assert page.heard == ["1"]  # no task had its turn
        page.reads.clear()
        connection.send_text("2")
        await settle()  # the writer has taken it, and waits
        assert not connection._line
        page.reads.set()
        connection.send_text("3")  # would overtake it
        assert page.heard == ["1"]
        await settle()
        assert page.heard == ["1", "2", "3"]
        connection.send_text("4")
        assert page.heard == ["1", "2", "3", "4"]
        connection.writer.cancel()

    asyncio.run(work())
