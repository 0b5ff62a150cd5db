"""Running the rules on single positions: compiled, or uncompiled for debugging and coverage.

Uncompiled rules need neither NumPy nor Numba; they serve where those do not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Protocol, runtime_checkable

from . import rules
from .chance import chance_from
from .layout import Layout, Plain
from .memory import Memory

MOST_SEATS = 8
NATIVE = ("numpy", "numba", "llvmlite")  # what compiled rules need
Record = bytes | bytearray


class Engine(Protocol):
    """What a position needs of the rules. `state` is changed in place, `record` only read.

    `rng` is the state of a generator (`chance.rng_from`), which goes on from deal to deal.
    """

    def setup(self, layout: Layout, state: bytearray, seed: int) -> None: ...
    def span(self, layout: Layout, record: Record) -> int: ...
    def verdict(self, layout: Layout, record: Record, action: int) -> int: ...
    def actions(self, layout: Layout, record: Record) -> list[int]: ...
    def play(self, layout: Layout, state: bytearray, action: int) -> None: ...
    def score(self, layout: Layout, record: Record) -> tuple[list[int], int]: ...
    def redeal(self, layout: Layout, state: bytearray, seat: int, rng: list[int]) -> None: ...


@runtime_checkable
class WithKernels(Protocol):
    """An engine that also knows loops of rooms that are no rules."""

    def kernel(self, loop: Callable[..., Any]) -> Callable[..., Any]: ...


@runtime_checkable
class WithMemory(Protocol):
    """An engine that has loops besides the rules, and memory of its own for them."""

    def memory(self, layout: Layout) -> Memory: ...


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

    def redeal(self, layout: Layout, state: bytearray, seat: int, rng: list[int]) -> None:
        s = Plain(layout, state)
        rules.redeal(s, seat, rng)
        s.write(state)


_everywhere: list[Engine] = []


def choose(one: Engine) -> None:
    """From now on this process runs rules so: for places where nothing can be compiled."""
    _everywhere[:] = [one]


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
    return _chosen.get() or (_everywhere[0] if _everywhere else _usual())


def uncompiled() -> AbstractContextManager[None]:
    """Within this block positions run the rules in plain Python."""
    return running(Uncompiled())


@contextmanager
def running(one: Engine) -> Iterator[None]:
    """Within this block positions run the rules so."""
    token = _chosen.set(one)
    try:
        yield
    finally:
        _chosen.reset(token)
