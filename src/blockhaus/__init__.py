"""Blockhaus: a house for games played by building with cubes and blocks.

>>> import blockhaus
>>> game = blockhaus.game("kwinty", width=7)
>>> position = game.start()
>>> position.moves
['i|', 'i+j']
>>> position.play("i|").play("j+k").to_move
0

What compiles or searches is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import games as _all_games  # noqa: F401  (registers the games of the house)
from .core.errors import (
    BlockhausError,
    CodeError,
    IllegalMove,
    NotationError,
    OptionError,
    RecordError,
    Refusal,
    RoomError,
    SeedError,
    UnknownGame,
)
from .core.game import Game, find_game
from .core.game import read_code as position
from .core.position import Outcome, Position
from .core.record import Record
from .core.rooms import game_names as games

if TYPE_CHECKING:
    from .commentary.analysis import Analysis, analyse
    from .commentary.hints import Hint, hint
    from .commentary.review import Review, review
    from .core.native.batch import Batch
    from .learn.puzzles import Puzzle, PuzzleError, puzzles
    from .players.descriptions import PlayerError
    from .players.player import player

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
    "Puzzle",
    "PuzzleError",
    "Record",
    "RecordError",
    "Refusal",
    "Review",
    "RoomError",
    "SeedError",
    "UnknownGame",
    "analyse",
    "batch",
    "game",
    "games",
    "hint",
    "player",
    "position",
    "puzzles",
    "review",
]

_LATER = {
    "Analysis": "commentary.analysis",
    "analyse": "commentary.analysis",
    "Hint": "commentary.hints",
    "hint": "commentary.hints",
    "Review": "commentary.review",
    "review": "commentary.review",
    "Batch": "core.native.batch",
    "Puzzle": "learn.puzzles",
    "PuzzleError": "learn.puzzles",
    "puzzles": "learn.puzzles",
    "PlayerError": "players.descriptions",
    "player": "players.player",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def game(name: str, /, **options: Any) -> Game:
    """A game with options chosen; OptionError for unknown or out-of-range ones."""
    return find_game(name, options)


def batch(name: str, n: int, /, *, seed: int = 0, **options: Any) -> Batch:
    """Many games at once, stepped together: see `Batch`."""
    from .core.native.batch import Batch

    return Batch(find_game(name, options), n, seed)
