"""What there is to see: blocks on a board, as plain data a client can draw, and as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from .grid import LETTERS, Cell, Grid
from .words import Phrase

if TYPE_CHECKING:
    from .rules import Plain

Found = TypeVar("Found")


@dataclass(frozen=True)
class Block:
    """One block: the cells it fills and its colour. `owner` is a seat, or None for nobody."""

    cells: tuple[Cell, ...]
    colour: str
    owner: int | None = None

    def data(self) -> dict[str, Any]:
        return {
            "cells": [list(cell) for cell in self.cells],
            "colour": self.colour,
            "owner": self.owner,
        }


@dataclass(frozen=True)
class Tally:
    """One item of a seat's points: how many, what for, and the cells that show it.

    `view` names the side from which a picture is seen, where points come from pictures.
    """

    seat: int
    points: int
    phrase: Phrase
    cells: tuple[Cell, ...] = ()
    view: str | None = None

    @property
    def text(self) -> str:
        """What the points are for, in English."""
        return str(self.phrase)

    def data(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "points": self.points,
            "text": self.phrase.source,
            "facts": self.phrase.facts,
            "cells": self.cells,
            "view": self.view,
        }


def label_data(label: Phrase | None) -> dict[str, Any]:
    if label is None:
        return {"label": None, "facts": {}}
    return {"label": label.source, "facts": label.facts}


def remembered(function: Callable[[Plain], Found]) -> Callable[[Plain], Found]:
    """A function of a position that a view asks for several times is worked out once.

    For what is shown only: rules change the record they run on.
    """
    key = f"{function.__module__}.{function.__name__}"

    @wraps(function)
    def ask(s: Plain) -> Found:
        known = s.__dict__
        if key not in known:
            known[key] = function(s)
        found: Found = known[key]
        return found

    return ask


def board_data(grid: Grid) -> dict[str, Any]:
    return {
        "size": [grid.width, grid.depth, grid.height],
        "upright": grid.upright,
        "levels": grid.levels,
    }


def change(before: Scenery, after: Scenery) -> dict[str, Any]:
    """What a move does to the blocks: which it adds and which it takes away."""
    return {"add": after.without(before), "take": before.without(after)}


class Scenery:
    """Blocks in their order and as a set, which takes longest to make."""

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks, self.set = blocks, set(blocks)

    def without(self, others: Scenery) -> list[dict[str, Any]]:
        """The blocks that are not among the others."""
        return [block.data() for block in sorted(self.set - others.set, key=self.blocks.index)]


def draw(grid: Grid, blocks: Sequence[Block]) -> str:
    """The board as text: a wall from the front, or the levels side by side from the ground up.

    A cell shows the first letter of its block's colour, in capitals for the block's first cell
    so that two blocks of one colour can be told apart.
    """
    filled = {
        cell: block.colour[0].upper() if index == 0 else block.colour[0]
        for block in blocks
        for index, cell in enumerate(block.cells)
    }
    if grid.upright:
        return _panel(
            grid, [[(x, 0, z) for x in range(grid.width)] for z in range(grid.height)], filled, ""
        )
    top = max((cell[2] for cell in filled), default=0)
    panels = [
        _panel(
            grid,
            [[(x, y, z) for x in range(grid.width)] for y in range(grid.depth)],
            filled,
            f"level {z + 1}" if top else "",
        ).split("\n")
        for z in range(top + 1)
    ]
    return "\n".join("   ".join(parts).rstrip() for parts in zip(*panels, strict=True))


def _panel(grid: Grid, rows: list[list[Cell]], filled: dict[Cell, str], title: str) -> str:
    width = 3 + 2 * grid.width
    lines = [title.ljust(width)] if title else []
    for number in range(len(rows), 0, -1):
        cells = " ".join(filled.get(cell, ".") for cell in rows[number - 1])
        lines.append(f"{number:2} {cells}".ljust(width))
    lines.append(("   " + " ".join(LETTERS[: grid.width])).ljust(width))
    return "\n".join(lines)
