"""TURRIS, the tower: raise it together, and show large areas of your colour on all its sides.

1. Each player has 20 blocks of one colour, each as large as two cells. The tower has a fixed plan
   of 3 x 3 cells.
2. In turn each player adds one own block, standing or lying.
3. (a) Only the first block is free; every other one joins the tower. (b) Nothing is built over a
   gap. (c) A standing block leans on a neighbour, the first block excepted. (d) A lying block
   bridges two blocks. (e) No more than three levels are unfinished. (f) The middle of a level
   waits for a block at the edge of that level.
4. A block that fills the middle earns a bonus: one more own block at once, or one opposing block
   off the tower and back to its owner, who has to leave the freed space alone for a turn.
5. The game ends when all blocks are placed. Whoever has none left waits for the other.
6. Five pictures count: the four sides and the roof, recessed squares included. In each a player
   scores the squares of their largest connected area; the higher sum wins.

R1  Below every cell of a block is a filled cell or the foundation.
R2  A lying block above the ground rests on two different blocks, whosever they are. On the
    foundation it needs a shared face, unless it is the first; with flat_ground=false nothing lies
    there at all.
R3  Leaning means a shared upright face on one of the two levels of the standing block.
R4  A level is unfinished while it has one to eight filled cells. (e) holds after every placement
    and after every removal.
R5  The middle is b2. (f) asks for the edge block on each level where the new block fills the
    middle, and the new block's own other half does not count.
R6  Only an opposing block can be taken, with nothing on either half, other than the one its owner
    placed last (however long ago), and only if (e) still holds without it.
R7  The bonus may be declined. A bonus block in the middle earns another bonus. It lapses if there
    is nothing to place and nothing to take.
R8  Until the owner's next turn is over, bonus blocks included, the owner puts nothing into the
    freed cells. The other player may.
R9  Whoever cannot place is passed over, and that counts as the next turn of R8. The game ends when
    nobody can place. Blocks left over cost nothing; equal sums are a draw.
R10 A picture is three squares wide and as high as the tower, the roof 3 x 3. A square shows the
    first block in the line of sight. Areas connect by sides.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from ..core.bits import count, lowest
from ..core.errors import NotationError
from ..core.grid import Cell, Grid, column
from ..core.rules import Plain, helper, record_type, rules
from ..core.scene import Block, Tally, remembered
from ..core.spec import Ending, Flag, Number, Reason, Spec
from ..core.words import Phrase

SPEC = Spec(
    id="turris",
    title="TURRIS",
    summary="Raise a tower together and show the largest areas of your colour on its five faces.",
    authors=("Steffen Mühlhäuser",),
    publisher="Steffen-Spiele",
    year=2014,
    seats=(2, 2),
    minutes=20,
    colours=("white", "black"),
    search={"explore": 0.2, "expand": 1, "amaf": 20, "guide": 2.0, "points": 0.95},
    options=(
        Number("blocks", 20, 4, 20, "How many blocks each player has."),
        Flag("flat_ground", True, "Whether blocks may lie on the foundation."),
    ),
)

# Columns are numbered in the order of their names: a1, a2, a3, b1, ... Sets of columns have nine
# bits, and so has a level: the columns that reach it.
COLUMNS = 9
ALL = (1 << COLUMNS) - 1
MIDDLE = 4
PAIRS = tuple(sorted([(c, c + 1) for c in range(9) if c % 3 < 2] + [(c, c + 3) for c in range(6)]))
ALL_PAIRS = (1 << len(PAIRS)) - 1

# Actions: standing on a column, lying over a pair, taking the top block of a column, passing.
# The first 21 also say which columns a block covers and how: they name a block, given its level.
LIE = COLUMNS
TAKE = LIE + len(PAIRS)
PASS = TAKE + COLUMNS
SPAN = PASS + 1
ENDS = (*((c,) for c in range(COLUMNS)), *PAIRS)
COVERED_BY = np.array([sum(1 << c for c in ends) for ends in ENDS], np.int64)
IN_THE_MIDDLE = sum(1 << block for block, ends in enumerate(ENDS) if MIDDLE in ends)

# Rule (e): above the finished levels there are at most three. 40 blocks fill 80 cells, enough for
# eight levels (72 cells) but not for nine, so 11 is the highest level; random games reach it.
# Levels count from 1. Slot 0 is the foundation; the last slot stays empty, for looking above.
MOST_UNFINISHED = 3
HIGHEST = 11
SLOTS = HIGHEST + 2


def per_set(value: Callable[[set[int]], int]) -> np.ndarray[Any, Any]:
    """A table with one value for each set of columns."""
    sets = [{c for c in range(COLUMNS) if bits >> c & 1} for bits in range(ALL + 1)]
    return np.array([value(columns) for columns in sets], np.int64)


# The columns next to one of a set; the pairs with both ends in it; the pairs with an end in it.
NEIGHBOURS = [{a + b - c for a, b in PAIRS if c in (a, b)} for c in range(COLUMNS)]
BESIDE = per_set(lambda columns: sum(1 << c for c in range(9) if columns & NEIGHBOURS[c]))
WITHIN = per_set(lambda columns: sum(1 << i for i, p in enumerate(PAIRS) if columns >= {*p}))
MEETING = per_set(lambda columns: sum(1 << i for i, p in enumerate(PAIRS) if columns & {*p}))

# R5: actions left open by how many levels the rest of the tower is higher than its middle.
OPEN = (~IN_THE_MIDDLE, ~(1 << MIDDLE), -1, -1)

State = record_type(
    "turris",
    [
        ("blocks", "i1"),
        ("flat_ground", "i1"),
        ("supply", "i1", 2),
        ("cells", "i2", (2, SLOTS)),  # the columns each colour fills on a level
        ("pairs", "i2", SLOTS),  # the pairs that are lying blocks; all of them on strict ground
        ("heads", "i2", SLOTS),  # the columns where the upper half of a standing block is
        ("finished", "i1"),  # how many levels are finished
        ("last", "i1", 2),  # the block each seat placed last, as an action, and its upper level
        ("last_top", "i1", 2),
        ("bonus", "i1"),  # whether the mover has a bonus to use
        ("freed", "i2"),  # R8: the columns barred to the mover
        ("legal", "i4"),  # the actions open to the mover
    ],
)

rule = rules(State)

OUT, HANGS, STRICT, APART, ONE_BLOCK, ALONE, FOURTH, EARLY, BARRED = range(1, 10)
NO_BONUS, NOTHING, OWN, CARRIES, LAST, REOPENS, MISNAMED, MUST_PLACE = range(10, 18)
USED_UP = 1


@rule
def setup(s, chance):
    s.players = 2
    s.supply[0] = s.supply[1] = s.blocks
    s.last[0] = s.last[1] = -1
    # R2, the strict reading: nowhere is the foundation two different blocks.
    s.pairs[0] = 0 if s.flat_ground else ALL_PAIRS
    s.legal = places(s, 0)


@rule
def span(s):
    return SPAN


@helper
def filled(s, level):
    return s.cells[0, level] | s.cells[1, level]


@helper
def height(s, c):
    """(e) keeps all columns within three levels of the finished ones."""
    z = s.finished
    return (
        z + (filled(s, z + 1) >> c & 1) + (filled(s, z + 2) >> c & 1) + (filled(s, z + 3) >> c & 1)
    )


@helper
def rise(block):
    """How many levels a block fills."""
    return 1 if block >= LIE else 2


@helper
def keeps_levels(s, columns, by):
    """R4: whether (e) still holds when these columns have grown or shrunk."""
    low = HIGHEST
    high = 0
    for c in range(COLUMNS):
        z = height(s, c) + by * (columns >> c & 1)
        low = min(low, z)
        high = max(high, z)
    return high - low <= MOST_UNFINISHED


@helper
def block_at(s, c, z):
    """The block, as an action, that fills a column on a level or has its upper half there."""
    lying = s.pairs[z] & MEETING[1 << c]
    return LIE + lowest(lying) if lying else c


@helper
def judge_place(s, seat, action):
    columns = COVERED_BY[action]
    lies = action >= LIE
    z = height(s, lowest(columns))
    if s.supply[seat] == 0:
        return OUT
    if lies and height(s, lowest(columns & columns - 1)) != z:
        return HANGS
    if lies and s.pairs[z] >> action - LIE & 1:
        return ONE_BLOCK if z else STRICT
    leans = BESIDE[columns] & filled(s, z + 1) or not filled(s, 1)
    if not leans and not (lies and z):
        return APART if lies else ALONE
    if not keeps_levels(s, columns, rise(action)):
        return FOURTH
    if columns >> MIDDLE & 1 and not filled(s, z + rise(action)):
        return EARLY
    if columns & s.freed:
        return BARRED
    return 0


@helper
def judge_take(s, seat, c):
    z = height(s, c)
    if not s.bonus:
        return NO_BONUS
    if z == 0:
        return NOTHING
    if s.cells[seat, z] >> c & 1:
        return OWN
    block = block_at(s, c, z)
    columns = COVERED_BY[block]
    if columns & filled(s, z + 1):
        return CARRIES
    if s.last[1 - seat] == block and s.last_top[1 - seat] == z:
        return LAST
    if not keeps_levels(s, columns, -rise(block)):
        return REOPENS
    return 0 if lowest(columns) == c else MISNAMED


@rule
def verdict(s, action):
    seat = s.mover & 1  # when the game is over nobody can move, so any seat will do
    if action < TAKE:
        return judge_place(s, seat, action)
    if action < PASS:
        return judge_take(s, seat, action - TAKE)
    return 0 if s.bonus else MUST_PLACE


@rule
def actions(s, out):
    found = 0
    legal = s.legal
    while legal:
        out[found] = lowest(legal)
        found += 1
        legal &= legal - 1
    return found


@helper
def places(s, seat):
    """The placements open to a seat. Only the three levels above the finished ones matter."""
    if s.supply[seat] == 0:
        return 0
    base = s.finished
    over0 = filled(s, base + 1)  # the columns more than 0, 1, 2 levels above the finished ones
    over1 = filled(s, base + 2)
    over2 = filled(s, base + 3)
    at0 = ALL & ~over0
    at1 = over0 & ~over1
    at2 = over1 & ~over2
    touching = BESIDE[over0]
    lie0 = WITHIN[at0] & ~s.pairs[base]  # R1, R2
    if base == 0:
        if over0 == 0:
            touching = ALL
        lie0 &= MEETING[touching]
    lie = lie0 | WITHIN[at1] & ~s.pairs[base + 1] | WITHIN[at2] & ~s.pairs[base + 2]
    stand = at0 & touching | at1 & BESIDE[over1]  # R3; any higher would break (e)
    crest = min(over0, 1) + min(over1, 1) + min(over2, 1)
    middle = (over0 >> MIDDLE & 1) + (over1 >> MIDDLE & 1) + (over2 >> MIDDLE & 1)
    barred = s.freed | MEETING[s.freed] << LIE
    return (stand | lie << LIE) & OPEN[crest - middle] & ~barred


@helper
def takes(s, seat):
    """The blocks a seat may take with a bonus, as actions (R6)."""
    owner = 1 - seat
    base = s.finished
    crest = 0
    for step in range(1, MOST_UNFINISHED + 1):
        crest += min(filled(s, base + step), 1)
    found = 0
    for step in range(MOST_UNFINISHED + 1):
        z = base + step
        tops = s.cells[owner, z] & ~filled(s, z + 1)
        blocks = tops & s.heads[z] | (WITHIN[tops] & s.pairs[z]) << LIE
        if s.last_top[owner] == z:  # nobody earns a bonus before both have placed a block
            blocks &= ~(1 << s.last[owner])
        while blocks:
            block = lowest(blocks)
            columns = COVERED_BY[block]
            if crest - (step - rise(block)) <= MOST_UNFINISHED:  # (e), seen from the gap
                found |= columns & -columns
            blocks &= blocks - 1
    return found << TAKE


@helper
def put(s, seat, block):
    columns = COVERED_BY[block]
    z = height(s, lowest(columns)) + 1
    s.cells[seat, z] |= columns
    if block < LIE:
        z += 1
        s.cells[seat, z] |= columns
        s.heads[z] |= columns
    else:
        s.pairs[z] |= 1 << block - LIE
    s.last[seat] = block
    s.last_top[seat] = z
    s.supply[seat] -= 1
    while filled(s, s.finished + 1) == ALL:
        s.finished += 1


@helper
def lift(s, owner, c):
    """Take the top block of a column; returns the columns it leaves."""
    z = height(s, c)
    block = block_at(s, c, z)
    columns = COVERED_BY[block]
    s.cells[owner, z] ^= columns
    if block < LIE:
        s.heads[z] ^= columns
        z -= 1
        s.cells[owner, z] ^= columns
    else:
        s.pairs[z] ^= 1 << block - LIE
    s.finished = min(s.finished, z - 1)
    s.supply[owner] += 1
    return columns


@helper
def end_turn(s, freed):
    """R8 and R9: the other player, the same one, the other again without a ban, or the end.

    The owner of a lifted block has the very next turn, so one set of barred columns is enough.
    Without a ban whoever has a block can place it: on a flat top it bridges two blocks of the
    edge, else it stands on a lowest column beside a higher one. If that is the middle alone and
    (f) forbids it, the ring around it is flat and can be bridged. So only rule 5 ends a game.
    """
    s.turn += 1
    s.bonus = 0
    s.freed = freed
    for _ in range(3):
        s.mover = 1 - s.mover
        s.legal = places(s, s.mover)
        if s.legal:
            return
        s.freed = 0
    s.ending = USED_UP
    s.mover = -1


@rule
def play(s, action):
    seat = s.mover
    freed = 0
    if action < TAKE:
        put(s, seat, action)
        if IN_THE_MIDDLE >> action & 1:
            offer = places(s, seat) | takes(s, seat)
            if offer:  # else the bonus lapses (R7)
                s.bonus = 1
                s.legal = offer | 1 << PASS
                return
    elif action < PASS:
        freed = lift(s, 1 - seat, action - TAKE)
    end_turn(s, freed)


@rule
def quiet(s, action):
    """A decision places one block at most, and whoever has one left can place it (`end_turn`)."""
    return s.supply[0] + s.supply[1] > 2


FRONT, BACK, LEFT, RIGHT, TOP = range(5)
VIEWS = ("front", "back", "left", "right", "top")
NEAR, MIDWAY, FAR = (0, 2, 0, 6), (1, 1, 3, 3), (2, 0, 6, 0)  # the columns of a line of sight
ROW = 4  # squares of a picture are bits: level by level, with a gap that keeps the levels apart
TURNED = per_set(lambda columns: sum(1 << 3 * (c % 3) + c // 3 for c in columns))


@helper
def layers(s, seat, turned):
    """R10: a seat's cells as three pictures, one behind the other: a, b, c; turned 1, 2, 3."""
    near = middle = far = 0
    for z in range(1, HIGHEST + 1):
        cells = TURNED[s.cells[seat, z]] if turned else s.cells[seat, z]
        near |= (cells & 7) << ROW * (z - 1)
        middle |= (cells >> 3 & 7) << ROW * (z - 1)
        far |= (cells >> 6) << ROW * (z - 1)
    return near, middle, far


@helper
def roofs(s):
    """The squares of both seats seen from above; columns a to c are the rows."""
    white = black = above = 0
    for z in range(HIGHEST, 0, -1):
        white |= s.cells[0, z] & ~above
        black |= s.cells[1, z] & ~above
        above |= filled(s, z)
    return seen_from_above(white), seen_from_above(black)


@helper
def two_sides(own, other):
    """What the largest areas count on the side nearest to the first layer and on that opposite."""
    middle = own[1] | ~other[1] & own[2]
    back = own[1] | ~other[1] & own[0]
    return count(largest(own[0] | ~other[0] & middle)) + count(largest(own[2] | ~other[2] & back))


@helper
def seen_from_above(tops):
    return tops & 7 | (tops & 7 << 3) << 1 | (tops & 7 << 6) << 2


@helper
def seen_from_side(own, both, view):
    """The squares of a level."""
    near, middle, far = NEAR[view], MIDWAY[view], FAR[view]
    seen = own >> near | ~(both >> near) & (own >> middle | ~(both >> middle) & own >> far)
    if view < LEFT:
        seen = seen & 1 | seen >> 2 & 2 | seen >> 4 & 4
    return seen & 7


@helper
def largest(squares):
    """Rule 6: the largest area of a picture connected by sides."""
    best = 0
    while count(squares) > count(best):
        area = 0
        grown = squares & -squares
        while grown != area:
            area = grown
            grown |= (area << 1 | area >> 1 | area << ROW | area >> ROW) & squares
        squares &= ~area
        if count(area) > count(best):
            best = area
    return best


@rule
def score(s, points):
    white, black = roofs(s)
    points[0] = count(largest(white))
    points[1] = count(largest(black))
    for turned in range(2):
        own, other = layers(s, 0, turned), layers(s, 1, turned)
        points[0] += two_sides(own, other)
        points[1] += two_sides(other, own)
    if points[0] == points[1]:
        return 3
    return 1 if points[0] > points[1] else 2


@rule
def observe(s, planes):
    seat = s.mover & 1
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        for z in range(HIGHEST):
            mark(planes[side, z], s.cells[owner, z + 1])
        if s.last[owner] >= 0:
            mark(planes[5 + side, s.last_top[owner] - 1], COVERED_BY[s.last[owner]])
        planes[8 + side] = s.supply[owner]
    for z in range(HIGHEST):
        mark(planes[2, z], s.heads[z + 1])
        lying = s.pairs[z + 1]
        while lying:
            columns = COVERED_BY[LIE + lowest(lying)]
            along = columns & columns >> 1
            mark(planes[3 if along else 4, z], columns & -columns)
            lying &= lying - 1
        mark(planes[7, z], s.freed)
    planes[10] = s.bonus
    planes[11] = s.flat_ground


@helper
def mark(row, columns):
    while columns:
        row[lowest(columns)] = 1
        columns &= columns - 1


def planes(s: Plain) -> tuple[int, ...]:
    """Levels by columns: own cells, theirs; upper halves of standing blocks, first halves of
    blocks lying along a letter, along a number; own block placed last, theirs; columns barred
    by R8; own supply, theirs; the bonus; flat_ground.
    """
    return 12, HIGHEST, COLUMNS


def name(c: int) -> str:
    return column(c // 3, c % 3)


def text(s: Plain, action: int) -> str:
    if action < LIE:
        return f"{name(action)}|"
    if action < TAKE:
        first, second = PAIRS[action - LIE]
        return f"{name(first)}+{name(second)}"
    return f"x{name(action - TAKE)}" if action < PASS else "pass"


NAMES = {name(c): c for c in range(COLUMNS)}


def parse(s: Plain, move: str) -> int:
    if move == "pass":
        return PASS
    match = re.fullmatch(r"(x?)([a-z]\d+)(?:(\|)|\+([a-z]\d+))?", move, re.ASCII)
    if not match or bool(match[1]) == bool(match[3] or match[4]):
        raise NotationError(
            "{move!r} is not a move: write b1| to stand a block on b1, a1+b1 to lay one over a1 "
            "and b1, xb1 to take the top block of b1, or pass.",
            move=move,
        )
    for cell in filter(None, match.group(2, 4)):
        if cell not in NAMES:
            raise NotationError("{cell!r} is not on the plan: its cells are a1 to c3.", cell=cell)
    first = NAMES[match[2]]
    if not match[4]:
        return TAKE + first if match[1] else first
    pair = first, NAMES[match[4]]
    if pair[::-1] in PAIRS:
        raise NotationError(
            "{move!r} is not a move: write {right}.", move=move, right=f"{match[4]}+{match[2]}"
        )
    if pair not in PAIRS:
        raise NotationError(
            "{move!r} is not a move: a lying block covers two neighbouring cells.", move=move
        )
    return LIE + PAIRS.index(pair)


def grid(s: Plain) -> Grid:
    """As high as these blocks can reach. The third level above the finished ones takes five cells:
    a column of three, and one of two beside it for contact (R3). Bridging takes six.
    """
    return Grid(3, 3, (4 * s.blocks - 5) // COLUMNS + MOST_UNFINISHED, levels=True)


# A move changes one level or two of a tower, so most of what is shown was shown before.
LEVELS_KNOWN = 10_000


def cells_of(block: int, top: int) -> list[Cell]:
    """The cells of a block whose upper level is given."""
    levels = range(top - rise(block), top)
    return [(c // 3, c % 3, z) for c in ENDS[block] for z in levels]


def blocks(s: Plain) -> list[Block]:
    levels = zip(s.heads.tolist(), s.pairs.tolist(), s.cells[0].tolist(), strict=True)
    found: list[Block] = []
    for z, (heads, pairs, white) in enumerate(levels):
        if z and heads | pairs:
            found += blocks_below(z, heads | pairs << LIE, white)
    return found


@lru_cache(LEVELS_KNOWN)
def blocks_below(z: int, found: int, white: int) -> list[Block]:
    """The blocks whose upper level is given."""
    seats = {block: 0 if COVERED_BY[block] & white else 1 for block in members(found)}
    return [
        Block(tuple(cells_of(block, z)), SPEC.colours[seat], seat) for block, seat in seats.items()
    ]


@lru_cache(LEVELS_KNOWN)
def members(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def landing(s: Plain, block: int) -> list[Cell]:
    """The cells a block would fill."""
    return cells_of(block, max(height(s, c) for c in ENDS[block]) + rise(block))


def top_block(s: Plain, c: int) -> list[Cell]:
    z = height(s, c)
    return cells_of(block_at(s, c, z), z)


def picks(s: Plain, action: int) -> list[Cell]:
    if action < TAKE:
        return landing(s, action)
    return top_block(s, action - TAKE) if action < PASS else []


def label(s: Plain, action: int) -> Phrase | None:
    if action < TAKE:
        return None
    return Phrase("take") if action < PASS else Phrase("decline the bonus")


def freed_cells(s: Plain) -> list[Cell]:
    """R8: the cells of the block just taken; nothing has been built there since."""
    return landing(s, [*COVERED_BY].index(s.freed)) if s.freed else []


def table(s: Plain, seat: int | None) -> dict[str, Any]:
    points = [0, 0]
    for item in tally(s):
        points[item.seat] += item.points
    return {
        "seats": [
            {"colour": colour, "supply": {colour: s.supply[side]}, "points": points[side]}
            for side, colour in enumerate(SPEC.colours)
        ],
        "prompt": None if s.mover < 0 else "bonus" if s.bonus else "place",
        "freed": [list(cell) for cell in freed_cells(s)],
        "latest": [[list(cell) for cell in latest(s, side)] for side in range(2)],
    }


def latest(s: Plain, seat: int) -> list[Cell]:
    """R6: the block a seat placed last."""
    return cells_of(s.last[seat], s.last_top[seat]) if s.last[seat] >= 0 else []


LARGEST = [Phrase("largest area seen from the {side}", side=side) for side in VIEWS]


@remembered
def tally(s: Plain) -> list[Tally]:
    """The largest area of each picture, as it stands."""
    colours = s.cells[:, 1:].tolist()
    tower = [white | black for white, black in zip(*colours, strict=True) if white | black]
    found = []
    for view, side in enumerate(VIEWS):
        shown = (
            roof(tower) if view == TOP else [nearest(view, *level) for level in enumerate(tower)]
        )
        for seat, own in enumerate(colours):
            squares = roof_squares(own, tower) if view == TOP else side_squares(own, tower, view)
            cells = tuple([shown[up][along] for up, along in area_known(squares)])
            if cells:
                found.append(Tally(seat, len(cells), LARGEST[view], cells, side))
    return sorted(found, key=lambda item: item.seat)


def side_squares(own: list[int], tower: list[int], view: int) -> int:
    """R10: a seat's squares of a picture of the tower."""
    squares = 0
    for z, level in enumerate(tower):
        squares |= side_known(own[z], level, view) << ROW * z
    return squares


def roof_squares(own: list[int], tower: list[int]) -> int:
    tops = [own[z] & ~above for z, above in enumerate([*tower[1:], 0])]
    return sum(map(seen_from_above, tops))


def roof(tower: list[int]) -> list[list[Cell]]:
    """What is to be seen from above."""
    top = [-1] * COLUMNS
    for z, (level, above) in enumerate(pairwise([*tower, 0])):
        for c in members(level & ~above):
            top[c] = z
    return [[(x, y, top[3 * x + y]) for y in range(3)] for x in range(3)]


side_known = lru_cache(LEVELS_KNOWN)(seen_from_side)


@lru_cache(LEVELS_KNOWN)
def area_known(squares: int) -> list[tuple[int, int]]:
    """The largest area of a picture, as rows and squares in them."""
    return [divmod(square, ROW) for square in members(largest(squares))]


@lru_cache(LEVELS_KNOWN)
def nearest(view: int, z: int, filled: int) -> list[Cell]:
    """What is to be seen of a level from a side; any cell where nothing is."""
    depth = range(3) if view in (FRONT, LEFT) else range(2, -1, -1)
    lines = [[(i, j) if view in (FRONT, BACK) else (j, i) for j in depth] for i in range(3)]
    return [
        next(((x, y, z) for x, y in line if filled >> 3 * x + y & 1), (0, 0, z)) for line in lines
    ]


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    if action == PASS:
        return [], {}
    if action >= TAKE:
        return take_culprits(s, action - TAKE, reason)
    cells = landing(s, action)
    if reason == ONE_BLOCK:
        return [(x, y, z - 1) for x, y, z in cells], {}
    low, *_, high = sorted(ENDS[action] * 2, key=lambda c: height(s, c))
    unopened = [z + 1 for _, _, z in cells if reason == EARLY and not filled(s, z + 1)]
    facts = {"low": name(low), "high": name(high), "level": min(unopened, default=0)}
    return freed_cells(s) if reason == BARRED else [], facts


def take_culprits(s: Plain, c: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    cells = top_block(s, c)
    first, second = (column(x, y) for x, y, _ in cells)
    facts = {"cell": name(c), "first": first, "second": second}
    if reason == CARRIES:
        above = {(x, y, z + 1) for x, y, z in cells}
        return next([*block.cells] for block in blocks(s) if above & {*block.cells}), facts
    return cells if reason in (OWN, LAST, MISNAMED) else [], facts


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    tower = blocks(s)
    cells = {cell for block in tower for cell in block.cells}
    if len(cells) != 2 * len(tower) or any(z and (x, y, z - 1) not in cells for x, y, z in cells):
        return "blocks overlap or float"
    for seat in range(2):
        own = [block.cells for block in tower if block.owner == seat]
        if len(own) + s.supply[seat] != s.blocks:
            return "the blocks on the tower and in the supply do not add up"
        if {cell for block in own for cell in block} != {
            (c // 3, c % 3, z - 1)
            for c in range(9)
            for z in range(SLOTS)
            if s.cells[seat, z] >> c & 1
        }:
            return "the blocks and their cells do not fit"
        if latest(s, seat) and tuple(latest(s, seat)) not in own:
            return "the block placed last has gone"
    levels = [sum(z == level for _, _, z in cells) for level in range(grid(s).height)]
    if sum(levels) != len(cells) or sum(0 < size < 9 for size in levels) > MOST_UNFINISHED:
        return "the tower has outgrown its limits"
    if s.finished != levels.count(COLUMNS) or s.pairs[0] != (0 if s.flat_ground else ALL_PAIRS):
        return "the number of finished levels is wrong, or the foundation is"
    if s.legal != sum(1 << action for action in range(SPAN) if verdict(s, action) == 0):
        return "the legal actions are not those of the verdicts"
    if s.mover < 0 and (s.supply[0] or s.supply[1] or s.freed or s.bonus):
        return "the game has ended too early"
    return None


PROMPTS = {
    "place": "Add a block to the tower.",
    "bonus": "Use your bonus: add a block, take an opposing one, or decline.",
}

REASONS = (
    Reason("out", "5", "You have no blocks left to place."),
    Reason("hangs", "R1", "{low} is lower than {high}: half of the block would hang in the air."),
    Reason("strict", "R2", "Nothing lies on the foundation: it is not two different blocks."),
    Reason("apart", "R2", "On the foundation a block must share a face with a block in place."),
    Reason("one-block", "R2", "A lying block needs two different blocks below, not one."),
    Reason("alone", "R3", "A standing block needs a block at its side."),
    Reason("fourth", "R4", "More than three levels would be unfinished."),
    Reason("early", "R5", "The middle of level {level} waits until its edge has a block."),
    Reason("barred", "R8", "Your block was just taken from here: leave the space free this turn."),
    Reason("no-bonus", "4", "Taking a block is a bonus for building in the middle."),
    Reason("nothing", "R6", "There is no block on {cell} to take."),
    Reason("own", "R6", "The top block of {cell} is your own; a bonus takes opposing blocks."),
    Reason("carries", "R6", "Another block rests on this one, so it has to stay."),
    Reason("last", "R6", "This is the block your opponent placed last; it is safe."),
    Reason("reopens", "R6", "Without this block more than three levels would be unfinished."),
    Reason("misnamed", "Notation", "The block lies over {first} and {second}: write x{first}."),
    Reason("must-place", "R7", "Only a bonus can be declined: place a block."),
)

ENDINGS = (Ending("used-up", "all blocks are placed"),)
