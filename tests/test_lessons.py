"""First steps: every game's hold in every language, and answers are judged by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import blockhaus
from blockhaus.core.engine import uncompiled
from blockhaus.core.errors import NotationError
from blockhaus.learn import lessons
from blockhaus.learn.lessons import (
    Answer,
    Lesson,
    LessonError,
    Step,
    hint,
    judge,
    pointable,
    read_lesson,
)
from blockhaus.testing import Broken, check_lessons
from blockhaus.testing.lessons import check_game, check_step, check_texts

STAND: dict[str, Any] = {
    "name": "stand",
    "goal": {"kind": "stand"},
    "solution": "i|",
    "then": "j|",
    "mistake": [
        {"name": "elsewhere", "when": {"refused": "R1"}, "try": "h|"},
        {"name": "lying", "when": {"other": True}, "try": "i+j", "then": "k|"},
    ],
}
POINT: dict[str, Any] = {
    "name": "point",
    "moves": "i| j|",
    "goal": {"cells": [[8, 0, 0], [8, 0, 1]]},
    "mistake": [{"name": "black", "when": {"cells": [[9, 0, 1]]}, "try": [9, 0, 1]}],
}
FIVE: dict[str, Any] = {
    "name": "five",
    "moves": "i| j| i+j h|",
    "goal": {"wins": True, "event": "line"},
    "solution": "i|",
    "mistake": [{"name": "four", "when": {"event": "short-line"}, "try": "i+j", "then": "i|"}],
}
SAID = {"title": "A title", "task": "Do it.", "done": "Well done.", "hint": "Like this."}


def told(entry: dict[str, Any]) -> dict[str, Any]:
    return {**SAID, "mistakes": {each["name"]: each["name"] for each in entry["mistake"]}}


@pytest.fixture
def step(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Steps of KWINTY, whose mistakes are told by their names; the rules run uncompiled."""
    texts = {entry["name"]: told(entry) for entry in (STAND, POINT, FIVE)}
    monkeypatch.setattr(lessons, "texts", lambda game, lang: texts)

    def read(entry: dict[str, Any], **other: Any) -> Step:
        return read_lesson("kwinty", {"step": [{**entry, **other}]}).steps[0]

    with uncompiled():
        yield read


@pytest.mark.parametrize("name", blockhaus.games())
def test_the_first_steps_of_every_game_hold_in_every_language(name: str) -> None:
    with uncompiled():
        assert check_lessons(name)


def test_a_move_is_judged_by_the_rules(step: Any) -> None:
    right = judge(step(STAND), Answer(move="i|"))
    assert right.done and right.text == "Well done."
    assert [each.history for each in right.line] == [[], ["i|"], ["i|", "j|"]]
    wrong = judge(step(STAND), Answer(move="i+j"))
    assert not wrong.done and wrong.mistake == wrong.text == "lying"
    assert wrong.line[-1].history == ["i+j", "k|"]  # what it leads to
    refused = judge(step(STAND), Answer(move="h|"))
    assert refused.refusal and refused.mistake == "elsewhere" and len(refused.line) == 1


def test_what_the_step_knows_nothing_of_is_answered_too(step: Any) -> None:
    bare = step(STAND, mistake=[])
    assert "something else" in judge(bare, Answer(move="i+j")).text
    assert "etwas anderes" in judge(bare, Answer(move="i+j"), "de").text
    assert judge(bare, Answer(move="h|")).text.startswith("The first block stands in column i")
    assert judge(step(POINT, mistake=[]), Answer(cell=(9, 0, 0))).text.startswith("Not there")
    with pytest.raises(NotationError):
        judge(bare, Answer(move="hello"))
    for wrong in (Answer(cell=(8, 0, 0)), Answer(side="front"), Answer()):
        with pytest.raises(LessonError):
            judge(bare, wrong)
    with pytest.raises(LessonError):
        judge(step(POINT), Answer(move="i|"))


def test_all_that_a_goal_says_must_hold(step: Any) -> None:
    assert judge(step(FIVE), Answer(move="i|")).done
    assert not judge(step(FIVE, goal={"wins": True, "kind": "lie"}), Answer(move="i|")).done
    assert judge(step(FIVE, goal={"move": ["k|", "i|"]}), Answer(move="i|")).done
    four = judge(step(FIVE), Answer(move="i+j"))
    assert four.mistake == "four" and four.line[-1].history[-1] == "i|"


def test_cells_and_sides_are_pointed_at(step: Any) -> None:
    assert judge(step(POINT), Answer(cell=(8, 0, 1))).done
    assert judge(step(POINT), Answer(cell=(9, 0, 1))).mistake == "black"
    cells = pointable(step(POINT))
    assert cells["i1"] == (8, 0, 0) and cells["i3"] == (8, 0, 2) and cells["k1"] == (10, 0, 0)
    assert "i4" not in cells and len(set(cells.values())) == len(cells)
    side = step(POINT, goal={"side": "front"}, mistake=[])
    assert side.asks == "side" and side.solution == Answer(side="front")
    assert judge(side, Answer(side="front")).done and not judge(side, Answer(side="top")).done


def test_hints_grow_clearer(step: Any) -> None:
    first, second, third = (hint(step(FIVE), strength) for strength in (1, 2, 3))
    assert first.text == "Like this." and not first.cells and first.answer is None
    assert len(second.cells) == 1 and "i4" in second.text and second.answer is None
    assert len(third.cells) == 2 and third.answer == Answer(move="i|")
    assert hint(step(POINT), 3).answer == Answer(cell=(8, 0, 0))


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"name": "game", "goal": {}}, "cannot be called"),
        ({"name": "a step", "goal": {}}, "cannot be called"),
        ({"name": "none"}, "has no goal"),
        ({"name": "odd", "goal": {"colour": "red"}}, "knows no 'colour'"),
        ({"name": "odd", "goal": {"side": "below"}}, "no side"),
        ({"name": "odd", "goal": {"wins": True}, "hints": 3}, "knows no 'hints'"),
        ({**STAND, "mistake": [{"name": "lying", "when": {"other": True}}]}, "has no try"),
    ],
)
def test_what_is_written_wrongly_is_said(entry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(LessonError, match=sentence):
        read_lesson("kwinty", {"step": [entry]})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"solution": "i+j"}, "its solution is answered"),
        ({"then": "q|"}, "its solution"),
        ({"goal": {"kind": "lean"}}, "no kind of move"),
        ({"mistake": []}, "0 mistakes"),
        ({"mistake": [{"name": "lying", "when": {"refused": "9"}, "try": "i+j"}]}, "is not lying"),
        ({"mistake": [{"name": "lying", "when": {"other": True}, "try": "i|"}]}, "is not lying"),
    ],
)
def test_a_step_that_does_not_hold_is_found(step: Any, change: Any, sentence: str) -> None:
    check_step(step(STAND))
    with pytest.raises(Broken, match=sentence):
        check_step(step(STAND, **change))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stand": {}}, "does not say"),
        ({"other": SAID}, "there are no steps"),
        ({"game": {**SAID, "title": "one two three four five six"}}, "5 words"),
        ({"game": {**SAID, "task": "word " * 31}}, "30 words"),
        ({"game": {**SAID, "mistakes": {"none": "None."}}}, "nobody asks for"),
        ({"stand": {**told(STAND), "mistakes": {"lying": "Lying."}}}, "'elsewhere'"),
    ],
)
def test_texts_that_are_missing_or_too_long_are_found(change: Any, sentence: str) -> None:
    lesson = read_lesson("kwinty", {"step": [STAND]})
    texts = {"stand": told(STAND), "game": SAID}
    check_texts(lesson, texts, "en")
    with pytest.raises(Broken, match=sentence):
        check_texts(lesson, texts | change, "en")


def test_the_short_game_may_begin_with_a_head_start() -> None:
    def begun(moves: str) -> Lesson:
        return read_lesson("kwinty", {"step": [], "game": {"moves": moves}})

    with uncompiled():
        assert begun("").opening.history == []
        assert begun("i| j+k").opening.history == ["i|", "j+k"]
        check_game(begun("i| j+k"))
        with pytest.raises(Broken, match="not the learner's turn"):
            check_game(begun("i|"))
        with pytest.raises(Broken, match="kwinty, game"):
            check_game(begun("i| i+j"))


def test_a_game_without_first_steps_says_so() -> None:
    with pytest.raises(LessonError, match="no step 'nothing'"):
        lessons.find_lesson("kwinty").step("nothing")
    with pytest.raises(blockhaus.BlockhausError):
        lessons.find_lesson("chess")
