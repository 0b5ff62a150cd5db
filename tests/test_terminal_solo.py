"""Building alone in the terminal, as a person types it."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner, Result

from blockhaus.cli import app

SOLUTION = "a3:r\nd2:b\nd2:g\nd1:y\nd1:r\n"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def run(*arguments: str, typed: str = "") -> Result:
    """`blockhaus solo` alone asks what to build."""
    command = ["solo", "build", *arguments] if arguments else ["solo"]
    return CliRunner().invoke(app, command, input=typed)


def good(*arguments: str, typed: str = "") -> str:
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0 and result.exception is None, result.output
    return result.output


def test_a_set_is_built_with_typed_moves() -> None:
    told = good("3-27", typed=SOLUTION)
    assert "seen: left" in told and "seen: right" in told and "missing: red" in told
    assert "2 of 2 cards are shown, 5 pieces: solved" in told


def test_moves_are_refused_in_words_undone_and_redone() -> None:
    told = good("Orgby-Tybgr", typed="a1:r\nundo\nredo\nundo\nundo\n-a1\nhello\nmoves\nquit\n")
    assert "There is nothing to go back to." in told
    assert "There is no cube at a1." in told and "is not a move: write c3:r" in told


def test_a_set_is_chosen_by_typing() -> None:
    told = good(typed="nothing at all\n3 27\nclear\nquit\n")
    assert "first steps" in told and "is no card" in told
    assert "0 of 2 cards are shown" in told


def test_what_there_is_not_is_said() -> None:
    assert "There is no grade 99." in run("--grade", "99").stderr
    assert "QBQ has no puzzles to build alone" in run("--game", "qbq").stderr
    assert "There is no game" in run("--game", "chess").stderr
