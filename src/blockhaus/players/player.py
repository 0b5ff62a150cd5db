"""Who can sit at a table: anything with `choose(position) -> move`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ..core.errors import BlockhausError
from ..core.position import Position
from .search import Search, Settings


class PlayerError(BlockhausError):
    """There is no such player, or it is described wrongly."""


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
        if self._search is None or self._search.game != position.game:
            settings = Settings.of(position.game, threads=self.threads)
            self._search = Search(position.game, settings, self.seed)
        self._search.look(position)
        self._search.run(self.seconds, self.simulations)
        return position.game.text(self._search.lines[0].action)


def player(description: str | Player) -> Player:
    """A player by its description: `random`, `search:seconds=2`, `search:simulations=500`.

    An object with `choose(position)` is a player as it is.
    """
    if not isinstance(description, str):
        if isinstance(description, Player):
            return description
        raise PlayerError(f"{description!r} is no player: it has no choose(position).")
    name, _, rest = description.partition(":")
    if name not in KINDS:
        raise PlayerError(f"There is no player {name!r}; the players are {', '.join(KINDS)}.")
    kind, options = KINDS[name]
    return kind(**_read_options(name, rest, options))  # type: ignore[no-any-return]


KINDS: dict[str, tuple[Any, dict[str, type]]] = {
    "random": (RandomPlayer, {"seed": int}),
    "search": (
        SearchPlayer,
        {"seconds": float, "simulations": int, "seed": int, "threads": int},
    ),
}


def _read_options(name: str, text: str, known: dict[str, type]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key not in known:
            raise PlayerError(f"{name} has no option {key!r}; its options: {', '.join(known)}.")
        try:
            chosen[key] = known[key](value)
        except ValueError:
            raise PlayerError(f"{key} is a number, not {value!r}.") from None
        if not 0 <= chosen[key] < 1e9 or (key == "threads" and chosen[key] < 1):
            raise PlayerError(f"{key} cannot be {value}.")
    if chosen.get("simulations") is not None:
        chosen.setdefault("seconds", None)
    return chosen
