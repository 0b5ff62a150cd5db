"""Which loops become WebAssembly, and what they take.

A signature is a row of words, one for each argument, and those of the results after an arrow:
`record[] i8 f4[,] -> i8`. Numbers are named as in layouts, with `f4`, `f8` and `b1` besides;
brackets make an array of them, with a comma less than it has dimensions. `record` is the game's
record, and other names are those of further records, such as the nodes of a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..game import Game
from ..native import loops
from ..native.compiled import compiled
from ..native.records import dtype_of

RECORD = "record"

Dtypes = Mapping[str, "np.dtype[Any]"]


@dataclass(frozen=True)
class Kind:
    """What one argument is: a number, or an array of numbers or records."""

    element: str
    dimensions: int  # 0 for a number

    @classmethod
    def read(cls, word: str) -> Kind:
        element, bracket, rest = word.partition("[")
        return cls(element, len(rest) if bracket else 0)


@dataclass(frozen=True)
class Loop:
    """A compiled loop with its signature."""

    function: Any  # Numba's dispatcher
    signature: str
    dtypes: Dtypes = field(default_factory=dict)  # of the records that it names

    @property
    def name(self) -> str:
        return str(self.function.py_func.__name__)

    @property
    def plain(self) -> Callable[..., Any]:
        plain: Callable[..., Any] = self.function.py_func
        return plain

    @property
    def arguments(self) -> list[str]:
        return self.signature.partition("->")[0].split()

    @property
    def results(self) -> list[str]:
        return self.signature.partition("->")[2].split()


def record_dtypes(game: Game) -> dict[str, np.dtype[Any]]:
    return {RECORD: dtype_of(game.definition.state)}


def rule_loops(game: Game) -> list[Loop]:
    """What plays a game: single positions, whole random games, and what the mover may see."""
    planes = "," * len(game.definition.planes(game.plain_start))
    seen = f"record[] record[] i8[,] i8 i8 i4[] f4[,] b1[] i4[] b1[,] i1[{planes}] i1[]"
    return [
        Loop(loops.consult, "record[] i8 i8 i4[] i8[] -> i8"),
        Loop(loops.playouts, "record[] i8[] i8 i4[] -> i8"),
        Loop(loops.perft, "record[] i8 i4[,] -> i8"),
        Loop(loops.batch, f"i8 {seen}"),
    ]


def kernel_loops(kernels: Iterable[tuple[Callable[..., Any], str]]) -> list[Loop]:
    """The loops of a room's own."""
    return [Loop(compiled(loop), signature) for loop, signature in kernels]
