"""The board as people look at it: its blocks, its five pictures, and where a card is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from ...author import Block, Cell, Plain, Side, remembered
from .cards import COLOURS, Place, Squares, card_squares, turns
from .views import PLACES, ROOM, VIEWS, project, right_squares


@remembered
def stones(s: Plain) -> dict[Cell, str]:
    """Every filled cell with its colour."""
    tint, height = s.tint, s.height
    return {cell: COLOURS[tint[i]] for i, cell in enumerate(PLACES) if cell[2] < height[i & 15]}


def blocks(s: Plain) -> list[Block]:
    twins = [
        Block(twin_cells(s, seat), COLOURS[s.twins[seat]], seat)
        for seat in range(s.players)
        if s.twin_cells[seat, 0] >= 0
    ]
    joined = {cell for twin in twins for cell in twin.cells}
    return [cube(cell, hue) for cell, hue in stones(s).items() if cell not in joined] + twins


def twin_cells(s: Plain, seat: int) -> tuple[Cell, ...]:
    return tuple(PLACES[cell] for cell in s.twin_cells[seat])


@cache
def cube(cell: Cell, hue: str) -> Block:
    return Block((cell,), hue)


def above(s: Plain, column: int, levels: int = 0) -> Cell:
    """The place some levels above a column, or the highest on the board; -1 is its top cube."""
    return column & 3, column >> 2, min(s.height[column] + levels, 3)


Pictures = dict[Side, dict[Place, tuple[Cell, str]]]
# For each view every cell and its square. The nearer cell hides the one before it in the list.
FAR_TO_NEAR = [
    [
        (cell, project(view, cell)[:2])
        for cell in sorted(PLACES, key=lambda cell: -project(view, cell)[2])
    ]
    for view in range(len(VIEWS))
]
BLANK = ((0, 0, 0), "")


def pictures(filled: Mapping[Cell, str]) -> Pictures:
    """Rule 5: for each view, the nearest cube behind every square that shows one."""
    return {
        side: {square: (cell, filled[cell]) for cell, square in cells if cell in filled}
        for side, cells in zip(VIEWS, FAR_TO_NEAR, strict=True)
    }


@remembered
def pictures_of(s: Plain) -> Pictures:
    return pictures(stones(s))


def appearances(card: Squares, seen: Pictures) -> Iterator[tuple[Side, tuple[Cell, ...]]]:
    """Where a card is to be seen: the view, and the cubes that show it."""
    colours = [colour for _, _, colour in card]
    for squares in directions(tuple((x, y) for x, y, _ in card)):
        x, y = squares[0]
        for side, picture in seen.items():
            for (u, v), (_, colour) in picture.items():
                if colour == colours[0]:
                    cubes = [picture.get((u + i - x, v + j - y), BLANK) for i, j in squares]
                    if [colour for _, colour in cubes] == colours:
                        yield side, tuple(cell for cell, _ in cubes)


@cache
def directions(squares: tuple[Place, ...]) -> list[list[Place]]:
    return list(turns(squares))


def appearance(s: Plain, card: int) -> tuple[Side | None, tuple[Cell, ...]]:
    """A side from which a card is to be seen, and the cubes that show it, if there is one."""
    return next(appearances(card_squares(s.deck[card]), pictures_of(s)), (None, ()))


def matches(s: Plain, card: int) -> dict[str, int]:
    """For each side, how many squares of a card are right at best, whichever way it is turned."""
    number = s.deck[card]
    best: dict[str, int] = dict.fromkeys(VIEWS, 0)
    first = number >> 8 << 2
    for way in range(first, first + 4):
        for half in range(2):
            a, b, c, d = right_squares(s, number, way, half)
            two, three = (a | b) & (c | d) | a & b | c & d, a & b & (c | d) | c & d & (a | b)
            for right, corners in enumerate((a | b | c | d, two, three, a & b & c & d), 1):
                for i, side in enumerate(VIEWS[3 * half :][:3]):
                    if (corners & ROOM[way]) >> 16 * i & 0xFFFF:
                        best[side] = max(best[side], right)
    return best


def fulfilling(found: Mapping[str, int]) -> tuple[Side, ...]:
    """The sides where all four squares are right."""
    return tuple(side for side in VIEWS if found[side] == 4)
