"""A broken game is found out. That every game of the house is sound is tested in tests/games."""

from __future__ import annotations

import pytest

from blockhaus.core.rooms import announce
from blockhaus.testing import Broken, check_game
from faulty import FAULTS, faulty_game


@pytest.fixture(autouse=True)
def _known(forgotten_rooms: None) -> None:
    """The faulty game is known by name for the length of a test."""
    announce("faulty", "faulty")


def test_a_sound_game_passes() -> None:
    assert check_game(faulty_game("none"), 20) > 20


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
    "steps": "the steps of 'move' are not the picks of",
    "far": "a block is out of reach",
    "crooked": "a symmetry",
}


def test_every_fault_is_named() -> None:
    assert set(FAULTS_SAY) == set(FAULTS[1:])
