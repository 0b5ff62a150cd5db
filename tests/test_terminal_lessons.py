"""First steps in the terminal, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import blockhaus
from blockhaus.cli import app
from blockhaus.learn.lessons import GAME, Step, find_lesson, said
from blockhaus.terminal.lessons import FILE, Notebook

KWINTY = find_lesson("kwinty")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("BLOCKHAUS_SAVES", str(tmp_path))
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["learn", *arguments], input=typed)


def good(*arguments: str, typed: str = "") -> str:
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0 and result.exception is None, result.output
    return result.output


def typed_for(step: Step) -> str:
    answer = step.solution
    if answer.cell is None:
        return str(answer.move or answer.side)
    grid = step.position.game.grid
    name = grid.name(answer.cell)
    stacked = not grid.upright and not grid.levels and grid.height > 1
    return f"{name}.{answer.cell[2] + 1}" if stacked else name


@pytest.mark.parametrize("game", blockhaus.games())
def test_every_step_is_walked_by_typing(game: str) -> None:
    lesson = find_lesson(game)
    told = good(game, typed="".join(f"{typed_for(step)}\n" for step in lesson.steps))
    for step in lesson.steps:
        assert said(step)["task"] in told and said(step)["done"] in told
    assert Notebook().done(game) == [step.name for step in lesson.steps]


def test_one_goes_on_where_one_was_or_begins_anew() -> None:
    first, second = KWINTY.steps[:2]
    good("kwinty", typed=f"{typed_for(first)}\nquit\n")
    told = good("kwinty", typed="quit\n")
    assert said(second)["task"] in told and said(first)["task"] not in told
    assert said(first)["task"] in good("kwinty", "--anew", typed="quit\n")


def test_mistakes_are_answered_and_taken_back() -> None:
    step = KWINTY.steps[0]
    moves = [mistake.attempt.move for mistake in step.mistakes]
    told = good("kwinty", typed="".join(f"{move}\n" for move in moves) + "hello\n99\nquit\n")
    for text in said(step)["mistakes"].values():
        assert text in told
    assert "'hello' is not a move" in told and Notebook().done("kwinty") == []


def test_help_is_at_hand_in_ones_own_language() -> None:
    step = KWINTY.steps[0]
    told = good("kwinty", "--lang", "de", typed="hint\nhint\nshow\nmoves\nhelp\nskip\nquit\n")
    assert said(step, "de")["task"] in told and said(step, "de")["hint"] in told
    assert str(step.solution.move) in told and "a clearer one" in told
    assert said(KWINTY.steps[1], "de")["task"] in told


def test_the_short_game_ends_the_first_steps() -> None:
    for step in KWINTY.steps:
        Notebook().note("kwinty", step.name)
    told = good("kwinty", typed="resign\n")
    assert GAME in Notebook().done("kwinty") and "wins" in told


def test_a_damaged_notebook_begins_anew(folder: Path) -> None:
    (folder / FILE).write_text("[1")
    assert said(KWINTY.steps[0])["task"] in good("kwinty", typed="quit\n")
    Notebook().note("kwinty", "one")
    assert json.loads((folder / FILE).read_text()) == {"kwinty": ["one"]}


def test_what_there_is_not_is_said() -> None:
    assert "There is no game" in run("chess").stderr
