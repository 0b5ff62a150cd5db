"""What lies on the table beside the board: seats, supplies, points, hands, whatever a game has.

Nothing here knows a game. A table is plain data (see `Definition.table`): facts are printed by
their shape, cells by their names, colours in colour, and lists of coloured squares as pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ..core.grid import Grid
from ..core.position import Position
from .colours import chip, style_of
from .pictures import has_pictures, picture_rows
from .screen import plural

SEPARATOR = "  "
TO_MOVE = ">"
LONGEST = 100  # characters of one fact; longer ones are for programs, not for people


def table_of(position: Position, seat: int | None) -> dict[str, Any]:
    """What a seat sees of the table: its view without blocks and offers, which cost time."""
    return position.game.definition.table(position.plain, seat)


def colours_of(position: Position) -> list[str]:
    """The colour of every seat."""
    return [entry["colour"] for entry in table_of(position, None)["seats"]]


def table(position: Position, seat: int | None, names: list[str]) -> RenderableType:
    """Everything a seat may know, one line a seat, then the rest and its own hand."""
    data, public = table_of(position, seat), table_of(position, None)
    grid = position.game.grid
    lines = Table.grid(padding=(0, 2, 0, 0))
    for number, entry in enumerate(public["seats"]):
        lines.add_row(
            TO_MOVE if number == position.to_move else " ",
            chip(entry["colour"]),
            names[number],
            Text(SEPARATOR).join(_seat_facts(entry, grid)),
        )
    rest = {name: value for name, value in data.items() if name not in ("seats", "prompt")}
    parts: list[RenderableType] = [lines]
    if facts := list(_facts(rest, grid)):
        parts.append(Flow(facts))
    own = {} if seat is None else _added(data["seats"][seat], public["seats"][seat])
    if facts := list(_facts({k: v for k, v in own.items() if not has_pictures(v)}, grid)):
        parts.append(Flow(facts))
    return Group(*parts, *picture_rows(rest), *picture_rows(own))


def _added(own: dict[str, Any], public: dict[str, Any]) -> dict[str, Any]:
    """What only the seat itself sees of its things."""
    return {name: value for name, value in own.items() if public.get(name) != value}


def prompt_of(position: Position) -> str | None:
    """The kind of decision that is due, if the game has several."""
    prompt = table_of(position, None).get("prompt")
    return str(prompt) if prompt else None


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
        yield line


def _seat_facts(entry: dict[str, Any], grid: Grid) -> list[Text]:
    facts = []
    if isinstance(entry.get("supply"), dict):
        facts.append(Text(_supply(entry["supply"], entry["colour"]) + " left"))
    if isinstance(entry.get("points"), int):
        facts.append(Text(plural(entry["points"], "point")))
    rest = {k: v for k, v in entry.items() if k not in ("colour", "supply", "points")}
    return facts + list(_facts(rest, grid))


def _supply(supply: dict[str, int], own: str) -> str:
    if list(supply) == [own]:
        return str(supply[own])
    return ", ".join(f"{number} {what}" for what, number in supply.items())


def _facts(data: dict[str, Any], grid: Grid) -> Iterator[Text]:
    for name, value in data.items():
        text = _value(value, grid)
        if text is not None and 0 < len(text) <= LONGEST:
            yield Text().append(f"{_words(name)}: ", "dim").append_text(text)


def _value(value: Any, grid: Grid) -> Text | None:
    """A value in words; None for what is empty or is no text."""
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, str):
        return _word(value)
    if isinstance(value, int):
        return Text(str(value))
    if _is_cell(value):
        return Text(grid.name(tuple(value)))
    if has_pictures(value):
        return Text(str(len(value))) if isinstance(value, list) else None
    if isinstance(value, dict):
        pairs = [(Text(_words(str(k)) + " "), _value(v, grid)) for k, v in value.items()]
        return Text(", ").join(k.append_text(v) for k, v in pairs if v)
    if isinstance(value, list):
        return _list(value, grid)
    return None


def _list(values: list[Any], grid: Grid) -> Text | None:
    if block := _rectangle(values, grid):
        return Text(block)
    parts = [text for item in values if (text := _value(item, grid))]
    between = "; " if any(_is_list(item) for item in values) else ", "
    return Text(between).join(parts) if len(parts) == len(values) else None


def _rectangle(cells: list[Any], grid: Grid) -> str | None:
    """Cells that fill a rectangle, by its corners."""
    if len(cells) < 3 or not all(_is_cell(cell) for cell in cells):
        return None
    ends = [(min(axis), max(axis)) for axis in zip(*cells, strict=True)]
    size = prod(high - low + 1 for low, high in ends)
    if size != len(cells):
        return None
    first, last = ((ends[0][i], ends[1][i], ends[2][i]) for i in range(2))
    return f"{grid.name(first)} to {grid.name(last)}"


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and not _is_cell(value)


def _word(word: str) -> Text:
    return chip(word) if style_of(word).bgcolor else Text(word)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(n) is int for n in value)
