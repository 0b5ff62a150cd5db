"""Modules for tests: those of `make wasm`, made now if they are missing or too old."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from blockhaus.core.wasm.building import carry_out_all
from blockhaus.core.wasm.memory import Module
from blockhaus.search.wasm import plan
from wasm.hosts import running

Modules = Callable[[str], Path]
OpenModule = Callable[[str, str], Module]


@pytest.fixture(scope="session")
def modules() -> Modules:
    """The module of a game, by its name."""

    @cache
    def module(name: str) -> Path:
        wanted = plan(name)
        if not wanted.is_carried_out:
            list(carry_out_all([wanted]))
        return wanted.module

    return module


@pytest.fixture(scope="session")
def open_module(modules: Modules) -> Iterator[OpenModule]:
    """A running module, by the name of its host and of its game; the same one every time."""
    with ExitStack() as stack:
        yield cache(lambda kind, name: stack.enter_context(running(kind, modules(name))))
