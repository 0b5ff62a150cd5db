"""KEWBZ' puzzles: what they may be about, and which boards are alike."""

from __future__ import annotations

from ...author import Plain, Symmetry, square_symmetries
from .rules import TALL

MANY = 3  # towers that grow by one cube

THEMES = {
    "double-corner": "double corner",
    "many-towers": "many towers at once",
    "taken": "taking a tower",
    "full": "a tower safe for ever",
    "short": "too few cubes for all",
    "end": "ending the game",
}


def symmetries(s: Plain) -> tuple[Symmetry, ...]:
    return square_symmetries(s.board)


def motifs(before: Plain, action: int, after: Plain) -> list[str]:
    cells = range(before.board**2)
    grown = {c: after.height[c] - before.height[c] for c in cells}
    stacked = {c: n - (action == c) for c, n in grown.items() if n > (action == c)}
    found = {
        "double-corner": any(cubes > 1 for cubes in stacked.values()),
        "many-towers": len(stacked) >= MANY,
        "taken": any(changed_hands(before, c) for c in stacked),
        "full": any(after.height[c] == TALL for c in stacked),
        "short": bool(after.owing or before.owing),
        "end": bool(after.ending),
    }
    return [name for name, holds in found.items() if holds]


def changed_hands(before: Plain, cell: int) -> bool:
    """Whether a tower on which the mover stacks was the other's."""
    height = before.height[cell]
    return bool(height > 1 and before.reds[cell] >> height - 1 != before.mover)
