"""KEWBZ played slowly and plainly, written from the rules alone.

This is the yardstick for the compiled game: it shares no code with it and follows the
numbered facts (1 to 10) and rulings (R1 to R9) of the rule sheet sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]

COLOURS = ("blue", "red")
HIGHEST = 5  # 8
EAST, WEST, NORTH, SOUTH = (1, 0), (-1, 0), (0, 1), (0, -1)
SIDES = (EAST, WEST, NORTH, SOUTH)
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def name(cell: Cell) -> str:
    x, y = cell
    return f"{'abcdefghijkl'[x]}{y + 1}"


def step(cell: Cell, direction: Cell) -> Cell:
    return cell[0] + direction[0], cell[1] + direction[1]


def across(direction: Cell) -> tuple[Cell, Cell]:
    """The two directions at right angles to this one."""
    return (NORTH, SOUTH) if direction in (EAST, WEST) else (EAST, WEST)


def completes_square(around: set[Cell]) -> bool:
    """3: the other three cells of some 2 x 2 block are filled."""
    return any({(dx, 0), (0, dy), (dx, dy)} <= around for dx, dy in DIAGONALS)


class Naive:
    def __init__(self, board: int = 8, cubes: int = 40) -> None:
        self.board = board
        self.towers: dict[Cell, list[str]] = {}  # every cube on the board, bottom-up
        self.unplayed = [cubes, cubes]
        self.owed: dict[Cell, int] = {}  # not empty only while the player chooses (R6)
        self.to_move: int | None = 0  # 1: blue starts

    def copy(self) -> Naive:
        other = Naive(self.board)
        other.towers = {cell: list(tower) for cell, tower in self.towers.items()}
        other.unplayed = list(self.unplayed)
        other.owed = dict(self.owed)
        other.to_move = self.to_move
        return other

    def stacks(self) -> dict[str, list[str]]:
        return {name(cell): list(tower) for cell, tower in self.towers.items()}

    # Legal moves

    def moves(self) -> list[str]:
        return sorted(self._choices())

    def _choices(self) -> dict[str, Cell]:
        """Every legal move and the cell it is about."""
        if self.to_move is None:
            return {}
        if self.owed:
            return {f"^{name(cell)}": cell for cell in self.owed}
        return {name(cell): cell for cell in self._places()}

    def _places(self) -> Iterator[Cell]:
        cells = ((x, y) for x in range(self.board) for y in range(self.board))
        return (cell for cell in cells if self._may_place(cell))

    def _may_place(self, cell: Cell) -> bool:
        if cell in self.towers:
            return False  # 2: directly on the board
        if not self.towers:
            return True  # 1: the first cube goes anywhere
        around = self._around(cell)
        return bool(around) and not completes_square(around)  # 2 and 3

    def _around(self, cell: Cell) -> set[Cell]:
        """The directions, diagonals included, in which a cube lies next to this cell."""
        x, y = cell
        return {(dx, dy) for dx, dy in SIDES + DIAGONALS if (x + dx, y + dy) in self.towers}

    # Playing

    def play(self, move: str) -> None:
        choices = self._choices()
        if move not in choices:
            raise ValueError(f"not a legal move: {move}")
        cell = choices[move]
        self._put(cell)
        if self.owed:
            self._pay_one(cell)
        else:
            self.owed = self._owed_for(cell)
        self._settle()

    def _put(self, cell: Cell) -> None:
        """One cube of the player to move, on the board or on a tower."""
        assert self.to_move is not None
        self.towers.setdefault(cell, []).append(COLOURS[self.to_move])
        self.unplayed[self.to_move] -= 1

    def _pay_one(self, cell: Cell) -> None:
        self.owed[cell] -= 1
        if self.owed[cell] == 0:
            del self.owed[cell]

    def _owed_for(self, placed: Cell) -> dict[Cell, int]:
        """How many cubes each tower is to get for the placed cube, after the cap of five (8)."""
        amounts = {placed: self._corners_at(placed)}
        for direction in SIDES:
            amounts.update(self._owed_along(placed, direction))
        room = {cell: HIGHEST - len(self.towers[cell]) for cell in amounts}
        capped = {cell: min(amount, room[cell]) for cell, amount in amounts.items()}
        return {cell: amount for cell, amount in capped.items() if amount > 0}

    def _corners_at(self, placed: Cell) -> int:
        """R2: (east or west neighbours) x (north or south neighbours)."""
        return self._count(placed, (EAST, WEST)) * self._count(placed, (NORTH, SOUTH))

    def _owed_along(self, placed: Cell, direction: Cell) -> dict[Cell, int]:
        """R3: each cube of the unbroken line owes one for every neighbour across the line."""
        amounts = {}
        cell = step(placed, direction)
        while cell in self.towers:
            amounts[cell] = self._count(cell, across(direction))
            cell = step(cell, direction)
        return amounts

    def _count(self, cell: Cell, directions: tuple[Cell, Cell]) -> int:
        return sum(step(cell, direction) in self.towers for direction in directions)

    def _settle(self) -> None:
        """Stack what leaves no choice (R6); then the game ends or the turn does."""
        assert self.to_move is not None
        enough = sum(self.owed.values()) <= self.unplayed[self.to_move]
        if enough or len(self.owed) == 1:
            self._stack_all()
        if self.unplayed[self.to_move] == 0:
            self._end()  # 9, R7: at once, whatever is still owed
        elif not self.owed:
            self._next_turn()

    def _stack_all(self) -> None:
        """Stack everything owed, or as much of it as there are cubes."""
        assert self.to_move is not None
        while self.owed and self.unplayed[self.to_move] > 0:
            cell = next(iter(self.owed))
            self._put(cell)
            self._pay_one(cell)

    def _next_turn(self) -> None:
        assert self.to_move is not None
        self.to_move = 1 - self.to_move
        if next(self._places(), None) is None:
            self._end()  # R8

    def _end(self) -> None:
        self.to_move = None
        self.owed = {}

    # The result

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.to_move is not None:
            return None
        scores = tuple(self._score(seat) for seat in (0, 1))
        return scores, tuple(seat for seat in (0, 1) if scores[seat] == max(scores))

    def _score(self, seat: int) -> int:
        """10: the heights of the towers topped by this colour, less the unplayed cubes."""
        heights = [
            len(tower)
            for tower in self.towers.values()
            if len(tower) >= 2 and tower[-1] == COLOURS[seat]
        ]
        return sum(heights) - self.unplayed[seat]
