"""Exact solving agrees with looking at everything in plain Python, and keeps to its limits."""

from __future__ import annotations

import math
import random
import threading
import time
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.chance import rng_from
from blockhaus.core.engine import uncompiled
from blockhaus.core.kernels import reshuffle
from blockhaus.players.search import Search, Settings
from blockhaus.players.solve import NEVER, OPEN, Solution, Solver, solve

Known = dict[tuple[blockhaus.Position, int], float]


def random_game(game: blockhaus.Game, seed: int) -> list[blockhaus.Position]:
    dice = random.Random(seed)
    trail = [game.start(seed)]
    while not trail[-1].is_over:
        trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
    return trail


def brute(position: blockhaus.Position, seat: int, alone: bool, left: int, known: Known) -> float:
    """The decisions a seat needs to force a win, alone or shared; infinity if `left` are too few."""
    if position.outcome:
        winners = position.outcome.winners
        return 0 if winners == (seat,) or (seat in winners and not alone) else math.inf
    if left == 0:
        return math.inf
    if (position, left) not in known:
        after = [brute(position.after(a), seat, alone, left - 1, known) for a in position.actions]
        known[position, left] = 1 + (min(after) if position.to_move == seat else max(after))
    return known[position, left]


def brute_result(position: blockhaus.Position, left: int) -> tuple[tuple[int, ...], float] | None:
    """Winners and distance of a game that ends within `left` decisions whatever is played."""
    for seat in range(position.game.players):
        needed = brute(position, seat, True, left, {})
        if needed < math.inf:
            return (seat,), needed
    if position.game.players > 2:
        return None
    seat = position.to_move
    assert seat is not None
    return (0, 1), brute(position, seat, False, left, {})


def size(position: blockhaus.Position, most: int) -> int:
    """How many decisions there are below a position, counted up to a limit."""
    found = 0
    for action in position.actions:
        found += 1 + size(position.after(action), most - found)
        if found > most:
            break
    return found


def small_ending(trail: list[blockhaus.Position], most: int) -> blockhaus.Position:
    """The earliest position of a game whose continuations can all be looked at in plain Python."""
    running = trail[:-1]
    while len(running) > 1 and size(running[-2], most) <= most:
        running.pop()
    return running[-1]


ENDINGS: list[tuple[str, dict[str, Any]]] = [
    ("kewbz", {"board": 5, "cubes": 6}),
    ("kewbz", {}),
    ("ksar", {"frame": 6, "pieces": 3, "neutrals": 1}),
    ("ksar", {}),
    ("kwinty", {"width": 5, "height": 4, "blocks": 6, "line": 4}),
    ("kwinty", {}),
    ("turris", {"blocks": 5}),
    ("turris", {"flat_ground": False}),
    ("qbq", {}),  # random games end at the limit of turns
]


@pytest.mark.parametrize(("name", "options"), ENDINGS, ids=str)
def test_solutions_are_those_of_brute_force(name: str, options: dict[str, Any]) -> None:
    game = blockhaus.game(name, **options)
    solver = Solver(game)
    for seed in range(6):
        position = small_ending(random_game(game, seed), 400)
        solution = solver.solve(position, 50_000)
        assert solution
        assert_played_out(solution)
        with uncompiled():
            assert (solution.winners, solution.distance) == brute_result(position, 30)
            if position.to_move not in solution.winners:
                assert solution.distances == {
                    action: 1 + brute(position.after(action), solution.winners[0], True, 30, {})
                    for action in position.actions
                }


def assert_played_out(solution: Solution) -> None:
    position = solution.position
    for action in solution.path:
        assert action in position.actions
        position = position.after(action)
    assert position.outcome
    assert position.outcome.winners == solution.winners
    assert len(solution.path) == solution.distance or len(solution.winners) > 1


@pytest.mark.parametrize(
    ("name", "options"), [("qbq", {}), ("qbq", {"players": 3}), ("kwinty", {}), ("ksar", {})]
)
def test_a_few_decisions_are_answered_as_by_brute_force(name: str, options: dict[str, Any]) -> None:
    game = blockhaus.game(name, **options)
    player = blockhaus.player("search:simulations=40")
    position = game.start(1)
    trail = [position]
    while not position.is_over:
        position = position.play(player.choose(position))
        trail.append(position)
    solver = Solver(game, memory=0.01)  # so small that entries are overwritten all the time
    answers = set()
    for before in trail[-4:-1]:
        for seat in range(game.players):
            for left in (1, 2):
                solver.allow(10_000)
                found = solver.force(before, seat, left)
                with uncompiled():
                    needed = brute(before, seat, True, left, {})
                assert found == needed if needed < math.inf else found in (OPEN, NEVER)
                answers.add(found)
    assert len(answers) > 1
