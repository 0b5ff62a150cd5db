"""Blockhaus: a house for games played by building with cubes and blocks."""

from __future__ import annotations

from typing import Any

from . import games as _games
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


def games() -> list[str]:
    """The names of all games."""
    return game_names()


def game(name: str, /, **options: Any) -> Game:
    """A game with options chosen; OptionError for unknown or out-of-range ones."""
    return find_game(name, options)
