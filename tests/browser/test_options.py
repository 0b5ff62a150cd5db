"""The options of a game, with a picture of what they make of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.ears import check_names


def test_options_show_what_they_make_of_the_game(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/rules/kewbz")
    page.get_by_role("button", name="Play", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Game options").click()
    picture = sheet.get_by_role("img", name="The board as the game begins")
    expect(picture).to_be_visible()
    squares = picture.locator(".cell")
    usual = int(sheet.get_by_role("spinbutton", name="Board").input_value())
    expect(squares).to_have_count(usual * usual)
    sheet.get_by_role("spinbutton", name="Board").fill("5")
    expect(squares).to_have_count(25)
    expect(sheet.get_by_role("img", name="5 by 5 cells")).to_be_visible()
    check_names(page)
    sheet.get_by_role("spinbutton", name="Board").fill("99")
    expect(sheet.get_by_role("alert")).to_contain_text("99")
    expect(squares).to_have_count(25)
    assert all("422" in told for told in visitor.problems), "the house was asked and refused"
    visitor.problems.clear()
