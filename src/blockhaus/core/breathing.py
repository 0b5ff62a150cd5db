"""Letting others have a turn during long work, where nothing else does.

With threads others get theirs anyway, and nothing happens here. A page has one thread for
everything: there, whoever searches or solves breathes between two slices of the work, so that
questions are answered meanwhile and a request to stop is heard. That takes a browser that can
suspend Python. What goes on for long is therefore also there in steps, which every browser can
take one at a time.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from functools import cache
from typing import TypeVar

EVERY = 0.02  # seconds between two breaths

Result = TypeVar("Result")
Steps = Generator[None, None, Result]  # work in steps of about that length; at last its result

_breath: list[Callable[[], object]] = []
_latest = [0.0]
_rest: list[Callable[[], Awaitable[object]]] = []


def breathe_by(
    function: Callable[[], object] | None, rest: Callable[[], Awaitable[object]] | None = None
) -> None:
    """From now on this is done between slices of long work, about every 20 milliseconds, and the
    rest between steps of it.
    """
    _breath[:] = [] if function is None else [function]
    _rest[:] = [] if rest is None else [rest]


def breathe() -> None:
    """Called by whoever works for long, as often as it likes. Nothing may be half done."""
    if _breath and time.monotonic() - _latest[0] >= EVERY:
        try:
            _breath[0]()
        finally:
            _latest[0] = time.monotonic()


def in_full(steps: Steps[Result]) -> Result:
    """The result of all steps, one after the other."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Result = end.value
            return found


async def in_turns(steps: Steps[Result]) -> Result:
    """The same, but others have a turn after each step, and may end it."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Result = end.value
            return found
        await (_rest[0]() if _rest else asyncio.sleep(0))


@cache
def has_threads() -> bool:
    """Whether threads can be started here. In a page they cannot."""
    try:
        threading.Thread(target=int, daemon=True).start()
    except RuntimeError:
        return False
    return True
