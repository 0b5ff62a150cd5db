"""Whole games through the page, by touch on a phone and by the keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.doors import PHONE
from browser.hands import ME, Hands, open_table, over, place_of, sure_of
from browser.test_touch import Fingers

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
THERE_AND_BACK = ["e1-f1", "a5-b4", "f1-e1", "b4-a5"]
# Lines that are known beforehand: nothing here depends on chance.
GAMES: dict[str, tuple[dict[str, str], list[str] | None]] = {
    "ksar": ({"frame": "6", "pieces": "3", "neutrals": "0"}, None),
    "qbq": ({}, THERE_AND_BACK * 2),  # the third time the same position: a draw
}


def moves_of(hands: Hands, number: int, line: list[str] | None) -> dict[str, Any]:
    offers = hands.offered(number)
    if line is None:
        return offers[0]
    return next(offer for offer in offers if offer["move"] == line[number])


def tap_cell(hands: Hands, fingers: Fingers, cell: list[int]) -> None:
    """Tap where a cell is seen, turning the board until it is."""
    turn = hands.page.get_by_role("button", name="Turn the board")
    for _ in range(4):
        place = place_of(hands.canvas, cell)
        if place:
            hands.page.touchscreen.tap(*place)
            return
        turn.tap()
    raise AssertionError(f"{cell} is seen from nowhere")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_by_touch_on_a_phone(visit: Any, game: str) -> None:
    options, line = GAMES[game]
    visitor = visit(**TOUCH)
    hands = Hands(visitor, open_table(visitor, game, [ME, ME], options=options))
    expect(hands.canvas).to_be_visible()
    fingers, number = Fingers(hands), 0
    while hands.table()["state"] == "running":
        offer = moves_of(hands, number, line)
        hands.ready(number)
        for step, cell in enumerate(offer["pick"], 1):
            tap_cell(hands, fingers, cell)
            assert hands.picked(step, number), "a tap shows, and does not count yet"
        sure_of(hands.page, offer).tap()
        hands.shows(number + 1)
        number += 1
    expect(hands.page.locator(".status")).not_to_contain_text("to move")
    assert number > 3


@pytest.mark.parametrize("game", sorted(GAMES))
def test_by_the_keyboard_alone(visit: Any, game: str) -> None:
    """The list of moves takes what is typed; the board itself takes arrows and Enter."""
    options, line = GAMES[game]
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, game, [ME, ME], options=options))
    page, number = visitor.page, 0
    expect(hands.canvas).to_be_visible()
    focus_by_tab(hands, "application" if line is None else "combobox")
    while hands.table()["state"] == "running":
        offer = moves_of(hands, number, line)
        hands.ready(number)
        if line is None:
            by_arrows(hands, number)
        else:
            expect(page.get_by_role("option").first).to_be_attached()
            page.keyboard.type(offer["move"])
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        hands.shows(number + 1)
        number += 1
    over(page)
    assert number > 3


def focus_by_tab(hands: Hands, role: str) -> None:
    for _ in range(60):
        hands.page.keyboard.press("Tab")
        if hands.page.evaluate("document.activeElement.getAttribute('role')") == role:
            return
    raise AssertionError(f"Tab never comes to {role}")


def by_arrows(hands: Hands, number: int) -> None:
    """Whatever the cursor comes to first is picked, until a move is made."""
    for step in (1, 2):
        hands.page.keyboard.press("ArrowRight")
        hands.page.keyboard.press("Enter")
        if not hands.picked(step, number):
            return
