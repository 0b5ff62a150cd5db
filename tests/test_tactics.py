"""Positions with one right answer: each is proven again, and the players find the answers."""

from __future__ import annotations

import pytest

import blockhaus
from blockhaus.lab.tactics import MARGIN, Tactic, tactic, tactics_of
from blockhaus.search.solve import DEEPEST, NEVER, OPEN, STOPPED, Solver

GAMES = blockhaus.games()
NODES = 50_000  # positions for a proof
SAMPLE = 10


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_hundred_different_tactics(name: str) -> None:
    tactics = tactics_of(name)
    positions = {each.position for each in tactics}
    assert len(positions) == len(tactics) >= 100
    for each in tactics:
        assert each.position.game.id == name
        assert each.position.why_not(each.move) is None
        assert each.result in ("win", "draw", "hold")
    if not blockhaus.game(name).spec.secrets:
        assert sum(each.distance >= 3 for each in tactics) >= 50


@pytest.mark.parametrize("name", [n for n in GAMES if not blockhaus.game(n).spec.secrets])
def test_the_proofs_hold(name: str) -> None:
    """Nothing may contradict a proof; the long ones are followed for a while only."""
    solver = Solver(blockhaus.game(name))
    assert sum(is_proven(solver, each) for each in tactics_of(name)) >= 70


def is_proven(solver: Solver, each: Tactic) -> bool:
    position = each.position
    seat = position.to_move
    assert seat is not None
    right = position.play(each.move)
    wrong = [position.play(move) for move in position.moves if move != each.move]
    solver.allow(NODES)
    if each.result == "hold":
        answers = {solver.force(after, 1 - seat, each.others - 1) for after in wrong}
        assert not answers & {OPEN, NEVER}
        answers.add(solver.force(right, 1 - seat, each.others - 1 + MARGIN))
        assert answers & {OPEN, NEVER, STOPPED}
        return STOPPED not in answers
    alone = each.result == "win"
    assert solver.force(right, seat, each.distance - 1, alone) in (each.distance - 1, STOPPED)
    for left in range(each.distance, each.others or DEEPEST):
        answers = {solver.force(after, seat, left, alone) for after in wrong}
        assert answers <= {OPEN, NEVER, STOPPED}
        if STOPPED in answers or answers == {NEVER}:
            return STOPPED not in answers
    return each.others > 0


def sample(name: str) -> list[Tactic]:
    tactics = tactics_of(name)
    return tactics[:: len(tactics) // SAMPLE][:SAMPLE]


@pytest.mark.parametrize("name", GAMES)
def test_search_solves_tactics_and_proves_nothing_wrong(name: str) -> None:
    solver = Solver(blockhaus.game(name))
    solved = 0
    for each in sample(name):
        position = each.position
        analysis = blockhaus.analyse(position, simulations=3000, lines=99)
        solved += analysis.best == each.move
        for line in analysis.lines:
            if line.proven is not None and not position.game.spec.secrets:
                assert_result(solver, position.play(line.move), line.proven)
    assert solved >= SAMPLE - 2


def assert_result(solver: Solver, after: blockhaus.Position, winners: tuple[int, ...]) -> None:
    """The solver finds the same winners, or cannot tell."""
    solution = None if after.is_over else solver.solve(after, 20_000)
    if after.outcome:
        assert after.outcome.winners == winners
    elif solution:
        assert solution.winners == winners


def test_a_tactic_is_what_mining_takes_it_for() -> None:
    found = next(each for each in tactics_of("kwinty") if each.result == "win")
    position = found.position
    solver = Solver(position.game)
    again = tactic(solver, position, solver.solve(position, 30_000))
    assert again
    assert (again.move, again.result, again.distance) == (found.move, "win", found.distance)
