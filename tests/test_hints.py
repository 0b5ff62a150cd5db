"""Hints: they say what a move achieves or prevents, and claim no more than is proven."""

from __future__ import annotations

from dataclasses import replace

import pytest

import blockhaus
from blockhaus.commentary.hints import explain, hint
from blockhaus.core.chance import rng_from
from blockhaus.search.estimate import redealt
from reviewed import planted, played, wins

GAMES = blockhaus.games()
SECRET = [name for name in GAMES if blockhaus.game(name).spec.secrets]


def test_a_hint_takes_a_win() -> None:
    _, position = planted("kwinty")
    found = hint(position, simulations=200)
    assert found.move in wins(position)
    assert found.sentence == f"{found.move} wins at once."


def test_a_hint_tells_what_it_prevents() -> None:
    """Whatever is said to be prevented wins at once after another move, and not after this one."""
    told = 0
    game = blockhaus.game("kwinty")
    for seed in range(40):
        for position in played(game, f"random:seed={seed}").positions()[4:-1]:
            found = hint(position, simulations=60)
            if "which would win at once" not in found.sentence:
                continue
            threat = found.sentence.partition("'s ")[2].partition(",")[0]
            others = [line.move for line in found.analysis.lines[1:6]]
            assert all(threat in wins(position.play(move)) for move in others)
            assert threat not in wins(position.play(found.move))
            if "only move that does not lose" in found.sentence:
                assert all(line.loses for line in found.analysis.lines[1:])
            told += 1
            if told == 2:
                return
    raise AssertionError("no threat was told")


def test_hints_are_sentences() -> None:
    for name in GAMES:
        position = blockhaus.game(name).start(1)
        for _ in range(3):
            found = hint(position, simulations=120)
            assert found.move in position.moves
            assert found.sentence.startswith(found.move)
            assert found.sentence.endswith(".")
            position = position.play(found.move)


@pytest.mark.parametrize("name", SECRET)
def test_a_hint_tells_nothing_hidden(name: str) -> None:
    game = blockhaus.game(name)
    position = played(game, "search:simulations=40", decisions=9).positions()[-1]
    deal = redealt(position, position.to_move or 0, rng_from(3))
    assert hint(position, simulations=150).sentence == hint(deal, simulations=150).sentence


def test_a_hint_names_the_move_that_is_far_behind() -> None:
    position = blockhaus.game("cube").start(3)
    position = position.play(position.moves[0])
    found = blockhaus.analyse(position, simulations=300, lines=2)
    for win, told in ((0.2, "against 20 % with"), (0.45, "against 45 %"), (0.49, "50 % to win.")):
        pair = [replace(line, scores=None, proven=None, visits=99) for line in found.lines]
        lines = (replace(pair[0], win=0.5), replace(pair[1], win=win))
        assert told in str(explain(replace(found, lines=lines)))


def test_a_lost_position_is_fought() -> None:
    game = blockhaus.game("kwinty")
    for seed in range(40):
        for position in played(game, f"random:seed={seed}").positions()[-6:-1]:
            found = blockhaus.analyse(position, simulations=300, lines=99)
            if found.lines[0].loses:
                assert str(explain(found)).startswith("Everything loses; ")
                assert all(line.loses for line in found.lines)
                return
    raise AssertionError("no lost position was found")
