"""Letting others have a turn during long work, where nothing else does.

With threads others get theirs anyway, and nothing happens here. A page has one thread for
everything: there, whoever searches or solves breathes between two slices of the work, so that
questions are answered meanwhile and a request to stop is heard.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache

EVERY = 0.02  # seconds between two breaths

_breath: list[Callable[[], object]] = []
_latest = [0.0]


def breathe_by(function: Callable[[], object] | None) -> None:
    """From now on this is done between slices of long work, about every 20 milliseconds."""
    _breath[:] = [] if function is None else [function]


def breathe() -> None:
    """Called by whoever works for long, as often as it likes. Nothing may be half done."""
    if _breath and time.monotonic() - _latest[0] >= EVERY:
        try:
            _breath[0]()
        finally:
            _latest[0] = time.monotonic()


@cache
def has_threads() -> bool:
    """Whether threads can be started here. In a page they cannot."""
    try:
        threading.Thread(target=int, daemon=True).start()
    except RuntimeError:
        return False
    return True
