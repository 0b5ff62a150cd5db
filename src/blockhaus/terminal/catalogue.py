"""The shelf of games and the page of rules, from what each room says of itself.

Nothing is compiled for them: a few moves at the start are found by the rules as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.engine import uncompiled
from ..core.errors import BlockhausError, NotationError
from ..core.game import Game, find_game
from ..core.spec import Option, Spec

LONGEST = 24  # characters of a value of an option
EXAMPLES = 6  # legal moves shown with the rules


def read_game(name: str, options: Sequence[str] = ()) -> Game:
    """The game of a name with options as they are typed, name=value."""
    chosen: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not key:
            raise BlockhausError(f"An option looks like name=value, not {option!r}.")
        if key in chosen:
            raise BlockhausError(f"The option {key!r} is given twice.")
        chosen[key] = value
    return find_game(name.lower(), chosen)


def shelf(specs: list[Spec]) -> Table:
    """All games in a table."""
    table = Table(show_lines=True)
    for heading in ("game", "what it is", "players", "minutes", "options"):
        table.add_column(heading, no_wrap=heading == "game", overflow="fold")
    for spec in specs:
        options = "\n".join(f"{o.name}={default_of(spec, o)} ({o.range})" for o in spec.options)
        table.add_row(
            Text(spec.id, "bold"), spec.summary, _players(spec), str(spec.minutes), options
        )
    return table


def default_of(spec: Spec, option: Option) -> str:
    """The value an option has if nobody chooses one; of a long list only how it begins."""
    value = option.show(spec.read_options({})[option.name])
    words = value.split(",")
    return value if len(value) <= LONGEST else f"{words[0]}, ..."


def rules_page(game: Game) -> RenderableType:
    """The rules, then the facts of the box, options, notation and end."""
    parts: list[RenderableType] = [_rules(game.room.rules), _heading("The box")]
    parts += [_pairs(_box(game.spec)), _heading("Options")]
    parts += [_options(game.spec), _heading("Notation"), *_notation(game), _heading("The end")]
    parts += [Text(f"- {ending.text}") for ending in game.definition.endings]
    return Group(*parts)


def _heading(words: str) -> Text:
    return Text(f"\n{words}", "bold")


def _players(spec: Spec) -> str:
    low, high = spec.seats
    return str(low) if low == high else f"{low} to {high}"


def _rules(text: str) -> Table:
    """Numbered paragraphs with their numbers in the margin."""
    page = Table.grid(padding=(0, 1, 0, 0))
    page.add_column(justify="right", style="bold")
    page.add_column()
    for number, paragraph in _paragraphs(text):
        page.add_row(
            number, Text(paragraph if number else f"{paragraph}\n", "" if number else "bold")
        )
    return page


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Split at blank lines and before numbers: (number or nothing, paragraph)."""
    for piece in re.split(r"\n\s*\n|\n(?=\d+\. )", text):
        match = re.match(r"(\d+)\.\s+(.*)", piece, re.DOTALL)
        number, words = (match[1], match[2]) if match else ("", piece)
        yield number, " ".join(words.split())


def _box(spec: Spec) -> list[tuple[str, str]]:
    year = "" if spec.year is None else f", {spec.year}"
    facts = [
        ("game", spec.title),
        ("by", ", ".join(spec.authors)),
        ("published", f"{spec.publisher}{year}"),
        ("players", _players(spec)),
        ("minutes", f"about {spec.minutes}"),
        ("colours", ", ".join(spec.colours)),
    ]
    return [(name, value) for name, value in facts if value]


def _pairs(pairs: list[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    for name, value in pairs:
        table.add_row(name, value)
    return table


def _options(spec: Spec) -> RenderableType:
    if not spec.options:
        return Text("none")
    return _pairs([(o.name, f"{o.range}; default {default_of(spec, o)}") for o in spec.options])


def _notation(game: Game) -> list[RenderableType]:
    with uncompiled():
        moves = game.start(0).moves
        words = notation_help(game)
    more = ", ..." if len(moves) > EXAMPLES else ""
    first = Text(f"At the start, for example: {', '.join(spread(moves))}{more}")
    return [text for text in (Text(words), first) if text]


def spread(moves: list[str]) -> list[str]:
    """A few moves from all over a list."""
    step = max(1, -(-len(moves) // EXAMPLES))
    return moves[::step]


def notation_help(game: Game) -> str:
    """How moves are written: what the game says to somebody who types nonsense."""
    try:
        game.parse("?")
    except NotationError as error:
        _, _, sentence = str(error).partition(": ")
        return sentence[:1].upper() + sentence[1:]
    return ""
