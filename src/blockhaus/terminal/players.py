"""Who decides for a seat. A player is anything that chooses a move in a position."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from ..core.errors import BlockhausError
from ..core.position import Position

HUMAN = "human"


class Player(Protocol):
    """Chooses one of the legal moves, written in notation."""

    def choose(self, position: Position) -> str: ...


class RandomPlayer:
    """Any legal move, all equally likely."""

    def __init__(self, seed: str | None) -> None:
        self._dice = random.Random(seed)

    def choose(self, position: Position) -> str:
        return self._dice.choice(position.moves)


# name -> a function that makes the player from a seed; None means nobody foresees the player
COMPUTERS: dict[str, Callable[[str | None], Player]] = {"random": RandomPlayer}


def player_names() -> list[str]:
    return [HUMAN, *COMPUTERS]


def find_player(name: str, seed: str | None = None) -> Player | None:
    """The player of a name; None for a human, who is asked."""
    if name == HUMAN:
        return None
    if name not in COMPUTERS:
        known = ", ".join(player_names())
        raise BlockhausError(f"There is no player {name[:40]!r}; the players are {known}.")
    return COMPUTERS[name](seed)
