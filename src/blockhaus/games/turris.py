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
from typing import Any

import numpy as np

from ..core.bits import count, lowest
from ..core.errors import NotationError
from ..core.grid import Cell, Grid, column
from ..core.rules import Plain, helper, record_type, rules
from ..core.scene import Block, Tally
from ..core.spec import Ending, Flag, Number, Reason, Spec

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
    options=(Number("blocks", 20, 4, 20), Flag("flat_ground", True)),
)

# Columns are numbered in the order of their names: a1, a2, a3, b1, ... Sets of columns have nine
# bits, and so has a level: the columns that reach it.
COLUMNS = 9
ALL = (1 << COLUMNS) - 1
MIDDLE = 4
PAIRS = tuple(sorted([(c, c + 1) for c in range(9) if c % 3 < 2] + [(c, c + 3) for c in range(6)]))

# Actions: standing on a column, lying over a pair, taking the top block of a column, passing.
# The first 21 also say which columns a block covers and how: they name a block, given its level.
LIE = COLUMNS
TAKE = LIE + len(PAIRS)
PASS = TAKE + COLUMNS
SPAN = PASS + 1
COVERED_BY = np.array([1 << c for c in range(9)] + [1 << a | 1 << b for a, b in PAIRS], np.int64)
IN_THE_MIDDLE = sum(1 << block for block in range(TAKE) if COVERED_BY[block] >> MIDDLE & 1)

# Rule (e) allows three unfinished levels. 40 blocks fill 80 cells, enough to finish eight levels
# (72 cells) with eight cells left for three more, and not enough to finish nine. Levels count
# from 1; slot 0 is the foundation, and the last slot stays empty so that one may look above.
HIGHEST = 11
SLOTS = HIGHEST + 2
MOST_UNFINISHED = 3


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
USED_UP, STUCK = 1, 2


@rule
def setup(s, chance):
    s.players = 2
    s.supply[0] = s.supply[1] = s.blocks
    s.last[0] = s.last[1] = -1
    # R2: to the strict, the foundation is never two different blocks.
    s.pairs[0] = 0 if s.flat_ground else (1 << len(PAIRS)) - 1
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
def unfinished(s, changed, by):
    """R4: how many levels would be unfinished if these columns grew or shrank."""
    low = high = height(s, 0) + by * (changed & 1)
    for c in range(1, COLUMNS):
        z = height(s, c) + by * (changed >> c & 1)
        low = min(low, z)
        high = max(high, z)
    return high - low


@helper
def block_at(s, c, z):
    """The block, as an action, that fills a column on a level or has its upper half there."""
    lying = s.pairs[z] & MEETING[1 << c]
    return LIE + lowest(lying) if lying else c


@helper
def judge_place(s, seat, action):
    columns = COVERED_BY[action]
    lies = action >= LIE
    c = lowest(columns)
    z = height(s, c)
    if s.supply[seat] == 0:
        return OUT
    if lies and height(s, lowest(columns & columns - 1)) != z:
        return HANGS
    if lies and z == 0 and not s.flat_ground:
        return STRICT
    if lies and z > 0 and s.pairs[z] >> action - LIE & 1:
        return ONE_BLOCK
    beside = BESIDE[columns] & ~columns
    if filled(s, 1) and not (lies and z > 0) and not beside & filled(s, z + 1):
        return APART if lies else ALONE
    if unfinished(s, columns, 1 if lies else 2) > MOST_UNFINISHED:
        return FOURTH
    if columns >> MIDDLE & 1 and not filled(s, z + 1 if lies else z + 2):
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
    if unfinished(s, columns, -1 if block >= LIE else -2) > MOST_UNFINISHED:
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
    crest = (over0 != 0) + (over1 != 0) + (over2 != 0)
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
        crest += filled(s, base + step) != 0
    found = 0
    for step in range(MOST_UNFINISHED + 1):
        z = base + step
        tops = s.cells[owner, z] & ~filled(s, z + 1)
        blocks = tops & s.heads[z] | (WITHIN[tops] & s.pairs[z]) << LIE
        if s.last_top[owner] == z:
            blocks &= ~(1 << s.last[owner])
        # (e): a standing block leaves its column two levels lower, a lying one leaves two
        # columns one level lower.
        if step - 2 >= crest - MOST_UNFINISHED:
            found |= blocks & ALL
        if step - 1 >= crest - MOST_UNFINISHED:
            lying = blocks & ~ALL
            while lying:
                columns = COVERED_BY[lowest(lying)]
                found |= columns & -columns
                lying &= lying - 1
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
    s.ending = USED_UP if s.supply[0] + s.supply[1] == 0 else STUCK
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


FRONT, BACK, LEFT, RIGHT, TOP = range(5)
VIEWS = ("front", "back", "left", "right", "top")
ROW = 4  # squares of a picture are bits: level by level, with a gap that keeps the levels apart


@helper
def visible(own, both, near, far):
    """Which of a level's columns show own squares, the line of sight passing over three."""
    middle = (near + far) // 2
    return own >> near | ~(both >> near) & (own >> middle | ~(both >> middle) & own >> far)


@helper
def picture(s, seat, view):
    """R10: the seat's squares seen from one side. On the roof columns a to c are the rows."""
    squares = 0
    if view == TOP:
        for z in range(1, HIGHEST + 1):
            tops = s.cells[seat, z] & ~filled(s, z + 1)
            squares |= tops & 7 | (tops & 7 << 3) << ROW - 3 | (tops & 7 << 6) << 2 * (ROW - 3)
        return squares
    for z in range(1, HIGHEST + 1):
        own = s.cells[seat, z]
        both = filled(s, z)
        if view == LEFT:
            line = visible(own, both, 0, 6) & 7
        elif view == RIGHT:
            line = visible(own, both, 6, 0) & 7
        else:
            line = visible(own, both, 0, 2) if view == FRONT else visible(own, both, 2, 0)
            line = line & 1 | line >> 2 & 2 | line >> 4 & 4
        squares |= line << ROW * (z - 1)
    return squares


@helper
def largest(squares):
    """Rule 6: the largest area of a picture connected by sides."""
    best = 0
    while squares:
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
    for seat in range(2):
        points[seat] = 0
        for view in range(5):
            points[seat] += count(largest(picture(s, seat, view)))
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
            upright = columns & columns >> 1
            mark(planes[3 if upright else 4, z], columns & -columns)
            lying &= lying - 1
        mark(planes[7, z], s.freed & ~filled(s, z + 1))
    planes[10] = s.bonus
    planes[11] = s.flat_ground


@helper
def mark(row, columns):
    while columns:
        row[lowest(columns)] = 1
        columns &= columns - 1


def planes(s: Plain) -> tuple[int, ...]:
    """Levels by columns: own cells, theirs; upper halves of standing blocks, first halves of
    blocks lying along a letter, of blocks lying along a number; the block placed last by the
    mover, by the other; space barred by R8; the two supplies, the bonus and flat_ground.
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
    match = re.fullmatch(r"(x?)([a-z]\d+)|([a-z]\d+)(?:\||\+([a-z]\d+))", move, re.ASCII)
    if not match or match[1] == "" and match[2]:
        raise NotationError(
            f"{move!r} is not a move: write b1| to stand a block on b1, a1+b1 to lay one over a1 "
            "and b1, xb1 to take the top block of b1, or pass."
        )
    for cell in filter(None, match.group(2, 3, 4)):
        if cell not in NAMES:
            raise NotationError(f"{cell!r} is not on the plan: its cells are a1 to c3.")
    if match[2]:
        return TAKE + NAMES[match[2]]
    if match[4] is None:
        return NAMES[match[3]]
    pair = NAMES[match[3]], NAMES[match[4]]
    if pair[::-1] in PAIRS:
        raise NotationError(f"{move!r} is not a move: write {match[4]}+{match[3]}.")
    if pair not in PAIRS:
        raise NotationError(f"{move!r} is not a move: a lying block covers two neighbouring cells.")
    return LIE + PAIRS.index(pair)


def grid(s: Plain) -> Grid:
    """As high as these blocks can reach: full levels, then at least one cell on three more."""
    return Grid(3, 3, (4 * s.blocks - 3) // COLUMNS + MOST_UNFINISHED, levels=True)


def cells_of(block: int, top: int) -> list[Cell]:
    """The cells of a block whose upper level is given."""
    if block < LIE:
        return [(block // 3, block % 3, top - 2), (block // 3, block % 3, top - 1)]
    return [(c // 3, c % 3, top - 1) for c in PAIRS[block - LIE]]


def blocks(s: Plain) -> list[Block]:
    return [
        Block(tuple(cells_of(block, z)), SPEC.colours[seat], seat)
        for seat in range(2)
        for z in range(1, HIGHEST + 1)
        for block in range(TAKE)
        if (s.heads[z] | s.pairs[z] << LIE) >> block & 1 and COVERED_BY[block] & s.cells[seat, z]
    ]


def landing(s: Plain, block: int) -> list[Cell]:
    """The cells a block would fill."""
    z = max(height(s, c) for c in range(COLUMNS) if COVERED_BY[block] >> c & 1)
    return cells_of(block, z + (1 if block >= LIE else 2))


def picks(s: Plain, action: int) -> list[Cell]:
    if action < TAKE:
        return landing(s, action)
    return top_block(s, action - TAKE) if action < PASS else []


def top_block(s: Plain, c: int) -> list[Cell]:
    z = height(s, c)
    return cells_of(block_at(s, c, z), z)


def freed_cells(s: Plain) -> list[Cell]:
    """R8: one column means that a standing block was taken, two that a lying one was."""
    columns = [c for c in range(COLUMNS) if s.freed >> c & 1]
    depths = (0, 1) if len(columns) == 1 else (0,)
    return [(c // 3, c % 3, height(s, c) + up) for c in columns for up in depths]


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
        "latest": [
            [list(cell) for cell in cells_of(s.last[side], s.last_top[side])]
            if s.last[side] >= 0
            else []
            for side in range(2)
        ],
    }


def tally(s: Plain) -> list[Tally]:
    """The largest area of each picture, as it stands."""
    found = []
    for seat in range(2):
        for view, side in enumerate(VIEWS):
            area = largest(picture(s, seat, view))
            squares = [square for square in range(ROW * HIGHEST) if area >> square & 1]
            cells = tuple(seen_at(s, view, square) for square in squares)
            if cells:
                found.append(Tally(seat, len(cells), f"largest area, {side}", cells, side))
    return found


def seen_at(s: Plain, view: int, square: int) -> Cell:
    """The cell that a square of a picture shows."""
    up, along = divmod(square, ROW)
    if view == TOP:
        return up, along, height(s, 3 * up + along) - 1
    near_to_far = range(3) if view in (FRONT, LEFT) else range(2, -1, -1)
    lines = [(along, i, up) if view in (FRONT, BACK) else (i, along, up) for i in near_to_far]
    return next(cell for cell in lines if height(s, 3 * cell[0] + cell[1]) > up)


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    if action == PASS:
        return [], {}
    if action < TAKE:
        return place_culprits(s, action, reason)
    c = action - TAKE
    z = height(s, c)
    block = block_at(s, c, z)
    columns = [end for end in range(COLUMNS) if COVERED_BY[block] >> end & 1]
    facts: dict[str, Any] = {"cell": name(c), "first": name(columns[0]), "last": name(columns[-1])}
    if reason == CARRIES:
        above = next(end for end in columns if height(s, end) > z)
        return next(list(b.cells) for b in blocks(s) if (above // 3, above % 3, z) in b.cells), facts
    if reason == REOPENS:
        facts["unfinished"] = unfinished(s, COVERED_BY[block], -1 if block >= LIE else -2)
    return (top_block(s, c) if reason in (OWN, LAST, MISNAMED) else []), facts


def place_culprits(s: Plain, block: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    columns = [c for c in range(COLUMNS) if COVERED_BY[block] >> c & 1]
    columns.sort(key=lambda c: height(s, c))
    facts: dict[str, Any] = {"low": name(columns[0]), "high": name(columns[-1])}
    cells = landing(s, block)
    if reason == ONE_BLOCK:
        return [(x, y, z - 1) for x, y, z in cells], facts
    if reason == BARRED:
        return freed_cells(s), facts
    facts["unfinished"] = unfinished(s, COVERED_BY[block], 1 if block >= LIE else 2)
    facts["level"] = next((z + 1 for _, _, z in cells if not filled(s, min(z, HIGHEST) + 1)), 0)
    return [], facts


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    tower = blocks(s)
    cells = {cell for block in tower for cell in block.cells}
    for seat in range(2):
        if sum(block.owner == seat for block in tower) + s.supply[seat] != s.blocks:
            return "the blocks on the tower and in the supply do not add up"
        own = {cell for block in tower if block.owner == seat for cell in block.cells}
        for z in range(SLOTS):
            if s.cells[seat, z] != sum(1 << 3 * x + y for x, y, up in own if up + 1 == z):
                return f"the blocks and the cells of level {z} do not fit"
        latest = cells_of(s.last[seat], s.last_top[seat]) if s.last[seat] >= 0 else None
        if latest and all(block.owner != seat or [*block.cells] != latest for block in tower):
            return "the block placed last has gone"
    if len(cells) != 2 * len(tower) or any(z and (x, y, z - 1) not in cells for x, y, z in cells):
        return "blocks overlap or float"
    levels = [sum(z == level for _, _, z in cells) for level in range(HIGHEST + 1)]
    if sum(0 < size < COLUMNS for size in levels) > MOST_UNFINISHED or any(levels[grid(s).height :]):
        return "the tower has outgrown its limits"
    if s.finished != levels.count(COLUMNS):
        return "the number of finished levels is wrong"
    if s.mover >= 0 and s.legal != sum(1 << a for a in range(SPAN) if verdict(s, a) == 0):
        return "the legal actions are not those of the verdicts"
    if s.mover < 0 and (s.legal or s.freed or s.bonus):
        return "something is left over from the last turn"
    return None


REASONS = (
    Reason("out", "5", "You have no blocks left to place."),
    Reason("hangs", "R1", "{low} is lower than {high}: half of the block would hang in the air."),
    Reason("strict", "R2", "Nothing lies on the foundation: it is not two different blocks."),
    Reason("apart", "R2", "On the foundation a block must share a face with a block in place."),
    Reason("one-block", "R2", "A lying block needs two different blocks below; these are two halves of one."),
    Reason("alone", "R3", "A standing block needs a block at its side; nothing stands beside it here."),
    Reason("fourth", "R4", "This would leave {unfinished} levels unfinished, and three are allowed."),
    Reason("early", "R5", "The middle of level {level} waits until a block is in place at its edge."),
    Reason("barred", "R8", "Your block was just taken from here: leave the freed space alone this turn."),
    Reason("no-bonus", "4", "Taking a block is a bonus for building in the middle."),
    Reason("nothing", "R6", "There is no block on {cell} to take."),
    Reason("own", "R6", "The top block of {cell} is your own; a bonus takes opposing blocks."),
    Reason("carries", "R6", "Another block rests on this one, so it has to stay."),
    Reason("last", "R6", "This is the block your opponent placed last; it is safe."),
    Reason("reopens", "R6", "Without it {unfinished} levels would be unfinished, and three are allowed."),
    Reason("misnamed", "Notation", "This block lies over {first} and {last}: take it with x{first}."),
    Reason("must-place", "R7", "Only a bonus can be declined: place a block."),
)  # fmt: skip

ENDINGS = (
    Ending("used-up", "all blocks are placed"),
    Ending("stuck", "no more blocks can be placed"),
)
