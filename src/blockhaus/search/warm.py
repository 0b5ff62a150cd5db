"""Compiling games ahead, for playing and for searching."""

from __future__ import annotations

from ..core.engine import WithMemory, engine
from ..core.game import Game
from .search import Search, Settings
from .wins import winning_action


def warm(game: Game) -> None:
    """Run every compiled loop once for this game, with the types its callers use.

    Modules of a page are compiled already.
    """
    if isinstance(engine(), WithMemory):
        return
    from ..core.native.warm import warm_rules

    warm_rules(game)
    search = Search(game, Settings.of(game, memory=1))
    position = game.start(0)
    search.look(position)
    search.run(simulations=8)
    search.look(position.after(search.lines[0].action))
    winning_action(position)
