"""Who decides for a seat: a human at this terminal, or a computer player by its description."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..core.errors import BlockhausError
from ..players.descriptions import KINDS

if TYPE_CHECKING:
    from ..players.player import Player

HUMAN = "human"
OPPONENT = "level:3"  # for people who say nothing: beatable in a first or second game


def player_names() -> list[str]:
    return [HUMAN, *(kind.shown or name for name, kind in KINDS.items())]


def find_player(name: str, seed: str | None = None) -> Player | None:
    """The player of a description; None for a human, who is asked. A seed makes chance repeat."""
    if not is_player(name):
        known = ", ".join(player_names())
        raise BlockhausError(f"There is no player {name[:40]!r}; the players are {known}.")
    if name == HUMAN:
        return None
    from ..players.player import player  # loads what compiles

    if seed is None or "seed=" in name:
        return player(name)
    chosen = random.Random(seed).getrandbits(29)
    return player(f"{name}{',' if ':' in name else ':'}seed={chosen}")


def is_player(name: str) -> bool:
    return name == HUMAN or name.partition(":")[0] in KINDS
