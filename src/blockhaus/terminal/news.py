"""What a decision brought about, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from ..core.position import Position
from ..core.scene import Event
from .colours import chip
from .table import colours_of


def decision(before: Position, after: Position) -> Iterator[Text]:
    """Who played what, then what came of it."""
    assert before.to_move is not None
    colour = colours_of(before)[before.to_move]
    yield Text.assemble(chip(colour), f" plays {after.history[-1]}")
    yield from consequences(after)


def consequences(position: Position) -> Iterator[Text]:
    """A line for everything that the last decision brought about."""
    for event in position.events:
        yield Text(f"  {event.sentence}").append(_points(position, event), "dim")


def _points(position: Position, event: Event) -> str:
    return f" ({event.points:+} for {colours_of(position)[event.seat]})" if event.points else ""
