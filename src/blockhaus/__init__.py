"""Blockhaus: a house for games played by building with cubes and blocks.

>>> import blockhaus
>>> game = blockhaus.game("kwinty", width=7)
>>> position = game.start()
>>> position.moves
['i|', 'i+j']
>>> position.play("i|").play("j+k").to_move
0
"""

from __future__ import annotations

from typing import Any

from . import games as _all_games  # noqa: F401  (registers the games of the house)
from .commentary.analysis import Analysis, analyse
from .commentary.hints import Hint, hint
from .commentary.review import Review, review
from .core.batch import Batch
from .core.codes import read_code as position
from .core.errors import (
    BlockhausError,
    CodeError,
    IllegalMove,
    NotationError,
    OptionError,
    RecordError,
    SeedError,
    UnknownGame,
)
from .core.game import Game, find_game, game_names
from .core.position import Outcome, Position, Refusal
from .core.record import Record
from .players.player import PlayerError, player

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Batch",
    "BlockhausError",
    "CodeError",
    "Game",
    "Hint",
    "IllegalMove",
    "NotationError",
    "OptionError",
    "Outcome",
    "PlayerError",
    "Position",
    "Record",
    "RecordError",
    "Refusal",
    "Review",
    "SeedError",
    "UnknownGame",
    "analyse",
    "batch",
    "game",
    "games",
    "hint",
    "player",
    "position",
    "review",
]


def games() -> list[str]:
    """The names of all games."""
    return game_names()


def game(name: str, /, **options: Any) -> Game:
    """A game with options chosen; OptionError for unknown or out-of-range ones."""
    return find_game(name, options)


def batch(name: str, n: int, /, *, seed: int = 0, **options: Any) -> Batch:
    """Many games at once, stepped together: see `Batch`."""
    return Batch(find_game(name, options), n, seed)
