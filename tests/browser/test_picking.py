"""Pointing at the board: a block is meant first, choices are shown before they count."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

import blockhaus
from browser.doors import PHONE
from browser.hands import ME, Hands, button_of, open_table, place_of, resumed, sure_of
from browser.test_events import brought_about, eventful
from browser.test_touch import Fingers


def above(cell: list[int]) -> list[int]:
    return [cell[0], cell[1], cell[2] + 1]


def at_insertion() -> blockhaus.Position:
    """A game of QBQ with towers on the board where a cube can also be inserted on one's own."""
    dice = random.Random(4)
    position = blockhaus.game("qbq").start()
    for _ in range(8):
        position = position.play(dice.choice(position.moves))
    return position


def own_cube(hands: Hands, offers: list[dict[str, Any]]) -> list[int]:
    """A cube in sight that can be relocated, or covered by a new one."""
    rooms = [offer["pick"][0] for offer in offers if offer["kind"] == "insert"]
    cubes = [list(offer["pick"][0]) for offer in offers if offer["kind"] == "relocate"]
    return next(cube for cube in cubes if above(cube) in rooms and place_of(hands.canvas, cube))


@pytest.mark.sample
def test_a_click_on_ones_own_cube_selects_it_and_inserting_asks(visit: Any) -> None:
    visitor = visit()
    hands = resumed(visitor, at_insertion())
    page, offers = visitor.page, hands.offered(8)
    expect(hands.canvas).to_be_visible()
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
    position = at_insertion()
    hands = resumed(visitor, position)
    expect(hands.canvas).to_be_visible()
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
    hands.ready(0)
    fingers = Fingers(hands)
    offer = next(offer for offer in offers if offer["label"])
    for step, cell in enumerate(offer["pick"], 1):
        page.touchscreen.tap(*fingers.place(cell))
        assert hands.picked(step, 0)
    choices = page.locator(".choices .choice")
    choices.and_(button_of(page, offer)).tap()
    sure = sure_of(page, offer)
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
    hands = brought_about(visitor, eventful("kewbz"))
    expect(hands.canvas).to_be_visible()
    before = hands.canvas.screenshot()
    for _ in range(100):
        visitor.page.wait_for_timeout(300)
        if hands.canvas.screenshot() != before:
            return
    raise AssertionError("the event was lit, and never went out")


def before_a_loss() -> blockhaus.Position:
    """A game of QBQ at the moment when tipping a tower would lose a cube over the edge."""
    dice = random.Random(0)
    position = blockhaus.game("qbq").start()
    while not any(offer.warnings for offer in position.offers()):
        position = position.play(dice.choice(position.moves))
    return position


def test_a_loss_is_warned_of_and_steps_are_taken_back_one_at_a_time(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    position = before_a_loss()
    hands, number = resumed(visitor, position), len(position.history)
    page = visitor.page
    offer = next(offer for offer in hands.offered(number) if offer["warnings"])
    expect(hands.canvas).to_be_visible()
    tower = offer["pick"][0]
    top = [tower[0], tower[1], 1]
    fingers = Fingers(hands)
    page.touchscreen.tap(*fingers.place(top))
    assert hands.picked(1, number)
    page.get_by_role("button", name="The tower to tip").tap()
    expect(page.locator(".status")).to_contain_text("the direction it falls")
    page.locator(".choices .choice").and_(button_of(page, offer)).tap()
    warning = page.locator(".status.refusal")
    expect(warning).to_contain_text("Careful: One cube drops off the edge")
    hands.shows(number)
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator(".play")).to_have_attribute("data-picked", "1")
    expect(warning).to_have_count(0)
    page.get_by_role("button", name="One step back").tap()
    expect(page.locator(".play")).to_have_attribute("data-picked", "0")


def test_home_undoes_turning_and_a_phone_on_its_side_names_its_views(visit: Any) -> None:
    visitor = visit(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    hands = Hands(visitor, open_table(visitor, "qbq", [ME, ME]))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    hands.ready(0)
    corners = ([0, 5, 0], [5, 0, 0])

    def corner() -> Any:
        return next(filter(None, (place_of(hands.canvas, cell) for cell in corners)))

    before = corner()
    views = page.get_by_role("group", name="Views of the board")
    for name in ("home", "turn", "front", "right", "back", "left", "top", "levels"):
        expect(views.get_by_text(name, exact=True)).to_be_visible()
    views.get_by_role("button", name="Turn the board").tap()
    assert corner() != before
    views.get_by_role("button", name="Home view").tap()
    assert corner() == before
    slider = page.get_by_role("slider", name="Levels shown").bounding_box()
    canvas = hands.canvas.bounding_box()
    assert slider and canvas
    assert slider["x"] + slider["width"] <= canvas["x"], "it covers nothing"


def test_what_was_said_at_a_table_is_not_read_at_the_next(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    page = visitor.page
    hands.from_list(hands.offered(0)[0]["move"])
    hands.shows(1)
    log = page.get_by_role("log")
    expect(log).not_to_be_empty()
    page.get_by_role("link", name="Play").click()
    expect(log).to_be_empty()
