"""KEWBZ, corners and towers: every right angle on the board wants to grow, and the top cube owns.

1. Each player has 40 cubes of one colour. The board has 8 by 8 cells. Blue begins and puts the
   first cube on any cell.
2. A turn begins with one cube on an empty cell of the board, beside or diagonally next to a cube
   that is already there.
3. No cube may complete a square of two by two. Cubes stay where they are for good.
4. Wherever a cube has neighbours on two sides at right angles, there is a corner at it, whatever
   the colours; only what stands on the ground counts. Neighbours on three sides make two corners,
   on four sides four.
5. The player owes one more cube, from the own supply, for every corner at the cube just put down.
6. The player also owes cubes further on. Follow the unbroken line of cubes from the new one in
   each of the four directions: every cube on it is owed one for each neighbour it has at right
   angles to the line, be the corner there new or old.
7. All of this is owed at once, each tower getting its share; stacking changes no corner.
8. A tower has at most five cubes. What would go above is not owed.
9. The game ends as soon as a player has put down or stacked the last cube, whatever is still
   owed. It also ends when a player cannot place a cube.
10. A tower, of two cubes or more, counts its height for the owner of its top cube. Every cube not
   played costs a point. More points win; equally many are a draw.

R6. What is owed is stacked at once. Only where the supply is too short and several towers are
   owed cubes does the player choose, cube by cube, which of them grow.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..core.bits import count, lowest
from ..core.errors import NotationError
from ..core.grid import Cell, Grid, column
from ..core.rules import Plain, helper, record_type, rules
from ..core.scene import Block, Tally, remembered
from ..core.spec import Ending, Number, Reason, Spec
from ..core.words import Phrase, either

SPEC = Spec(
    id="kewbz",
    title="KEWBZ",
    summary="Make corners, raise the towers that stand on them and keep your cube on top.",
    authors=(),
    publisher="Family Games America",
    year=2007,
    seats=(2, 2),
    minutes=15,
    colours=("blue", "red"),
    search={"points": 0.4},
    options=(
        Number("board", 8, 5, 12, "How many cells long each side of the board is."),
        Number("cubes", 40, 5, 60, "How many cubes each player has."),
    ),
)

Spot = tuple[int, int]  # x and y of a cell of the board

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
WORD_ROWS = np.array([62 // max(board, SMALLEST) for board in range(SIZE + 1)], np.int64)
# The row of every cell, by size of board: a look is cheaper than a division.
ROW = np.array(
    [[cell // max(board, 1) for cell in range(SIZE**2)] for board in range(SIZE + 1)], np.int64
)
# The place on its line of a bit of a row (below LINE) or of a column (from there on).
PLACE = np.array([min(bit % LINE, abs(MIRROR - bit % LINE)) for bit in range(2 * LINE)], np.int64)


def row_table(value: Callable[[int, int], int]) -> np.ndarray[Any, Any]:
    """A value for every size of board and each of its rows, 0 for the rows of the padding."""
    found = np.zeros((SIZE + 1, SIZE + 2 * PAD), np.int64)
    for board in range(SMALLEST, SIZE + 1):
        for y in range(board):
            found[board, y + PAD] = value(board, y)
    return found


INSIDE = row_table(lambda board, y: (1 << board) - 1)
WORD = row_table(lambda board, y: y // int(WORD_ROWS[board]))
SHIFT = row_table(lambda board, y: y % int(WORD_ROWS[board]) * board)


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
def open_row(s, row, cells):
    """Set where in a row a cube may go."""
    inside = INSIDE[s.board, row]
    word = WORD[s.board, row]
    shift = SHIFT[s.board, row]
    s.open[word] = s.open[word] & ~(inside << shift) | (cells & inside) << shift


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
def stack(s, seat, cell, number):
    """Put own cubes on a tower, as many as it can take (rule 8)."""
    height = s.height[cell]
    number = min(number, TALL - height)
    s.height[cell] = height + number
    s.reds[cell] |= seat * ((1 << number) - 1) << height
    s.supply[seat] -= number


@helper
def refresh(s, row):
    """Work out anew where in this row and in the two beside it a cube may go."""
    for near in range(row - 1, row + 2):
        below, here, above = s.across[near - 1], s.across[near], s.across[near + 1]
        free = beside(below, here, above) & ~here & ~squares(below, here, above)
        open_row(s, near, free)


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


def text(s: Plain, action: int) -> str:
    y, x = divmod(action, s.board)
    return column(x, y) if y < s.board else f"^{column(x, y - s.board)}"


def parse(s: Plain, move: str) -> int:
    match = re.fullmatch(r"(\^?)([a-z][1-9][0-9]?)", move)
    if not match:
        raise NotationError(
            "{move!r} is not a move: write c4 to put a cube on the cell c4, "
            "^c4 to stack one on the tower there.",
            move=move,
        )
    x, y, _ = grid(s).cell(match[2])
    action: int = y * s.board + x
    return action + s.board * s.board if match[1] else action


def grid(s: Plain) -> Grid:
    return Grid(s.board, s.board, TALL)


@cache
def cells_of(board: int) -> list[tuple[int, int, int]]:
    """Every cell as number, x and y, column by column."""
    return [(y * board + x, x, y) for x in range(board) for y in range(board)]


@remembered
def stacks(s: Plain) -> list[tuple[int, int, int, int]]:
    """Every cell with cubes on it as x, y, height and which of them are red."""
    heights, reds = s.height.tolist(), s.reds.tolist()
    return [(x, y, heights[i], reds[i]) for i, x, y in cells_of(s.board) if heights[i]]


def blocks(s: Plain) -> list[Block]:
    return [cube(x, y, z, reds >> z & 1) for x, y, height, reds in stacks(s) for z in range(height)]


@cache
def cube(x: int, y: int, z: int, seat: int) -> Block:
    return Block(((x, y, z),), SPEC.colours[seat], seat)


def picks(s: Plain, action: int) -> list[Cell]:
    """The cell the cube goes to."""
    y, x = divmod(action % (s.board * s.board), s.board)
    return [(x, y, s.height[y * s.board + x])]


def table(s: Plain, seat: int | None) -> dict[str, Any]:
    points = [sum(item.points for item in tally(s) if item.seat == side) for side in range(2)]
    owed = s.owed.tolist()
    return {
        "seats": [
            {"colour": colour, "supply": {colour: s.supply[side]}, "points": points[side]}
            for side, colour in enumerate(SPEC.colours)
        ],
        "prompt": None if s.mover < 0 else "stack" if s.owing else "place",
        "owed": {column(x, y): owed[cell] for cell, x, y in cells_of(s.board) if owed[cell]},
    }


@cache
def tower(x: int, y: int, height: int, seat: int) -> Tally:
    cells = tuple((x, y, z) for z in range(height))
    return Tally(seat, height, Phrase("tower of {height}", height=height), cells)


@remembered
def tally(s: Plain) -> list[Tally]:
    """Rule 10: the towers and the cubes not played, as if the game ended now."""
    found = []
    for x, y, height, reds in stacks(s):
        if height > 1:
            found.append(tower(x, y, height, reds >> height - 1))
    for seat in range(2):
        if s.supply[seat]:
            found.append(Tally(seat, -s.supply[seat], Phrase("cubes not played")))
    return found


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    y, x = divmod(action % (s.board * s.board), s.board)
    facts: dict[str, Any] = {"cell": column(x, y), "tall": TALL}
    owed = [(x, y, 0) for cell, x, y in cells_of(s.board) if s.owed[cell]]
    if owed:
        facts["owed"] = either(column(x, y) for x, y, _ in owed)
    if reason == UNPAID:
        return owed, facts
    if reason in (OCCUPIED, TOO_TALL):
        return [(x, y, s.height[y * s.board + x] - 1)], facts
    if reason == SQUARE:
        return [(a, b, 0) for a, b in sorted(completed(ground(s), x, y))], facts
    return [], facts


def ground(s: Plain) -> set[Spot]:
    """Where there is a cube."""
    return {(x, y) for x, y, _, _ in stacks(s)}


def completed(cubes: set[Spot], x: int, y: int) -> set[Spot]:
    """Rule 3: the cubes of all squares that lack nothing but (x, y)."""
    near = [{(a, y), (x, b), (a, b)} for a in (x - 1, x + 1) for b in (y - 1, y + 1)]
    return set().union(*(others for others in near if others <= cubes))


def neighbours(x: int, y: int) -> set[Spot]:
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    return wrong_ground(s, ground(s)) or wrong_towers(s) or wrong_debts(s) or wrong_end(s)


def wrong_ground(s: Plain, cubes: set[Spot]) -> str | None:
    """Rules 2 and 3, and what is derived from the cubes on the ground."""
    if any(completed(cubes, x, y) for x, y in cubes):
        return "there is a square of two by two"
    reached = set(sorted(cubes)[:1])
    while more := {spot for near in reached for spot in neighbours(*near)} & cubes - reached:
        reached |= more
    if reached != cubes:
        return "a cube stands apart"
    across, along = [0] * len(s.across), [0] * len(s.along)
    for x, y in cubes:
        across[y + PAD] |= 1 << x | 1 << MIRROR - x
        along[x + PAD] |= 1 << y | 1 << MIRROR - y
    if list(s.across) != across or list(s.along) != along:
        return "the lines of cubes differ from the cubes on the ground"
    words = [0] * WORDS
    for _, x, y in cells_of(s.board):
        touching = not cubes or neighbours(x, y) & cubes
        if (x, y) not in cubes and touching and not completed(cubes, x, y):
            words[WORD[s.board, y + PAD]] |= 1 << int(SHIFT[s.board, y + PAD]) + x
    return "the set of open cells is wrong" if list(s.open) != words else None


def wrong_towers(s: Plain) -> str | None:
    """Rule 8, and no cube lost or gained."""
    if any(s.height[cell] > TALL or s.reds[cell] >> s.height[cell] for cell in range(SIZE**2)):
        return "a tower is too tall or has a colour above its top"
    for seat in range(2):
        if sum(block.owner == seat for block in blocks(s)) != s.cubes - s.supply[seat]:
            return "the cubes on the board and in the supply do not add up"
    return None


def wrong_debts(s: Plain) -> str | None:
    """R6: a choice means cubes, but too few, for several towers that have room."""
    if sum(s.owed) != s.owing:
        return "the cubes owed do not add up"
    if any(s.owed[cell] > TALL - s.height[cell] for cell in range(SIZE**2)):
        return "a tower is owed more than it can take"
    if s.owing and not (0 < s.supply[s.mover] < s.owing and sum(map(bool, s.owed)) > 1):
        return "the player is asked to choose without need"
    return None


def wrong_end(s: Plain) -> str | None:
    ending = SUPPLY if 0 in list(s.supply) else JAM if not any(s.open) else 0
    if s.ending != ending or (s.mover < 0) != bool(ending):
        return "the game ended too early or too late"
    return None


PROMPTS = {
    "place": "Put a cube on the board.",
    "stack": "Choose the tower that gets your next cube.",
}

REASONS = (
    Reason("unpaid", "R6", "First choose which tower gets your next cube: {owed}."),
    Reason("occupied", "2", "There is a cube on {cell} already; a turn begins on an empty cell."),
    Reason("apart", "2", "No cube lies next to {cell}, not even diagonally."),
    Reason("square", "3", "A cube on {cell} would complete a square of two by two."),
    Reason("unasked", "2", "You owe no cube now; a turn begins with a cube on the board."),
    Reason("too-tall", "8", "The tower on {cell} has {tall} cubes already and grows no more."),
    Reason("unowed", "R6", "No cube is owed on {cell}; choose {owed}."),
)

ENDINGS = (
    Ending("supply", "a player has put down the last cube"),
    Ending("jam", "there is no cell left for another cube"),
)
