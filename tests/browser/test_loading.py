"""What is loaded for the first sight, what comes later, and what is shown meanwhile."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.hands import ME, open_table

FILES = """() => performance.getEntriesByType("resource")
  .map(({ name }) => /assets\\/(.+)-.{8}\\.(js|css)$/.exec(name))
  .filter(Boolean).map(([, name, kind]) => `${name}.${kind}`).sort()"""


def files(page: Page) -> list[str]:
    """The files of the client that the page has asked for, without what makes them unique."""
    return list(page.evaluate(FILES))


@pytest.mark.served("the files of its client")
def test_the_lobby_loads_one_script_and_one_style(visit: Any) -> None:
    page = visit().open()
    expect(page.locator(".game-open").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert files(page) == ["index.css", "index.js"]


def test_the_sheet_before_a_game_is_fetched_when_somebody_comes_near(visit: Any) -> None:
    page = visit().open()
    card = page.locator(".game-open").first
    card.focus()
    page.wait_for_function(f"() => ({FILES})().some((name) => name === 'SetUp.js')")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Play", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(card).to_be_focused()


def test_escape_means_what_is_still_on_its_way_as_well(visit: Any) -> None:
    page = visit().open()
    held: list[Route] = []
    page.route(re.compile(r"/assets/SetUp-"), lambda route: held.append(route))
    page.locator(".game-open").first.click()
    while not held:
        page.wait_for_timeout(50)
    page.keyboard.press("Escape")
    with page.expect_response(re.compile(r"/assets/SetUp-")):
        held[0].continue_()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_have_accessible_name("Settings")


def test_a_part_that_does_not_come_is_told_and_the_page_stays(visit: Any) -> None:
    visitor = visit()
    page = visitor.open()
    page.route(re.compile(r"/assets/SetUp-"), lambda route: route.abort())
    card = page.locator(".game-open").first
    card.click()
    expect(page.locator(".toast-bad")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(card).to_be_visible()
    assert visitor.problems and all("Failed to load" in problem for problem in visitor.problems)
    visitor.problems.clear()


@pytest.mark.served("the files of its client")
def test_a_table_loads_no_page_but_its_own(visit: Any) -> None:
    visitor = visit()
    table = open_table(visitor, "kewbz", [ME, ME])
    page = visitor.open(f"/table/{table}")
    expect(page.locator("[role=option]").first).to_be_attached()
    expect(page.locator(".board-view canvas")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expected = ["Table.js", "board.css", "board.js", "index.css", "index.js", "play.js"]
    assert sorted(set(files(page))) == expected


class SlowLine:
    """Carries what a page says at once, and what the house answers to a decision when it may."""

    def __init__(self, page: Page) -> None:
        self.sent: list[str] = []
        self.held: list[str | bytes] = []
        self.page: WebSocketRoute | None = None
        page.route_web_socket(re.compile(r"/live$"), self._open)

    def _open(self, line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        self.page = line

        def up(message: str | bytes) -> None:
            if json.loads(message)["type"] == "move":
                self.sent.append(str(message))
            house.send(message)

        def down(message: str | bytes) -> None:
            if self.sent:
                self.held.append(message)
            else:
                line.send(message)

        line.on_message(up)
        house.on_message(down)

    def let_go(self) -> None:
        self.sent.clear()
        assert self.page
        for message in self.held:
            self.page.send(message)
        self.held.clear()


@pytest.mark.served("a line that is slow")
def test_on_a_slow_line_a_decision_is_sent_once_and_seen_to_be(visit: Any) -> None:
    visitor = visit(flat=True)
    page, line = visitor.page, SlowLine(visitor.page)
    visitor.open(f"/table/{open_table(visitor, 'kewbz', [ME, ME])}")
    moves, option = page.locator(".move-list .move"), page.locator("[role=option]").first
    # Both clicks are there before anything can be answered.
    option.evaluate("(option) => { option.click(); option.click(); }")
    expect(page.locator(".play")).to_have_attribute("data-offered", "0")
    assert len(line.sent) == 1
    expect(moves).to_have_count(0)
    line.let_go()
    expect(moves).to_have_count(1)
    option.evaluate("(option) => option.click()")
    expect(page.locator(".play")).to_have_attribute("data-offered", "0")
    line.let_go()
    expect(moves).to_have_count(2)
