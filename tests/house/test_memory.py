"""What tables take in memory is bounded, and costs what it is said to."""

from __future__ import annotations

import asyncio
import gc
import random
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import blockhaus
from blockhaus.core.position import Position, latest_scene
from blockhaus.house import house as house_module
from blockhaus.house import views
from blockhaus.house.house import House
from blockhaus.house.json_text import read, written
from blockhaus.house.settings import Settings
from blockhaus.house.tables import Founding, Table
from blockhaus.house.trail import EVERY, Trail

SEAT = {"kind": "person", "level": None, "name": "Ann", "invitation": None, "share": ""}


def game_at_random(game: str, decisions: int, seed: int = 1) -> list[Position]:
    dice = random.Random(seed)
    line = [blockhaus.game(game).start(seed)]
    while not line[-1].is_over and len(line) <= decisions:
        line.append(line[-1].play(dice.choice(line[-1].moves)))
    return line


def founding(line: list[Position], table_id: str = "t" * 10, host: str = "ann") -> Founding:
    seats = [{**SEAT, "holder": host} for _ in range(line[-1].game.players)]
    return Founding(table_id, line[-1].game.id, {}, seats, host, 0.0, "0", code=line[-1].code)


def shown(table: Table) -> Any:
    return read(written(views.table_data(table, "ann", [True] * 4, None, "en", 0.0)))


@settings(max_examples=20, deadline=None)
@given(
    game=st.sampled_from(blockhaus.games()),
    decisions=st.integers(0, 3 * EVERY),
    cuts=st.lists(st.integers(0, 3 * EVERY), max_size=3),
    seed=st.integers(0, 99),
)
def test_a_trail_is_the_positions_it_was_made_of(
    game: str, decisions: int, cuts: list[int], seed: int
) -> None:
    line = game_at_random(game, decisions, seed)
    trail = Trail(line)
    for cut in [*cuts, len(line)]:
        assert len(trail) == len(line)
        for number, position in enumerate(line):
            made = trail[number]
            assert made == position and made.path == position.path
            assert (made.change, made.events) == (position.change, position.events)
            assert made.words == position.words
            assert trail.mover(number) == position.to_move and trail.turn(number) == position.turn
            seat = None if not position.game.spec.secrets else 0
            assert trail.scene(seat, number) == latest_scene(line[: number + 1], seat)
        if cut < len(line):
            trail.cut(cut)
            del line[cut + 1 :]
            if line[-1].moves:
                line.append(line[-1].play(line[-1].moves[-1]))
                trail.append(line[-1])


def measured(table: Table) -> int:
    """Bytes that a table takes, counted by giving it back."""
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    vars(table).clear()
    gc.collect()
    return before - tracemalloc.get_traced_memory()[0]


@pytest.mark.parametrize("game", blockhaus.games())
def test_a_table_takes_about_what_it_says(game: str) -> None:
    line = game_at_random(game, 400)
    first = line[:1]
    shown(Table(founding(first)))  # what is worked out once for the game is nobody's
    agreed = founding(line)
    tracemalloc.start()
    try:
        table = Table(agreed)
        shown(table)
        said = table.cost
        real = measured(table)
    finally:
        tracemalloc.stop()
    assert real <= 1.5 * said <= 3 * real


def test_a_long_game_costs_little_more_than_a_short_one() -> None:
    """A position of this game has 3,648 bytes, and all that were played before weigh on each."""
    line = game_at_random("qbq", 400)
    whole = Table(founding(line))
    shown(whole)
    whole.trail.rest()
    everything = sum(len(position.state) + 8 * len(position.path) for position in line)
    assert whole.cost < everything / 8
    tracemalloc.start()
    try:
        again = Table(founding(line))
        shown(again)
        again.trail.rest()
        assert measured(again) < everything / 5
    finally:
        tracemalloc.stop()


def test_tables_leave_the_memory_by_what_they_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First those that nobody has looked at for longest; nobody takes the share of others."""
    monkeypatch.setattr(house_module, "BREATH", -1.0)
    line = game_at_random("qbq", 120)

    async def work() -> None:
        house = House(Settings(tmp_path, warm=False, memory=10**9))
        house.warming.ready = dict.fromkeys(house.warming.ready, True)
        await house.open()
        for number in range(30):
            await house.found(founding(line, f"ann{number:07}", "ann"))
        await house.found(founding(line, "ben0000000", "ben"))
        house.live["ben0000000"].touched = 0.0
        cost = house.live["ben0000000"].cost
        looked_at: Any = object()
        house.live["ann0000000"].connections.add(looked_at)
        for number in range(30):
            house.live[f"ann{number:07}"].touched = time.monotonic() - 100 + number
        monkeypatch.setattr(house_module, "SHARES", 4)
        object.__setattr__(house.settings, "memory", 40 * cost)
        house.make_room()
        left = sorted(house.live)
        assert left == ["ann0000000", *(f"ann{n:07}" for n in range(21, 30)), "ben0000000"]
        object.__setattr__(house.settings, "memory", 4 * cost)
        monkeypatch.setattr(house_module, "SHARES", 1)
        house.make_room()
        assert sorted(house.live) == ["ann0000000", *(f"ann{n:07}" for n in (27, 28, 29))]
        house.live["ann0000000"].connections.clear()
        assert (await house.table("ben0000000")).table.position == line[-1]
        await house.close()

    asyncio.run(work())
