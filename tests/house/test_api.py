"""The API keeps to its own description, whatever it is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

import blockhaus
from blockhaus.house import studies
from house.visitors import FRIEND, ME, Place


def test_every_answer_is_as_described(place: Place) -> None:
    """Requests made up from the description, right and wrong ones, for every operation."""
    schema = schemathesis.openapi.from_url(f"{place.address}/api/openapi.json")
    found = list(schema.get_all_operations())
    operations = [each.ok() for each in found if isinstance(each, Ok)]
    assert len(operations) == len(found)
    assert len(operations) > 15
    with requests.Session() as session:
        for operation in operations:
            check_operation(operation, session)


def check_operation(operation: Any, session: requests.Session) -> None:
    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy())
    def ask(case: Any) -> None:
        # What the rules of a game refuse, no description can tell.
        case.call_and_validate(session=session, excluded_checks=[positive_data_acceptance])

    ask()


def test_paths_of_the_contract_exist(place: Place) -> None:
    paths = place.visitor().get("/api/openapi.json")["paths"]
    text = (Path(__file__).parents[2] / "docs/house.md").read_text()
    for line in text.splitlines():
        cells = line.split("|")
        if line.startswith("| `") and "WS " not in line:
            for part in cells[1].replace("`", "").split(","):
                method, path = part.split()
                path = path.split("?")[0].replace("{id}", "{table_id}")
                assert method.lower() in paths[path], part


def test_the_boxes_tell_everything(place: Place) -> None:
    visitor = place.visitor()
    boxes = visitor.get("/api/games")
    assert [box["id"] for box in boxes] == blockhaus.games()
    for box in boxes:
        whole = visitor.get(f"/api/games/{box['id']}")
        assert whole["rules"].startswith(box["title"]) and len(box["levels"]) == 10
        german = visitor.get(f"/api/games/{box['id']}/words/de")
        assert german[box["summary"]] != box["summary"]
    assert visitor.get("/api/games/chess", 404)["error"]["code"] == "no-game"
    assert visitor.get("/api/games/cube/words/xx", 404)["error"]["code"] == "no-language"


@pytest.mark.parametrize("game", blockhaus.games())
def test_how_moves_are_written_is_told_by_examples(game: str) -> None:
    examples = studies.notation(game)["moves"]
    assert examples and all(example["pick"] or example["label"] for example in examples)
    assert all(blockhaus.game(game).parse(example["move"]) >= 0 for example in examples)


def test_positions_can_be_studied(place: Place) -> None:
    visitor = place.visitor()
    study = visitor.post("/api/positions", game="kwinty", moves=["i|", "j|"])
    assert study["moves"] == ["i|", "j|"] and study["number"] == 2 and study["movers"] == [0, 1]
    assert study["view"]["offers"] and study["legal"]
    again = visitor.post("/api/positions", code=study["code"], number=1)
    assert again["moves"] == ["i|", "j|"] and again["number"] == 1
    record = blockhaus.Record(blockhaus.game("kwinty"), ["i|", "j|"], ["Ann", "Ben"])
    read = visitor.post("/api/positions", record=record.text)
    assert read["code"] == study["code"] and read["seats"] == ["Ann", "Ben"]
    why = visitor.post("/api/positions/why", code=study["code"], pick=[[0, 0, 0]])
    assert why["moves"] == [] and why["refusal"]["rule"] == "4"
    some = visitor.post("/api/positions/why", code=study["code"], pick=[[7, 0, 0]])
    assert some["moves"] and some["refusal"] is None
    assert visitor.post("/api/positions", 422)["error"]["code"] == "bad-request"
    assert visitor.post("/api/positions", 422, record="[")["error"]["code"] == "bad-position"
    late = visitor.post("/api/positions", 422, code=study["code"], number=9)
    assert late["error"]["code"] == "bad-number"


def test_a_finished_game_is_reviewed(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    ann.move(table, 0, "i|")
    path = f"/api/tables/{table['id']}/review"
    assert ann.get(path, 409)["error"]["code"] == "not-over"
    ben.act(table, "resign")
    while (answer := ann.get(path))["state"] == "running":
        pass
    assert answer["progress"] == 1 and len(answer["review"]["decisions"]) == 1


def test_names(place: Place) -> None:
    ann = place.visitor()
    assert ann.get("/api/me") == {"name": ""}
    assert ann.put("/api/me", name="  Ann \t Lee ") == {"name": "Ann Lee"}
    assert ann.get("/api/me") == {"name": "Ann Lee"}
    for name in ("", " ", "x" * 31, "\u202e"):
        assert ann.put("/api/me", 422, name=name)["error"]["code"] in ("bad-name", "bad-request")


def test_health(place: Place) -> None:
    health = place.visitor().get("/health")
    assert health["status"] == "ok" and set(health["ready"]) == set(blockhaus.games())
