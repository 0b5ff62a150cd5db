"""A module's memory and functions, as plain Python sees them.

What runs the module is a `Host`: in a page the browser, in tests Node or wasmtime. It is given
addresses and bytes, and one address for each call.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

from ..layout import CODES as LAYOUT_CODES
from ..layout import WORD, Field, Layout, rows
from ..memory import OutOfMemory as OutOfMemory

CODES = {**LAYOUT_CODES, "b1": "B"}
ZEROS = bytes(1 << 18)


class Host(Protocol):
    """What runs a module."""

    def call(self, name: str, *numbers: int) -> int: ...
    def read(self, address: int, size: int) -> bytes: ...
    def write(self, address: int, data: bytes | bytearray) -> None: ...


@dataclass(frozen=True)
class Signature:
    """What a function takes and gives."""

    arguments: Mapping[str, str]  # names and kinds
    results: Sequence[str]


class Array:
    """Numbers or records in the memory of a module, one after the other.

    Parts of it share its memory: `a[i]`, `a[i:j]`, `a[i, j:k]`. All of them keep their `owner`, so
    that memory is not given back while something of it is in use.
    """

    def __init__(
        self,
        module: Module,
        element: str,
        shape: Sequence[int],
        address: int | None = None,
        owner: object = None,
    ) -> None:
        self.module = module
        self.element = element
        self.shape = tuple(shape)
        self.size = module.size_of(element) * prod(self.shape)
        self.address = module.reserve(self.size) if address is None else address
        self.owner = owner

    def seen_as(self, element: str, shape: Sequence[int]) -> Array:
        """The same memory as other numbers, such as records as the words they consist of."""
        return Array(self.module, element, shape, self.address, self.owner)

    def __len__(self) -> int:
        return self.shape[0]

    def read(self) -> bytes:
        return self.module.host.read(self.address, self.size)

    def write(self, data: bytes | bytearray) -> None:
        if len(data) > self.size:
            raise ValueError(f"{len(data)} bytes do not fit into {self.size}")
        self.module.host.write(self.address, data)

    @property
    def numbers(self) -> list[Any]:
        """All numbers in a row."""
        return array(CODES[self.element], self.read()).tolist()

    def fill(self, numbers: Iterable[Any]) -> None:
        self.write(array(CODES[self.element], numbers).tobytes())

    def clear(self) -> None:
        """Make it all zeros."""
        for begin in range(0, self.size, len(ZEROS)):
            piece = ZEROS[: self.size - begin]
            self.module.host.write(self.address + begin, piece)

    def release(self) -> None:
        """Give the memory back; nobody may use the array afterwards."""
        self.module.release(self.address)

    @property
    def words(self) -> tuple[int, ...]:
        return (self.address, *self.shape)

    # As NumPy's arrays are used, see `core.memory.Numbers`

    def __getitem__(self, key: int | slice | tuple[int | slice, ...]) -> Any:
        part = self._part(key)
        return part if part.shape or part.element not in CODES else part.numbers[0]

    def __setitem__(self, key: int | slice | tuple[int | slice, ...], value: Any) -> None:
        part = self._part(key)
        if isinstance(value, Iterable):
            part.fill(value)
        else:
            part.write(array(CODES[self.element], [value]).tobytes() * prod(part.shape))

    def _part(self, key: int | slice | tuple[int | slice, ...]) -> Array:
        if isinstance(key, tuple):
            part = self
            for each in key:
                part = part._part(each)
            return part
        step = self.size // max(1, len(self))
        if isinstance(key, slice):
            first, end, _ = key.indices(len(self))
            shape = (max(0, end - first), *self.shape[1:])
        else:
            first, shape = key, self.shape[1:]
            if not 0 <= first < len(self):
                raise IndexError(f"there is no element {first} of {len(self)}")
        return Array(self.module, self.element, shape, self.address + first * step, self.owner)

    def tolist(self) -> Any:
        return rows(self.numbers, self.shape)

    def tobytes(self) -> bytes:
        return self.read()


class Module:
    """A running module with its description."""

    def __init__(self, description: Mapping[str, Any], host: Host) -> None:
        self.description = description
        self.host = host
        self.records = {
            name: Layout(
                name, [Field(n, k, tuple(s), o) for n, k, s, o in told["fields"]], told["size"]
            )
            for name, told in description["records"].items()
        }
        self.functions = {
            name: Signature(told["arguments"], told["results"])
            for name, told in description["functions"].items()
        }
        self.top = 0  # where the highest of what was ever reserved ends
        self._row = self.reserve(WORD * max(map(_words_of, self.functions.values()), default=1))

    def size_of(self, element: str) -> int:
        record = self.records.get(element)
        return record.size if record else int(element[1:])

    def reserve(self, size: int) -> int:
        address = self.host.call("reserve", size) & 0xFFFFFFFF
        if not address:
            raise OutOfMemory("There is no memory for {number} bytes more.", number=size)
        self.top = max(self.top, address + size)
        return address

    def release(self, address: int) -> None:
        """Give back what was reserved."""
        self.host.call("release", address)

    def array(self, element: str, *shape: int) -> Array:
        """A new array, all zeros."""
        new = Array(self, element, shape)
        new.clear()
        return new

    def call(self, name: str, *arguments: Any) -> Any:
        """What a function gives: nothing, a number, or several."""
        signature = self.functions[name]
        codes: list[str] = []
        words: list[int | float] = []
        for kind, argument in zip(signature.arguments.values(), arguments, strict=True):
            taken = argument.words if isinstance(argument, Array) else (argument,)
            codes.append(f"{len(taken)}q" if isinstance(argument, Array) else _code(kind))
            words += taken
        results = len(signature.results)
        row = struct.pack(f"<{results * WORD}x{''.join(codes)}", *words)
        self.host.write(self._row, row)
        if self.host.call(name, self._row):
            raise OutOfMemory("There is no memory for what {name} works with.", name=name)
        answer = self.host.read(self._row, WORD * results)
        given = struct.unpack(f"<{''.join(map(_code, signature.results))}", answer)
        return given if results > 1 else given[0] if results else None


def _code(kind: str) -> str:
    """How a number lies in its word. A whole number fills it, so that its sign is right."""
    if kind[0] == "f":
        return "d" if kind == "f8" else "f4x"
    return "Q" if kind[0] == "u" else "q"


def _words_of(signature: Signature) -> int:
    kinds = signature.arguments.values()
    return len(signature.results) + sum(1 + kind.count("[") + kind.count(",") for kind in kinds)
