"""The coach speaks only of what is proven, where something better is there, and in time."""

from __future__ import annotations

import random
import time

import pytest

import blockhaus
from blockhaus.learn import coaching
from blockhaus.learn.coaching import AHEAD, warning
from blockhaus.search.solve import Solver

FOUR = ["i+j", "h|", "k|", "g|", "l|"]  # white completes five unless black stands in the way


def threatened() -> blockhaus.Position:
    return list(blockhaus.game("kwinty").positions(FOUR))[-1]


def random_games(name: str, games: int) -> list[blockhaus.Position]:
    found = []
    for seed in range(games):
        dice, position = random.Random(seed), blockhaus.game(name).start()
        while not position.is_over:
            found.append(position)
            position = position.play(dice.choice(position.moves))
    return found


def test_a_win_that_is_handed_over_is_shown() -> None:
    found = warning(threatened(), "f|")
    assert found
    assert found.line == ("f|", "m|") and found.positions[-1].is_over
    assert str(found.sentence) == "After f| White wins at once with m|."
    assert warning(threatened(), "m|") is None


def test_a_warning_is_proven_and_something_else_holds() -> None:
    warned = 0
    for position in random_games("kwinty", 4):
        seat = position.to_move
        for move in position.moves[::3]:
            found = warning(position, move)
            if found is None:
                continue
            warned += 1
            end = found.positions[-1]
            assert end.outcome and seat not in end.outcome.winners
            assert len(found.line) <= AHEAD + 1
            solver = Solver(position.game)
            solver.allow(1_000_000)
            others = [position.after(action) for action in position.actions]
            soon, enemy = len(found.line) - 1, 1 - (seat or 0)
            assert any(other.is_over or solver.force(other, enemy, soon) < 0 for other in others)
    assert warned


def test_who_is_lost_anyway_is_left_in_peace() -> None:
    quiet = 0
    for position in random_games("kwinty", 12):
        winners = [_winner(position.after(action)) for action in position.actions]
        if position.to_move not in winners and None not in winners:
            assert warning(position, position.moves[0]) is None
            quiet += 1
    for position in random_games("kwinty", 12):
        if len(position.actions) == 1:
            assert warning(position, position.moves[0]) is None
            quiet += 1
    assert quiet


def _winner(position: blockhaus.Position) -> int | None:
    """Who has won, or wins with the next decision."""
    ends = [position] if position.is_over else [position.after(a) for a in position.actions]
    won = [end.outcome.winners[0] for end in ends if end.outcome and len(end.outcome.winners) == 1]
    return won[0] if won else None


def test_nothing_is_said_where_things_are_hidden() -> None:
    position = blockhaus.game("cube").start(1)
    assert all(warning(position, move) is None for move in position.moves)


def test_what_takes_too_long_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "NODES", 0)
    assert warning(threatened(), "f|") is None


@pytest.mark.parametrize("name", ["kewbz", "ksar", "turris", "qbq"])
def test_the_coach_answers_in_time(name: str) -> None:
    position = blockhaus.game(name).start()
    warning(position, position.moves[0])  # loads what is compiled
    for position in random_games(name, 1)[::7][:6]:
        began = time.monotonic()
        warning(position, position.moves[0])
        assert time.monotonic() - began < 20 * coaching.SECONDS  # on a machine that is busy, too
