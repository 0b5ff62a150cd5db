"""Every theorem is proven or sampled, hangs together in itself, and can be explored."""

from __future__ import annotations

import doctest
import random
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import blockhaus
from blockhaus.cli import app
from blockhaus.core.words import LANGUAGES
from blockhaus.learn import theorem_proofs
from blockhaus.learn import theorems as stated_theorems
from blockhaus.learn.exploring import explore, warm_exploring
from blockhaus.learn.theorem_proofs import (
    Proof,
    Question,
    contradictions,
    differences,
    proven,
    question_of,
)
from blockhaus.learn.theorems import (
    SENTENCES,
    Result,
    Theorem,
    TheoremError,
    key_of,
    packed,
    theorem,
    theorems,
    write,
)
from blockhaus.search.exact import Prover

ALL = theorems()
GAMES = ("kewbz", "ksar", "kwinty", "turris")
QUICK = 1_000_000  # positions looked at by proofs that are repeated every time
SMALLEST = "kwinty-width5-height4-line4"
SAMPLE = 3
by_theorem = pytest.mark.parametrize("each", ALL, ids=lambda each: each.key)


def test_what_is_known_of_small_walls() -> None:
    known = {
        "width5-height4-line4": ("win", "draw"),
        "width5-height5-line4": ("win", "loss"),
        "width5-height5": ("draw", "draw"),
        "width6-height5": ("win", "draw"),
        "width6-height6": ("win", "draw"),
    }
    for key, (standing, lying) in known.items():
        first = theorem(f"kwinty-{key}").first
        assert (first["i|"].result, first["i+j"].result) == (standing, lying)


def test_four_games_have_theorems() -> None:
    for name in GAMES:
        assert len(theorems(name)) >= 4
    assert len({each.key for each in ALL}) == len(ALL)


@by_theorem
def test_a_theorem_hangs_together(each: Theorem) -> None:
    assert each.key == key_of(each.game, each.opening)
    assert each.command.split()[-1] == each.key
    assert set(each.first) == set(each.position.moves)
    assert each.result == max(each.first.values())
    assert contradictions(each) == []
    assert each.nodes > 0
    assert each.solver >= 1


@by_theorem
def test_a_theorem_holds(each: Theorem, full: bool) -> None:
    """Quick proofs are repeated; of the others some of the positions they rest on are."""
    if full or each.nodes <= QUICK:
        assert differences(each, proven(question_of(each), memory=500)) == []
        return
    early = question_of(each).early
    values = np.frombuffer(each.values, np.int8)
    prover = Prover(each.game, each.by_points, memory=100)
    for i in random.Random(each.key).sample(early.last, SAMPLE):
        assert prover.value_of(early.record(i), guess=int(values[i])) == values[i]


def planted() -> list[Theorem]:
    """The smallest theorem with something wrong in it."""
    true = theorem(SMALLEST)
    draw, win = Result(0, False), Result(1, False)
    values = bytearray(true.values)
    values[-1] = 1 if values[-1] != 1 else 0
    return [
        replace(true, result=draw),
        replace(true, first={**true.first, "i+j": win}),
        replace(true, first={"i|": win}),
        replace(true, early=packed(bytes(values))),
        replace(true, early=packed(true.values[:-1])),
    ]


@pytest.mark.parametrize("wrong", range(5))
def test_a_wrong_theorem_is_found(wrong: int) -> None:
    stated = planted()[wrong]
    found = proven(question_of(stated), memory=10)
    assert differences(theorem(SMALLEST), found) == []
    assert differences(stated, found) != []
    assert contradictions(stated) != []


@by_theorem
def test_a_theorem_is_read_as_it_was_written(each: Theorem) -> None:
    entry = tomllib.loads(write(each))["theorem"][0]
    again = stated_theorems.read(each.game_name, entry)
    assert again == replace(each, early=again.early)
    assert again.values == each.values


@by_theorem
def test_every_move_carries_its_result(each: Theorem) -> None:
    """Along a line of random moves, each position is worth the best of its moves."""
    start = explore(each)
    assert start.result == each.result
    assert {found.move: found.result for found in start.moves} == each.first
    dice = random.Random(each.key)
    moves: list[str] = []
    explored, position = start, each.position
    while not position.is_over:
        found = dice.choice(explored.moves)
        assert found.result is not None
        mover = position.to_move
        moves.append(found.move)
        position = position.play(found.move)
        explored = explore(each, moves)
        assert explored.position == position
        if explored.result:
            same = position.to_move == mover
            assert explored.result.value == (found.result.value if same else -found.result.value)
            assert explored.result == explored.moves[0].result
        else:
            assert position.outcome
            assert found.result.result == ending(position.outcome, mover)
            assert found.distance == 1
    assert explore(each, moves).moves == ()


def ending(outcome: blockhaus.Outcome, seat: int | None) -> str:
    if len(outcome.winners) > 1:
        return "draw"
    return "win" if seat in outcome.winners else "loss"


def test_distances_are_those_of_the_quickest_win() -> None:
    each = theorem(SMALLEST)
    found = explore(each, ["i|"]).moves
    counted = [move for move in found if move.distance]
    assert counted
    for move in counted:
        assert move.result
        assert move.result.value < 0
        after = explore(each, ["i|", move.move]).moves
        assert after[0].distance == (move.distance or 0) - 1


def test_exploring_is_bounded_and_refuses_what_cannot_be_played() -> None:
    each = theorem("kwinty-width7-height6")
    late = ["i|", "h|", "j|", "k|", "g|", "i+j"]
    position = each.position
    played = []
    for move in late:
        if move in position.moves:
            position = position.play(move)
            played.append(move)
    explored = explore(each, played, nodes=20)
    assert explored.result is None
    assert all(found.text.text("de") for found in explored.moves)
    with pytest.raises(blockhaus.IllegalMove):
        explore(each, ["a|"])
    with pytest.raises(blockhaus.NotationError):
        explore(each, ["?"])


def test_statements_in_every_language() -> None:
    each = theorem(SMALLEST)
    assert [each.statement.text(lang) for lang in LANGUAGES] == [
        "With best play the player who starts wins.",
        "Bei bestem Spiel gewinnt, wer beginnt.",
        "Si personne ne se trompe, la personne qui commence gagne.",
        "Si nadie se equivoca, gana quien empieza.",
        "Als niemand een fout maakt, wint wie begint.",
    ]
    assert each.setting("de") == "5 breit, 4 hoch, 4 in einer Reihe"
    words = Path(stated_theorems.__file__).parent / "words" / "theorems.toml"
    assert set(SENTENCES.values()) <= set(tomllib.loads(words.read_text("utf-8")))
    after = replace(each, opening=("i+j",), result=Result(-1, False))
    assert after.statement.text() == "After i+j: With best play the player to move loses."


@pytest.mark.parametrize(
    ("value", "by_points", "text", "said"),
    [
        (1, False, "win", "a1 wins."),
        (0, False, "draw", "a1 leads to a draw."),
        (6, True, "win 3", "a1 wins by 3 points."),
        (-2, True, "loss 1", "a1 loses by 1 point."),
        (0, True, "draw", "a1 leads to a draw."),
        (-1, True, "loss 0", "a1 loses the tie-break, with equal points."),
    ],
)
def test_results_are_written_and_said(value: int, by_points: bool, text: str, said: str) -> None:
    result = Result(value, by_points)
    assert str(result) == text
    assert Result.read(text, by_points) == result
    assert str(result.of_move("a1")) == said


def test_a_theorem_may_begin_after_an_opening() -> None:
    game = blockhaus.game("kwinty", width=5, height=5, line=4)
    found = proven(Question(game, ("i+j",), False, 2), memory=10)
    assert found.key == "kwinty-width5-height5-line4-after-i+j"
    assert found.result == Result(1, False)  # who lays the first block loses
    assert explore(found).result == found.result
    assert differences(found, proven(question_of(found), memory=10)) == []


def test_a_proof_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theorem_proofs, "cache_directory", lambda: tmp_path)
    question = question_of(theorem("kwinty-width6-height5"))
    begun = Proof(replace(question, depth=3), memory=10)
    steps = begun.steps()
    first = [next(steps) for _ in range(5)]
    again = Proof(replace(question, depth=3), memory=10)
    assert again.done == 5
    assert [i for i in again.steps() if i in first] == []
    assert again.done == len(again)
    assert again.theorem.first == theorem("kwinty-width6-height5").first
    again.forget()
    assert list(tmp_path.iterdir()) == []


def test_games_with_secrets_have_no_theorems() -> None:
    with pytest.raises(TheoremError, match="cannot be solved"):
        Proof(Question(blockhaus.game("cube"), (), False, 1))
    with pytest.raises(TheoremError, match="no theorem 'kwinty-x'"):
        theorem("kwinty-x")


def test_the_page_about_theorems_runs() -> None:
    page = Path(__file__).parents[1] / "docs" / "theorems.md"
    (session,) = re.findall(r"```pycon\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "theorems", str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_a_game_without_theorems_needs_no_warming() -> None:
    assert theorems("qbq") == []
    warm_exploring(blockhaus.game("qbq"))


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorem_proofs, "cache_directory", lambda: tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def test_the_command_lists_proves_and_finds(own_cache: None, tmp_path: Path) -> None:
    listed = CliRunner().invoke(app, ["theorems"])
    assert listed.exit_code == 0
    assert "KWINTY, 5 wide, 4 high, 4 in a row:" in " ".join(listed.output.split())
    again = CliRunner().invoke(app, ["theorems", "prove", SMALLEST, "--memory", "10"])
    assert again.exit_code == 0, again.output
    assert "Proven as it is stated." in again.output
    file = tmp_path / "found.toml"
    options = ["-o", "width=5", "-o", "height=4", "-o", "line=4", "--memory", "10"]
    made = CliRunner().invoke(app, ["theorems", "find", "kwinty", *options, "--file", str(file)])
    assert made.exit_code == 0, made.output
    entry = tomllib.loads(file.read_text("utf-8"))["theorem"][0]
    assert differences(theorem(SMALLEST), stated_theorems.read("kwinty", entry)) == []


def test_the_command_finds_a_wrong_theorem(
    own_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from blockhaus.terminal import theorems as terminal

    monkeypatch.setattr(terminal, "theorem", lambda key: planted()[0])
    result = CliRunner().invoke(app, ["theorems", "prove", SMALLEST, "--memory", "10"])
    assert result.exit_code == 1
    assert "result: draw, proven win" in result.output
