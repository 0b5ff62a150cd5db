"""The live table: everyone is told, nobody twice, and a lost line is taken up again."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import blockhaus
from blockhaus.house import house, plans
from blockhaus.house.replay import replayed
from blockhaus.house.tables import Table
from blockhaus.players.levels import levels
from house.visitors import COMPUTER, FRIEND, ME, Page, Place


def test_a_log_has_an_end_and_its_game_goes_on(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with ann.live(table) as page:
        assert page.ask("move", number=0, move="i+j")["type"] == "played"
        monkeypatch.setattr(plans, "LONGEST", 1)
        assert page.ask("chat", text="hello")["error"]["code"] == "long-table"
        assert page.ask("act", act="ask-undo")["error"]["code"] == "long-table"
        assert page.ask("act", act="resign")["type"] == "done"


@pytest.mark.parametrize("longest", [0, 2000])
def test_a_long_log_is_replayed_aside(
    place: Place, monkeypatch: pytest.MonkeyPatch, longest: int
) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    ann.post(f"/api/tables/{table['id']}/moves", number=0, move="i+j")
    threads = []

    def replay(*facts: Any) -> Table:
        threads.append(threading.current_thread().name)
        return replayed(*facts)

    monkeypatch.setitem(place.house.warming.ready, "kwinty", True)
    monkeypatch.setattr(house, "LONG_LOG", longest)
    monkeypatch.setattr(house, "replayed", replay)
    place.house.live.clear()
    assert ann.see(table)["number"] == 1
    assert len(threads) == 1 and threads[0].startswith("asyncio_") == (longest == 0)


def test_everyone_at_the_table_is_told(place: Place) -> None:
    ann, ben, cleo = (place.visitor(name) for name in ("Ann", "Ben", "Cleo"))
    table = ann.open("kwinty", ME, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    with ann.live(table, offers=True) as one, ben.live(table) as two, cleo.live(table) as three:
        offers = one.hear("offers")
        assert [offer["move"] for offer in offers["offers"]] == blockhaus.game(
            "kwinty"
        ).start().moves
        answer = one.ask("move", number=0, move="i|")
        for played in (answer, two.hear("played"), three.hear("played")):
            assert played["type"] == "played" and ("id" in played) == (played is answer)
            assert played["number"] == 1 and played["move"] == "i|" and played["seat"] == 0
            assert played["view"]["to_move"] == 1 and played["view"]["offers"] == []
        refused = two.ask("move", number=1, move="a|")
        assert refused["type"] == "error" and refused["error"]["rule"]
        picked = two.ask("why", pick=[[0, 0, 0]])
        assert picked["moves"] == [] and picked["refusal"]["message"]
        assert one.ask("why", pick=[[0, 0, 0]])["error"]["code"] == "not-your-turn"
        assert three.ask("move", number=1, move="j|")["error"]["code"] == "not-seated"
        assert three.ask("chat", text="let me in")["error"]["code"] == "not-seated"
        assert two.ask("chat", text="well played")["type"] == "done"
        assert one.hear("chat")["message"]["text"] == "well played"
        assert two.ask("act", act="resign")["type"] == "done"
        assert one.hear("table")["table"]["state"] == "over"
    assert [line["who"] for line in cleo.see(table)["chat"]] == ["Ben"]


def test_at_a_public_table_everybody_may_write(place: Place) -> None:
    ann, cleo = place.visitor("Ann"), place.visitor("Cleo")
    table = ann.open("kwinty", ME, FRIEND, public=True)
    cleo.post(f"/api/tables/{table['id']}/chat", text="well played")
    assert [line["who"] for line in ann.see(table)["chat"]] == ["Cleo"]


def test_at_a_private_table_who_has_a_seat_or_is_the_host_may_write(place: Place) -> None:
    ann, ben, cleo = (place.visitor(name) for name in ("Ann", "Ben", "Cleo"))
    table = ann.open("kwinty", FRIEND, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    path = f"/api/tables/{table['id']}/chat"
    for visitor, status in ((ann, 200), (ben, 200), (cleo, 403)):
        visitor.post(path, status, text="hello")
    assert [line["who"] for line in cleo.see(table)["chat"]] == ["Ann", "Ben"]


def test_presence(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    with ann.live(table) as page:
        assert page.hear("presence")["here"] == [True, False]
        with ben.live(table):
            assert page.hear("presence")["here"] == [True, True]
        assert page.hear("presence")["here"] == [True, False]
        with place.visitor().live(table):
            assert page.hear("presence")["watching"] == 1


def test_who_sits_down_watches_no_longer(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND)
    with ann.live(table) as page, ben.live(table):
        while page.hear("presence")["watching"] != 1:
            pass
        ben.sit(table, 1, invitation=table["invitations"]["1"])
        told = page.hear("presence")
        assert told["watching"] == 0 and told["here"] == [True, True]


def test_a_lost_line_is_taken_up_without_playing_twice(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with ann.live(table) as page:
        page.say("move", number=0, move="i|")  # the answer is never read
    with ann.live(table) as page:
        assert page.ask("move", number=0, move="i|")["type"] == "done"
        assert page.ask("move", number=1, move="j|")["type"] == "played"
    assert ann.see(table)["number"] == 2


def test_a_computer_thinks_visibly(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    with ann.live(table, offers=True) as page:
        page.say("move", number=0, move="i|")
        thinking = page.hear("thinking")
        assert thinking["seat"] == 1
        assert thinking["seconds"] == levels("kwinty")[0].seconds and thinking["passed"] >= 0
        while page.hear("played")["number"] < 2:
            pass
        assert page.hear("offers")["number"] == 2


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '"hello"', '{"type": "dance"}', '{"type": 3}', '{"type": "move"}', "[" * 5000],
)
def test_nonsense_is_refused_and_the_line_stays_open(place: Place, text: str) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with ann.live(table) as page:
        page.connection.send(text)
        assert page.hear("error")["error"]["code"] == "bad-request"
        assert page.ask("ping")["type"] == "pong"


def test_pages_of_other_sites_get_no_line(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with pytest.raises(InvalidStatus):
        ann.socket(f"/api/tables/{table['id']}/live", origin="http://elsewhere.example")


def test_there_is_no_line_to_a_table_that_does_not_exist(place: Place) -> None:
    with place.visitor().socket("/api/tables/aaaaaaaaaa/live") as connection:
        assert "no-table" in str(connection.recv())
        with pytest.raises(ConnectionClosed):
            connection.recv()


def test_live_analysis(place: Place) -> None:
    ann = place.visitor("Ann")
    position = blockhaus.game("kwinty").start()
    with ann.socket("/api/analysis") as connection:
        page = Page(connection)
        page.say("analyse", code="kwinty:!", lines=2, seconds=1)
        assert page.hear("error")["error"]["code"] == "bad-position"
        page.say("analyse", code=position.code, lines=2, seconds=60)
        page.hear("analysis")
        page.say("analyse", code=position.play("i|").code, lines=2, seconds=0.1)
        while not (found := page.hear("analysis"))["done"]:
            pass
        assert found["code"] == position.play("i|").code
        assert len(found["lines"]) == 2 and 0 <= found["lines"][0]["win"] <= 1
