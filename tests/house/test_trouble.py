"""What goes wrong passes: nobody's page harms another's, and a disk that was full is forgiven."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from blockhaus.house import house as house_module
from blockhaus.house import views
from blockhaus.house.connection import TRY_AGAIN
from blockhaus.house.house import House
from blockhaus.house.sockets import NO_TABLE
from house.visitors import COMPUTER, FRIEND, ME, PATIENCE, Page, Place, open_place, wait_until


@contextmanager
def full_disk(house: House) -> Iterator[None]:
    """Every commit fails, as it does on a disk without room."""

    def refuse(_: sa.Connection) -> None:
        full = sqlite3.OperationalError("database or disk is full")
        raise sa.exc.OperationalError("COMMIT", {}, full)

    sa.event.listen(house.storage._engine, "commit", refuse)
    try:
        yield
    finally:
        sa.event.remove(house.storage._engine, "commit", refuse)


@pytest.fixture
def quick_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A house that tries again soon."""
    monkeypatch.setattr(house_module, "RETRY_AFTER", 0.1)
    with open_place(tmp_path, sweep_every=0.2) as place:
        yield place


def test_a_disk_that_was_full_is_forgiven(quick_place: Place) -> None:
    place = quick_place
    ann = place.visitor("Ann")
    mine = ann.open("kwinty", ME, ME)
    with full_disk(place.house):
        refused = ann.move(mine, 0, "i|", 503)["error"]
        assert refused["code"] == "no-storage" and "disk is full" in refused["message"]
        assert ann.see(mine)["number"] == 0, "what is not stored is not told"
        unwell = ann.client.get("/health", headers={"Accept-Language": "de"})
        assert unwell.status_code == 503 and unwell.json()["status"] == "trouble"
        assert "Festplatte" in unwell.json()["reason"]
        with ann.live(mine) as page:
            assert page.ask("move", number=0, move="i|")["error"]["code"] == "no-storage"
    wait_until(lambda: ann.client.get("/health").status_code == 200)
    assert ann.move(mine, 0, "i|")["number"] == 1


def test_a_page_that_comes_while_nothing_can_be_read_comes_again(
    quick_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, house = quick_place.visitor("Ann"), quick_place.house
    table = ann.open("kwinty", ME, ME)

    def sent_away(table_id: str) -> tuple[str, int]:
        with ann.socket(f"/api/tables/{table_id}/live") as connection:
            told = Page(connection).next()
            with pytest.raises(ConnectionClosed):
                connection.recv(PATIENCE)
            assert connection.close_code is not None
            return told["error"]["code"], connection.close_code

    async def unreachable(_: str) -> None:
        raise sa.exc.OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))

    assert sent_away("nosuchthin") == ("no-table", NO_TABLE)
    with monkeypatch.context() as broken:
        broken.setattr(house, "table", unreachable)
        assert sent_away(table["id"]) == ("no-storage", TRY_AGAIN)
    with monkeypatch.context() as closing:
        closing.setattr(house, "closing", True)
        assert sent_away(table["id"]) == ("closing", TRY_AGAIN)


def test_a_computer_whose_move_could_not_be_kept_moves_later(
    quick_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = quick_place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    house = quick_place.house
    thought = house.computers.minds.think
    disk = full_disk(house)

    def think(*facts: Any) -> str:
        move = thought(*facts)
        if not house.storage.trouble:
            disk.__enter__()
        return move

    monkeypatch.setattr(house.computers.minds, "think", think)
    ann.move(table, 0, "i|")
    wait_until(lambda: house.storage.trouble is not None)
    monkeypatch.undo()
    disk.__exit__(None, None, None)
    wait_until(lambda: ann.see(table)["number"] == 2)


def test_a_computer_that_fails_is_asked_again(
    quick_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = quick_place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    minds = quick_place.house.computers.minds
    thought, failures = minds.think, list[int]()

    def think(*facts: Any) -> str:
        if len(failures) < 2:
            failures.append(1)
            raise RuntimeError("out of mind")
        return thought(*facts)

    monkeypatch.setattr(minds, "think", think)
    ann.move(table, 0, "i|")
    wait_until(lambda: ann.see(table)["number"] == 2)


def test_time_that_could_not_be_told_over_is_told_over_later(quick_place: Place) -> None:
    ann, ben = quick_place.visitor("Ann"), quick_place.visitor("Ben")
    clock = {"kind": "game", "minutes": 0.02, "increment": 0}
    table = ann.open("kwinty", ME, FRIEND, clock=clock)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    with full_disk(quick_place.house):
        ann.move(table, 0, "i|", 503)
        time.sleep(2.0)  # longer than anybody has
        assert ann.see(table)["state"] == "running", "nobody's time ran"
    wait_until(lambda: ann.see(table)["state"] == "over")
    assert ann.see(table)["result"]["how"] == "time"


def test_a_page_that_cannot_be_told_harms_no_other(
    quick_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = quick_place
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, COMPUTER)
    house, seen = place.house, views.eye
    with ann.live(table) as mine, ben.live(table):
        live = house.live[table["id"]]
        wait_until(lambda: len(live.connections) == 2)
        [holder] = {c.holder for c in live.connections} - {live.table.seats[0].holder}

        def eye(table: Any, who: str | None) -> int | None:
            if who == holder:
                raise RuntimeError("nothing can be seen with these eyes")
            return seen(table, who)

        monkeypatch.setattr(views, "eye", eye)
        assert mine.ask("move", number=0, move="i|")["type"] == "played"
        while mine.hear("played")["number"] < 2:
            pass


def test_what_follows_a_decision_happens_even_if_nobody_can_be_told(
    quick_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = quick_place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)

    async def fail(*_: Any) -> None:
        raise RuntimeError("speechless")

    monkeypatch.setattr("blockhaus.house.live_table.LiveTable._announce", fail)
    assert ann.move(table, 0, "i|")["number"] == 1
    wait_until(lambda: ann.see(table)["number"] == 2)


def test_a_page_that_leaves_while_others_are_told_harms_nobody(
    quick_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a game is compiled the view is made in a thread, and pages come and go meanwhile."""
    visitors = [quick_place.visitor(name) for name in ("Ann", "Ben", "Cleo")]
    ann = visitors[0]
    table = ann.open("kwinty", ME, COMPUTER)
    live = quick_place.house.live[table["id"]]
    holder = live.table.seats[0].holder
    compute, seen = live.compute, views.view

    async def leaving(job: Callable[[], Any]) -> Any:
        found = await compute(job)
        if viewed:
            await asyncio.sleep(0)
            for connection in [c for c in live.connections if c.holder != holder]:
                live.leave(connection)
        return found

    def view(*facts: Any) -> Any:
        viewed.append(True)
        return seen(*facts)

    viewed: list[bool] = []
    monkeypatch.setattr(live, "compute", leaving)
    with ExitStack() as stack:
        page, *_ = [stack.enter_context(visitor.live(table)) for visitor in visitors]
        viewed.clear()
        monkeypatch.setattr(views, "view", view)
        assert page.ask("move", number=0, move="i|")["type"] == "played"
        while page.hear("played")["number"] < 2:
            pass


def test_a_broken_table_keeps_the_house_from_no_other(
    quick_place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is wrong with one, the others are seen to, and it is told of once."""
    house = quick_place.house
    ann = quick_place.visitor("Ann")
    broken, whole = (ann.open("kwinty", ME, COMPUTER) for _ in range(2))
    house.live[broken["id"]].table.seats.clear()
    ann.move(whole, 0, "i|")
    wait_until(lambda: ann.see(whole)["number"] == 2)
    looks: list[float] = []
    alive = house.live_on

    async def looked(always: bool = False) -> None:
        looks.append(house.now())
        await alive(always)

    monkeypatch.setattr(house, "live_on", looked)
    wait_until(lambda: len(looks) > 3 and broken["id"] in house.broken.noted)
    house.make_room()
    assert not house.unwell and ann.client.get("/health").status_code == 200
    told = [record for record in caplog.records if f"{broken['id']} is broken" in record.message]
    assert len(told) == 1
    del house.live[broken["id"]]
