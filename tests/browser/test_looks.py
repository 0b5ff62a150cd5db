"""What of the board is seen, from where, and how smoothly."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.doors import PHONE
from browser.hands import ME, Hands, open_table, place_of, seated

LANDSCAPE = {"width": 844, "height": 390}


def place(hands: Hands, *cell: int) -> tuple[float, float]:
    """Where on the page a cell is met; it has to be within the canvas."""
    expect(hands.canvas).to_be_visible()
    hands.page.wait_for_function(
        "(cell) => document.querySelector('.board-view canvas')?.pointAt?.(cell)", arg=list(cell)
    )
    found = place_of(hands.canvas, cell)
    assert found, f"cell {cell} is not seen"
    return found


def begun(visit: Any, game: str, **settings: Any) -> Hands:
    visitor = visit(**settings)
    hands = Hands(visitor, open_table(visitor, game, [ME, ME]))
    hands.offered(0)
    return hands


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE, LANDSCAPE])
def test_a_wall_is_framed_by_what_can_be_built(visit: Any, viewport: dict[str, int]) -> None:
    hands = begun(visit, "kwinty", viewport=viewport)
    column = math.dist(place(hands, 8, 0, 0), place(hands, 9, 0, 0))
    box = hands.canvas.bounding_box()
    assert box
    # All 17 columns with the rim and the foot would leave less than a twentieth for each.
    assert column > min(box["width"] / 13, box["height"] / 8)


def test_a_wall_rests_while_the_pointer_is_on_it(visit: Any) -> None:
    hands = begun(visit, "kwinty")
    before = place(hands, 6, 0, 4)
    hands.play("i+j", 0)
    hands.offered(1)
    assert math.dist(before, place(hands, 6, 0, 4)) < 2


def test_a_wall_grows_with_what_is_built(visit: Any) -> None:
    hands = begun(visit, "kwinty")
    for number, move in enumerate(["i+j", "k+l", "m+n"]):
        hands.offered(number)
        hands.from_list(move)
        hands.shows(number + 1)
    for column in (8, 13, 15):
        place(hands, column, 0, 1)


@pytest.mark.served("other people")
def test_every_seat_has_its_own_side_before_it(visit: Any) -> None:
    _, first, _, second = seated(visit, "qbq")
    regions = first.table()["view"]["regions"]
    built = [cell for r in regions if r["kind"] == "start" for cell in r["cells"]]
    goals = {
        r["seat"]: next(cell for cell in r["cells"] if cell not in built)
        for r in regions
        if r["kind"] == "goal"
    }
    for seat, hands in enumerate((first, second)):
        own, other = place(hands, *goals[seat]), place(hands, *goals[1 - seat])
        assert own[1] < other[1], "the own goal is farther away, so higher on the page"


@pytest.mark.sample
def test_the_board_is_turned_by_a_button_and_by_a_key(visit: Any) -> None:
    hands = begun(visit, "kewbz")
    corner = (0, 0, 0)
    seen = [place(hands, *corner)]
    hands.page.get_by_role("button", name="Turn the board").click()
    seen.append(place(hands, *corner))
    hands.page.locator(".board-view").focus()
    hands.page.keyboard.press("t")
    seen.append(place(hands, *corner))
    assert all(math.dist(a, b) > 40 for a, b in ((seen[0], seen[1]), (seen[1], seen[2])))
    hands.page.keyboard.press("t")
    hands.page.keyboard.press("t")
    assert math.dist(seen[0], place(hands, *corner)) < 2


def test_a_dragged_board_is_never_cut(visit: Any) -> None:
    hands = begun(visit, "kewbz")
    expect(hands.canvas).to_be_visible()
    box = hands.canvas.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for right, down in ((90, 40), (150, 60), (-260, 30)):
        hands.page.mouse.move(x, y)
        hands.page.mouse.down()
        hands.page.mouse.move(x + right / 2, y + down / 2)
        hands.page.mouse.move(x + right, y + down)
        hands.page.mouse.up()
        for corner in ((0, 0, 0), (7, 0, 0), (0, 7, 0), (7, 7, 0)):
            place(hands, *corner)


def test_edges_are_smooth_without_a_graphics_card(visit: Any) -> None:
    hands = begun(visit, "kewbz")
    place(hands, 0, 0, 0)
    assert hands.canvas.evaluate(
        "(canvas) => canvas.getContext('webgl2').getContextAttributes().antialias"
    )
