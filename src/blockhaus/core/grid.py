"""Cells and their names. A cell is (x, y, z): column, row towards the back, level.

Names: `c4` is column c, row 4; with a level it is `c4.2`. On an upright wall, one block
thick, `c4` is column c and the fourth square from the ground.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import NotationError

Cell = tuple[int, int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NAME = re.compile(r"([a-z])([1-9][0-9]?)(?:\.([1-9][0-9]?))?")


@dataclass(frozen=True)
class Grid:
    """The space a game is built in. `levels` says whether names carry the level, `frame` whether a
    real frame encloses the ground.
    """

    width: int
    depth: int
    height: int
    upright: bool = False
    levels: bool = False
    frame: bool = False

    def name(self, cell: Cell) -> str:
        return self.place(cell) + (f".{cell[2] + 1}" if self.levels and not self.upright else "")

    def place(self, cell: Cell) -> str:
        """The name of a cell without its level."""
        x, y, z = cell
        return f"{LETTERS[x]}{z + 1}" if self.upright else column(x, y)

    def cell(self, name: str) -> Cell:
        """The cell of a name; NotationError if there is none."""
        match = _NAME.fullmatch(name)
        if not match:
            raise NotationError("{name!r} is not the name of a cell.", name=name)
        x, row = LETTERS.index(match[1]), int(match[2]) - 1
        level = int(match[3] or 1) - 1
        cell = (x, 0, row) if self.upright else (x, row, level)
        if not (x < self.width and cell[1] < self.depth and cell[2] < self.height):
            raise NotationError("{name!r} is not on the board.", name=name)
        return cell


def column(x: int, y: int) -> str:
    """The name of a column of cells seen from above."""
    return f"{LETTERS[x]}{y + 1}"
