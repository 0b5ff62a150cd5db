"""A house and a browser for all tests of the pages, and where each of them runs.

A test with the fixture `visit` runs twice: in a served house, and at the site with the house in the
page. One that needs other people, or what only a server has, is marked `served` and says why. At
the site a plain run takes the tests that are marked `sample`, and `--full` takes all.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.doors import FLAGS, House, Visitor
from browser.sites import Resident, Site, SiteVisitor, built, serving
from house import processes

expect.set_options(timeout=60_000)  # a machine without a graphics card, and busy
SERVED, SITE = "served", "site"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "visit" in metafunc.fixturenames and not metafunc.definition.get_closest_marker("served"):
        metafunc.parametrize("place", [SERVED, SITE])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    left_out = {item for item in items if is_left_out(item)}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def is_left_out(item: pytest.Item) -> bool:
    """Whether a test at the site is none of the sample: `sample(game="qbq")` means that one."""
    given = getattr(item, "callspec", None)
    if given is None or given.params.get("place") != SITE:
        return False
    sample = item.get_closest_marker("sample")
    return sample is None or any(
        given.params[name] != meant for name, meant in sample.kwargs.items()
    )


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
def site(site_files: Path) -> Iterator[Site]:
    with serving(site_files) as site:
        yield site


@pytest.fixture
def place() -> str:
    return SERVED


@pytest.fixture
def come(chromium: Browser, site: Site) -> Iterator[Any]:
    """Open the page without a server for as many visitors as a test needs."""
    yield from welcoming(SiteVisitor, chromium, site)


@pytest.fixture
def visit(chromium: Browser, place: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Open the door for as many visitors as a test needs, wherever it runs."""
    kind, house = (Resident, "site") if place == SITE else (Visitor, "house")
    yield from welcoming(kind, chromium, request.getfixturevalue(house))


def welcoming(kind: type[Visitor], chromium: Browser, house: Any) -> Iterator[Any]:
    visitors: list[Visitor] = []

    def come(**settings: Any) -> Visitor:
        visitors.append(kind(chromium, house, **settings))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
        assert visitor.problems == []
