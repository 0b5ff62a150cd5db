"""What lies on the table beside the board: seats, supplies, points, hands, whatever a game has.

Nothing here knows a game. A table is plain data (see `Definition.table`): facts are printed by
their shape, cells by their names, colours in colour, and lists of coloured squares as pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.grid import Grid
from ..core.position import Position
from .colours import chip, style_of
from .screen import plural

SEPARATOR = "  "
TO_MOVE = ">"
LONGEST = 60  # characters of one fact; longer ones are for programs, not for people


def table_of(position: Position, seat: int | None) -> dict[str, Any]:
    """What a seat sees of the table: its view without blocks and offers, which cost time."""
    return position.game.definition.table(position.plain, seat)


def colours_of(position: Position) -> list[str]:
    """The colour of every seat."""
    return [entry["colour"] for entry in table_of(position, None)["seats"]]


def table(position: Position, seat: int | None, names: list[str]) -> RenderableType:
    """Everything a seat may know, one line a seat, then the rest and its own hand."""
    data = table_of(position, seat)
    grid = position.game.grid
    lines = Table.grid(padding=(0, 2, 0, 0))
    for number, entry in enumerate(data["seats"]):
        lines.add_row(
            TO_MOVE if number == position.to_move else " ",
            chip(entry["colour"]),
            names[number],
            _joined(_seat_facts(entry, grid)),
        )
    rest = {name: value for name, value in data.items() if name not in ("seats", "prompt")}
    parts: list[RenderableType] = [lines]
    if facts := list(_facts(rest, grid)):
        parts.append(_joined(facts))
    own = data["seats"][seat] if seat is not None else {}
    parts += [*_pictures({**rest, **own})]
    return Group(*parts)


def prompt_of(position: Position) -> str | None:
    """The kind of decision that is due, if the game has several."""
    prompt = table_of(position, None).get("prompt")
    return str(prompt) if prompt else None


def _joined(facts: list[Text]) -> Text:
    return Text(SEPARATOR).join(facts)


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
            yield Text(f"{_words(name)}: ", "dim").append_text(text)


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
    if isinstance(value, dict):
        pairs = [(Text(_words(str(k)) + " "), _value(v, grid)) for k, v in value.items()]
        return Text(", ").join(k.append_text(v) for k, v in pairs if v)
    if isinstance(value, list) and not _picture(value):
        parts = [text for item in value if (text := _value(item, grid))]
        return Text(", ").join(parts) if len(parts) == len(value) else None
    return None


def _word(word: str) -> Text:
    return chip(word) if style_of(word).bgcolor else Text(word)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(n) is int for n in value)


Picture = list[tuple[int, int, str]]


def _picture(value: Any) -> Picture | None:
    """A list of squares [column, row, colour], rows counted upward."""
    if not isinstance(value, list) or not value:
        return None
    for square in value:
        if not isinstance(square, list) or [type(part) for part in square] != [int, int, str]:
            return None
    return [(column, row, colour) for column, row, colour in value]


def _pictures(data: dict[str, Any]) -> Iterator[RenderableType]:
    """Every entry that is a list of pictures, each a row of small pictures with their labels."""
    for name, value in data.items():
        cards = [_card(item) for item in value] if isinstance(value, list) else []
        shown = [card for card in cards if card]
        if shown:
            row = Table.grid(padding=(0, 3, 0, 0))
            row.add_row(Text(_words(name), "dim"), *(_draw(*card) for card in shown))
            yield row


def _card(item: Any) -> tuple[str, Picture] | None:
    """A picture and its label: a plain picture, or an entry with one among its values."""
    if picture := _picture(item):
        return "", picture
    if not isinstance(item, dict):
        return None
    found = next((p for value in item.values() if (p := _picture(value))), None)
    label = " ".join(str(value) for value in item.values() if type(value) in (int, str))
    return (label, found) if found else None


def _draw(label: str, picture: Picture) -> Text:
    squares = {(column, row): colour for column, row, colour in picture}
    columns = range(min(c for c, _ in squares), max(c for c, _ in squares) + 1)
    rows = range(max(r for _, r in squares), min(r for _, r in squares) - 1, -1)
    text = Text(f"{label}\n" if label else "", "dim")
    for row in rows:
        for column in columns:
            colour = squares.get((column, row))
            text.append(f"{colour[0].upper()} " if colour else "  ", colour and style_of(colour))
        text.append("\n")
    text.rstrip()
    return text
