"""The shipped puzzles: what they must be, and that their proofs hold.

`pytest --full` proves every puzzle again; the default run proves a few of each game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import blockhaus
from blockhaus import Puzzle, PuzzleError
from blockhaus.core.symmetry import likeness, likenesses
from blockhaus.learn.examiners import examiner_for
from blockhaus.learn.proofs import NODES, Examiner
from blockhaus.learn.puzzles import UNSOLVED, find_puzzle, puzzle_from, puzzle_id, write_puzzles
from blockhaus.learn.themes import theme_names, themes_of

GAMES = blockhaus.games()
OPEN = [name for name in GAMES if not blockhaus.game(name).spec.secrets]
SAMPLE = 5
by_game = pytest.mark.parametrize("name", GAMES)


def sample(name: str, full: bool = False) -> list[Puzzle]:
    """All puzzles of a game, or a few from the easiest to the hardest."""
    every = blockhaus.puzzles(name)
    return every if full else every[:: len(every) // SAMPLE][:SAMPLE]


@by_game
def test_every_game_has_many_puzzles(name: str) -> None:
    every = blockhaus.puzzles(name)
    assert len(every) >= (100 if blockhaus.game(name).spec.secrets else 300)
    assert [puzzle.rating for puzzle in every] == sorted(puzzle.rating for puzzle in every)
    for puzzle in every:
        assert puzzle is find_puzzle(name, puzzle.id)
        assert puzzle.id == puzzle_id(puzzle.code)
        assert puzzle.game == puzzle.position.game.id == name
        assert puzzle.result in ("win", "draw", "hold")
        assert 1 <= puzzle.level <= UNSOLVED
        assert set(puzzle.themes) <= set(theme_names(name))


@by_game
def test_solutions_are_played_by_both_sides(name: str) -> None:
    for puzzle in blockhaus.puzzles(name):
        assert 1 <= len(puzzle.own) <= len(puzzle.solution)
        assert puzzle.positions[0].to_move == puzzle.seat == puzzle.positions[-2].to_move
        assert puzzle.refuted >= 3


@by_game
def test_no_two_puzzles_are_alike(name: str) -> None:
    seen = [likeness(puzzle.position) for puzzle in blockhaus.puzzles(name)]
    assert len(set(seen)) == len(seen)
    assert len(likenesses(blockhaus.puzzles(name)[0].position)) > 1


@by_game
def test_the_proofs_hold(name: str, full: bool) -> None:
    examiner = examiner_for(blockhaus.game(name))
    for puzzle in sample(name, full):
        assert examiner.fault(puzzle) is None, puzzle.id


@pytest.mark.parametrize("name", OPEN)
def test_the_solver_finds_the_same_solutions(name: str, full: bool) -> None:
    """What could be remembered while mining has to be found anew here, which takes longer."""
    examiner = Examiner(blockhaus.game(name), 20 * NODES)
    for puzzle in sample(name, full):
        find = examiner.only_defence if puzzle.result == "hold" else examiner.only
        again = find(puzzle.position)
        assert again is not None, puzzle.id
        assert puzzle.position.game.text(again.action) == puzzle.solution[0]
        assert (again.result, again.distance) == (puzzle.result, puzzle.distance)


@by_game
def test_themes_are_found_by_rules(name: str) -> None:
    for puzzle in sample(name):
        assert themes_of(puzzle) == puzzle.themes


# What is planted is found.


def another_solution(puzzle: Puzzle) -> Puzzle:
    other = next(move for move in puzzle.position.moves if move != puzzle.solution[0])
    return replace(puzzle, solution=(other,))


PLANTED: dict[str, Callable[[Puzzle], Puzzle]] = {
    "another move": another_solution,
    "too short": lambda puzzle: replace(
        puzzle, distance=puzzle.distance - 1, within=puzzle.within - 1
    ),
    "more refuted": lambda puzzle: replace(puzzle, refuted=puzzle.refuted + 1),
}


@pytest.mark.parametrize("fault", PLANTED)
@by_game
def test_a_wrong_puzzle_is_found(name: str, fault: str) -> None:
    examiner = examiner_for(blockhaus.game(name))
    puzzle = blockhaus.puzzles(name)[len(blockhaus.puzzles(name)) // 2]
    assert examiner.fault(PLANTED[fault](puzzle)) is not None


@pytest.mark.parametrize("name", OPEN)
def test_a_wrong_result_is_found(name: str) -> None:
    examiner = examiner_for(blockhaus.game(name))
    results = {puzzle.result: puzzle for puzzle in reversed(blockhaus.puzzles(name))}
    for wrong, right in (("win", "draw"), ("draw", "win")):
        if right in results:
            assert examiner.fault(replace(results[right], result=wrong)) is not None
    assert examiner.fault(replace(results.popitem()[1], result="better")) is not None


def test_a_second_solution_is_found() -> None:
    """A position with two winning moves is no puzzle, and told to be one it is found out."""
    game = blockhaus.game("kwinty", width=5, height=4, line=4)
    examiner = Examiner(game)
    position, moves = two_wins(game)
    assert examiner.puzzle(position) is None
    assert examiner.reason == "second"
    refuted = len(position.actions) - 1
    planted = Puzzle(position.code, (moves[0],), "win", 1, within=9, refuted=refuted)
    assert f"is not proven worse than {moves[0]}" in (examiner.fault(planted) or "")


def two_wins(game: blockhaus.Game) -> tuple[blockhaus.Position, list[str]]:
    """A position in which two moves win at once."""
    todo = [game.start()]
    for position in todo:
        after = {move: position.play(move) for move in position.moves}
        wins = [move for move, then in after.items() if then.outcome]
        if len(wins) == 2:
            return position, wins
        todo += [then for then in after.values() if not then.outcome]
    raise AssertionError("there is no such position")


# Texts.


@by_game
def test_a_puzzle_can_be_passed_on(name: str) -> None:
    puzzle = blockhaus.puzzles(name)[0].commented(' "Corners"  are\nworth it, né? ')
    assert puzzle.comment == '"Corners" are worth it, né?'
    assert Puzzle.read(puzzle.text) == puzzle
    assert puzzle.id == blockhaus.puzzles(name)[0].id


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The puzzle has no code."),
        ("hello", "This is no line of a puzzle: 'hello'."),
        ('[Code "x\\"]', "This is no line of a puzzle"),
        ('[Code "a"]\n[Solution "b"]\n[Result "loss"]\n[Distance 1]', "cannot be 'loss'"),
        ('[Code 1]\n[Solution "b"]\n[Result "win"]\n[Distance 1]', "code cannot be 1"),
        ('[Code "a"]\n[Solution "b"]\n[Result "win"]\n[Distance 1]\n[Id 3]', "has no 'id'"),
    ],
)
def test_a_damaged_text_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle.read(text)
    assert sentence in str(caught.value)


def test_a_file_of_puzzles_is_read_back() -> None:
    import tomllib

    every = blockhaus.puzzles("kwinty")
    again = tomllib.loads(write_puzzles(every[::-1], "A heading\nin two lines"))
    assert [puzzle_from(entry) for entry in again.values()] == every


def test_what_is_not_there() -> None:
    with pytest.raises(PuzzleError, match="no puzzle 'nothing'"):
        find_puzzle("kwinty", "nothing")
    with pytest.raises(PuzzleError, match="at most"):
        blockhaus.puzzles("kwinty")[0].commented("x" * 501)
