"""For those who listen: all that can be worked has a name, and headings lead step by step."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.ears import check_names
from browser.hands import FRIEND, ME, Hands, open_table


def test_every_page_names_its_things(visit: Any) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "cube", [ME, ME, ME], options={"players": "3"})
    page = visitor.open("/")
    own = page.locator(f".table-row[href$='/table/{table}']")  # others may have tables here, too
    expect(own).to_have_count(1)
    check_names(page)
    page.locator(".game-open").first.click()
    page.locator("summary").first.click()
    check_names(page)
    page.keyboard.press("Escape")
    page.locator("header.top > button").click()
    check_names(page)
    visitor.open(f"/table/{table}")
    expect(page.locator(".play")).to_be_visible()
    check_names(page)
    for path in ("/rules/cube", "/analysis", "/nowhere"):
        visitor.open(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        check_names(page)


@pytest.mark.served("other people")
def test_a_table_that_waits_for_a_friend_names_its_things(visit: Any) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "cube", [ME, FRIEND, ME], options={"players": "3"})
    page = visitor.open(f"/table/{table}")
    expect(page.locator(".invite")).to_be_visible()
    check_names(page)


def test_a_game_can_be_heard(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    page = visitor.page
    blocks = page.get_by_role("region", name="Blocks on the board")
    expect(blocks).to_have_text("The board is empty.")
    move = hands.offered(0)[0]["move"]
    hands.play(move, 0)
    heard = page.get_by_role("log").first
    expect(heard).to_contain_text(f"Blue: cube on {move}.")
    expect(blocks).to_have_text(f"blue: {move}.")
    hands.offered(1)
    assert hands.point([7, 7, 0])
    refusal = page.locator(".refusal").inner_text()
    expect(heard).to_contain_text(refusal)
    check_names(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(heard).to_contain_text("wins by resignation")
    check_names(page)
