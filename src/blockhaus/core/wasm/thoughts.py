"""Memory for one who thinks in a page, and what becomes of it afterwards.

Every thought has a running module to itself, because a module's memory grows and never shrinks, and
goes as a whole. When nobody refers to the memory of a thought any more, the module waits for the
next one about the same game. What has grown too large, or is of a game that nobody thinks about any
more, is thrown away.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from .memory import Array, Module

MOST = 128  # megabytes of one thought; a search natively takes as much
LARGEST = 192_000_000  # bytes of a module that waits
WAITING = 2  # modules at once


class Thought:
    """A `Memory` of a running module; what it reserves is given back when the thought goes."""

    def __init__(self, module: Module, most: float) -> None:
        self.module = module
        self.most = most
        self.reserved: list[int] = []

    def array(self, element: str, *shape: int) -> Array:
        new = self.room(element, *shape)
        new.clear()
        return new

    def room(self, element: str, *shape: int) -> Array:
        new = Array(self.module, element, shape, owner=self)
        self.reserved.append(new.address)
        return new

    def seen_as(self, array: Any, element: str, *shape: int) -> Array:
        seen: Array = array.seen_as(element, shape)
        return seen

    def put(self, array: Any, first: int, data: bytes) -> None:
        array[first:].write(data)

    def call(self, loop: str, *arguments: Any) -> Any:
        return self.module.call(loop, *arguments)


class Thoughts:
    """Modules for thoughts. `open_module` starts a new one of a game."""

    def __init__(self, open_module: Callable[[str], Module], most: float = MOST) -> None:
        self._open = open_module
        self.most = most
        self._game = ""
        self._waiting: list[Module] = []

    def new(self, game: str) -> Thought:
        if game != self._game:
            while self._waiting:
                throw_away(self._waiting.pop())
            self._game = game
        module = self._waiting.pop() if self._waiting else self._open(game)
        thought = Thought(module, self.most)
        end = weakref.finalize(thought, self._take_back, game, module, thought.reserved)
        end.atexit = False
        return thought

    def _take_back(self, game: str, module: Module, reserved: list[int]) -> None:
        if game == self._game and module.top <= LARGEST and len(self._waiting) < WAITING:
            for address in reversed(reserved):
                module.release(address)
            self._waiting.append(module)
        else:
            throw_away(module)


def throw_away(module: Module) -> None:
    """Whoever runs a module may want to know that nobody needs it any more."""
    close = getattr(module.host, "close", None)
    if close is not None:
        close()
