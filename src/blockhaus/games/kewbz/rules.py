"""The rules of KEWBZ as they are played: the record, set-up, placing, stacking, scoring."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...author import Plain, count, helper, lookup, lowest, record_type, rules

SMALLEST, SIZE = 5, 12  # boards
TALL = 5  # rule 8
PAD = 2  # empty lines around the board, so that nobody asks where it ends
WORDS = 3

# Cells are numbered row by row from a1. Actions: a cube on cell n is n, a choice of the tower on
# cell n is the number of cells + n.
#
# A line of cells is kept as bits from its low end (0 to 11) and again from its high end (13 to
# 24), with a zero above each. Adding a cube's two bits then carries along the cubes on either side
# of it, which finds both of its runs without a loop; a row and a column together make one number.
MIRROR = 2 * SIZE
LINE = MIRROR + 2
State = record_type(
    "kewbz",
    [
        ("board", "i1"),
        ("cubes", "i1"),
        ("supply", "i1", 2),
        ("owing", "i1"),  # cubes owed while the player has to choose, else 0
        ("height", "i1", SIZE**2),
        ("reds", "i1", SIZE**2),  # the levels of a tower that are red, as bits
        ("owed", "i1", SIZE**2),  # to each tower while the player has to choose
        ("across", "i4", SIZE + 2 * PAD),  # rows as lines of cells
        ("along", "i4", SIZE + 2 * PAD),  # columns as lines of cells
        ("open", "i8", WORDS),  # where a cube may go: cells as bits, whole rows to a word
    ],
)

rule = rules(State)

UNPAID, OCCUPIED, APART, SQUARE, UNASKED, TOO_TALL, UNOWED = range(1, 8)
SUPPLY, JAM = 1, 2

# How many rows of each size of board go into a word of `open`: its bits stay below 62.
WORD_ROWS = lookup(62 // max(board, SMALLEST) for board in range(SIZE + 1))
# The row of every cell, by size of board: a look is cheaper than a division.
ROW = lookup([cell // max(board, 1) for cell in range(SIZE**2)] for board in range(SIZE + 1))
# The place on its line of a bit of a row (below LINE) or of a column (from there on).
PLACE = lookup(min(bit % LINE, abs(MIRROR - bit % LINE)) for bit in range(2 * LINE))


def row_table(value: Callable[[int, int], int]) -> Any:
    """A value for every size of board and each of its rows, 0 for the rows of the padding."""
    sizes = [board if board >= SMALLEST else 0 for board in range(SIZE + 1)]
    rows = range(-PAD, SIZE + PAD)
    return lookup([value(size, y) if 0 <= y < size else 0 for y in rows] for size in sizes)


INSIDE = row_table(lambda board, y: (1 << board) - 1)
WORD = row_table(lambda board, y: y // WORD_ROWS[board])
SHIFT = row_table(lambda board, y: y % WORD_ROWS[board] * board)


@rule
def setup(s, chance):
    s.players = 2
    s.supply[0] = s.cubes
    s.supply[1] = s.cubes
    for row in range(PAD, PAD + s.board):
        open_row(s, row, INSIDE[s.board, row])


@rule
def span(s):
    return 2 * s.board * s.board


@helper
def beside(below, here, above):
    """Rule 2: the cells of a row that are next to a cube, or hold one."""
    cubes = below | here | above
    return cubes | cubes << 1 | cubes >> 1


@helper
def squares(below, here, above):
    """Rule 3: the cells of a row that complete a square with the row below or above."""
    down = below & here
    up = above & here
    return below & (down << 1 | down >> 1) | above & (up << 1 | up >> 1)


@rule
def verdict(s, action):
    cells = s.board * s.board
    if action >= cells:
        return verdict_on_tower(s, action - cells)
    if s.owing:
        return UNPAID
    if s.height[action]:
        return OCCUPIED
    y = ROW[s.board, action]
    x = action - y * s.board
    below, here, above = s.across[y + PAD - 1], s.across[y + PAD], s.across[y + PAD + 1]
    if s.turn and not beside(below, here, above) >> x & 1:
        return APART
    if squares(below, here, above) >> x & 1:
        return SQUARE
    return 0


@helper
def verdict_on_tower(s, cell):
    if not s.owing:
        return UNASKED
    if s.height[cell] == TALL:
        return TOO_TALL
    return 0 if s.owed[cell] else UNOWED


@rule
def actions(s, out):
    found = 0
    if s.owing:
        cells = s.board * s.board
        for cell in range(cells):
            if s.owed[cell]:
                out[found] = cells + cell
                found += 1
        return found
    first = 0
    for word in range(WORDS):
        places = s.open[word]
        while places:
            out[found] = first + lowest(places)
            found += 1
            places &= places - 1
        first += WORD_ROWS[s.board] * s.board
    return found


@helper
def refresh(s, row):
    """Work out anew where in this row and in the two beside it a cube may go."""
    for near in range(row - 1, row + 2):
        below, here, above = s.across[near - 1], s.across[near], s.across[near + 1]
        free = beside(below, here, above) & ~here & ~squares(below, here, above)
        open_row(s, near, free)


@helper
def open_row(s, row, cells):
    """Set where in a row a cube may go."""
    inside = INSIDE[s.board, row]
    word = WORD[s.board, row]
    shift = SHIFT[s.board, row]
    s.open[word] = s.open[word] & ~(inside << shift) | (cells & inside) << shift


@helper
def vertex(s, bit, x, y):
    """The cell of a bit of the row and the column through (x, y)."""
    place = PLACE[bit]
    return y * s.board + place if bit < LINE else place * s.board + x


@helper
def place(s, seat, cell):
    """Put a cube on the board and stack what it owes, or note it where there is a choice."""
    y = ROW[s.board, cell]
    x = cell - y * s.board
    row, col = y + PAD, x + PAD
    flat = 1 << x | 1 << MIRROR - x
    upright = 1 << y | 1 << MIRROR - y
    s.across[row] |= flat
    s.along[col] |= upright
    if s.turn == 0:
        for word in range(WORDS):
            s.open[word] = 0
    refresh(s, row)

    # Rules 5 and 6, with row and column in one number: the lines of cubes from the new one, and
    # which of their cubes have a neighbour at right angles on the one side and on the other.
    cube = flat | upright << LINE
    cubes = s.across[row] | s.along[col] << LINE
    line = cubes & ~(cubes + cube) & ~cube
    left = line & (s.across[row - 1] | s.along[col - 1] << LINE)
    right = line & (s.across[row + 1] | s.along[col + 1] << LINE)
    near = line & cube << 1
    corners = count(near & (1 << LINE) - 1) * count(near >> LINE)
    short = corners + count(left) + count(right) >= s.supply[seat]
    stack(s, seat, cell, 1)
    grant(s, seat, cell, corners, short)
    towers = left | right
    while towers:
        bit = lowest(towers)
        grant(s, seat, vertex(s, bit, x, y), 1 + ((left & right) >> bit & 1), short)
        towers &= towers - 1
    if short:
        settle(s, seat)


@helper
def grant(s, seat, cell, number, short):
    """Stack what a tower is owed, or note it where the supply may be too short for all."""
    if short:
        s.owed[cell] = min(number, TALL - s.height[cell])
    else:
        stack(s, seat, cell, number)


@helper
def stack(s, seat, cell, number):
    """Put own cubes on a tower, as many as it can take (rule 8)."""
    height = s.height[cell]
    number = min(number, TALL - height)
    s.height[cell] = height + number
    s.reds[cell] |= seat * ((1 << number) - 1) << height
    s.supply[seat] -= number


@helper
def settle(s, seat):
    """R6: leave it to the player if cubes are short and several towers are owed some."""
    owing = 0
    towers = 0
    for cell in range(s.board * s.board):
        owing += s.owed[cell]
        towers += 1 if s.owed[cell] else 0
    if towers > 1 and 0 < s.supply[seat] < owing:
        s.owing = owing
        return
    s.owing = 0
    for cell in range(s.board * s.board):
        if s.owed[cell]:
            stack(s, seat, cell, min(s.owed[cell], s.supply[seat]))
            s.owed[cell] = 0


@rule
def play(s, action):
    seat = s.mover
    tower = action - s.board * s.board
    if tower < 0:
        place(s, seat, action)
    else:
        stack(s, seat, tower, 1)
        s.owed[tower] -= 1
        settle(s, seat)
    if s.owing:
        return
    s.turn += 1
    s.mover = 1 - seat
    if s.supply[seat] == 0:  # rule 9
        s.ending = SUPPLY
        s.mover = -1
    elif s.open[0] | s.open[1] | s.open[2] == 0:
        s.ending = JAM
        s.mover = -1


@rule
def score(s, points):
    """Rule 10; at any time the points if the game ended now."""
    points[0] = -s.supply[0]
    points[1] = -s.supply[1]
    for cell in range(s.board * s.board):
        height = s.height[cell]
        if height > 1:
            points[s.reds[cell] >> height - 1] += height
    if points[0] == points[1]:
        return 3
    return 1 if points[0] > points[1] else 2


@rule
def observe(s, planes):
    seat = max(s.mover, 0)
    cells, own, theirs = s.board * s.board, s.supply[seat], s.supply[1 - seat]
    flat = planes.reshape(5, cells)
    for cell in range(cells):
        height = s.height[cell]
        if height:
            flat[s.reds[cell] >> height - 1 ^ seat, cell] = height
    if s.owing:
        for cell in range(cells):
            flat[2, cell] = s.owed[cell]
    for cell in range(cells):
        flat[3, cell] = own
    for cell in range(cells):
        flat[4, cell] = theirs


def planes(s: Plain) -> tuple[int, ...]:
    """Heights where the top is own, where it is theirs; cubes owed; own supply, theirs."""
    return 5, s.board, s.board
