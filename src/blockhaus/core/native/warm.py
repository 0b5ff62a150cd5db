"""Compiling games ahead, so that nobody waits later, and clearing away what old versions left."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

import numpy as np

from ..game import Game
from ..position import Position
from . import loops
from .batch import Batch
from .compiled import cache_directory, cache_root
from .generators import rng_from
from .records import array_of

KEPT_DAYS = 30


def warm_rules(game: Game) -> None:
    """Run once what a game itself needs, positions, playouts and batches, with the types used."""
    _warm_position(game)
    _warm_simulation(game)
    _warm_batch(game)


def _warm_position(game: Game) -> None:
    position = game.start(0)
    position.why_not(position.moves[0])
    position.after(position.actions[0])
    loops.reshuffle(array_of(position), 0, rng_from(0))
    loops.seen(array_of(position), np.zeros(game.definition.planes(position.plain), np.int8))


def _warm_simulation(game: Game) -> None:
    states = np.repeat(array_of(game.start(0)), 2)
    moves = np.empty((2, game.actions), np.int32)
    loops.perft(states, 1, moves)
    loops.playouts(states, rng_from(0), 1, moves[0])
    _ = Position(game, 0, (), states[1:].tobytes()).outcome


def _warm_batch(game: Game) -> None:
    batch = Batch(game, 2)
    batch.step(batch.sample())


def prune(days: float = KEPT_DAYS) -> list[Path]:
    """Delete what other versions compiled and nobody added to for some days."""
    root = cache_root()
    if not root.is_dir():
        return []
    limit = time.time() - days * 24 * 3600
    old = [
        folder
        for folder in sorted(root.iterdir())
        if re.fullmatch(r"[0-9a-f]{20}", folder.name)
        and folder.is_dir()
        and folder != cache_directory()
        and folder.stat().st_mtime < limit
    ]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return old
