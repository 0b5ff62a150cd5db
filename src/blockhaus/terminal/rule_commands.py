"""The command `blockhaus rules`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name from `blockhaus games`.")],
    lang: Annotated[str, typer.Option(help="en, de, fr, es or nl.")] = "en",
    figures: Annotated[
        Literal["some", "all", "none"], typer.Option(help="How many figures are drawn.")
    ] = "some",
) -> None:
    """Show the rulebook of a game with its figures, its options and how moves are written."""
    from ..core.words import language
    from .catalogue import read_game
    from .rulebook import rules_page
    from .screen import Screen

    screen = Screen()
    screen.say(rules_page(read_game(game), language(lang), figures, screen.width))
