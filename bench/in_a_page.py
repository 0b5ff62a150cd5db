"""What bench/site.py measures, run natively and by the same Python in the worker of a page."""

from __future__ import annotations

import random
import time
from typing import Any

import blockhaus
from blockhaus.players.level_player import LevelPlayer
from blockhaus.players.levels import levels
from blockhaus.search.search import Search, Settings

SEED = 3

prepared: list[Search] = []


def prepare(name: str) -> None:
    """A search that has yet to begin."""
    game = blockhaus.game(name)
    search = Search(game, Settings.of(game, exact=False), SEED)
    search.look(game.start(SEED))
    prepared[:] = [search]


def in_one_call(simulations: int) -> int:
    """A tree from the start position, grown by one call of the loop."""
    (search,) = prepared
    return search._simulate(search.trees[0], simulations)


def in_slices(simulations: int) -> int:
    """The same as whoever thinks does it: in slices, with a look at the clock between them."""
    (search,) = prepared
    return search.run(simulations=simulations)


def moves(name: str, level: int) -> dict[str, Any]:
    """The longest that a level takes for one of three decisions, and what it promises."""
    game, dice = blockhaus.game(name), random.Random(SEED)
    path = [game.start(SEED)]
    while not path[-1].is_over:
        path.append(path[-1].after(dice.choice(path[-1].actions)))
    player, taken = LevelPlayer(level, seed=SEED), []
    for position in (path[0], path[len(path) // 3], path[2 * len(path) // 3]):
        began = time.perf_counter()
        player.choose(position)
        taken.append(time.perf_counter() - began)
    return {"stated": levels(name)[level - 1].seconds, "longest": max(taken)}
