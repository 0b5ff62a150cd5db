"""Numbers and arrays that rules use, plain and compiled alike.

Compiled code sees a lookup as a constant array (`native.numbers`), plain Python as tuples.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Lookup(tuple[Any, ...]):
    """A constant array of one dimension."""

    kind: str

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self),)


class LookupRows(Lookup):
    """A constant array of several dimensions: `a[i, j]` as well as `a[i][j]`."""

    def __getitem__(self, key: Any) -> Any:
        if type(key) is not tuple:
            return tuple.__getitem__(self, key)
        inner: Any = self
        for index in key:
            inner = tuple.__getitem__(inner, index)
        return inner

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self), *self[0].shape)


def lookup(values: Iterable[Any], kind: str = "") -> Any:
    """A constant array for rules; of whole numbers, unless one of them is not ("f8")."""
    found = [v if isinstance(v, (int, float)) else lookup(v, kind) for v in values]
    nested = bool(found) and isinstance(found[0], Lookup)
    table = (LookupRows if nested else Lookup)(found)
    table.kind = kind or _kind(found)
    return table


def _kind(values: list[Any]) -> str:
    kinds = {value.kind if isinstance(value, Lookup) else type(value) for value in values}
    return "f8" if kinds & {float, "f8"} else "i8"


def whole(value: Any) -> int:
    """A whole number of 64 bits, whatever the size of the field it came from."""
    return int(value)


def zeros(number: int) -> Any:
    """A new array of whole numbers, all 0, to work with."""
    return [0] * number
