"""A board as a flat drawing (SVG), for paper: no colour is the only sign, no light is needed.

A wall is drawn as it stands. Any other board is drawn from above at a slant, and then as plans: one
that tells the stack on each cell, or where larger blocks lie on others one for every level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from ..core.grid import LETTERS, Cell
from ..core.palette import DARK_INK, PAINTS
from ..core.position import Position
from ..core.scene import Block, Card, Scene

UNIT = 20.0  # of a cell
SLANT_X, SLANT_Y = 0.45, 0.36  # how far a row lies to the right and up, in cells
HIGH = 0.75  # of a level in the slanted drawing, in cells
GAP = 14.0
TEXT = 8.0
LINE, THIN = "#2a211b", "#b9aa94"
GROUND, BLAME = "#fbf7ee", "#b3261e"
RING, CROSS = "ring", "cross"
Marks = Mapping[Cell, str]  # ring or cross


@dataclass
class Drawing:
    """Pieces of SVG and the room they take."""

    parts: list[str]
    width: float = 0.0
    height: float = 0.0

    @property
    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.0f} '
            f'{self.height:.0f}" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'font-family="sans-serif">{"".join(self.parts)}</svg>'
        )


def draw_board(
    position: Position, marked: Iterable[Cell] = (), tried: Iterable[Cell] = ()
) -> list[str]:
    """The board of a position as pictures in SVG, to stand side by side. Marked cells have a ring,
    and where something was tried in vain there is a cross.
    """
    scene = position.scene(position.to_move)
    marks = dict.fromkeys(marked, RING) | dict.fromkeys(tried, CROSS)
    if scene.board.upright:
        return [_wall(scene, marks).svg]
    return [_slanted(scene).svg, *(plan.svg for plan in _plans(scene, marks))]


def _plans(scene: Scene, marks: Marks) -> list[Drawing]:
    cells = _filled(scene)
    stacked = any(min(z for *_, z in block.cells) > 0 for block in scene.blocks)
    if stacked and any(len(block.cells) > 1 for block in scene.blocks):
        levels = range(max(z for *_, z in (*cells, *marks)) + 1)
        return [_plan(scene, level, marks) for level in levels]
    return [_stacks(scene, marks)]


def draw_card(card: Card) -> str:
    """A card as SVG: its coloured squares."""
    blocks = [Block(((each.column, 0, each.row),), each.colour) for each in card.squares]
    shown = {(b.cells[0][0], b.cells[0][2]): (b, "") for b in blocks}
    columns = range(max(x for x, _ in shown) + 1)
    rows = range(max(y for _, y in shown) + 1)
    parts = []
    for (x, y), (block, _) in shown.items():
        paint, ink = _paint(block.colour)
        across, down = 2 + x * UNIT, 2 + (rows.stop - 1 - y) * UNIT
        parts += [_square(across, down, paint),
                  _letter(across + UNIT / 2, down + UNIT / 2 + 3, _initial(block), ink),
                  *_outline(shown, (x, y), across, down)]  # fmt: skip
    return Drawing(parts, len(columns) * UNIT + GAP, len(rows) * UNIT + 4).svg


def _paint(colour: str) -> tuple[str, str]:
    return PAINTS.get(colour, ("#dddddd", DARK_INK))


def _filled(scene: Scene) -> dict[Cell, Block]:
    return {cell: block for block in scene.blocks for cell in block.cells}


# Flat pictures: walls and plans


def _square(x: float, y: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{UNIT}" height="{UNIT}" fill="{fill}"/>'


def _letter(x: float, y: float, text: str, ink: str = LINE, size: float = TEXT) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle" '
        f'fill="{ink}">{escape(text)}</text>'
    )


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round"/>'
    )


Flat = dict[tuple[int, int], tuple[Block, str]]  # column and row -> block, what is written on it


Grounds = dict[Cell, str]  # coloured cells of the ground
Signs = Mapping[tuple[int, int], str]  # column and row -> ring or cross


def _flat(
    shown: Flat,
    columns: range,
    rows: range,
    title: str = "",
    grounds: Grounds | None = None,
    signs: Signs | None = None,
) -> Drawing:
    """Squares with the outlines of their blocks, and the names of columns and rows."""
    left, top = TEXT + 4, TEXT + 4 if title else 2.0
    parts = []

    def corner(x: int, y: int) -> tuple[float, float]:
        return left + (x - columns.start) * UNIT, top + (rows.stop - 1 - y) * UNIT

    for x in columns:
        for y in rows:
            across, down = corner(x, y)
            block, text = shown.get((x, y), (None, ""))
            paint, ink = _paint(block.colour) if block else (GROUND, LINE)
            if block is None and grounds:
                paint = _paint(grounds[x, y, 0])[0] + "55" if (x, y, 0) in grounds else GROUND
            parts.append(_square(across, down, paint))
            if block:
                sign = text or _initial(block)
                size = TEXT if len(sign) < 4 else TEXT * 3 / len(sign)
                parts.append(_letter(across + UNIT / 2, down + UNIT / 2 + 3, sign, ink, size))
            parts += _outline(shown, (x, y), across, down)
    for place, sign in (signs or {}).items():
        parts += _sign(sign, *corner(*place))
    for x in columns:
        middle = left + (x - columns.start + 0.5) * UNIT
        parts.append(_letter(middle, top + len(rows) * UNIT + TEXT + 1, LETTERS[x]))
    for y in rows:
        _, down = corner(columns.start, y)
        parts.append(_letter(left - 6, down + UNIT / 2 + 3, str(y + 1)))
    if title:
        parts.append(_letter(left + len(columns) * UNIT / 2, TEXT, title))
    height = top + len(rows) * UNIT + TEXT + 4
    return Drawing(parts, left + len(columns) * UNIT + 2, height)


def _outline(shown: Flat, place: tuple[int, int], across: float, down: float) -> Iterator[str]:
    """The sides of a square: thick where its block ends, thin on the bare ground."""
    x, y = place
    own = shown.get(place, (None,))[0]
    right, low = across + UNIT, down + UNIT
    sides = {
        (x - 1, y): (across, down, across, low),
        (x + 1, y): (right, down, right, low),
        (x, y + 1): (across, down, right, down),
        (x, y - 1): (across, low, right, low),
    }
    for other, ends in sides.items():
        if own is None:
            yield _stroke(*ends, THIN, 0.4)
        elif shown.get(other, (None,))[0] is not own:
            yield _stroke(*ends, LINE, 1.2)


def _sign(sign: str, across: float, down: float) -> Iterator[str]:
    """A ring around the middle of a square, or a cross through it, on a light rim."""
    x, y, reach = across + UNIT / 2, down + UNIT / 2, UNIT * 0.4
    for colour, width in ((GROUND, 3.2), (BLAME if sign == CROSS else LINE, 1.6)):
        if sign == RING:
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{reach:.1f}" fill="none" '
                f'stroke="{colour}" stroke-width="{width}"/>'
            )
        else:
            yield _stroke(x - reach, y - reach, x + reach, y + reach, colour, width)
            yield _stroke(x - reach, y + reach, x + reach, y - reach, colour, width)


def _wall(scene: Scene, marks: Marks) -> Drawing:
    low, high = scene.board.reach.low, scene.board.reach.high
    shown = {(x, z): (block, "") for (x, _, z), block in _filled(scene).items()}
    columns, rows = range(low[0], high[0] + 1), range(low[2], high[2] + 1)
    signs = {(x, z): sign for (x, _, z), sign in marks.items() if x in columns and z in rows}
    return _flat(shown, columns, rows, signs=signs)


def _grounds(scene: Scene) -> Grounds:
    return {cell: region.colour for region in scene.regions for cell in region.cells}


def _from_above(scene: Scene, marks: Marks) -> Signs:
    width, depth, _ = scene.board.size
    return {(x, y): sign for (x, y, _), sign in marks.items() if 0 <= x < width and 0 <= y < depth}


def _plan(scene: Scene, level: int, marks: Marks) -> Drawing:
    width, depth, _ = scene.board.size
    shown = {(x, y): (block, "") for (x, y, z), block in _filled(scene).items() if z == level}
    grounds = _grounds(scene) if level == 0 else None
    signs = _from_above(scene, {cell: sign for cell, sign in marks.items() if cell[2] == level})
    return _flat(shown, range(width), range(depth), str(level + 1), grounds, signs)


def _stacks(scene: Scene, marks: Marks) -> Drawing:
    """Seen from above: the colours on each cell from the ground up, or how high its block is."""
    width, depth, _ = scene.board.size
    shown: Flat = {}
    for (x, y, _), block in sorted(_filled(scene).items(), key=lambda item: item[0][2]):
        tall = len({cell[2] for cell in block.cells})
        below = shown[x, y][1] if (x, y) in shown and len(block.cells) == 1 else ""
        shown[x, y] = block, below + _initial(block) + (str(tall) if tall > 1 else "")
    signs = _from_above(scene, marks)
    return _flat(shown, range(width), range(depth), "", _grounds(scene), signs)


def _initial(block: Block) -> str:
    return block.colour[0].upper()


# The slanted picture

Place = Callable[[float, float, float], tuple[float, float]]


def _slanted(scene: Scene) -> Drawing:
    """Cubes from the back to the front, each with its front, right side and top."""
    width, depth, _ = scene.board.size
    filled = _filled(scene)
    top = max((z for *_, z in filled), default=0) + 1
    height = (depth * SLANT_Y + top * HIGH) * UNIT + 4

    def at(x: float, y: float, z: float) -> tuple[float, float]:
        across = 2 + (x + y * SLANT_X) * UNIT
        return across, height - 2 - (y * SLANT_Y + z * HIGH) * UNIT

    grounds = _grounds(scene)
    parts = [
        _face([at(x, y, 0), at(x + 1, y, 0), at(x + 1, y + 1, 0), at(x, y + 1, 0)],
              _paint(grounds[x, y, 0])[0] + "55" if (x, y, 0) in grounds else GROUND, THIN, 0.4)
        for x in range(width) for y in range(depth)
    ]  # fmt: skip
    for cell in sorted(filled, key=lambda c: (-c[1], c[0], c[2])):
        parts += _cube(cell, filled, at)
    return Drawing(parts, 4 + (width + depth * SLANT_X) * UNIT, height)


# By side of a cube: the way to what may cover it, its corners, its shade, and for each edge the way
# to the cell beyond it.
SIDES: tuple[tuple[Cell, list[Cell], float, list[Cell]], ...] = (
    ((0, 0, 1), [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)], 1.0,
     [(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)]),
    ((0, -1, 0), [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)], 0.9,
     [(0, 0, -1), (1, 0, 0), (0, 0, 1), (-1, 0, 0)]),
    ((1, 0, 0), [(1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)], 0.75,
     [(0, 0, -1), (0, 1, 0), (0, 0, 1), (0, -1, 0)]),
)  # fmt: skip


def _cube(cell: Cell, filled: dict[Cell, Block], at: Place) -> Iterator[str]:
    """The sides of a cube that nothing covers, with edges where its block ends."""
    block = filled[cell]
    for outward, corners, shade, beyond in SIDES:
        if _sum(cell, outward) in filled:
            continue
        points = [at(*_sum(cell, corner)) for corner in corners]
        fill = _shade(_paint(block.colour)[0], shade)
        yield _face(points, fill, fill, 0.3)
        for number, way in enumerate(beyond):
            if filled.get(_sum(cell, way)) is not block:
                yield _stroke(*points[number], *points[(number + 1) % 4], LINE, 0.9)


def _sum(cell: Cell, way: Cell) -> Cell:
    return cell[0] + way[0], cell[1] + way[1], cell[2] + way[2]


def _face(points: Iterable[tuple[float, float]], fill: str, stroke: str, width: float) -> str:
    shown = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{shown}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'


def _shade(paint: str, share: float) -> str:
    parts = (int(int(paint[i : i + 2], 16) * share) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)
