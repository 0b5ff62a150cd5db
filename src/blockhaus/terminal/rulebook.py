"""The rulebook of a game in a terminal, its figures drawn as boards of text.

Nothing is compiled for it: figures and the first moves are found by the rules as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..core.engine import uncompiled
from ..core.errors import IllegalMove, NotationError
from ..core.game import Game
from ..core.spec import Option, Spec
from ..core.words import LANGUAGES, translated
from ..learn.rulebook import (
    NOTATION,
    RULINGS,
    TITLES,
    Figure,
    Rule,
    box_facts,
    rule_title,
    rulebook,
    why_so,
)
from .board import Marks, barred_cells, board, named_cells, touched
from .catalogue import default_of

EXAMPLES = 6  # legal moves shown with the rules
INDENT = 4
Choice = Literal["some", "all", "none"]


def rules_page(
    game: Game, lang: str = LANGUAGES[0], figures: Choice = "some", width: int = 80
) -> RenderableType:
    """The rulebook, then the facts of the box, options, notation and endings.

    Some figures are the first of every rule that is not a ruling; none is drawn twice.
    """
    with uncompiled():
        pages = [*_book(game, lang, figures, width), *_box(game, lang), *_options(game, lang)]
        pages += [*_notation(game, lang), *_endings(game, lang)]
    return Group(*pages)


def refused(error: IllegalMove, game: Game) -> str:
    """Why a move is not played, and what the rule is called that forbids it."""
    title = rule_title(game.id, error.refusal.rule)
    return f"{error.move}: {error.refusal.text()}" + (f" ({title})" if title else "")


def _heading(words: str) -> Text:
    return Text(f"\n{words}", "bold underline")


# The book


def _book(game: Game, lang: str, choice: Choice, width: int) -> Iterator[RenderableType]:
    book = rulebook(game.id, lang)
    spec = game.spec
    yield Text(f"{spec.title}: {translated(spec.summary, lang)}", "bold")
    drawn: set[str] = set()
    for part in book.parts:
        yield _heading(part.title)
        for rule in part.rules:
            yield from _rule(rule, lang)
            first = 0 if part.name == RULINGS else 1
            most = {"none": 0, "some": first, "all": len(rule.figures)}[choice]
            for name in rule.figures[:most]:
                if name not in drawn:
                    yield _figure(book.figures[name], lang, width)
                drawn.add(name)


def _rule(rule: Rule, lang: str) -> Iterator[RenderableType]:
    yield Text(f"\n{rule.title}", "bold")
    yield from map(Text, rule.text)
    if rule.reason:
        yield Text(why_so(rule, lang), "dim")


def _figure(figure: Figure, lang: str, width: int) -> RenderableType:
    """A legal move is shown where it has been played, a refused one where it was tried."""
    position = figure.line()[-1]
    words = position.words_for(figure.move).text(lang)
    refusal = position.why_not(figure.move)
    if refusal:
        said, marks = [refusal.text(lang)], Marks(guilty=named_cells(position, refusal.cells))
    else:
        position = position.play(figure.move)
        said = [event.sentence.text(lang) for event in position.events]
        marks = Marks(touched(position.change), barred=barred_cells(position.scene()))
    move = Text(f"{'✗' if refusal else '✓'} {words} [{figure.move}]", "red" if refusal else "green")
    shown = Group(
        Text(figure.title, "italic"),
        board(position, marks, width - INDENT, lang=lang),
        move,
        *map(Text, said),
        Text(figure.text, "dim"),
    )
    return Padding(shown, (1, 0, 1, INDENT))


# The box


def _pairs(pairs: list[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    for name, value in pairs:
        table.add_row(name, value)
    return table


def _box(game: Game, lang: str) -> Iterator[RenderableType]:
    yield _heading(translated(TITLES["box"], lang))
    yield _pairs(list(box_facts(game.spec, lang).items()))


def _options(game: Game, lang: str) -> Iterator[RenderableType]:
    """Under the names by which they are typed."""
    spec = game.spec
    if spec.options:
        yield _heading(translated(TITLES["options"], lang))
        yield _pairs([(o.name, _option(spec, o, lang)) for o in spec.options])


def _option(spec: Spec, option: Option, lang: str) -> str:
    about = translated(option.about, lang)
    return f"{about} {option.bounds.text(lang)}; {default_of(spec, option)}"


def _notation(game: Game, lang: str) -> Iterator[RenderableType]:
    yield _heading(translated(TITLES[NOTATION], lang))
    if words := notation_help(game, lang):
        yield Text(words)
    moves = game.start(0).moves
    step = max(1, -(-len(moves) // EXAMPLES))
    shown = ", ".join(moves[::step]) + (", ..." if len(moves) > EXAMPLES else "")
    yield Text(shown)


def notation_help(game: Game, lang: str = LANGUAGES[0]) -> str:
    """How moves are written: what the game says to somebody who types nonsense."""
    try:
        game.parse("?")
    except NotationError as error:
        _, _, sentence = error.text(lang).partition(": ")
        return sentence[:1].upper() + sentence[1:]
    return ""


def _endings(game: Game, lang: str) -> Iterator[RenderableType]:
    yield _heading(translated(TITLES["end"], lang))
    for ending in game.definition.endings:
        yield Text(f"- {translated(ending.text, lang)}")
