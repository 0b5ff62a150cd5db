"""Random numbers, plain and compiled alike.

Two generators, both on arrays of 64-bit integers (lists in plain Python) that hold 32-bit words,
so that every step is exact in Python's integers and in compiled code:

- `fair(chance, n)` deals for people: ChaCha20 keyed by a 256-bit seed, without bias. Nobody
  can foretell later draws from earlier ones.
- `below(rng, n)` is for simulation: Marsaglia's xorshift128, a few instructions a draw.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import operator
import secrets
from functools import lru_cache

from .errors import SeedError
from .rules import helper

WORD = 0xFFFFFFFF
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
ROTATIONS = (16, 12, 8, 7)
CHANCE_SIZE = 33  # 16 words of state, 16 of output, how many of them are used
RNG_SIZE = 4
SEED_LIMIT = 1 << 256


def new_seed() -> int:
    """A seed nobody can guess, for games between people."""
    return secrets.randbits(256)


def checked_seed(seed: object) -> int:
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(seed, bool):
        raise SeedError("A seed is a whole number, not {kind}.", kind=type(seed).__name__)
    if not 0 <= number < SEED_LIMIT:
        raise SeedError("A seed is a whole number from 0 to 2**256 - 1.")
    return number


def chance_from(seed: int) -> list[int]:
    """The state of the fair generator for a seed."""
    chance = [0] * CHANCE_SIZE
    key_chance(chance, [seed >> (32 * i) & WORD for i in range(8)])
    return chance


def rng_from(seed: int) -> list[int]:
    """The state of the simulation generator for a seed."""
    return list(_rng_words(int(seed) % SEED_LIMIT))


@lru_cache(64)  # a few seeds, such as 0, are asked for again and again
def _rng_words(seed: int) -> tuple[int, ...]:
    chance, rng = chance_from(seed), [0] * RNG_SIZE
    key_rng(rng, chance)
    return tuple(rng)


@helper
def key_chance(chance, key):
    for i in range(4):
        chance[i] = CONSTANTS[i]
        chance[12 + i] = 0
    for i in range(8):
        chance[4 + i] = key[i]
    chance[32] = 16


@helper
def key_rng(rng, chance):
    for i in range(RNG_SIZE):
        rng[i] = next_word(chance)
    rng[0] |= 1  # the one state that never moves is all zeros


@helper
def next_word(chance):
    """The next word of the key stream; a new block of 16 when all have been used."""
    if chance[32] == 16:
        for i in range(16):
            chance[16 + i] = chance[i]
        for i in range(80):  # quarter rounds: four down the columns, then four down the diagonals
            slant = i >> 2 & 1
            a, b = 16 + (i & 3), 20 + (i + slant & 3)
            c, d = 24 + (i + 2 * slant & 3), 28 + (i + 3 * slant & 3)
            for by in ROTATIONS:
                chance[a] = (chance[a] + chance[b]) & WORD
                word = chance[d] ^ chance[a]
                chance[d] = (word << by | word >> 32 - by) & WORD
                a, b, c, d = c, d, a, b
        for i in range(16):
            chance[16 + i] = (chance[16 + i] + chance[i]) & WORD
        chance[12] += 1
        chance[32] = 0
    word = chance[16 + chance[32]]
    chance[32] += 1
    return word


@helper
def fair(chance, n):
    """A number from 0 to n - 1, each exactly as likely as any other."""
    limit = (WORD + 1) - (WORD + 1) % n
    word = limit
    while word >= limit:
        word = next_word(chance)
    return word % n


@helper
def word(rng):
    """A random word for simulation."""
    t = rng[0] ^ (rng[0] << 11 & WORD)
    w = rng[3]
    rng[0] = rng[1]
    rng[1] = rng[2]
    rng[2] = w
    w = w ^ w >> 19 ^ t ^ t >> 8
    rng[3] = w
    return w


@helper
def below(rng, n):
    """A number from 0 to n - 1 for simulation."""
    return word(rng) * n >> 32
