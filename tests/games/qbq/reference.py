"""QBQ, the crossing: a naive reference written from the rules alone.

It shares nothing with the engine and follows the rule sheet sentence by sentence; the numbers in
the comments are those of the sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

Cell = tuple[int, int]  # column 0..5 for a..f, row 0..5 for 1..6

CELLS: list[Cell] = [(column, row) for column in range(6) for row in range(6)]
DIRECTIONS: dict[str, Cell] = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}

# 1, R10: the first column and the first row of each colour's quadrant.
QUADRANTS: dict[str, Cell] = {"blue": (0, 3), "green": (3, 3), "orange": (3, 0), "red": (0, 0)}
# 2: the same for the start cells, in the board corner diagonally opposite to the quadrant.
CORNERS: dict[str, Cell] = {"blue": (4, 0), "green": (0, 0), "orange": (0, 4), "red": (4, 4)}

# R10: who sits down when no seats are named.
DEFAULT_SEATS: dict[int, tuple[str, ...]] = {
    2: ("blue", "orange"),
    3: ("blue", "green", "orange"),
    4: ("blue", "green", "orange", "red"),
}

CUBES = 9  # 1: of each colour
LAST_TURN = 400  # R9


def block(corner: Cell, size: int) -> set[Cell]:
    """The square of cells with this lower left corner."""
    column, row = corner
    return {(column + i, row + j) for i in range(size) for j in range(size)}


def name_of(cell: Cell) -> str:
    return "abcdef"[cell[0]] + str(cell[1] + 1)


def cell_of(name: str) -> Cell:
    return "abcdef".index(name[0]), int(name[1]) - 1


def step(cell: Cell, direction: str, count: int = 1) -> Cell:
    dx, dy = DIRECTIONS[direction]
    return cell[0] + dx * count, cell[1] + dy * count


def on_board(cell: Cell) -> bool:
    return 0 <= cell[0] < 6 and 0 <= cell[1] < 6


BESIDE: dict[Cell, list[Cell]] = {
    cell: [step(cell, d) for d in DIRECTIONS if on_board(step(cell, d))] for cell in CELLS
}
AROUND: dict[Cell, set[Cell]] = {cell: {cell, *BESIDE[cell]} for cell in CELLS}


def reach(start: Cell, cells: Collection[Cell]) -> set[Cell]:
    """Those of the cells that are connected by sides to the start, which is one of them."""
    found = {start}
    waiting = [start]
    while waiting:
        for cell in BESIDE[waiting.pop()]:
            if cell in cells and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found


def pieces_of(cells: set[Cell]) -> list[set[Cell]]:
    """The cells, sorted into sets that are connected by sides."""
    pieces: list[set[Cell]] = []
    for cell in cells:
        if not any(cell in piece for piece in pieces):
            pieces.append(reach(cell, cells))
    return pieces


def touches(cell: Cell, cells: Collection[Cell]) -> bool:
    """Is the cell one of the cells or side by side with one?"""
    return not AROUND[cell].isdisjoint(cells)


def distance(cell: Cell, goals: Collection[Cell]) -> int:
    """R7: side steps to the nearest goal."""
    return min(abs(cell[0] - column) + abs(cell[1] - row) for column, row in goals)


class Naive:
    def __init__(self, players: int = 2, seats: Sequence[str] | None = None) -> None:
        self.colours = DEFAULT_SEATS[players] if seats is None else tuple(seats)
        self.board: dict[Cell, list[str]] = {}  # colours bottom-up; empty cells are not listed
        for colour in self.colours:
            for cell in block(CORNERS[colour], 2):
                self.board[cell] = [colour]
        self.seat = 0
        self.inserted = False  # 7: between an insertion and its relocation
        self.turns = 0  # complete ones
        self.seen: dict[object, int] = {self._situation(): 1}  # R9: the start counts as the first
        self.result: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        self.legal: list[str] | None = None  # the legal moves, once somebody has asked for them

    @property
    def to_move(self) -> int | None:
        return self.seat if self.result is None else None

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        return self.result

    def stacks(self) -> dict[str, list[str]]:
        return {name_of(cell): list(stack) for cell, stack in self.board.items()}

    def copy(self) -> Naive:
        other = Naive(seats=self.colours)
        other.board = {cell: list(stack) for cell, stack in self.board.items()}
        other.seat = self.seat
        other.inserted = self.inserted
        other.turns = self.turns
        other.seen = dict(self.seen)
        other.result = self.result
        return other

    def moves(self) -> list[str]:
        if self.legal is None:
            self.legal = self._find_moves()
        return list(self.legal)

    def _find_moves(self) -> list[str]:
        if self.result is not None:
            return []
        if self.inserted:  # 7: the relocation must follow
            return sorted(self._relocations())
        if not self._own():
            return sorted(self._re_entries())
        actions = [*self._relocations(), *self._tips(), *self._insertions()]  # 4
        return sorted(actions) or ["pass"]  # R9

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move}")
        self.legal = None
        if move.startswith("*"):
            self.inserted = bool(self._own())  # R7: a re-entry is the whole turn
            self._put(cell_of(move[1:]))
        elif "-" in move:
            self.inserted = False
            self._lift(cell_of(move[:2]))
            self._put(cell_of(move[3:]))
        elif ">" in move:
            self._tip(cell_of(move[:2]), move[3:])
        if not self.inserted:
            self._end_turn()

    # The board as the player to move sees it.

    def _own(self, seat: int | None = None) -> dict[Cell, int]:
        """The heights of the player's stacks; a stack has one colour (R1)."""
        colour = self.colours[self.seat if seat is None else seat]
        return {cell: len(stack) for cell, stack in self.board.items() if stack[0] == colour}

    def _put(self, cell: Cell) -> None:
        self.board.setdefault(cell, []).append(self.colours[self.seat])

    def _lift(self, cell: Cell) -> None:
        """R1: only the top cube of a stack can be taken."""
        self.board[cell].pop()
        if not self.board[cell]:
            del self.board[cell]

    # 5: relocate.

    def _relocations(self) -> Iterator[str]:
        own = self._own()
        for origin in own:
            group = reach(origin, own)  # 5: own cubes connected by sides
            if sum(own[cell] for cell in group) == 1:
                continue  # 5: a cube that stands alone does not move
            left = {cell for cell in group if cell != origin or own[cell] > 1}
            pieces = pieces_of(left)
            for target in CELLS:
                if target != origin and self._may_land(target, pieces):  # R2
                    yield f"{name_of(origin)}-{name_of(target)}"

    def _may_land(self, target: Cell, pieces: list[set[Cell]]) -> bool:
        """May a cube go to the target when its group, without it, is in these pieces?"""
        # 5, R2: beside its own group or on top of it, a diagonal is not enough; and it must hold
        # all pieces together, so that they and the cube are one group afterwards.
        if not all(touches(target, piece) for piece in pieces):
            return False
        # 5: not on another player's cube.
        return target not in self.board or self.board[target][0] == self.colours[self.seat]

    # 6: tip.

    def _tips(self) -> Iterator[str]:
        for cell, height in self._own().items():
            for direction in DIRECTIONS:
                if height >= 2 and self._may_tip(cell, direction, height):
                    yield f"{name_of(cell)}>{direction}"

    def _may_tip(self, cell: Cell, direction: str, height: int) -> bool:
        """6, R5: the tower must be higher than every opposing stack it would fall on."""
        colour = self.colours[self.seat]
        for count in range(1, height):
            hit = self.board.get(step(cell, direction, count), [])
            if hit and hit[0] != colour and len(hit) >= height:
                return False
        return True

    def _tip(self, cell: Cell, direction: str) -> None:
        colour = self.colours[self.seat]
        height = len(self.board[cell])
        self.board[cell] = [colour]  # 6: the lowest cube stays
        for count in range(1, height):
            target = step(cell, direction, count)
            if not on_board(target):
                continue  # 6: off the board, back to the own supply
            if target in self.board and self.board[target][0] != colour:
                del self.board[target]  # 6, R6: back to the supply of its owner, whole
            self._put(target)  # 6: on the ground or on top of own cubes

    # 7: insert, and 8: come back.

    def _insertions(self) -> Iterator[str]:
        own = self._own()
        if sum(own.values()) == CUBES:
            return  # 7: the supply is empty
        for cell in CELLS:
            free = cell not in self.board or cell in own
            if free and touches(cell, own) and self._relocation_follows(cell):
                yield f"*{name_of(cell)}"

    def _relocation_follows(self, cell: Cell) -> bool:
        """R4: an insertion after which no relocation is legal is itself illegal."""
        self._put(cell)
        follows = any(True for _ in self._relocations())
        self._lift(cell)
        return follows

    def _re_entries(self) -> Iterator[str]:
        """8, R7: every empty cell that is as near to the start cells as possible."""
        start = block(CORNERS[self.colours[self.seat]], 2)
        empty = [cell for cell in CELLS if cell not in self.board]
        nearest = min(distance(cell, start) for cell in empty)
        for cell in empty:
            if distance(cell, start) == nearest:
                yield f"*{name_of(cell)}"

    # The end of a turn.

    def _situation(self) -> object:
        """R9: stacks and player to move."""
        return frozenset((cell, len(s), s[0]) for cell, s in self.board.items()), self.seat

    def _end_turn(self) -> None:
        count = len(self.colours)
        everyone = range(count)
        for seat in [(self.seat + i) % count for i in everyone]:  # R8: the mover first
            if self._has_won(seat):
                self.result = tuple(int(other == seat) for other in everyone), (seat,)
                return
        self.turns += 1
        self.seat = (self.seat + 1) % count  # 4
        situation = self._situation()
        self.seen[situation] = self.seen.get(situation, 0) + 1
        if self.seen[situation] == 3 or self.turns == LAST_TURN:  # R9
            self.result = (0,) * count, tuple(everyone)

    def _has_won(self, seat: int) -> bool:
        """3: one of the three formations on cells of the own colour, and no other own cube."""
        own = self._own(seat)
        heights = set(own.values())
        column, row = QUADRANTS[self.colours[seat]]
        if own.keys() == block((column, row), 3):
            return heights == {1}
        squares = [block((column + i, row + j), 2) for i in (0, 1) for j in (0, 1)]
        return own.keys() in squares and heights in ({1}, {2})
