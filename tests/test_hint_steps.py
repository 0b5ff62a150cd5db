"""Hints in three strengths: each leads on from the one before, and none tells too much."""

from __future__ import annotations

import random

import pytest

import blockhaus
from blockhaus.commentary.hint_steps import CHOICES, STRENGTHS, area, picks_of, step
from blockhaus.commentary.hints import Hint, hint, in_words
from blockhaus.core.words import LANGUAGES


def position_after(name: str, decisions: int) -> blockhaus.Position:
    dice, position = random.Random(decisions), blockhaus.game(name).start(3)
    for _ in range(decisions):
        position = position.play(dice.choice(position.moves))
    return position


def hint_after(name: str, decisions: int) -> Hint:
    return hint(position_after(name, decisions), simulations=300, tell=in_words)


@pytest.mark.parametrize("name", blockhaus.games())
def test_every_strength_leads_on_from_the_one_before(name: str) -> None:
    for decisions in (0, 3, 6):
        found = hint_after(name, decisions)
        first, second, third = (step(found, strength) for strength in range(1, STRENGTHS + 1))
        picks = picks_of(found.analysis.position, found.move)
        assert third.cells == tuple(picks) and third.move == found.move
        assert second.cells == tuple(picks[:1]) and second.move is first.move is None
        assert set(second.cells) <= set(first.cells)
        for told in (first, second, third):
            texts = {told.sentence.text(lang) for lang in LANGUAGES}
            assert len(texts) == len(LANGUAGES)


@pytest.mark.parametrize("name", ["kwinty", "ksar"])
def test_the_part_that_is_lit_holds_other_choices(name: str) -> None:
    for decisions in (1, 2, 4):
        found = hint_after(name, decisions).analysis
        lit = area(found)
        begun = {tuple(picks_of(found.position, line.move)[0]) for line in found.lines}
        assert set(lit) <= begun
        assert len(lit) > min(CHOICES, len(begun) - 1)
        assert len(lit) < len(begun) or len(begun) < 2 * CHOICES


def test_the_part_is_the_same_when_it_is_asked_for_again() -> None:
    assert area(hint_after("ksar", 4).analysis) == area(hint_after("ksar", 4).analysis)


def test_moves_are_told_in_words() -> None:
    for decisions in range(8):
        position = position_after("kwinty", decisions)
        said = str(hint(position, simulations=300, tell=in_words).phrase)
        assert str(position.words_for(hint(position, simulations=300).move)) in said


def test_the_first_strength_names_the_part_and_what_to_look_for() -> None:
    said = str(step(hint_after("ksar", 4), 1).sentence)
    assert said.startswith("Look ") and " of the board, between " in said, said
    four = list(blockhaus.game("kwinty").positions(["i+j", "h|", "k|", "g|", "l|"]))[-1]
    threatened = str(step(hint(four, simulations=2000, tell=in_words), 1).sentence)
    assert threatened.startswith("Look at the foot of the wall, "), threatened
    assert threatened.endswith("White is about to win: find what prevents it."), threatened
    winning = four.play("f|")
    won = step(hint(winning, simulations=2000, tell=in_words), 1)
    assert str(won.sentence).endswith("You can win at once.")
    assert won.move is None and "m1" not in str(won.sentence).rpartition(".")[2]
