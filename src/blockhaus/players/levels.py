"""Ten levels for every game, from a first game to as strong as the machine allows.

A level is three numbers, found by measuring (`blockhaus ladder`), kept in the game's levels.toml:

- simulations: how far it sees. A few look hardly beyond its own move.
- attention: the share of the moves that it thinks of. Moves near the last one that need few
  picks come to mind sooner; with little attention most of the others are overlooked.
- temperature: how well it tells good moves from better ones.

Endings are solved exactly as far as a part of the simulations reaches (search/search), so a weak
level sees but the shortest ones.

So a weak level plays like a beginner: near-sighted, caught up in what has just happened, and
generous to second-best moves. Every level plays a win that is there at once. The numbers hold on
every machine; the seconds of a level are a promise it keeps even where that costs simulations. The
top level alone uses all the time it is given.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ..core.rooms import find_room

NAMES = (
    "Newcomer", "Learner", "Helper", "Apprentice", "Builder",
    "Mason", "Foreman", "Engineer", "Architect", "Master Builder",
)  # fmt: skip
TOP = len(NAMES)
TOP_SECONDS = 2.0
FILE = "levels.toml"  # in the room of a game

FEWEST = 8  # simulations at the low end of the dial
MANY = 20_000  # and at the high end, for games nobody has measured
CALM = 2 / 3  # the part of the dial where attention is full and temperature gone
DIMMEST = 0.15  # attention at the low end
HOTTEST = 1.0  # temperature at the low end: moves as likely as they were visited


@dataclass(frozen=True)
class Strength:
    """How a level thinks; without a number of simulations it uses the time it is given."""

    simulations: int | None
    attention: float = 1.0
    temperature: float = 0.0

    @classmethod
    def at(cls, dial: float, most: int) -> Strength:
        """The strength at a point of the dial, 0 (beginner) to 1 (`most` simulations).

        Attention rises steeply at first and gently at last: to overlook one move in ten costs
        more than a level in most games.
        """
        haze = max(0.0, 1 - dial / CALM)
        return cls(
            simulations=round(FEWEST * (most / FEWEST) ** dial),
            attention=round(1 - (1 - DIMMEST) * haze**2, 4),
            temperature=round(HOTTEST * haze**3, 4),
        )

    def dial(self, most: int) -> float:
        """The point of the dial that has this strength, if any has."""
        if self.attention < 1:
            return CALM * (1 - math.sqrt((1 - self.attention) / (1 - DIMMEST)))
        return math.log((self.simulations or most) / FEWEST) / math.log(most / FEWEST)


@dataclass(frozen=True)
class Level:
    """One step of a game's ladder, and how strong it was found to be."""

    number: int
    strength: Strength
    seconds: float  # the most it thinks about a decision
    rating: float | None = None  # Elo points; when a game is first measured level 1 has 1000
    error: float | None = None  # standard error of the rating
    score: float | None = None  # share of the points against the level below
    games: int = 0  # in so many games
    measured_with: int | None = None  # simulations that stood for the time of the top level

    @property
    def name(self) -> str:
        return NAMES[self.number - 1]


@cache
def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first. A game nobody has measured has even steps."""
    room = find_room(game)
    return read_levels(room.read(FILE).decode("utf-8")) if room.has(FILE) else even_levels(MANY)


def even_levels(most: int) -> tuple[Level, ...]:
    steps = [Strength.at(number / TOP, most) for number in range(1, TOP)]
    below = [Level(number, strength, 1.0) for number, strength in enumerate(steps, 1)]
    return (*below, Level(TOP, Strength(None), TOP_SECONDS))


def read_levels(text: str) -> tuple[Level, ...]:
    """The levels of a measured table."""
    return tuple(
        Level(
            number,
            Strength(entry.get("simulations"), entry["attention"], entry["temperature"]),
            **{key: entry[key] for key in _KEYS if key in entry},
        )
        for number, entry in enumerate(tomllib.loads(text)["level"], 1)
    )


def write_levels(table: Sequence[Level], heading: str) -> str:
    """The same as text; `heading` says how it was measured."""
    parts = ["".join(f"# {line}\n" for line in heading.splitlines())]
    for level in table:
        numbers = {
            "simulations": level.strength.simulations,
            "attention": level.strength.attention,
            "temperature": level.strength.temperature,
            **{key: getattr(level, key) for key in _KEYS},
        }
        shown = [f"{key} = {value}" for key, value in numbers.items() if value is not None]
        parts.append("\n".join(["[[level]]", *shown, ""]))
    return "\n".join(parts)


_KEYS = ("seconds", "rating", "error", "score", "games", "measured_with")
