"""Cards and board seen together, hands hidden at one screen, and a board that stays put."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from browser.doors import DESK, PHONE
from browser.ears import check_names
from browser.hands import ME, Hands, open_table, seated

LANDSCAPE = {"width": 844, "height": 390}
TOUCH = {"has_touch": True, "is_mobile": True}
COMPUTER = {"kind": "computer", "level": 1}
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "phone": {"viewport": PHONE, **TOUCH, "color_scheme": "dark"},
    "landscape": {"viewport": LANDSCAPE, **TOUCH},
}


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found, part
    return found


def in_sight(page: Page, part: Locator) -> bool:
    expect(part).to_be_visible()
    found, screen = box(part), page.viewport_size
    assert screen
    return (
        min(found["x"], found["y"]) >= 0
        and found["x"] + found["width"] <= screen["width"]
        and found["y"] + found["height"] <= screen["height"]
    )


@pytest.mark.parametrize("screen", sorted(SCREENS))
def test_cards_the_drawn_cube_and_the_board_are_seen_together(visit: Any, screen: str) -> None:
    visitor = visit(**SCREENS[screen])
    hands = Hands(visitor, open_table(visitor, "cube", [ME, COMPUTER]))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    tray = page.get_by_role("region", name="In the hand")
    cards = tray.locator(".card")
    expect(cards).to_have_count(3)
    hands.offered(0)
    before = box(hands.canvas)
    assert min(before["width"], before["height"]) >= 240
    page.get_by_role("button", name="Draw a cube").first.click()
    hands.offered(1)
    [piece] = [seat["hand"] for seat in hands.table()["view"]["seats"] if seat["hand"]]
    cube = tray.locator(".held")
    expect(cube).to_have_text(f"Drawn cube: {piece['colour'].capitalize()}")
    expect(page.get_by_role("log")).to_contain_text(f"A {piece['colour']} cube is drawn.")
    for part in (cube, *cards.all()):
        assert in_sight(page, part)
    assert box(hands.canvas) == before, "nothing resizes the board"
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    check_names(page)


def test_a_card_tells_its_picture_and_how_much_of_it_is_there(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "cube", [ME, COMPUTER]))
    hands.offered(0)
    card = hands.table()["view"]["seats"][0]["cards"][0]
    first = visitor.page.locator(".tray .card").first
    name = first.get_by_role("img").get_attribute("aria-label")
    facts = card["name"]["facts"]
    assert name and name.lower().startswith(f"{facts['shape'].lower()} ({facts['first']}, ")
    assert "card" not in name.lower() and str(card["number"]) not in first.inner_text()
    [most] = {max(card["matches"].values())}
    expect(first.locator(".pip-full")).to_have_count(most)
    expect(first.get_by_role("button")).to_have_attribute(
        "aria-label", re.compile(rf"{most} of 4$")
    )


@pytest.mark.sample
def test_at_one_screen_a_hand_is_hidden_until_its_player_is_there(visit: Any) -> None:
    visitor = visit(flat=True, viewport=PHONE, **TOUCH)
    hands = Hands(visitor, open_table(visitor, "cube", [ME, ME]))
    page = visitor.page
    tray = page.get_by_role("region", name="In the hand")
    pictures = page.locator(".card .picture")
    backs = tray.locator(".card-back")
    draw = page.get_by_role("button", name="Draw a cube")
    number = 0
    for who in ("Red", "Yellow", "Red"):
        hands.offered(number)
        here = page.get_by_role("button", name=f"I am {who}: show my cards")
        expect(here).to_be_visible()
        expect(page.get_by_role("log")).to_contain_text(f"face down until {who}")
        expect(pictures).to_have_count(0)
        expect(backs).to_have_count(3)
        expect(draw).to_have_count(0)
        here.tap()
        expect(pictures).to_have_count(3)
        expect(backs).to_have_count(0)
        draw.first.tap()
        hands.shows(number + 1)
        expect(pictures).to_have_count(3)
        column = hands.offered(number + 1)[0]["move"]
        page.get_by_role("button", name="Possible moves").tap()
        hands.from_list(column)
        hands.shows(number + 2)
        number += 2


def test_a_game_without_secrets_asks_nobody_whether_they_are_there(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    hands.offered(0)
    expect(visitor.page.get_by_role("button", name="show my cards")).to_have_count(0)
    expect(visitor.page.locator(".tray")).to_have_count(0)
    expect(visitor.page.locator(".seats .points").first).to_contain_text("0")


def test_in_landscape_panels_come_from_the_side_and_the_board_keeps_its_size(visit: Any) -> None:
    visitor = visit(viewport=LANDSCAPE, **TOUCH)
    hands = Hands(visitor, open_table(visitor, "turris", [ME, ME]))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    hands.offered(0)
    board = box(hands.canvas)
    assert board["height"] > 0.75 * LANDSCAPE["height"]
    for name, panel in (("Players", "players"), ("Moves", "moves"), ("Possible moves", "list")):
        tab = page.get_by_role("button", name=name, exact=True)
        tab.tap()
        sheet = page.locator(f"#panel-{panel}")
        expect(sheet).to_be_visible()
        assert box(sheet)["x"] > LANDSCAPE["width"] / 4
        tab.tap()
        expect(sheet).to_be_hidden()
    assert box(hands.canvas) == board
    offer = hands.offered(0)[0]
    place = hands.canvas.evaluate("(canvas, cell) => canvas.pointAt(cell)", offer["pick"][0])
    page.touchscreen.tap(*place)
    hands.picked(1, 0)
    assert box(hands.canvas) == board


def test_looking_back_and_choosing_leave_the_board_as_large_as_it_was(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    hands.play(hands.offered(0)[0]["move"], 0)
    hands.offered(1)
    before = box(hands.canvas)
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".banner")).to_be_visible()
    assert box(hands.canvas) == before
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".banner")).to_have_count(0)
    assert box(hands.canvas) == before


def test_the_list_of_moves_is_one_stop_for_the_tab_key(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, ME]))
    page = visitor.page
    for number in range(3):
        hands.ready(number)
        hands.from_list(hands.offered(number)[0]["move"])
        hands.shows(number + 1)
    moves = page.locator(".move-list .move")
    expect(page.locator('.move-list [tabindex="0"]')).to_have_count(1)
    moves.last.focus()
    page.keyboard.press("ArrowUp")
    expect(moves.nth(1)).to_be_focused()
    page.keyboard.press("Home")
    expect(moves.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(moves.first).to_have_attribute("aria-current", "true")
    expect(page.locator('.move-list [tabindex="0"]')).to_have_count(1)
    page.keyboard.press("End")
    expect(moves.last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".replay :focus")).to_have_count(1)


def test_panels_fold_and_stay_as_they_were_left(visit: Any) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "cube", [ME, COMPUTER])
    Hands(visitor, table).offered(0)
    page = visitor.page
    listbox = page.get_by_role("listbox", name="Possible moves")
    expect(listbox).to_be_hidden()
    find = page.get_by_role("combobox", name="Find a move")
    expect(find).to_have_attribute("aria-expanded", "false")
    find.focus()
    expect(listbox).to_be_visible()
    expect(find).to_have_attribute("aria-expanded", "true")
    bag = page.get_by_text("Red in the bag")
    expect(bag).to_be_visible()
    page.locator("summary", has_text="Facts").click()
    expect(bag).to_be_hidden()
    expect(listbox).to_be_hidden()
    page.reload()
    expect(page.locator("summary", has_text="Facts")).to_be_visible()
    expect(bag).to_be_hidden()


@pytest.mark.served("other people")
def test_unread_chat_shows_until_it_is_read(visit: Any) -> None:
    host, _, friend, _ = seated(visit, "kwinty", flat=True)
    host.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    tab = host.page.get_by_role("button", name="Chat")
    write = friend.page.get_by_role("textbox", name="Say something")
    for line in ("Hello!", "Are you there?"):
        write.fill(line)
        write.press("Enter")
    expect(tab).to_contain_text("2 unread")
    host.page.reload()
    expect(tab).to_contain_text("2 unread")
    tab.click()
    expect(host.page.get_by_text("Are you there?")).to_be_visible()
    tab.click()
    expect(tab).to_have_text("Chat")
    host.page.reload()
    expect(tab).to_have_text("Chat")


def test_options_and_results_are_told_in_words(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/")
    page.get_by_role("button", name="CUBE Build").click()
    page.get_by_text("Game options").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("combobox", name="Showing cards")).to_be_visible()
    assert not re.search(r"Trygb|_|\btrue\b|\bfalse\b", dialog.inner_text())
    twins = dialog.get_by_role("group", name="Twins").get_by_role("combobox")
    expect(twins).to_have_count(2)
    twins.nth(0).select_option("blue")
    expect(twins.nth(1)).to_have_value("yellow")
    twins.nth(1).select_option("blue")
    expect(twins.nth(0)).to_have_value("yellow")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".facts")).to_contain_text("yellow, blue", timeout=30_000)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".status")).to_contain_text("wins by resignation. You have resigned.")
    visitor.open("/you")
    expect(page.locator(".own-how").first).to_contain_text("The game was given up.")
