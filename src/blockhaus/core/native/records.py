"""Records as NumPy and compiled code know them, made from their layouts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.core import types

from ..layout import Layout

if TYPE_CHECKING:
    from ..position import Position

Array = np.ndarray[Any, Any]

_layouts: dict[types.Type, Layout] = {}


@cache
def dtype_of(layout: Layout) -> np.dtype[Any]:
    """The structured dtype of a position's layout."""
    dtype = plain_dtype(layout)
    _layouts[numba.from_dtype(dtype)] = layout
    return dtype


@cache
def plain_dtype(layout: Layout) -> np.dtype[Any]:
    """The same for a record that is no position: no rules are chosen by it."""
    fields = [
        (f.name, f.kind, f.shape) if f.shape else (f.name, f.kind) for f in layout.fields.values()
    ]
    return np.dtype(fields, align=True)


def layout_of(record: types.Type) -> Layout | None:
    """The layout of a record type of compiled code; None for records that are no positions."""
    return _layouts.get(record)


def as_array(layout: Layout, record: bytes | bytearray) -> Array:
    """A record as an array of one, sharing its memory."""
    return np.frombuffer(record, dtype_of(layout))


def array_of(position: Position) -> Array:
    """A copy of a position's record, as an array of one."""
    return as_array(position.game.definition.state, bytearray(position.state))
