"""The ladder of levels: played, rated, and fitted so that every step is about as high.

Strengths meet their neighbours in pairs of games with seats swapped (lab/match). Every pair of
games is written down at once, so a ladder can be stopped and gone on with. Fitting plays a chain of
candidates along the dial of strength first, reads off the rating of every point of the dial, and
puts the levels where the ratings are evenly apart.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ..core.game import Game
from ..players.level_player import Thinker
from ..players.levels import TOP, TOP_SECONDS, Level, Strength
from ..search.search import Search, Settings
from .journal import Entry, Journal
from .match import match
from .ratings import Pairing, curve, rate

CANDIDATES = 13
HIGHEST = 200.0  # the most Elo points between levels, 76:24; a longer dial starts higher up
TRIAL = 3000  # simulations that measure how many there are in a second
FIRST = 1000  # the rating of level 1
TIMES = (0.5, 1.0, TOP_SECONDS)  # what a level may state as its thinking time
MARGIN = 4  # how much slower another machine may be before a level thinks less than it should
MOST_SECONDS = 0.25  # the time of the strongest simulations that are measured, unless told


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
    """The games that strengths have played at one game with its options, and the last fit."""

    def __init__(self, game: Game, journal: Journal) -> None:
        self.game = game
        self.journal = journal
        self._table = {"game": game.id, "options": game.shown_options()}
        self._sums: dict[tuple[str, str], list[float]] = {}
        self._summed = 0  # entries of the journal; adding up thousands takes longer than a game

    def pairings(self) -> list[Pairing]:
        for entry in self._entries(self._summed):
            if "players" in entry:
                total = self._sums.setdefault((entry["players"][0], entry["players"][1]), [0, 0])
                total[0] += entry["points"]
                total[1] += entry["games"]
        self._summed = len(self.journal.entries)
        return [
            Pairing(*names, points, int(games)) for names, (points, games) in self._sums.items()
        ]

    def fit(self) -> list[Strength] | None:
        """The strengths that were fitted last, if any were."""
        fits = [entry["levels"] for entry in self._entries() if "levels" in entry]
        return [strength_of(name) for name in fits[-1]] if fits else None

    def note_fit(self, strengths: Sequence[Strength]) -> None:
        self.journal.append({**self._table, "levels": [name_of(each) for each in strengths]})

    def _entries(self, first: int = 0) -> list[Entry]:
        return [
            entry
            for entry in self.journal.entries[first:]
            if all(entry.get(key) == value for key, value in self._table.items())
        ]

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


def chain(strengths: Sequence[Strength], games: int) -> list[Wanted]:
    """Neighbours meet in so many games, the slowest in fewer.

    A few pairs take most of the time: those within a factor of 4 of the most simulations play
    half as many games.
    """
    most = max(strength.simulations or 0 for strength in strengths)

    def wanted(low: Strength, high: Strength) -> Wanted:
        slow = 4 * (high.simulations or 0) > most
        return Wanted(low, high, max(2, games // 2 if slow else games))

    return [wanted(low, high) for low, high in pairwise(strengths)]


def candidates(most: int) -> list[Strength]:
    """Points along the dial, the beginner first."""
    return [Strength.at(number / (CANDIDATES - 1), most) for number in range(CANDIDATES)]


def simulations_in(game: Game, seconds: float) -> int:
    """How many simulations a search of the start position makes in a time, in round figures.

    The time is that of the processor, so that it does not matter what else the machine does.
    """
    position = game.start(0)
    for wanted in (8, TRIAL):  # the first loads what is compiled
        search = Search(game, Settings.of(game, exact=False))
        search.look(position)
        began = time.process_time()
        search.run(None, wanted)
        took = time.process_time() - began
    made = round(TRIAL * seconds / took)
    return round(made, 1 - len(str(made)))


def fitted(pairings: Sequence[Pairing], most: int) -> list[Strength]:
    """Strengths for all levels, evenly apart in rating, the last one the strongest of all.

    All results between strengths on the dial have a say: they give the rating as a smooth
    function of the dial.
    """
    rating = curve(
        (one, other, pair.points, pair.games)
        for pair in pairings
        if (one := _dial(pair.player, most)) is not None
        and (other := _dial(pair.other, most)) is not None
    )
    dials = np.linspace(0, 1, 1001)
    rising = np.maximum.accumulate(rating(dials)) + dials * 1e-3
    step = min(HIGHEST, (rising[-1] - rising[0]) / (TOP - 1))
    wanted = rising[-1] - step * np.arange(TOP - 1, -1, -1)
    return [Strength.at(float(dial), most) for dial in np.interp(wanted, rising, dials)]


def _dial(name: str, most: int) -> float | None:
    """The point of the dial, if the strength is on it."""
    strength = strength_of(name)
    dial = strength.dial(most)
    simulations = Strength.at(dial, most).simulations or 0
    near = abs(simulations - (strength.simulations or 0)) <= 1 + simulations / 100
    return dial if near and 0 <= dial <= 1 else None


def measured(
    results: Results, strengths: Sequence[Strength], per_second: float
) -> tuple[Level, ...]:
    """The levels with what the results say about them; the last one is given time instead."""
    names = [name_of(strength) for strength in strengths]
    ratings = rate(pair for pair in results.pairings() if {pair.player, pair.other} <= {*names})
    table: list[Level] = []
    for number, (strength, name) in enumerate(zip(strengths, names, strict=True), 1):
        level = Level(number, strength, _stated(strength, per_second))
        if name in ratings and names[0] in ratings:
            rating = FIRST + ratings[name].value - ratings[names[0]].value
            level = replace(level, rating=round(rating), error=round(ratings[name].error))
        if number > 1:
            pair = results.between(name, names[number - 2])
            score = round(pair.points / pair.games, 3) if pair.games else None
            level = replace(level, score=score, games=pair.games)
        table.append(level)
    top = replace(
        table[-1],
        strength=Strength(None),
        seconds=TOP_SECONDS,
        measured_with=strengths[-1].simulations,
    )
    return (*table[:-1], top)


def _stated(strength: Strength, per_second: float) -> float:
    needed = MARGIN * (strength.simulations or 0) / per_second
    return next((seconds for seconds in TIMES if seconds >= needed), TOP_SECONDS)


def strengths_of(table: Sequence[Level], most: int) -> list[Strength]:
    """The strengths of levels as they are measured: simulations stand for the time of the top."""
    below = [level.strength for level in table if level.strength.simulations is not None]
    return [*below, Strength(table[-1].measured_with or most)]
