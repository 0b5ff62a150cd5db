"""PILLARS is held to what every game of the house is held to."""

from __future__ import annotations

import pytest
from reference import Naive, all_lines

import blockhaus
from blockhaus.testing import (
    check_book,
    check_examples,
    check_game,
    check_reference,
    check_words,
)

by_levels = pytest.mark.parametrize("levels", [1, 3, 4, 8])


@by_levels
def test_every_position_conforms(levels: int) -> None:
    check_game(blockhaus.game("pillars", levels=levels), games=5)
    check_game(blockhaus.game("pillars", levels=levels), games=1, seed=1, plain=True)


@by_levels
def test_random_games_agree_with_the_reference(levels: int) -> None:
    check_reference(blockhaus.game("pillars", levels=levels), Naive, games=10)


def test_all_openings_agree_with_the_reference() -> None:
    check_reference(blockhaus.game("pillars"), Naive, depth=2)


def test_the_reference_knows_all_lines() -> None:
    """Of a cube of 4 x 4 x 4 cells 76 are known; each is found from both its ends."""
    assert len(all_lines(4)) == 2 * 76
    assert len(all_lines(1)) == 2 * 10


def test_the_worked_examples() -> None:
    assert check_examples("pillars", Naive) >= 12


def test_the_rulebook_is_whole() -> None:
    assert check_book("pillars") == 5


def test_everything_is_said_in_every_language() -> None:
    check_words("pillars", {}, {"levels": 1})
