"""Our games played through OpenSpiel are our games."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import blockhaus
from blockhaus.adapters.open_spiel import PREFIX, state_at
from games.shared import all_games


def name_in_open_spiel(game: blockhaus.Game, seed: int) -> str:
    options = {name: value.replace(",", " ") for name, value in game.shown_options().items()}
    chosen = [f"{name}={value}" for name, value in {**options, "seed": seed}.items()]
    return f"{PREFIX}{game.id}({','.join(chosen)})"


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_random_games_are_the_same(game: blockhaus.Game) -> None:
    dice = random.Random(5)
    theirs = pyspiel.load_game(name_in_open_spiel(game, 9))
    assert theirs.num_players() == game.players
    assert theirs.num_distinct_actions() == game.actions
    state, position = theirs.new_initial_state(), game.start(9)
    while not position.is_over:
        assert state.current_player() == position.to_move
        assert state.legal_actions() == list(position.actions)
        action = dice.choice(position.actions)
        assert state.action_to_string(action) == game.text(action)
        copy = state.clone()
        state.apply_action(action)
        assert copy.position == position
        position = position.after(action)
        assert state.position == position
    assert state.is_terminal()
    assert position.outcome
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    best = {seat for seat in range(game.players) if returns[seat] == max(returns)}
    assert best == set(position.outcome.winners)
    assert returns == pytest.approx(
        [
            (game.players * (seat in best) / len(best) - 1) / (game.players - 1)
            for seat in range(game.players)
        ]
    )


@pytest.mark.parametrize("name", blockhaus.games())
def test_their_search_plays_our_games(name: str) -> None:
    game = pyspiel.load_game(f"{PREFIX}{name}")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 3, evaluator, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    for _ in range(2):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 2
    blind = state.position.blind(state.current_player(), 3)
    assert bot.step(state_at(game, blind)) in blind.actions


def test_a_seat_observes_what_it_may_see() -> None:
    game = pyspiel.load_game(f"{PREFIX}cube(seed=3)")
    one, other = (game.new_initial_state().observation_string(seat) for seat in range(2))
    assert one != other
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert "hand" in one


def test_games_can_be_pickled() -> None:
    game = pyspiel.load_game(f"{PREFIX}qbq(players=3)")
    again = pickle.loads(pickle.dumps(game))
    assert again.num_players() == 3
    assert str(again) == str(game)


def test_bad_options_are_told() -> None:
    with pytest.raises(blockhaus.OptionError, match="width goes from 5 to 9"):
        pyspiel.load_game(f"{PREFIX}kwinty(width=3)")
