"""Pages of a served house that think on the visitor's device, and the house where they cannot."""

from __future__ import annotations

import fcntl
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import blockhaus
import make_site
import make_thinking
from blockhaus.learn.puzzles import puzzles
from blockhaus.learn.theorems import theorems
from browser.doors import House, Visitor
from browser.hands import ME, Hands, open_table
from browser.sites import LOCK
from browser.test_axe import check
from browser.test_help import COMPUTER, hint_button, status
from browser.test_puzzles import Sitting, wrong_in
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
    """A visitor of a house that writes down what it thinks about."""

    def thoughts(self) -> list[str]:
        notes = self.house.data / "thoughts.txt"
        return notes.read_text().splitlines() if notes.exists() else []

    def analysed(self) -> int:
        return self.thoughts().count("analysis")


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


# Where the page is installed, everything is loaded at once


INSTALLED = """
  const match = window.matchMedia.bind(window);
  window.matchMedia = (query) => match(query.includes("standalone") ? "all" : query);
  localStorage.setItem("blockhaus.settings", JSON.stringify({ here: true }));
"""


@contextmanager
def installed(chromium: Browser, data: Path, files: Path) -> Iterator[Counted]:
    """A visitor whose installed page thinks by itself."""
    with visiting(chromium, data, files) as visitor:
        visitor.context.add_init_script(INSTALLED)
        yield visitor
        assert visitor.problems == []


def thinks(page: Page) -> None:
    expect(page.get_by_role("log")).to_contain_text("thinks by itself now", timeout=LONG)


def test_the_house_can_be_installed(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    with installed(chromium, tmp_path, thinking_files) as visitor:
        page = visitor.open()
        thinks(page)  # though nothing has been asked for
        told = page.locator("link[rel=manifest]").evaluate("link => link.href")
        manifest = page.request.get(told)
        assert manifest.headers["content-type"] == "application/manifest+json"
        for icon in manifest.json()["icons"]:
            assert page.request.get(f"{visitor.house.address}/{icon['src']}").ok
        devtools = visitor.context.new_cdp_session(page)
        assert devtools.send("Page.getAppManifest")["errors"] == []
        errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as all tests are


def test_a_finished_game_is_reviewed_on_the_device(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    with installed(chromium, tmp_path, thinking_files) as visitor:
        table = finished(visitor)
        page = visitor.open(f"/table/{table}")
        thinks(page)
        page.get_by_role("button", name="Review the game").click()
        keep = page.get_by_role("button", name="Come back to this as a puzzle").first
        expect(keep).to_be_visible(timeout=LONG)
        expect(page.locator(".review progress")).to_have_count(0, timeout=LONG)
        expect(page.locator(".curve")).to_be_visible()
        expect(page.locator(".decided").first).to_be_visible()
        assert visitor.thoughts() == []
        keep.click()
        expect(page.get_by_role("link", name="Kept among your own mistakes")).to_be_visible(
            timeout=LONG
        )
        assert visitor.thoughts() == [], "the house proves one decision, and reviews nothing"


def finished(visitor: Visitor) -> str:
    """A game against oneself in which nobody sees anything."""
    table = open_table(visitor, "kwinty", [ME, ME])
    position = blockhaus.game("kwinty").start()
    while not position.is_over:
        decide(visitor, table, len(position.path), position.moves[0])
        position = position.play(position.moves[0])
    return table


def decide(visitor: Visitor, table: str, number: int, move: str) -> None:
    address = visitor.house.address
    answer = visitor.page.request.post(
        f"{address}/api/tables/{table}/moves",
        data={"number": number, "move": move},
        headers={"Origin": address},
    )
    assert answer.ok, answer.text()


def test_hints_are_counted_by_the_house_and_found_on_the_device(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    with installed(chromium, tmp_path, thinking_files) as visitor:
        hands = Hands(visitor, open_table(visitor, "kwinty", [ME, COMPUTER]))
        hands.offered(0)
        page = visitor.page
        thinks(page)
        for strength, said in ((1, "Look at"), (2, "Begin with i1"), (3, "“")):
            hint_button(page).click()
            expect(status(page)).to_contain_text(said, timeout=LONG)
            assert len(hands.table()["help"]["hints"]) == strength
        assert visitor.thoughts() == []
        # Without the device the house tells the same, and counts it no more.
        sentence = status(page).inner_text()
        visitor.context.add_init_script("localStorage.clear()")
        page.reload()
        hint_button(page).click()
        expect(status(page)).to_have_text(sentence)
        assert visitor.thoughts() == ["hint"] and len(hands.table()["help"]["hints"]) == 3


def test_what_is_wrong_in_a_puzzle_is_found_on_the_device(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    puzzle = next(each for each in puzzles("kwinty") if each.result == "win" and each.within > 1)
    with installed(chromium, tmp_path, thinking_files) as visitor:
        sitting = Sitting(visitor, puzzle, f"/puzzle/{puzzle.id}")
        page = visitor.page
        thinks(page)
        sitting.from_list(wrong_in(puzzle))
        expect(page.get_by_role("button", name="Try again")).to_be_visible(timeout=LONG)
        expect(page.locator(".play-line .status")).to_contain_text("After ")
        assert visitor.thoughts() == []
        (told,) = [each for each in games(visitor) if each["game"] == "kwinty"]
        assert told["tried"] == 1 and told["solved"] == 0


def games(visitor: Visitor) -> Any:
    return visitor.page.request.get(f"{visitor.house.address}/api/puzzles").json()


def without_suspension(route: Route) -> None:
    """The worker as it would be in a browser that cannot suspend Python."""
    answer = route.fetch()
    route.fulfill(response=answer, body=f"delete WebAssembly.Suspending;{answer.text()}")


def test_where_python_cannot_be_suspended_an_analysis_keeps_nobody_waiting(
    chromium: Browser, tmp_path: Path, thinking_files: Path
) -> None:
    with installed(chromium, tmp_path, thinking_files) as visitor:
        visitor.context.route(re.compile("assets/thinker-"), without_suspension)
        page = visitor.open("/analysis")
        thinks(page)
        analyse(page)
        (worker,) = page.workers
        assert worker.evaluate("'Suspending' in WebAssembly") is False
        for number in (1, 2):  # each while the analysis of the last position goes on
            page.locator(".eval-line").first.click()
            expect(page.locator(".move-list .move")).to_have_count(number, timeout=LONG)
            evaluated(page)
        assert visitor.thoughts() == []
