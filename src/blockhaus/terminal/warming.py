"""Compiling games ahead."""

from __future__ import annotations

import time

from ..core.game import Game
from ..core.native.warm import prune
from ..learn.exploring import warm_exploring
from ..search.warm import warm
from .progress import progress
from .screen import Screen, plural


def warm_games(screen: Screen, games: list[Game]) -> None:
    """Compile games ahead and clear away what old versions left behind."""
    width = max(len(game.id) for game in games)
    with progress(screen, len(games)) as bar:
        for game in games:
            bar.update(bar.task_ids[0], description=f"compiling {game.id}")
            start = time.perf_counter()
            warm(game)
            warm_exploring(game)
            screen.say(f"{game.id:{width}}  {time.perf_counter() - start:5.1f} s")
            bar.advance(bar.task_ids[0])
    if gone := prune():
        screen.say(f"Removed {plural(len(gone), 'cache')} of older versions.", "dim")
