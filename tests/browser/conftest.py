"""A house and a browser for all tests of the pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.doors import FLAGS, House, Visitor
from house import processes

expect.set_options(timeout=15_000)  # a machine without a graphics card, and busy


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
