"""Who comes next: visitors in turn, short before long, and nobody fills the line alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import blockhaus
from blockhaus.house import analysts as thinking
from blockhaus.house import queues, whereabouts
from blockhaus.house.analysts import Analysts
from blockhaus.house.computer import TABLES
from blockhaus.house.house import House
from blockhaus.house.queues import TOGETHER, Line, Thinkers
from blockhaus.house.setting_up import founding
from blockhaus.house.settings import Settings
from blockhaus.house.texts import HouseError
from blockhaus.house.wire.requests import NewTable, SeatWish

LONG, BRIEF = 2.0, 0.01


class Order:
    """A line whose questions are answered one by one; who was called is written down."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.called: list[str] = []
        self.ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, visitor: str, seconds: float, name: str = "") -> None:
        async def question() -> None:
            async with self.line.turn(visitor, seconds):
                self.called.append(name or visitor)
                over = asyncio.Event()
                self.ends.append(over)
                await over.wait()

        self.tasks.append(asyncio.create_task(question()))
        await asyncio.sleep(0)

    async def answer(self) -> None:
        """The question called first is answered."""
        self.ends.pop(0).set()
        for _ in range(4):
            await asyncio.sleep(0)

    async def finish(self) -> list[str]:
        while self.ends:
            await self.answer()
        await asyncio.gather(*self.tasks)
        return self.called


def run(work: Callable[[], Any]) -> Any:
    return asyncio.run(work())


def test_visitors_take_turns_however_much_one_asks() -> None:
    async def work() -> list[str]:
        order = Order(Line(1))
        for _ in range(300):
            await order.ask("ann", LONG)
        await order.ask("ben", LONG)
        await order.ask("cleo", LONG)
        return await order.finish()

    called = run(work)
    assert called[:5].count("ben") == called[:5].count("cleo") == 1


def test_short_goes_before_long() -> None:
    async def work() -> list[str]:
        order = Order(Line(1))
        for number in range(20):
            for _ in range(5):
                await order.ask(f"visitor {number}", LONG)
        await order.ask("ann", BRIEF)
        await order.ask("visitor 3", BRIEF, "his short one")
        return await order.finish()

    assert sorted(run(work)[1:3]) == ["ann", "his short one"]


def test_long_ones_come_to_their_turn_while_short_ones_keep_coming() -> None:
    async def work() -> list[str]:
        order = Order(Line(1))
        await order.ask("ann", BRIEF)
        await order.ask("ben", LONG)
        for _ in range(int(LONG / BRIEF) + 5):
            await order.ask("ann", BRIEF)
            await order.answer()
        return await order.finish()

    called = run(work)
    assert "ben" in called[:-3]


def test_a_place_is_kept_for_short_ones() -> None:
    async def work() -> list[str]:
        order = Order(Line(1, spare=1))
        for _ in range(3):
            await order.ask("ann", LONG)
        assert order.called == ["ann"], "the spare place is not for long ones"
        await order.ask("ben", BRIEF)
        assert order.called == ["ann", "ben"]
        return await order.finish()

    run(work)


def test_one_visitor_has_so_many_in_the_line() -> None:
    async def work() -> None:
        order = Order(Line(1, most=3))
        for _ in range(3):
            await order.ask("ann", LONG)
        with pytest.raises(HouseError) as refused:
            async with order.line.turn("ann", BRIEF):
                pass
        assert refused.value.code == "many-waiting"
        for lang in ("de", "fr", "es", "nl"):
            assert "3" in refused.value.data(lang)["message"]
            assert refused.value.data(lang)["message"] != refused.value.data("en")["message"]
        await order.ask("ben", LONG)
        await order.finish()
        async with order.line.turn("ann", BRIEF):
            pass

    run(work)


def test_many_visitors_of_one_address_have_one_turn_together() -> None:
    async def work() -> list[str]:
        order = Order(Line(1, flow=lambda visitor: visitor.split()[0]))
        for number in range(40):
            await order.ask(f"puppet {number}", LONG)
        await order.ask("ann", LONG)
        return await order.finish()

    assert "ann" in run(work)[:3]


def test_one_address_has_so_many_in_the_line() -> None:
    async def work() -> None:
        order = Order(Line(1, most=2, flow=lambda visitor: visitor.split()[0]))
        for number in range(2 * TOGETHER):
            await order.ask(f"puppet {number}", LONG)
        with pytest.raises(HouseError) as refused:
            async with order.line.turn("puppet 99", LONG):
                pass
        assert refused.value.code == "too-many"
        await order.ask("ann", LONG)
        assert "ann" in await order.finish()

    run(work)


def test_visitors_share_the_turn_of_the_address_they_last_asked_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whereabouts, "VISITORS_KEPT", 2)
    known = whereabouts.Whereabouts()
    for visitor in ("ann", "ben", "cleo"):
        known.note(visitor, "192.0.2.1")
    assert [*map(known.of, ("ann", "ben", "cleo"))] == ["ann", "192.0.2.1", "192.0.2.1"]
    known.note("ben", "192.0.2.2")
    assert known.of("ben") == "192.0.2.2"
    known.note("ben", "127.0.0.1")
    assert known.of("ben") == "ben", "who is on this machine counts for themselves"


def test_who_leaves_the_line_holds_nothing_up() -> None:
    async def work() -> list[str]:
        order = Order(Line(1))
        for visitor in ("ann", "ben", "cleo"):
            await order.ask(visitor, LONG)
        order.tasks.pop(1).cancel()
        called = await order.finish()
        assert order.line.of("ben") == 0
        return called

    assert run(work) == ["ann", "cleo"]


def test_a_thread_at_work_keeps_its_place_when_nobody_waits_for_it() -> None:
    async def work() -> None:
        line = Thinkers("test", 1)
        busy, free = threading.Event(), threading.Event()

        def job() -> None:
            busy.set()
            free.wait(60)

        first = asyncio.create_task(line.think("ann", LONG, job))
        await asyncio.to_thread(busy.wait, 60)
        first.cancel()
        second = asyncio.create_task(line.think("ben", LONG, lambda: 7))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not second.done() and line.of("ann") == 1
        free.set()
        assert await second == 7 and line.of("ann") == 0
        await line.close()

    run(work)


# Analyses and reviews


class Ready:
    def is_ready(self, name: str) -> bool:
        return True

    async def wait(self, name: str) -> None:
        pass

    async def aside(self, name: str | None, job: Callable[[], Any]) -> Any:
        return job()


def test_a_long_analysis_gives_way_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without anybody waiting it goes on past its share, and stops when others come."""
    monkeypatch.setattr(thinking, "SLICE", 0.0)
    code = blockhaus.game("kwinty").start().code
    looks = {"ann": 0, "ben": 0}
    done: list[tuple[str, bool]] = []

    def fake(bench: Analysts, others: threading.Event) -> Callable[..., Any]:
        def analysing(position: Any, seconds: float, lines: int, watch: Any) -> Any:
            found = blockhaus.analyse(position, simulations=1)
            visitor = "ben" if seconds == 2 else "ann"
            while watch(found):
                looks[visitor] += 1
                if looks[visitor] == 5:
                    others.set()
                if visitor == "ben":
                    break
                yield
            return found

        return analysing

    async def work() -> None:
        bench = Analysts(Ready())  # type: ignore[arg-type]
        bench.line.places = 1
        others = threading.Event()
        monkeypatch.setattr(thinking, "analysing", fake(bench, others))

        def ask(visitor: str, seconds: float) -> asyncio.Task[None]:
            def tell(told: dict[str, Any]) -> None:
                if told["done"]:
                    done.append((visitor, told["early"]))

            return asyncio.create_task(
                bench.analyse(visitor, code, seconds, 1, threading.Event(), tell)
            )

        first = ask("ann", 600)
        await asyncio.to_thread(others.wait, 60)
        await asyncio.gather(first, ask("ben", 2))
        await bench.close()

    run(work)
    assert looks["ann"] >= 5 and done == [("ann", True), ("ben", False)]


def test_without_threads_an_analysis_lets_others_have_their_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a page it is seen to grow, and ends when somebody says so and not before."""
    monkeypatch.setattr(queues, "has_threads", lambda: False)
    code = blockhaus.game("kwinty").start().code
    told: list[int] = []

    async def work() -> None:
        bench, stop = Analysts(Ready()), threading.Event()  # type: ignore[arg-type]
        asked = [
            asyncio.create_task(
                bench.analyse("ann", code, 600, 1, stop, lambda found: told.append(found["done"]))
            )
            for _ in range(2)
        ]
        while len(told) < 6:
            await asyncio.sleep(0)
        assert bench.line.working == 2
        asked[0].cancel()
        stop.set()
        await asyncio.gather(*asked, return_exceptions=True)
        assert bench.line.working == 0 and not any(told)
        await bench.close()

    run(work)


def test_reviews_are_gone_over_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short game is not kept waiting by the long ones of another."""
    record = blockhaus.Record(blockhaus.game("kwinty"), ["i|", "j|"])
    steps: list[str] = []
    decisions = {"ann": 40, "ben": 2}

    class Job(thinking.ReviewJob):
        def step(self) -> bool:
            steps.append(self.visitor)
            return steps.count(self.visitor) < decisions[self.visitor]

    monkeypatch.setattr(thinking, "ReviewJob", Job)

    async def work() -> None:
        bench = Analysts(Ready())  # type: ignore[arg-type]
        jobs = [bench.review("ann", f"ann {n}", record, ()) for n in range(thinking.REVIEWS)]
        with pytest.raises(HouseError) as refused:
            bench.review("ann", "one more", record, ())
        assert refused.value.code == "many-waiting"
        jobs.append(bench.review("ben", "ben", record, ()))
        await asyncio.gather(*(job.task for job in jobs if job.task))
        await bench.close()

    run(work)
    assert steps.index("ben") < 5 and steps[:8].count("ben") == 2


def test_one_address_has_so_many_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    record = blockhaus.Record(blockhaus.game("kwinty"), ["i|", "j|"])
    monkeypatch.setattr(thinking.ReviewJob, "step", lambda job: False)

    async def work() -> None:
        bench = Analysts(Ready(), lambda visitor: visitor.split()[0])  # type: ignore[arg-type]
        for number in range(TOGETHER * thinking.REVIEWS):
            bench.review(f"puppet {number}", f"table {number}", record, ())
        with pytest.raises(HouseError) as refused:
            bench.review("puppet 99", "one more", record, ())
        assert refused.value.code == "too-many"
        jobs = [*bench._reviews.values(), bench.review("ann", "hers", record, ())]
        await asyncio.gather(*(job.task for job in jobs if job.task))
        await bench.close()

    run(work)


# Computers


def wished(level: int) -> NewTable:
    seats = [SeatWish(kind="computer", level=level), SeatWish(kind="me")]
    return NewTable(game="kwinty", seats=seats)


async def house_with(folder: Path, tables: list[tuple[str, str, int]]) -> House:
    """A house with tables (id, host, level) at which the computer is to move."""
    house = House(Settings(folder, warm=False, thinkers=1))
    house.warming.ready = dict.fromkeys(house.warming.ready, True)
    await house.open()
    for table_id, host, level in tables:
        await house.found(founding(wished(level), table_id, host, "", 1.0))
    return house


def test_after_a_restart_everybodys_computers_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No thread thinks here: games that are not compiled are waited for."""

    async def work() -> None:
        tables = [(f"ann{n:07}", "a" * 64, 10) for n in range(40)]
        house = await house_with(tmp_path, [*tables, ("ben0000000", "b" * 64, 1)])
        with pytest.raises(HouseError) as refused:
            house.computers.check("a" * 64)
        assert refused.value.code == "many-thinking"
        house.computers.check("b" * 64)
        await house.close()
        again = House(Settings(tmp_path, warm=False, thinkers=1))
        await again.open()
        while "ben0000000" not in again.live or len(again.live) < TABLES + 1:
            await asyncio.sleep(0.01)
        await again._sweep()
        await asyncio.sleep(0.1)
        assert len(again.live) == TABLES + 1, "the others have their turn later"
        await again.close()

    run(work)
