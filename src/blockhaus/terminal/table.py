"""What lies on the table beside the board: seats, supplies, points, hands, facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ..core.grid import Cell, Grid
from ..core.position import Position
from ..core.scene import Barred, Fact, Region, Scene, Seat
from .colours import chip
from .pictures import card_row, view_row
from .screen import plural

SEPARATOR = "  "
TO_MOVE = ">"


def colours_of(position: Position) -> list[str]:
    """The colour of every seat."""
    return [seat.colour for seat in position.scene().seats]


def table(position: Position, viewer: int | None, names: list[str]) -> RenderableType:
    """Everything a seat may know, one line a seat, then the rest, pictures and its own hand."""
    scene, grid = position.scene(viewer), position.game.grid
    lines = Table.grid(padding=(0, 2, 0, 0))
    for number, seat in enumerate(scene.seats):
        told = [*_seat_facts(seat, scene, grid), *_regions(scene, number, grid)]
        lines.add_row(
            TO_MOVE if number == scene.to_move else " ",
            chip(seat.colour),
            names[number],
            Flow(told),
        )
    common = (*_facts(scene.facts, scene, grid), *_regions(scene, None, grid))
    barred = (_barred(each, grid) for each in scene.barred)
    return Group(lines, Flow([*common, *barred]), *_pictures(scene, viewer))


class Flow:
    """Facts side by side, with line breaks between them and not within."""

    def __init__(self, facts: list[Text]) -> None:
        self.facts = facts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for fact in self.facts:
            if line and len(line) + len(SEPARATOR) + len(fact) > options.max_width:
                yield line
                line = Text()
            line = Text(SEPARATOR).join([line, fact]) if line else fact.copy()
        if line:
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [len(fact) for fact in self.facts]
        return Measurement(max(widths, default=0), sum(widths) + len(SEPARATOR) * len(widths))


def _pictures(scene: Scene, viewer: int | None) -> Iterator[RenderableType]:
    if scene.pictures:
        yield view_row("views", scene.pictures)
    own = () if viewer is None else scene.seats[viewer].cards
    if hand := [card for card in own if not card.shown]:
        yield card_row("hand", hand)


def _seat_facts(seat: Seat, scene: Scene, grid: Grid) -> Iterator[Text]:
    for supply in seat.supply:
        yield _named(str(supply.name), Text(str(supply.count)))
    if seat.points is not None:
        yield Text(plural(seat.points, "point"))
    if seat.hand:
        yield _named(str(seat.hand.name), chip(seat.hand.colour))
    if held := seat.hidden + sum(not card.shown for card in seat.cards):
        yield _named("cards", Text(str(held)))
    if shown := [str(card.name) for card in seat.cards if card.shown]:
        yield _named("shown", Text(", ".join(shown)))
    yield from _facts(seat.facts, scene, grid)


def _facts(facts: Iterable[Fact], scene: Scene, grid: Grid) -> Iterator[Text]:
    for fact in facts:
        yield _named(str(fact.name), _value(fact, scene, grid))


def _value(fact: Fact, scene: Scene, grid: Grid) -> Text:
    value = fact.value
    if not isinstance(value, tuple):
        return chip(str(value)) if fact.kind == "colour" else Text(str(value))
    if fact.kind == "seats":
        return Text(" ").join(chip(seat.colour) for n, seat in enumerate(scene.seats) if n in value)
    return _cells([item for item in value if isinstance(item, tuple)], grid)


def _regions(scene: Scene, seat: int | None, grid: Grid) -> Iterator[Text]:
    """The ground of a seat, or that of nobody."""
    for region in scene.regions:
        if region.seat == seat:
            yield _region(region, grid)


def _region(region: Region, grid: Grid) -> Text:
    return _named(str(region.name), _cells(region.cells, grid))


def _barred(barred: Barred, grid: Grid) -> Text:
    return Text.assemble(
        ("barred ", "dim"), _cells(barred.cells, grid), (f": {barred.reason}", "dim")
    )


def _named(name: str, value: Text) -> Text:
    return Text().append(f"{name}: ", "dim").append_text(value)


def _cells(cells: Sequence[Cell], grid: Grid) -> Text:
    """The names of cells; those that fill a box of three or more by its corners."""
    ends = [(min(axis), max(axis)) for axis in zip(*cells, strict=True)]
    if len(cells) < 3 or prod(high - low + 1 for low, high in ends) != len(cells):
        return Text(", ".join(dict.fromkeys(grid.name(cell) for cell in cells)))
    first, last = ((ends[0][i], ends[1][i], ends[2][i]) for i in range(2))
    return Text(f"{grid.name(first)} to {grid.name(last)}")
