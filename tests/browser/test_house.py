"""The house as its visitors meet it: the lobby, a friend, a lost line, the keyboard, a phone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import blockhaus
from browser.doors import PHONE, House
from browser.ears import check_names
from browser.hands import ME, Hands, open_table, over, seated, sensible

LOCALES = Path(__file__).parents[2] / "web" / "src" / "locales"
SMALL = {"width": "5", "height": "4", "blocks": "4"}


@pytest.mark.sample
def test_two_clicks_to_a_game_against_the_computer(visit: Any) -> None:
    page = visit().open("/")
    expect(page.locator(".game-open")).to_have_count(len(blockhaus.games()))
    page.locator(".game-open", has_text="KWINTY").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".status")).to_contain_text("Your turn", timeout=30_000)


def test_a_game_with_hidden_cards_against_the_computer(visit: Any) -> None:
    """The computer plays for the win; we play whatever is offered, cell by cell."""
    visitor = visit()
    table = open_table(visitor, "cube", [ME, {"kind": "computer", "level": 8}])
    hands = Hands(visitor, table)
    while True:
        here = hands.table()
        if here["state"] == "over":
            break
        number = here["number"]
        if here["view"]["to_move"] not in here["you"]:
            visitor.page.wait_for_timeout(100)
            continue
        offers = hands.offered(number)
        offer = offers[number * 7 % len(offers)]
        hands.make(offer, number, by_hand=number % 3 == 0)
        hands.shows_at_least(number + 1)
    over(visitor.page)
    assert here["secret"]


@pytest.mark.served("other people")
def test_two_browsers_play_each_other_and_a_third_watches(visit: Any) -> None:
    host, left, friend, right = seated(visit, "kwinty", options=SMALL)
    position = blockhaus.game("kwinty", **SMALL).start()
    watching = visit()
    eyes = Hands(watching, left.id)
    number = 0
    while not position.is_over:
        mine, other = (left, right) if position.to_move == 0 else (right, left)
        move = sensible(position)
        mine.play(move, number)
        position, number = position.play(move), number + 1
        other.shows(number)
        eyes.shows(number)
    for page in (host.page, friend.page, watching.page):
        over(page)
    host.page.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("button", name="Rematch").click()
    friend.page.wait_for_url(lambda url: left.id not in url)


@pytest.mark.served("a server that is killed")
def test_a_lost_line_comes_back_and_nothing_is_lost(visit: Any, house: House) -> None:
    host, left, friend, right = seated(visit, "kwinty", options=SMALL)
    left.play("i+j", 0)
    right.shows(1)
    friend.context.set_offline(True)
    friend.context.set_offline(False)
    house.again()
    right.play(right.offered(1)[0]["move"], 1)
    left.shows(2)
    assert left.table()["number"] == 2
    for visitor in (host, friend):
        visitor.problems[:] = [told for told in visitor.problems if "ERR_" not in told]


@pytest.mark.sample
def test_the_keyboard_alone_is_enough(visit: Any) -> None:
    visitor = visit()
    page = visitor.open("/")
    expect(page.locator(".game-open").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    for _ in range(40):
        page.keyboard.press("Tab")
        if "KWINTY" in (page.evaluate("document.activeElement.innerText") or ""):
            break
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="Seat 2", exact=True).focus()
    page.keyboard.press("Home")  # me
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".board-view canvas")).to_be_visible()
    board = page.get_by_role("application", name="Board")
    board.focus()
    page.wait_for_function("() => Number(document.querySelector('.play').dataset.offered) > 0")
    for _ in range(3):  # the first cell, then the cell beside or above it
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.locator(".move-list .move").first).to_be_visible()
    expect(page.locator("[aria-live]").filter(has_text=re.compile("[a-q]")).first).to_be_attached()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_has_room_for_everything(visit: Any, theme: str) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=theme)
    table = open_table(visitor, "turris", [ME, ME])
    hands = Hands(visitor, table)
    for path in ("/", f"/table/{table}", "/analysis", "/rules/turris"):
        page = visitor.open(path)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    visitor.open(f"/table/{table}")
    expect(hands.canvas).to_be_visible()
    move = hands.offered(0)[0]
    place = hands.canvas.evaluate("(canvas, cell) => canvas.pointAt(cell)", move["pick"][0])
    visitor.page.touchscreen.tap(*place)
    hands.picked(1, 0)


@pytest.mark.sample(locale="fr-FR")
@pytest.mark.parametrize(
    ("locale", "refused"),
    [
        ("en-GB", "touch no block"),
        ("de-DE", "Block"),
        ("fr-FR", "bloc"),
        ("es-ES", "bloque"),
        ("nl-NL", "blok"),
    ],
)
def test_every_language_is_spoken(visit: Any, locale: str, refused: str) -> None:
    visitor = visit(locale=locale)
    page = visitor.open("/")
    expect(page.locator("html")).to_have_attribute("lang", re.compile(locale[:2]))
    texts = json.loads((LOCALES / f"{locale[:2]}.json").read_text("utf-8"))
    expect(page.get_by_role("heading", level=1)).to_have_text(texts["lobby.title"])
    for opener in (page.locator(".game-open").first, page.locator("header.top > button")):
        opener.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check_names(page)
        page.keyboard.press("Escape")
    table = open_table(visitor, "kwinty", [ME, ME])
    hands = Hands(visitor, table)
    first = hands.offered(0)[0]
    hands.play(first["move"], 0)
    hands.offered(1)
    assert hands.point([2, 0, 0])  # far from the wall
    expect(page.locator(".refusal")).to_contain_text(refused)
    check_names(page)


@pytest.mark.sample
def test_the_analysis_board_evaluates_and_plays_on(visit: Any) -> None:
    visitor = visit()
    code = blockhaus.game("kwinty").start().play("i+j").code
    page = visitor.open(f"/analysis#{code}")
    expect(page.get_by_text(re.compile(r"simulations"))).to_be_visible(timeout=30_000)
    expect(page.locator(".move-list .move")).to_have_count(1)
    page.get_by_role("combobox", name="Find a move").fill("k|")
    page.get_by_role("combobox", name="Find a move").press("Enter")
    expect(page.locator(".move-list .move")).to_have_count(2)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".move-list .move").first).to_be_visible()


@pytest.mark.sample
def test_after_the_game_there_is_a_review_a_record_and_the_way_back(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, ME], options=SMALL))
    position = blockhaus.game("kwinty", **SMALL).start()
    for number in range(40):
        if position.is_over:
            break
        move = position.moves[number * 5 % len(position.moves)]
        hands.play(move, number, by_hand=False)
        position = position.play(move)
    page = visitor.page
    over(page)
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_text(re.compile("accurate")).first).to_be_visible(timeout=60_000)
    page.get_by_role("slider", name="Place in the game").fill("2")
    expect(page.get_by_text("after turn 2")).to_be_visible()
    record = visitor.ask("GET", f"{hands.path}/record").text
    assert blockhaus.Record.read(record).positions()[-1] == position


@pytest.mark.sample
def test_the_last_move_is_marked_wherever_one_looks(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, ME]))
    page = visitor.page
    marked = page.locator(".board-flat .last")

    def places() -> list[str | None]:
        expect(marked).to_have_count(2)
        return [cell.get_attribute("transform") for cell in marked.all()]

    hands.play("i+j", 0)
    first = places()
    hands.play("k|", 1)
    expect(page.locator(".move-list [aria-current]")).to_contain_text("k|")
    second = places()
    assert first != second
    page.reload()
    assert places() == second
    page.locator(".move-list .move", has_text="i+j").click()
    expect(page.get_by_text("after turn 1")).to_be_visible()
    assert places() == first
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Take back").click()
    hands.shows(1)
    assert places() == first


def test_a_computer_is_seen_thinking(visit: Any) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "kwinty", [ME, {"kind": "computer", "level": 10}])
    hands = Hands(visitor, table)
    hands.offered(0)
    hands.from_list("i+j")
    thinking = visitor.page.locator(".seats .thinking-bar")
    expect(thinking).to_be_attached()
    expect(visitor.page.get_by_text("seconds at most")).to_be_visible()
    hands.shows(2)
    expect(thinking).to_have_count(0)


def test_an_idle_page_draws_nothing(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "ksar", [ME, ME]))
    expect(hands.canvas).to_be_visible()
    hands.ready(0)
    visitor.page.evaluate(
        """() => {
          const draw = WebGL2RenderingContext.prototype.drawElements;
          window.drawn = 0;
          WebGL2RenderingContext.prototype.drawElements = function (...all) {
            window.drawn += 1;
            return draw.apply(this, all);
          };
        }"""
    )
    for _ in range(20):  # it may still have something to show
        before = visitor.page.evaluate("window.drawn")
        visitor.page.wait_for_timeout(1500)
        if visitor.page.evaluate("window.drawn") == before:
            return
    raise AssertionError("it never stops drawing")


def test_a_stranger_with_a_phone_sees_where_to_begin_and_where_else_to_go(visit: Any) -> None:
    page = visit(flat=True, viewport=PHONE, has_touch=True, is_mobile=True).open("/")
    begin = page.get_by_role("link", name=re.compile("^Learn .+ in a few minutes$"))
    expect(begin).to_be_in_viewport(ratio=1)
    expect(page.locator(".game-play").first).to_be_in_viewport(ratio=1)
    more, boards = (
        page.get_by_role("button", name="More", exact=True),
        page.get_by_role("navigation").get_by_role("link", name="Solved boards"),
    )
    expect(boards).to_be_hidden()
    more.press("Enter")
    expect(boards).to_be_in_viewport(ratio=1)
    boards.press("Escape")
    expect(boards).to_be_hidden()
    expect(more).to_be_focused()
    more.tap()
    boards.tap()
    page.wait_for_url(re.compile("/theorems$"))
    expect(boards).to_be_hidden()
