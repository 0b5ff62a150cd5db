"""What searches of KWINTY are told besides its rules."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import helper, lookup, lowest
from .rules import (
    COLUMNS,
    FLAT,
    ROWS,
    SPAN,
    SQUARE,
    UPRIGHT,
    lies_complete,
    lying,
    rule,
    standing,
    stands_complete,
)


@rule
def effect(s, action):
    """A block in a column is another one in every row."""
    return action * (ROWS + 1) + s.heights[action - COLUMNS if action >= COLUMNS else action]


@rule
def effects(s):
    return SPAN * (ROWS + 1)


@helper
def completing(s, seat):
    """The placements that would complete a line of the seat's, as bits of actions."""
    found = 0
    if s.ripening[seat] == 0 or s.supply[seat] == 0:
        return found
    places = standing(s, seat)
    while places:
        x = lowest(places)
        if stands_complete(s, seat, x):
            found |= 1 << x
        places &= places - 1
    places = lying(s, seat)
    while places:
        x = lowest(places)
        if lies_complete(s, seat, x):
            found |= 1 << COLUMNS + x
        places &= places - 1
    return found


@rule
def decisive(s):
    wins = completing(s, s.mover)
    if wins:
        return lowest(wins)
    threats = completing(s, 1 - s.mover)
    if threats:
        threats &= standing(s, s.mover) | lying(s, s.mover) << COLUMNS
    return lowest(threats) if threats else -1


@rule
def quiet(s, action):
    seat = s.mover
    flat = action >= COLUMNS
    x = action - COLUMNS if flat else action
    if s.ripening[seat] and (lies_complete(s, seat, x) if flat else stands_complete(s, seat, x)):
        return False
    other = 1 - seat
    # Who has blocks can stand one in every column with room but those it capped itself. So while
    # both have some, the game ends by rule 8 only with all columns full but for a square.
    placed = 2 * s.blocks - s.supply[0] - s.supply[1]
    if min(s.supply[0], s.supply[1]) < 2 or 2 * placed + 4 >= s.width * (s.height - 1):
        return False
    if s.ripening[other] == 0:
        return True
    # What the other seat can newly do is on top of the block, or beside it where the wall grows.
    rows = 3 << s.heights[x] + (1 if flat else 2)
    if x < s.low or x + flat > s.high:
        rows |= 3
    for column in range(max(x - 2, 0), min(x + 3, COLUMNS - 1) + 1):
        ripe = s.ripe[SQUARE, other, column] | s.ripe[UPRIGHT, other, column]
        if (ripe | s.ripe[FLAT, other, column]) & rows:
            return False
    return completing(s, other) == 0


REACH = 9  # the widest wall
BAND = 3  # rows in a word
MIRRORED = lookup(int(f"{bits:0{REACH}b}"[::-1], 2) for bits in range(1 << REACH))


@helper
def from_the_edge(s, columns, which):
    """A set of columns counted from the left edge of the wall, or from the right."""
    columns = columns >> s.low & (1 << REACH) - 1
    return MIRRORED[columns] >> REACH - 1 - s.high + s.low if which else columns


@rule
def images(s):
    return 2


@rule
def image(s, which, out):
    """Rule 2: what counts is the wall, not where it stands. Of lying blocks only ends that are
    free can still touch another (rule 6), and who stands on top only where one can stand."""
    word = 0
    for seat in range(2):
        for first in range(0, ROWS, BAND):
            squares = ends = 0
            for z in range(first, first + BAND):
                free = ~(s.across[0, z] | s.across[1, z])
                loose = s.lying[seat, z] & (free << 1 | free >> 1)
                squares = squares << REACH | from_the_edge(s, s.across[seat, z], which)
                ends = ends << REACH | from_the_edge(s, loose, which)
            out[word] = ends << REACH * BAND | squares
            word += 1
    out[word] = s.mover & 3
    for seat in range(2):
        capped = from_the_edge(s, s.capped[seat] & s.room, which)
        out[word] = out[word] << REACH | capped
    return word + 1
