"""KSAR, played slowly: a reference written from the rules alone.

Numbers in comments are those of the rule sheet: facts 1 to 9, rulings R1 to R7.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

Cell = tuple[int, int]

COLOURS = ("dark", "light")
NEUTRAL = "neutral"

# Rules 2 and 3: the three poses of a 1 x 2 x 3 piece, by footprint (columns, rows), with height.
HEIGHTS = {(3, 2): 1, (2, 3): 1, (3, 1): 2, (1, 3): 2, (2, 1): 3, (1, 2): 3}


class Place(NamedTuple):
    """The ground under a piece; columns and rows count from 0."""

    column: int
    row: int
    width: int
    depth: int


class Piece(NamedTuple):
    """A piece on the ground."""

    colour: str
    place: Place


def cell_name(cell: Cell) -> str:
    column, row = cell
    return f"{ascii_lowercase[column]}{row + 1}"


def notation(piece: Piece) -> str:
    column, row, width, depth = piece.place
    suffix = "n" if piece.colour == NEUTRAL else ""
    return f"{cell_name((column, row))}:{width}x{depth}{suffix}"


def height(place: Place) -> int:
    return HEIGHTS[place.width, place.depth]


@cache
def places_inside(frame: int) -> list[Place]:
    return [
        Place(column, row, width, depth)
        for width, depth in HEIGHTS
        for column in range(frame - width + 1)
        for row in range(frame - depth + 1)
    ]


@cache
def ground(place: Place) -> list[Cell]:
    """The cells the piece covers."""
    return [(column, row) for column in columns(place) for row in rows(place)]


@cache
def left_and_right(place: Place) -> list[Cell]:
    """The cells just beyond the left and the right face."""
    beyond = (place.column - 1, place.column + place.width)
    return [(column, row) for column in beyond for row in rows(place)]


@cache
def front_and_back(place: Place) -> list[Cell]:
    """The cells just beyond the front and the back face."""
    beyond = (place.row - 1, place.row + place.depth)
    return [(column, row) for row in beyond for column in columns(place)]


def columns(place: Place) -> range:
    return range(place.column, place.column + place.width)


def rows(place: Place) -> range:
    return range(place.row, place.row + place.depth)


class Naive:
    """One game of KSAR; seat 0 is dark and begins, seat 1 is light."""

    def __init__(self, frame: int = 10, pieces: int = 12, neutrals: int = 3) -> None:
        self.frame = frame
        self.own_left = [pieces, pieces]  # Rule 1.
        self.neutrals_left = [neutrals, neutrals]
        self.placed: list[Piece] = []
        self.at: dict[Cell, Piece] = {}
        self.to_move: int | None = 0
        self._legal = self._legal_pieces(0)

    def moves(self) -> list[str]:
        return sorted(self._legal)

    def play(self, move: str) -> None:
        if self.to_move is None or move not in self._legal:
            raise ValueError(f"not a legal move: {move}")
        piece = self._legal[move]
        left = self.neutrals_left if piece.colour == NEUTRAL else self.own_left
        left[self.to_move] -= 1
        self.placed.append(piece)
        for cell in ground(piece.place):
            self.at[cell] = piece
        following = 1 - self.to_move
        self._legal = self._legal_pieces(following)
        # Rules 7 and R6: the game ends when the player whose turn comes has no piece or no place.
        self.to_move = following if self._legal else None

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.to_move is not None:
            return None
        dark, light = self._score(0), self._score(1)
        # Rule 9. The seats alternate from seat 0, so an odd number of pieces ends with seat 0's.
        last = 0 if len(self.placed) % 2 == 1 else 1
        winner = last if dark == light else (0 if dark > light else 1)
        return (dark, light), (winner,)

    def stacks(self) -> dict[str, list[str]]:
        return {
            cell_name(cell): [piece.colour] * height(piece.place) for cell, piece in self.at.items()
        }

    def copy(self) -> Naive:
        other = Naive.__new__(Naive)
        other.frame = self.frame
        other.own_left = list(self.own_left)
        other.neutrals_left = list(self.neutrals_left)
        other.placed = list(self.placed)
        other.at = dict(self.at)
        other.to_move = self.to_move
        other._legal = dict(self._legal)
        return other

    def _legal_pieces(self, seat: int) -> dict[str, Piece]:
        """Rule 3: every piece the seat may place, by its notation."""
        colours = self._colours_in_hand(seat)
        places = [place for place in places_inside(self.frame) if self._fits(place)]
        pieces = [Piece(colour, place) for colour in colours for place in places]
        return {notation(piece): piece for piece in pieces}

    def _colours_in_hand(self, seat: int) -> list[str]:
        colours = []
        if self.own_left[seat] > 0:
            colours.append(COLOURS[seat])
        if self.neutrals_left[seat] > 0:
            colours.append(NEUTRAL)
        return colours

    def _fits(self, place: Place) -> bool:
        return (
            self.at.keys().isdisjoint(ground(place))  # Rule 6.
            and self._touches(left_and_right(place))  # Rules 4 and R1.
            and self._touches(front_and_back(place))
            and not self._meets_same_height(place)  # Rule 5.
        )

    def _meets_same_height(self, place: Place) -> bool:
        return any(height(piece.place) == height(place) for piece in self._around(place))

    def _touches(self, beyond: list[Cell]) -> bool:
        """R2: one cell of frame or piece beyond the faces is contact enough."""
        return any(cell in self.at or not self._inside(cell) for cell in beyond)

    def _inside(self, cell: Cell) -> bool:
        column, row = cell
        return 0 <= column < self.frame and 0 <= row < self.frame

    def _around(self, place: Place) -> set[Piece]:
        """The pieces in face contact with this place; the frame is none of them (R4)."""
        beyond = left_and_right(place) + front_and_back(place)
        return {self.at[cell] for cell in beyond if cell in self.at}

    def _score(self, seat: int) -> int:
        """Rule 8."""
        return self._largest_set(seat) - self.neutrals_left[seat]

    def _largest_set(self, seat: int) -> int:
        """R5: the size of the largest connected set of pieces that count for the seat."""
        waiting = {piece for piece in self.placed if piece.colour in (COLOURS[seat], NEUTRAL)}
        largest = 0
        while waiting:
            frontier = [waiting.pop()]
            size = 0
            while frontier:
                piece = frontier.pop()
                size += 1
                joined = self._around(piece.place) & waiting
                waiting -= joined
                frontier.extend(joined)
            largest = max(largest, size)
        return largest
