"""Glicko-2: how strong somebody plays, and how much of that is in doubt.

The steps and their names are those of Mark Glickman, "Example of the Glicko-2 system" (2013). Each
game is rated when it is over. Between games doubt grows with the time that passed, counted in
rating periods, as it does in the paper for who did not play in one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178  # points of a rating for one unit of the inner scale
START = 1500.0
MOST_DOUBT = 350.0
TAU = 0.5  # how quickly volatility may change; the paper advises 0.3 to 1.2
CLOSE = 1e-6


@dataclass(frozen=True)
class Standing:
    """A rating, its standard deviation, and how erratic results have been."""

    rating: float = START
    doubt: float = MOST_DOUBT
    volatility: float = 0.06

    def after(self, periods: float) -> Standing:
        """The same after so many rating periods without a game."""
        grown = math.hypot(self.doubt, SCALE * self.volatility * math.sqrt(periods))
        return Standing(self.rating, min(MOST_DOUBT, grown), self.volatility)


@dataclass(frozen=True)
class Meeting:
    """A game against somebody of this rating and doubt: 1 for a win, 0.5 for a draw, 0."""

    rating: float
    doubt: float
    score: float


def rated(before: Standing, meetings: Sequence[Meeting], periods: float = 1.0) -> Standing:
    """The standing after some games, in the course of so many rating periods."""
    if not meetings:
        return before.after(periods)
    mu, phi = (before.rating - START) / SCALE, before.doubt / SCALE
    information = gain = 0.0
    for meeting in meetings:
        weight = _weight(meeting.doubt / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (meeting.rating - START) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (meeting.score - expected)
    variance = 1 / information
    volatility = _volatility(before.volatility, phi, variance, variance * gain)
    grown = phi**2 + periods * volatility**2
    doubt = 1 / math.sqrt(1 / grown + 1 / variance)
    return Standing(
        START + SCALE * (mu + doubt**2 * gain), min(MOST_DOUBT, SCALE * doubt), volatility
    )


def _weight(phi: float) -> float:
    """g: results against somebody in doubt tell less."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f, found by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
