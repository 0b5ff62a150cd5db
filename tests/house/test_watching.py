"""Computers among themselves, who play as long as somebody looks on; links as QR codes."""

from __future__ import annotations

import time

import segno

from house.visitors import COMPUTER, Place

A_WHILE = 4.0  # seconds, more than twice the pace of the house


def test_computers_play_only_while_somebody_watches(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", COMPUTER, COMPUTER, watched=True)
    assert table["public"] and table["you"] == [] and table["state"] == "running"
    assert table["id"] in [told["id"] for told in ben.get("/api/tables", list="running")]
    time.sleep(A_WHILE)
    assert ann.see(table)["number"] == 0
    with ben.live(table) as page:
        began = time.monotonic()
        assert page.hear("played")["number"] == 1
        assert page.hear("played")["number"] == 2
        assert time.monotonic() - began >= 2 * place.house.settings.pace - 0.1
    time.sleep(A_WHILE)
    left_at = ann.see(table)["number"]
    assert left_at <= 3, "a decision that was thought about is still made"
    time.sleep(A_WHILE)
    assert ann.see(table)["number"] == left_at
    with ann.live(table) as page:
        assert page.hear("played")["number"] == left_at + 1


def test_chat_does_not_hold_up_what_is_watched(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", COMPUTER, COMPUTER, watched=True)
    with ann.live(table) as page:
        until = time.monotonic() + 3 * place.house.settings.pace
        while time.monotonic() < until:
            page.ask("chat", text="and now?")
            time.sleep(place.house.settings.pace / 5)
        while page.hear("played")["number"] < 2:
            pass


def test_nobody_has_to_be_seen_to_at_a_table_of_computers(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", COMPUTER, COMPUTER, watched=True)
    assert place.house.live[table["id"]].table.deadline is None
    assert ann.act(table, "resign", 403)["error"]["code"] == "not-seated"


def test_a_link_is_shown_as_a_qr_code(place: Place) -> None:
    ann = place.visitor("Ann")
    link = "http://192.168.1.7:8420/table/abcdefghij#Zz0123456789Zz0123456789"
    rows = ann.post("/api/qr", text=link)["rows"]
    assert len(rows) == len(rows[0]) and set("".join(rows)) == {"#", "."}
    finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
    assert [row[:7] for row in rows[:7]] == [row[-7:] for row in rows[:7]] == finder
    same = segno.make(link, micro=False, error="m").matrix
    assert [[square == "#" for square in row] for row in rows] == [list(map(bool, r)) for r in same]
    ann.post("/api/qr", 422, text="")
    ann.post("/api/qr", 422, text="x" * 601)
    ann.post("/api/qr", 422, text="\N{GRINNING FACE}" * 600)
