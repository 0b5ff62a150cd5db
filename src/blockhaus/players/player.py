"""Who can sit at a table: anything with `choose(position) -> move`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ..core.errors import BlockhausError
from ..core.position import Position
from ..search.search import Search, Settings, seat_to_choose
from .level_player import LevelPlayer
from .levels import TOP


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
    name, _, rest = description.partition(":")
    if name not in KINDS:
        raise PlayerError(
            "There is no player {name!r}; the players are {known}.",
            name=name,
            known=", ".join(KINDS),
        )
    kind = KINDS[name]
    return kind.make(**_read_options(name, rest, kind))  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Kind:
    """How players of one kind are made, and what their descriptions may say."""

    make: Any
    options: dict[str, type]
    first: str = ""  # the option whose name may be left out
    shown: str = ""  # how a list of players names the kind, if not by its name alone
    limits: dict[str, tuple[float, float]] = field(default_factory=dict)


KINDS = {
    "level": Kind(
        LevelPlayer,
        {"number": int, "seconds": float, "seed": int, "threads": int},
        first="number",
        shown=f"level:1 to level:{TOP}",
        limits={"number": (1, TOP)},
    ),
    "search": Kind(
        SearchPlayer, {"seconds": float, "simulations": int, "seed": int, "threads": int}
    ),
    "random": Kind(RandomPlayer, {"seed": int}),
}
ANYTHING = (0.0, 1e9)
LIMITS = {"threads": (1.0, 64.0), "simulations": (1.0, ANYTHING[1])}


def _read_options(name: str, text: str, kind: Kind) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    parts = (part.strip() for part in text.split(","))
    for place, part in enumerate(filter(None, parts)):
        key, equals, value = part.partition("=")
        if not equals and place == 0 and kind.first:
            key, value = kind.first, part
        if key not in kind.options:
            raise PlayerError(
                "{player} has no option {name!r}; its options: {known}.",
                player=name,
                name=key,
                known=", ".join(kind.options),
            )
        chosen[key] = _number(key, value, kind)
    if chosen.get("simulations") is not None:
        chosen.setdefault("seconds", None)
    return chosen


def _number(key: str, value: str, kind: Kind) -> Any:
    what = "A level's number" if key == kind.first else key
    try:
        number = kind.options[key](value)
    except ValueError:
        facts = {"option": what, "value": value}
        if kind.options[key] is int:
            raise PlayerError("{option} is a whole number, not {value!r}.", **facts) from None
        raise PlayerError("{option} is a number, not {value!r}.", **facts) from None
    low, high = {**LIMITS, **kind.limits}.get(key, ANYTHING)
    if not low <= number <= high:
        facts = {"option": what, "value": value}
        if high >= ANYTHING[1]:
            raise PlayerError("{option} cannot be {value}.", **facts)
        raise PlayerError(
            "{option} cannot be {value}; it goes from {low:g} to {high:g}.",
            low=low,
            high=high,
            **facts,
        )
    return number
