"""Running the rules on single positions: compiled, or uncompiled for debugging and coverage.

Uncompiled rules need neither NumPy nor Numba; they serve where those do not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Protocol

from . import rules
from .chance import chance_from, rng_from
from .layout import Layout, Plain

MOST_SEATS = 8
NATIVE = ("numpy", "numba", "llvmlite")  # what compiled rules need
Record = bytes | bytearray


class Engine(Protocol):
    """What a position needs of the rules. `state` is changed in place, `record` only read."""

    def setup(self, layout: Layout, state: bytearray, seed: int) -> None: ...
    def span(self, layout: Layout, record: Record) -> int: ...
    def verdict(self, layout: Layout, record: Record, action: int) -> int: ...
    def actions(self, layout: Layout, record: Record) -> list[int]: ...
    def play(self, layout: Layout, state: bytearray, action: int) -> None: ...
    def score(self, layout: Layout, record: Record) -> tuple[list[int], int]: ...
    def redeal(self, layout: Layout, state: bytearray, seat: int, seed: int) -> None: ...


class Uncompiled:
    """The rules run by Python itself."""

    def setup(self, layout: Layout, state: bytearray, seed: int) -> None:
        s = Plain(layout, state)
        rules.setup(s, chance_from(seed))
        s.write(state)

    def span(self, layout: Layout, record: Record) -> int:
        return int(rules.span(Plain(layout, record)))

    def verdict(self, layout: Layout, record: Record, action: int) -> int:
        return int(rules.verdict(Plain(layout, record), action))

    def actions(self, layout: Layout, record: Record) -> list[int]:
        s = Plain(layout, record)
        out = [0] * rules.span(s)
        return out[: rules.actions(s, out)]

    def play(self, layout: Layout, state: bytearray, action: int) -> None:
        s = Plain(layout, state)
        rules.play(s, action)
        s.write(state)

    def score(self, layout: Layout, record: Record) -> tuple[list[int], int]:
        points = [0] * MOST_SEATS
        return points, int(rules.score(Plain(layout, record), points))

    def redeal(self, layout: Layout, state: bytearray, seat: int, seed: int) -> None:
        s = Plain(layout, state)
        rules.redeal(s, seat, rng_from(seed))
        s.write(state)


@cache
def _usual() -> Engine:
    """Compiled rules, where they can be had; they are loaded when something is first played."""
    try:
        from .native.engine import Compiled
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in NATIVE:
            return Uncompiled()
        raise
    return Compiled()


_chosen: ContextVar[Engine | None] = ContextVar("engine", default=None)


def engine() -> Engine:
    return _chosen.get() or _usual()


@contextmanager
def uncompiled() -> Iterator[None]:
    """Within this block positions run the rules in plain Python."""
    token = _chosen.set(Uncompiled())
    try:
        yield
    finally:
        _chosen.reset(token)
