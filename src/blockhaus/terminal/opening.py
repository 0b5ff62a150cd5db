"""Setting up a session: a new game or a recorded one, and who sits where."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import BlockhausError
from ..core.game import Game
from ..core.position import Position
from ..core.record import Record
from ..players.player import RandomPlayer
from .catalogue import read_game
from .chooser import choose_game, choose_seats, complete_seats
from .players import HUMAN, find_player, is_player
from .saving import Keeper, read_record
from .screen import Screen
from .session import Seat, Session


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    game: str | None = None
    options: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    seed: int | None = None
    save: Path | None = None
    load: Path | None = None
    moves: tuple[str, ...] = ()  # played already when the game begins


def open_session(screen: Screen, wishes: Wishes) -> Session:
    """A session as wished; what was not said is asked for, or has a default."""
    if wishes.save and wishes.save != wishes.load and wishes.save.exists():
        raise BlockhausError(f"{wishes.save} exists already; choose another name.")
    if wishes.load:
        record = read_record(wishes.load)
        _check(wishes, record)
        get_ready(screen, record.game)
        return _session(screen, wishes, record.positions(), _seated(wishes, record), record)
    game = _chosen_game(screen, wishes)
    names = (
        complete_seats(game, list(wishes.seats))
        if wishes.game or wishes.seats
        else choose_seats(screen, game)
    )
    get_ready(screen, game)
    trail = list(game.positions(list(wishes.moves), wishes.seed))
    return _session(screen, wishes, trail, names)


def get_ready(screen: Screen, game: Game) -> None:
    """Play a game through behind the scenes, so that nobody waits for compiling later on."""
    words = f"Getting {game.spec.title} ready; the very first time this takes a while ..."
    with screen.console.status(words) if screen.interactive else nullcontext():
        position = game.start(0)
        position.blind(0)
        dice = RandomPlayer("")
        while not position.is_over:
            position = position.play(dice.choose(position))
        _ = position.outcome


def _chosen_game(screen: Screen, wishes: Wishes) -> Game:
    if wishes.game:
        return read_game(wishes.game, wishes.options)
    if wishes.options:
        raise BlockhausError("Options need a game: blockhaus play GAME -o name=value.")
    return choose_game(screen)


def _session(
    screen: Screen,
    wishes: Wishes,
    trail: list[Position],
    players: list[str],
    record: Record | None = None,
) -> Session:
    labels = players if record is None else _labels(players, record.seats)
    seats = [
        Seat(label, find_player(player, None if wishes.seed is None else f"{wishes.seed} {n}"))
        for n, (label, player) in enumerate(zip(labels, players, strict=True))
    ]
    date = None if record is None else record.date
    return Session(screen, trail, seats, Keeper(labels, wishes.save, date))


def _check(wishes: Wishes, record: Record) -> None:
    """What a record fixes cannot be wished otherwise."""
    file = wishes.load
    if wishes.game and wishes.game.lower() != record.game.id:
        raise BlockhausError(f"{file} is a game of {record.game.id}, not of {wishes.game}.")
    if wishes.options:
        raise BlockhausError(f"The options stand in {file}; they cannot be changed.")
    if record.outcome:
        raise BlockhausError(f"The game in {file} is over. Look at it: blockhaus replay {file}")


def _seated(wishes: Wishes, record: Record) -> list[str]:
    """Players as wished, else those the record names; other names are people at this screen."""
    if wishes.seats:
        return complete_seats(record.game, list(wishes.seats))
    known = [name if is_player(name) else HUMAN for name in record.seats]
    return complete_seats(record.game, known)


def _labels(players: list[str], names: list[str]) -> list[str]:
    """The names of people are kept; a computer goes by its own."""
    kept = [*names, *players[len(names) :]]
    return [
        name if player == HUMAN and not is_player(name) else player
        for name, player in zip(kept, players, strict=True)
    ]
