"""Playing at a level: how much is noticed, how far it is thought, and which move is preferred."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from ..core.exponents import log
from ..core.grid import Cell
from ..core.position import Position
from ..search.lines import Line, share
from ..search.search import Search, Settings, seat_to_choose
from ..search.wins import winning_action
from .levels import Strength, levels

FEWEST_MOVES = 2  # that anybody thinks of
ANSWERING = 0.01  # part of the time that is left to see what has been found
DOUBT = 0.5  # visits that even a move has which was never looked at
# New memory has to be cleared: with all that is allowed a decision of a hundred simulations took 26
# milliseconds instead of 4. The part is four times what the largest trees, of KSAR, were seen to
# take.
LEAST_MEMORY = 4  # megabytes
SIMULATIONS_PER_MEGABYTE = 200


@dataclass
class Thinker:
    """Plays with a given strength. With a seed it answers a position always in the same way."""

    strength: Strength
    seconds: float | None = None
    seed: int | None = None
    threads: int = 1
    exact: bool = True  # whether wins at once and endings are worked out besides thinking

    def __post_init__(self) -> None:
        self.seed = random.getrandbits(32) if self.seed is None else self.seed
        self._search: Search | None = None

    def choose(self, position: Position) -> str:
        seat_to_choose(position)
        action = winning_action(position) if self.exact else None
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
        seconds = None if self.seconds is None else self.seconds * (1 - ANSWERING)
        search.run(seconds, self.strength.simulations)
        return preferred(position, search.ranking, self.strength.temperature, dice).action

    def _search_for(self, position: Position, seed: int) -> Search:
        """A new one for every decision, but the top level goes on with what it has found."""
        kept = self._search
        if kept and kept.game == position.game and self.strength.simulations is None:
            return kept
        settings = Settings.of(position.game, threads=self.threads, exact=self.exact)
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
    those KEWBZ' levels of 57 to 768 simulations were all alike. The logarithm is one that is the
    same in a page.
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
        return float(-log(-log(dice.random() or 0.5)))

    return max(lines, key=lambda line: log(regard(line) + DOUBT) + temperature * mood())


def _picks(position: Position, action: int) -> list[Cell]:
    return position.game.definition.picks(position.plain, action)


def _effort(picks: list[Cell], latest: list[Cell]) -> int:
    """How far a move is from the latest one, and how much there is to point at."""
    ways = (max(map(abs, (a[0] - b[0], a[1] - b[1]))) for a in picks for b in latest)
    return min(ways, default=0) + len(picks)
