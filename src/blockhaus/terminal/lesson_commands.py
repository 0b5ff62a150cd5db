"""The command `blockhaus learn`."""

from __future__ import annotations

from typing import Annotated

import typer


def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name from `blockhaus games`.")],
    lang: Annotated[str, typer.Option(help="en, de, fr, es or nl.")] = "en",
    anew: Annotated[bool, typer.Option("--anew", help="Begin with the first step.")] = False,
) -> None:
    """Learn a game by playing: small steps, judged as you type them, then a short game."""
    from ..core.words import language
    from ..learn.lessons import find_lesson
    from .catalogue import read_game
    from .lessons import Learner, Notebook
    from .screen import Screen

    lesson = find_lesson(read_game(game).id)
    notebook = Notebook()
    if anew:
        notebook.begin_anew(lesson.game)
    Learner(Screen(), lesson, language(lang), notebook).run()
