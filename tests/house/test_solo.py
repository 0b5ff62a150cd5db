"""Building alone in the house: looking, refusing, solving, and what is kept of it."""

from __future__ import annotations

import asyncio
import io
import json
import time
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from blockhaus.core.rooms import find_room, workshops
from blockhaus.core.workshop import Task
from blockhaus.house import solo, solvers
from blockhaus.house.house import House
from blockhaus.house.settings import Settings
from blockhaus.house.solvers import Solvers
from blockhaus.house.texts import HouseError
from house.visitors import Place

PATH = "/api/solo/cube"
TASK = "3-27"
BUILT = {"d1": ["yellow", "red"], "a3": ["red"], "d2": ["blue", "green"]}


def build(visitor: Any, status: int = 200, **wish: Any) -> Any:
    return visitor.post(f"{PATH}/build", status, **{"task": TASK, "building": {}, **wish})


def test_everything_to_choose_from_is_told(place: Place) -> None:
    (shop,) = place.visitor().get("/api/solo")
    assert shop["game"] == "cube" and len(shop["goals"]) == 48 and len(shop["grades"]) == 5
    assert shop["days"][0]["day"] == solo.today().isoformat() and shop["streak"] == 0
    ids = {task["id"] for task in shop["tasks"]}
    assert {day["task"]["id"] for day in shop["days"]} <= ids
    assert all(task["best"] is None and task["least"] > 3 for task in shop["tasks"])


def test_a_building_grows_move_by_move(place: Place) -> None:
    ann = place.visitor()
    empty = build(ann)
    assert empty["pieces"] == 0 and not empty["solved"]
    assert [tool["id"] for tool in empty["tools"]][-2:] == ["move", "take"]
    one = build(ann, move="b2:r")
    assert one["building"] == {"b2": ["red"]} and one["view"]["change"]["add"]
    assert build(ann, building=BUILT)["solved"]
    more = build(ann, more=True)
    assert len(more["tools"]) == len(empty["tools"]) + 4


def test_what_is_no_task_no_building_and_no_move_is_refused_in_words(place: Place) -> None:
    ann = place.visitor()
    assert build(ann, 422, task="nothing")["error"]["code"] == "bad-task"
    assert build(ann, 422, task="3")["error"]["message"].startswith("A puzzle has 2 to 8 cards")
    assert build(ann, 422, task="3-3")["error"]["code"] == "bad-task"
    for wrong in ({"e1": ["red"]}, {"a1": ["pink"]}, {"a1": ["red"] * 5}, {"a1": ["red twin"]}):
        assert build(ann, 422, building=wrong)["error"]["code"] == "bad-task"
    assert build(ann, 422, building={"a1": "red"})["error"]["code"] == "bad-request"
    assert build(ann, 422, move="hello")["error"]["code"] == "notation"
    refused = build(ann, 409, building={"a1": ["red"] * 4}, move="a1:r")["error"]
    assert refused["rule"] == "1" and refused["cells"] == ["a1"]
    assert ann.get("/api/solo/chess/deal", 404, grade=1)["error"]["code"] == "no-game"
    assert ann.get("/api/solo/qbq/deal", 404, grade=1)["error"]["code"] == "no-workshop"
    assert ann.get(f"{PATH}/deal", 422, grade=9)["error"]["code"] == "bad-task"
    why = ann.post(f"{PATH}/why", building={}, tool="take", pick=[[0, 0, 0]])
    assert why["refusal"]["message"] == "There is no cube at a1."
    assert ann.post(f"{PATH}/why", building={}, tool="red", pick=[[0, 0, 0]])["moves"] == ["a1:r"]


def test_what_is_built_may_be_said_in_words(place: Place) -> None:
    ann = place.visitor()

    def moves(said: str, tool: str = "red") -> Any:
        return ann.post(f"{PATH}/why", building={"b2": ["red"]}, tool=tool, said=said)["moves"]

    assert moves("B2 : G") == ["b2:g"]
    assert moves("cube on a1") == ["a1:r"] and moves("cube a1", "blue") == ["a1:b"]
    assert moves("yellow a1") == ["a1:y"]
    assert moves("take back from b2") == ["-b2"]
    taken = ann.post(f"{PATH}/why", building={}, tool="red", said="-a1")
    assert taken["refusal"]["message"] == "There is no cube at a1."
    slip = ann.post(f"{PATH}/why", building={}, tool="red", said="good morning")
    assert slip["moves"] == [] and slip["refusal"]["code"] == "notation"


def test_results_are_kept_taken_away_and_deleted(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    wish: dict[str, Any] = {"task": TASK, "building": {**BUILT, "a4": ["blue"]}}
    assert ann.post(f"{PATH}/results", 409, task=TASK, building={})["error"]["code"] == "not-solved"
    first = ann.post(f"{PATH}/results", **wish)
    assert (first["pieces"], first["best"], first["better"]) == (6, 6, True)
    second = ann.post(f"{PATH}/results", **{**wish, "building": BUILT})
    assert (second["pieces"], second["better"]) == (5, True)
    worse = ann.post(f"{PATH}/results", **wish)
    assert (worse["pieces"], worse["best"], worse["better"]) == (6, 5, False)
    assert ann.get(f"{PATH}/tasks/{TASK}")["best"] == 5
    assert ben.get(f"{PATH}/tasks/{TASK}")["best"] is None
    packed = zipfile.ZipFile(io.BytesIO(ann.client.get("/api/me/archive").content))
    (kept,) = json.loads(packed.read("you.json"))["solo"]["tasks"]
    assert kept["building"] == dict(sorted(BUILT.items(), key=lambda item: item[0][1] + item[0]))
    assert "holder" not in kept
    ann.delete("/api/me")
    assert ann.get(f"{PATH}/tasks/{TASK}")["best"] is None


def test_the_task_of_the_day_counts_for_a_streak(place: Place) -> None:
    ann = place.visitor()
    shop = workshops()["cube"]
    for back in range(3):
        day = solo.today() - timedelta(back)
        task = shop.daily(day)
        answer = shop.solve(task, None, 20)
        assert answer
        wish: dict[str, Any] = {
            "task": task.id,
            "building": answer.building,
            "day": day.isoformat(),
        }
        ann.post(f"{PATH}/results", **wish)
        other = (day - timedelta(1)).isoformat()
        assert ann.post(f"{PATH}/results", 409, **{**wish, "day": other})["error"]
    (told,) = ann.get("/api/solo")
    assert [day["pieces"] is not None for day in told["days"][:4]] == [True, True, True, False]
    assert told["streak"] == 1  # only today's was solved on its day


def test_days_long_past_are_not_kept(place: Place) -> None:
    """A task comes again and again: once solved it would fill the house with days."""
    ann, shop = place.visitor(), workshops()["cube"]
    day = solo.today() - timedelta(solo.DAYS)
    task = shop.daily(day)
    answer = shop.solve(task, None, 20)
    assert answer
    wish: dict[str, Any] = {"task": task.id, "building": answer.building}
    ann.post(f"{PATH}/results", 409, **wish, day=day.isoformat())
    ann.post(f"{PATH}/results", **wish)


def test_who_builds_alone_is_answered_one_by_one(tmp_path: Path) -> None:
    """Several at once would keep those who play waiting."""
    busy: list[int] = []

    def work() -> None:
        busy.append(1)
        time.sleep(0.02)
        assert len(busy) == 1
        busy.pop()

    async def several() -> None:
        house = House(Settings(tmp_path, warm=False))
        await asyncio.gather(*(house.build(work) for _ in range(4)))

    asyncio.run(several())


def test_days_in_a_row() -> None:
    today = solo.today()

    def solved(*back: int, late: int = 0) -> dict[Any, Any]:
        days = [today - timedelta(each) for each in back]
        noon = 12 * 3600 + late * 86400
        return {day: {"pieces": 5, "at": (day - day.replace(1970, 1, 1)).days * 86400.0 + noon}
                for day in days}  # fmt: skip

    assert [solo.streak(solved(*back)) for back in ([], [0], [1], [2], [0, 1, 2, 4])] == [
        0, 1, 1, 0, 3,
    ]  # fmt: skip
    assert solo.streak(solved(0, 1, late=1)) == 0


def test_questions_to_the_solver_wait_in_a_short_line(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        bench = Solvers()
        started = asyncio.Event()

        async def slow(asked: dict[str, Any]) -> None:
            started.set()
            await asyncio.sleep(60)

        monkeypatch.setattr(bench, "_ask", slow)
        tasks = [
            asyncio.create_task(bench.solve("ann", "cube", Task(str(n), ()), None))
            for n in range(solvers.QUESTIONS)
        ]
        await started.wait()
        with pytest.raises(HouseError) as refused:
            await bench.solve("ann", "cube", Task("more", ()), None)
        assert refused.value.code == "many-waiting"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(ask())


def test_a_solver_that_is_stuck_is_ended(tmp_path: Path) -> None:
    async def ask() -> None:
        bench = Solvers(seconds=0.01, grace=0.0)
        task = find_room("cube").workshop.task("3-27")  # type: ignore[union-attr]
        with pytest.raises(HouseError) as refused:
            await bench.solve("ann", "cube", task, {"a1": ["red"]})
        assert refused.value.code == "solver-late" and bench._process is None
        await bench.close()

    asyncio.run(ask())


def test_the_house_solves(place: Place) -> None:
    ann = place.visitor()
    found = ann.post(f"{PATH}/solve", task=TASK, building={"a3": ["red"]})
    assert found["possible"] and found["pieces"] >= 5
    assert build(ann, building=found["building"])["solved"]
    full = {f"{column}{row}": ["red"] for column in "ab" for row in range(1, 5)}
    assert ann.post(f"{PATH}/solve", 422, task="nothing")["error"]["code"] == "bad-task"
    assert build(ann, building=full)["pieces"] == 8
