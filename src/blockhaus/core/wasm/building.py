"""Making the modules of games, each in a process of its own.

A process that compiles for wasm32 cannot run what it compiles, and what it compiled for one game
must not show in the code of the next.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numba

from ..engine import uncompiled
from ..game import Game, find_game
from ..kernels import kernels_of
from ..rooms import find_room
from .files import MODULES as MODULES
from .files import described, read_description

if TYPE_CHECKING:
    from .loops import Loop

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[1]
MAKERS = ("description", "emitting", "linking", "loops", "runtime", "target")
LARGEST_CREW = 8  # processes at once


@dataclass(frozen=True)
class Plan:
    """Which module is made of what, and where it goes."""

    game: str
    folder: Path
    more: str  # lists the loops besides those of the rules, as module:function

    @property
    def module(self) -> Path:
        return self.folder / f"{self.game}.wasm"

    @property
    def is_carried_out(self) -> bool:
        """Whether the module is there, as it was made of the sources as they are."""
        try:
            told = read_description(self.module)
            data = self.module.read_bytes()
        except (OSError, ValueError):
            return False
        return bool(told["made_of"] == self.made_of and told["sha256"] == _hash(data))

    @property
    def made_of(self) -> str:
        """A hash of everything that the module of a game is made of."""
        from ..native.compiled import compiled_sources
        from ..native.sources import file_hash, stamp, stamp_of

        game, package = find_game(self.game, {}), _open(self.game)
        own = stamp(loop for loop, _ in kernels_of(package))
        lists = Path(import_module(self.more.partition(":")[0]).__file__ or "")
        makers = (HERE / f"{name}.py" for name in MAKERS)
        sources = [*compiled_sources(), *makers, lists]
        files = [(_told(path), file_hash(path)) for path in sources]
        facts = numba.__version__, stamp_of(game.definition.state), own, files
        return _hash(repr(facts).encode())[:20]

    def loops(self, game: Game) -> list[Loop]:
        from .loops import kernel_loops, rule_loops

        module, _, function = self.more.partition(":")
        further: Callable[[], Sequence[Loop]] = getattr(import_module(module), function)
        return [*rule_loops(game), *further(), *kernel_loops(kernels_of(_open(self.game)))]


def _open(name: str) -> str:
    """The package of a game's room, with all in it that may have loops of its own."""
    room = find_room(name)
    _ = room.definition, room.solo, room.workshop
    return room.package


def carry_out_all(plans: Sequence[Plan]) -> Iterator[Plan]:
    """Make these modules, and tell of each as soon as all before it are there."""
    crew = max(1, min(LARGEST_CREW, os.cpu_count() or 1, len(plans)))
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(crew, mp_context=fresh, max_tasks_per_child=1) as pool:
        yield from pool.map(carry_out, plans)


def carry_out(plan: Plan) -> Plan:
    """Make one module; from then on this process compiles for wasm32 alone."""
    from .target import compile_for_pages

    compile_for_pages()
    with uncompiled():
        _make(plan)
    return plan


def _make(plan: Plan) -> None:
    from . import emitting
    from .description import describe
    from .linking import link
    from .loops import record_dtypes

    made_of = plan.made_of  # before anything takes its time
    game = find_game(plan.game, {})
    loops, dtypes = plan.loops(game), record_dtypes(game)
    objects = [emitting.emit(loops, dtypes), emitting.emit_runtime()]
    module = link(objects, [*(loop.name for loop in loops), *emitting.EXPORTED])
    told = describe(game, loops, dtypes, module)
    told |= {"sha256": _hash(module), "made_of": made_of}
    plan.folder.mkdir(parents=True, exist_ok=True)
    _write(plan.module, module)
    _write(described(plan.module), json.dumps(told, indent=1).encode() + b"\n")


def _told(path: Path) -> str:
    """A name that is the same wherever the package is installed."""
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name


def _write(path: Path, data: bytes) -> None:
    """All at once, because somebody may be reading what was there."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
