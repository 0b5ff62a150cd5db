"""What searches of KEWBZ are told besides its rules."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import helper
from .rules import rule

CELLS = 15  # in a word, four bits each


@helper
def turned(s, which, x, y):
    """The cell that a symmetry brings to (x, y)."""
    last = s.board - 1
    if which & 1:
        x = last - x
    if which & 2:
        y = last - y
    return x * s.board + y if which & 4 else y * s.board + x


@helper
def tower(s, cell):
    """A tower by its height and its owner. Nobody owns a single cube (rule 10)."""
    height = s.height[cell]
    return 2 * height + (s.reds[cell] >> height - 1 & 1) if height > 1 else height


@rule
def images(s):
    return 8


@rule
def image(s, which, out):
    """What lies below the top of a tower never counts again."""
    out[0] = (s.mover & 3) << 16 | s.supply[0] << 8 | s.supply[1]
    words = 1
    word = place = 0
    for y in range(s.board):
        for x in range(s.board):
            word |= tower(s, turned(s, which, x, y)) << 4 * place
            place += 1
            if place == CELLS:
                out[words] = word
                words += 1
                word = place = 0
    out[words] = word
    words += 1
    if s.owing:
        for y in range(s.board):
            word = 0
            for x in range(s.board):
                word |= s.owed[turned(s, which, x, y)] << 4 * x
            out[words] = word
            words += 1
    return words
