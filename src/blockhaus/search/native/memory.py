"""Memory for loops natively: NumPy's arrays, and the loops themselves by their names."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.layout import Layout
from ...core.native.records import dtype_of
from . import early, exact, proof, rebase, solve, tree, wins

Array = np.ndarray[Any, Any]
BYTE = np.dtype("u1")


def reaches(*arguments: Any) -> Any:
    """Fingerprints stay what they are in compiled code: unsigned, also if they are small."""
    *others, first, second = arguments
    return exact.reaches(*others, np.uint64(first), np.uint64(second))


LOOPS: dict[str, Callable[..., Any]] = {
    "simulate": tree.simulate,
    "name_effects": tree.name_effects,
    "note_proof": tree.note_proof,
    "rebase": rebase.rebase,
    "first_step": wins.first_step,
    "force": solve.force,
    "sure_wins": solve.sure_wins,
    "pursue": proof.pursue,
    "reaches": reaches,
    "fingerprint_of": exact.fingerprint_of,
    "spread": early.spread,
    "back_up": early.back_up,
}

DTYPES = {
    "node": tree.NODE,
    "solved": solve.ENTRY,
    "proved": proof.ENTRY,
    "valued": exact.ENTRY,
}


class NativeMemory:
    """A `Memory` of NumPy's arrays. It keeps nothing, so one serves all thoughts about a game."""

    most = math.inf

    def __init__(self, layout: Layout) -> None:
        self._dtypes = {**DTYPES, "record": dtype_of(layout)}

    def array(self, element: str, *shape: int) -> Array:
        return np.zeros(shape, self._dtypes.get(element, element))

    def room(self, element: str, *shape: int) -> Array:
        return np.empty(shape, self._dtypes.get(element, element))

    def seen_as(self, array: Any, element: str, *shape: int) -> Array:
        return array.view(self._dtypes.get(element, element)).reshape(shape)  # type: ignore[no-any-return]

    def put(self, array: Any, first: int, data: bytes) -> None:
        begin = first * array.itemsize  # as bytes: records are copied field by field
        array.view(BYTE)[begin : begin + len(data)] = np.frombuffer(data, BYTE)

    def call(self, loop: str, *arguments: Any) -> Any:
        return LOOPS[loop](*arguments)
