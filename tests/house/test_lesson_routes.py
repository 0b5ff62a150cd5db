"""First steps in the house: shown, judged and hinted at in every language, kept and begun anew."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import blockhaus
from blockhaus.house.lesson_progress import merge
from blockhaus.house.schema import lesson_steps, metadata
from blockhaus.house.settings import Limits
from blockhaus.learn.lessons import GAME, Answer, Step, find_lesson
from house.visitors import ME, Place, Visitor, open_place

KWINTY = find_lesson("kwinty")
PATH = "/api/lessons/kwinty"


def data_of(answer: Answer) -> dict[str, Any]:
    facts = {"move": answer.move, "cell": answer.cell, "side": answer.side}
    return {name: value for name, value in facts.items() if value is not None}


def answer(visitor: Visitor, step: Step, given: Answer, status: int = 200) -> Any:
    path = f"/api/lessons/{step.game}/steps/{step.name}"
    return visitor.post(path, status, **data_of(given))


def done(visitor: Visitor, game: str = "kwinty") -> list[str]:
    told = visitor.get(f"/api/lessons/{game}")["steps"]
    return [step["name"] for step in told if step["done"]]


def listed(visitor: Visitor, game: str = "kwinty") -> dict[str, Any]:
    (found,) = [each for each in visitor.get("/api/lessons") if each["game"] == game]
    return dict(found)


@pytest.mark.parametrize("game", blockhaus.games())
def test_every_step_of_every_game_is_shown_judged_and_hinted_at(place: Place, game: str) -> None:
    ann, lesson = place.visitor(), find_lesson(game)
    told = ann.get(f"/api/lessons/{game}")
    assert [step["name"] for step in told["steps"]] == list(lesson.names) and told["task"]
    for step in lesson.steps:
        path = f"/api/lessons/{game}/steps/{step.name}"
        shown = ann.get(path)
        assert shown["asks"] == step.asks and shown["view"]["offers"]
        for mistake in step.mistakes:
            wrong = answer(ann, step, mistake.attempt)
            assert not wrong["done"] and wrong["mistake"] == mistake.name and wrong["text"]
            assert len(wrong["views"]) == len(wrong["moves"])
            assert bool(wrong["views"]) == (step.asks == "move" and not mistake.when.refused)
        clear = ann.get(f"{path}/hint", strength=3)
        assert {name: clear[name] for name in ("move", "side")} == {
            "move": step.solution.move,
            "side": step.solution.side,
        }
        assert step.name not in done(ann, game)
        right = answer(ann, step, step.solution)
        assert right["done"] and right["text"] and right["mistake"] is None
    assert done(ann, game) == list(lesson.names[:-1])
    assert listed(ann, game)["done"] == len(lesson.steps) == listed(ann, game)["steps"] - 1


def test_what_is_pointed_at_is_offered_like_moves(place: Place) -> None:
    ann = place.visitor()
    step = next(each for each in KWINTY.steps if each.asks == "cell")
    offers = ann.get(f"{PATH}/steps/{step.name}")["view"]["offers"]
    cells = {tuple(offer["pick"][0]) for offer in offers}
    assert set(step.goal.cells) < cells and len(cells) == len(offers)
    assert all(offer["words"]["facts"]["what"] for offer in offers)
    refused = ann.post(f"{PATH}/steps/{step.name}", 422, move="i|")
    assert refused["error"]["code"] == "bad-answer"


def test_picks_are_refused_in_the_words_of_the_step(place: Place) -> None:
    ann = place.visitor()
    step = KWINTY.steps[0]
    elsewhere = next(each for each in step.mistakes if each.when.refused)
    told = ann.post(f"{PATH}/steps/{step.name}/why", pick=[[7, 0, 0], [7, 0, 1]])
    assert told["refusal"]["rule"] == elsewhere.when.refused and told["refusal"]["title"]
    said = answer(ann, step, elsewhere.attempt)
    assert told["refusal"]["message"] == said["text"] == said["refusal"]["message"]
    assert ann.post(f"{PATH}/steps/{step.name}/why", pick=[[8, 0, 0]])["moves"]


def test_answers_may_be_said_in_words(place: Place) -> None:
    ann = place.visitor()
    step = KWINTY.steps[0]
    move = step.position.moves[0]
    words = str(step.position.words_for(move))
    assert ann.post(f"{PATH}/steps/{step.name}/why", said=words)["moves"] == [move]
    assert ann.post(f"{PATH}/steps/{step.name}/why", 422, said="good morning")
    pointing = next(each for each in KWINTY.steps if each.asks == "cell")
    offer = ann.get(f"{PATH}/steps/{pointing.name}")["view"]["offers"][0]
    path = f"{PATH}/steps/{pointing.name}/why"
    assert ann.post(path, said=offer["move"].upper())["moves"] == [offer["move"]]
    assert ann.post(path, said="good morning")["moves"] == []


def test_steps_are_told_in_the_language_of_the_reader(place: Place) -> None:
    client = place.visitor().client
    path = f"{PATH}/steps/{KWINTY.steps[0].name}"
    tasks = {
        client.get(path, headers={"accept-language": lang}).json()["task"]
        for lang in ("en", "de", "fr", "es", "nl")
    }
    assert len(tasks) == 5


def test_what_there_is_not_is_said(place: Place) -> None:
    ann, step = place.visitor(), KWINTY.steps[0].name
    assert ann.get("/api/lessons/chess", 404)["error"]["code"] == "no-lesson"
    assert ann.get(f"{PATH}/steps/nothing", 404)["error"]["code"] == "no-lesson"
    assert ann.get(f"{PATH}/steps/{GAME}", 404)["error"]["code"] == "no-lesson"
    for wrong in ({}, {"move": "i|", "side": "top"}, {"side": "below"}, {"cell": [1, 2]}):
        assert ann.post(f"{PATH}/steps/{step}", 422, **wrong)["error"]["code"] == "bad-request"
    assert ann.post(f"{PATH}/steps/{step}", 422, move="hello")["error"]["code"] == "bad-answer"
    ann.get(f"{PATH}/steps/{step}/hint", 422, strength=4)
    assert done(ann) == []


def test_the_game_at_the_end_finishes_the_first_steps(place: Place) -> None:
    ann = place.visitor()
    assert not listed(ann)["played"]
    table = ann.post(f"{PATH}/game", share="0a" * 16)["table"]
    assert ann.post(f"{PATH}/game")["table"] == table  # the same one, as long as it goes on
    seen = ann.see({"id": table})
    assert seen["options"] == KWINTY.played.shown_options() and seen["you"] == [0]
    assert [seat["level"] for seat in seen["seats"]] == [None, KWINTY.level]
    assert not seen["firm"]  # moves can be taken back
    told = ann.get(PATH)
    assert told["table"] == table and not told["finished"] and done(ann) == []
    ann.act({"id": table}, "resign")
    assert ann.get(PATH)["finished"] and done(ann) == [GAME]
    assert listed(ann)["finished"] and listed(ann)["played"]
    again = ann.post(f"{PATH}/game")["table"]
    assert again != table and ann.get(PATH)["finished"]


def test_first_steps_are_begun_anew(place: Place) -> None:
    ann, ben = place.visitor(), place.visitor()
    for visitor in (ann, ben):
        answer(visitor, KWINTY.steps[0], KWINTY.steps[0].solution)
    assert done(ann) == [KWINTY.steps[0].name]
    assert not any(step["done"] for step in ann.delete(PATH)["steps"])
    assert done(ann) == [] and done(ben) == [KWINTY.steps[0].name]


def test_progress_is_taken_away_and_deleted(place: Place) -> None:
    ann = place.visitor()
    answer(ann, KWINTY.steps[0], KWINTY.steps[0].solution)
    archive = zipfile.ZipFile(io.BytesIO(ann.client.get("/api/me/archive").content))
    (kept,) = json.loads(archive.read("you.json"))["lessons"]
    assert (kept["game"], kept["step"], kept["table"]) == ("kwinty", KWINTY.steps[0].name, None)
    ann.delete("/api/me")
    assert done(ann) == []


def test_what_either_of_two_has_done_is_done() -> None:
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine)
    rows = [("a", "one"), ("a", "two"), ("b", "two"), ("b", "three"), ("c", "one")]
    with engine.begin() as connection:
        for at, (holder, step) in enumerate(rows):
            row = {"holder": holder, "game": "kwinty", "step": step, "table_id": "", "at": at}
            connection.execute(lesson_steps.insert().values(row))
        merge(connection, "a", "b")
        left = connection.execute(sa.select(lesson_steps.c.holder, lesson_steps.c.step)).all()
    assert sorted(map(tuple, left)) == [("b", "one"), ("b", "three"), ("b", "two"), ("c", "one")]


def test_steps_are_judged_before_anything_is_compiled_and_not_too_often(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, limits=Limits(lessons=(3, 0.0))) as place:
        ann = place.visitor()
        assert answer(ann, KWINTY.steps[0], KWINTY.steps[0].solution)["done"]
        assert answer(ann, KWINTY.steps[0], KWINTY.steps[0].mistakes[0].attempt)["mistake"]
        ann.get(f"{PATH}/steps/{KWINTY.steps[1].name}")
        refused = answer(ann, KWINTY.steps[0], KWINTY.steps[0].solution, 429)
        assert refused["error"]["code"] == "too-fast"
        assert ann.open("kwinty", ME, ME)
