"""The states of the random generators of `core.chance` as arrays, for compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import chance

Array = np.ndarray[Any, Any]


def chance_from(seed: int) -> Array:
    """The state of the fair generator for a seed."""
    return np.array(chance.chance_from(seed), np.int64)


def rng_from(seed: int) -> Array:
    """The state of the simulation generator for a seed."""
    return np.array(chance.rng_from(seed), np.int64)
