"""The ladder of levels: played, rated, and fitted so that every step is about as high.

Strengths meet their neighbours in pairs of games with seats swapped (lab/match). Every pair of
games is written down at once, so a ladder can be stopped and gone on with. Fitting plays a chain of
candidates along the dial of strength first, reads off the rating of every point of the dial, and
puts the levels where the ratings are evenly apart.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from ..core.errors import BlockhausError
from ..core.game import Game
from ..players.levels import TOP, TOP_SECONDS, Level, Strength, Thinker, levels
from ..players.search import Search, Settings
from .journal import Journal
from .match import match
from .ratings import Pairing, Rating, rate

CANDIDATES = 13
STEP = 170.0  # the Elo points between levels that are aimed at, 73:27
FIRST = 1000  # the rating of level 1
TIMES = (0.5, 1.0, TOP_SECONDS)  # what a level may state as its thinking time
MARGIN = 4  # how much slower another machine may be before a level thinks less than it should
TRIAL = 2000  # simulations that measure how long a level thinks


def name_of(strength: Strength) -> str:
    """A strength as it stands in the results."""
    return f"{strength.simulations}/{strength.attention:g}/{strength.temperature:g}"


def strength_of(name: str) -> Strength:
    simulations, attention, temperature = name.split("/")
    return Strength(int(simulations), float(attention), float(temperature))


@dataclass(frozen=True)
class Wanted:
    """Two strengths that are to meet, the weaker first, and how often."""

    weaker: Strength
    stronger: Strength
    games: int

    @property
    def names(self) -> tuple[str, str]:
        return name_of(self.weaker), name_of(self.stronger)


class Results:
    """The games that strengths have played at one game with its options."""

    def __init__(self, game: Game, journal: Journal) -> None:
        self.game = game
        self.journal = journal
        self._table = {"game": game.id, "options": game.shown_options()}

    def pairings(self) -> list[Pairing]:
        sums: dict[tuple[str, str], list[float]] = {}
        for entry in self.journal.entries:
            if all(entry.get(key) == value for key, value in self._table.items()):
                total = sums.setdefault((entry["players"][0], entry["players"][1]), [0, 0])
                total[0] += entry["points"]
                total[1] += entry["games"]
        return [Pairing(*names, points, int(games)) for names, (points, games) in sums.items()]

    def between(self, player: str, other: str) -> Pairing:
        points, games = 0.0, 0
        for found in self.pairings():
            if (found.player, found.other) == (player, other):
                points, games = points + found.points, games + found.games
            elif (found.player, found.other) == (other, player):
                points, games = points + found.games - found.points, games + found.games
        return Pairing(player, other, points, games)

    def play(self, wanted: Wanted) -> None:
        """One round: every strength on every seat once."""
        weaker, stronger = wanted.names
        before = self.between(stronger, weaker).games
        played = match(
            self.game,
            [lambda seed: Thinker(wanted.stronger, None, seed),
             lambda seed: Thinker(wanted.weaker, None, seed)],
            games=2,
            seed=zlib.crc32(f"{stronger} {weaker} {before}".encode()),
        )  # fmt: skip
        entry = {
            **self._table,
            "players": [stronger, weaker],
            "points": played.points(),
            "games": len(played.played),
        }
        self.journal.append(entry)


def play_all(results: Results, wanted: Sequence[Wanted], after: Callable[[], None]) -> None:
    """Play what is missing, always where the smallest part has been played."""

    def part(each: Wanted) -> float:
        return results.between(*each.names).games / each.games

    while (least := min(wanted, key=part)) and part(least) < 1:
        results.play(least)
        after()


def missing(results: Results, wanted: Sequence[Wanted]) -> int:
    """Rounds that are still to be played."""
    return sum(
        max(0, -(-(each.games - results.between(*each.names).games) // 2)) for each in wanted
    )


def chain(strengths: Sequence[Strength], games: int, beyond: int = 0) -> list[Wanted]:
    """Neighbours meet in so many games, and neighbours but one in `beyond`."""
    near = [Wanted(low, high, games) for low, high in pairwise(strengths)]
    far = [Wanted(low, high, beyond) for low, high in zip(strengths, strengths[2:], strict=False)]
    return near + (far if beyond else [])


def candidates(most: int) -> list[Strength]:
    """Points along the dial, the beginner first."""
    return [Strength.at(number / (CANDIDATES - 1), most) for number in range(CANDIDATES)]


def simulations_in(game: Game, seconds: float) -> int:
    """How many simulations a search of the start position makes in a time, in round figures."""
    position = game.start(0)
    for wanted in (8, None):  # the first loads what is compiled
        search = Search(game, Settings.of(game))
        search.look(position)
        made = search.run(None if wanted else seconds, wanted)
    size = 10 ** (len(str(made)) - 1)
    return round(made / size) * size


def fitted(ratings: dict[str, Rating], most: int) -> list[Strength]:
    """Strengths for all levels, evenly apart in rating, the last one the strongest of all."""
    dials = np.linspace(0, 1, CANDIDATES)
    rated = [ratings[name_of(strength)].value for strength in candidates(most)]
    rising = np.maximum.accumulate(rated) + np.arange(CANDIDATES) * 1e-6
    step = min(STEP, (rising[-1] - rising[0]) / (TOP - 1))
    wanted = rising[-1] - step * np.arange(TOP - 1, -1, -1)
    return [Strength.at(float(dial), most) for dial in np.interp(wanted, rising, dials)]
