"""The rules of single positions as machine code."""

from __future__ import annotations

import numpy as np

from ..engine import MOST_SEATS, Record
from ..layout import Layout
from . import loops as k
from .generators import chance_from
from .records import as_array


class Compiled:
    """An `Engine` that asks the compiled loop `consult`."""

    def setup(self, layout: Layout, state: bytearray, seed: int) -> None:
        k.consult(as_array(layout, state), k.SETUP, 0, k.NO_NUMBERS, chance_from(seed))

    def span(self, layout: Layout, record: Record) -> int:
        return int(k.consult(_own(layout, record), k.SPAN, 0, k.NO_NUMBERS, k.NO_WORDS))

    def verdict(self, layout: Layout, record: Record, action: int) -> int:
        return int(k.consult(_own(layout, record), k.VERDICT, action, k.NO_NUMBERS, k.NO_WORDS))

    def actions(self, layout: Layout, record: Record) -> list[int]:
        states = _own(layout, record)
        found = np.empty(k.consult(states, k.SPAN, 0, k.NO_NUMBERS, k.NO_WORDS), np.int32)
        legal: list[int] = found[: k.consult(states, k.ACTIONS, 0, found, k.NO_WORDS)].tolist()
        return legal

    def play(self, layout: Layout, state: bytearray, action: int) -> None:
        k.consult(as_array(layout, state), k.PLAY, action, k.NO_NUMBERS, k.NO_WORDS)

    def score(self, layout: Layout, record: Record) -> tuple[list[int], int]:
        points = np.zeros(MOST_SEATS, np.int32)
        winners = k.consult(_own(layout, record), k.SCORE, 0, points, k.NO_WORDS)
        return points.tolist(), int(winners)

    def redeal(self, layout: Layout, state: bytearray, seat: int, rng: list[int]) -> None:
        words = np.array(rng, np.int64)
        k.consult(as_array(layout, state), k.REDEAL, seat, k.NO_NUMBERS, words)
        rng[:] = words.tolist()


def _own(layout: Layout, record: Record) -> k.Array:
    """A record to read. Arrays over bytes cannot be written to, which would be another type."""
    return as_array(layout, bytearray(record))
