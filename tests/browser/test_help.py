"""Help at the table by pointer, keyboard and touch: hints, questions, the coach, the review."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import blockhaus
from browser.doors import DESK, PHONE
from browser.hands import ME, Hands, act, open_table, place_of
from browser.test_axe import check

COMPUTER = {"kind": "computer", "level": 1}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# White has four squares in a row on the ground, and completes five unless black stands in the way.
FOUR = ["i+j", "h|", "k|", "g|", "l|"]
LOSES, HOLDS = "f|", "m|"
# Whether nothing lies over the middle of a part, nor over its upper and lower edge.
UNCOVERED = """(part) => {
  const { x, width, top, bottom } = part.getBoundingClientRect();
  return [top + 3, (top + bottom) / 2, bottom - 3].every((y) =>
    part.contains(document.elementFromPoint(x + width / 2, y)));
}"""


def status(page: Page) -> Locator:
    return page.locator(".play-line > .status")


def hint_button(page: Page) -> Locator:
    return page.locator(".hint-button")


def ask_button(page: Page) -> Locator:
    return page.get_by_role("button", name="What can I do here?")


def threatened(visitor: Any, **more: Any) -> Hands:
    """A table where black, the person, has to stop white's line."""
    code = list(blockhaus.game("kwinty").positions(FOUR))[-1].code
    seats = [COMPUTER, ME]
    hands = Hands(
        visitor, open_table(visitor, "kwinty", seats, code=code, **{"coach": True, **more})
    )
    hands.offered(len(FOUR))
    return hands


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


# Hints


def test_hints_come_step_by_step_and_are_counted(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, COMPUTER], ranked=True))
    hands.offered(0)
    page = visitor.page
    expect(page.get_by_text("this game cannot raise your rating any more")).to_be_visible()
    hint_button(page).click()
    expect(status(page)).to_have_text(
        re.compile(r"^Look at .+ of the (wall|board), .+ What to look for: ")
    )
    expect(page.locator(".cell.lit").first).to_be_attached()
    hint_button(page).click()
    expect(status(page)).to_contain_text("Begin with i1: ")
    expect(page.locator(".cell.lit")).to_have_count(1)
    hint_button(page).click()
    expect(status(page)).to_contain_text("“")
    expect(hint_button(page)).to_be_disabled()
    expect(page.get_by_role("log")).to_contain_text("Begin with i1")
    expect(page.get_by_text("You were helped: this game cannot raise your rating.")).to_be_visible()
    assert [hint["strength"] for hint in hands.table()["help"]["hints"]] == [1, 2, 3]
    page.reload()
    hint_button(page).click()
    expect(status(page)).to_contain_text("“")
    assert len(hands.table()["help"]["hints"]) == 3
    give_up(page)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("3 hints")
    expect(result).to_contain_text("You were helped")


def test_a_hint_by_the_keyboard(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "turris", [ME, COMPUTER]))
    hands.offered(0)
    page = visitor.page
    expect(hint_button(page)).to_have_accessible_name("Hint")
    hint_button(page).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Look in the middle of the board")
    expect(hint_button(page)).to_have_accessible_name("A clearer hint")


def test_a_hint_by_touch_leaves_the_board_as_it_is(visit: Any) -> None:
    visitor = visit(**TOUCH)
    hands = Hands(visitor, open_table(visitor, "ksar", [ME, COMPUTER]))
    hands.offered(0)
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    before = hands.canvas.bounding_box()
    button = hint_button(page).bounding_box()
    assert button
    assert min(button["width"], button["height"]) >= 44
    hint_button(page).tap()
    expect(status(page)).to_have_text(
        re.compile(r"^Look at .+ of the (wall|board), .+ What to look for: ")
    )
    assert hands.canvas.bounding_box() == before


def test_a_decision_with_a_hint_is_marked(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, COMPUTER]))
    hands.offered(0)
    hint_button(visitor.page).click()
    expect(status(visitor.page)).to_contain_text("Look at")
    hands.from_list("i|")
    expect(visitor.page.locator(".move-list .move").first).to_contain_text("(hint)")


def test_nobody_is_helped_among_people(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, ME]))
    hands.offered(0)
    expect(ask_button(visitor.page)).to_be_visible()
    expect(hint_button(visitor.page)).to_have_count(0)
    expect(visitor.page.get_by_text("With a coach")).to_have_count(0)


# What can be done somewhere


def test_asking_by_pointer_tells_what_stands_there_and_what_begins(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = threatened(visitor, coach=False)
    page = visitor.page
    ask_button(page).click()
    expect(ask_button(page)).to_have_attribute("aria-pressed", "true")
    expect(status(page)).to_contain_text("Point at a block or a cell")
    square(page, hands, [8, 0, 0]).click()
    expect(status(page)).to_contain_text("i1, white (Computer 1), a block from i1 to j1.")
    expect(status(page)).to_contain_text(
        "Computer 1: 1 point (line of 4). There is nothing to do here."
    )
    expect(ask_button(page)).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("log")).to_contain_text("i1, white")
    ask_button(page).click()
    square(page, hands, [12, 0, 0]).click()
    expect(status(page)).to_contain_text("m1, empty. You can do this: ")
    assert page.locator(".cell.lit").count() >= 2
    page.keyboard.press("Escape")
    expect(status(page)).not_to_contain_text("m1")
    assert hands.table()["number"] == len(FOUR)


def square(page: Page, hands: Hands, cell: list[int]) -> Locator:
    """A square of the flat wall, which is drawn column by column from the ground up."""
    columns, _, levels = hands.table()["view"]["board"]["size"]
    at = f"translate({cell[0]} {levels - 1 - cell[2]})"
    assert cell[0] < columns
    return page.locator(f'.board-flat .cell[transform="{at}"]')


def test_asking_by_keyboard_walks_over_every_place(visit: Any) -> None:
    visitor = visit(flat=True)
    threatened(visitor, coach=False)
    page = visitor.page
    board = page.get_by_role("application", name="Board")
    board.focus()
    page.keyboard.press("i")
    expect(status(page)).to_contain_text("Point at a block or a cell")
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    log = page.get_by_role("log")
    expect(log).to_contain_text(re.compile(r"[a-q]1, (white|black|empty)"))
    expect(ask_button(page)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(ask_button(page)).to_have_attribute("aria-pressed", "false")


def test_a_key_on_the_walked_cell_tells_what_begins_there(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = threatened(visitor, coach=False)
    page = visitor.page
    hands.ready(len(FOUR))
    page.get_by_role("application", name="Board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("i")
    expect(page.get_by_role("log")).to_contain_text("You can ")
    assert hands.table()["number"] == len(FOUR)


@pytest.mark.parametrize("finger", [False, True], ids=["pointer", "finger"])
def test_a_long_press_asks_and_plays_nothing(visit: Any, finger: bool) -> None:
    visitor = visit(**(TOUCH if finger else {}))
    hands = threatened(visitor, coach=False)
    hands.ready(len(FOUR))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    offer = next(each for each in hands.offered(len(FOUR)) if each["move"] == HOLDS)
    place = place_of(hands.canvas, offer["pick"][0])
    assert place
    (x, y), told = place, "m1, empty. You can do this: "
    if finger:
        session = page.context.new_cdp_session(page)
        touch = {"touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", **touch})
        expect(status(page)).to_contain_text(told)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        expect(status(page)).to_contain_text(told)
        page.mouse.up()
    expect(status(page)).to_contain_text(told)
    expect(page.locator(".play")).to_have_attribute("data-picked", "0")
    assert hands.table()["number"] == len(FOUR)


# The coach


def test_the_coach_speaks_before_the_move_counts(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = threatened(visitor)
    page = visitor.page
    expect(page.get_by_role("checkbox", name="With a coach")).to_be_checked()
    hands.from_list(LOSES)
    warning = page.get_by_role("alertdialog", name="The coach")
    expect(warning).to_contain_text("wins at once with")
    expect(page.get_by_text("Only shown: what could happen")).to_be_visible()
    expect(status(page)).to_have_text("The coach")
    expect(page.locator(".event-news")).to_have_count(0)
    back = warning.get_by_role("button", name="Take it back")
    expect(back).to_be_focused()
    assert hands.table()["number"] == len(FOUR)
    check(page)
    page.keyboard.press("Enter")
    expect(warning).to_have_count(0)
    expect(page.locator(".board-view")).to_be_focused()
    assert hands.table()["number"] == len(FOUR)
    hands.ready(len(FOUR))
    hands.from_list(LOSES)
    warning.get_by_role("button", name="Play it anyway").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def test_what_is_not_lost_is_played_without_a_word(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = threatened(visitor)
    hands.from_list(HOLDS)
    hands.shows_at_least(len(FOUR) + 1)
    expect(visitor.page.get_by_role("alertdialog")).to_have_count(0)


def test_the_coach_is_switched_at_the_table_by_touch(visit: Any) -> None:
    visitor = visit(flat=True, **TOUCH)
    hands = threatened(visitor, coach=False)
    page = visitor.page
    page.get_by_role("button", name="Moves", exact=True).tap()
    page.get_by_role("checkbox", name="With a coach").tap()
    expect(page.get_by_role("checkbox", name="With a coach")).to_be_checked()
    page.get_by_role("button", name="Possible moves").tap()
    hands.from_list(LOSES)
    expect(page.get_by_role("alertdialog", name="The coach")).to_be_visible()
    page.get_by_role("button", name="Take it back").tap()
    expect(page.get_by_role("alertdialog")).to_have_count(0)


@pytest.mark.parametrize("screen", [{"viewport": DESK}, TOUCH], ids=["desk", "phone"])
def test_the_coach_and_his_buttons_are_seen_whole(visit: Any, screen: dict[str, Any]) -> None:
    visitor = visit(flat=True, **screen)
    hands = threatened(visitor)
    page = visitor.page
    board = page.locator(".play-board")
    before = board.bounding_box()
    if screen is TOUCH:
        page.get_by_role("button", name="Possible moves").tap()
    hands.from_list(LOSES)
    warning = page.get_by_role("alertdialog", name="The coach")
    for part in (warning.locator("p"), *warning.get_by_role("button").all()):
        page.wait_for_function(UNCOVERED, arg=part.element_handle())
    for part in (ask_button(page), *page.locator(".board-strip button").all()):
        page.wait_for_function(UNCOVERED, arg=part.element_handle())
    assert board.bounding_box() == before
    expect(page.locator(".line-more")).to_have_count(0)


def test_the_coach_is_wished_when_a_table_is_set_up(visit: Any) -> None:
    page = visit(flat=True).open("/")
    page.locator(".game-open").filter(has_text="KWINTY").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="With a coach").check()
    expect(dialog.get_by_text("Not with the coach.")).to_be_visible()
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_role("checkbox", name="With a coach")).to_be_checked()


def test_a_sheet_goes_by_escape_and_with_its_game(visit: Any) -> None:
    visitor = visit(flat=True, **TOUCH)
    hands = threatened(visitor, coach=False)
    page = visitor.page
    moves = page.get_by_role("button", name="Possible moves")
    shade = page.locator(".panel-shade")
    moves.tap()
    page.get_by_placeholder("Find a move").focus()
    page.keyboard.press("Escape")
    expect(shade).to_have_count(0)
    expect(moves).to_be_focused()
    moves.tap()
    expect(shade).to_be_visible()
    act(visitor, hands.id, "resign")
    expect(moves).to_have_count(0)
    expect(shade).to_have_count(0)


# What decided it


@pytest.mark.sample
def test_what_decided_it_is_told_with_the_result(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = threatened(visitor, coach=False)
    page = visitor.page
    hands.from_list(LOSES)
    result = page.get_by_role("region", name="Result")
    expect(result).to_be_visible()
    on = page.get_by_role("button", name="Play on from here")
    expect(page.get_by_role("link", name="Analyse")).to_be_visible()
    expect(on).to_have_count(0)
    result.get_by_role("button", name="What decided it?").click()
    told = result.locator(".decided")
    expect(told).to_contain_text("Turn 6 decided it: after “", timeout=60_000)
    expect(told).to_contain_text("by Black nothing can stop White")
    expect(page.get_by_role("log")).to_contain_text("Turn 6 decided it")
    expect(page.get_by_role("region", name="Review")).to_be_visible()
    expect(page.locator(".decided")).to_have_count(1)
    told.get_by_role("button", name="Show the moment").click()
    expect(on).to_be_visible()
    expect(page.locator(".move[aria-current]")).to_contain_text(LOSES)
    check(page)
