"""Where what thinks about a game has its arrays and loops."""

from __future__ import annotations

from functools import cache

from ..core.engine import Engine, WithMemory, engine
from ..core.game import Game
from ..core.layout import Layout
from ..core.memory import Memory


def memory_for(game: Game) -> Memory:
    """Memory for one thought: in a page of the game's module, elsewhere of NumPy."""
    running, layout = engine(), game.definition.state
    if has_memory(type(running)):
        assert isinstance(running, WithMemory)
        return running.memory(layout)
    return _native(layout)


@cache
def has_memory(kind: type[Engine]) -> bool:
    """Remembered, because asking takes as long as a few simulations."""
    return issubclass(kind, WithMemory)


@cache
def _native(layout: Layout) -> Memory:
    from .native.memory import NativeMemory

    return NativeMemory(layout)
