"""Small pictures: cards of coloured squares, and what is seen of a building from its sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..core.scene import Card, Picture
from .board import AXIS, EMPTY
from .colours import style_of

Squares = Mapping[tuple[int, int], str | None]  # (column, row counted upward) -> colour
GAP = 3  # columns between two pictures


def view_row(name: str, pictures: Iterable[Picture]) -> RenderableType:
    """What is seen from each side."""
    return _row(name, [_draw(_seen(picture), picture.view) for picture in pictures])


def card_row(name: str, cards: Iterable[Card]) -> RenderableType:
    """Cards, with what the board shows of them."""
    return _row(name, [_draw(_squares(card), _label(card)) for card in cards])


def _row(name: str, pictures: list[Text]) -> RenderableType:
    row = Table.grid(padding=(0, GAP, 0, 0))
    row.add_row(Text(f"{name}:", "dim"), Columns(pictures, padding=(0, GAP, 0, 0)))
    return row


def _seen(picture: Picture) -> Squares:
    rows = enumerate(picture.rows)
    return {(x, y): colour for y, row in rows for x, colour in enumerate(row)}


def _squares(card: Card) -> Squares:
    return {(square.column, square.row): square.colour for square in card.squares}


def _label(card: Card) -> str:
    if card.seen:
        return f"{card.name}\nseen: {', '.join(card.seen)}"
    if card.lack:
        missing = ", ".join(card.squares[square].colour for square in card.lack.squares)
        there = len(card.squares) - len(card.lack.squares)
        return f"{card.name}\n{card.lack.side} {there}/{len(card.squares)}, missing: {missing}"
    if not any(card.matches.values()):
        return str(card.name)
    side = max(card.matches, key=lambda view: card.matches[view])
    return f"{card.name}\n{side} {card.matches[side]}/{len(card.squares)}"


def _draw(picture: Squares, label: str) -> Text:
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
