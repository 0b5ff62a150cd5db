"""An analysis: every line it shows was tried, and what it calls proven can be played out."""

from __future__ import annotations

import random
from typing import Any

import pytest

import blockhaus
from blockhaus.core.chance import rng_from
from blockhaus.search.estimate import redealt
from blockhaus.search.search import Search, Settings
from blockhaus.search.tree_memory import NEGLECTED

OPEN_GAMES = [name for name in blockhaus.games() if not blockhaus.game(name).spec.secrets]


def near_the_end(game: blockhaus.Game, seed: int, left: int) -> blockhaus.Position:
    dice = random.Random(seed)
    trail = [game.start(seed)]
    while not trail[-1].is_over:
        trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
    return trail[-1 - left]


@pytest.mark.parametrize("name", blockhaus.games())
def test_every_line_shown_was_tried_and_the_best_comes_first(name: str) -> None:
    position = blockhaus.game(name).start(1)
    while len(position.moves) == 1:
        position = position.play(position.moves[0])
    found = blockhaus.analyse(position, simulations=1500, lines=3)
    assert found.simulations == 1500
    most = max(line.visits for line in found.lines)
    for line in found.lines:
        assert line.proven is not None or line.visits * NEGLECTED * 2 > most
    wins = [line.win for line in found.lines]
    assert wins == pytest.approx(sorted(wins, reverse=True), abs=0.05)


@pytest.mark.parametrize("name", OPEN_GAMES)
def test_a_proven_line_is_played_out(name: str) -> None:
    """Where solving shares in it and where the tree alone has the proof."""
    proofs = 0
    for seed in range(4):
        position = near_the_end(blockhaus.game(name), seed, 3)
        for effort in (40, 2000):
            for line in blockhaus.analyse(position, simulations=effort, lines=5).lines:
                end = position
                for move in line.line:
                    end = end.play(move)
                if line.proven is not None:
                    proofs += 1
                    assert end.outcome is not None
                    assert end.outcome.winners == line.proven
                    assert end.outcome.scores == line.scores
                    if len(line.proven) == 1:
                        assert len(line.line) == line.distance
    assert proofs > 4


def test_beside_a_solved_move_the_others_are_told_truly() -> None:
    """One move wins; what is said of the others is proven, too, or rests on many games."""
    position = near_the_end(blockhaus.game("kewbz"), 4, 5)
    found = blockhaus.analyse(position, simulations=2000, lines=4)
    assert found.lines[0].wins
    for line in found.lines:
        assert line.proven is not None or line.visits >= 100


@pytest.mark.parametrize("name", [name for name in blockhaus.games() if name not in OPEN_GAMES])
def test_an_analysis_tells_nothing_hidden(name: str) -> None:
    """It is the same for every deal that the seat to move cannot tell apart."""
    for seed in range(3):
        position = near_the_end(blockhaus.game(name), seed, 10)
        seat = position.to_move
        assert seat is not None
        found = blockhaus.analyse(position, simulations=300, lines=3).data()
        for deal in range(3):
            other = redealt(position, seat, rng_from(deal))
            assert other.secrets() != position.secrets()
            assert blockhaus.analyse(other, simulations=300, lines=3).data() == found


def test_trying_one_move_alone_proves_nothing_of_the_position() -> None:
    position = near_the_end(blockhaus.game("kwinty"), 3, 4)
    search = Search(position.game, Settings.of(position.game, exact=False))
    search.look(position)
    search.run(simulations=2)
    tree = search.trees[0]
    before = tree.nodes.entries[0].copy()
    for child in tree.children(0):
        with tree.attending(child):
            search._simulate(tree, 200)
            assert len(search.ranking) == len(position.actions)
        assert tree.nodes.entries[0] == before


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"seconds": -1}, "seconds cannot be -1"),
        ({"seconds": float("nan")}, "seconds cannot be nan"),
        ({"seconds": "long"}, "seconds cannot be 'long'"),
        ({"lines": 0}, "lines cannot be 0"),
        ({"simulations": 0}, "simulations cannot be 0"),
        ({"simulations": 1e3}, "simulations cannot be 1000.0: it is a whole number from 1 on"),
        ({"threads": 0}, "threads cannot be 0"),
    ],
    ids=str,
)
def test_impossible_wishes_are_explained(wish: dict[str, Any], says: str) -> None:
    with pytest.raises(blockhaus.BlockhausError, match=says):
        blockhaus.analyse(blockhaus.game("kwinty").start(), **wish)


def test_what_was_not_tried_is_not_called_even() -> None:
    line = blockhaus.analyse(blockhaus.game("kewbz").start(), simulations=1, lines=2).lines[1]
    assert line.opinion == "not tried"
    assert "%" not in str(line)
