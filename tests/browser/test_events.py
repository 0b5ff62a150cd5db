"""What a decision brings about, moves of several computers, and the moment of winning."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

import blockhaus
from browser.doors import PHONE
from browser.hands import ME, Hands, open_table, over, resumed

COMPUTER = {"kind": "computer", "level": 1}


def eventful(game: str, **options: str) -> blockhaus.Position:
    """A position of a random game whose last decision brought something about on the board."""
    for seed in range(200):
        dice = random.Random(seed)
        position = blockhaus.game(game, **options).start()
        while not position.is_over:
            position = position.play(dice.choice(position.moves))
            if any(event.cells for event in position.events):
                return position
    raise AssertionError("nothing happens in this game")


def brought_about(visitor: Any, position: blockhaus.Position) -> Hands:
    """A table where the last move of a position was made just now."""
    hands = resumed(visitor, position, without=1)
    hands.from_list(position.history[-1])
    hands.shows(len(position.history))
    return hands


@pytest.mark.sample
def test_an_event_lights_up_and_is_kept_beside_its_move(visit: Any) -> None:
    visitor = visit(flat=True)
    position = eventful("kewbz")
    event = next(event for event in position.events if event.cells)
    page = visitor.page
    hands = brought_about(visitor, position)
    expect(page.locator(".board-flat .event")).not_to_have_count(0)
    expect(page.locator(".board-flat .badge").first).to_be_visible()
    expect(page.locator(".events")).to_contain_text(position.history[-1])
    beside = page.locator(".move-list .move-events").last
    expect(beside).to_contain_text(str(event.sentence))
    expect(page.locator(".board-flat .badge")).to_have_count(0)
    # It stays in the list, and lights up again for who looks back.
    hands.from_list(position.moves[0])
    hands.shows(len(position.history) + 1)
    expect(page.locator(".move-list .move-events").first).to_contain_text(str(event.sentence))
    page.reload()
    expect(page.locator(".move-list .move-events").first).to_contain_text(str(event.sentence))
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".board-flat .badge").first).to_be_visible()


def computers_done(hands: Hands, number: int) -> int:
    """Play the first move on offer and wait until the computers have played theirs; how many."""
    hands.from_list(hands.offered(number)[0]["move"])
    for _ in range(1200):
        table = hands.table()
        if table["number"] > number + 1 and table["view"]["to_move"] == 0:
            return int(table["number"])
        hands.page.wait_for_timeout(50)
    raise AssertionError("the computers do not play")


def among_computers(visitor: Any) -> Hands:
    """A table with three computers, on a page whose time stands still."""
    visitor.page.clock.install()
    table = open_table(visitor, "qbq", [ME, *[COMPUTER] * 3], options={"players": "4"})
    hands = Hands(visitor, table)
    hands.ready(0)
    visitor.page.clock.pause_at(datetime.now() + timedelta(hours=1))
    return hands


def test_moves_of_several_computers_are_seen_one_after_the_other(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = among_computers(visitor)
    page = visitor.page
    moves = page.locator(".move-list .move")
    number = computers_done(hands, 0)
    hands.shows(1)
    page.clock.run_for(400)
    for shown in range(2, number):
        hands.shows(shown)
        page.clock.run_for(900)
        assert moves.count() == shown, "each has its time"
        while moves.count() == shown:
            page.clock.run_for(100)
    hands.shows(number)
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_moves_of_computers_can_be_hurried_or_not_held_back_at_all(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = among_computers(visitor)
    page = visitor.page
    number = computers_done(hands, 0)
    page.get_by_role("button", name="Skip ahead").click()
    hands.shows(number)
    expect(page.get_by_role("button", name="Skip ahead")).to_have_count(0)
    page.locator("header").get_by_role("button").last.click()
    page.get_by_role("checkbox", name="one after the other").uncheck()
    page.keyboard.press("Escape")
    hands.shows(computers_done(hands, number))


def test_winning_has_a_moment(visit: Any) -> None:
    for motion in ("reduce", "no-preference"):
        visitor = visit(flat=True, reduced_motion=motion)
        dice = random.Random(1)
        position = blockhaus.game("kwinty").start()
        while not position.is_over:
            position = position.play(dice.choice(position.moves))
        brought_about(visitor, position)
        page = visitor.page
        expect(page.locator(".finale-who")).to_contain_text("win")
        blocks = page.locator(".finale-block")
        expect(blocks).to_have_count(0) if motion == "reduce" else expect(blocks).not_to_have_count(
            0
        )
        over(page)
        expect(page.locator(".finale")).to_have_count(0)
        page.reload()
        over(page)
        expect(page.locator(".finale")).to_have_count(0)


def test_messages_are_in_front_of_what_is_open(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/")
    page.locator("header").get_by_role("button").last.click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Ada")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    toast.click()
    expect(toast).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_result_and_what_brought_it_about_are_read_side_by_side(visit: Any) -> None:
    visitor = visit(flat=True, viewport=PHONE, has_touch=True, is_mobile=True)
    won = ["i+j", "h|", "k|", "g|", "l|", "f|"]
    code = list(blockhaus.game("kwinty").positions(won))[-1].code
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, ME], code=code))
    page = visitor.page
    page.get_by_role("button", name="Possible moves").tap()
    hands.from_list("m|")
    card, news = page.locator(".finale-card"), page.locator(".event-news > p").last
    expect(card).to_contain_text("White wins.")
    expect(news).to_contain_text("5 squares in a line")
    above, below = news.bounding_box(), card.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"]
