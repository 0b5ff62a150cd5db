"""The search: fair where something is hidden, and steady in time, memory and answers."""

from __future__ import annotations

import pickle
import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.breathing import in_full
from blockhaus.core.native.records import array_of
from blockhaus.lab.tactics import tactics_of
from blockhaus.search import shapes
from blockhaus.search.lines import Line
from blockhaus.search.native import tree
from blockhaus.search.native.memory import LOOPS
from blockhaus.search.search import Search, Settings
from blockhaus.search.solve import solve

GAMES = blockhaus.games()
SECRETIVE = [name for name in GAMES if blockhaus.game(name).spec.secrets]


def midway(game: blockhaus.Game, decisions: int, seed: int = 0) -> blockhaus.Position:
    dice = random.Random(seed)
    position = game.start(seed)
    for _ in range(decisions):
        position = position.after(dice.choice(position.actions))
    return position


def searched(
    position: blockhaus.Position, settings: Settings, simulations: int = 200
) -> list[Line]:
    search = Search(position.game, settings, seed=11)
    search.look(position)
    search.run(simulations=simulations)
    return search.lines


@dataclass(frozen=True)
class Peeking(Settings):
    """A search that looks at the real deal instead of dealing anew."""

    def numbers(self, position: blockhaus.Position, seat: int | None) -> list[float]:
        values = super().numbers(position, seat)
        values[shapes.HIDDEN] = 0
        return values


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", SECRETIVE)
def test_a_search_does_not_depend_on_what_its_seat_cannot_see(name: str, players: int) -> None:
    game = blockhaus.game(name, players=players)
    for decisions in (0, 9, 30):
        position = midway(game, decisions)
        assert position.to_move is not None
        deals = [position, *(position.blind(position.to_move, seed) for seed in range(1, 4))]
        assert len({deal.state for deal in deals}) == 4
        honest = [searched(deal, Settings.of(game)) for deal in deals]
        assert all(lines == honest[0] for lines in honest)
        peeking = [searched(deal, Peeking(**game.spec.search)) for deal in deals]
        assert any(lines != peeking[0] for lines in peeking)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_blind_position_tells_nothing_but_what_its_seat_sees(name: str) -> None:
    position = midway(blockhaus.game(name), 12)
    for seat in range(2):
        blind = position.blind(seat)
        assert blind.view(seat) == position.view(seat)
        assert blind.secrets() != position.secrets()
        assert blind.seed is None
        assert blind.history == position.history
        # The same for another real deal that the seat could not tell from this one.
        assert position.blind(seat, 7).blind(seat) == blind
        assert pickle.loads(pickle.dumps(blind)) == blind
        assert "seen from one seat" in repr(blind)
        with pytest.raises(blockhaus.CodeError, match="has no code"):
            _ = blind.code
        following = blind.after(blind.actions[0])
        assert following.seed is None
        assert not blockhaus.Record.of(following).can_be_replayed


@pytest.mark.parametrize("players", [2, 4])
def test_with_secrets_the_tree_holds_the_decisions_of_one_seat(players: int) -> None:
    search = Search(game := blockhaus.game("cube", players=players), Settings.of(game, memory=16))
    search.look(midway(game, 10))
    search.run(simulations=5000)
    nodes = search.trees[0].nodes.entries[1 : search.trees[0].used[0]]
    assert set(nodes["mover"]) == {search.seat}
    assert len(nodes[nodes["visits"] > 0]) > len(search.lines)  # later turns are planned, too


def test_after_a_draw_every_outcome_has_a_plan_of_its_own() -> None:
    search = Search(game := blockhaus.game("cube"), Settings.of(game, memory=16))
    search.look(game.start(1))
    search.confine([0])  # draw
    search.run(simulations=4000)
    nodes, places = search.trees[0].nodes, search.trees[0].children(1)
    acts = np.split(nodes.acts[places.start : places.stop], 4)
    plans = np.split(nodes.entries["visits"][places.start : places.stop], 4)
    assert all(list(each) == list(range(1, 17)) for each in acts)
    visits = [int(plan.sum()) for plan in plans]
    assert sum(visits) > 3900  # all but the few before it had children
    assert all(800 < number < 1200 for number in visits)  # one of four colours
    assert len({int(plan.argmax()) for plan in plans}) > 1


def test_a_move_that_loses_by_force_is_found_out_before_it_is_made() -> None:
    """A position to hold that the tree alone gets wrong: it is the solver that refutes the move."""
    game = blockhaus.game("qbq")
    tactics = tactics_of("qbq")
    holds = sorted((t for t in tactics if t.result == "hold"), key=lambda t: t.nodes)[:6]
    refuted = 0
    for each in holds:
        search = Search(game, Settings.of(game, memory=16))
        search.look(each.position)
        search._solve(None, 50)
        in_full(search._grow_all(float("inf"), 50, None, 1))
        first = search.ranking[0]
        search._check_the_best(1.0)
        best = search.ranking[0]
        if best.action != first.action:
            refuted += 1
            after = each.position.after(first.action)
            found = solve(after)
            assert found and found.winners == (1 - (each.position.to_move or 0),)
            assert search.ranking[-1].proven == found.winners
            search.look(after)  # a tree that is kept goes on thinking all the same
            assert in_full(search._grow_all(float("inf"), 50, None, 1))
            assert search.ranking[0].visits or search.ranking[0].proven == found.winners
    assert refuted


def test_a_move_that_hands_over_a_win_is_proven_lost_at_once() -> None:
    """In a game that knows decisive actions, as soon as a position gets its place in the tree."""
    game, lost = blockhaus.game("kwinty"), 0
    for seed in range(30):
        position = midway(game, 5, seed)
        seat = position.to_move
        if seat is None:
            continue
        for line in searched(position, Settings.of(game, memory=4, exact=False), 1):
            after = position.after(line.action)
            ends = [after.after(a).outcome for a in after.actions]
            wins = [end for end in ends if end and end.winners == (1 - seat,)]
            assert (line.proven == (1 - seat,) and line.distance == 2) == bool(wins)
            lost += bool(wins)
    assert lost


def test_where_nothing_is_hidden_a_blind_position_is_the_position() -> None:
    position = midway(blockhaus.game("kwinty"), 5)
    assert position.blind(0) is position


def growing(game: blockhaus.Game, **chosen: Any) -> Search:
    search = Search(game, Settings.of(game, **{"memory": 4, **chosen}), seed=2)
    search.look(game.start(1))
    return search


@pytest.mark.parametrize("name", GAMES)
def test_a_full_memory_does_not_end_the_search(name: str) -> None:
    search = growing(blockhaus.game(name), memory=1, expand=1)
    room = len(search.trees[0].nodes.entries)
    assert room * shapes.NODE_SIZE * 2 <= 1_000_000
    for _ in range(100):
        before = int(search.trees[0].used[0])
        assert search.run(simulations=500) == 500
        if search.trees[0].used[0] == before:
            break
    assert room - search.game.actions < search.trees[0].used[0] <= room
    assert sum(line.visits for line in search.lines) > 500


def test_a_raised_stop_ends_a_search_before_its_next_simulation() -> None:
    game = blockhaus.game("kwinty")
    search = growing(game)
    search.run(simulations=10)
    each, position = search.trees[0], game.start(1)
    stop = np.ones(1, np.uint8)
    done = tree.simulate(
        array_of(position), np.repeat(array_of(position), 2), *each.nodes, each.used, each.history,
        each.marks, each.tally, each.out, each.rng,
        np.array(search.settings.numbers(position, 0), np.float64), stop, 1_000_000,
    )  # fmt: skip
    assert done == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_search_looks_up_often(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks the clock after every slice, and a slice has few simulations where they are slow."""
    now, slices = [0.0], []
    kernel = tree.simulate

    def slow(*arguments: Any) -> int:
        slices.append(arguments[-1])
        now[0] += 0.001 * arguments[-1]  # as if a simulation took a millisecond
        return int(kernel(*arguments))

    search = growing(blockhaus.game(name))
    monkeypatch.setitem(LOOPS, "simulate", slow)
    monkeypatch.setattr("blockhaus.search.search.time.monotonic", lambda: now[0])
    search.run(seconds=0.5)
    assert max(slices) <= 32
    assert now[0] <= 0.55


def test_many_searches_leave_nothing_behind() -> None:
    game = blockhaus.game("kwinty")
    position = game.start()

    def think(times: int) -> None:
        for seed in range(times):
            search = Search(game, Settings.of(game, memory=1), seed)
            search.look(position)
            assert search.run(simulations=8) == 8

    think(50)
    tracemalloc.start()
    try:
        think(10)
        before, _ = tracemalloc.get_traced_memory()
        think(1000)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 200_000


def turns_of_several(game: blockhaus.Game) -> Iterator[blockhaus.Position]:
    """Positions in which the mover decides twice in a row, whatever it does first."""
    for seed in range(30):
        position = midway(game, 6 + seed, seed)
        for action in position.actions:
            following = position.after(action)
            if following.to_move == position.to_move and following.turn == position.turn:
                yield position
                break


def test_the_decisions_of_a_turn_are_one_plan() -> None:
    """The second decision starts from what the first one's search found out about it."""
    game = blockhaus.game("qbq")
    checked = 0
    for position in turns_of_several(game):
        search = Search(game, Settings.of(game, memory=8), 3)
        search.look(position)
        search.run(simulations=3000)
        plan = next(
            (
                line
                for line in search.lines
                if len(line.path) > 1
                and position.after(line.action).to_move == position.to_move
                and position.after(line.action).turn == position.turn
            ),
            None,
        )
        if plan is None:
            continue
        search.look(position.after(plan.action))
        most = max(search.lines, key=lambda line: line.visits)
        assert most.visits > 0
        assert plan.path[1] in [line.action for line in search.lines if line.visits == most.visits]
        checked += 1
    assert checked >= 3


# The best move and its visits after 300 simulations.
EXPECTED = {
    "cube": "a1-b2 37",
    "kewbz": "d6 105",
    "ksar": "c7:2x3 156",
    "kwinty": "i+j 166",
    "qbq": "d1-c1 19",
    "turris": "a1+a2 121",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_machine_gives_the_same_answer(name: str) -> None:
    game = blockhaus.game(name)
    best = searched(midway(game, 7), Settings.of(game, memory=4), 300)[0]
    assert f"{game.text(best.action)} {best.visits}" == EXPECTED[name]


def test_points_may_have_all_the_weight() -> None:
    game = blockhaus.game("turris", blocks=4)
    best = searched(game.start(), Settings.of(game, memory=4, points=1.0, exact=False), 50)[0]
    assert 0 <= best.value <= 1
