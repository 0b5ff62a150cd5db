"""How hard a puzzle is: which of the ten levels solves it first, and how deep its proof is.

Every level is given the puzzle with several seeds. A win at once, which all levels play without
thinking, they have to find by thinking here. The rating is that of a player who would solve
it every second time, reckoned from all tries and the ratings of the levels, and a little more for
every decision that lies between the first move and the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..core.position import Position
from ..players.level_player import Thinker
from ..players.levels import MANY, Level, levels
from .puzzles import UNSOLVED, Puzzle

TRIES = (5, 5, 5, 5, 5, 4, 4, 3, 2, 1)  # by level; the strong ones take long and hardly vary
SOLVED = 0.6  # the share of tries that a level must solve
TRIVIAL = 0.8  # what level 1 solves so often is no puzzle
FIRST, STEP = 1000, 130  # ratings of levels that nobody has measured
SPREAD = 400.0  # rating points that make a solver ten times as likely to fail
DEPTH, DEEPEST = 6, 20  # rating points for a decision of the proof, and how many count
LOWEST, HIGHEST = 600, 2800


@dataclass(frozen=True)
class Trial:
    """How often a level solved a puzzle."""

    level: Level
    solved: int
    tries: int

    @property
    def share(self) -> float:
        return self.solved / self.tries

    @property
    def rating(self) -> float:
        known = self.level.rating
        return FIRST + STEP * (self.level.number - 1) if known is None else known


def solves(puzzle: Puzzle, choose: Callable[[Position], str]) -> bool:
    """Whether a player finds every decision of the solution."""
    pairs = zip(puzzle.positions, puzzle.solution, strict=False)
    return all(
        choose(position) == move for position, move in pairs if position.to_move == puzzle.seat
    )


def trials(puzzle: Puzzle) -> list[Trial]:
    """Let the levels try, from the weakest up, until two in a row never fail."""
    found: list[Trial] = []
    for level, tries in zip(levels(puzzle.game), TRIES, strict=True):
        strength = level.strength
        if strength.simulations is None:
            strength = replace(strength, simulations=level.measured_with or MANY)
        exact = puzzle.distance > 1
        thinkers = (Thinker(strength, None, seed, exact=exact) for seed in range(tries))
        solved = sum(solves(puzzle, thinker.choose) for thinker in thinkers)
        found.append(Trial(level, solved, tries))
        if is_trivial(found) or (len(found) > 1 and found[-1].share == found[-2].share == 1):
            break
    return found


def is_trivial(found: Sequence[Trial]) -> bool:
    """Whether even the weakest level mostly finds it."""
    return found[0].share >= TRIVIAL


def first_level(found: Sequence[Trial]) -> int:
    """The first level that solves it, and is not the only one among stronger ones to do so."""
    for place, trial in enumerate(found):
        above = found[place + 1 : place + 2]
        if trial.share >= SOLVED and all(other.share >= SOLVED for other in above):
            return trial.level.number
    return UNSOLVED


def rated(puzzle: Puzzle, found: Sequence[Trial]) -> Puzzle:
    """The puzzle with its level and its rating."""
    depth = DEPTH * min(max(puzzle.distance, len(puzzle.solution)), DEEPEST)
    rating = round(even_rating(found) + depth)
    return replace(puzzle, level=first_level(found), rating=min(max(rating, LOWEST), HIGHEST))


def even_rating(found: Sequence[Trial]) -> float:
    """The rating whose expected results against the puzzle are those that were seen.

    One success and one failure of a middling player are added, or else a puzzle that nobody or
    everybody solves would have no rating.
    """
    middle = sum(trial.rating for trial in found) / len(found)
    games = [(middle, 1.0, 2.0)] + [(t.rating, float(t.solved), float(t.tries)) for t in found]
    low, high = -2000.0, 6000.0
    for _ in range(40):
        rating = (low + high) / 2
        expected = sum(n / (1 + 10 ** ((rating - own) / SPREAD)) for own, _, n in games)
        if expected > sum(solved for _, solved, _ in games):
            low = rating
        else:
            high = rating
    return (low + high) / 2
