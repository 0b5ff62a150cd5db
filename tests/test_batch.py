"""Batches: the same games as positions play, many at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import blockhaus
from blockhaus.core.native import batch as batch_module
from blockhaus.core.native.threads import WorkerThreads
from blockhaus.core.position import Position

GAMES = blockhaus.games()


def as_position(batch: blockhaus.Batch, i: int) -> Position:
    return Position(batch.game, 0, (), batch.states[i : i + 1].tobytes())


@pytest.mark.parametrize("name", GAMES)
def test_batches_play_as_positions_do(name: str) -> None:
    batch = blockhaus.batch(name, 37, seed=3)
    restarts = 0
    for _ in range(60):
        chosen = batch.sample()
        before = [as_position(batch, i) for i in range(len(batch))]
        batch.step(chosen)
        for i, position in enumerate(before):
            assert chosen[i] in position.actions
            after = position.after(int(chosen[i]))
            assert batch.done[i] == after.is_over
            if after.outcome:
                restarts += 1
                share = 2 / len(after.outcome.winners) - 1
                wins = [share if s in after.outcome.winners else -1.0
                        for s in range(batch.game.players)]  # fmt: skip
                assert batch.rewards[i].tolist() == pytest.approx(wins)
                assert as_position(batch, i).turn == 0
            else:
                assert not batch.rewards[i].any()
                assert as_position(batch, i) == after
            now = as_position(batch, i)
            assert np.flatnonzero(batch.mask[i]).tolist() == list(now.actions)
            assert batch.to_move[i] == now.to_move
    assert restarts or name in ("cube", "qbq")  # whose random games are longer


@pytest.mark.parametrize("name", GAMES)
def test_observations_fill_planes_from_the_movers_seat(name: str) -> None:
    batch = blockhaus.batch(name, 8, seed=1)
    for _ in range(12):
        batch.step(batch.sample())
    assert batch.observation.dtype == np.int8
    assert batch.observation.shape[1:] == batch.game.definition.planes(batch.game.plain_start)
    assert batch.observation.any()


def test_random_steps_play_legal_moves() -> None:
    batch = blockhaus.batch("kewbz", 20, seed=2)
    for _ in range(60):
        before = [as_position(batch, i) for i in range(len(batch))]
        batch.step()
        for i, position in enumerate(before):
            followers = {position.after(action) for action in position.actions}
            assert batch.done[i] or as_position(batch, i) in followers


def test_batches_can_be_stepped_from_several_threads() -> None:
    batches = [blockhaus.batch("kwinty", 200, seed=seed) for seed in range(4)]
    alone = [blockhaus.batch("kwinty", 200, seed=seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(30):
            list(pool.map(lambda batch: batch.step(), batches))
    for batch, other in zip(batches, alone, strict=True):
        for _ in range(30):
            other.step()
        assert batch.states.tobytes() == other.states.tobytes()


def test_work_that_fails_in_a_thread_fails_for_the_caller() -> None:
    def work(first: int, last: int) -> None:
        if first:
            raise ValueError("part of it")

    workers = WorkerThreads()
    for _ in range(2):
        with pytest.raises(ValueError, match="part of it"):
            workers.share(work, 16, 2)


def test_any_number_of_threads_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    finals = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(batch_module, "THREADS", threads)
        batch = blockhaus.batch("kwinty", 100, seed=5)
        for _ in range(50):
            batch.step(batch.sample())
        finals.append(batch.states.tobytes())
    assert finals[0] == finals[1] == finals[2]


def test_an_illegal_action_changes_nothing() -> None:
    batch = blockhaus.batch("kwinty", 5)
    before = batch.states.tobytes()
    for wrong in (0, -1, 999):
        chosen = batch.sample()
        chosen[3] = wrong
        with pytest.raises(blockhaus.BlockhausError, match="not legal in game 3 of the batch"):
            batch.step(chosen)
    with pytest.raises(blockhaus.BlockhausError, match="step takes 5 actions"):
        batch.step(np.zeros(4))
    with pytest.raises(blockhaus.BlockhausError, match="at least one game"):
        blockhaus.batch("kwinty", 0)
    assert batch.states.tobytes() == before


def test_options_reach_the_batch() -> None:
    batch = blockhaus.batch("kwinty", 4, blocks=4)
    steps = 0
    while not batch.done.any():
        batch.step(batch.sample())
        steps += 1
    assert steps <= 8
