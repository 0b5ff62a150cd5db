"""The rules of TURRIS as they are played: the record, set-up, placing, taking, scoring."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...author import Plain, count, helper, lookup, lowest, record_type, rules

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
COVERED_BY = lookup(sum(1 << c for c in ends) for ends in ENDS)
IN_THE_MIDDLE = sum(1 << block for block, ends in enumerate(ENDS) if MIDDLE in ends)

# Rule (e): above the finished levels there are at most three. 40 blocks fill 80 cells, enough for
# eight levels (72 cells) but not for nine, so 11 is the highest level; random games reach it.
# Levels count from 1. Slot 0 is the foundation; the last slot stays empty, for looking above.
MOST_UNFINISHED = 3
HIGHEST = 11
SLOTS = HIGHEST + 2


def per_set(value: Callable[[set[int]], int]) -> Any:
    """A table with one value for each set of columns."""
    sets = [{c for c in range(COLUMNS) if bits >> c & 1} for bits in range(ALL + 1)]
    return lookup(value(columns) for columns in sets)


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


FRONT, BACK, LEFT, RIGHT, TOP = range(5)
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
