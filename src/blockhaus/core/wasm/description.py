"""What a host must know of a module, as data beside it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..game import Game
from ..native import loops as native
from .linking import STACK
from .loops import Loop

VERSION = 1  # counted up when hosts have to read it otherwise
MEMORY_SECTION = 5
PAGE = 1 << 16
QUESTIONS = ("SETUP", "SPAN", "VERDICT", "ACTIONS", "PLAY", "SCORE", "REDEAL")


def describe(
    game: Game, loops: Sequence[Loop], dtypes: Mapping[str, np.dtype[Any]], module: bytes
) -> dict[str, Any]:
    records = dict(dtypes)
    for loop in loops:
        records |= loop.dtypes
    return {
        "version": VERSION,
        "game": game.id,
        "memory": first_memory(module),
        "stack": STACK,
        "questions": [name.lower() for name in sorted(QUESTIONS, key=lambda n: getattr(native, n))],
        "records": {name: _record(dtype) for name, dtype in records.items()},
        "functions": {loop.name: _function(loop) for loop in loops},
    }


def _record(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields = [
        [name, kind.base.str[1:], list(kind.shape), offset]
        for name, (kind, offset, *_) in (dtype.fields or {}).items()
    ]
    return {"size": dtype.itemsize, "fields": fields}


def _function(loop: Loop) -> dict[str, Any]:
    names = inspect.signature(loop.plain).parameters
    return {
        "arguments": dict(zip(names, loop.arguments, strict=True)),
        "results": loop.results,
    }


def first_memory(module: bytes) -> int:
    """The bytes of memory that a module begins with: its stack and its constants."""
    place = 8
    while place < len(module):
        kind = module[place]
        size, place = _number(module, place + 1)
        if kind == MEMORY_SECTION:
            pages, _ = _number(module, place + 2)  # after how many there are, and whether it ends
            return pages * PAGE
        place += size
    raise ValueError("the module has no memory")


def _number(module: bytes, place: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first, and where the next thing begins."""
    number = shift = 0
    while True:
        byte = module[place]
        number |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return number, place
