"""What searches of TURRIS are told besides its rules."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import lookup
from .rules import COLUMNS, ENDS, LIE, MOST_UNFINISHED, PAIRS, rule


def turned(which: int, column: int) -> int:
    """Where a symmetry brings a column."""
    x, y = divmod(column, 3)
    if which & 1:
        x = 2 - x
    if which & 2:
        y = 2 - y
    return 3 * y + x if which & 4 else 3 * x + y


TURNS = range(8)
SETS = lookup(
    [sum(1 << turned(w, c) for c in range(COLUMNS) if bits >> c & 1) for bits in range(512)]
    for w in TURNS
)
# The blocks as actions, and the lying ones among them as pairs.
BLOCKS = lookup(
    [ENDS.index(tuple(sorted(turned(w, c) for c in ends))) for ends in ENDS] for w in TURNS
)
LAID = lookup(
    [
        sum(1 << BLOCKS[w, LIE + i] - LIE for i in range(len(PAIRS)) if bits >> i & 1)
        for bits in range(1 << len(PAIRS))
    ]
    for w in TURNS
)


@rule
def quiet(s, action):
    """A decision places one block at most, and whoever has one left can place it (`end_turn`)."""
    return s.supply[0] + s.supply[1] > 2


@rule
def images(s):
    return 8


@rule
def image(s, which, out):
    """The tower level by level, with nothing above the unfinished ones, and what the bonus asks."""
    top = s.finished + MOST_UNFINISHED
    for z in range(1, top + 1):
        level = LAID[which, s.pairs[z]] << COLUMNS | SETS[which, s.heads[z]]
        level = level << COLUMNS | SETS[which, s.cells[0, z]]
        out[z] = level << COLUMNS | SETS[which, s.cells[1, z]]
    rest = (s.mover & 3) << COLUMNS | SETS[which, s.freed]
    rest = rest << 1 | s.bonus
    for seat in range(2):
        block = BLOCKS[which, s.last[seat]] if s.last[seat] >= 0 else 31
        rest = (rest << 5 | s.supply[seat]) << 9 | block << 4 | s.last_top[seat]
    out[0] = rest
    return top + 1
