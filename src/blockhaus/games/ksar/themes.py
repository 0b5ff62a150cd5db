"""KSAR's puzzles: what they may be about, and which frames are alike."""

from __future__ import annotations

from ...author import Plain, Symmetry, square_symmetries
from .rules import NEUTRAL, OUT_OF_PLACES
from .scene import events, placed

THEMES = {
    "joined": "joining sets",
    "colourless": "a colourless piece",
    "last-gap": "last gap",
    "tie": "the last piece decides",
}


def symmetries(s: Plain) -> tuple[Symmetry, ...]:
    return square_symmetries(s.frame)


def motifs(before: Plain, action: int, after: Plain) -> list[str]:
    kinds = {event.kind for event in events(before, action, after) if event.seat == before.mover}
    found = {
        "joined": "joined" in kinds,
        "colourless": placed(before, action).colour == NEUTRAL,
        "last-gap": after.ending == OUT_OF_PLACES,
        "tie": "tie" in kinds,
    }
    return [name for name, holds in found.items() if holds]
