"""Several processes are one house: everybody is told everything, once, whoever they ask."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from json import loads
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import blockhaus
from blockhaus.house import merging, plans
from blockhaus.house.house import House
from blockhaus.house.schema import keepers, processes
from blockhaus.house.setting_up import founding
from blockhaus.house.settings import Settings
from blockhaus.house.storage import Write
from blockhaus.house.tables import Entry
from blockhaus.house.texts import HouseError
from blockhaus.house.wire.requests import NewTable, SeatWish
from house.postgres import Server
from house.visitors import (
    COMPUTER,
    FRIEND,
    ME,
    NO_LIMITS,
    OPEN,
    PATIENCE,
    Page,
    Place,
    Visitor,
    open_place,
    wait_until,
)

Places = list[Place]


@pytest.fixture(scope="module")
def shared_places(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Places]:
    url = server.new_database()
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                open_place(tmp_path_factory.mktemp("house"), database=url, gone_after=0.0)
            )
            for _ in range(2)
        ]


@pytest.fixture
def places(shared_places: Places) -> Iterator[Places]:
    yield shared_places
    for place in shared_places:
        place.send_home()


def moved(visitor: Visitor, place: Place) -> Visitor:
    """The same browser, whose requests now come to another process."""
    again = place.visitor()
    again.client.cookies = visitor.client.cookies
    return again


def two(places: Places) -> tuple[Visitor, Visitor, dict[str, Any]]:
    """Two people at one table, each at a process of their own."""
    ann, ben = places[0].visitor("Ann"), places[1].visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    return ann, ben, table


def test_what_one_process_stores_the_pages_of_all_are_told_once_and_in_order(
    places: Places,
) -> None:
    ann, ben, table = two(places)
    position = blockhaus.game("kwinty").start()
    with ann.live(table) as one, ben.live(table) as other:
        pages = [one, other]
        for number in range(8):
            move = position.moves[0]
            answer = pages[number % 2].ask("move", number=number, move=move)
            assert (answer["type"], answer["number"]) == ("played", number + 1)
            position = position.play(move)
            assert pages[1 - number % 2].hear("played")["number"] == number + 1
        assert other.ask("chat", text="well played")["type"] == "done"
        assert one.hear("chat")["message"]["text"] == "well played"
        assert other.ask("act", act="resign")["type"] == "done"
        assert one.hear("table")["table"]["state"] == "over"
        one.ask("ping"), other.ask("ping")
    for page in pages:
        told = [read_number(text) for text in page.heard if '"type":"played"' in text]
        assert told == list(range(1, 9)), "each decision once, in order"


def read_number(text: str) -> int:
    return int(text.split('"number":')[1].split(",")[0])


def test_who_asks_another_process_finds_what_was_decided(places: Places) -> None:
    ann, ben, table = two(places)
    there = moved(ann, places[1])
    for number in range(6):
        mover = (ann, ben)[number % 2]
        played = [told["move"] for told in mover.see(table)["moves"]]
        position = list(blockhaus.game("kwinty").positions(played))[-1]
        mover.move(table, number, position.moves[0])
        assert there.see(table)["number"] == ann.see(table)["number"] == number + 1
    again = there.move(table, 0, there.see(table)["moves"][0]["move"])
    assert again["number"] == 6, "the same decision sent to another process is played once"


def test_presence_is_known_to_all(places: Places) -> None:
    ann, ben, table = two(places)
    with ann.live(table) as page:
        until(page, here=[True, False])
        with ben.live(table) as other:
            until(page, here=[True, True])
            until(other, here=[True, True])
        until(page, here=[True, False])
        with places[1].visitor().live(table):
            until(page, watching=1)
        until(page, watching=0)


def until(page: Page, **facts: Any) -> None:
    told: dict[str, Any] = {}
    while any(told.get(name) != value for name, value in facts.items()):
        told = page.hear("presence")


def test_a_computer_thinks_once_and_is_seen_to_think_everywhere(places: Places) -> None:
    ann = places[0].visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    with places[1].visitor().live(table) as page:
        ann.move(table, 0, "i|")
        seats = [page.hear("thinking")["seat"] for _ in range(2)]
        assert seats == [1, None]
        while page.hear("played")["number"] != 2:
            pass


def test_a_line_that_was_cut_is_taken_up_again(places: Places, server: Server) -> None:
    ann, ben, table = two(places)
    with ann.live(table) as one, ben.live(table) as other:
        server.cut()
        position = blockhaus.game("kwinty").start()
        for number in range(4):
            move = position.moves[0]
            position = position.play(move)
            answer = (one, other)[number % 2].ask("move", number=number, move=move)
            assert answer["type"] in ("played", "done")
        for page in (one, other):
            while known(page) != 4:
                page.hear("played", "table")


def known(page: Page) -> int:
    """How many decisions a page knows of."""
    numbers = [
        read_number(text) for text in page.heard if text.startswith(('{"type":"played"', '{"id"'))
    ]
    tables = [text for text in page.heard if text.startswith('{"type":"table"')]
    return max([0, *numbers, *(int(loads(text)["table"]["number"]) for text in tables)])


def test_a_device_that_became_somebody_is_that_person_everywhere(places: Places) -> None:
    ann, guest = places[0].visitor("Ann"), places[1].visitor("Guest")
    table = guest.open("kwinty", ME, OPEN)
    token = ann.post("/api/me/link")["token"]
    with guest.live(table) as page:
        moved(guest, places[0]).post("/api/link/take", token=token)
        assert page.hear("table")["table"]["you"] == [0], "the seat is still the page's own"
    assert guest.get("/api/me")["name"] == "Ann"
    assert table["id"] in [each["id"] for each in ann.get("/api/tables", list="mine")]


def test_a_table_withdrawn_by_one_process_is_gone_for_all(places: Places) -> None:
    ann = places[0].visitor("Ann")
    table = ann.open("kwinty", ME, OPEN)
    with places[1].visitor().live(table) as page:
        ann.delete(f"/api/tables/{table['id']}")
        assert "withdrawn" in page.hear("table")["table"]["notice"]
    places[1].visitor().get(f"/api/tables/{table['id']}", 404)


async def opened(server: Server, folder: Path) -> list[House]:
    """Two processes of one house, as far as they know."""
    url = server.new_database()
    houses = [House(Settings(folder, database=url, warm=False)) for _ in range(2)]
    for house in houses:
        await house.open()
    return houses


def test_nobody_writes_as_somebody_who_has_become_another(server: Server, tmp_path: Path) -> None:
    async def work() -> None:
        one, other = await opened(server, tmp_path)
        device, person = "d" * 64, "e" * 64

        async def too_late() -> None:
            async with other.persons.acting(device) as holder:
                async with one.persons.alone(device, person):
                    await merging.merge(one, device, person)
                await other.storage.set_name(holder, "Nobody")

        with pytest.raises(HouseError) as refused:
            await too_late()
        assert refused.value.code == "too-fast"
        async with other.persons.acting(device) as holder:
            assert holder == person
            await other.storage.set_name(holder, "Ann")
        assert await one.storage.name(device) == "" and await one.storage.name(person) == "Ann"
        await asyncio.gather(one.close(), other.close())

    asyncio.run(work())


def test_what_cannot_be_read_when_it_is_told_is_read_later(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        one, other = await opened(server, tmp_path)
        wish = NewTable(game="kwinty", seats=[SeatWish(kind="me"), SeatWish(kind="me")])
        ann, name = "a" * 64, "tabletable"
        live = await one.found(founding(wish, name, ann, "Ann", one.now()))
        follower = await other.table(name)
        since, refused = other.storage.since, list[int]()

        async def unreachable(sizes: dict[str, int]) -> dict[str, list[Entry]]:
            if len(refused) < 2:
                refused.append(1)
                raise sa.exc.OperationalError("", {}, Exception("the line is cut"))
            return await since(sizes)

        monkeypatch.setattr(other.storage, "since", unreachable)
        await live.change(lambda table: plans.chat(table, ann, "Ann", "hello"))
        while not follower.table.chat:
            await asyncio.sleep(0.05)
        assert len(refused) == 2
        await asyncio.gather(one.close(), other.close())

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_challenge_is_answered_once_whichever_process_is_asked(
    server: Server, tmp_path: Path
) -> None:
    async def work() -> None:
        houses = await opened(server, tmp_path)
        device, now = "d" * 64, houses[0].now()
        made = await houses[0].challenges.new(device, "create", now)
        assert await houses[1].challenges.take(device, "create", now) == made
        for house in houses:
            with pytest.raises(HouseError):
                await house.challenges.take(device, "create", now)
            await house.close()

    asyncio.run(work())


def test_a_review_is_made_by_one_process_and_told_by_all(places: Places) -> None:
    ann = places[0].visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    position = blockhaus.game("kwinty").start()
    for number in range(4):
        ann.move(table, number, position.moves[0])
        position = position.play(position.moves[0])
    ann.act(table, "resign")
    path = f"/api/tables/{table['id']}/review"
    there = moved(ann, places[1])
    while ann.get(path)["state"] != "done" or there.get(path)["state"] != "done":
        assert there.get(path)["progress"] <= 1
    assert there.get(path) == ann.get(path)
    makers = [place.house.analysts.reviewed(table["id"]) is not None for place in places]
    assert makers == [True, False]
    kept = there.post("/api/puzzles/mistakes", table=table["id"], number=1)
    assert kept["puzzle"]


def test_a_decision_is_followed_without_reading_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process decided comes with the news; what was missed is read."""

    async def work() -> None:
        one, other = await opened(server, tmp_path)
        wish = NewTable(game="kwinty", seats=[SeatWish(kind="me"), SeatWish(kind="me")])
        ann, name = "a" * 64, "tabletable"
        live = await one.found(founding(wish, name, ann, "Ann", one.now()))
        follower = await other.table(name)
        read_on, read = other.news._read, list[int]()

        async def counted() -> None:
            read.append(1)
            await read_on()

        async def decided(number: int, move: str) -> None:
            await live.change(lambda table: plans.move(table, ann, number, move))

        async def followed(number: int) -> None:
            while follower.table.number != number:
                await asyncio.sleep(0.02)

        monkeypatch.setattr(other.news, "_read", counted)
        await decided(0, "i|")
        await followed(1)
        assert not read
        hear = other.news.hear
        monkeypatch.setattr(other.news, "hear", lambda payload: None)  # a notice is missed
        await decided(1, "j|")
        await asyncio.sleep(0.2)
        monkeypatch.setattr(other.news, "hear", hear)
        await decided(2, "k|")
        await followed(3)
        assert follower.table.position == live.table.position
        await asyncio.gather(one.close(), other.close())

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_limits_count_for_all_processes_together(server: Server, tmp_path: Path) -> None:
    url, few = server.new_database(), 8
    limits = replace(NO_LIMITS, tables=(few, 1e-6))
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(
                open_place(tmp_path / str(n), database=url, limits=limits, warm=False)
            )
            for n in range(2)
        )
        wait_until(lambda: one.house.rates._processes == other.house.rates._processes == 2)
        ann = one.visitor("Ann")
        for _ in range(few):
            ann.open("kwinty", ME, ME)
        there = moved(ann, other)
        buckets = other.house.rates._visitor["tables"]
        wait_until(lambda: buckets._left.get(ann.device, (few, 0))[0] < few / 2)
        wish = {"game": "kwinty", "seats": [ME, ME]}
        told = [there.client.post("/api/tables", json=wish).status_code for _ in range(few)]
        assert told.count(201) < few / 2 and told[-1] == 429
        assert other.visitor("Ben").open("kwinty", ME, ME)


def test_what_a_dead_process_kept_is_taken_over_while_others_keep_something(
    server: Server, tmp_path: Path
) -> None:
    """With more than two processes there is always another one that keeps something."""

    async def work() -> None:
        one, other = await opened(server, tmp_path)
        dead = processes.insert().values(id="dead", since=0.0, until=1.0)
        left = keepers.insert().values(key="left behind", owner="dead")
        await one.storage.write(Write(further=[(dead, None), (left, None)]))
        assert await other.neighbours.claim(["its own"]) == {"its own"}
        claimed = await one.neighbours.claim(["left behind", "its own", "new"])
        assert claimed == {"left behind", "new"}
        assert one.neighbours.keeps("left behind")
        assert await other.neighbours.claim(["left behind"]) == set()
        await asyncio.gather(one.close(), other.close())

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_of_two_who_want_the_same_at_once_one_gets_it(server: Server, tmp_path: Path) -> None:
    async def work() -> None:
        one, other = await opened(server, tmp_path)
        for number in range(50):
            key = f"key {number}"
            both = await asyncio.gather(one.neighbours.claim([key]), other.neighbours.claim([key]))
            assert sorted(both, key=len) == [set(), {key}]
        await asyncio.gather(one.close(), other.close())

    asyncio.run(asyncio.wait_for(work(), PATIENCE))
