"""Small pictures: cards of coloured squares, and what is seen of a building from its sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .board import AXIS, EMPTY
from .colours import style_of

Picture = dict[tuple[int, int], str | None]  # (column, row counted upward) -> colour


def picture_rows(data: dict[str, Any]) -> Iterator[RenderableType]:
    """Every entry that is a collection of pictures, as a row of them with labels."""
    for name, value in data.items():
        labelled = _collection(value)
        if labelled:
            row = Table.grid(padding=(0, 3, 0, 0))
            cells = [_draw(label, picture) for label, picture in labelled]
            row.add_row(Text(f"{name.replace('_', ' ')}:", "dim"), *cells)
            yield row


def has_pictures(value: Any) -> bool:
    return bool(_collection(value)) or _picture(value) is not None


def _collection(value: Any) -> list[tuple[str, Picture]]:
    """Labelled pictures: a list of cards, or pictures by name."""
    if isinstance(value, dict):
        found = [(str(name), _picture(item)) for name, item in value.items()]
    elif isinstance(value, list):
        found = [_card(item) for item in value]
    else:
        return []
    return [(label, picture) for label, picture in found if picture is not None]


def _card(item: Any) -> tuple[str, Picture | None]:
    """A card is a picture, or has one among its values; numbers and words are its label."""
    if not isinstance(item, dict):
        return "", _picture(item)
    found = (picture for value in item.values() if (picture := _picture(value)) is not None)
    labels = [f"{name} {value}" for name, value in item.items() if type(value) in (int, str)]
    return " ".join(labels), next(found, None)


def _picture(value: Any) -> Picture | None:
    """Squares [column, row, colour], or rows of colours with None where nothing is seen."""
    if not isinstance(value, list) or not value or not all(isinstance(v, list) for v in value):
        return None
    if all([type(part) for part in square] == [int, int, str] for square in value):
        return {(column, row): colour for column, row, colour in value}
    if all(row and all(c is None or isinstance(c, str) for c in row) for row in value):
        return {(x, y): colour for y, row in enumerate(value) for x, colour in enumerate(row)}
    return None


def _draw(label: str, picture: Picture) -> Text:
    columns = range(min(x for x, _ in picture), max(x for x, _ in picture) + 1)
    rows = range(max(y for _, y in picture), min(y for _, y in picture) - 1, -1)
    text = Text()
    for y in rows:
        for x in columns:
            colour = picture.get((x, y))
            if colour:
                text.append(f"{colour[0].upper()} ", style_of(colour))
            else:
                text.append(f"{EMPTY} " if (x, y) in picture else "  ", AXIS)
        text.append("\n")
    return text.append(label, "dim")
