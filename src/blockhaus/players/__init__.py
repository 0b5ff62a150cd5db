"""Computer players for any game: search and analysis."""

from ..core import warm
from ..core.game import Game
from .search import Search, Settings
from .wins import winning_action


def _warm_search(game: Game) -> None:
    search = Search(game, Settings.of(game, memory=1))
    position = game.start(0)
    search.look(position)
    search.run(simulations=8)
    search.look(position.after(search.lines[0].action))
    winning_action(position)


warm.further.append(_warm_search)
