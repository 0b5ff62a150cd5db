"""The five views of the board: what is seen from above and from its sides (rule 5, R2).

A picture has 4 x 4 squares. Three pictures are kept in one integer, two in another, for each
colour: front, back, left; right, top.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import Cell, Side, column, helper, lookup
from .cards import SHAPES, turns

VIEWS: tuple[Side, ...] = ("front", "back", "left", "right", "top")

# A column of the board is x + 4 y, a cell is column + 16 z. Sets of columns are bits.
PLACES: list[Cell] = [(cell & 3, cell >> 2 & 3, cell >> 4) for cell in range(64)]
NAMES = [column(x, y) for x, y, z in PLACES if z == 0]


def project(view: int, cell: Cell) -> tuple[int, int, int]:
    """Column and row of a cell in the picture of a view, and how far back it lies."""
    x, y, z = cell
    return ((x, z, y), (3 - x, z, 3 - y), (3 - y, z, x), (y, z, 3 - x), (x, y, 3 - z))[view]


def picture_bit(view: int, cell: Cell) -> int:
    """The square of a cell. Three pictures of 16 squares fill one integer, two another."""
    u, v, _ = project(view, cell)
    return 1 << u + 4 * v + 16 * (view % 3)


FRONT, BACK, LEFT, RIGHT, ABOVE = (
    lookup(picture_bit(view, cell) for cell in PLACES) for view in range(5)
)
SQUARES = lookup(
    [
        [FRONT[i] | BACK[i] | LEFT[i] for i in range(64)],
        [RIGHT[i] | ABOVE[i] for i in range(64)],
    ]
)
# The nearest and the farthest of the cells filled in a row of four.
NEAR = lookup([0] + [(row & -row).bit_length() - 1 for row in range(1, 16)])
FAR = lookup([0] + [row.bit_length() - 1 for row in range(1, 16)])

# For each shape in its four directions: how far each square is from the lower left corner, and
# where that corner can be in the pictures of one integer.
DIRECTIONS = [squares for shape in SHAPES.values() for squares in turns(shape)]
SHIFT = lookup([x + 4 * y for x, y in squares] for squares in DIRECTIONS)
EACH_PICTURE = 1 | 1 << 16 | 1 << 32
ROOM = lookup(
    EACH_PICTURE
    * sum(1 << i for i in range(16) if all(x + i % 4 < 4 and y + i // 4 < 4 for x, y in squares))
    for squares in DIRECTIONS
)


@helper
def stack(s, column, colour):
    """Drop a cube on a column, or take off the top one if there is no colour; returns the cell.

    Then bring the squares of the five pictures that the cell lies behind up to date.
    """
    if colour < 0:
        s.height[column] -= 1
    height = s.height[column]
    cell = column + 16 * height
    s.filled[height] ^= 1 << column
    s.tint[cell] = 0
    if colour >= 0:
        s.tint[cell] = colour
        s.height[column] = height = height + 1
    for hue in range(4):
        s.pictures[0, hue] &= ~SQUARES[0, cell]
        s.pictures[1, hue] &= ~SQUARES[1, cell]
    filled = s.filled[cell >> 4]
    row = filled >> (cell & 12) & 15
    if row:
        s.pictures[0, s.tint[cell & ~3 | NEAR[row]]] |= LEFT[cell]
        s.pictures[1, s.tint[cell & ~3 | FAR[row]]] |= RIGHT[cell]
    row = (filled >> (cell & 3) & 0x1111) * 0x1248 >> 12 & 15  # every fourth bit, gathered
    if row:
        s.pictures[0, s.tint[cell & ~12 | NEAR[row] << 2]] |= FRONT[cell]
        s.pictures[0, s.tint[cell & ~12 | FAR[row] << 2]] |= BACK[cell]
    if height:
        s.pictures[1, s.tint[column + 16 * height - 16]] |= ABOVE[cell]
    return cell


@helper
def shows(s, card):
    """Rule 5: whether a card is to be seen in one of the five pictures."""
    number = s.deck[card]
    shape = number >> 8
    a, b, c, d = number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6 & 3
    for i in range(4 * shape, 4 * shape + 4):
        for half in range(2):
            if (
                s.pictures[half, a] >> SHIFT[i, 0]
                & s.pictures[half, b] >> SHIFT[i, 1]
                & s.pictures[half, c] >> SHIFT[i, 2]
                & s.pictures[half, d] >> SHIFT[i, 3]
                & ROOM[i]
            ):
                return True
    return False


@helper
def right_squares(s, number, way, half):
    """Where a card turned one way has each of its four squares right, in half of the pictures."""
    return (
        s.pictures[half, number & 3] >> SHIFT[way, 0],
        s.pictures[half, number >> 2 & 3] >> SHIFT[way, 1],
        s.pictures[half, number >> 4 & 3] >> SHIFT[way, 2],
        s.pictures[half, number >> 6 & 3] >> SHIFT[way, 3],
    )
