"""TURRIS' puzzles: what they may be about, and which towers are alike."""

from __future__ import annotations

from ...author import Plain, Symmetry, square_symmetries
from .rules import PASS, TAKE

THEMES = {
    "bonus": "bonus",
    "bonus-chain": "bonus chain",
    "taken": "taking a block",
    "declined": "declining the bonus",
    "level": "finishing a level",
}


def symmetries(s: Plain) -> tuple[Symmetry, ...]:
    return square_symmetries(3)


def motifs(before: Plain, action: int, after: Plain) -> list[str]:
    found = {
        "bonus": bool(after.bonus and not before.bonus),
        "bonus-chain": bool(after.bonus and before.bonus),
        "taken": TAKE <= action < PASS,
        "declined": action == PASS,
        "level": after.finished > before.finished,
    }
    return [name for name, holds in found.items() if holds]
