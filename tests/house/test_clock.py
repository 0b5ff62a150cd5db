"""Clocks: whose time runs, and what happens when it is over."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockhaus.house import connections
from blockhaus.house.alive import BELIEVED, last_alive, sign
from blockhaus.house.clock import DAY, Clock, Pauses, Terms
from blockhaus.house.connections import Waiting
from blockhaus.house.database_file import NAME as FILE
from blockhaus.house.databases import Sqlite
from blockhaus.house.storage import Storage
from blockhaus.house.tables import Entry
from blockhaus.house.timekeeping import LATE, Timekeeper
from house import processes
from house.visitors import FRIEND, ME, PATIENCE, Place, Visitor, open_place, wait_until

GAME_CLOCK: dict[str, Any] = {"kind": "game", "minutes": 5, "increment": 0}


def used(clock: dict[str, Any]) -> list[float]:
    """Seconds of each seat."""
    return [GAME_CLOCK["minutes"] * 60 - left for left in clock["remaining"]]


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
        while over["result"] is None:  # a busy house tells that time stood still
            over = page.hear("table")["table"]
    assert over["result"]["how"] == "time" and over["result"]["winners"] == [1]
    assert over["clock"]["remaining"][0] == 0 and over["clock"]["running"] is None


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=8),
    st.integers(0, 40),
    st.integers(0, 40),
)
def test_pauses_are_counted_once(found: list[tuple[int, int]], since: int, length: int) -> None:
    pauses = Pauses((begin, begin + seconds) for begin, seconds in found)
    lost = {second for begin, seconds in found for second in range(begin, begin + seconds)}
    within = [second for second in range(since, since + length) if second not in lost]
    assert pauses.between(since, since + length) == length - len(within)
    end = pauses.after(since, len(within))
    assert end - since - pauses.between(since, end) == len(within), "somebody had all of it"


def test_a_pause_is_nobodys_time() -> None:
    pauses = Pauses()
    for per_move in (False, True):
        clock = Clock(Terms(60, 0, per_move), 2, pauses)
        clock.switch(0, 100)
        pauses.add(130, 1130)
        assert clock.left(0, 110) == 50 and clock.left(0, 1130) == 30 and clock.left(0, 1140) == 20
        assert clock.deadline == 1160, "what was used before the pause stays used"
        clock.switch(1, 1140)
        assert clock.remaining[0] == 20 and clock.deadline == 1200


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 20)), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(0, 100), st.integers(1, 20)), max_size=5),
    st.booleans(),
)
def test_a_pause_that_is_heard_of_late_counts_as_if_it_had_been_known(
    turns: list[tuple[int, int]], pauses: list[tuple[int, int]], per_move: bool
) -> None:
    late, known = Pauses(), Pauses((since, since + length) for since, length in pauses)
    clocks = [Clock(Terms(60, 1, per_move), 2, each) for each in (late, known)]
    now = 0
    for seat, seconds in turns:
        for clock in clocks:
            clock.switch(seat, now)
        now += seconds
    for since, length in pauses:
        late.add(since, since + length)
    assert clocks[0].deadline == clocks[1].deadline
    assert clocks[0].data(now) == clocks[1].data(now)


class Watches:
    """A system whose clocks can be set."""

    def __init__(self) -> None:
        self.steady, self.system = 1000.0, 50_000.0

    def keeper(self) -> Timekeeper:
        return Timekeeper(lambda: self.steady, lambda: self.system)

    def run(self, keeper: Timekeeper, seconds: float) -> None:
        """Time goes by, and the house looks at it."""
        for _ in range(round(seconds)):
            self.steady += 1
            self.system += 1
            keeper.now()


def test_a_step_of_the_systems_clock_gives_and_takes_no_time() -> None:
    watches = Watches()
    keeper = watches.keeper()
    watches.run(keeper, 5)
    for step in (-3600, 7200):
        watches.system += step
        watches.run(keeper, 5)
    assert keeper.now() == 50_015 and not len(keeper.pauses)


def test_who_could_not_look_has_paused() -> None:
    watches = Watches()
    keeper = watches.keeper()
    watches.run(keeper, 3)
    watches.steady += LATE + 10
    assert keeper.now() == 50_003 + LATE + 10
    assert list(keeper.pauses) == list(keeper.unkept) == [(50_003, 50_003 + LATE + 10)]


@pytest.mark.parametrize("system", [49_000.0, 50_010.0, 90_000.0])
def test_a_house_that_opens_again_goes_on_where_it_was(system: float) -> None:
    """Also where the clock of the system was set back or on meanwhile."""
    watches = Watches()
    watches.system = system
    keeper = watches.keeper()
    keeper.resume(50_005, [(50_001, 50_002)])
    assert keeper.now() == max(system, 50_005)
    clock = Clock(Terms(60, 0, False), 2, keeper.pauses)
    clock.switch(0, 50_000)
    assert clock.left(0, keeper.now()) == 60 - 4
    watches.run(keeper, 10)
    assert clock.left(0, keeper.now()) == 60 - 14


def again(place: Place, cookie: str) -> Visitor:
    """The same browser at a house that has been opened again."""
    visitor = place.visitor()
    visitor.client.cookies.clear()
    visitor.client.cookies.set("blockhaus", cookie)
    return visitor


@pytest.mark.parametrize(
    "clock",
    [{"kind": "game", "minutes": 0.1, "increment": 0}, {"kind": "days", "days": 1}],
    ids=["game", "days"],
)
def test_nobodys_time_runs_while_the_house_is_closed(
    tmp_path: Path, clock: dict[str, object]
) -> None:
    def left(seen: dict[str, Any]) -> float:
        return float(seen["clock"]["remaining"][0])

    with open_place(tmp_path) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, ME, clock=clock)
        time.sleep(1.0)
        used = left(table) - left(ann.see(table))
        cookie = ann.client.cookies["blockhaus"]
    time.sleep(6.2)
    with open_place(tmp_path) as place:
        ann = again(place, cookie)
        seen = ann.see(table)
        assert seen["state"] == "running" and seen["you"] == [0, 1]
        assert left(seen) <= left(table) - used, "what was used before stays used"
        assert left(seen) > left(table) - 6.2, "what the house was closed for is not"


def test_who_kills_the_house_gives_nobody_time(tmp_path: Path) -> None:
    process, address = processes.start(tmp_path)
    place = Place(address)
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME, clock=GAME_CLOCK)
    wait_until(lambda: max(used(ann.see(table)["clock"])) > 0.1)
    before = ann.see(table)["clock"]
    file = Sqlite(tmp_path / FILE)
    wait_until(lambda: file.last_life() >= before["at"])
    cookie = ann.client.cookies["blockhaus"]
    place.send_home()
    processes.kill(process)
    process, address = processes.start(tmp_path)
    place = Place(address)
    after = again(place, cookie).see(table)["clock"]
    assert after["running"] == 0 and after["remaining"][0] <= before["remaining"][0]
    place.send_home()
    processes.stop(process)


def test_a_sign_of_life_beside_an_older_database_is_not_believed(tmp_path: Path) -> None:
    async def seen_after(seconds: float) -> float:
        storage = Storage(tmp_path)
        await storage.open()
        await storage.write(sign(1000.0, [], always=True))
        storage.database.show_life(1000.0 + seconds)
        found = await last_alive(storage)
        await storage.close()
        return found

    assert asyncio.run(seen_after(15.0)) == 1015.0
    assert asyncio.run(seen_after(BELIEVED + 1)) == asyncio.run(seen_after(-5.0)) == 1000.0


def test_nobodys_time_runs_while_the_house_is_stopped(tmp_path: Path) -> None:
    process, address = processes.start(tmp_path)
    place = Place(address)
    ann = place.visitor("Ann")
    clock = {"kind": "game", "minutes": 0.2, "increment": 0}
    table = ann.open("kwinty", ME, ME, clock=clock)
    process.send_signal(signal.SIGSTOP)
    time.sleep(13.0)
    process.send_signal(signal.SIGCONT)
    assert ann.move(table, 0, "i|")["clock"]["remaining"][0] > 0
    assert ann.see(table)["state"] == "running"
    place.send_home()
    processes.stop(process)


class Slowly:
    """A house whose clock stands still but for what it is told to take, whatever the machine takes
    by itself; no pause is as short as that.
    """

    SECONDS = 0.75 * LATE

    def __init__(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house, self.ahead = place.house, 0.0
        began = self.house.time._steady()
        monkeypatch.setattr(self.house.time, "_steady", lambda: began + self.ahead)
        monkeypatch.setattr(connections, "monotonic", lambda: began + self.ahead)

    def go_by(self) -> None:
        self.ahead += self.SECONDS

    def run(self, work: Any) -> Any:
        """Do something where the house does everything."""
        assert self.house.storage._task
        loop = self.house.storage._task.get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)


async def released(lock: asyncio.Lock) -> None:
    lock.release()


@pytest.mark.parametrize("held", ["lock", "disk"])
def test_what_the_house_takes_for_a_decision_is_nobodys_time(
    place: Place, monkeypatch: pytest.MonkeyPatch, held: str
) -> None:
    """Neither of who has decided nor of who could not see it yet; also for who reads the log."""
    ann = place.visitor("Ann")
    slowly = Slowly(place, monkeypatch)
    table = ann.open("kwinty", ME, ME, clock=GAME_CLOCK)
    live = place.house.live[table["id"]]
    with ann.live(table) as page:
        if held == "lock":
            slowly.run(live.lock.acquire())
            page.say("move", number=0, move="i|")
            wait_until(lambda: bool(live.lock._waiters))
            slowly.go_by()
            slowly.run(released(live.lock))
        else:

            async def flush() -> None:
                slowly.go_by()

            monkeypatch.setattr(place.house.storage.database, "committed", flush)
            page.say("move", number=0, move="i|")
        told = page.hear("played")["clock"]
        assert max(used(told)) == 0
        assert max(used(page.ask("move", number=1, move="j|")["clock"])) == 0
    stored = slowly.run(place.house.read(table["id"]))
    assert stored.clock and live.table.clock
    assert stored.clock.remaining == live.table.clock.remaining


def test_what_one_process_knows_better_the_next_entry_says_for_all(place: Place) -> None:
    """The one that stored a decision knows when it was told; another one takes the next."""
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME, clock=GAME_CLOCK)
    ann.move(table, 0, "i|")
    here, there = (asyncio.run(place.house.read(table["id"])) for _ in range(2))
    at = here.updated
    here.told(at + 0.5)
    entry = Entry(here.size, "move", 1, {"move": "j|", **there.times(at + 3, at + 3)}, at + 3)
    for each in (here, there):
        each.apply(entry)
    assert here.clock and there.clock and here.clock.remaining == there.clock.remaining


def test_what_is_written_meanwhile_gives_no_time(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.visitor("Ann")
    slowly = Slowly(place, monkeypatch)
    table = ann.open("kwinty", ME, ME, clock=GAME_CLOCK)
    with ann.live(table) as page:
        page.ask("move", number=0, move="i|")
        slowly.go_by()
        page.ask("chat", text="well played")
        told = page.ask("move", number=1, move="j|")["clock"]
        assert used(told)[1] == pytest.approx(Slowly.SECONDS)


def test_a_decision_counts_from_when_it_came_whatever_it_waits_behind(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.visitor("Ann")
    came, slowly = threading.Event(), Slowly(place, monkeypatch)
    table = ann.open("kwinty", ME, ME, clock=GAME_CLOCK)
    put = Waiting.put_nowait

    def note(line: Waiting, message: Any) -> None:
        put(line, message)
        came.set()

    monkeypatch.setattr(Waiting, "put_nowait", note)
    with ann.live(table) as page:
        slowly.run(place.house.live[table["id"]].lock.acquire())
        page.say("why", pick=[[0, 0, 0]])
        wait_until(lambda: bool(place.house.live[table["id"]].lock._waiters))
        came.clear()
        page.say("move", number=0, move="i|")
        assert came.wait(PATIENCE)
        slowly.go_by()
        slowly.run(released(place.house.live[table["id"]].lock))
        assert max(used(page.hear("played")["clock"])) == 0
