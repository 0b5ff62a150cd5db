"""Ratings from results: the Bradley-Terry model on the scale of Elo, with error bars.

The chance to win depends on the difference of two ratings alone: 400 points are 10 to 1. A draw is
half a win. The ratings are those that make the results most likely; a faint prior (a player is
within about 1000 points of the others) keeps players finite who have won or lost everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

ELO = 400 / math.log(10)  # points for one unit of log-odds
PRIOR = (ELO / 1000) ** 2
FAINT = 1e-3  # the prior of a curve's ratings, which may be large
BEND = (ELO / 120) ** 2  # a curve's slope from knot to knot changes by about 120 points
STEPS = 100


@dataclass(frozen=True)
class Pairing:
    """What one player scored against another."""

    player: str
    other: str
    points: float
    games: int


@dataclass(frozen=True)
class Rating:
    """Elo points, their average over all players being 0, and the standard error."""

    value: float
    error: float


def rate(pairings: Iterable[Pairing]) -> dict[str, Rating]:
    """Ratings of all players of some results.

    The error comes from the information matrix, relative to the average of all players. As draws
    count as if they were halves of decided games, it is rather too large than too small.
    """
    played = [pairing for pairing in pairings if pairing.games]
    names = sorted({name for pairing in played for name in (pairing.player, pairing.other)})
    if not names:
        return {}
    place = {name: number for number, name in enumerate(names)}
    strength = np.zeros(len(names))
    for _ in range(STEPS):
        slope, information = _derivatives(played, place, strength)
        step = np.linalg.solve(information, slope)
        strength += np.clip(step, -2, 2)
        if float(np.abs(step).max()) < 1e-9:
            break
    strength -= strength.mean()
    centre = np.eye(len(names)) - 1 / len(names)
    spread = np.sqrt(np.diag(centre @ np.linalg.inv(information) @ centre))
    return {
        name: Rating(ELO * float(strength[number]), ELO * float(spread[number]))
        for name, number in place.items()
    }


def _derivatives(
    played: list[Pairing], place: dict[str, int], strength: Array
) -> tuple[Array, Array]:
    """The slope of the log-likelihood and its curvature, the information matrix."""
    slope = -PRIOR * strength
    information = PRIOR * np.eye(len(strength))
    for pairing in played:
        a, b = place[pairing.player], place[pairing.other]
        chance = 1 / (1 + math.exp(strength[b] - strength[a]))
        surprise = pairing.points - pairing.games * chance
        weight = pairing.games * chance * (1 - chance)
        slope[a] += surprise
        slope[b] -= surprise
        information[[a, b], [a, b]] += weight
        information[[a, b], [b, a]] -= weight
    return slope, information


def curve(
    meetings: Iterable[tuple[float, float, float, int]], knots: int = 13
) -> Callable[[Array], Array]:
    """Ratings as a smooth function of a number from 0 to 1, from few games of many players.

    A meeting is the number of one player and of the other, the points of the one, and the games.
    The function is a line with bends at evenly spaced knots, 0 at 0, that makes the results most
    likely; that its slope changes by much from knot to knot is held to be unlikely.
    """
    rows = list(meetings)
    ones, others, points, games = (np.array(column, float) for column in zip(*rows, strict=True))
    places = np.linspace(0, 1, knots)

    def hats(numbers: Array) -> Array:
        """How much of each knot's rating, but the first, a number has."""
        return np.column_stack([np.interp(numbers, places, row) for row in np.eye(knots)[1:]])

    features = hats(ones) - hats(others)
    bends = np.diff(np.eye(knots), 2, axis=0)[:, 1:]
    doubt = BEND * bends.T @ bends
    ratings = np.zeros(knots - 1)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-features @ ratings))
        slope = features.T @ (points - games * chances) - doubt @ ratings
        weights = games * chances * (1 - chances)
        information = features.T @ (weights[:, None] * features) + doubt
        step = np.linalg.solve(information + FAINT * np.eye(knots - 1), slope - FAINT * ratings)
        ratings += step * min(1.0, 5 / max(float(np.abs(step).max()), 1e-9))
        if float(np.abs(step).max()) < 1e-9:
            break
    return lambda numbers: ELO * (hats(np.asarray(numbers)) @ ratings)


def expected(difference: float) -> float:
    """The share of the points that a difference in rating promises."""
    return 1 / (1 + 10 ** (-difference / 400))
