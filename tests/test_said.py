"""Moves that are typed in notation or in words are understood, or answered with a reason."""

from __future__ import annotations

import pytest

import blockhaus
from blockhaus.core.errors import NotationError
from blockhaus.core.position import Position
from blockhaus.core.said import meant
from blockhaus.core.words import Phrase

START = blockhaus.game("kwinty").start()
LATER = START.play("i+j")


@pytest.mark.parametrize(
    "said", ["i+j", " I + J ", "block lying on i1 and j1", "Lying I1 J1.", "i1 j1 lying"]
)
def test_notation_and_words_are_taken_as_they_come(said: str) -> None:
    assert meant(START, said) == (["i+j"], None)


@pytest.mark.parametrize("lang", ["de", "fr", "es", "nl"])
def test_words_are_those_of_the_reader_or_english(lang: str) -> None:
    for move in LATER.moves:
        told = LATER.words_for(move).text(lang)
        assert meant(LATER, told.upper(), lang) == ([move], None)
        assert meant(LATER, str(LATER.words_for(move)), lang) == ([move], None)


def test_words_that_fit_several_moves_name_them_all() -> None:
    moves, refusal = meant(START, "block")
    assert moves == START.moves and refusal is None


def test_a_move_that_a_rule_forbids_is_told_why() -> None:
    for said in ("b|", "block upright from b1 to b2", "upright b1"):
        moves, refusal = meant(LATER, said)
        assert moves == [] and refusal is not None and refusal.code == "apart"


def test_what_is_no_move_at_all_is_a_slip() -> None:
    with pytest.raises(NotationError, match="'good morning' is not a move"):
        meant(START, "good morning")
    with pytest.raises(NotationError):
        meant(START, "!")


def test_slips_in_one_position_are_looked_up_and_not_told_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = blockhaus.game("ksar", frame=12).start()
    told: list[str] = []
    words_for = Position.words_for

    def counted(self: Position, move: str) -> Phrase:
        told.append(move)
        return words_for(self, move)

    monkeypatch.setattr(Position, "words_for", counted)
    with pytest.raises(NotationError):
        meant(position, "good morning")
    first = len(told)
    for said in ("good day", "good evening", "good night"):
        with pytest.raises(NotationError):
            meant(position, said)
    offered = len(position.offered)
    assert first == position.game.actions + offered
    assert len(told) == first + 3 * offered
