"""The board in colour. Letters are those of the plain text board; colour and marks are added.

The last move stands in [brackets], cells that have to be left alone in (round ones), and cells
that are to blame for a refusal between !marks!, so that none of them needs colour to be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from ..core.grid import LETTERS, Cell, Grid
from ..core.position import Position
from ..core.scene import Block, Change, Scene, level_title
from .colours import style_of

GAP = 3  # columns between two levels that stand side by side
MARGIN = 3  # columns for the number of a row
EMPTY = "."
AXIS = Style(dim=True)
LAST = ("[", "]", Style(bold=True))
BARRED = ("(", ")", Style(bold=True, color="yellow"))
GUILTY = ("!", "!", Style(bold=True, color="red"))


@dataclass(frozen=True)
class Sign:
    """What is written in a cell: a letter, and for tall stacks seen from above a number."""

    text: str
    colour: str
    block: Block | None


@dataclass(frozen=True)
class Marks:
    """Cells to point at."""

    last: frozenset[Cell] = frozenset()
    guilty: frozenset[Cell] = frozenset()
    barred: frozenset[Cell] = frozenset()

    def on(self, cell: Cell) -> tuple[str, str, Style] | None:
        if cell in self.guilty:
            return GUILTY
        return BARRED if cell in self.barred else LAST if cell in self.last else None

    @property
    def top(self) -> int:
        return max((z for _, _, z in self.last | self.guilty | self.barred), default=0)


NO_MARKS = Marks()


@dataclass(frozen=True)
class Panel:
    """A rectangle of cells as rows from the ground or the front up."""

    title: str
    rows: list[list[Cell]]
    signs: dict[Cell, Sign]
    grounds: dict[Cell, str]  # colours printed on the board
    cell_width: int = 1

    @property
    def width(self) -> int:
        return MARGIN + (self.cell_width + 1) * len(self.rows[0])

    def draw(self, marks: Marks) -> list[Text]:
        lines = [Text(self.title.ljust(self.width), AXIS)] if self.title else []
        for number in range(len(self.rows), 0, -1):
            lines.append(self._row(number, marks))
        step = self.cell_width + 1
        letters = "".join(letter.ljust(step) for letter in LETTERS[: len(self.rows[0])])
        return [*lines, Text(" " * MARGIN + letters, AXIS)]

    def _row(self, number: int, marks: Marks) -> Text:
        row = self.rows[number - 1]
        line = Text().append(f"{number:2}", AXIS)
        for left, right in zip([None, *row], [*row, None], strict=True):
            line.append_text(self._between(left, right, marks))
            if right is not None:
                line.append_text(self._cell(right))
        return line

    def _cell(self, cell: Cell) -> Text:
        sign = self.signs.get(cell)
        if sign is None:
            ground = style_of(self.grounds[cell]).bgcolor if cell in self.grounds else None
            return Text(
                EMPTY.ljust(self.cell_width), Style(bold=True, color=ground) if ground else AXIS
            )
        return Text(sign.text.ljust(self.cell_width), style_of(sign.colour))

    def _between(self, left: Cell | None, right: Cell | None, marks: Marks) -> Text:
        """The gap between two cells: a mark, the inside of a block, or nothing."""
        before = marks.on(left) if left else None
        after = marks.on(right) if right else None
        if before != after:
            mark = next(m for m in (GUILTY, BARRED, LAST) if m in (before, after))
            return Text(mark[1] if mark is before else mark[0], mark[2])
        one, two = (self.signs.get(cell) if cell else None for cell in (left, right))
        if one and two and one.block is not None and one.block is two.block:
            return Text(" ", style_of(one.colour))
        return Text(" ")


def board(
    position: Position,
    marks: Marks = NO_MARKS,
    width: int = 80,
    height: int | None = None,
    lang: str = "en",
) -> Text:
    """The board within a width; seen from above only, if the levels would need more lines."""
    grid, blocks = position.game.grid, position.blocks
    grounds = _grounds(position.scene())
    panels = _levels(grid, blocks, grounds, marks.top, lang)
    if height is not None and _lines(panels, width) > max(height, _lines(panels[:1], width)):
        panels = [_from_above(grid, blocks, grounds)]
        marks = _flat(marks)
    return _side_by_side([panel.draw(marks) for panel in panels], panels[0].width, width)


def building(grid: Grid, blocks: Sequence[Block], marks: Marks, width: int) -> Text:
    """Blocks that belong to no position, level by level."""
    panels = _levels(grid, blocks, {}, marks.top)
    return _side_by_side([panel.draw(marks) for panel in panels], panels[0].width, width)


def touched(change: Change) -> frozenset[Cell]:
    """The cells that a change of the blocks touches."""
    return frozenset(cell for block in (*change.add, *change.take) for cell in block.cells)


def barred_cells(scene: Scene) -> frozenset[Cell]:
    return frozenset(cell for barred in scene.barred for cell in barred.cells)


def named_cells(position: Position, names: Iterable[str]) -> frozenset[Cell]:
    """The cells of names. A name without a level means the whole stack that stands there."""
    grid = position.game.grid
    filled = {cell for block in position.blocks for cell in block.cells}
    found = set()
    for name in names:
        x, y, z = grid.cell(name)
        exact = grid.upright or grid.levels
        stack = set() if exact else {c for c in filled if c[:2] == (x, y)}
        found |= stack or {(x, y, z)}
    return frozenset(found)


def _grounds(scene: Scene) -> dict[Cell, str]:
    """The colours printed on the board; a goal covers a start."""
    regions = sorted(scene.regions, key=lambda region: region.kind == "goal")
    return {cell: region.colour for region in regions for cell in region.cells}


def _signs(blocks: Sequence[Block]) -> dict[Cell, Sign]:
    return {
        cell: Sign(block.colour[0].upper() if index == 0 else block.colour[0], block.colour, block)
        for block in blocks
        for index, cell in enumerate(block.cells)
    }


def _levels(
    grid: Grid,
    blocks: Sequence[Block],
    grounds: dict[Cell, str],
    marked: int,
    lang: str = "en",
) -> list[Panel]:
    """Every level up to the highest block or mark."""
    signs = _signs(blocks)
    if grid.upright:
        wall = [[(x, 0, z) for x in range(grid.width)] for z in range(grid.height)]
        return [Panel("", wall, signs, grounds)]
    top = max([marked, *(cell[2] for cell in signs)])
    return [
        Panel(level_title(z, lang) if top else "", _plan(grid, z), signs, grounds)
        for z in range(top + 1)
    ]


def _plan(grid: Grid, z: int) -> list[list[Cell]]:
    return [[(x, y, z) for x in range(grid.width)] for y in range(grid.depth)]


def _from_above(grid: Grid, blocks: Sequence[Block], grounds: dict[Cell, str]) -> Panel:
    """One level that shows the top of every stack and how high it is."""
    signs: dict[Cell, Sign] = {}
    for (x, y, z), sign in sorted(_signs(blocks).items(), key=lambda item: item[0][2]):
        signs[x, y, 0] = Sign(f"{sign.text}{z + 1 if z else ''}", sign.colour, sign.block)
    widest = max(len(sign.text) for sign in signs.values())
    return Panel("from above, with heights", _plan(grid, 0), signs, grounds, widest)


def _flat(marks: Marks) -> Marks:
    return Marks(
        *(
            frozenset((x, y, 0) for x, y, _ in cells)
            for cells in (marks.last, marks.guilty, marks.barred)
        )
    )


def _per_row(panel_width: int, width: int) -> int:
    return max(1, (width + GAP) // (panel_width + GAP))


def _lines(panels: list[Panel], width: int) -> int:
    rows = -(-len(panels) // _per_row(panels[0].width, width))
    return rows * (len(panels[0].rows) + 2)


def _side_by_side(panels: list[list[Text]], panel_width: int, width: int) -> Text:
    count = _per_row(panel_width, width)
    lines = []
    for first in range(0, len(panels), count):
        for parts in zip(*panels[first : first + count], strict=True):
            line = Text(" " * GAP).join(parts)
            line.rstrip()
            lines.append(line)
    return Text("\n").join(lines)
