"""Sets of cells as bits of an integer: the few operations rules need, plain and compiled.

Rules keep sets in signed 64-bit integers and use at most bits 0 to 62, so the same
expressions mean the same with Python's integers and in compiled code.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload

from .compiled import OPTIONS


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


def count(bits: int) -> int:
    """How many members the set has."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return (int(bits) & -int(bits)).bit_length() - 1


@overload(count, strict=False, jit_options=OPTIONS)
def _count(bits: Any) -> Any:
    return lambda bits: _ctpop(bits)


@overload(lowest, strict=False, jit_options=OPTIONS)
def _lowest(bits: Any) -> Any:
    return lambda bits: _cttz(bits)
