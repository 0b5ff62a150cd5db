"""What a visitor of the site does: wait for the house, begin a game, play what is offered."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.sites import BELOW, LONG, opened

TABLE = re.compile(rf"{BELOW}/\?/table/\w{{10}}$")


def ready(page: Page) -> None:
    """Wait until the house in the page is open, and nothing more is said about that."""
    opened(page)
    expect(page.locator(".site-note")).to_have_count(0)


def begin(page: Page, title: str, level: str = "1") -> str:
    """Choose a game in the lobby and begin it against the computer; the table's address."""
    card = page.locator(".game-open", has=page.get_by_text(title, exact=True))
    card.click()
    page.get_by_role("combobox", name="Level").select_option(level)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(TABLE, timeout=LONG)
    return page.url


def my_turn(page: Page) -> bool:
    """Wait until it is one's turn; false if the game is over."""
    result = page.get_by_role("region", name="Result")
    turn = page.locator(".status", has_text="Your turn")
    expect(turn.or_(result).first).to_be_visible(timeout=LONG)
    return not result.count()


def shown(page: Page) -> int:
    return page.locator(".move-list .move").count()


def play_any(page: Page, move: str = "") -> None:
    """Play a move of the list, the first or a given one, and wait until it is there."""
    before = shown(page)
    offered = "() => Number(document.querySelector('.play')?.dataset.offered) > 0"
    page.wait_for_function(offered, timeout=LONG)
    box = page.get_by_role("combobox", name="Find a move")
    box.fill(move)
    box.press("ArrowDown")
    expect(page.get_by_role("option").first).to_be_attached(timeout=LONG)
    box.press("Enter")
    expect(page.locator(".move-list .move").nth(before)).to_be_attached(timeout=LONG)


def kept(page: Page) -> None:
    """Wait until everything is kept for a time without a network."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=LONG)
