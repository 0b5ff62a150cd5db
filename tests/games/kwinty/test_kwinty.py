"""KWINTY: its reasons, its notation, and what it shows, on small walls."""

from __future__ import annotations

import random

import numpy as np
import pytest

import blockhaus
from blockhaus.core.engine import uncompiled
from blockhaus.core.rules import Plain, decisive, effect
from blockhaus.games import kwinty


def after(moves: str, **options: int) -> blockhaus.Position:
    return list(blockhaus.game("kwinty", **options).positions(moves.split()))[-1]


REFUSALS = [
    # reason, options, moves, move, cells, sentence
    ("start", {}, "", "h|", "", "The first block stands in column i, or lies over i and j."),
    ("apart", {}, "i|", "k|", "", "The block would touch no block of the wall."),
    ("uneven", {}, "i|", "i+j", "i1 i2", "needs two columns of equal height"),
    ("full", {"height": 4}, "i| i|", "i|", "i3 i4", "only 4 squares high"),
    ("full", {"height": 4}, "i| j| i+j", "j|", "i3 j3", "only 4 squares high"),
    ("wide", {"width": 5}, "i| j+k l+m", "h|", "l1 m1", "only 5 squares wide"),
    ("wide", {"width": 5}, "i| j+k l|", "m+n", "i1 i2", "only 5 squares wide"),
    ("short-ends", {}, "i+j i+j", "k+l", "i1 j1", "short ends of two of your own blocks"),
    ("short-ends", {}, "i+j i+j", "g+h", "i1 j1", "short ends of two of your own blocks"),
    ("short-ends", {}, "i| j|", "i|", "i1 i2", "short ends of two of your own blocks"),
]


@pytest.mark.parametrize(("code", "options", "moves", "move", "cells", "sentence"), REFUSALS)
def test_refusals(
    code: str, options: dict[str, int], moves: str, move: str, cells: str, sentence: str
) -> None:
    refusal = after(moves, **options).why_not(move)
    assert refusal is not None
    assert refusal.code == code
    assert sorted(refusal.cells) == cells.split()
    assert sentence in refusal.text()


def test_every_reason_is_among_them() -> None:
    assert {code for code, *_ in REFUSALS} == {reason.code for reason in kwinty.REASONS}


@pytest.mark.parametrize("move", ["i", "i||", "r|", "i+k", "j+i", "I|", "i + j", "|i", "+ij"])
def test_notation_has_one_form(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move"):
        blockhaus.game("kwinty").start().play(move)


def test_ends_may_touch_long_sides_and_the_other_colour() -> None:
    assert after("i+j").why_not("k+l") is None  # black beside white
    assert after("i+j h|").why_not("k|") is None  # an end against a long side


def test_five_in_line_wins_and_is_shown() -> None:
    position = after("i+j h| k| g| l| f| m|")
    assert position.outcome is not None
    assert position.outcome.winners == (0,)
    assert position.outcome.scores == (1, 0)
    (item,) = position.view()["tally"]
    assert (item["seat"], item["points"], item["text"]) == (0, 1, "line of {length}")
    assert item["facts"] == {"length": 5}
    assert item["cells"] == [[x, 0, 0] for x in range(8, 13)]


def test_offers_show_where_a_block_lands() -> None:
    offers = {offer["move"]: offer for offer in after("i+j").view(1)["offers"]}
    assert offers["i|"]["pick"] == [[8, 0, 1], [8, 0, 2]]
    assert offers["i|"]["add"][0]["colour"] == "black"
    assert offers["i|"]["take"] == []


def test_observation_is_the_movers() -> None:
    batch = blockhaus.batch("kwinty", 1)
    batch.step(np.array([kwinty.COLUMNS + kwinty.FIRST]))  # white lies over i and j
    own, theirs, own_lying, their_lying = batch.observation[0]
    assert not own.any()
    assert not own_lying.any()
    assert np.argwhere(theirs).tolist() == [[0, 8], [0, 9]]
    assert (their_lying == theirs).all()


def lines_at_once(position: blockhaus.Position, seat: int) -> list[int]:
    """The actions that would complete a line if it were the seat's turn."""
    found = []
    for action in range(kwinty.SPAN):
        s = Plain(position.record.copy())
        s.mover = seat
        if s.supply[seat] and kwinty.verdict(s, action) == 0:
            kwinty.play(s, action)
            if s.mover < 0 and s.ending == kwinty.FIVE:
                found.append(action)
    return found


@pytest.mark.parametrize("line", [4, 5, 6])
def test_decisive_moves_win_or_stop_a_win(line: int) -> None:
    """What playouts take at sight is a win, or the very move with which the other would win."""
    dice = random.Random(5)
    seen = {"win": 0, "stop": 0, "none": 0}
    for _ in range(20):
        position = blockhaus.game("kwinty", line=line).start()
        while not position.is_over:
            seat = position.to_move
            assert seat is not None
            with uncompiled():
                action = decisive(position.plain)
                wins = lines_at_once(position, seat)
                stops = {*lines_at_once(position, 1 - seat)} & {*position.actions}
            assert action in (wins or stops or [-1])
            seen["win" if wins else "stop" if stops else "none"] += 1
            position = position.after(dice.choice(position.actions))
    assert all(seen.values())


def test_an_effect_is_a_block_in_its_place() -> None:
    dice = random.Random(6)
    places: dict[int, list[tuple[int, int, int]]] = {}
    for _ in range(20):
        position = blockhaus.game("kwinty").start()
        while not position.is_over:
            with uncompiled():
                for action in position.actions:
                    squares = kwinty.landing(position.plain, action)
                    assert places.setdefault(effect(position.plain, action), squares) == squares
            position = position.after(dice.choice(position.actions))
    assert len({str(squares) for squares in places.values()}) == len(places)
    assert max(places) < kwinty.effects(position.plain)
