"""Mining puzzles: two searches agree, a run goes on where it was stopped, nothing comes twice."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import blockhaus
from blockhaus.cli import app
from blockhaus.core.symmetry import likeness
from blockhaus.lab.journal import Journal
from blockhaus.learn import mining
from blockhaus.learn.puzzles import UNSOLVED, Puzzle
from blockhaus.learn.rating import Trial, first_level, is_trivial, rated
from blockhaus.players.levels import levels
from blockhaus.search.proof import Prover
from blockhaus.search.solve import STOPPED, Solver

SMALL = {
    "kwinty": {"width": 5, "height": 4, "blocks": 4, "line": 4},
    "kewbz": {"board": 5, "cubes": 5},
    "turris": {"blocks": 4},
    "ksar": {"frame": 6, "pieces": 3, "neutrals": 1},
}


def random_positions(game: blockhaus.Game, number: int, back: int) -> list[blockhaus.Position]:
    """Positions a few decisions before the end of random games."""
    found = []
    for seed in range(number):
        dice, position = random.Random(seed), game.start()
        trail = [position]
        while not trail[-1].is_over:
            trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
        found.append(trail[max(0, len(trail) - 1 - back)])
    return found


@cache
def forced(position: blockhaus.Position, seat: int, left: int, alone: bool) -> bool:
    """Whether a seat forces a win, by looking at everything without a thought."""
    if position.outcome:
        winners = position.outcome.winners
        return winners == (seat,) or (not alone and seat in winners)
    if left == 0:
        return False
    after = (forced(position.after(a), seat, left - 1, alone) for a in position.actions)
    return any(after) if position.to_move == seat else all(after)


@pytest.mark.parametrize("name", SMALL)
def test_proof_numbers_agree_with_looking_at_everything(name: str) -> None:
    game = blockhaus.game(name, **SMALL[name])
    prover = Prover(game, 1)
    for position in random_positions(game, 12, 3):
        for seat in range(2):
            for left in range(4):
                for alone in (True, False):
                    found = prover.forces(position, seat, left, alone=alone, nodes=100_000)
                    assert found is forced(position, seat, left, alone)


@pytest.mark.parametrize("name", SMALL)
def test_proof_numbers_agree_with_the_solver(name: str) -> None:
    game = blockhaus.game(name)
    prover, solver = Prover(game, 4), Solver(game, 4)
    for position in random_positions(game, 8, 4):
        for seat in range(2):
            solver.tally[:] = 0
            solver.allow(30_000)
            answer = solver.force(position, seat, 8)
            found = prover.forces(position, seat, 8, nodes=60_000)
            if answer != STOPPED and found is not None:
                assert found == (answer >= 0)


def test_proof_numbers_give_up_in_time() -> None:
    game = blockhaus.game("kwinty")
    assert Prover(game, 1).forces(game.start(), 0, 30, nodes=100) is None


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "pit.jsonl"
    pit = mining.Mine("kwinty", Journal(file))
    pit.note(-1, mining.mine_game("kwinty", -1))
    pit.note(0, mining.mine_game("kwinty", 0))
    again = mining.Mine("kwinty", Journal(file))
    assert again.seeds == {-1, 0}
    assert again.puzzles == pit.puzzles
    following = mining._unplayed(again)
    assert [next(following) for _ in range(120)][-1] > 0
    assert mining.mine_game("kwinty", 0) == Journal(file).entries[1]["puzzles"]


def test_what_is_alike_comes_once() -> None:
    puzzle = blockhaus.puzzles("kwinty")[0]
    image = mirrored(puzzle)
    assert image.code != puzzle.code
    assert likeness(image.position) == likeness(puzzle.position)
    assert mining.distinct([puzzle, image]) == [puzzle]


def mirrored(puzzle: Puzzle) -> Puzzle:
    """The same wall seen from behind, built in whatever order that takes."""
    position = puzzle.position.game.start()
    wanted = [likeness(p) for p in puzzle.position.game.positions(puzzle.position.history)][1:]
    for face in wanted:
        alike = [p for a in position.actions if likeness(p := position.after(a)) == face]
        position = alike[-1]
    return Puzzle(position.code, ("i|",), "win", 3)


def test_continuations_of_a_puzzle_are_no_puzzles() -> None:
    long = max(blockhaus.puzzles("turris"), key=lambda puzzle: len(puzzle.own))
    later = long.positions[len(long.solution) - 1]
    part = Puzzle(later.code, (long.solution[-1],), long.result, 1)
    assert mining.without_parts([part, long]) == [long]


def test_what_is_chosen_is_of_many_kinds() -> None:
    every = blockhaus.puzzles("kwinty")
    chosen = mining.chosen(every, 60)
    assert len({puzzle.id for puzzle in chosen}) == 60
    results = {puzzle.result for puzzle in every}
    assert {puzzle.result for puzzle in chosen} == results
    assert len({(puzzle.result, puzzle.distance) for puzzle in chosen}) >= 20


# Ratings.


def tries(*shares: float) -> list[Trial]:
    table = levels("kwinty")
    return [Trial(table[n], round(10 * share), 10) for n, share in enumerate(shares)]


def test_ratings_rise_with_the_level_that_solves() -> None:
    puzzle = blockhaus.puzzles("kwinty")[0]
    ratings = []
    for first in range(10):
        found = tries(*([0.0] * first + [1.0] * min(2, 10 - first)))
        assert first_level(found) == first + 1
        ratings.append(rated(puzzle, found).rating)
    assert ratings == sorted(ratings)
    assert first_level(tries(*[0.0] * 10)) == UNSOLVED
    assert is_trivial(tries(1.0)) and not is_trivial(tries(0.5))
    assert first_level(tries(0.0, 0.7, 0.2, 0.9, 1.0)) == 4


def test_a_deeper_proof_counts() -> None:
    easy, hard = (Puzzle("kwinty:x", ("i|",), "win", distance) for distance in (3, 9))
    found = tries(0.0, 0.5, 1.0, 1.0)
    assert rated(easy, found).rating < rated(hard, found).rating


# Commands.


def run(*arguments: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, ["puzzles", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_puzzle_is_solved_in_the_terminal(tmp_path: Path) -> None:
    puzzle = next(each for each in blockhaus.puzzles("kwinty") if len(each.own) == 2)
    wrong = next(move for move in puzzle.position.moves if move != puzzle.solution[0])
    typed = "\n".join(["hint", wrong, *puzzle.own, ""])
    said = run("kwinty", "--id", puzzle.id, typed=typed)
    assert f"{wrong} is not the solution." in said
    assert "Right!" in said and "Solved!" in said
    file = tmp_path / "puzzle.txt"
    file.write_text(puzzle.commented("Mind the gap").text, "utf-8")
    assert "Mind the gap" in run("kwinty", "--file", str(file), typed="solution\n")


def test_the_commands_of_puzzles(tmp_path: Path) -> None:
    assert "only defence" in run("themes", "kwinty")
    page = tmp_path / "page.html"
    run("sheet", "kwinty", str(page), "--count", "2", "--lang", "de", "--theme", "defence")
    assert "Lösungen" in page.read_text("utf-8")
    code = blockhaus.puzzles("kwinty")[30].code
    assert Puzzle.read(run("make", code, "--comment", "hello")).comment == "hello"
    assert "Puzzle" in run("kwinty", "--daily", typed="quit\n")


def test_mining_from_the_command_line(tmp_path: Path) -> None:
    journal, table = tmp_path / "pit.jsonl", tmp_path / "puzzles.toml"
    options = ("--count", "2", "--processes", "1", "--journal", str(journal), "--table", str(table))
    assert "puzzle" in run("mine", "kwinty", *options)
    assert len(mining.Mine("kwinty", Journal(journal)).puzzles) >= 2
    assert "solution" in table.read_text("utf-8")
