"""A whole game of each in Chromium, at the site, without a network after one visit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import blockhaus
from browser.hands import over, sensible
from browser.site_play import begin, kept, my_turn, play_any, ready, shown
from browser.sites import LONG, SiteVisitor, serving

LEVEL = "1"
# Nobody has to follow what the computer does.
AT_ONCE = "localStorage.setItem('blockhaus.settings', JSON.stringify({pace: false}))"


@pytest.fixture(scope="module")
def cut_off(chromium: Browser, site_files: Path) -> Iterator[Page]:
    """The page of somebody who was here once; now there is no network, and no server."""
    with serving(site_files) as site:
        visitor = SiteVisitor(chromium, site)
        visitor.context.add_init_script(AT_ONCE)
        page = visitor.open()
        ready(page)
        kept(page)
    visitor.context.set_offline(True)
    page.reload()
    ready(page)
    yield page
    visitor.context.close()
    assert visitor.problems == []


def record_of(page: Page, folder: Path) -> str:
    with page.expect_download(timeout=LONG) as download:
        page.get_by_role("button", name="Download the record").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file.read_text("utf-8")


def good_move(page: Page, game: blockhaus.Game) -> str:
    """What a player of some sense plays here, so that games end; any where cards are hidden."""
    if game.spec.secrets:
        return ""
    for _ in range(1200):  # what is played and what is offered come one after the other
        played = page.locator(".move-list .notation-beside").all_inner_texts()
        position = list(game.positions(played))[-1]
        offered = page.locator(".play").get_attribute("data-offered")
        if offered == str(len(position.offers())):
            return sensible(position)
        page.wait_for_timeout(50)
    raise AssertionError(f"{offered} moves are offered in the page after {played}")


@pytest.mark.parametrize("name", blockhaus.games())
def test_a_whole_game_without_a_network(cut_off: Page, name: str, tmp_path: Path) -> None:
    page, game = cut_off, blockhaus.game(name)
    page.locator("header.top .logo").click()
    begin(page, game.spec.title, LEVEL)
    while my_turn(page):
        play_any(page, good_move(page, game))
    over(page)
    text = record_of(page, tmp_path)
    record = blockhaus.Record.read(text)
    assert record.game.id == name and record.text == text
    end = record.positions()[-1]
    assert end.is_over and end.outcome
    assert len(end.history) == shown(page)
    mine = next(seat for seat, who in enumerate(record.seats) if LEVEL not in who)
    won = page.locator(".result", has_text="You win!")
    expect(won).to_have_count(int(end.outcome.winners == (mine,)))
