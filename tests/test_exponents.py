"""The exponential function and the logarithm: near the truth, and the same everywhere."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math
import random

import numpy as np
import pytest

from blockhaus.core.exponents import INFINITY, exp, log
from blockhaus.core.native.compiled import compiled

STEPS = 20_000


def arguments(least: float, most: float) -> list[float]:
    dice = random.Random(2)
    return [dice.uniform(least, most) for _ in range(STEPS)]


def units_apart(found: float, true: float) -> float:
    return abs(found - true) / math.ulp(true)


def test_both_are_within_one_unit_in_the_last_place() -> None:
    for x in (*arguments(-708, 709), *arguments(-2, 2), 0.0):
        assert units_apart(exp(x), math.exp(x)) <= 1
        assert units_apart(log(math.exp(x)), math.log(math.exp(x))) <= 1
    for n in range(1, STEPS):
        assert units_apart(log(n), math.log(n)) <= 1


def test_what_is_out_of_reach() -> None:
    assert exp(INFINITY) == exp(710.0) == INFINITY
    assert exp(-INFINITY) == exp(-746.0) == 0
    assert exp(-745.0) == math.exp(-745.0) > 0
    assert log(0.0) == -INFINITY
    assert log(INFINITY) == INFINITY
    assert log(5e-324) == math.log(5e-324)
    assert all(map(math.isnan, (exp(math.nan), log(math.nan), log(-1.0))))


def all_of(xs, powers, logarithms):
    for i in range(len(xs)):
        powers[i], logarithms[i] = exp(xs[i]), log(abs(xs[i]))


@pytest.mark.parametrize("reach", [1, 30, 700])
def test_compiled_code_gives_the_same_bits(reach: int) -> None:
    xs = np.array(arguments(-reach, reach))
    plain, fast = np.zeros((2, STEPS)), np.zeros((2, STEPS))
    all_of(xs.tolist(), *plain)
    compiled(all_of)(xs, *fast)
    assert plain.tobytes() == fast.tobytes()
