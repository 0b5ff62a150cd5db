"""Records and position codes: they round-trip, and damage gives a clear error, never a crash."""

from __future__ import annotations

import json
import random
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import blockhaus
from blockhaus import Record
from test_position import GAMES, random_position

fuzz = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
names = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters=["\u2028"]),
                max_size=30).filter(str.isprintable)  # fmt: skip
positions = st.builds(
    random_position, st.sampled_from(GAMES), st.integers(0, 40), st.integers(0, 2**256 - 1)
)


def damaged(text: str, dice: random.Random) -> str:
    """A text with one to three slips: something lost, doubled, swapped or foreign."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text) + 1)
        upto = min(len(text), at + dice.randrange(1, 6))
        foreign = "".join(dice.choices('abz019|+-*:.!^"[]\\{}\n \t\x00é', k=dice.randrange(4)))
        text = dice.choice(
            [text[:at] + text[upto:], text[:at] + foreign + text[at:], text[:upto] + text[at:],
             text[:at] + foreign + text[upto:]]
        )  # fmt: skip
    return text


@fuzz
@given(positions, st.lists(names, max_size=2), st.none() | st.dates())
def test_records_round_trip(
    position: blockhaus.Position, seats: list[str], day: date | None
) -> None:
    record = Record.of(position, seats, date=day and day.isoformat())
    again = Record.read(record.text)
    assert again.text == record.text
    assert again == record
    assert Record.read(record.json) == record
    assert again.positions()[-1] == position
    assert again.seats == seats


@fuzz
@given(positions)
def test_codes_round_trip(position: blockhaus.Position) -> None:
    again = blockhaus.position(position.code)
    assert again == position
    assert again.code == position.code
    assert again.history == position.history


@fuzz
@given(positions, st.randoms(use_true_random=False))
def test_damaged_records_give_clear_errors(
    position: blockhaus.Position, dice: random.Random
) -> None:
    for text in (Record.of(position).text, Record.of(position).json):
        try:
            Record.read(damaged(text, dice))
        except blockhaus.RecordError as error:
            assert error.line >= 1
            assert error.column >= 1
            assert str(error).startswith(f"line {error.line}, column {error.column}: ")


@fuzz
@given(st.text(max_size=300))
def test_hostile_records_give_clear_errors(text: str) -> None:
    for attempt in (text, '[Game "kwinty"]\n' + text, '{"game": "kwinty", "moves": ' + text):
        try:
            Record.read(attempt)
        except blockhaus.RecordError:
            pass


@fuzz
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text(max_size=5), inner, max_size=3),
                    max_leaves=8))  # fmt: skip
def test_hostile_json_gives_clear_errors(value: object) -> None:
    shapes: list[object] = [value]
    for field in ("game", "options", "seats", "moves", "seed", "date", "commit", "outcome"):
        shapes.append({"game": "kwinty", "moves": ["i|"], field: value})
    for shape in shapes:
        try:
            Record.read(json.dumps(shape))
        except blockhaus.RecordError:
            pass


@fuzz
@given(positions, st.randoms(use_true_random=False))
def test_damaged_codes_give_clear_errors(position: blockhaus.Position, dice: random.Random) -> None:
    try:
        blockhaus.position(damaged(position.code, dice))
    except blockhaus.CodeError as error:
        assert str(error)


@fuzz
@given(st.text(max_size=60), st.sampled_from(GAMES))
def test_hostile_codes_give_clear_errors(text: str, name: str) -> None:
    for attempt in (text, f"{name}:{text}", f"{name}:{text}:zzzz"):
        with pytest.raises(blockhaus.CodeError):
            blockhaus.position(attempt)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1, column 1: A record begins with the header"),
        ('[Game "chess"]', "line 1, column 1: There is no game 'chess'"),
        ('[Game "kwinty"]\n[Options "line=9"]', "line 2, column 1: line goes from 4 to 7"),
        ('[Game "kwinty"]\n[Mood "good"]', "line 2, column 1: There is no header Mood"),
        ('[Game "kwinty"]\n[Game "kwinty"]', "line 2, column 1: The header Game stands here"),
        ('[Game "kwinty"]\n  [Game kwinty]', "line 2, column 3: A header looks like"),
        ('[Game "kwinty"]\n\n1. i| 3. j|', "line 3, column 7: Here the number 2. is due"),
        ('[Game "kwinty"]\n\n1. i|\n   k|', "line 4, column 4: k|: The block would touch no"),
        ('[Game "kwinty"]\n\n1. i| x', "line 3, column 7: 'x' is not a move"),
        ('[Game "kwinty"]\n[Date "soon"]', "line 2, column 1: A date looks like"),
        ('[Game "kwinty"]\n[Seed "5"]', "line 2, column 1: KWINTY deals nothing"),
        ('[Game "kwinty"]\n[Seats "a" "b" "c"]', "line 2, column 1: There are 2 seats, not 3"),
        ('[Game "cube"]\n[Seed "x"]', "line 2, column 1: A seed is a whole number"),
        ('{"game": "kwinty"', "line 1, column 18: The JSON is damaged"),
        ('{"game": "kwinty"}', "'moves' is missing"),
        ('{"game": "kwinty", "moves": [1]}', "Seats and moves are lists of texts"),
        ('{"game": "kwinty", "moves": [], "mood": 1}', "There is no field 'mood'"),
        ("x" * 1_000_001, "at most 1000000 characters"),
    ],
)
def test_damage_is_located(text: str, says: str) -> None:
    with pytest.raises(blockhaus.RecordError) as caught:
        Record.read(text)
    assert says in str(caught.value)


def test_a_wrong_outcome_is_found() -> None:
    position = random_position("kwinty", 100)
    text = Record.of(position).text.replace('[Outcome "', '[Outcome "9')
    with pytest.raises(blockhaus.RecordError, match="The moves lead to the outcome"):
        Record.read(text)


def test_a_result_the_moves_do_not_show_is_kept() -> None:
    record = Record(blockhaus.game("kwinty"), ["i|"], ["Ann", "Ben"], outcome="1:0 0 resigned")
    assert Record.read(record.text).outcome == "1:0 0 resigned"


def test_a_dealt_game_without_its_seed_keeps_its_moves() -> None:
    position = random_position("cube", 12)
    hidden = Record(position.game, position.history)
    again = Record.read(hidden.text)
    assert again.moves == position.history
    assert "Seed" not in again.text
    with pytest.raises(blockhaus.RecordError, match="The seed is not revealed yet"):
        again.positions()


def test_numbers_count_rounds() -> None:
    record = Record(blockhaus.game("kwinty"), ["i+j", "k|", "h|"])
    assert record.text == '[Game "kwinty"]\n\n1. i+j k| 2. h|\n'


@pytest.mark.parametrize("code", ["", ":", "kwinty", "kwinty:", "chess:1", "kwinty:line=9:1",
                                  "kwinty:line:1", "kwinty:\u00e9",
                                  "kwinty:" + "z" * 9000, 5])  # fmt: skip
def test_broken_codes(code: str) -> None:
    with pytest.raises(blockhaus.CodeError):
        blockhaus.position(code)


def test_codes_are_short() -> None:
    assert len(random_position("kwinty", 100).code) < 50
    assert len(random_position("kewbz", 200).code) < 120
