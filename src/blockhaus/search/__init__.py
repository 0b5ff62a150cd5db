"""Tree search and exact solving for any game."""

from pathlib import Path

from ..core.game import Game
from ..core.native import warm
from ..core.words import add_folder
from .search import Search, Settings
from .wins import winning_action

add_folder(Path(__file__).parent / "words")


def _warm_search(game: Game) -> None:
    search = Search(game, Settings.of(game, memory=1))
    position = game.start(0)
    search.look(position)
    search.run(simulations=8)
    search.look(position.after(search.lines[0].action))
    winning_action(position)


warm.further.append(_warm_search)
