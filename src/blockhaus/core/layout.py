"""A position's record: which fields it has and where they lie in its bytes.

A record is a row of bytes. Compiled rules see it as a NumPy record (`native.records`), a page
without a server as the memory of WebAssembly, and everything plain as the layout below. What a
search keeps in memory, such as the nodes of its tree, has layouts, too.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import prod
from typing import Any

CODES = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q",
    "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f4": "f", "f8": "d",
}  # fmt: skip
WORD = 8

# Every record begins with these. `mover` is -1 when the game is over, `turn` counts turns (a
# turn may have several decisions) and `ending` is the number of the reason why it ended.
COMMON = (("mover", "i1"), ("players", "i1"), ("ending", "i1"), ("turn", "i2"))


@dataclass(frozen=True)
class Field:
    """One field of a record: a number, or an array of them if it has a shape."""

    name: str
    kind: str
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        return int(self.kind[1]) * prod(self.shape)

    @property
    def code(self) -> str:
        return f"{prod(self.shape)}{CODES[self.kind]}"

    @cached_property
    def packing(self) -> struct.Struct:
        return struct.Struct(f"={self.code}")

    def read(self, record: bytes | bytearray) -> Any:
        values = self.packing.unpack_from(record, self.offset)
        return rows(values, self.shape) if self.shape else values[0]

    def write(self, record: bytearray, value: Any) -> None:
        values = flat(value, len(self.shape)) if self.shape else (value,)
        try:
            self.packing.pack_into(record, self.offset, *values)
        except struct.error as error:
            raise OverflowError(f"{self.name} cannot hold {value}: {error}") from None


class Layout:
    """The fields of a game's record, in the order of their offsets, and its size in bytes."""

    def __init__(self, name: str, fields: Sequence[Field], size: int) -> None:
        self.name = name
        self.fields = {field.name: field for field in fields}
        self.size = size

    def blank(self) -> bytearray:
        return bytearray(self.size)

    def read(self, record: bytes | bytearray, name: str) -> Any:
        return self.fields[name].read(record)

    def columns(self, *names: str) -> struct.Struct:
        """Reads these fields, in their order in the record, of many records one after another."""
        parts = ["="]
        end = 0
        for field in self.fields.values():
            if field.name in names:
                parts.append(f"{field.offset - end}x{field.code}")
                end = field.offset + field.size
        return struct.Struct("".join([*parts, f"{self.size - end}x"]))

    def __repr__(self) -> str:
        return f"<the record of {self.name}, {self.size} bytes>"


def record_type(name: str, fields: Sequence[tuple[Any, ...]]) -> Layout:
    """The layout of a game's record: the common fields, then its own as (name, kind, shape).

    The field named after the game keeps two games with equal fields apart. Numbers lie at
    multiples of their size, as compiled code wants them. Gaps that this leaves are fields of
    zeros, so that equal positions have equal bytes; the size is a whole number of 64-bit words, so
    that a record can be hashed as such.
    """
    placed: list[Field] = []
    end = 0
    for field, kind, *shape in (*COMMON, *fields, (f"is_{name}", "i1"), ("", "u8", 0)):
        size = int(kind[1])
        if end % size:
            gap = size - end % size
            placed.append(Field(f"gap{end}", "u1", (gap,), end))
            end += gap
        if field:
            placed.append(Field(field, kind, _shape(shape), end))
            end += size * prod(placed[-1].shape)
    return Layout(name, placed, end)


def aligned(name: str, fields: Sequence[tuple[Any, ...]]) -> Layout:
    """A layout of exactly these fields, each of which lies at a multiple of its size."""
    placed: list[Field] = []
    end = 0
    for field, kind, *shape in fields:
        placed.append(Field(field, kind, _shape(shape), end))
        end += placed[-1].size
    if any(field.offset % int(field.kind[1]) for field in placed):
        raise ValueError(f"the fields of {name} leave gaps")
    return Layout(name, placed, end)


def _shape(given: list[Any]) -> tuple[int, ...]:
    if not given:
        return ()
    return tuple(given[0]) if isinstance(given[0], tuple) else (given[0],)


class Rows(list[Any]):
    """An array of several dimensions: `a[i, j]` as well as `a[i][j]`, as in compiled code."""

    def __getitem__(self, key: Any) -> Any:
        if type(key) is not tuple:
            return list.__getitem__(self, key)
        inner: Any = self
        for index in key:
            inner = list.__getitem__(inner, index)
        return inner

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is not tuple:
            list.__setitem__(self, key, value)
        else:
            self[key[:-1]][key[-1]] = value


def rows(values: Sequence[Any], shape: tuple[int, ...]) -> list[Any]:
    """Numbers in a row as an array of a shape."""
    if len(shape) == 1:
        return list(values)
    size = prod(shape[1:])
    parts = [values[at : at + size] for at in range(0, len(values), size)]
    if len(shape) == 2:
        return Rows(map(list, parts))
    return Rows(rows(part, shape[1:]) for part in parts)


def flat(array: Any, dimensions: int) -> Any:
    """The numbers of an array in a row."""
    for _ in range(dimensions - 1):
        array = chain.from_iterable(array)
    return array


class Plain:
    """A record as plain Python sees it: fields as attributes, integers without a size.

    Rules run on it uncompiled. A value that does not fit its field raises OverflowError when
    the record is written back, which compiled code would not notice.
    """

    def __init__(self, layout: Layout, record: bytes | bytearray) -> None:
        self.__dict__["layout"] = layout
        self.__dict__["record"] = record

    def __getattr__(self, name: str) -> Any:
        known = self.__dict__
        field = known["layout"].fields.get(name)
        if field is None:
            raise AttributeError(f"the record has no field {name}")
        values = field.packing.unpack_from(known["record"], field.offset)
        value = known[name] = rows(values, field.shape) if field.shape else values[0]
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.layout.fields:
            raise AttributeError(f"the record has no field {name}")
        self.__dict__[name] = int(value)

    def fresh(self) -> Plain:
        """The same record, with nothing read yet."""
        return Plain(self.layout, self.record)

    def write(self, record: bytearray) -> None:
        """Copy the values back into a record."""
        known = self.__dict__
        for name, field in self.layout.fields.items():
            if name in known:
                field.write(record, known[name])
