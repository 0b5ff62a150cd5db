"""Ten levels for every game, from a first game to as strong as the machine allows.

A level is three numbers, found by measuring (`blockhaus ladder`) and kept in measured/GAME.toml:

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
import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..core.grid import Cell
from ..core.position import Position
from ..search.lines import Line, share
from ..search.search import Search, Settings, seat_to_choose
from ..search.wins import winning_action

NAMES = (
    "Newcomer", "Learner", "Helper", "Apprentice", "Builder",
    "Mason", "Foreman", "Engineer", "Architect", "Master Builder",
)  # fmt: skip
TOP = len(NAMES)
TOP_SECONDS = 2.0
MEASURED = Path(__file__).parent / "measured"

FEWEST = 8  # simulations at the low end of the dial
FEWEST_MOVES = 2  # that anybody thinks of
MANY = 20_000  # and at the high end, for games nobody has measured
CALM = 2 / 3  # the part of the dial where attention is full and temperature gone
DIMMEST = 0.15  # attention at the low end
HOTTEST = 1.0  # temperature at the low end: moves as likely as they were visited
DOUBT = 0.5  # visits that even a move has which was never looked at
# New memory has to be cleared: with all that is allowed a decision of a hundred simulations took 26
# milliseconds instead of 4. The part is four times what the largest trees, of KSAR, were seen to
# take.
LEAST_MEMORY = 4  # megabytes
SIMULATIONS_PER_MEGABYTE = 200


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
    rating: float | None = None  # Elo points; level 1 has 1000
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
    file = MEASURED / f"{game}.toml"
    return read_levels(file.read_text("utf-8")) if file.exists() else even_levels(MANY)


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


@dataclass
class Thinker:
    """Plays with a given strength. With a seed it answers a position always in the same way."""

    strength: Strength
    seconds: float | None = None
    seed: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        self.seed = random.getrandbits(32) if self.seed is None else self.seed
        self._search: Search | None = None

    def choose(self, position: Position) -> str:
        seat_to_choose(position)
        action = winning_action(position)
        return position.game.text(self._considered(position) if action is None else action)

    def stop(self) -> None:
        """Answer at once with what has been found."""
        if self._search:
            self._search.stop()

    def _considered(self, position: Position) -> int:
        dice = random.Random(f"{self.seed} {position.path}")
        search = self._search_for(position, dice.getrandbits(32))
        search.look(position)
        if self.strength.attention < 1:
            search.confine(noticed(position, self.strength.attention, dice))
        search.run(self.seconds, self.strength.simulations)
        return preferred(position, search.ranking, self.strength.temperature, dice).action

    def _search_for(self, position: Position, seed: int) -> Search:
        """A new one for every decision, but the top level goes on with what it has found."""
        kept = self._search
        if kept and kept.game == position.game and self.strength.simulations is None:
            return kept
        settings = Settings.of(position.game, threads=self.threads)
        if self.strength.simulations is not None:
            needed = max(LEAST_MEMORY, self.strength.simulations // SIMULATIONS_PER_MEGABYTE)
            settings = replace(settings, memory=min(settings.memory, needed))
        self._search = Search(position.game, settings, seed)
        return self._search


@dataclass
class LevelPlayer:
    """Plays at a level, 1 to 10, of whatever game it is asked about."""

    number: int = 5
    seconds: float | None = None  # instead of the level's own time
    seed: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        self._thinker: tuple[str, Thinker] | None = None

    def choose(self, position: Position) -> str:
        game = position.game.id
        if self._thinker is None or self._thinker[0] != game:
            level = levels(game)[self.number - 1]
            seconds = level.seconds if self.seconds is None else self.seconds
            self._thinker = game, Thinker(level.strength, seconds, self.seed, self.threads)
        return self._thinker[1].choose(position)

    def stop(self) -> None:
        if self._thinker:
            self._thinker[1].stop()


def noticed(position: Position, attention: float, dice: random.Random) -> list[int]:
    """The actions that come to mind: a share of all, the near and simple ones sooner."""
    latest = _picks(position, position.path[-1]) if position.path else []
    efforts = {action: _effort(_picks(position, action), latest) for action in position.actions}
    by_effort = sorted(efforts, key=lambda action: (efforts[action], dice.random()))
    farness = {action: rank / len(by_effort) for rank, action in enumerate(by_effort)}
    as_they_come = sorted(by_effort, key=lambda action: farness[action] + dice.random())
    return sorted(as_they_come[: max(FEWEST_MOVES, math.ceil(attention * len(by_effort)))])


def preferred(
    position: Position, lines: list[Line], temperature: float, dice: random.Random
) -> Line:
    """The best of the moves; with a temperature a good one, the better the likelier.

    Visits tell better than average results, which for moves seldom tried are mostly luck: with
    those KEWBZ' levels of 57 to 768 simulations were all alike.
    """
    if temperature == 0 or len(lines) == 1:
        return lines[0]
    seat = position.to_move
    assert seat is not None
    total = sum(line.visits for line in lines)

    def regard(line: Line) -> float:
        """How much the search has come to think of the move: its visits, as long as it is open."""
        return line.visits if line.proven is None else total * share(line.proven, seat)

    def mood() -> float:
        """Gumbel noise: the draw is in proportion to regard ** (1 / temperature)."""
        return -math.log(-math.log(dice.random() or 0.5))

    return max(lines, key=lambda line: math.log(regard(line) + DOUBT) + temperature * mood())


def _picks(position: Position, action: int) -> list[Cell]:
    return position.game.definition.picks(position.plain, action)


def _effort(picks: list[Cell], latest: list[Cell]) -> int:
    """How far a move is from the latest one, and how much there is to point at."""
    ways = (max(map(abs, (a[0] - b[0], a[1] - b[1]))) for a in picks for b in latest)
    return min(ways, default=0) + len(picks)
