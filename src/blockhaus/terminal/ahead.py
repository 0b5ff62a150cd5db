"""Compiling and measuring games, with progress shown where somebody watches."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import blockhaus

from ..core.game import Game
from ..core.warm import prune, warm
from ..lab import bench
from .screen import Screen, plural


@contextmanager
def progress(screen: Screen, total: int) -> Iterator[Progress]:
    """A bar with one task, on a terminal only."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    visible = screen.console.is_terminal
    with Progress(*columns, console=screen.console, transient=True, disable=not visible) as bar:
        bar.add_task("", total=total)
        yield bar


def warm_games(screen: Screen, games: list[Game]) -> None:
    """Compile games ahead and clear away what old versions left behind."""
    width = max(len(game.id) for game in games)
    with progress(screen, len(games)) as bar:
        for game in games:
            bar.update(bar.task_ids[0], description=f"compiling {game.id}")
            start = time.perf_counter()
            warm(game)
            screen.say(f"{game.id:{width}}  {time.perf_counter() - start:5.1f} s")
            bar.advance(bar.task_ids[0])
    if gone := prune():
        screen.say(f"Removed {plural(len(gone), 'cache')} of older versions.", "dim")


def measure_games(screen: Screen, games: list[Game], seconds: float, compiling: bool) -> Any:
    """All numbers of the benchmark as plain data."""
    with progress(screen, len(games) + 1 + bench.ROUNDS) as bar:
        step = partial(bar.advance, bar.task_ids[0])
        say = partial(bar.update, bar.task_ids[0])
        times = {}
        for game in games:
            say(description=f"compiling {game.id}")
            times[game.id] = bench.process_times(game, compiling)
            step()
        say(description="preparing")
        meters, absent = bench.all_meters(games)
        step()
        say(description="measuring")
        best = bench.best_of(meters, seconds, step)
    return {
        "version": blockhaus.__version__,
        "machine": bench.machine(),
        "seconds": seconds,
        **bench.report(times, best, absent),
    }
