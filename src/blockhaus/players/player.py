"""Who can sit at a table: anything with `choose(position) -> move`."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from ..core.position import Position
from ..search.search import Search, Settings, seat_to_choose
from .descriptions import PlayerError, read_description
from .level_player import LevelPlayer


@runtime_checkable
class Player(Protocol):
    """A player is asked for a move of the seat to move."""

    def choose(self, position: Position) -> str: ...


@dataclass
class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    seed: int | str | None = None

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)

    def choose(self, position: Position) -> str:
        seat_to_choose(position)
        return self._dice.choice(position.moves)


@dataclass
class SearchPlayer:
    """Searches for a time, or a number of simulations, and plays the best move found."""

    seconds: float | None = 1.0
    simulations: int | None = None
    seed: int = 0
    threads: int = 1
    _search: Search | None = field(default=None, repr=False)

    def choose(self, position: Position) -> str:
        seat_to_choose(position)
        if self._search is None or self._search.game != position.game:
            settings = Settings.of(position.game, threads=self.threads)
            self._search = Search(position.game, settings, self.seed)
        self._search.look(position)
        self._search.run(self.seconds, self.simulations)
        return position.game.text(self._search.ranking[0].action)

    def stop(self) -> None:
        """Answer at once with what has been found."""
        if self._search:
            self._search.stop()


def player(description: str | Player) -> Player:
    """A player by its description.

    `level:5` plays at a level from 1 to 10; `level:10,seconds=5` gives the top level its time.
    `search:seconds=2` and `search:simulations=500` search, `random` plays anything. All take a
    `seed`. An object with `choose(position)` is a player as it is.
    """
    if not isinstance(description, str):
        if isinstance(description, Player):
            return description
        raise PlayerError(
            "{description!r} is no player: it has no choose(position).", description=description
        )
    name, options = read_description(description)
    return MAKERS[name](**options)


MAKERS: dict[str, Callable[..., Player]] = {
    "level": LevelPlayer,
    "search": SearchPlayer,
    "random": RandomPlayer,
}
