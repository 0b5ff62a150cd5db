"""What is acknowledged is stored: once, in order, whoever writes and whoever breaks off."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st

import blockhaus
from blockhaus.house import plans, views
from blockhaus.house.house import House, Settings
from blockhaus.house.setting_up import founding
from blockhaus.house.storage import Conflict, StorageError, Write, log, metadata, migrate
from blockhaus.house.tables import Draft
from blockhaus.house.texts import HouseError
from blockhaus.house.wire.requests import NewTable, SeatWish

ANN, BEN = "a" * 64, "b" * 64
TABLE = "tabletable"


async def opened(folder: Path) -> House:
    house = House(Settings(folder, warm=False))
    house.warming.ready = dict.fromkeys(house.warming.ready, True)
    await house.open()
    return house


async def founded(house: House, *kinds: Literal["me", "open"]) -> None:
    wish = NewTable(game="kwinty", seats=[SeatWish(kind=kind) for kind in kinds])
    await house.found(founding(wish, TABLE, ANN, "Ann", house.now()))


def in_a_folder(work: Callable[[Path], Coroutine[Any, Any, None]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(work(Path(folder)))


@dataclass(frozen=True)
class Step:
    """What a client does: which house it asks, and what."""

    house: int
    what: str
    pick: int
    late: int  # how many decisions ago the client last looked


steps = st.lists(
    st.builds(
        Step,
        st.integers(0, 1),
        st.sampled_from(["move", "move", "move", "again", "undo", "reopen"]),
        st.integers(0, 50),
        st.sampled_from([0, 0, 0, 1, -1]),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None)
@given(steps)
def test_two_houses_with_one_storage_keep_every_decision_once(todo: list[Step]) -> None:
    """The model is the list of moves that were acknowledged."""

    async def work(folder: Path) -> None:
        houses = [await opened(folder), await opened(folder)]
        await founded(houses[0], "me", "me")
        model: list[str] = []
        for step in todo:
            if step.what == "reopen":
                await houses[step.house].close()
                houses[step.house] = await opened(folder)
            else:
                with suppress(HouseError):
                    await act(houses[step.house], model, step)
            assert await stored_moves(houses[0]) == model
        for house in houses:
            await house.close()
        last = await opened(folder)
        assert (await last.table(TABLE)).table.trail[-1].history == model
        await last.close()

    in_a_folder(work)


async def act(house: House, model: list[str], step: Step) -> None:
    position = blockhaus.game("kwinty").start()
    for move in model:
        position = position.play(move)
    live = await house.table(TABLE)
    if step.what == "move":
        number = len(model) + step.late
        move = position.moves[step.pick % len(position.moves)] if position.moves else "a|"
        entry = await live.change(lambda table: plans.move(table, ANN, number, move))
        if entry:
            assert number == len(model)
            model.append(move)
    elif step.what == "again" and model:
        number = step.pick % len(model)
        entry = await live.change(lambda table: plans.move(table, ANN, number, model[number]))
        assert entry is None, "a decision was played twice"
    elif step.what == "undo":
        entry = await live.change(lambda table: plans.act(table, "ask-undo", [0, 1]))
        if entry:
            del model[entry.data["number"] :]


async def stored_moves(house: House) -> list[str]:
    """The moves as the log tells them, without any help of the house."""
    query = sa.select(log.c.kind, log.c.data).where(log.c.table_id == TABLE).order_by(log.c.number)
    moves: list[str] = []
    for kind, data in await house.storage.rows(query):
        if kind == "move":
            moves.append(json.loads(data)["move"])
        elif kind == "undo":
            del moves[json.loads(data)["number"] :]
    return moves


acts = st.lists(
    st.tuples(
        st.sampled_from([ANN, BEN]),
        st.sampled_from(
            ["move", "move", "resign", "offer-draw", "accept-draw", "decline-draw", "ask-undo",
             "allow-undo", "refuse-undo", "vote-computer", "rematch", "chat", "sit", "rise"]
        ),
        st.integers(0, 9),
    ),
    max_size=20,
)  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(acts)
def test_a_table_read_again_is_the_table_that_was_left(todo: list[tuple[str, str, int]]) -> None:
    async def work(folder: Path) -> None:
        house = await opened(folder)
        await founded(house, "me", "open")
        live = await house.table(TABLE)
        for who, what, pick in todo:
            with suppress(HouseError):
                await live.change(lambda table, *args: plan(table, who, what, pick))  # noqa: B023
        left = {who: told(live.table, who) for who in (ANN, BEN, None)}
        summary = views.summary(live.table)
        await house.close()
        again = await opened(folder)
        table = (await again.table(TABLE)).table
        assert {who: told(table, who) for who in (ANN, BEN, None)} == left
        assert views.summary(table) == summary
        assert await again.storage.summaries("mine", ANN, 5) == [summary]
        await again.close()

    in_a_folder(work)


def plan(table: Any, who: str, what: str, pick: int) -> Draft | None:
    if what == "move":
        moves = table.position.moves if table.trail else ["a|"]
        move = moves[pick % len(moves)] if moves else "a|"
        draft: Draft | None = plans.move(table, who, table.number, move)
    elif what == "chat":
        draft = plans.chat(table, who, who[0], "hello")
    elif what == "sit":
        draft = plans.sit(table, pick % 2, who, who[0], "", None)
    elif what == "rise":
        draft = plans.rise(table, pick % 2, who)
    else:
        seats = table.held(who)
        draft = plans.act(table, what, seats, seat=pick % 2, gone=True)
    return draft


def told(table: Any, who: str | None) -> dict[str, Any]:
    return views.table_data(table, who, [True, True], None, "en")


def test_many_decisions_share_a_commit(tmp_path: Path) -> None:
    async def work() -> None:
        house = await opened(tmp_path)
        before = house.storage.commits
        await asyncio.gather(
            *(house.storage.set_name(f"{number:064}", "Ann") for number in range(100))
        )
        assert house.storage.commits - before <= 3
        await house.close()

    asyncio.run(work())


def test_one_refused_write_does_not_take_others_along(tmp_path: Path) -> None:
    async def work() -> None:
        house = await opened(tmp_path)
        entry = {"table_id": TABLE, "kind": "chat", "seat": None, "data": "{}", "at": 0.0}
        await house.storage.write(Write(entries=[{**entry, "number": 0}]))
        writes = [Write(entries=[{**entry, "number": number}]) for number in (1, 0, 2)]
        results = await asyncio.gather(
            *(house.storage.write(write) for write in writes), return_exceptions=True
        )
        assert [isinstance(result, Conflict) for result in results] == [False, True, False]
        assert await house.storage.size(TABLE) == 3
        await house.close()

    asyncio.run(work())


def test_a_writer_that_hangs_up_still_gets_its_decision_stored(tmp_path: Path) -> None:
    async def work() -> None:
        house = await opened(tmp_path)
        await founded(house, "me", "me")
        live = await house.table(TABLE)
        asked = asyncio.create_task(live.change(lambda table: plans.move(table, ANN, 0, "i|")))
        await asyncio.sleep(0)
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked
        await house.close()
        again = await opened(tmp_path)
        assert (await again.table(TABLE)).table.number in (0, 1)
        assert (await again.table(TABLE)).table.number == live.table.number
        await again.close()

    asyncio.run(work())


def test_idle_tables_leave_the_memory(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(Settings(tmp_path, warm=False, idle_after=0.0, sweep_every=0.05))
        await house.open()
        await founded(house, "me", "me")
        for _ in range(100):
            await asyncio.sleep(0.05)
            if not house.live:
                break
        assert not house.live
        assert (await house.table(TABLE)).table.number == 0
        await house.close()

    asyncio.run(work())


def test_migrations_lead_to_the_declared_form(tmp_path: Path) -> None:
    migrate(tmp_path / "house.sqlite")
    migrate(tmp_path / "house.sqlite")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'house.sqlite'}")
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
        assert not [change for change in found if change[0] != "remove_index"]
    engine.dispose()


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite").write_bytes(b"this is no database" * 100)

    async def work() -> None:
        with pytest.raises(StorageError, match="cannot be used"):
            await House(Settings(tmp_path, warm=False)).open()

    asyncio.run(work())


def test_the_database_flushes_every_commit(tmp_path: Path) -> None:
    async def work() -> None:
        house = await opened(tmp_path)
        assert [*await house.storage.rows(sa.text("PRAGMA journal_mode"))] == [("wal",)]
        assert [*await house.storage.rows(sa.text("PRAGMA synchronous"))] == [(2,)]
        await house.close()

    asyncio.run(work())
    with sqlite3.connect(tmp_path / "house.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
