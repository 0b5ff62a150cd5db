"""A phone in the hand: a finger turns, two zoom and shift, a tap shows and another plays."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.doors import PHONE
from browser.hands import ME, Hands, open_table, place_of, sure_of

Point = tuple[float, float]


class Fingers:
    """Fingers on the glass, as the browser feels them."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.session = hands.page.context.new_cdp_session(hands.page)

    def _touch(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def slide(self, *ways: tuple[Point, Point], steps: int = 5) -> None:
        """Put fingers down, move each from one point to another, and lift them."""
        self._touch("touchStart", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            share = step / steps
            self._touch(
                "touchMove",
                *((a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in ways),
            )
        self._touch("touchEnd")

    def place(self, cell: list[int]) -> Point:
        found = place_of(self.hands.canvas, cell)
        assert found, f"cell {cell} is not seen"
        return found


def test_fingers_turn_zoom_and_shift_the_board(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    expect(hands.canvas).to_be_visible()
    hands.offered(0)
    fingers = Fingers(hands)
    page = visitor.page
    near, far = [2, 2, 0], [5, 5, 0]

    def apart() -> float:
        (a, b), (c, d) = fingers.place(near), fingers.place(far)
        return math.hypot(a - c, b - d)

    home, back = fingers.place(near), fingers.place(far)
    before = apart()
    fingers.slide(((150, 380), (120, 340)), ((240, 420), (290, 480)))
    assert apart() > before * 1.2, "two fingers moved apart come closer to the board"
    page.get_by_role("button", name="Home view").click()
    assert fingers.place(near) == home
    fingers.slide(((150, 440), (150, 380)), ((240, 440), (240, 380)))
    moved = fingers.place(near)
    assert moved[1] < home[1] - 20 and abs(apart() - before) < before * 0.1
    page.get_by_role("button", name="Home view").click()
    fingers.slide(((150, 400), (230, 400)))
    assert abs(fingers.place(far)[0] - back[0]) > 5, "one finger turns the board"
    hands.shows(0)


@pytest.mark.sample
def test_a_tap_shows_a_move_and_another_plays_it(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    expect(hands.canvas).to_be_visible()
    offer = hands.offered(0)[0]
    [cell] = offer["pick"]
    fingers = Fingers(hands)
    visitor.page.touchscreen.tap(*fingers.place(cell))
    expect(sure_of(visitor.page, offer)).to_be_visible()
    hands.shows(0)
    visitor.page.touchscreen.tap(*fingers.place(cell))
    hands.shows(1)


def test_a_tap_in_the_list_shows_a_move_before_it_counts(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, flat=True)
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    page = visitor.page
    offer = hands.offered(0)[0]
    page.get_by_role("button", name="Possible moves").tap()
    page.get_by_role("option").first.tap()
    expect(page.get_by_role("listbox", name="Possible moves")).to_be_hidden()
    expect(sure_of(page, offer)).to_be_visible()
    hands.shows(0)
    sure_of(page, offer).tap()
    hands.shows(1)
