"""The exponential function and the logarithm, with the same bits everywhere.

Those of a machine's own library differ from machine to machine in the last bit, and a search that
meets such a bit goes another way. These are made of additions, multiplications and divisions alone,
which are exact to the bit in Python, in compiled code and in a page. Both follow fdlibm, and are
within one unit in the last place.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from .rules import helper

INFINITY = float("inf")
NO_NUMBER = float("nan")
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
DOUBLINGS = 1.44269504088896338700  # in e
ROOT = 1.4142135623730951
LARGEST, SMALLEST = 709.782712893384, -745.1332191019411  # what exp has an answer for
E1, E2, E3, E4, E5 = (
    1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
    -1.65339022054652515390e-06, 4.13813679705723846039e-08,
)  # fmt: skip
L1, L2, L3, L4, L5, L6, L7 = (
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
    2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
    1.479819860511658591e-01,
)  # fmt: skip


@helper
def power_of_two(k):
    base = 2.0 if k > 0 else 0.5
    k = abs(k)
    found = 1.0
    while k:
        if k & 1:
            found *= base
        base *= base
        k >>= 1
    return found


@helper
def exp(x):
    """e to the power of x: 2 ** k times that of what is left, between -ln(2) / 2 and ln(2) / 2."""
    if x != x:
        return x
    if x > LARGEST:
        return INFINITY
    if x < SMALLEST:
        return 0.0
    k = int(DOUBLINGS * x + (0.5 if x > 0 else -0.5))
    high, low = x - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (E1 + t * (E2 + t * (E3 + t * (E4 + t * E5))))
    found = 1.0 - ((low - (r * c) / (2.0 - c)) - high)
    half = k // 2  # in two steps: the power itself may be too large or too small for a number
    return found * power_of_two(half) * power_of_two(k - half)


@helper
def log(x):
    """The natural logarithm of 2 ** k * (1 + f), by a series in f / (2 + f)."""
    if x != x or x < 0:
        return NO_NUMBER
    if x == 0:
        return -INFINITY
    if x == INFINITY:
        return x
    k = 0
    x *= 1.0
    while x >= 65536.0:
        x *= 1 / 65536
        k += 16
    while x > ROOT:
        x *= 0.5
        k += 1
    while x < 1 / 65536:
        x *= 65536.0
        k -= 16
    while x < ROOT / 2:
        x *= 2.0
        k -= 1
    f = x - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    odd = z * (L1 + w * (L3 + w * (L5 + w * L7)))
    even = w * (L2 + w * (L4 + w * L6))
    square = 0.5 * f * f
    return k * LN2_HIGH - ((square - (s * (square + (odd + even)) + k * LN2_LOW)) - f)
