"""A house and a browser for all tests of the pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.doors import FLAGS, House, Visitor
from browser.sites import SiteVisitor, built, serving
from house import processes

expect.set_options(timeout=60_000)  # a machine without a graphics card, and busy


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    processes.stop(house.process)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "Chromium is missing (on Debian: apt-get install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site_files() -> Path:
    return built()


@pytest.fixture
def come(chromium: Browser, site_files: Path) -> Iterator[Any]:
    """Open the page without a server for as many visitors as a test needs."""
    visitors: list[SiteVisitor] = []
    with serving(site_files) as site:

        def come(**settings: Any) -> SiteVisitor:
            visitors.append(SiteVisitor(chromium, site, **settings))
            return visitors[-1]

        yield come
        for visitor in visitors:
            visitor.context.close()
            assert visitor.problems == []


@pytest.fixture
def visit(chromium: Browser, house: House) -> Iterator[Any]:
    """Open the door for as many visitors as a test needs."""
    visitors: list[Visitor] = []

    def come(**settings: Any) -> Visitor:
        visitors.append(Visitor(chromium, house, **settings))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
        assert visitor.problems == []
