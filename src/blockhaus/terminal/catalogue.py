"""The shelf of games, from what each box says of itself."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ..core.errors import BlockhausError
from ..core.game import Game, find_game
from ..core.spec import Option, Spec

LONGEST = 24  # characters of a value of an option


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


def _players(spec: Spec) -> str:
    low, high = spec.seats
    return str(low) if low == high else f"{low} to {high}"
