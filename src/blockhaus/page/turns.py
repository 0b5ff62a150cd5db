"""How long the page is listened to while something thinks.

An answer takes several turns of the event loop. Who has just asked something gets them; otherwise
one turn at each breath is enough to hear whether anybody asks, and takes nothing from the thinking.
"""

from __future__ import annotations

import asyncio
import time

FRESH = 0.25  # seconds for which a question is waited on
TURNS = 12  # at one breath

_heard = [float("-inf")]


def hear() -> None:
    """The page has said something."""
    _heard[0] = time.monotonic()


async def listen() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)
        if time.monotonic() - _heard[0] > FRESH:
            return


def take_a_breath() -> None:
    """Let the page be heard, where the browser can suspend Python."""
    from pyodide.ffi import can_run_sync, run_sync

    if can_run_sync():
        run_sync(listen())
