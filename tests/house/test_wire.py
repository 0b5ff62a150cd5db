"""One description of the wire: the client's types are made of it, everything sent is checked."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from pydantic import ValidationError

import blockhaus
import wire
from blockhaus.house.json_text import written
from blockhaus.house.wire import messages
from blockhaus.house.wire.answers import Past
from blockhaus.house.wire.schema import wire_schema
from house.visitors import ME, Place
from house.wire_checks import check, check_message, model_of

KINDS = [
    kind
    for way in (
        messages.FromTablePage,
        messages.FromAnalysisPage,
        messages.ToTablePage,
        messages.ToAnalysisPage,
    )
    for kind in get_args(way)
]


def test_the_clients_types_are_those_of_the_house() -> None:
    assert wire.FILE.read_text() == wire.text(), "run: make wire"


def test_every_message_says_of_which_type_it_is() -> None:
    for kind in KINDS:
        (word,) = get_args(kind.model_fields["type"].annotation)
        assert isinstance(word, str) and kind.model_fields["type"].is_required()


def test_the_schema_holds_every_model() -> None:
    known = wire_schema()["$defs"]
    assert {kind.__name__ for kind in KINDS} <= set(known)
    assert {"Scene", "Offer", "Card", "Region", "Event", "NewTable", "Study"} <= set(known)
    assert set(known["Seat"]["required"]) == set(known["Seat"]["properties"])


@pytest.mark.parametrize("game", blockhaus.games())
def test_scenes_are_as_described(game: str) -> None:
    position = blockhaus.game(game).start(seed=4)
    for number in range(12):
        for seat in (None, *range(position.game.players)):
            past = {"number": number, "move": None, "view": position.scene(seat, offers=True)}
            check(Past, written(past))
        if position.is_over:
            break
        position = position.play(position.moves[number % len(position.moves)])


def test_what_is_not_described_is_noticed() -> None:
    view = blockhaus.game("turris").start().view()
    past = {"number": 0, "move": None, "view": view}
    check(Past, json.dumps(past))
    for wrong in (
        {**past, "more": 1},
        {**past, "view": {**view, "taboo": None}},
        {**past, "number": "0"},
        {"number": 0, "view": view},
    ):
        with pytest.raises(ValidationError):
            check(Past, json.dumps(wrong))
    del view["events"]
    with pytest.raises(ValidationError):
        check(Past, json.dumps(past))
    with pytest.raises(ValidationError):
        check_message('{"type": "closing", "soon": true}')
    assert model_of("GET", "/api/tables/tabletable/positions/3") is Past


def test_a_scene_carries_the_last_change_wherever_it_was(place: Place) -> None:
    """In CUBE drawing a cube touches nothing: what was placed before stays marked."""
    ann = place.visitor("Ann")
    table = ann.open("cube", ME, ME)
    with ann.live(table) as page:
        placed = None
        for number in range(4):
            position = place.house.live[table["id"]].table.position
            move = "draw" if "draw" in position.moves else position.moves[0]
            change = page.ask("move", number=number, move=move)["view"]["change"]
            if move == "draw":
                assert placed in (None, change)
            else:
                placed = change
                assert change["add"]
        assert placed and ann.see(table)["view"]["change"]["add"]
