"""The API keeps to its own description, whatever it is asked."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

import blockhaus
from blockhaus.core.rooms import find_room
from blockhaus.house import studies
from house.visitors import FRIEND, ME, PATIENCE, Place


def test_every_answer_is_as_described(place: Place) -> None:
    """Requests made up from the description, right and wrong ones, for every operation."""
    schema = schemathesis.openapi.from_url(f"{place.address}/api/openapi.json", timeout=PATIENCE)
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
        if re.match(r"\| `(GET|POST|PUT|DELETE) ", line):
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
        assert whole["title"] == box["title"] and len(box["levels"]) == 10
        german = visitor.get(f"/api/games/{box['id']}/words/de")
        assert german[box["summary"]] != box["summary"]
    assert visitor.get("/api/games/chess", 404)["error"]["code"] == "no-game"
    assert visitor.get("/api/games/cube/words/xx", 404)["error"]["code"] == "no-language"


@pytest.mark.parametrize("path", ["/api/games", "/api/games/cube/words/de"])
def test_what_is_the_same_for_all_is_packed_and_sent_once(place: Place, path: str) -> None:
    client = place.visitor().client
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    known = client.get(path, headers={"if-none-match": packed.headers["etag"]})
    assert known.status_code == 304 and not known.content
    other = client.get(path, headers={"if-none-match": 'W/"another"'})
    assert other.status_code == 200 and other.json() == plain.json()


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
    said = {"code": study["code"], "said": "Block lying on i3 and j3"}
    assert visitor.post("/api/positions/why", **said)["moves"] == ["i+j"]
    slip = visitor.post("/api/positions/why", 422, code=study["code"], said="good morning")
    assert slip["error"]["code"] == "notation"
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
    for name in ("", " ", "x" * 31, "\u202e", "\u3164", "Ann\u2800", "\u0301\u0301", "\ufe0f"):
        assert ann.put("/api/me", 422, name=name)["error"]["code"] in ("bad-name", "bad-request")


def test_names_in_many_scripts(place: Place) -> None:
    ann = place.visitor()
    for name in ("Zoë", "Zoe\u0308", "अनीता", "김민지", "❤\ufe0f", "O'Neil-Łuk"):
        assert ann.put("/api/me", name=name) == {"name": name}


def test_health(place: Place) -> None:
    health = place.visitor().get("/health")
    assert health["status"] == "ok" and set(health["ready"]) == set(blockhaus.games())


def test_a_table_from_a_code_of_other_rules_is_refused_in_words(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.visitor("Ann")
    code = ann.post("/api/positions", game="kwinty")["code"]
    wish: dict[str, Any] = {"game": "kwinty", "seats": [ME, ME]}
    room = find_room("kwinty")
    monkeypatch.setattr(room, "spec", replace(room.spec, version=2))
    told = ann.post("/api/tables", 422, **wish, code=code)["error"]
    assert told["code"] == "bad-position"
    assert "made by version 1 of the rules of KWINTY" in told["message"]
    monkeypatch.undo()
    for broken in ("kwinty@x:2V0jVTea", "kwinty@2:2V0jVTea", "nothing@2:2V0jVTea", "kwinty@2"):
        ann.post("/api/tables", 422, **wish, code=broken)
