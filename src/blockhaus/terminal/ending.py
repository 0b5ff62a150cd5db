"""The end of a game in words."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.position import Outcome, Position
from ..core.scene import Tally
from .colours import chip
from .screen import listed, plural
from .table import colours_of

MOST_CELLS = 8  # named for one item of the tally


def resignation(position: Position, seat: int) -> Outcome:
    """The outcome if a seat gives up: the others win."""
    others = [other for other in range(position.game.players) if other != seat]
    scores = tuple(int(other in others) for other in range(position.game.players))
    return Outcome(scores, tuple(others), f"{colours_of(position)[seat]} resigns")


def verdict(position: Position, outcome: Outcome) -> Text:
    """Who won and why, in a sentence."""
    colours = colours_of(position)
    winners = listed([colours[seat] for seat in outcome.winners])
    if len(outcome.winners) == 1:
        who = f"{winners} wins"
    elif len(outcome.winners) == len(colours):
        who = "it is a draw"
    else:
        who = f"{winners} share the win"
    return Text(f"{who[0].upper()}{who[1:]}: {outcome.reason}.", "bold")


def ending(position: Position, outcome: Outcome) -> RenderableType:
    """The verdict, then every seat's points and what they come from."""
    parts: list[RenderableType] = [verdict(position, outcome)]
    if position.outcome is not None:
        parts.append(_scores(position, position.outcome))
    return Group(*parts)


def _scores(position: Position, outcome: Outcome) -> Table:
    lines = Table.grid(padding=(0, 2, 0, 0))
    lines.add_column()
    lines.add_column(justify="right")
    items = position.scene().tally
    for seat, colour in enumerate(colours_of(position)):
        lines.add_row(chip(colour), str(outcome.scores[seat]), _unit(outcome.scores[seat]))
        for item in items:
            if item.seat == seat:
                lines.add_row("", f"{item.points:+}", _explained(position, item))
    return lines


def _unit(score: int) -> Text:
    return Text(plural(score, "point").split(" ", 1)[1])


def _explained(position: Position, item: Tally) -> Text:
    names = list(dict.fromkeys(position.game.grid.name(cell) for cell in item.cells))
    text = Text(item.text)
    if names and len(names) <= MOST_CELLS:
        text.append(f" ({' '.join(names)})", "dim")
    return text
