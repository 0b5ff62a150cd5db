"""Every game keeps what every game must keep, and a broken one is found out."""

from __future__ import annotations

import sys

import pytest
from option_sets import all_games

import blockhaus
from blockhaus.core import game as game_module
from blockhaus.core.game import Definition
from blockhaus.testing import Broken, check_game
from faulty import FAULTS, faulty_game

# Random games a default run looks at; a QBQ game has some 600 positions.
GAMES = {"qbq": 1}
FULL_GAMES = 50


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_every_position_conforms(game: blockhaus.Game, full: bool) -> None:
    games = FULL_GAMES if full else GAMES.get(game.id, 4)
    assert check_game(game, games) > games


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_uncompiled_rules_agree(game: blockhaus.Game, full: bool) -> None:
    check_game(game, 10 if full else 1, seed=7, plain=True, replays=1)


@pytest.fixture
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The faulty game is known by name for the length of a test."""
    definition = Definition.of(sys.modules["faulty"])
    monkeypatch.setitem(game_module._definitions, "faulty", definition)


@pytest.mark.usefixtures("_known")
def test_a_sound_game_passes() -> None:
    assert check_game(faulty_game("none"), 20) > 20


@pytest.mark.usefixtures("_known")
@pytest.mark.parametrize("fault", FAULTS[1:])
def test_a_broken_game_is_found_out(fault: str) -> None:
    with pytest.raises(Broken, match=FAULTS_SAY[fault]):
        check_game(faulty_game(fault), 20, plain=True)


FAULTS_SAY = {
    "lost-piece": "the invariant does not hold: a cube is lost",
    "floating": "nothing supports",
    "overlap": "two blocks share a cell",
    "unlisted": "the list of moves is not what the verdicts say",
    "no-reason": "a verdict has no reason",
    "stuck": "nobody can move",
    "peeking": "a redeal of what seat 0 cannot see shows in its view",
    "loud": "is called quiet",
    "leaking": "a redeal for seat 0 depends on what it cannot see",
    "telling": "sees into another hand",
    "tally": "the tally",
    "notation": "two actions have the same notation",
    "unfinished": "is not a finished sentence",
    "planes": "leaves its planes",
    "unseeded": "the same seed gives another start",
    "overflow": "a value does not fit its field",
    "alike": "have the same picks and label",
    "unlabelled": "has no label",
    "prompt": "nobody says what is due",
}


def test_every_fault_is_named() -> None:
    assert set(FAULTS_SAY) == set(FAULTS[1:])
