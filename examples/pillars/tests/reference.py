"""PILLARS, slow and plain: a reference written from the rules alone."""

from __future__ import annotations

from copy import deepcopy
from itertools import product

PEGS = [f"{letter}{digit}" for letter in "abcd" for digit in "1234"]
Cell = tuple[int, int, int]


def all_lines(levels: int) -> list[list[Cell]]:
    """Rule 4: every straight line of four cells within the board."""
    board = set(product(range(4), range(4), range(levels)))
    steps = [step for step in product((-1, 0, 1), repeat=3) if step != (0, 0, 0)]
    lines = [
        [(x + i * a, y + i * b, z + i * c) for i in range(4)]
        for x, y, z in board
        for a, b, c in steps
    ]
    return [line for line in lines if set(line) <= board]


class Naive:
    def __init__(self, levels: int = 4) -> None:
        self.levels = levels
        self.pegs: dict[str, list[int]] = {peg: [] for peg in PEGS}
        self.lines = all_lines(levels)
        self.turn = 0

    def colour_at(self, cell: Cell) -> int | None:
        x, y, z = cell
        peg = self.pegs["abcd"[x] + "1234"[y]]
        return peg[z] if z < len(peg) else None

    def winner(self) -> int | None:
        for line in self.lines:
            colours = {self.colour_at(cell) for cell in line}
            if colours in ({0}, {1}):
                return colours.pop()
        return None

    def is_full(self) -> bool:
        return all(len(peg) == self.levels for peg in self.pegs.values())

    @property
    def to_move(self) -> int | None:
        return None if self.outcome() else self.turn % 2

    def moves(self) -> list[str]:
        if self.outcome():
            return []
        return [peg for peg in PEGS if len(self.pegs[peg]) < self.levels]

    def play(self, move: str) -> None:
        self.pegs[move].append(self.turn % 2)
        self.turn += 1

    def copy(self) -> Naive:
        return deepcopy(self)

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        winner = self.winner()
        if winner is not None:
            return ((1, 0), (0,)) if winner == 0 else ((0, 1), (1,))
        return ((0, 0), (0, 1)) if self.is_full() else None

    def stacks(self) -> dict[str, list[str]]:
        return {
            name: [("light", "dark")[seat] for seat in peg]
            for name, peg in self.pegs.items()
            if peg
        }
