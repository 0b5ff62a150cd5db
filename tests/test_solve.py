"""Exact solving agrees with looking at everything in plain Python, and keeps to its limits."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.engine import uncompiled
from blockhaus.core.native.generators import rng_from
from blockhaus.core.native.loops import reshuffle
from blockhaus.core.native.records import array_of
from blockhaus.core.position import Position
from blockhaus.lab.tactics import tactics_of
from blockhaus.search.search import Search, Settings
from blockhaus.search.solve import NEVER, OPEN, Solution, Solver, solve

Known = dict[tuple[blockhaus.Position, int], float]


def random_game(game: blockhaus.Game, seed: int) -> list[blockhaus.Position]:
    dice = random.Random(seed)
    trail = [game.start(seed)]
    while not trail[-1].is_over:
        trail.append(trail[-1].after(dice.choice(trail[-1].actions)))
    return trail


def brute(position: blockhaus.Position, seat: int, alone: bool, left: int, known: Known) -> float:
    """The decisions a seat needs to force a win; infinity if so many are too few."""
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
    assert position.to_move is not None
    return (0, 1), brute(position, position.to_move, False, left, {})


def size(position: blockhaus.Position, most: int) -> int:
    """How many decisions there are below a position, counted up to a limit."""
    found = 0
    for action in position.actions:
        found += 1 + size(position.after(action), most - found)
        if found > most:
            break
    return found


def small_endings(game: blockhaus.Game, most: int) -> Iterator[blockhaus.Position]:
    """The earliest positions of random games after which plain Python can look at everything."""
    for seed in range(12):
        small = None
        for position in reversed(random_game(game, seed)[:-1]):
            if size(position, most) > most:
                break
            small = position
        if small:
            yield small


ENDINGS: list[tuple[str, dict[str, Any]]] = [
    ("kewbz", {"board": 5, "cubes": 6}),
    ("kewbz", {}),
    ("ksar", {"frame": 6, "pieces": 3, "neutrals": 1}),
    ("ksar", {}),
    ("kwinty", {"width": 5, "height": 4, "blocks": 6, "line": 4}),
    ("kwinty", {"width": 5, "blocks": 40, "line": 7}),
    ("turris", {"blocks": 5}),
    ("turris", {"flat_ground": False}),
    ("qbq", {}),  # random games end at the limit of turns
]


@pytest.mark.parametrize(("name", "options"), ENDINGS, ids=str)
def test_solutions_are_those_of_brute_force(name: str, options: dict[str, Any]) -> None:
    game = blockhaus.game(name, **options)
    solver = Solver(game)
    endings = list(islice(small_endings(game, 150), 4))
    assert len(endings) == 4
    for position in endings:
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
    ("name", "options", "most"),
    [("qbq", {}, 2), ("qbq", {"players": 3}, 1), ("kwinty", {}, 2)],
    ids=str,
)
def test_a_few_decisions_are_answered_as_by_brute_force(
    name: str, options: dict[str, Any], most: int
) -> None:
    game = blockhaus.game(name, **options)
    player = blockhaus.player("search:simulations=40")
    trail = [game.start(1)]
    while not trail[-1].is_over:
        trail.append(trail[-1].play(player.choose(trail[-1])))
    solver = Solver(game, memory=0.01)  # so small that entries are overwritten all the time
    answers = set()
    for before in trail[-3:-1]:
        for seat in range(game.players):
            solver.allow(10_000)
            found = solver.force(before, seat, most)
            with uncompiled():
                needed = brute(before, seat, True, most, {})
            assert found == needed if needed < math.inf else found in (OPEN, NEVER)
            answers.add(found)
    assert len(answers) > 1


def test_a_small_table_changes_no_answer() -> None:
    for tactic in tactics_of("kwinty")[:60]:
        position = tactic.position
        large, small = (
            Solver(position.game, memory).solve(position, 20_000) for memory in (8, 0.01)
        )
        if large and small:
            assert (large.winners, large.distance) == (small.winners, small.distance)


def test_solving_keeps_to_its_limits() -> None:
    position = blockhaus.game("kewbz").start()
    solver = Solver(position.game)
    assert solver.solve(position, nodes=1000) is None
    assert solver.nodes == 1001
    assert solver.reach >= 1
    assert not solver.saw_an_end
    assert solver.solve(position, nodes=10**12, seconds=0.05) is None
    stop = np.ones(1, np.uint8)
    assert solve(position, nodes=10**12, stop=stop) is None
    stop[0] = 0
    threading.Timer(0.05, lambda: stop.fill(1)).start()
    assert solve(position, nodes=10**12, stop=stop) is None
    with pytest.raises(blockhaus.BlockhausError, match="The game is over"):
        solve(random_game(position.game, 1)[-1])


def test_a_solution_says_who_wins_and_how() -> None:
    tactics = [each for each in tactics_of("kwinty") if each.result == "win"]
    for tactic in tactics[:20]:
        solution = solve(tactic.position)
        assert solution
        colour = ("White", "Black")[tactic.position.to_move or 0]
        assert str(solution) == f"{colour} wins in {tactic.distance}"
        assert solution.line[0] == solution.best == tactic.move
        assert solution.turns == solution.distance


def test_a_lost_game_is_fought_by_the_longest_way() -> None:
    """All moves of a lost position are lines with their proof, the slowest first."""
    game = blockhaus.game("turris", blocks=5)
    lost = 0
    for seed in range(8):
        for position in random_game(game, seed)[-6:-1]:
            search = Search(game, Settings.of(game, memory=4))
            search.look(position)
            search.run(simulations=2000)
            assert search.solution
            best = search.lines[0]
            assert best.proven == search.solution.winners
            assert best.distance == search.solution.distance
            assert best.path == search.solution.path
            if position.to_move not in search.solution.winners:
                lost += len(search.lines) > 1
                distances = [line.distance for line in search.lines]
                assert {line.proven for line in search.lines} == {best.proven}
                assert distances == sorted(distances, reverse=True)
    assert lost > 2


def test_a_search_that_thinks_of_some_moves_only_still_sees_what_can_be_solved() -> None:
    position = tactics_of("kwinty")[0].position
    for exact in (False, True):
        search = Search(position.game, Settings.of(position.game, memory=4, exact=exact))
        search.look(position)
        search.confine(position.actions[:1])
        search.run(simulations=10_000)
        assert (search.solution is not None) == exact
        if not exact:
            assert [line.action for line in search.lines] == [position.actions[0]]


def test_a_sure_win_is_one_in_every_deal() -> None:
    """What CUBE calls a sure win wins whatever the others hold and whatever is drawn."""
    rng = rng_from(1)
    for tactic in tactics_of("cube")[:20]:
        position = tactic.position
        seat = position.to_move
        assert seat is not None
        for _ in range(20):
            record = array_of(position)
            reshuffle(record, seat, rng)
            deal = Position(position.game, position.seed, position.path, record.tobytes())
            solution = solve(deal)
            assert solution
            assert (solution.best, solution.winners) == (tactic.move, (seat,))
            outcome = deal.play(tactic.move).outcome
            assert outcome
            assert outcome.winners == (seat,)
