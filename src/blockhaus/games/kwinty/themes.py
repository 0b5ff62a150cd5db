"""KWINTY's puzzles: what they may be about, and which walls are alike."""

from __future__ import annotations

from ...author import Plain, Symmetry, count
from .rules import COLUMNS, FIVE, SHORT_ENDS, lying, standing, verdict
from .sense import completing

THEMES = {
    "double-threat": "double threat",
    "short-ends": "short ends block",
    "fours": "lines of four decide",
    "passed": "the other must pass",
}


def symmetries(s: Plain) -> tuple[Symmetry, ...]:
    """Where the wall stands does not matter (R1), nor from which side it is looked at."""
    low, high = s.low, s.high
    return lambda cell: (cell[0] - low, 0, cell[2]), lambda cell: (high - cell[0], 0, cell[2])


def motifs(before: Plain, action: int, after: Plain) -> list[str]:
    seat = before.mover
    if after.ending:
        return [] if after.ending == FIVE else ["fours"]
    found = ["double-threat"] if count(completing(after, seat)) > 1 else []
    if after.mover == seat:
        found.append("passed")
    elif short_ends_matter(after, seat):
        found.append("short-ends")
    return found


def short_ends_matter(s: Plain, seat: int) -> bool:
    """Whether rule 6 keeps the other from stopping a line of the seat's, or from completing one."""
    wanted = completing(s, seat)
    squares = [x for x in range(COLUMNS) if wanted >> x & 1]
    barred = [a for a in range(2 * COLUMNS - 1) if verdict(s, a) == SHORT_ENDS]
    stopping = any((a if a < COLUMNS else a - COLUMNS) in squares for a in barred)
    return stopping or any(would_complete(s, a) for a in barred)


def would_complete(s: Plain, action: int) -> bool:
    """Whether the mover would complete a line if rule 6 did not forbid it."""
    x = action - COLUMNS if action >= COLUMNS else action
    saved = s.capped[s.mover], s.ends[s.mover]
    s.capped[s.mover] = s.ends[s.mover] = 0
    allowed = (lying(s, s.mover) if action >= COLUMNS else standing(s, s.mover)) >> x & 1
    found = bool(allowed and completing(s, s.mover) >> action & 1)
    s.capped[s.mover], s.ends[s.mover] = saved
    return found
