"""Blockhaus as a page: files alone, the house in the browser, with and without a network."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import blockhaus
from blockhaus.learn.rulebook import rulebook
from blockhaus.learn.theorems import theorems
from browser.hands import over
from browser.site_play import TABLE, begin, kept, my_turn, play_any, ready, shown
from browser.sites import BELOW, LONG, Files, SiteVisitor, serving
from browser.test_axe import AXE, LOOK, check


def test_the_lobby_is_there_before_python(come: Any) -> None:
    visitor = come()
    visitor.house.gate.hold("/pyodide/")
    page = visitor.open()
    expect(page.locator(".game-open")).to_have_count(len(blockhaus.games()))
    expect(page.locator(".arriving")).to_contain_text("set up on this device")
    expect(page.get_by_role("log")).to_contain_text("set up on this device")
    page.locator(".game-open", has_text="KWINTY").click()
    kinds = page.get_by_role("combobox", name="Seat 2", exact=True).locator("option")
    expect(kinds).to_have_count(2)  # oneself and the computer: nobody else can come
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    visitor.house.gate.open()
    expect(page).to_have_url(TABLE, timeout=LONG)
    assert my_turn(page)
    expect(page.get_by_role("log")).to_contain_text("you can play")


def places(page: Page) -> Any:
    """Where everything is that can be pressed in the lobby."""
    place = "(all) => all.map((each) => [each.textContent, each.getBoundingClientRect().top])"
    return page.locator(".lobby a, .lobby button").evaluate_all(place)


def test_nothing_moves_when_the_house_opens(come: Any) -> None:
    visitor = come()
    visitor.house.gate.hold("/pyodide/")
    page = visitor.open()
    expect(page.locator(".welcome")).to_be_visible()
    expect(page.locator(".arriving")).to_be_visible()
    before = places(page)
    visitor.house.gate.open()
    ready(page)
    expect(page.locator(".game-learn")).to_have_count(len(blockhaus.games()))
    assert places(page) == before


def test_a_whole_game_and_what_comes_after(come: Any) -> None:
    page = come().open()
    begin(page, "KWINTY")
    while my_turn(page):
        play_any(page)
    over(page)
    number = shown(page)
    page.reload()
    over(page)
    assert shown(page) == number
    page.get_by_role("link", name="You", exact=True).click()
    expect(page.get_by_role("heading", name="All games")).to_be_visible(timeout=LONG)
    expect(page.locator("main")).to_contain_text("KWINTY")
    expect(page.get_by_role("heading", name="On other devices")).to_have_count(0)
    expect(page.get_by_role("link", name="Watch")).to_have_count(0)


def test_without_a_network_after_one_visit(come: Any) -> None:
    visitor = come()
    page = visitor.open()
    ready(page)
    kept(page)
    visitor.context.set_offline(True)
    page.reload()
    expect(page.locator(".game-open")).to_have_count(len(blockhaus.games()))
    ready(page)
    table = begin(page, "TURRIS")
    assert my_turn(page)
    play_any(page)
    assert my_turn(page)
    number = shown(page)
    page.goto(table)
    assert my_turn(page)
    assert shown(page) == number
    page.goto(f"{visitor.house.address}/?/rules/turris")
    expect(page.get_by_role("heading", level=1)).to_have_text("TURRIS", timeout=LONG)
    page.goto(f"{visitor.house.address}/?/puzzles")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=LONG)


def test_two_tabs_have_one_house(come: Any) -> None:
    visitor = come()
    first = visitor.open()
    table = begin(first, "KWINTY")
    assert my_turn(first)
    second = visitor.open_another(table.partition("?")[2])
    assert my_turn(second)
    play_any(second)
    assert my_turn(second)
    number = shown(second)
    expect(first.locator(".move-list .move")).to_have_count(number, timeout=LONG)
    first.close()  # the tab that has the house
    expect(second.locator(".status", has_text="Your turn")).to_be_visible(timeout=LONG)
    play_any(second)
    assert my_turn(second)
    third = visitor.open_another()
    expect(third.locator(".table-row").first).to_be_visible(timeout=LONG)
    second.close()
    third.locator(".table-row a, a.table-row").first.click()
    assert my_turn(third)
    assert shown(third) > number


class Breaking(Files):
    """Breaks off the first two times that Python's code is asked for."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if not self.path.endswith("/pyodide.asm.wasm") or self.gate.broken == 2:
            super().copyfile(source, outputfile)
            return
        self.gate.broken += 1
        outputfile.write(source.read(300_000))
        self.close_connection = True


def test_a_line_that_breaks_is_taken_up_again(chromium: Browser, site_files: Path) -> None:
    with serving(site_files, Breaking) as site:
        visitor = SiteVisitor(chromium, site)
        page = visitor.open()
        ready(page)
        begin(page, "KWINTY")
        assert my_turn(page)
        assert site.gate.broken == 2
        visitor.context.close()


def test_by_the_keyboard_alone(come: Any) -> None:
    page = come().open()
    ready(page)
    page.locator(".game-open", has_text="KWINTY").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(TABLE, timeout=LONG)
    assert my_turn(page)
    play_any(page)


def test_axe_finds_nothing(come: Any) -> None:
    visitor = come()
    visitor.house.gate.hold("/pyodide/")
    page = visitor.open()
    expect(page.locator(".arriving")).to_be_visible()
    page.evaluate(AXE)
    assert page.evaluate(LOOK, None) == []
    visitor.house.gate.open()
    ready(page)
    check(page)
    page.get_by_role("link", name="You", exact=True).click()
    expect(page.get_by_role("button", name="Bring everything along")).to_be_visible(timeout=LONG)
    check(page)


def test_papers_are_opened_from_memory(come: Any) -> None:
    visitor = come()
    page = visitor.open("/rules/kwinty")
    with visitor.context.expect_page(timeout=LONG) as opened:
        page.get_by_role("link", name="Rulebook to print").click()
    paper = opened.value
    paper.on("console", visitor._heard)
    expect(paper.get_by_role("heading", level=1)).to_contain_text("KWINTY", timeout=LONG)
    assert paper.url.startswith("blob:")
    styles = "() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).length"
    assert paper.evaluate(styles) > 0


def test_everything_comes_along(come: Any, tmp_path: Path) -> None:
    here, there = come(), come()
    page = here.open()
    begin(page, "KWINTY")
    assert my_turn(page)
    play_any(page)
    assert my_turn(page)
    page.get_by_role("link", name="You", exact=True).click()
    with page.expect_download(timeout=LONG) as told:
        page.get_by_role("link", name="Download everything").click()
    file = tmp_path / told.value.suggested_filename
    told.value.save_as(file)
    packed = zipfile.ZipFile(io.BytesIO(file.read_bytes()))
    assert len(json.loads(packed.read("you.json"))["games"]) == 1
    far = there.open("/you")
    with far.expect_file_chooser() as chooser:
        far.get_by_role("button", name="Bring everything along").click(timeout=LONG)
    chooser.value.set_files(file)
    expect(far.locator(".brought", has_text="Came along: 1 game.")).to_be_visible(timeout=LONG)
    expect(far.locator("main")).to_contain_text("KWINTY")
    with far.expect_file_chooser() as chooser:
        far.get_by_role("button", name="Bring everything along").click(timeout=LONG)
    chooser.value.set_files(file)
    expect(far.locator(".brought", has_text="was here already")).to_be_visible(timeout=LONG)
    far.locator("header.top .logo").click()
    far.locator(".table-row a, a.table-row").first.click()
    assert my_turn(far)


def test_a_table_of_another_browser_says_where_games_stay(come: Any) -> None:
    page = come().open("/table/abcdefghij")
    expect(page.locator(".missing")).to_contain_text("Games stay in the browser", timeout=LONG)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [("QuotaExceededError", "no room left"), ("InvalidStateError", "has cleared what it kept")],
)
def test_what_cannot_be_kept_gets_a_sentence(come: Any, error: str, sentence: str) -> None:
    page = come().open()
    ready(page)
    (worker,) = page.workers
    refusing = "(error) => { IDBObjectStore.prototype.put = () => { throw error; }; }"
    worker.evaluate(f"({refusing})(new DOMException('not here', '{error}'))")
    page.locator(".game-open", has_text="KWINTY").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".site-note")).to_contain_text(sentence, timeout=LONG)


def test_a_new_version_waits_until_it_is_asked_for(
    chromium: Browser, site_files: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site_files, folder)
    with serving(folder) as site:
        visitor = SiteVisitor(chromium, site)
        page = visitor.open()
        ready(page)
        kept(page)
        old = page.locator("html").get_attribute("data-version")
        for name in ("index.html", "service-worker.js"):
            text = (folder / name).read_text("utf-8").replace(str(old), "fresh")
            (folder / name).write_text(text, "utf-8")
        worker = folder / "service-worker.js"
        changed = re.sub(r'"": "\w+"', '"": "fresh"', worker.read_text("utf-8"))
        worker.write_text(changed, "utf-8")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-version", str(old))
        expect(page.locator(".site-note")).to_contain_text("new version", timeout=LONG)
        expect(page.locator("html")).to_have_attribute("data-version", str(old))
        page.get_by_role("button", name="Load it now").click()
        expect(page.locator("html")).to_have_attribute("data-version", "fresh", timeout=LONG)
        ready(page)
        visitor.context.close()
        assert visitor.problems == []


class Hosting(Files):
    """Shows the site's page for what is missing, as hosts of pages do."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        page = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


def test_an_address_of_a_served_house_leads_to_its_page(
    chromium: Browser, site_files: Path
) -> None:
    with serving(site_files, Hosting) as site:
        visitor = SiteVisitor(chromium, site)
        page = visitor.page
        page.goto(f"{site.address}/rules/kwinty?from=afar#rule-Aim")
        expect(page).to_have_url(f"{site.address}/?/rules/kwinty?from=afar#rule-Aim")
        expect(page.get_by_role("heading", level=1)).to_have_text("KWINTY")
        page.goto(site.address.replace(BELOW, "/elsewhere/table"))
        expect(page.get_by_text("There is nothing here")).to_be_visible()
        expect(page.locator("[lang=de]")).to_have_text("Hier ist nichts")
        visitor.open()
        ready(page)
        kept(page)
        page.goto(f"{site.address}/learn/kwinty?from=afar#1")  # by the service worker from now on
        expect(page).to_have_url(f"{site.address}/?/learn/kwinty?from=afar#1")
        expect(page.locator(".learn-task")).to_be_visible(timeout=LONG)
        visitor.context.close()
        server = site.address.removesuffix(BELOW)
        assert all("404" in each or server in each for each in visitor.problems), "what is missing"


WAITING = {
    "/puzzles": "Puzzles",
    "/puzzles/kwinty/streak": "KWINTY: streak",
    "/puzzle/anything": "Puzzle",
    "/theorems/anything": "Solved boards",
    "/solo": "Build alone",
    "/solo/cube:3-27": "Build alone",
    "/you": "Your games",
    "/table/abcdefghij": None,
    "/learn/kwinty": "First steps: KWINTY",
}


def test_no_page_is_empty_until_the_house_is_there(come: Any) -> None:
    visitor = come()
    visitor.house.gate.hold("/pyodide/")
    page = visitor.open("/rules/kwinty")
    book = rulebook("kwinty")
    expect(page.locator(".rule h3")).to_have_text([rule.title for rule in book.rules.values()])
    expect(page.locator(".figure img").first).to_be_visible()
    visitor.open("/theorems")
    expect(page.locator(".theorem")).to_have_count(
        sum(len(theorems(game)) for game in blockhaus.games())
    )
    for path, title in WAITING.items():
        visitor.open(path)
        expect(page.locator("main .loading")).to_contain_text("being set up on this device")
        expect(page.locator(".arriving progress")).to_be_visible()
        if title:
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
    visitor.house.gate.open()
    expect(page.locator(".learn-task")).to_be_visible(timeout=LONG)
    expect(page.locator("main .loading")).to_have_count(0)
