"""For those who listen: all that can be worked has a name, and headings lead step by step."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hands import ME, Hands, open_table
from playwright.sync_api import Page, expect

NAMED = {"application", "dialog", "image", "img", "listbox", "progressbar", "region"} | {
    *(
        "button",
        "checkbox",
        "combobox",
        "link",
        "option",
        "radio",
        "slider",
        "spinbutton",
        "textbox",
    )
}


def check(page: Page) -> None:
    """What the browser tells a screen reader: names of all that needs one, headings in order."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    nameless = [
        node["role"]["value"]
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"] in NAMED
        and not node.get("name", {}).get("value", "").strip()
    ]
    assert nameless == [], page.url
    levels = page.evaluate(
        """() => [...document.querySelectorAll("main h1, main h2, main h3, main h4")]
          .filter((title) => title.checkVisibility())
          .map((title) => Number(title.tagName[1]))"""
    )
    assert levels[0] == 1 and levels.count(1) == 1, page.url
    assert all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "es-ES", "nl-NL"])
def test_everything_has_a_name(visit: Any, locale: str) -> None:
    visitor = visit(locale=locale)
    table = open_table(visitor, "cube", [ME, {"kind": "friend"}, ME], options={"players": "3"})
    page = visitor.page
    expect(page.locator(".table-row")).to_have_count(1)
    check(page)
    page.locator(".game-open").first.click()
    page.locator("summary").first.click()
    check(page)
    page.keyboard.press("Escape")
    page.locator("header.top button").click()
    check(page)
    visitor.open(f"/table/{table}")
    expect(page.locator(".invite")).to_be_visible()
    check(page)
    for path in ("/rules/cube", "/analysis", "/nowhere"):
        visitor.open(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        check(page)


def test_a_game_can_be_heard(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    page = visitor.page
    blocks = page.get_by_role("region", name="Blocks on the board")
    expect(blocks).to_have_text("The board is empty.")
    move = hands.offered(0)[0]["move"]
    hands.play(move, 0)
    heard = page.get_by_role("log").first
    expect(heard).to_contain_text(f"Blue: {move}.")
    expect(blocks).to_have_text(f"blue: {move}.")
    hands.offered(1)
    assert hands.point([7, 7, 0])
    refusal = page.locator(".refusal").inner_text()
    expect(heard).to_contain_text(refusal)
    check(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(heard).to_contain_text("wins by resignation")
    check(page)
