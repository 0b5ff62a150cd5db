"""The pieces in the frame of KSAR as people see them: what they touch, and which hang together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ...author import Block, Cell, Plain, lowest, remembered
from . import SPEC
from .rules import DEEP, NEUTRAL, ROWS, WIDE

SHAPES = tuple(zip(WIDE, DEEP, strict=True))

PIECES_KNOWN = 10_000  # on the largest frame about 3,000 pieces are thinkable


class Piece(NamedTuple):
    """A piece in the frame: its lowest corner, footprint and colour."""

    x: int
    y: int
    wide: int
    deep: int
    colour: int

    @property
    def height(self) -> int:
        return 6 // (self.wide * self.deep)

    @lru_cache(PIECES_KNOWN)  # noqa: B019 - a piece is nothing but five small numbers
    def footprint(self) -> list[Cell]:
        rows, columns = range(self.y, self.y + self.deep), range(self.x, self.x + self.wide)
        return [(x, y, 0) for y in rows for x in columns]

    @lru_cache(PIECES_KNOWN)  # noqa: B019
    def around(self) -> list[Cell]:
        """The cells that touch it."""
        return self.sides() + self.fronts()

    @lru_cache(PIECES_KNOWN)  # noqa: B019
    def block(self) -> Block:
        cells = ((x, y, z) for z in range(self.height) for x, y, _ in self.footprint())
        owner = None if self.colour == NEUTRAL else self.colour
        return Block(tuple(cells), SPEC.colours[self.colour], owner)

    def sides(self) -> list[Cell]:
        """The cells along its left and right."""
        rows = range(self.y, self.y + self.deep)
        return [(x, y, 0) for x in (self.x - 1, self.x + self.wide) for y in rows]

    def fronts(self) -> list[Cell]:
        """The cells along its front and back."""
        columns = range(self.x, self.x + self.wide)
        return [(x, y, 0) for y in (self.y - 1, self.y + self.deep) for x in columns]


@remembered
def pieces(s: Plain) -> list[Piece]:
    dark, light, _ = s.colours
    found = []
    for shape, words in zip(SHAPES, s.placed, strict=True):
        for word, corners in enumerate(words):
            while corners:
                bit = lowest(corners)
                colour = 0 if dark[word] >> bit & 1 else 1 if light[word] >> bit & 1 else NEUTRAL
                found.append(Piece(*place(s.frame, word, bit), *shape, colour))
                corners &= corners - 1
    return found


@cache
def place(frame: int, word: int, bit: int) -> tuple[int, int]:
    """Column and row of a bit of a set."""
    row, x = divmod(bit, frame)
    return x, word * ROWS[frame] + row


def members(s: Plain, words: Sequence[int]) -> list[Cell]:
    """The cells of a set, front rows first."""
    found = []
    for word, cells in enumerate(words):
        while cells:
            found.append((*place(s.frame, word, lowest(cells)), 0))
            cells &= cells - 1
    return found


# The table as a person sees it: every cell in the frame with the piece on it, or None.
Ground = dict[Cell, Piece | None]


@cache
def empty_ground(frame: int) -> Ground:
    return {(x, y, 0): None for y in range(frame) for x in range(frame)}


@remembered
def ground_of(s: Plain) -> Ground:
    ground = empty_ground(s.frame).copy()
    for piece in pieces(s):
        ground.update(dict.fromkeys(piece.footprint(), piece))
    return ground


def found_at(ground: Ground, cells: list[Cell]) -> list[Piece]:
    """The pieces on some cells, each once."""
    return list(dict.fromkeys(piece for piece in map(ground.get, cells) if piece))


def contacts(ground: Ground, piece: Piece) -> tuple[bool, bool]:
    """Rule 4: whether frame or pieces touch the left or right, and the front or back."""
    side = any(ground.get(cell, "frame") for cell in piece.sides())
    return side, any(ground.get(cell, "frame") for cell in piece.fronts())


def equals(ground: Ground, piece: Piece) -> list[Piece]:
    """Rule 5: the pieces of the same height that touch."""
    near = found_at(ground, piece.around())
    return [other for other in near if other.height == piece.height]


def usable(s: Plain, seat: int) -> tuple[Piece, ...]:
    """Rule 8: the pieces that count for a seat."""
    return usable_by(s)[seat]


@remembered
def usable_by(s: Plain) -> list[tuple[Piece, ...]]:
    standing = pieces(s)
    return [tuple([p for p in standing if p.colour in (seat, NEUTRAL)]) for seat in (0, 1)]


@lru_cache(10_000)  # a coloured piece leaves the other player's sets as they were
def largest_set(usable: tuple[Piece, ...]) -> list[Piece]:
    return max(sets(usable), key=len, default=[])


def sets(usable: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The connected sets of pieces."""
    at = {cell: piece for piece in usable for cell in piece.footprint()}
    left = dict.fromkeys(usable)
    while left:
        found = [next(iter(left))]
        del left[found[0]]
        for piece in found:
            for other in map(at.get, piece.around()):
                if other in left:
                    del left[other]
                    found.append(other)
        yield found
