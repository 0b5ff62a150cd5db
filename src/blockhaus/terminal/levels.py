"""Showing the levels of games."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from ..core.game import Game
from ..players.levels import Level, levels
from .screen import Screen, plural


def levels_table(title: str, table: Sequence[Level]) -> Table:
    """The levels of a game as measured, the weakest first."""
    page = Table(title=title, title_justify="left")
    page.add_column("level", justify="right")
    page.add_column("name")
    for heading in ("thinks at most", "rating", "against the level below"):
        page.add_column(heading, justify="right")
    for level in table:
        rating = "" if level.rating is None else f"{level.rating:.0f} \u00b1 {level.error:.0f}"
        score = "" if level.score is None else f"{level.score:.0%} of {plural(level.games, 'game')}"
        page.add_row(str(level.number), level.name, f"{level.seconds:g} s", rating, score)
    return page


def show_levels(screen: Screen, games: list[Game]) -> None:
    for game in games:
        table = levels(game.id)
        screen.say(levels_table(game.spec.title, table))
        if table[-1].rating is None:
            screen.say("Not measured yet: `blockhaus ladder` does that.", "dim")
    screen.say("Play against one with: blockhaus play GAME --seat human --seat level:3", "dim")
