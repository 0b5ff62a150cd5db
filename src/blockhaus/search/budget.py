"""How much searching a position gets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """What every position gets: a number of simulations, or else a time."""

    simulations: int | None = 2000
    seconds: float | None = None
