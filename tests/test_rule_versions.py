"""Codes and records say by which version of the rules they were made, and are held to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import blockhaus
from blockhaus import CodeError, Record, RecordError
from blockhaus.core import rules
from blockhaus.core.engine import uncompiled
from blockhaus.core.game import Game
from blockhaus.core.rooms import announce, find_room
from blockhaus.core.words import LANGUAGES

WON = ["i+j", "h|", "k|", "g|", "l|", "f|", "m|"]


@pytest.fixture(autouse=True)
def _plain() -> Iterator[None]:
    with uncompiled():
        yield


def second_version(name: str, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> Game:
    """The game by a version 2 of its rules, some of which are others."""
    room = find_room(name)
    monkeypatch.setattr(room, "spec", replace(room.spec, version=2))
    for rule, function in changed.items():
        monkeypatch.setitem(rules._table[rule], room.definition.state, function)
    return blockhaus.game(name)


def end(game: Game, moves: list[str] = WON) -> blockhaus.Position:
    return list(game.positions(moves))[-1]


def the_other_wins(s: Any, points: Any) -> int:
    points[1] = 1
    return 2


def test_the_first_version_is_not_told() -> None:
    position = end(blockhaus.game("kwinty", width=7), ["i|"])
    assert position.code.startswith("kwinty:width=7:")
    assert "Rules" not in Record.of(position).text
    assert json.loads(Record.of(position).json)["rules"] is None


def test_codes_and_records_of_before_are_read_as_before() -> None:
    """Made before rules had versions."""
    position = end(blockhaus.game("kwinty"), ["i|", "j+k"])
    assert blockhaus.position("kwinty:2V0jVTea") == position
    assert Record.read('[Game "kwinty"]\n\n1. i| j+k\n').positions()[-1] == position
    assert Record.read('{"game": "kwinty", "moves": ["i|", "j+k"]}').positions()[-1] == position


def test_a_later_version_is_told_and_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    position = end(second_version("kwinty", monkeypatch))
    record = Record.of(position, ["Ann", "Ben"])
    assert position.code.startswith("kwinty@2:")
    assert '[Rules "2"]' in record.text.split("\n")
    assert blockhaus.position(position.code) == position
    assert Record.read(record.text) == record
    assert Record.read(record.json) == record


def test_a_code_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first = end(blockhaus.game("kwinty")).code
    second = end(second_version("kwinty", monkeypatch)).code
    with pytest.raises(CodeError) as error:
        blockhaus.position(first)
    assert str(error.value) == (
        "The position code was made by version 1 of the rules of KWINTY; here version 2 is played, "
        "in which it would be another position."
    )
    monkeypatch.undo()
    with pytest.raises(CodeError, match="made by version 2 of the rules of KWINTY; here version 1"):
        blockhaus.position(second)
    said = {error.value.text(lang) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_that_ends_the_same_is_read(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    first = Record.of(end(blockhaus.game("kwinty")), ["Ann", "Ben"])
    game = second_version("kwinty", monkeypatch)
    again = Record.read(getattr(first, form))
    assert again.positions()[-1] == end(game)
    assert (again.seats, again.outcome) == (first.seats, first.outcome)
    assert '[Rules "2"]' in again.text


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_that_ends_otherwise_is_refused(
    monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    second_version("kwinty", monkeypatch, score=the_other_wins)
    by_second = getattr(Record.of(end(blockhaus.game("kwinty"))), form)
    monkeypatch.undo()
    with pytest.raises(RecordError) as error:
        Record.read(by_second)
    assert error.value.message == (
        "The record was made by version 2 of the rules of KWINTY; by version 1, which is played "
        "here, its moves may give another game."
    )
    assert error.value.line == (2 if form == "text" else 1)
    assert len({error.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("moves", ["1. i| j+k", "1. i| m|", ""], ids=["open", "illegal", "none"])
def test_a_record_that_cannot_be_compared_is_refused(
    monkeypatch: pytest.MonkeyPatch, moves: str
) -> None:
    second_version("kwinty", monkeypatch)
    with pytest.raises(RecordError, match="made by version 1 of the rules of KWINTY"):
        Record.read(f'[Game "kwinty"]\n\n{moves}\n')


def test_an_outcome_that_was_not_reached_does_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    second_version("kwinty", monkeypatch)
    with pytest.raises(RecordError, match="made by version 1"):
        Record.read('[Game "kwinty"]\n[Outcome "1:0 0 a line is complete"]\n\n1. i| j+k\n')


@pytest.mark.usefixtures("forgotten_rooms")
def test_a_dealt_game_without_its_seed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    announce("faulty", "faulty")
    game, outcome = blockhaus.game("faulty"), "2:1 0 all cubes are placed"
    text = Record(game, ["a1", "a1", "a1"], outcome=outcome).text
    second_version("faulty", monkeypatch)
    with pytest.raises(RecordError, match="made by version 1 of the rules of FAULTY"):
        Record.read(text)
