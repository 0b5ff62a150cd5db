"""Work beside the tables: whoever asks for hundreds of things keeps nobody else waiting."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from blockhaus.house import studies
from blockhaus.house.asides import PLACES, QUESTIONS, SPARE
from blockhaus.house.queues import SHORT
from blockhaus.house.routes import effort
from blockhaus.house.wire.requests import PositionWish
from house.visitors import ME, PATIENCE, Place, Visitor, wait_until

CROWD = 20  # codes that one visitor asks for


class Gate:
    """Studies that take as long as the test wants."""

    def __init__(self) -> None:
        self.permits = threading.Semaphore(0)
        self.begun = 0
        self._study = studies.study

    def study(self, wish: Any) -> Any:
        self.begun += 1
        assert self.permits.acquire(timeout=PATIENCE)
        return self._study(wish)


@pytest.fixture
def gate(place: Place, monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setitem(place.house.warming.ready, "kwinty", True)
    gate = Gate()
    monkeypatch.setattr(studies, "study", gate.study)
    return gate


def ask(visitor: Visitor) -> int:
    asked = {"game": "kwinty", "moves": ["i+j"]}
    return visitor.client.post("/api/positions", json=asked).status_code


def test_hundreds_of_codes_keep_nobody_waiting(place: Place, gate: Gate) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    with ThreadPoolExecutor(CROWD + 1) as threads:
        crowd = [threads.submit(ask, ann) for _ in range(CROWD)]
        wait_until(lambda: gate.begun > PLACES)
        wait_until(lambda: place.house.asides.line.waiting >= CROWD - PLACES - SPARE)
        other = threads.submit(ben.get, "/api/games")
        wait_until(lambda: place.house.asides.line.waiting > CROWD - PLACES - SPARE)
        gate.permits.release()  # one of Ann's is done, and it is Ben's turn
        assert other.result(PATIENCE)
        assert sum(each.done() for each in crowd) <= 1 and gate.begun <= PLACES + SPARE + 1
        gate.permits.release(CROWD)
        assert {each.result(PATIENCE) for each in crowd} == {200}


def test_who_has_enough_in_line_is_told_so_and_plays_on(place: Place, gate: Gate) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    more = 4
    with ThreadPoolExecutor(QUESTIONS + more) as threads, ann.live(table, offers=True) as page:
        page.hear("offers")
        asked = [threads.submit(ask, ann) for _ in range(QUESTIONS + more)]
        wait_until(lambda: sum(each.done() for each in asked) == more)
        answer = ann.client.get("/api/games/kwinty")
        assert answer.status_code == 429
        assert str(QUESTIONS) in answer.json()["error"]["message"]
        assert page.ask("move", number=0, move="i+j")["type"] == "played"
        assert page.hear("offers")["number"] == 1
        gate.permits.release(QUESTIONS)
        told = Counter(each.result(PATIENCE) for each in asked)
    assert told == {200: QUESTIONS, 429: more}


def test_who_waits_in_a_line_keeps_no_table_from_going_on(place: Place, gate: Gate) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ben.open("kwinty", ME, ME, public=True)
    line = place.house.asides.line
    with ThreadPoolExecutor(CROWD + 3) as threads:
        crowd = [threads.submit(ask, ann) for _ in range(CROWD)]
        wait_until(lambda: line.waiting >= CROWD - PLACES - SPARE)
        looks = [
            threads.submit(ann.client.get, f"/api/tables/{table['id']}/{what}")
            for what in ("positions/0", "record")
        ]
        wait_until(lambda: line.waiting >= CROWD - PLACES - SPARE + len(looks))
        assert ben.move(table, 0, "i|")["number"] == 1
        assert not any(look.done() for look in looks)
        gate.permits.release(CROWD)
        assert {look.result(PATIENCE).status_code for look in looks} == {200}
        assert {each.result(PATIENCE) for each in crowd} == {200}


def test_a_long_record_is_no_matter_of_a_moment() -> None:
    short, long = (PositionWish(record="a| " * count) for count in (10, 300_000))
    assert effort(short) < SHORT < effort(long)
