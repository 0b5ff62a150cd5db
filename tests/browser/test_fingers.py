"""A finger is wider than a target: it asks what is meant, and what it cannot reach has a button."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.doors import PHONE
from browser.hands import ME, Hands, open_table, place_of, resumed
from browser.test_events import eventful

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def between_two(hands: Hands, meant: Locator) -> None:
    """Tap on the border of two targets that lie side by side, until the page asks."""
    page = hands.page
    firsts = sorted({tuple(offer["pick"][0]) for offer in hands.offered(0) if offer["pick"]})
    seen = [(cell, place_of(hands.canvas, cell)) for cell in firsts]
    for (cell, left), (other, right) in pairwise(seen):
        if not (left and right) or abs(cell[0] - other[0]) + abs(cell[1] - other[1]) != 1:
            continue
        for share in (0.5, 0.42, 0.58, 0.34, 0.66):
            page.touchscreen.tap(*(a + (b - a) * share for a, b in zip(left, right, strict=True)))
            expect(
                page.locator(".play-line button", has_text=re.compile("Cancel|back"))
            ).to_be_visible()
            if meant.count() > 1:
                return
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            expect(page.locator(".play")).to_have_attribute("data-picked", "0")
    raise AssertionError("a finger is never in doubt")


def picture(hands: Hands, before: bytes = b"") -> bytes:
    """The board once it stands still, and where it has to change: once it has changed."""
    seen = [before]
    for _ in range(100):
        seen.append(hands.canvas.screenshot())
        if seen[-1] == seen[-2] != before:
            break
        hands.page.wait_for_timeout(100)
    return seen[-1]


def test_a_finger_on_several_targets_asks_which_one_is_meant(visit: Any) -> None:
    visitor = visit(**TOUCH)
    hands = Hands(visitor, open_table(visitor, "turris", [ME, ME]))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    hands.ready(0)
    before = picture(hands)
    meant = page.locator(".choices .choice", has_text=re.compile(r"^\d: "))
    between_two(hands, meant)
    expect(page.locator(".status")).to_contain_text("Which one do you mean?")
    names = meant.all_inner_texts()
    assert [name[0] for name in names] == [str(number + 1) for number in range(len(names))]
    assert len({name[3:] for name in names}) == len(names), "each says where it is"
    numbered = picture(hands, before)
    assert numbered != before, "each target bears its number"
    pictures = [numbered]
    for button in meant.all():
        button.focus()
        pictures.append(picture(hands, pictures[-1]))
    assert len({*pictures}) == len(pictures), "each is shown where it lies"
    hands.shows(0)
    meant.last.tap()
    expect(meant).to_have_count(0)
    expect(page.get_by_role("button", name="One step back")).to_be_visible()


def test_targets_that_no_side_shows_have_buttons(visit: Any) -> None:
    """From exactly in front a tower hides what lies behind it."""
    visitor = visit(**TOUCH)
    hands = Hands(visitor, open_table(visitor, "turris", [ME, ME]))
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    hidden = page.get_by_role("button", name=re.compile("^Also possible, hidden from here"))
    number = 0
    while not hidden.count():
        assert number < 12, "nothing was ever hidden"
        page.get_by_role("button", name="Possible moves").tap()
        hands.from_list(tall(hands.offered(number)))
        hands.shows(number + 1)
        number += 1
        hands.ready(number)
        page.get_by_role("button", name="View from the front").tap()
        place_of(hands.canvas, [0, 0, 0])  # the camera rests
    cell, told = hidden.first.inner_text(), hidden.first.get_attribute("aria-label")
    assert re.fullmatch(r"[a-c][1-3](\.\d)?", cell)
    assert re.fullmatch(rf"Also possible, hidden from here: {re.escape(cell)} \(.*\)", told), told
    views = page.get_by_role("button", name="View from the front").bounding_box()
    asked = page.locator(".play-line").bounding_box()
    assert views["y"] + views["height"] <= asked["y"] + 1, "the views can still be used"
    hidden.first.tap()
    assert hands.picked(1, number) or hands.table()["number"] == number
    hands.shows(number)


def tall(offers: list[dict[str, Any]]) -> str:
    """A standing block as near to the front as possible: it hides most."""
    stand = [offer for offer in offers if offer["kind"] == "stand"] or offers
    return str(min(stand, key=lambda offer: (offer["pick"] or [[0, 9, 9]])[0][1:])["move"])


def test_news_of_events_can_be_read_on_a_phone(visit: Any) -> None:
    visitor = visit(**TOUCH)
    page = visitor.page
    page.clock.install()
    position = eventful("kewbz")
    hands = resumed(visitor, position, without=1)
    expect(hands.canvas).to_be_visible()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page.get_by_role("button", name="Possible moves").tap()
    hands.from_list(position.history[-1])
    hands.shows(len(position.history))
    news = page.locator(".event-news p").last
    expect(news).to_be_visible()
    sentence = str(next(event for event in position.events if event.cells).sentence)
    expect(news).to_contain_text(sentence)
    check_legible(page, hands, news)
    page.clock.run_for(2000)
    expect(news).to_contain_text(sentence)  # as long as it takes to read it
    check_legible(page, hands, news)
    page.clock.run_for(20_000)
    expect(page.locator(".event-news p")).to_have_count(0)


def check_legible(page: Page, hands: Hands, news: Locator) -> None:
    """On the glass as a whole, over the board, large enough, and no sheet before it."""
    box, board = news.bounding_box(), hands.canvas.bounding_box()
    assert box and board
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    assert board["y"] <= box["y"] and box["y"] + box["height"] <= board["y"] + board["height"]
    assert float(news.evaluate("(part) => parseFloat(getComputedStyle(part).fontSize)")) >= 14
    assert news.evaluate(
        """(part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          part.style.pointerEvents = "auto";
          const front = document.elementFromPoint(x + width / 2, y + height / 2);
          part.style.pointerEvents = "";
          return front === part && part.scrollWidth <= part.clientWidth;
        }"""
    ), "something lies before it, or it is cut off"
