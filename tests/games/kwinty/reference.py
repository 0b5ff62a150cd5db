"""KWINTY on plain dicts, written from the rules alone.

Slow and literal on purpose: every function says one sentence of the rule sheet, whose numbers
stand in the comments.
"""

from itertools import pairwise
from typing import NamedTuple

Cell = tuple[int, int]  # column 0..16 for a..q, row 1, 2, ... from the ground

COLUMNS = "abcdefghijklmnopq"  # R1
FIRST_MOVES = ("i+j", "i|")  # R1
COLOURS = ("white", "black")
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))  # across, up, and the two diagonals


class Block(NamedTuple):
    seat: int
    standing: bool
    cells: tuple[Cell, Cell]  # lower square first, or left square first


class Naive:
    def __init__(self, *, width: int = 9, height: int = 9, blocks: int = 20, line: int = 5) -> None:
        self.width = width
        self.height = height
        self.line = line
        self.left = [blocks, blocks]  # 1
        self.wall: dict[Cell, Block] = {}
        self.won_by: int | None = None
        self.to_move: int | None = 0
        self.legal = self._placements(0)

    def copy(self) -> "Naive":
        twin = Naive(width=self.width, height=self.height, line=self.line)
        twin.left = list(self.left)
        twin.wall = dict(self.wall)
        twin.won_by = self.won_by
        twin.to_move = self.to_move
        twin.legal = list(self.legal)
        return twin

    def moves(self) -> list[str]:
        return list(self.legal)

    def play(self, move: str) -> None:
        seat = self.to_move
        if seat is None or move not in self.legal:
            raise ValueError(f"not legal: {move}")
        block = self._drop(seat, move)
        assert block is not None
        for cell in block.cells:
            self.wall[cell] = block
        self.left[seat] -= 1
        self._find_next(seat)

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.to_move is not None:
            return None
        if self.won_by is not None:  # 7
            scores = tuple(int(seat == self.won_by) for seat in (0, 1))
        else:  # 8, R6
            scores = tuple(self._runs(seat).count(self.line - 1) for seat in (0, 1))
        best = max(scores)
        return scores, tuple(seat for seat in (0, 1) if scores[seat] == best)

    def stacks(self) -> dict[str, list[str]]:
        stacks: dict[str, list[str]] = {}
        for column, row in sorted(self.wall):
            colour = COLOURS[self.wall[column, row].seat]
            stacks.setdefault(COLUMNS[column], []).append(colour)
        return stacks

    def _find_next(self, seat: int) -> None:
        self.to_move, self.legal = None, []
        if max(self._runs(seat)) >= self.line:  # 7
            self.won_by = seat
            return
        for candidate in (1 - seat, seat):  # R5: who cannot place is passed over
            placements = self._placements(candidate)
            if placements:
                self.to_move, self.legal = candidate, placements
                return

    def _placements(self, seat: int) -> list[str]:
        if self.left[seat] == 0:  # 1, R5
            return []
        if not self.wall:  # 4, R1
            return sorted(FIRST_MOVES)
        standing = [f"{column}|" for column in COLUMNS]  # 3
        lying = [f"{left}+{right}" for left, right in pairwise(COLUMNS)]
        return sorted(move for move in standing + lying if self._may_place(seat, move))

    def _may_place(self, seat: int, move: str) -> bool:
        block = self._drop(seat, move)
        return (
            block is not None
            and self._touches_a_block(block)
            and self._fits_the_limits(block)
            and not self._short_sides_meet(block)
        )

    def _column_height(self, column: int) -> int:
        height = 0
        while (column, height + 1) in self.wall:
            height += 1
        return height

    def _drop(self, seat: int, move: str) -> Block | None:
        """R2: where the block comes to rest; None if it would lie over an empty square (5)."""
        column = COLUMNS.index(move[0])
        row = self._column_height(column) + 1
        if move.endswith("|"):
            return Block(seat, True, ((column, row), (column, row + 1)))
        if self._column_height(column + 1) + 1 != row:
            return None
        return Block(seat, False, ((column, row), (column + 1, row)))

    def _fits_the_limits(self, block: Block) -> bool:
        """2, R1: the width is counted from the leftmost to the rightmost occupied column."""
        columns = [column for column, _ in [*self.wall, *block.cells]]
        rows = [row for _, row in block.cells]
        return max(columns) - min(columns) + 1 <= self.width and max(rows) <= self.height

    def _touches_a_block(self, block: Block) -> bool:
        """4, R3: beside, above or below."""
        return any(
            (column + across, row + up) in self.wall
            for column, row in block.cells
            for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )

    def _short_sides_meet(self, block: Block) -> bool:
        """6, R4: a neighbour beyond an end is end to end if it points the same way."""
        (column, row), (last_column, last_row) = block.cells
        if block.standing:
            beyond = [(column, row - 1), (last_column, last_row + 1)]
        else:
            beyond = [(column - 1, row), (last_column + 1, row)]
        neighbours = [self.wall[cell] for cell in beyond if cell in self.wall]
        return any(
            other.seat == block.seat and other.standing == block.standing for other in neighbours
        )

    def _runs(self, seat: int) -> list[int]:
        """R6, R7: the length of every maximal straight run of own squares, by direction."""
        own = {cell for cell, block in self.wall.items() if block.seat == seat}
        runs = []
        for across, up in DIRECTIONS:
            for column, row in own:
                if (column - across, row - up) in own:
                    continue  # not the first square of its run
                length = 1
                while (column + length * across, row + length * up) in own:
                    length += 1
                runs.append(length)
        return runs
