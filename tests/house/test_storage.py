"""What is acknowledged is stored: once, in order, whoever writes and whoever breaks off."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
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
from blockhaus.house.database_file import StorageError
from blockhaus.house.databases import Database, database
from blockhaus.house.house import House, where_kept
from blockhaus.house.json_text import read, written
from blockhaus.house.schema import log, metadata
from blockhaus.house.setting_up import founding
from blockhaus.house.settings import Settings
from blockhaus.house.storage import Conflict, Write
from blockhaus.house.tables import Draft
from blockhaus.house.texts import HouseError
from blockhaus.house.wire.requests import NewTable, SeatWish
from house.postgres import Server

ANN, BEN = "a" * 64, "b" * 64
TABLE = "tabletable"


Anywhere = Callable[[], Settings]


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def anywhere(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Anywhere:
    """A new place for a house at every call: a folder, or a database of a server."""

    def folder() -> Settings:
        return Settings(tmp_path_factory.mktemp("house"), warm=False)

    if request.param == "SQLite":
        return folder
    server: Server = request.getfixturevalue("server")
    return lambda: replace(folder(), database=server.new_database())


async def opened(where: Settings) -> House:
    house = House(where)
    house.warming.ready = dict.fromkeys(house.warming.ready, True)
    await house.open()
    return house


async def founded(house: House, *kinds: Literal["me", "open"]) -> None:
    wish = NewTable(game="kwinty", seats=[SeatWish(kind=kind) for kind in kinds])
    await house.found(founding(wish, TABLE, ANN, "Ann", house.now()))


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
def test_two_houses_with_one_storage_keep_every_decision_once(
    anywhere: Anywhere, todo: list[Step]
) -> None:
    """The model is the list of moves that were acknowledged."""

    async def work(where: Settings) -> None:
        houses = [await opened(where), await opened(where)]
        await founded(houses[0], "me", "me")
        model: list[str] = []
        for step in todo:
            if step.what == "reopen":
                await houses[step.house].close()
                houses[step.house] = await opened(where)
            else:
                with suppress(HouseError):
                    await act(houses[step.house], model, step)
            assert await stored_moves(houses[0]) == model
        for house in houses:
            await house.close()
        last = await opened(where)
        assert (await last.table(TABLE)).table.trail[-1].history == model
        await last.close()

    asyncio.run(work(anywhere()))


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
def test_a_table_read_again_is_the_table_that_was_left(
    anywhere: Anywhere, todo: list[tuple[str, str, int]]
) -> None:
    async def work(where: Settings) -> None:
        house = await opened(where)
        await founded(house, "me", "open")
        live = await house.table(TABLE)
        for who, what, pick in todo:
            with suppress(HouseError):
                await live.change(lambda table, *args: plan(table, who, what, pick))  # noqa: B023
        left = {who: told(live.table, who) for who in (ANN, BEN, None)}
        summary = views.summary(live.table)
        await house.close()
        again = await opened(where)
        table = (await again.table(TABLE)).table
        assert {who: told(table, who) for who in (ANN, BEN, None)} == left
        assert views.summary(table) == summary
        assert await again.storage.summaries("mine", ANN, 5) == [summary]
        await again.close()

    asyncio.run(work(anywhere()))


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


def told(table: Any, who: str | None) -> Any:
    return read(written(views.table_data(table, who, [True, True], None, "en", table.updated)))


def test_many_decisions_share_a_commit(anywhere: Anywhere) -> None:
    async def work(where: Settings) -> None:
        house = await opened(where)
        before = house.storage.commits
        await asyncio.gather(
            *(house.storage.set_name(f"{number:064}", "Ann") for number in range(100))
        )
        assert house.storage.commits - before <= 3
        await house.close()

    asyncio.run(work(anywhere()))


def test_one_refused_write_does_not_take_others_along(anywhere: Anywhere) -> None:
    async def work(where: Settings) -> None:
        house = await opened(where)
        entry = {"table_id": TABLE, "kind": "chat", "seat": None, "data": "{}", "at": 0.0}
        await house.storage.write(Write(entries=[{**entry, "number": 0}]))
        writes = [Write(entries=[{**entry, "number": number}]) for number in (1, 0, 2)]
        results = await asyncio.gather(
            *(house.storage.write(write) for write in writes), return_exceptions=True
        )
        assert [isinstance(result, Conflict) for result in results] == [False, True, False]
        assert await house.storage.size(TABLE) == 3
        await house.close()

    asyncio.run(work(anywhere()))


def test_a_writer_that_hangs_up_still_gets_its_decision_stored(anywhere: Anywhere) -> None:
    async def work(where: Settings) -> None:
        house = await opened(where)
        await founded(house, "me", "me")
        live = await house.table(TABLE)
        asked = asyncio.create_task(live.change(lambda table: plans.move(table, ANN, 0, "i|")))
        await asyncio.sleep(0)
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked
        await house.close()
        again = await opened(where)
        assert (await again.table(TABLE)).table.number in (0, 1)
        assert (await again.table(TABLE)).table.number == live.table.number
        await again.close()

    asyncio.run(work(anywhere()))


def test_idle_tables_leave_the_memory(anywhere: Anywhere) -> None:
    async def work(where: Settings) -> None:
        house = House(replace(where, idle_after=0.0, sweep_every=0.05))
        await house.open()
        await founded(house, "me", "me")
        for _ in range(100):
            await asyncio.sleep(0.05)
            if not house.live:
                break
        assert not house.live
        assert (await house.table(TABLE)).table.number == 0
        await house.close()

    asyncio.run(work(anywhere()))


def test_migrations_lead_to_the_declared_form(anywhere: Anywhere) -> None:
    kept = database(where_kept(anywhere()))
    kept.migrate()
    kept.migrate()
    with kept.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
        assert not [change for change in found if change[0] != "remove_index"]
    kept.engine.dispose()


def test_processes_that_start_at_once_migrate_once(server: Server) -> None:
    url = server.new_database()
    kept = [database(url) for _ in range(3)]
    with ThreadPoolExecutor(len(kept)) as pool:
        list(pool.map(Database.migrate, kept))
    for each in kept:
        each.engine.dispose()


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite").write_bytes(b"this is no database" * 100)

    async def work() -> None:
        with pytest.raises(StorageError, match="cannot be used"):
            await House(Settings(tmp_path, warm=False)).open()

    asyncio.run(work())


def test_the_database_flushes_every_commit(tmp_path: Path) -> None:
    async def work() -> None:
        house = await opened(Settings(tmp_path, warm=False))
        assert [*await house.storage.rows(sa.text("PRAGMA journal_mode"))] == [("wal",)]
        assert [*await house.storage.rows(sa.text("PRAGMA synchronous"))] == [(2,)]
        await house.close()

    asyncio.run(work())
    with sqlite3.connect(tmp_path / "house.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_an_error_of_the_database_tells_no_values(anywhere: Anywhere) -> None:
    """It may be logged; values are tokens, names and secrets of deals."""

    async def work(where: Settings) -> None:
        house = await opened(where)
        told = sa.text("SELECT * FROM nowhere WHERE token = :token").bindparams(token="s3cret")
        with pytest.raises(sa.exc.DatabaseError) as asked:
            await house.storage.rows(told)
        with pytest.raises(sa.exc.DatabaseError) as wrote:
            await house.storage.write(Write(further=[(told, None)]))
        for error in (asked, wrote):
            assert "nowhere" in str(error.value) and "s3cret" not in repr(error.value)
            assert "s3cret" not in str(error.value)
        await house.close()

    asyncio.run(work(anywhere()))
