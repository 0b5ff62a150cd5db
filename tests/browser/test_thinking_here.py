"""Pages of a served house that think on the visitor's device, and the house where they cannot."""

from __future__ import annotations

import fcntl
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import blockhaus
import make_site
import make_thinking
from blockhaus.learn.theorems import theorems
from browser.doors import House, Visitor
from browser.sites import LOCK
from browser.test_axe import check
from house import processes
from house.visitors import wait_until

LONG = 120_000  # milliseconds; Python has to start, and the machine is busy
COUNTING = Path(__file__).parent / "counting.py"
SWITCH = "Think on this device"


@pytest.fixture(scope="session")
def thinking_files() -> Path:
    """What browsers think with, as the package has it, but not packed."""
    folder = make_site.BUILD / "thinking"
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_thinking.write_thinking(folder)
    return folder


class Counted(Visitor):
    """A visitor of a house that counts what it analyses."""

    def analysed(self) -> int:
        notes = self.house.data / "analysed.txt"
        return len(notes.read_text().splitlines()) if notes.exists() else 0


@contextmanager
def visiting(chromium: Browser, data: Path, files: Path | None) -> Iterator[Counted]:
    if files:
        (data / "thinking").symlink_to(files)
    house = House(data, COUNTING)
    try:
        visitor = Counted(chromium, house, flat=True)
        yield visitor
        visitor.context.close()
    finally:
        processes.stop(house.process)


def switch_on(page: Page) -> None:
    """Turn the setting on, by the keyboard."""
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("checkbox", name=SWITCH)
    expect(switch).not_to_be_checked()
    expect(switch).to_have_accessible_description(re.compile("spares the house"))
    switch.press("Space")
    expect(page.locator("[data-standing=waiting]")).to_contain_text("first needed")
    page.keyboard.press("Escape")


def analyse(page: Page) -> None:
    """Load a position where one is asked for, without opening the page anew."""
    field = page.get_by_role("textbox", name="Load a record or a position code")
    field.fill(blockhaus.game("kwinty").start().code)
    page.get_by_role("button", name="Load", exact=True).click()
    evaluated(page)


def evaluated(page: Page) -> None:
    expect(page.locator(".evaluation")).to_contain_text("simulation", timeout=LONG)


def test_a_device_thinks_and_the_house_does_not(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    with visiting(chromium, tmp_path, thinking_files) as visitor:
        page = visitor.open("/theorems")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))
        switch_on(page)
        assert not any("/thinking/" in url for url in asked), (
            "nothing is loaded before it is wanted"
        )
        key = theorems("kwinty")[0].key
        page.locator(f"a[href$='/theorems/{key}']").first.click()
        log = page.get_by_role("log")
        expect(log).to_contain_text("is being loaded", timeout=LONG)
        expect(log).to_contain_text("This device thinks by itself now.", timeout=LONG)
        page.get_by_role("button", name="Settings").click()
        expect(page.locator("[data-standing=ready]")).to_be_visible()
        check(page)
        page.keyboard.press("Escape")
        asked.clear()
        page.get_by_role("link", name="Analysis", exact=True).click()
        analyse(page)
        page.locator(".eval-line").first.click()
        expect(page.locator(".move-list .move")).to_have_count(1, timeout=LONG)
        evaluated(page)
        assert visitor.analysed() == 0
        assert not any(re.search("/api/(analysis|positions)", url) for url in asked)
        # Without the wish the house does it again, at once.
        page.get_by_role("button", name="Settings").click()
        with page.expect_websocket(lambda socket: "/api/analysis" in socket.url):
            page.get_by_role("checkbox", name=SWITCH).press("Space")
        page.keyboard.press("Escape")
        wait_until(lambda: visitor.analysed() > 0)
        evaluated(page)
        kept = page.evaluate("async () => (await indexedDB.databases()).length")
        assert kept == 0 and visitor.problems == []


def test_an_open_analysis_moves_to_the_device(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    with visiting(chromium, tmp_path, thinking_files) as visitor:
        page = visitor.open("/analysis")
        analyse(page)
        before = visitor.analysed()
        assert before > 0
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("checkbox", name=SWITCH).press("Space")
        page.keyboard.press("Escape")
        expect(page.get_by_role("log")).to_contain_text("thinks by itself now", timeout=LONG)
        page.locator(".eval-line").first.click()
        expect(page.locator(".move-list .move")).to_have_count(1, timeout=LONG)
        evaluated(page)
        assert visitor.analysed() == before and visitor.problems == []


def test_a_device_that_cannot_gets_a_sentence_and_the_house_goes_on(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(thinking_files, broken)
    shutil.rmtree(broken / "python")
    (tmp_path / "data").mkdir()
    with visiting(chromium, tmp_path / "data", broken) as visitor:
        page = visitor.open()
        switch_on(page)
        page.get_by_role("link", name="Analysis", exact=True).click()
        analyse(page)
        expect(page.locator(".toast")).to_contain_text("the house goes on", timeout=LONG)
        page.locator(".eval-line").first.click()
        expect(page.locator(".move-list .move")).to_have_count(1)
        evaluated(page)
        assert visitor.analysed() > 0
        assert all("404" in problem for problem in visitor.problems), "the files that are missing"


def test_without_the_files_nothing_is_offered(chromium: Browser, tmp_path: Path) -> None:
    with visiting(chromium, tmp_path, None) as visitor:
        page = visitor.open("/analysis")
        analyse(page)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog").get_by_role("checkbox").first).to_be_visible()
        expect(page.get_by_role("checkbox", name=SWITCH)).to_have_count(0)
        assert visitor.analysed() > 0 and visitor.problems == []
