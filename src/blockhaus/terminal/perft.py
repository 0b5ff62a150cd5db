"""Counting the ways a game can go on, split by the first move."""

from __future__ import annotations

import time
from threading import Thread

import numpy as np
from rich.text import Text

from ..core.native import loops
from ..core.native.records import array_of
from ..core.position import Position
from .screen import Screen


def show_perft(screen: Screen, position: Position, depth: int) -> None:
    """One line a first move as soon as it is counted, then the total and the speed."""
    count_paths(position, 1)  # so that compiling is not timed
    start = time.perf_counter()
    total = 0
    width = max(len(move) for move in [*position.moves, "total"])
    for action in position.actions:
        paths = count_paths(position.after(action), depth - 1)
        screen.say(f"{position.game.text(action):{width}}  {paths}")
        total += paths
    seconds = time.perf_counter() - start
    screen.say(Text(f"{'total':{width}}  {total}", "bold"))
    screen.say(f"{seconds:.3f} s, {total / seconds:,.0f} positions a second", "dim")


def count_paths(position: Position, depth: int) -> int:
    """The paths of exactly `depth` decisions.

    Compiled code does not hear Ctrl-C, so it counts in a thread while this one listens.
    """
    states = np.repeat(array_of(position), depth + 1)
    moves = np.empty((depth + 1, position.game.actions), np.int32)
    found: list[int] = []
    counting = Thread(
        target=lambda: found.append(int(loops.perft(states, depth, moves))), daemon=True
    )
    counting.start()
    while counting.is_alive():
        counting.join(0.05)
    return found[0]
