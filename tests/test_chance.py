"""The generators: known values, and plain and compiled code draw the same numbers."""

from __future__ import annotations

from collections import Counter

import numpy as np

from blockhaus.core import chance as c
from blockhaus.core.native import generators
from blockhaus.core.native.compiled import compiled


@compiled
def compiled_draws(chance, rng, out):  # type: ignore[no-untyped-def]
    for i in range(len(out)):
        out[i, 0] = c.fair(chance, i + 1)
        out[i, 1] = c.below(rng, i + 1)


def test_chacha20_gives_the_words_of_its_standard() -> None:
    """RFC 8439, A.1: the key stream of an all-zero key and nonce, block counter 0."""
    stream = c.chance_from(0)
    words = [c.next_word(stream) for _ in range(17)]
    expected = bytes.fromhex("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")
    assert b"".join(int(word).to_bytes(4, "little") for word in words[:8]) == expected
    assert int(words[16]).to_bytes(4, "little").hex() == "9f07e7be"  # the second block


def test_plain_and_compiled_draws_are_the_same() -> None:
    out = np.zeros((300, 2), np.int64)
    compiled_draws(generators.chance_from(99), generators.rng_from(99), out)
    stream, rng = c.chance_from(99), c.rng_from(99)
    assert out.tolist() == [[c.fair(stream, i + 1), c.below(rng, i + 1)] for i in range(300)]


def test_draws_are_even() -> None:
    out = np.zeros((6000, 2), np.int64)
    stream, rng = c.chance_from(1), c.rng_from(1)
    for i in range(len(out)):
        out[i] = c.fair(stream, 6), c.below(rng, 6)
    for column in (0, 1):
        counts = Counter(out[:, column].tolist())
        assert sorted(counts) == list(range(6))
        assert all(850 < n < 1150 for n in counts.values())  # five standard deviations


def test_new_seeds_differ_and_are_long() -> None:
    seeds = {c.new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert max(seeds) > 1 << 200
