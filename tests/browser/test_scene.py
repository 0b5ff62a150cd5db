"""What a scene tells beside its blocks is on the page: picks, events, barred cells, notices."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import expect

import blockhaus
from blockhaus.core.position import Position
from browser.doors import House
from browser.hands import ME, Hands, open_table, resumed

SMALL = {"blocks": "8"}


def game_until(wanted: Callable[[Position], Any]) -> list[Position]:
    """The positions of a game of TURRIS at random up to one that is wanted."""
    for seed in range(200):
        dice = random.Random(seed)
        line = [blockhaus.game("turris", **SMALL).start()]
        while not line[-1].is_over:
            line.append(line[-1].play(dice.choice(line[-1].moves)))
            if wanted(line[-1]):
                return line
    raise AssertionError("no game of that kind was found")


def played(visitor: Any, line: list[Position]) -> Hands:
    """A table where the last of some positions has come about just now."""
    hands = resumed(visitor, line[-1], without=1)
    hands.from_list(line[-1].history[-1])
    hands.shows(len(line) - 1)
    return hands


def test_every_pick_says_what_it_chooses(visit: Any) -> None:
    visitor = visit(locale="de-DE")
    hands = Hands(visitor, open_table(visitor, "turris", [ME, ME], options=SMALL))
    steps = blockhaus.game("turris").start().scene().steps
    said = blockhaus.game("turris").room.words("de")
    offer = next(offer for offer in hands.offered(0) if offer["kind"] == "stand")
    line = visitor.page.locator(".play-line")
    expect(line).to_contain_text(said[steps["stand"][0]])
    expect(line).to_contain_text(said[steps["lie"][0]])
    assert hands.point(offer["pick"][0])
    expect(visitor.page.locator(".status")).to_contain_text(said[steps["stand"][1]])


def test_what_a_decision_brings_about_is_shown_and_said(visit: Any) -> None:
    visitor = visit(flat=True)
    line = game_until(lambda position: any(event.kind == "bonus" for event in position.events))
    played(visitor, line)
    sentence = str(line[-1].events[0].sentence)
    expect(visitor.page.locator(".events")).to_contain_text(sentence)
    expect(visitor.page.locator("[aria-live=polite]", has_text=sentence).first).to_be_attached()


def test_barred_cells_are_marked_and_explained(visit: Any) -> None:
    visitor = visit(flat=True)
    line = game_until(lambda position: position.scene().barred)
    played(visitor, line)
    (barred,) = line[-1].scene().barred
    expect(visitor.page.locator(".board-flat .barred")).to_have_count(len(barred.cells))
    expect(visitor.page.locator(".facts")).to_contain_text(str(barred.reason))


@pytest.mark.served("its database is changed")
def test_a_table_whose_game_is_gone_says_so(visit: Any, house: House) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "turris", [ME, ME], public=True)
    with closing(sqlite3.connect(house.data / "house.sqlite")) as database, database:
        database.execute(
            "INSERT INTO tables SELECT 'gonetable0', replace(founding, ?, ?), state, public,"
            " created, updated + 1, deadline, replace(replace(summary, ?, ?), id, 'gonetable0'),"
            " version FROM tables WHERE id = ?",
            ('"turris"', '"lostgame"', '"turris"', '"lostgame"', table),
        )
    page = visitor.open("/")
    row = page.locator(".table-row", has_text="lostgame")
    expect(row).to_contain_text("cannot be played in this house at present")
    row.click()
    expect(page.get_by_text("cannot be played in this house at present")).to_be_visible()
    expect(page.get_by_role("link", name="To the games")).to_be_visible()
