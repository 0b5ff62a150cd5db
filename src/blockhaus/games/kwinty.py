"""KWINTY, the wall: build it together, and show five squares of your colour in a line.

1. Each player has 20 blocks of one colour. A block is as large as two squares of the wall.
2. The wall stands upright and is one block thick, at most 9 squares wide and 9 high. It is the
   width that is limited, not the place: columns are named a to q, the first block stands in
   column i (or lies over i and j), and the limits close in as the wall grows.
3. In turn each player places one block, standing (two squares high) or lying (two wide). It drops
   down its columns; a lying block needs two neighbouring columns of equal height.
4. Every block but the first shares part of a face with a block in place.
5. Nothing is built over an empty square.
6. The short ends of two blocks of one colour never touch: no lying block end to end with an own
   lying one, no standing block on top of an own standing one.
7. Whoever first shows five own squares in an unbroken straight line, also diagonally, wins.
8. If no more blocks can be placed, more lines of exactly four win, each direction counted on
   its own; equally many are a draw. Who cannot place is passed over.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ..core.bits import count, lowest
from ..core.errors import NotationError
from ..core.grid import LETTERS, Cell, Grid
from ..core.rules import Plain, helper, record_type, rules
from ..core.scene import Block, Tally
from ..core.spec import Ending, Number, Reason, Spec
from ..core.words import Phrase

SPEC = Spec(
    id="kwinty",
    title="KWINTY",
    summary="Raise a wall together and be the first to show five squares in a row.",
    authors=("Fred Horn",),
    publisher="Steffen-Spiele",
    year=2014,
    seats=(2, 2),
    minutes=15,
    colours=("white", "black"),
    search={"explore": 0.2, "expand": 1, "guide": 1.5},
    options=(
        Number("width", 9, 5, 9, "How many squares wide the wall may be."),
        Number("height", 9, 4, 9, "How many squares high the wall may be."),
        Number("blocks", 20, 4, 40, "How many blocks each player has."),
        Number("line", 5, 4, 7, "How many squares in a row win."),
    ),
)

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

SHORTEST, LONGEST = 4, 7  # lines that win, by the option


def gaps(length: int, wide: int) -> np.ndarray[Any, Any]:
    """For all squares around a filled one: the gaps between them whose filling makes a line.

    The filled one is in the middle of 2 * length - 1 squares; a gap of `wide` squares is told by
    its first one.
    """
    around = np.arange(1 << 2 * length - 1)
    found = np.zeros_like(around)
    for first in range(length):
        line = (1 << first + length) - (1 << first)
        for gap in range(first, first + length - wide + 1):
            filled = line & ~((1 << gap + wide) - (1 << gap))
            found |= np.where(around & line == filled, 1 << gap, 0)
    return found


# For the lines of each length one after the other, by the squares around a place: the single
# squares that would complete one, and from bit PAIRS on the pairs.
PAIRS = 16
GAPS = np.concatenate(
    [gaps(n, 1) | gaps(n, 2) << PAIRS for n in range(SHORTEST, LONGEST + 1)]
).astype(np.int32)
GAPS_BEGIN = np.cumsum([0] * (SHORTEST + 1) + [1 << 2 * n - 1 for n in range(SHORTEST, LONGEST)])

FULL, UNEVEN, APART, WIDE, SHORT_ENDS, START = range(1, 7)
FIVE, FOURS = 1, 2
SQUARE, UPRIGHT, FLAT = range(3)  # what makes a line complete


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
def reach(s, wide):
    """Rules 2 and 4: first columns where a block `wide` columns wide touches and fits."""
    if s.high < s.low:
        return 1 << FIRST
    left = max(s.low - wide, s.high - s.width + 1, 0)
    right = min(s.high + 1, s.low + s.width - wide, COLUMNS - wide)
    return (1 << right + 1) - (1 << left) if left <= right else 0


@helper
def standing(s, seat):
    """The columns where the seat may stand a block."""
    return reach(s, 1) & s.room & ~s.capped[seat]


@helper
def lying(s, seat):
    """The left columns where the seat may lay a block."""
    return reach(s, 2) & s.level & ~s.ends[seat]


@helper
def can_place(s, seat):
    return s.supply[seat] > 0 and (standing(s, seat) | lying(s, seat)) != 0


@rule
def effect(s, action):
    """A block in a column is another one in every row."""
    return action * (ROWS + 1) + s.heights[action - COLUMNS if action >= COLUMNS else action]


@rule
def effects(s):
    return SPAN * (ROWS + 1)


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
def gaps_at(squares, place, line):
    """What would complete a line of squares through a place; the place is at bit line - 1."""
    around = squares << line - 1 >> place & (1 << 2 * line - 1) - 1
    return np.int64(GAPS[GAPS_BEGIN[line] + around])


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
def add_square(s, seat, x, z):
    s.across[seat, z] |= 1 << x
    s.up[seat, x] |= 1 << z
    s.rising[seat, x - z + ROWS - 1] |= 1 << x
    s.falling[seat, x + z] |= 1 << x


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


@rule
def play(s, action):
    seat = s.mover
    flat = action >= COLUMNS
    x = action - COLUMNS if flat else action
    right = x + 1 if flat else x
    z = np.int64(s.heights[x])
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
    line = np.int64(s.line)
    ripen_above(s, seat, x, line)
    ripen_sideways(s, seat, x, z, line)
    ripen_sideways(s, seat, right, np.int64(s.heights[right] - 1), line)
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


@rule
def observe(s, planes):
    for side in range(2):
        seat = s.mover if side == 0 else 1 - s.mover
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


def text(s: Plain, action: int) -> str:
    if action < COLUMNS:
        return f"{LETTERS[action]}|"
    x = action - COLUMNS
    return f"{LETTERS[x]}+{LETTERS[x + 1]}"


def parse(s: Plain, move: str) -> int:
    match = re.fullmatch(r"([a-q])\||([a-q])\+([a-q])", move)
    if not match:
        raise NotationError(
            "{move!r} is not a move: write i| to stand a block in column i, "
            "i+j to lay one over i and j.",
            move=move,
        )
    if match[1]:
        return LETTERS.index(match[1])
    left, right = LETTERS.index(match[2]), LETTERS.index(match[3])
    if right != left + 1:
        raise NotationError(
            "{move!r} is not a move: a lying block covers two neighbouring columns, "
            "the left one named first.",
            move=move,
        )
    return COLUMNS + left


def grid(s: Plain) -> Grid:
    return Grid(COLUMNS, 1, ROWS, upright=True)


def blocks(s: Plain) -> list[Block]:
    """Rule 6 keeps the blocks of one colour apart, so squares tell where each begins."""
    found = []
    for seat in range(2):
        lying = s.lying[seat].tolist()
        for z, squares in enumerate(lying):
            while squares:
                x = lowest(squares)
                found.append(block(seat, (x, 0, z), (x + 1, 0, z)))
                squares &= ~(3 << x)
        for x, squares in enumerate(s.up[seat].tolist()):
            while squares:
                z = lowest(squares)
                flat = lying[z] >> x & 1
                if not flat:
                    found.append(block(seat, (x, 0, z), (x, 0, z + 1)))
                squares &= ~(1 << z if flat else 3 << z)
    return found


@cache
def block(seat: int, *cells: Cell) -> Block:
    return Block(cells, SPEC.colours[seat], seat)


def landing(s: Plain, action: int) -> list[Cell]:
    """The squares a block would fill."""
    if action < COLUMNS:
        z = s.heights[action]
        return [(action, 0, z), (action, 0, z + 1)]
    x = action - COLUMNS
    z = max(s.heights[x], s.heights[x + 1])
    return [(x, 0, z), (x + 1, 0, z)]


def picks(s: Plain, action: int) -> list[Cell]:
    return landing(s, action)


def table(s: Plain, seat: int | None) -> dict[str, Any]:
    return {
        "seats": [
            {"colour": colour, "supply": {colour: s.supply[side]}}
            for side, colour in enumerate(SPEC.colours)
        ],
        "prompt": None if s.mover < 0 else "place",
    }


def tally(s: Plain) -> list[Tally]:
    """The line that won, or else the lines one square short of it."""
    length = s.line if s.ending == FIVE else s.line - 1
    tables = zip(s.across, s.up, s.rising, s.falling, strict=True)
    return [
        Tally(seat, 1, Phrase("line of {length}", length=length), cells)
        for seat, own in enumerate(tables)
        for cells in lines(length, *map(tuple, own))
        if s.ending == FIVE or len(cells) == length
    ][: 1 if s.ending == FIVE else None]


@lru_cache(10_000)  # of both players' squares those of one stay as they were
def lines(least: int, *tables: tuple[int, ...]) -> list[tuple[Cell, ...]]:
    """The maximal straight runs of so many squares or more, in the four line tables."""
    found = []
    for direction, table in enumerate(tables):
        runs = [
            tuple(square(direction, line, i) for i in run)
            for line, squares in enumerate(table)
            if squares.bit_count() >= least
            for run in runs_in(squares)
            if len(run) >= least
        ]
        found += sorted(runs)
    return found


def runs_in(squares: int) -> Iterator[range]:
    """The maximal runs of members of a set."""
    while squares:
        first = lowest(squares)
        past = lowest(~squares >> first) + first
        yield range(first, past)
        squares = squares >> past << past


def square(direction: int, line: int, i: int) -> Cell:
    """The square that a bit of one of the four line tables stands for."""
    if direction == 1:
        return line, 0, i
    return i, 0, (line, 0, i - line + ROWS - 1, line - i)[direction]


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    return [cell for block in guilty(s, action, reason) for cell in block.cells], {
        "width": s.width,
        "height": s.height,
    }


def guilty(s: Plain, action: int, reason: int) -> list[Block]:
    """The blocks that are in the way."""
    cells = landing(s, action)
    if reason in (FULL, UNEVEN):
        tallest = max(s.heights[x] for x, _, _ in cells)
        tops = {(x, 0, tallest - 1) for x, _, _ in cells if s.heights[x] == tallest}
        return [other for other in blocks(s) if tops & set(other.cells)]
    if reason == WIDE:
        edge = (s.low if cells[-1][0] > s.high else s.high, 0, 0)
        return [other for other in blocks(s) if edge in other.cells]
    if reason == SHORT_ENDS:
        return [other for other in blocks(s) if ends_meet(s, other, cells)]
    return []


def ends_meet(s: Plain, other: Block, cells: list[Cell]) -> bool:
    """Whether the short ends of an own block and of one at these cells touch."""
    if other.owner != s.mover:
        return False
    direction = tuple(b - a for a, b in zip(cells[0], cells[1], strict=True))
    before = tuple(a - d for a, d in zip(cells[0], direction, strict=True))
    beyond = tuple(b + d for b, d in zip(cells[1], direction, strict=True))
    return other.cells[1] == before or other.cells[0] == beyond


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    for seat in range(2):
        squares = sum(count(row) for row in s.across[seat])
        if squares != 2 * (s.blocks - s.supply[seat]):
            return "the squares on the wall and the blocks in the supply do not add up"
    for x in range(COLUMNS):
        if s.up[0, x] & s.up[1, x] or s.up[0, x] | s.up[1, x] != (1 << s.heights[x]) - 1:
            return f"column {LETTERS[x]} overlaps or floats"
    if s.high - s.low >= s.width or max(s.heights) > s.height:
        return "the wall has outgrown its limits"
    return None


PROMPTS = {"place": "Add a block to the wall."}

REASONS = (
    Reason("full", "2", "The wall may be only {height} squares high."),
    Reason("uneven", "5", "A lying block needs two columns of equal height beneath it."),
    Reason("apart", "4", "The block would touch no block of the wall."),
    Reason("wide", "2", "The wall may be only {width} squares wide."),
    Reason("short-ends", "6", "The short ends of two of your own blocks would touch."),
    Reason("start", "R1", "The first block stands in column i, or lies over i and j."),
)  # fmt: skip

ENDINGS = (
    Ending("line", "a line is complete"),
    Ending("full", "no more blocks can be placed; the shorter lines decide"),
)
