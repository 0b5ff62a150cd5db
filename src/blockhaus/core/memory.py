"""Numbers in memory that loops work on: NumPy arrays natively, a module's own memory in a page.

What thinks is written once around its loops. It takes arrays from a `Memory`, reads and writes them
as far as `Numbers` says, and calls loops by their names.
"""

from __future__ import annotations

from typing import Any, Protocol

from .errors import BlockhausError


class OutOfMemory(BlockhausError):
    """There is no room for what was asked for."""


class Numbers(Protocol):
    """An array of numbers or of records, of one dimension or several.

    `a[i]` is a number, or a row; `a[i:j]` and `a[i, j:k]` are parts, which share the memory. Parts
    are read as lists or bytes, and written all at once: with one number, or with as many.
    """

    def __len__(self) -> int: ...
    def __getitem__(self, key: Any, /) -> Any: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def tolist(self) -> Any: ...
    def tobytes(self) -> bytes: ...


class Memory(Protocol):
    """Arrays, and the loops that work on them.

    Elements are named as in layouts, such as `i8` and `f4`; `record` is the game's position, and
    other records go by the names of their layouts.
    """

    @property
    def most(self) -> float:
        """Megabytes that one who thinks may take here."""

    def array(self, element: str, *shape: int) -> Numbers:
        """A new array, all zeros."""

    def room(self, element: str, *shape: int) -> Numbers:
        """A new array with anything in it."""

    def seen_as(self, array: Numbers, element: str, *shape: int) -> Numbers:
        """The same memory as other numbers, such as records as the words they consist of."""

    def put(self, array: Numbers, first: int, data: bytes) -> None:
        """Write whole elements as bytes, from one on."""

    def call(self, loop: str, *arguments: Any) -> Any:
        """What a loop gives: nothing, a number, or several."""
