"""Rules on paper: the reference card is one page of A4 in every game and every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import blockhaus
from blockhaus.core.engine import uncompiled
from blockhaus.core.words import LANGUAGES
from blockhaus.learn.booklets import booklet, card

PAGE = re.compile(rb"/Type\s*/Page\b")
A4 = re.compile(rb"/MediaBox\s*\[\s*0 0 59[45][.\d]* 84[12][.\d]*\s*\]")

by_game = pytest.mark.parametrize("game", blockhaus.games())


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


def printed(page: Page, html: str) -> int:
    """How many sheets of A4 a page takes; nothing sticks out at their sides."""
    page.set_content(html)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1000})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 720
    found = page.pdf(prefer_css_page_size=True)
    sheets = len(PAGE.findall(found))
    assert len(A4.findall(found)) >= 1
    return sheets


@by_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_is_one_page(page: Page, game: str, lang: str) -> None:
    with uncompiled():
        assert printed(page, card(game, lang)) == 1


@by_game
def test_the_booklet_is_a_few_pages(page: Page, game: str) -> None:
    with uncompiled():
        assert 2 <= printed(page, booklet(game, "de")) <= 12
