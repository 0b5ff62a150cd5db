"""Clocks: whose time runs, and what happens when it is over."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockhaus.house.clock import DAY, Clock, Terms
from house.visitors import FRIEND, ME, Place, open_place


def test_minutes_for_the_game_with_an_increment() -> None:
    clock = Clock(Terms(60, 2, per_move=False), 2)
    clock.switch(0, 100)
    assert clock.deadline == 160
    clock.switch(0, 110)  # a second decision of the same turn
    assert clock.left(0, 110) == 50
    clock.switch(1, 120)
    assert clock.left(0, 500) == 42 and clock.left(1, 130) == 50
    clock.switch(None, 130)
    assert clock.deadline is None and clock.left(1, 900) == 52


def test_days_for_every_move() -> None:
    clock = Clock(Terms(DAY, 0, per_move=True), 2)
    clock.switch(0, 0)
    clock.switch(1, 1000)
    assert clock.deadline == 1000 + DAY
    clock.switch(0, 2000)
    assert clock.left(0, 2000) == DAY


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 10)), max_size=30))
def test_nobody_loses_time_in_the_turn_of_another(turns: list[tuple[int, float]]) -> None:
    clock = Clock(Terms(60, 0, per_move=False), 3)
    now, spent = 0.0, [0.0, 0.0, 0.0]
    for seat, seconds in turns:
        clock.switch(seat, now)
        now += seconds
        spent[seat] += seconds
    clock.switch(None, now)
    for seat in range(3):
        assert clock.remaining[seat] == pytest.approx(max(0.0, 60 - spent[seat]), abs=1e-6)


def test_who_runs_out_of_time_has_lost(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    clock = {"kind": "game", "minutes": 0.05, "increment": 0}  # enough to open a page meanwhile
    table = ann.open("kwinty", ME, FRIEND, clock=clock)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    with ben.live(table) as page:
        over = page.hear("table")["table"]
    assert over["result"]["how"] == "time" and over["result"]["winners"] == [1]
    assert over["clock"]["remaining"][0] == 0 and over["clock"]["running"] is None


def test_nobodys_time_runs_while_the_house_is_closed(tmp_path: Path) -> None:
    with open_place(tmp_path) as place:
        ann = place.visitor("Ann")
        clock = {"kind": "game", "minutes": 0.1, "increment": 0}
        table = ann.open("kwinty", ME, ME, clock=clock)
        cookie = ann.client.cookies["blockhaus"]
    time.sleep(6.2)
    with open_place(tmp_path) as place:
        ann = place.visitor()
        ann.client.cookies.clear()
        ann.client.cookies.set("blockhaus", cookie)
        seen = ann.see(table)
        assert seen["state"] == "running" and seen["you"] == [0, 1]
