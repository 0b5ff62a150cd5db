"""The conformance test any game must pass: `check_game(game)`.

It plays random games and looks at every position from all sides. Authors of new games can
import it; whatever it finds is raised as `Broken` with the position's code.
"""

from .conformance import Broken, check_game

__all__ = ["Broken", "check_game"]
