"""Pointing at the board: a block is meant first, choices are shown before they count."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import expect

import blockhaus
from browser.doors import PHONE
from browser.hands import ME, Hands, open_table
from browser.test_events import eventful, follow
from browser.test_touch import Fingers


def above(cell: list[int]) -> list[int]:
    return [cell[0], cell[1], cell[2] + 1]


def at_insertion(hands: Hands) -> tuple[blockhaus.Position, list[dict[str, Any]]]:
    """A game of QBQ with towers on the board where a cube can also be inserted on one's own."""
    dice = random.Random(4)
    position = blockhaus.game("qbq").start()
    for number in range(8):
        move = dice.choice(position.moves)
        hands.offered(number)
        hands.from_list(move)
        hands.shows(number + 1)
        position = position.play(move)
    return position, hands.offered(8)


def own_cube(hands: Hands, offers: list[dict[str, Any]]) -> list[int]:
    """A cube in sight that can be relocated, or covered by a new one."""
    rooms = [offer["pick"][0] for offer in offers if offer["kind"] == "insert"]
    cubes = [list(offer["pick"][0]) for offer in offers if offer["kind"] == "relocate"]
    where = "(canvas, cell) => canvas.pointAt?.(cell) ?? null"
    return next(
        cube for cube in cubes if above(cube) in rooms and hands.canvas.evaluate(where, cube)
    )


def test_a_click_on_ones_own_cube_selects_it_and_inserting_asks(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "qbq", [ME, ME]))
    page = visitor.page
    _, offers = at_insertion(hands)
    expect(hands.canvas).to_be_visible()
    page.wait_for_timeout(500)
    cube = own_cube(hands, offers)
    assert hands.point(cube)
    assert hands.picked(1, 8)
    expect(page.locator(".status")).to_contain_text("the cell it goes to")
    hands.shows(8)
    choice = page.get_by_role("button", name="On top: where the new cube goes")
    choice.click()
    hands.shows(9)
    inserted = next(
        offer
        for offer in offers
        if offer["kind"] == "insert" and list(offer["pick"][0]) == above(cube)
    )
    expect(page.locator(".move-list .move").last).to_contain_text(inserted["move"])


def test_what_cannot_be_done_is_explained_and_lit(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "qbq", [ME, ME]))
    position, _ = at_insertion(hands)
    expect(hands.canvas).to_be_visible()
    visitor.page.wait_for_timeout(500)
    theirs = [list(block.cells[0]) for block in position.blocks if block.owner != position.to_move]
    assert any(hands.point(cube) for cube in theirs)
    expect(visitor.page.locator(".status.refusal")).to_have_text(re.compile(r"\w+"))
    hands.shows(8)


def test_a_touched_choice_is_shown_before_it_counts(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    hands = Hands(visitor, open_table(visitor, "ksar", [ME, ME]))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    offers = hands.offered(0)
    page.wait_for_timeout(500)
    fingers = Fingers(hands)
    offer = next(offer for offer in offers if offer["label"])
    for step, cell in enumerate(offer["pick"], 1):
        page.touchscreen.tap(*fingers.place(cell))
        assert hands.picked(step, 0)
    choices = page.locator(".choices .choice")
    choices.filter(has_text=re.compile(rf"^{re.escape(offer['move'])}(\s|$)")).tap()
    sure = page.get_by_role("button", name=f"Play {offer['move']}")
    expect(sure).to_be_visible()
    hands.shows(0)
    sure.tap()
    hands.shows(1)


def test_who_wants_it_quick_plays_by_one_tap(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    page = visitor.page
    page.locator("header").get_by_role("button").last.click()
    page.get_by_role("checkbox", name="By touch").uncheck()
    page.keyboard.press("Escape")
    expect(hands.canvas).to_be_visible()
    offer = hands.offered(0)[0]
    page.touchscreen.tap(*Fingers(hands).place(offer["pick"][0]))
    hands.shows(1)


def test_events_are_drawn_on_the_board(visit: Any) -> None:
    """They are pictures: what can be told here is that nothing breaks and the board stays."""
    visitor = visit(reduced_motion="no-preference")
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    expect(hands.canvas).to_be_visible()
    follow(hands, eventful("kewbz"))
    before = hands.canvas.screenshot()
    visitor.page.wait_for_timeout(4000)
    assert hands.canvas.screenshot() != before, "the event was lit, and went out"
