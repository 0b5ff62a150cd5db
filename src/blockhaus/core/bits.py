"""Sets of cells as bits of an integer: the few operations rules need, plain and compiled.

Rules keep sets in signed 64-bit integers and use at most bits 0 to 62, so the same
expressions mean the same with Python's integers and in compiled code (`native.numbers`).
"""

from __future__ import annotations


def count(bits: int) -> int:
    """How many members the set has."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return (int(bits) & -int(bits)).bit_length() - 1
