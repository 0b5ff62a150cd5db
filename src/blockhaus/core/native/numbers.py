"""What rules take from `bits` and `lookup`, for compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, overload, typeof_impl
from numba.np import arrayobj  # noqa: F401  (its own rule for constant arrays must come first)
from numba.np.numpy_support import from_dtype

from ..bits import count, lowest
from ..lookup import Lookup, whole, zeros
from .options import OPTIONS


@intrinsic
def _ctpop(typing_context: Any, value: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), emit


@intrinsic
def _cttz(typing_context: Any, value: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), emit


@overload(count, strict=False, jit_options=OPTIONS)
def _count(bits: Any) -> Any:
    return lambda bits: _ctpop(bits)


@overload(lowest, strict=False, jit_options=OPTIONS)
def _lowest(bits: Any) -> Any:
    return lambda bits: _cttz(bits)


@overload(whole, strict=False, jit_options=OPTIONS)
def _whole(value: Any) -> Any:
    return lambda value: np.int64(value)


@overload(zeros, strict=False, jit_options=OPTIONS)
def _zeros(number: Any) -> Any:
    return lambda number: np.zeros(number, np.int64)


def as_array(table: Lookup) -> np.ndarray[Any, Any]:
    """A lookup as a NumPy array."""
    return np.array(table, table.kind)


@typeof_impl.register(Lookup)
def _type_of(table: Lookup, _context: Any) -> types.Type:
    element = from_dtype(np.dtype(table.kind))
    return types.Array(element, len(table.shape), "C", readonly=True)


# Numba's own rule for constant arrays, which takes NumPy arrays alone; the last one given counts.
@lower_constant(types.Array)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    array = as_array(value) if isinstance(value, Lookup) else value
    return context.make_constant_array(builder, kind, array)
