"""Choosing a game, its options and who sits where, by typing numbers and Enter."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from ..core.errors import BlockhausError, OptionError
from ..core.game import Game, find_game
from ..core.rooms import game_names
from ..core.spec import Option, Spec
from .catalogue import default_of
from .players import HUMAN, OPPONENT, find_player, player_names
from .screen import Screen
from .table import colours_of


def choose_game(screen: Screen) -> Game:
    """Ask for a game, then for its options."""
    names = game_names()
    specs = [find_game(name, {}).spec for name in names]
    page = Table.grid(padding=(0, 2, 0, 0))
    for number, spec in enumerate(specs, 1):
        page.add_row(str(number), Text(spec.title, "bold"), spec.summary)
    screen.say(page)
    while True:
        answer = screen.ask(f"Which game? (1 to {len(names)}, or its name) ").lower()
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
            return choose_options(screen, specs[int(answer) - 1])
        if answer in names:
            return choose_options(screen, specs[names.index(answer)])
        screen.warn("Type one of the numbers, or the name of a game.")


def choose_options(screen: Screen, spec: Spec) -> Game:
    """Ask for every option; Enter takes the default."""
    if spec.options:
        screen.say("Options (Enter takes the one in brackets):")
    while True:
        chosen: dict[str, Any] = {}
        for option in spec.options:
            value = _ask_option(screen, spec, option)
            if value is not None:
                chosen[option.name] = value
        try:
            return find_game(spec.id, chosen)
        except OptionError as error:
            screen.warn(str(error))


def _ask_option(screen: Screen, spec: Spec, option: Option) -> Any:
    """A value somebody typed, or None for the default."""
    while True:
        answer = screen.ask(f"  {option.name}, {option.range} [{default_of(spec, option)}]: ")
        if not answer:
            return None
        try:
            return option.read(answer)
        except OptionError as error:
            screen.warn(str(error))


def choose_seats(screen: Screen, game: Game) -> list[str]:
    """Ask who sits where; Enter seats a person first and computers behind."""
    known = player_names()
    screen.say(f"Who plays? ({', '.join(known)}; Enter takes the one in brackets)")
    seats: list[str] = []
    for colour in colours_of(game.start(0)):
        seats.append(_ask_player(screen, colour, default_player(len(seats))))
    return seats


def default_player(seat: int) -> str:
    return OPPONENT if seat else HUMAN


def _ask_player(screen: Screen, colour: str, default: str) -> str:
    while True:
        answer = screen.ask(f"  {colour} [{default}]: ").lower() or default
        try:
            find_player(answer)
        except BlockhausError as error:
            screen.warn(str(error))
        else:
            return answer


def complete_seats(game: Game, seats: list[str]) -> list[str]:
    """Fill the seats nobody was named for: a human first, computers behind."""
    if len(seats) > game.players:
        raise BlockhausError(f"There are {game.players} seats, not {len(seats)}.")
    for name in seats:
        find_player(name)
    return [*seats, *(default_player(seat) for seat in range(len(seats), game.players))]
