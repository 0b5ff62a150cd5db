"""Ratings as the author of Glicko-2 works them out, and what they have to keep to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockhaus.house.glicko import MOST_DOUBT, Meeting, Standing, rated

# Mark Glickman's worked example: a player of 1500, RD 200, against three others.
EXAMPLE = [Meeting(1400, 30, 1), Meeting(1550, 100, 0), Meeting(1700, 300, 0)]
meetings = st.lists(
    st.builds(Meeting, st.floats(500, 3000), st.floats(30, 350), st.sampled_from([0.0, 0.5, 1.0])),
    min_size=1,
    max_size=5,
)
standings = st.builds(Standing, st.floats(500, 3000), st.floats(30, 350), st.floats(0.04, 0.1))


def test_the_published_example() -> None:
    after = rated(Standing(1500, 200, 0.06), EXAMPLE)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.doubt == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_is_in_more_doubt() -> None:
    """Without games the paper's step 6 alone: RD becomes the root of RD² + sigma²."""
    after = rated(Standing(1500, 200, 0.06), [])
    assert after.doubt == pytest.approx((200**2 + (173.7178 * 0.06) ** 2) ** 0.5)
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert Standing(1500, 340).after(1e6).doubt == MOST_DOUBT


@given(standings, meetings)
def test_games_make_doubt_smaller_than_time_makes_it(
    before: Standing, played: list[Meeting]
) -> None:
    after = rated(before, played, periods=0)
    assert 0 < after.doubt <= before.doubt
    assert 0 < after.volatility < 1


@given(standings, st.floats(500, 3000), st.floats(30, 350))
def test_a_win_raises_and_a_loss_lowers(before: Standing, rating: float, doubt: float) -> None:
    won, drawn, lost = (rated(before, [Meeting(rating, doubt, s)]).rating for s in (1, 0.5, 0))
    assert lost <= before.rating <= won
    assert lost <= drawn <= won
    assert (drawn > before.rating) == (rating > before.rating) or abs(drawn - before.rating) < 1e-6


def test_many_games_find_the_level_that_is_even() -> None:
    """Half the points against somebody of 1800 is 1800, whatever one began with."""
    standing = Standing()
    for number in range(60):
        standing = rated(standing, [Meeting(1800, 40, number % 2)], periods=0.1)
    assert abs(standing.rating - 1800) < standing.doubt < 80
