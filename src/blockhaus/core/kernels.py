"""Loops of a room's own that are no rules, at native speed wherever something compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .engine import Uncompiled, WithKernels, engine
from .rooms import rooms

_kernels: dict[str, tuple[Callable[..., Any], str]] = {}


def kernel(signature: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks a loop for `fastest`, at the level of a module; pages without a server have it, too.

    The signature has a word for each argument, `i8` for a number and `i8[]` for an array, and
    after an arrow one for the result: "i8 i8[] -> i8".
    """

    def mark(loop: Callable[..., Any]) -> Callable[..., Any]:
        _kernels[f"{loop.__module__}.{loop.__name__}"] = loop, signature
        return loop

    return mark


def kernels_of(package: str) -> list[tuple[Callable[..., Any], str]]:
    """The loops that were marked in a room, with their signatures."""
    return [known for name, known in sorted(_kernels.items()) if _within(name, package)]


def game_of(loop: Callable[..., Any]) -> str:
    """The game whose room a loop belongs to."""
    return next(room.name for room in rooms().values() if _within(loop.__module__, room.package))


def _within(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def fastest(loop: Callable[..., Any]) -> Callable[..., Any]:
    """A loop over whole numbers and arrays of them (`array("q")`), compiled if that can be.

    It may call what is marked as a `helper`, and lets other threads run meanwhile.
    """
    running = engine()
    if isinstance(running, Uncompiled):
        return loop
    if isinstance(running, WithKernels):
        return running.kernel(loop)
    from .native.kernels import compiled_kernel

    return compiled_kernel(loop)
