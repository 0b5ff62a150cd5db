"""Who decides for a seat: a human at this terminal, or a computer player by its description."""

from __future__ import annotations

from ..core.errors import BlockhausError
from ..players.player import KINDS, Player, RandomPlayer, player

HUMAN = "human"


def player_names() -> list[str]:
    return [HUMAN, *KINDS]


def find_player(name: str, seed: str | None = None) -> Player | None:
    """The player of a description; None for a human, who is asked. A seed makes chance repeat."""
    if not is_player(name):
        known = ", ".join(player_names())
        raise BlockhausError(f"There is no player {name[:40]!r}; the players are {known}.")
    if name == HUMAN:
        return None
    return RandomPlayer(seed) if name == "random" else player(name)


def is_player(name: str) -> bool:
    return name.partition(":")[0] in player_names()
