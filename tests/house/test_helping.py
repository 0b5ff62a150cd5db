"""Help at a table: for one person among computers, counted, kept, and made of what is known."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import blockhaus
from blockhaus.commentary.hints import Hint
from blockhaus.core.position import Position
from blockhaus.house import helping
from blockhaus.house.ratings import kept, settle
from blockhaus.house.tables import Entry, Founding, Table
from house.test_secrets import hidden_texts
from house.visitors import COMPUTER, FRIEND, ME, Place, Visitor, open_place

# White has four squares in a row on the ground, and completes five unless black stands in the way.
FOUR = ["i+j", "h|", "k|", "g|", "l|"]
LOSES, HOLDS, WINS = "f|", "m|", "m|"


def hint(
    visitor: Visitor, table: dict[str, Any], number: int, strength: int, status: int = 200
) -> Any:
    path = f"/api/tables/{table['id']}/hint"
    return visitor.post(path, status, number=number, strength=strength)


def hints_of(visitor: Visitor, table: dict[str, Any]) -> list[dict[str, int]]:
    found: list[dict[str, int]] = visitor.see(table)["help"]["hints"]
    return found


def test_hints_come_step_by_step_and_are_counted(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    assert table["help"] == {
        "mine": True, "coach": False, "coachable": True, "helped": [], "given": 0, "hints": [],
    }  # fmt: skip
    assert hint(ann, table, 0, 2, 409)["error"]["code"] == "hint-first"
    told = [hint(ann, table, 0, strength) for strength in (1, 2, 3)]
    assert [each["move"] is None for each in told] == [True, True, False]
    move = blockhaus.game("kwinty").start()
    assert told[2]["move"] in move.moves
    begins = told[1]["cells"][0]
    assert begins in told[0]["cells"] and begins == told[2]["cells"][0]
    assert hint(ann, table, 0, 2) == told[1]  # told before, so it is not counted again
    given = [{"seat": 0, "number": 0, "strength": strength} for strength in (1, 2, 3)]
    seen = ann.see(table)["help"]
    assert (seen["hints"], seen["given"], seen["helped"]) == (given, 3, [0])
    assert hint(ann, table, 1, 1, 409)["error"]["code"] == "stale"


def test_who_asks_many_times_at_once_keeps_the_search_busy_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, searched, find = place.visitor("Ann"), list[Position](), helping.found_in

    def slowly(position: Position) -> Hint:
        searched.append(position)
        time.sleep(0.2)
        return find(position)

    monkeypatch.setattr(helping, "found_in", slowly)
    table = ann.open("kwinty", ME, COMPUTER)
    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(lambda _: hint(ann, table, 0, 1), range(6)))
    assert len(searched) == 1 and told == told[:1] * 6
    assert len(hints_of(ann, table)) == 1


def test_hints_are_told_in_words_and_in_the_readers_language(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    for strength in (1, 2, 3):
        told = hint(ann, table, 0, strength)
    assert "“" in told["sentence"] and told["move"] not in told["sentence"]
    ann.client.headers["Accept-Language"] = "de"
    assert "„" in hint(ann, table, 0, 3)["sentence"]


def test_no_help_where_two_people_play(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND)
    assert hint(ann, table, 0, 1, 403)["error"]["code"] == "no-help"
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    assert not ann.see(table)["help"]["mine"]
    assert hint(ann, table, 0, 1, 403)["error"]["code"] == "no-help"
    assert ann.act(table, "coach-on", 403)["error"]["code"] == "no-help"
    at_one_screen = ann.open("kwinty", ME, ME)
    assert hint(ann, at_one_screen, 0, 1, 403)["error"]["code"] == "no-help"
    mixed = ann.open("qbq", ME, FRIEND, COMPUTER, options={"players": "3"})
    ben.sit(mixed, 1, invitation=mixed["invitations"]["1"])
    assert hint(ann, mixed, 0, 1, 403)["error"]["code"] == "no-help"


def test_nobody_else_is_helped(place: Place) -> None:
    ann, cleo = place.visitor("Ann"), place.visitor("Cleo")
    table = ann.open("kwinty", ME, COMPUTER)
    assert hint(cleo, table, 0, 1, 403)["error"]["code"] == "not-seated"
    assert cleo.act(table, "coach-on", 403)["error"]["code"] == "not-seated"
    assert not cleo.see(table)["help"]["mine"]
    ann.act(table, "resign")
    assert hint(ann, table, 0, 1, 409)["error"]["code"] == "game-over"


def test_a_seat_that_was_left_to_the_computer_is_still_a_persons(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("qbq", ME, FRIEND, COMPUTER, options={"players": "3"})
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    ben.act(table, "resign")
    assert not ann.see(table)["help"]["mine"]


def test_hints_outlast_the_house_and_stand_in_the_record(tmp_path: Path) -> None:
    with open_place(tmp_path) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, COMPUTER)
        ann.act(table, "coach-on")
        hint(ann, table, 0, 1)
        cookie = ann.client.cookies["blockhaus"]
    with open_place(tmp_path) as place:
        ann = place.visitor()
        ann.client.cookies.set("blockhaus", cookie)
        seen = ann.see(table)
        assert seen["help"]["hints"] == [{"seat": 0, "number": 0, "strength": 1}]
        assert seen["help"]["given"] == 1 and seen["help"]["coach"]
        hint(ann, table, 0, 2)
        ann.act(table, "resign")
        assert '[Hints "2" "0"]' in ann.record(table)
        assert blockhaus.Record.read(ann.record(table)).hints == [2, 0]


def test_a_hint_in_another_position_counts_anew(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    hint(ann, table, 0, 1)
    with ann.live(table) as page:
        ann.move(table, 0, "i|")
        while page.hear("played")["number"] < 2:
            pass
    hint(ann, table, 2, 1)
    ann.act(table, "ask-undo")
    hint(ann, table, 0, 1)
    assert [given["number"] for given in hints_of(ann, table)] == [0, 2]


# Ratings


def finished(won: bool, helped: bool) -> Table:
    """A ranked game against a computer that was given up by one of them."""
    seats: list[dict[str, Any]] = [
        {"kind": "person", "level": None, "name": "", "holder": "ann", "invitation": None,
         "share": ""},
        {"kind": "computer", "level": 1, "name": "", "holder": None, "invitation": None,
         "share": ""},
    ]  # fmt: skip
    table = Table(Founding("t" * 10, "kwinty", {}, seats, "ann", 0.0, "0", ranked=True))
    drafts: list[tuple[str, dict[str, Any]]] = [("hint", {"strength": 1})] if helped else []
    for number, (kind, data) in enumerate(drafts):
        table.apply(Entry(number, kind, 0, data, 1.0))
    table.apply(Entry(table.size, "out", 1 if won else 0, {"how": "resigned"}, 2.0))
    return table


@pytest.mark.parametrize(
    ("won", "helped", "rated"),
    [(True, False, 1), (True, True, 0), (False, False, 1), (False, True, 1)],
)
def test_a_hint_never_lifts_a_rating(won: bool, helped: bool, rated: int) -> None:
    engine = sa.create_engine("sqlite://")
    kept.metadata.create_all(engine)
    with engine.begin() as connection:
        settle(finished(won, helped), 3.0)(connection)
        rows = connection.execute(sa.select(kept.c.change)).all()
    assert len(rows) == rated
    if rows:
        assert (rows[0].change > 0) == won


# What is hidden


@pytest.fixture
def hiding(place: Place) -> tuple[Visitor, dict[str, Any]]:
    ann = place.visitor("Ann")
    return ann, ann.open("cube", ME, COMPUTER)


def test_a_hint_tells_nothing_hidden(place: Place, hiding: tuple[Visitor, dict[str, Any]]) -> None:
    ann, table = hiding
    live = place.house.live[table["id"]]
    for strength in (1, 2, 3):
        told = json.dumps(hint(ann, table, 0, strength))
        for what, text in hidden_texts(live.table, 0):
            assert text not in told, what


def test_there_is_no_coach_where_things_are_hidden(
    hiding: tuple[Visitor, dict[str, Any]],
) -> None:
    ann, table = hiding
    assert not table["help"]["coachable"]
    assert ann.act(table, "coach-on", 409)["error"]["code"] == "no-coach"
    assert not ann.open("cube", ME, COMPUTER, coach=True)["help"]["coach"]


# The coach


def threatened(visitor: Visitor, **wishes: Any) -> dict[str, Any]:
    """A table where black, the person, has to stop white's line."""
    code = list(blockhaus.game("kwinty").positions(FOUR))[-1].code
    return visitor.open("kwinty", COMPUTER, ME, code=code, **{"coach": True, **wishes})


def test_the_coach_warns_before_the_decision_counts(place: Place) -> None:
    ann = place.visitor("Ann")
    table = threatened(ann)
    number = table["number"]
    assert table["help"]["coach"] and table["help"]["helped"] == [1]
    with ann.live(table, lang="en") as page:
        warned = page.ask("move", number=number, move=LOSES)
        assert warned["type"] == "warning"
        assert warned["moves"] == [LOSES, WINS] and len(warned["views"]) == 2
        assert warned["sentence"].startswith("After “") and "wins at once" in warned["sentence"]
        assert LOSES not in warned["sentence"] and warned["told"]
        assert ann.see(table)["number"] == number
        assert page.ask("move", number=number, move=LOSES, sure=True)["type"] == "played"
    assert ann.see(table)["number"] > number


def test_the_coach_is_silent_where_nothing_is_lost(place: Place) -> None:
    ann = place.visitor("Ann")
    table = threatened(ann)
    with ann.live(table) as page:
        answer = page.ask("move", number=table["number"], move=HOLDS)
        assert answer["type"] == "played"


def test_the_coach_speaks_through_every_door_and_can_be_sent_away(place: Place) -> None:
    ann = place.visitor("Ann")
    table = threatened(ann)
    refused = ann.move(table, table["number"], LOSES, 409)["error"]
    assert refused["code"] == "coach" and "wins at once" in refused["message"]
    assert not ann.act(table, "coach-off")["help"]["coach"]
    played = ann.move(table, table["number"], LOSES)
    assert played["moves"][-1]["seat"] == 1 or played["state"] == "over"


def test_a_coach_who_is_there_already_is_not_sent_for_again(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    live = place.house.live[table["id"]]
    for act, there in (("coach-on", True), ("coach-off", False)):
        assert ann.act(table, act)["help"]["coach"] is there
        written = live.table.size
        assert ann.act(table, act)["help"]["coach"] is there
        assert live.table.size == written


def test_a_refused_move_is_refused_by_the_rules_and_not_by_the_coach(place: Place) -> None:
    ann = place.visitor("Ann")
    table = threatened(ann)
    assert ann.move(table, table["number"], "b|", 409)["error"]["code"] == "illegal"
    assert ann.move(table, table["number"], "b", 422)["error"]["code"] == "notation"


def test_the_coach_is_not_kept_busy_by_what_is_no_move(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()
    monkeypatch.setattr(helping, "warning", lambda _, move: asked.append(move))
    ann = place.visitor("Ann")
    table = threatened(ann)
    for move, status in (("b|", 409), ("b", 422), ("x" * 60, 422)):
        assert ann.move(table, table["number"], move, status)["error"]["code"] != "coach"
    assert not asked


def test_there_is_no_coach_among_people(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    code = list(blockhaus.game("kwinty").positions(FOUR))[-1].code
    table = ann.open("kwinty", FRIEND, ME, code=code, coach=True)
    ben.sit(table, 0, invitation=table["invitations"]["0"])
    assert not ann.see(table)["help"]["coach"]
    assert ann.move(table, len(FOUR), LOSES)["number"] == len(FOUR) + 1


def test_a_game_with_a_coach_from_the_start_does_not_count(place: Place) -> None:
    ann = place.visitor("Ann")
    assert not ann.open("kwinty", ME, COMPUTER, ranked=True, coach=True)["ranked"]
    table = ann.open("kwinty", ME, COMPUTER, ranked=True)
    assert table["ranked"]
    assert ann.act(table, "coach-on")["help"]["helped"] == [0]
    ann.act(table, "resign")
    again = ann.see({"id": ann.act(table, "rematch")["next"]})
    assert again["help"]["coach"] and not again["ranked"]


# What decided it


def test_what_decided_a_game_is_told_with_its_review(place: Place) -> None:
    ann = place.visitor("Ann")
    table = threatened(ann, coach=False)
    path = f"/api/tables/{table['id']}/review"
    with ann.live(table) as page:
        ann.move(table, table["number"], LOSES)
        while ann.see(table)["state"] != "over":
            page.next()
    while (answer := ann.get(path))["state"] == "running":
        pass
    found = answer["decided"]
    assert found["certain"] and found["number"] == len(FOUR) + 1
    assert "by Black nothing can stop White" in found["sentences"][0]
    ann.client.headers["Accept-Language"] = "nl"
    assert "is Wit niet meer te stoppen" in ann.get(path)["decided"]["sentences"][0]
