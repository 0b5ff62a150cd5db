"""Whether the first steps of a game hold what they say, and say it in every language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import BlockhausError
from ..core.rooms import find_room
from ..core.words import LANGUAGES
from ..learn.lessons import (
    FILE,
    GAME,
    HINTS,
    Answer,
    Judged,
    Lesson,
    Step,
    find_lesson,
    hint,
    judge,
)
from ..players.levels import TOP
from .conformance import Broken

STEPS = range(8, 16)
MISTAKES = range(1, 4)
TITLE_WORDS = 5
TASK_WORDS = 30
SAID = {"title", "task", "done", "hint"}


def check_lessons(name: str) -> int:
    """Walk every step of a game, with its mistakes and hints; returns how many there are."""
    if not find_room(name).has(FILE):
        raise Broken(f"{name} has no {FILE}")
    lesson = find_lesson(name)
    if len(lesson.steps) not in STEPS:
        raise Broken(f"{name} has {len(lesson.steps)} steps, not {STEPS[0]} to {STEPS[-1]}")
    if len(set(lesson.names)) < len(lesson.names):
        raise Broken(f"two steps of {name} have the same name")
    for lang in LANGUAGES:
        check_texts(lesson, find_room(name).data(f"book/{lang}.toml").get("lessons", {}), lang)
    for step in lesson.steps:
        check_step(step)
    check_game(lesson)
    return len(lesson.steps)


def check_step(step: Step) -> None:
    """Play the solution and each mistake of a step; the rules judge them."""
    here = step.position
    kinds = here.game.definition.steps
    for condition in step.conditions:
        if condition.kind not in (None, *kinds):
            raise Broken(f"{_of(step)}: there is no kind of move {condition.kind!r}")
    if step.goal.refused or step.goal.other:
        raise Broken(f"{_of(step)}: a goal is something to do")
    if step.asks == "move" and here.is_over:
        raise Broken(f"{_of(step)}: the game is over")
    judged = _judged(step, step.solution, "its solution")
    if not judged.done:
        raise Broken(f"{_of(step)}: its solution is answered with {judged.text!r}")
    if len(step.mistakes) not in MISTAKES:
        raise Broken(f"{_of(step)} has {len(step.mistakes)} mistakes")
    for mistake in step.mistakes:
        judged = _judged(step, mistake.attempt, mistake.name)
        if judged.done or judged.mistake != mistake.name:
            raise Broken(
                f"{_of(step)}: {mistake.attempt} is not {mistake.name}, but {judged.mistake}"
            )
    for strength in range(1, HINTS + 1):
        if not hint(step, strength).text:
            raise Broken(f"{_of(step)}: a hint says nothing")
    for move in here.moves if step.asks == "move" else []:
        _judged(step, Answer(move=move), move)  # whatever is played, what follows it is legal


def _judged(step: Step, answer: Any, what: str) -> Judged:
    try:
        return judge(step, answer)
    except BlockhausError as error:
        raise Broken(f"{_of(step)}, {what}: {error}") from error


def _of(step: Step) -> str:
    return f"{step.game}, {step.name}"


def check_game(lesson: Lesson) -> None:
    """The short game can be begun, and the learner is to move."""
    try:
        start = lesson.opening
    except BlockhausError as error:
        raise Broken(f"{lesson.game}, {GAME}: {error}") from error
    if start.to_move != 0:
        raise Broken(f"{lesson.game}, {GAME}: after its moves it is not the learner's turn")
    if not 1 <= lesson.level <= TOP:
        raise Broken(f"{lesson.game}, {GAME}: there is no level {lesson.level}")


def check_texts(lesson: Lesson, said: Mapping[str, Any], lang: str) -> None:
    """Everything is said, briefly, and nothing that belongs to no step."""
    if extra := set(said) - set(lesson.names):
        raise Broken(f"{lesson.game}, {lang}: there are no steps {sorted(extra)}")
    wanted = {step.name: {mistake.name for mistake in step.mistakes} for step in lesson.steps}
    for name, mistakes in (wanted | {GAME: set()}).items():
        where = f"{lesson.game}, {name}, {lang}"
        told = said.get(name, {})
        _require_said(where, told, SAID, {"mistakes"})
        _require_said(f"{where}, mistakes", told.get("mistakes", {}), mistakes)
        if len(told["title"].split()) > TITLE_WORDS:
            raise Broken(f"{where}: a title has at most {TITLE_WORDS} words")
        if len(told["task"].split()) > TASK_WORDS:
            raise Broken(f"{where}: a task has at most {TASK_WORDS} words")


def _require_said(
    where: str, told: Mapping[str, Any], wanted: set[str], besides: set[str] | None = None
) -> None:
    for name in sorted(wanted):
        text = told.get(name)
        if not isinstance(text, str) or not text.strip():
            raise Broken(f"{where} does not say {name!r}")
    if extra := set(told) - wanted - (besides or set()):
        raise Broken(f"{where} says {sorted(extra)}, which nobody asks for")
