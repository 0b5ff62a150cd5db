"""Running the rules on single positions: compiled, or uncompiled for debugging and coverage."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

import numpy as np

from . import kernels as k
from . import rules as plain_rules
from .chance import chance_from
from .rules import Plain

State = np.ndarray[Any, Any]  # one record, as an array of shape (1,)
MOST_SEATS = 8


def copied(state: State) -> State:
    """A copy by its bytes. NumPy copies a record field by field, which takes ten times as long."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)


class Engine(Protocol):
    """What a position needs of the rules. States are changed in place."""

    def setup(self, state: State, seed: int) -> None: ...
    def span(self, state: State) -> int: ...
    def verdict(self, state: State, action: int) -> int: ...
    def actions(self, state: State) -> list[int]: ...
    def play(self, state: State, action: int) -> None: ...
    def score(self, state: State) -> tuple[list[int], list[int]]: ...


class Compiled:
    """The rules as machine code."""

    def setup(self, state: State, seed: int) -> None:
        k.consult(state, k.SETUP, 0, k.NO_NUMBERS, chance_from(seed))

    def span(self, state: State) -> int:
        return int(k.consult(state, k.SPAN, 0, k.NO_NUMBERS, k.NO_WORDS))

    def verdict(self, state: State, action: int) -> int:
        return int(k.consult(state, k.VERDICT, action, k.NO_NUMBERS, k.NO_WORDS))

    def actions(self, state: State) -> list[int]:
        found = np.empty(self.span(state), np.int32)
        legal: list[int] = found[: k.consult(state, k.ACTIONS, 0, found, k.NO_WORDS)].tolist()
        return legal

    def play(self, state: State, action: int) -> None:
        k.consult(state, k.PLAY, action, k.NO_NUMBERS, k.NO_WORDS)

    def score(self, state: State) -> tuple[list[int], list[int]]:
        points = np.zeros(MOST_SEATS, np.int32)
        return _outcome(state, points, int(k.consult(state, k.SCORE, 0, points, k.NO_WORDS)))


class Uncompiled:
    """The same functions, run by Python itself."""

    def setup(self, state: State, seed: int) -> None:
        s = Plain(state)
        plain_rules.setup(s, chance_from(seed))
        s.write(state)

    def span(self, state: State) -> int:
        return int(plain_rules.span(Plain(state)))

    def verdict(self, state: State, action: int) -> int:
        return int(plain_rules.verdict(Plain(state), action))

    def actions(self, state: State) -> list[int]:
        s = Plain(state)
        out = [0] * plain_rules.span(s)
        return out[: plain_rules.actions(s, out)]

    def play(self, state: State, action: int) -> None:
        s = Plain(state)
        plain_rules.play(s, action)
        s.write(state)

    def score(self, state: State) -> tuple[list[int], list[int]]:
        points = np.zeros(MOST_SEATS, np.int64)
        return _outcome(state, points, int(plain_rules.score(Plain(state), points)))


def _outcome(state: State, points: Any, winners: int) -> tuple[list[int], list[int]]:
    seats = range(int(state["players"][0]))
    return [int(points[seat]) for seat in seats], [s for s in seats if winners >> s & 1]


_current: ContextVar[Engine] = ContextVar("engine", default=Compiled())  # noqa: B039


def engine() -> Engine:
    return _current.get()


@contextmanager
def uncompiled() -> Iterator[None]:
    """Within this block positions run the rules in plain Python."""
    token = _current.set(Uncompiled())
    try:
        yield
    finally:
        _current.reset(token)
