"""What searches of KSAR are told besides its rules."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import lowest
from .rules import DEEP, NEUTRAL, POSES, ROW, ROWS, USED, WIDE, rule


@rule
def images(s):
    return 8


@rule
def image(s, which, out):
    """The pieces, by colour and pose, and what is left of the supplies."""
    used = USED[s.frame]
    for i in range(3 * POSES * used):
        out[i] = 0
    for pose in range(POSES):
        wide, deep = WIDE[pose], DEEP[pose]
        seen = pose ^ 1 if which & 4 else pose  # the poses of a height are turned into each other
        for word in range(used):
            pieces = s.placed[pose, word]
            while pieces:
                bit = lowest(pieces)
                pieces &= pieces - 1
                row = ROW[s.frame, bit]
                x = bit - row * s.frame
                y = word * ROWS[s.frame] + row
                if which & 1:
                    x = s.frame - wide - x
                if which & 2:
                    y = s.frame - deep - y
                if which & 4:
                    x, y = y, x
                colour = NEUTRAL
                if s.colours[0, word] >> bit & 1:
                    colour = 0
                elif s.colours[1, word] >> bit & 1:
                    colour = 1
                place = (colour * POSES + seen) * used + y // ROWS[s.frame]
                out[place] |= 1 << y % ROWS[s.frame] * s.frame + x
    last = s.mover & 3
    for seat in range(2):
        last = last << 16 | s.supply[seat, 0] << 8 | s.supply[seat, 1]
    out[3 * POSES * used] = last
    return 3 * POSES * used + 1
