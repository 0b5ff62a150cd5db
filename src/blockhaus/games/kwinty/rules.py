"""The rules of KWINTY as they are played: the record, set-up, placing, lines, the end."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Iterator

from ...author import Plain, count, helper, lookup, lowest, record_type, rules, whole

COLUMNS = 17
ROWS = 9
FIRST = 8  # column i
DIAGONALS = COLUMNS + ROWS - 1

# Actions: standing in column x is x, lying over x and x + 1 is COLUMNS + x.
SPAN = 2 * COLUMNS - 1

# All sets of columns are bits of one integer. The four line tables hold each player's squares
# along every row, column and diagonal, so that the squares around a place are found by shifting.
# What would complete a line is noted as the wall grows: playouts ask for it at every move, and
# trying each placement took a simulation from 5.5 to 9 microseconds.
State = record_type(
    "kwinty",
    [
        ("width", "i1"),
        ("height", "i1"),
        ("blocks", "i1"),
        ("line", "i1"),
        ("supply", "i1", 2),
        ("low", "i1"),  # leftmost occupied column
        ("high", "i1"),  # rightmost; below `low` while the wall is empty
        ("heights", "i1", COLUMNS),
        ("across", "i4", (2, ROWS)),
        ("up", "i4", (2, COLUMNS)),
        ("rising", "i4", (2, DIAGONALS)),
        ("falling", "i4", (2, DIAGONALS)),
        ("lying", "i4", (2, ROWS)),  # squares of lying blocks, row by row
        ("capped", "i4", 2),  # columns with an own standing block on top
        ("room", "i4"),  # columns with room for a standing block
        ("level", "i4"),  # columns as high as their right neighbour, with room to lie
        ("winner", "i1"),
        ("ends", "i4", 2),  # columns where lying would touch an own short end
        # What would complete a line, column by column as bits of rows: a square, the lower square
        # of a standing block, the left square of a lying one. Once there it stays, filled or not.
        ("ripe", "i2", (3, 2, COLUMNS)),
        ("ripening", "i1", 2),  # whether the seat has any of these
    ],
)

rule = rules(State)

FULL, UNEVEN, APART, WIDE, SHORT_ENDS, START = range(1, 7)
FIVE, FOURS = 1, 2


@rule
def setup(s, chance):
    s.players = 2
    s.low = FIRST + 1
    s.high = FIRST
    s.supply[0] = s.blocks
    s.supply[1] = s.blocks
    s.room = (1 << COLUMNS) - 1
    s.level = (1 << COLUMNS - 1) - 1


@rule
def span(s):
    return SPAN


@helper
def touching(s, wide):
    """Rules 2 and 4: first columns where a block `wide` columns wide touches and fits."""
    if s.high < s.low:
        return 1 << FIRST
    left = max(s.low - wide, s.high - s.width + 1, 0)
    right = min(s.high + 1, s.low + s.width - wide, COLUMNS - wide)
    return (1 << right + 1) - (1 << left) if left <= right else 0


@helper
def standing(s, seat):
    """The columns where the seat may stand a block."""
    return touching(s, 1) & s.room & ~s.capped[seat]


@helper
def lying(s, seat):
    """The left columns where the seat may lay a block."""
    return touching(s, 2) & s.level & ~s.ends[seat]


@helper
def can_place(s, seat):
    return s.supply[seat] > 0 and (standing(s, seat) | lying(s, seat)) != 0


@rule
def verdict(s, action):
    seat = s.mover
    flat = action >= COLUMNS
    x = action - COLUMNS if flat else action
    if s.high < s.low:
        return 0 if x == FIRST else START
    right = x + 1 if flat else x
    if s.heights[x] + (1 if flat else 2) > s.height:
        return FULL
    if flat and s.heights[x] != s.heights[x + 1]:
        return UNEVEN
    if right < s.low - 1 or x > s.high + 1:
        return APART
    if max(right, s.high) - min(x, s.low) >= s.width:
        return WIDE
    if (s.ends[seat] if flat else s.capped[seat]) >> x & 1:
        return SHORT_ENDS
    return 0


@rule
def actions(s, out):
    found = 0
    places = standing(s, s.mover) | lying(s, s.mover) << COLUMNS
    while places:
        out[found] = lowest(places)
        found += 1
        places &= places - 1
    return found


@helper
def add_square(s, seat, x, z):
    s.across[seat, z] |= 1 << x
    s.up[seat, x] |= 1 << z
    s.rising[seat, x - z + ROWS - 1] |= 1 << x
    s.falling[seat, x + z] |= 1 << x


@helper
def assign(bits, index, value):
    return bits | 1 << index if value else bits & ~(1 << index)


@helper
def refresh(s, seat, x, flat):
    """Work out anew what rules 2, 3 and 6 say near the block that the seat placed in column x."""
    right = x + flat
    for column in range(x, right + 1):
        z = s.heights[column]
        s.room = assign(s.room, column, z + 2 <= s.height)
        if z < ROWS:
            beyond = 1 << column >> 1 | 1 << column + 2
            s.ends[0] = assign(s.ends[0], column, s.lying[0, z] & beyond)
            s.ends[1] = assign(s.ends[1], column, s.lying[1, z] & beyond)
    for column in range(max(x - 1, 0), min(right, COLUMNS - 2) + 1):
        z = s.heights[column]
        s.level = assign(s.level, column, z == s.heights[column + 1] and z < s.height)
    if flat:  # rule 6 at both of its ends
        z = s.heights[x] - 1
        if x >= 2 and s.heights[x - 2] == z:
            s.ends[seat] |= 1 << x - 2
        if right < COLUMNS - 1 and s.heights[right + 1] == z:
            s.ends[seat] |= 1 << right + 1


SHORTEST, LONGEST = 4, 7  # lines that win, by the option
LENGTHS = range(SHORTEST, LONGEST + 1)
PAIRS = 16


def gaps(length: int) -> list[int]:
    """For all squares around a filled one: the gaps between them whose filling makes a line.

    The filled one is in the middle of 2 * length - 1 squares. A gap is a square or, from bit PAIRS
    on, a pair, told by its first one.
    """
    everywhere = (1 << 2 * length - 1) - 1
    found = [0] * (everywhere + 1)
    for wide, shift in ((1, 0), (2, PAIRS)):
        for first in range(length):
            line = (1 << first + length) - (1 << first)
            for gap in range(first, first + length - wide + 1):
                filled = line & ~((1 << gap + wide) - (1 << gap))
                for others in subsets(everywhere & ~line):
                    found[filled | others] |= 1 << gap + shift
    return found


def subsets(members: int) -> Iterator[int]:
    subset = members
    while subset:
        yield subset
        subset = subset - 1 & members
    yield 0


# For the lines of each length one after the other, by the squares around a place.
GAPS = lookup((found for length in LENGTHS for found in gaps(length)), "i4")
GAPS_BEGIN = lookup(
    sum(1 << 2 * n - 1 for n in LENGTHS if n < length) for length in range(LONGEST + 1)
)

SQUARE, UPRIGHT, FLAT = range(3)  # what makes a line complete


@helper
def gaps_at(squares, place, line):
    """What would complete a line of squares through a place; the place is at bit line - 1."""
    around = squares << line - 1 >> place & (1 << 2 * line - 1) - 1
    return whole(GAPS[GAPS_BEGIN[line] + around])


@helper
def ripen_above(s, seat, x, line):
    """Rule 7: note what would complete a line together with the top square of a column."""
    z = s.heights[x] - 1
    found = gaps_at(s.up[seat, x], z, line)
    if found:
        s.ripening[seat] = 1
        s.ripe[SQUARE, seat, x] |= (found & (1 << PAIRS) - 1) << z >> line - 1
        s.ripe[UPRIGHT, seat, x] |= found >> PAIRS << z >> line - 1


@helper
def ripen_sideways(s, seat, x, z, line):
    """The same for lines that are not upright, and a square just filled."""
    across = gaps_at(s.across[seat, z], x, line)
    if across:
        ripen_aside(s, SQUARE, seat, x, z, across, 0, line)
        ripen_aside(s, FLAT, seat, x, z, across >> PAIRS, 0, line)
    rising = gaps_at(s.rising[seat, x - z + ROWS - 1], x, line)
    if rising:
        ripen_aside(s, SQUARE, seat, x, z, rising, 1, line)
    falling = gaps_at(s.falling[seat, x + z], x, line)
    if falling:
        ripen_aside(s, SQUARE, seat, x, z, falling, -1, line)


@helper
def ripen_aside(s, what, seat, x, z, found, slope, line):
    """Note gaps along a line that rises by `slope` rows a column, as far as there are squares."""
    found &= (1 << PAIRS) - 1
    while found:
        aside = lowest(found) - line + 1
        row = z + slope * aside
        if row >= 0 and 0 <= x + aside < COLUMNS:
            s.ripe[what, seat, x + aside] |= 1 << row
            s.ripening[seat] = 1
        found &= found - 1


@helper
def stands_complete(s, seat, x):
    """Whether a block standing in the column would complete a line of the seat's (rule 7)."""
    z = s.heights[x]
    return s.ripe[SQUARE, seat, x] >> z & 3 | s.ripe[UPRIGHT, seat, x] >> z & 1


@helper
def lies_complete(s, seat, x):
    """Whether a block lying from the column on would complete a line of the seat's."""
    squares = s.ripe[SQUARE, seat, x] | s.ripe[SQUARE, seat, x + 1]
    return (squares | s.ripe[FLAT, seat, x]) >> s.heights[x] & 1


@rule
def play(s, action):
    seat = s.mover
    flat = action >= COLUMNS
    x = action - COLUMNS if flat else action
    right = x + 1 if flat else x
    z = whole(s.heights[x])
    won = lies_complete(s, seat, x) if flat else stands_complete(s, seat, x)
    add_square(s, seat, x, z)
    if flat:
        add_square(s, seat, right, z)
        s.lying[seat, z] |= 3 << x
        s.heights[x] = s.heights[right] = z + 1
        s.capped[0] &= ~(3 << x)
        s.capped[1] &= ~(3 << x)
    else:
        add_square(s, seat, x, z + 1)
        s.heights[x] = z + 2
        s.capped[seat] |= 1 << x
        s.capped[1 - seat] &= ~(1 << x)
    line = whole(s.line)
    ripen_above(s, seat, x, line)
    ripen_sideways(s, seat, x, z, line)
    ripen_sideways(s, seat, right, whole(s.heights[right] - 1), line)
    if flat:
        ripen_above(s, seat, right, line)
    s.low = min(s.low, x)
    s.high = max(s.high, right)
    s.supply[seat] -= 1
    s.turn += 1
    refresh(s, seat, x, flat)
    if won:
        s.ending = FIVE
        s.winner = seat
        s.mover = -1
    elif can_place(s, 1 - seat):
        s.mover = 1 - seat
    elif not can_place(s, seat):  # rule 8
        s.ending = FOURS
        s.mover = -1


@helper
def runs_of(squares, length):
    """How many maximal runs of exactly this length a line of squares has."""
    starts = squares
    for step in range(1, length):
        starts &= squares >> step
    return count(starts & ~(squares << 1) & ~(squares >> length))


@helper
def short_lines(s, seat):
    """Rule 8: lines one square short of winning."""
    found = 0
    for i in range(ROWS):
        found += runs_of(s.across[seat, i], s.line - 1)
    for i in range(COLUMNS):
        found += runs_of(s.up[seat, i], s.line - 1)
    for i in range(DIAGONALS):
        found += runs_of(s.rising[seat, i], s.line - 1)
        found += runs_of(s.falling[seat, i], s.line - 1)
    return found


@rule
def score(s, points):
    if s.ending == FIVE:
        points[s.winner] = 1
        return 1 << s.winner
    points[0] = short_lines(s, 0)
    points[1] = short_lines(s, 1)
    if points[0] == points[1]:
        return 3
    return 1 if points[0] > points[1] else 2


@rule
def observe(s, planes):
    for side in range(2):
        seat = s.mover + side & 1  # a finished game has no mover; any seat will do
        for z in range(ROWS):
            squares, flat = s.across[seat, z], s.lying[seat, z]
            while squares:
                x = lowest(squares)
                planes[side, z, x] = 1
                planes[2 + side, z, x] = flat >> x & 1
                squares &= squares - 1


def planes(s: Plain) -> tuple[int, ...]:
    """Own squares, theirs, own squares of lying blocks, theirs."""
    return 4, ROWS, COLUMNS
