"""QBQ's puzzles: what they may be about, and which boards are alike."""

from __future__ import annotations

from ...author import Plain, Symmetry, square_symmetries
from .rules import SIZE
from .scene import events

THEMES = {
    "tip": "tipping a tower",
    "tip-over-two": "tip over two",
    "edge": "cubes over the edge",
    "swept": "the board swept clean",
    "inserted": "a new cube",
    "formation": "the formation",
}


def symmetries(s: Plain) -> tuple[Symmetry, ...]:
    """Goals and starts are seen, so that only turns count which bring them onto each other."""
    return square_symmetries(SIZE)


def motifs(before: Plain, action: int, after: Plain) -> list[str]:
    kinds = [event.kind for event in events(before, action, after)]
    found = {
        "tip": "thrown" in kinds,
        "tip-over-two": kinds.count("thrown") > 1,
        "edge": "dropped" in kinds,
        "swept": "swept" in kinds,
        "inserted": "inserted" in kinds,
        "formation": "formed" in kinds,
    }
    return [name for name, holds in found.items() if holds]
