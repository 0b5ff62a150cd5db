"""CUBE's puzzles: what they may be about, and which boards are alike."""

from __future__ import annotations

from ...author import Plain, Symmetry, square_symmetries
from .deals import deals as deals
from .events import events
from .rules import DRAW, MOVE, STAND

CARDS = ("fulfilled", "decided")  # events that show a card

THEMES = {
    "several-cards": "several cards at once",
    "twin": "the twin",
    "drawn": "a cube from the bag",
    "moved": "moving a cube",
    "play-off": "the play-off",
    "from-above": "seen from above",
    "from-a-side": "seen from a side",
}


def symmetries(s: Plain) -> tuple[Symmetry, ...]:
    """The board may be turned; cards are never mirrored (R2), so neither is the board."""
    return square_symmetries(4, mirrors=False)


def motifs(before: Plain, action: int, after: Plain) -> list[str]:
    told = events(before, action, after)
    kinds = [(event.kind, event.seat) for event in told]
    sides = {e.sentence.facts["side"] for e in told if e.kind in CARDS and e.seat == before.mover}
    found = {
        "several-cards": kinds.count(("fulfilled", before.mover)) > 1,
        "twin": any(kind == "twin" for kind, _ in kinds),
        "drawn": action == DRAW,
        "moved": MOVE <= action < STAND,
        "play-off": bool(before.tied),
        "from-above": "top" in sides,
        "from-a-side": bool(sides - {"top"}),
    }
    return [name for name, holds in found.items() if holds]
