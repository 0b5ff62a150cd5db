"""TURRIS, slow and plain: a reference written from the rules alone.

It shares nothing with the game's real engine, so that each can prove the other.
Numbers in comments are those of the rules: facts 1 to 6, rulings R1 to R10.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, Self

Cell = tuple[str, int]  # a column and a level, the lowest level being 1
Picture = dict[tuple[int, int], int]  # square (across, up) -> the seat whose colour it shows

COLOURS = ["white", "black"]
COLUMNS = [letter + digit for letter in "abc" for digit in "123"]  # 1, in the order of notation
MIDDLE = "b2"  # R4
EDGE = [column for column in COLUMNS if column != MIDDLE]


def side_by_side(one: str, two: str) -> bool:
    return abs(ord(one[0]) - ord(two[0])) + abs(ord(one[1]) - ord(two[1])) == 1


BESIDE = {one: [two for two in COLUMNS if side_by_side(one, two)] for one in COLUMNS}
STANDING = [f"{column}|" for column in COLUMNS]
LYING = [f"{one}+{two}" for one in COLUMNS for two in BESIDE[one] if one < two]


class Block(NamedTuple):
    """A block in place: its owner's seat and its two cells, in the order of notation."""

    owner: int
    cells: tuple[Cell, Cell]


def stands(cells: tuple[Cell, Cell]) -> bool:
    return cells[0][0] == cells[1][0]


def unfinished_levels(filled: Iterable[Cell]) -> int:
    """R4: how many levels have 1 to 8 filled cells."""
    count = Counter(level for _, level in filled)
    return sum(1 for cells in count.values() if cells < len(COLUMNS))


def largest_area(picture: Picture, seat: int) -> int:
    """R10: the most squares of one colour that connect by their sides."""
    left = {square for square, owner in picture.items() if owner == seat}
    largest = 0
    while left:
        area = 0
        border = [left.pop()]
        while border:
            x, y = border.pop()
            area += 1
            for near in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]:
                if near in left:
                    left.remove(near)
                    border.append(near)
        largest = max(largest, area)
    return largest


class Naive:
    def __init__(self, blocks: int = 20, flat_ground: bool = True) -> None:
        self.flat_ground = flat_ground
        self.hand = [blocks, blocks]  # 1: blocks not on the tower, per seat
        self.tower: dict[Cell, Block] = {}
        self.last: list[Block | None] = [None, None]  # R6: the block each seat placed last
        self.freed: list[tuple[Cell, ...]] = [(), ()]  # R8: the cells barred to each seat
        self.bonus = False  # R7: is the decision a bonus?
        self.to_move: int | None = 0

    def copy(self) -> Self:
        other = type(self)(flat_ground=self.flat_ground)
        other.hand = list(self.hand)
        other.tower = dict(self.tower)
        other.last = list(self.last)
        other.freed = list(self.freed)
        other.bonus = self.bonus
        other.to_move = self.to_move
        return other

    # What may be done

    def moves(self) -> list[str]:
        if self.to_move is None:
            return []
        moves = self.placements(self.to_move)
        if self.bonus:  # R7: place, take or pass
            moves += self.takings(self.to_move) + ["pass"]
        return sorted(moves)

    def placements(self, seat: int) -> list[str]:
        return [move for move in STANDING + LYING if self.may_place(seat, self.cells_of(move))]

    def can_place(self, seat: int) -> bool:
        return any(self.may_place(seat, self.cells_of(move)) for move in STANDING + LYING)

    def takings(self, seat: int) -> list[str]:
        tops = [(column, self.height(column)) for column in COLUMNS if self.height(column) > 0]
        return [
            f"x{column}"
            for column, level in tops
            if self.tower[column, level].cells[0][0] == column  # named by its lower column
            and self.may_take(seat, self.tower[column, level])
        ]

    def may_place(self, seat: int, cells: tuple[Cell, Cell]) -> bool:
        return (
            self.hand[seat] > 0
            and self.is_supported(cells)
            and self.touches(cells)
            and self.has_side_contact(cells)
            and self.overlaps(cells)
            and self.middle_is_open(cells)
            and self.is_not_freed(seat, cells)
            and self.keeps_levels(cells)
        )

    def touches(self, cells: tuple[Cell, Cell]) -> bool:
        """3a: the first block goes anywhere, a later one shares a face with a block in place."""
        if not self.tower:
            return True
        return any(
            (column, level - 1) in self.tower
            or any((near, level) in self.tower for near in BESIDE[column])
            for column, level in cells
        )

    def is_supported(self, cells: tuple[Cell, Cell]) -> bool:
        """3b, R1: beneath each cell is a filled cell, the block itself, or the foundation."""
        return all(
            level == 1 or (column, level - 1) in self.tower or (column, level - 1) in cells
            for column, level in cells
        )

    def has_side_contact(self, cells: tuple[Cell, Cell]) -> bool:
        """3c, R3: a standing block has a block beside it on one of its levels, or is the first."""
        if not stands(cells) or not self.tower:
            return True
        return any(
            (near, level) in self.tower for column, level in cells for near in BESIDE[column]
        )

    def overlaps(self, cells: tuple[Cell, Cell]) -> bool:
        """3d, R2: a lying block rests on two different blocks, or on the foundation if allowed."""
        if stands(cells):
            return True
        (one, level), (two, _) = cells
        if level == 1:
            return self.flat_ground
        return self.tower.get((one, level - 1)) != self.tower.get((two, level - 1))

    def keeps_levels(self, cells: tuple[Cell, Cell]) -> bool:
        """3e, R4: with the block in place at most three levels are unfinished."""
        return unfinished_levels([*self.tower, *cells]) <= 3

    def middle_is_open(self, cells: tuple[Cell, Cell]) -> bool:
        """3f, R5: where the block fills the middle, the edge of that level is begun already."""
        return all(
            any((edge, level) in self.tower for edge in EDGE)
            for column, level in cells
            if column == MIDDLE
        )

    def is_not_freed(self, seat: int, cells: tuple[Cell, Cell]) -> bool:
        """4, R8: the owner of a block just taken may not fill its cells."""
        return not any(cell in self.freed[seat] for cell in cells)

    def may_take(self, seat: int, block: Block) -> bool:
        """4, R6: an opposing block, bare on top, not the last one placed, and 3e holds after."""
        opponent = 1 - seat
        return (
            block.owner == opponent
            and self.is_bare(block)
            and block != self.last[opponent]
            and unfinished_levels(cell for cell in self.tower if cell not in block.cells) <= 3
        )

    def is_bare(self, block: Block) -> bool:
        """R6: nothing but the block itself lies on its cells."""
        return all(
            self.tower.get((column, level + 1), block) == block for column, level in block.cells
        )

    def height(self, column: str) -> int:
        """Filled cells of a column; they never leave a hole, so it is also the top level."""
        level = 0
        while (column, level + 1) in self.tower:
            level += 1
        return level

    def cells_of(self, move: str) -> tuple[Cell, Cell]:
        """Where gravity puts a block: on the top of its column, or on the higher of the two."""
        if move.endswith("|"):
            column = move[:-1]
            level = self.height(column) + 1
            return (column, level), (column, level + 1)
        one, two = move.split("+")
        level = max(self.height(one), self.height(two)) + 1
        return (one, level), (two, level)

    # What a move does

    def play(self, move: str) -> None:
        seat = self.to_move
        if seat is None or move not in self.moves():
            raise ValueError(f"not a legal move: {move}")
        if move == "pass":
            self.end_turn(seat)
        elif move.startswith("x"):
            self.take(move[1:])
            self.end_turn(seat)
        else:
            cells = self.cells_of(move)
            self.place(Block(seat, cells))
            self.bonus = any(column == MIDDLE for column, _ in cells)  # 4, R7: bonus blocks too
            if not self.bonus or not (self.can_place(seat) or self.takings(seat)):
                self.end_turn(seat)  # R7: a bonus that offers nothing lapses

    def place(self, block: Block) -> None:
        for cell in block.cells:
            self.tower[cell] = block
        self.hand[block.owner] -= 1
        self.last[block.owner] = block

    def take(self, column: str) -> None:
        block = self.tower[column, self.height(column)]
        for cell in block.cells:
            del self.tower[cell]
        self.hand[block.owner] += 1  # 4: it goes back to its owner
        self.freed[block.owner] = block.cells

    def end_turn(self, seat: int) -> None:
        """5, R9: the next to move is the first who can place; the opponent is asked first."""
        opponent = 1 - seat
        self.bonus = False
        self.freed[seat] = ()  # R8: the ban ends with the owner's turn
        for asked in [opponent, seat, opponent]:
            if self.can_place(asked):
                self.to_move = asked
                return
            self.freed[asked] = ()  # R9: who cannot place passes, and that was their turn
        self.to_move = None

    # What it comes to

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.to_move is not None:
            return None
        scores = tuple(
            sum(largest_area(picture, seat) for picture in self.pictures()) for seat in (0, 1)
        )
        winners = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
        return scores, winners

    def pictures(self) -> list[Picture]:
        """6, R10: the four sides and the roof, each as the squares seen straight on."""
        letters = ["a", "b", "c"]
        digits = ["1", "2", "3"]
        return [
            self.side([[letter + digit for digit in digits] for letter in letters]),
            self.side([[letter + digit for digit in reversed(digits)] for letter in letters]),
            self.side([[letter + digit for letter in letters] for digit in digits]),
            self.side([[letter + digit for letter in reversed(letters)] for digit in digits]),
            self.roof(),
        ]

    def side(self, lines: list[list[str]]) -> Picture:
        """A side: three lines of sight next to each other, each from the front to the back."""
        picture: Picture = {}
        top = max(self.height(column) for column in COLUMNS)
        for across, line in enumerate(lines):
            for level in range(1, top + 1):
                met = [column for column in line if (column, level) in self.tower]
                if met:
                    picture[across, level] = self.tower[met[0], level].owner
        return picture

    def roof(self) -> Picture:
        return {
            (ord(column[0]), ord(column[1])): self.tower[column, self.height(column)].owner
            for column in COLUMNS
            if self.height(column) > 0
        }

    def stacks(self) -> dict[str, list[str]]:
        return {
            column: [
                COLOURS[self.tower[column, level].owner]
                for level in range(1, self.height(column) + 1)
            ]
            for column in COLUMNS
            if self.height(column) > 0
        }
