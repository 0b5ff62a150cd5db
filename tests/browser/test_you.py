"""One's own page: games, filters, results, ratings, and everything taken away or deleted."""

from __future__ import annotations

import re
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.doors import PHONE, House
from browser.ears import check_names
from browser.hands import FRIEND, ME, Hands, act, open_table, over, seated
from browser.sites import SiteVisitor

SIDEWAYS = {"width": 844, "height": 390}


def computer(level: int = 1) -> dict[str, Any]:
    return {"kind": "computer", "level": level}


def given_up(visitor: Any, game: str, level: int = 1, **more: Any) -> str:
    table = open_table(visitor, game, [ME, computer(level)], **more)
    act(visitor, table, "resign")
    return table


def rows(page: Page) -> Any:
    return page.locator(".own-game")


def choice(page: Page, name: str) -> Any:
    return page.get_by_role("combobox", name=name, exact=True)


def fits(page: Page) -> None:
    """Nothing is wider than the screen; a phone's page would grow to show it."""
    assert page.viewport_size
    width = page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)")
    assert width == page.viewport_size["width"], page.url


@pytest.mark.sample
def test_games_are_listed_found_and_removed(visit: Any) -> None:
    visitor = visit(flat=True)
    given_up(visitor, "kwinty", level=2)
    given_up(visitor, "turris")
    running = open_table(visitor, "kwinty", [ME, computer()])
    page = visitor.open("/")
    mine = page.locator("section", has=page.get_by_role("heading", name="Your tables"))
    expect(mine.locator(".table-row")).to_have_count(1)
    page.get_by_role("link", name="All your games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    expect(rows(page)).to_have_count(3)
    expect(rows(page).filter(has_text="TURRIS")).to_contain_text("Lost")
    results = page.get_by_role("table", name="KWINTY")
    expect(results.get_by_role("row", name="Computer 2")).to_contain_text("001")
    choice(page, "Game").select_option("KWINTY")
    expect(rows(page)).to_have_count(2)
    choice(page, "Result").select_option("Lost")
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_role("log").first).to_contain_text("1 game")
    choice(page, "Against").select_option("Computer 3")
    expect(rows(page)).to_have_count(0)
    for filtered in ("Game", "Result", "Against"):
        choice(page, filtered).select_option("All")
    page.get_by_label("Search").fill("turris")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Remove from the list: TURRIS").click()
    expect(rows(page)).to_have_count(0)
    expect(page.get_by_role("table", name="TURRIS")).to_have_count(0)
    page.get_by_label("Search").fill("")
    expect(rows(page)).to_have_count(2)
    rows(page).filter(has_text="Your turn").get_by_role("button").click()
    expect(page.get_by_role("dialog")).to_contain_text("This game is not over.")
    page.get_by_role("dialog").get_by_role("button", name="Remove from the list").click()
    expect(rows(page)).to_have_count(1)
    assert visitor.ask("GET", f"/api/tables/{running}").status == 404
    check_names(page)


@pytest.mark.served("its database is changed")
def test_abandoned_tables_are_cleared_away(visit: Any, house: House) -> None:
    visitor = visit(flat=True)
    tables = [open_table(visitor, "kwinty", [ME, FRIEND]) for _ in range(2)]
    with closing(sqlite3.connect(house.data / "house.sqlite")) as database, database:
        for table in tables:
            database.execute(
                "UPDATE tables SET updated = updated - 8 * 86400 WHERE id = ?", (table,)
            )
    page = visitor.open("/you")
    page.get_by_role("button", name="Clear away").click()
    expect(page.get_by_text("2 tables cleared away.")).to_be_visible()
    expect(rows(page)).to_have_count(0)
    expect(page.get_by_text("You have not played here yet.")).to_be_visible()


def test_a_ranked_game_makes_a_rating_and_suggests_a_level(visit: Any) -> None:
    """By the keyboard: set up, give up, and see what it changed."""
    visitor = visit(flat=True)
    page = visitor.open("/")
    page.locator(".game-open", has_text="KWINTY").click()
    counts = page.get_by_role("checkbox", name="Counts for the rating")
    expect(counts).not_to_be_checked()  # nobody's first game counts unless they say so
    counts.press("Space")
    expect(page.get_by_label("Seat 2: Level")).to_have_value("1")
    expect(page.get_by_role("dialog")).to_contain_text("Level 1 is gentle")
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).press("Enter")
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_text("This game counts for your rating")).to_be_visible()
    page.get_by_role("button", name="Resign").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Resign").press("Enter")
    over(page)
    told = page.get_by_text(re.compile(r"Your rating is now \d+ ± \d+\. It settles"))
    expect(told).to_be_visible()
    rating = re.findall(r"\d+ ± \d+", told.inner_text())[0]
    page.get_by_role("link", name="You", exact=True).click()
    expect(page.locator(".rating")).to_contain_text(rating)
    expect(page.locator(".rating")).to_contain_text("1 ranked game")
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".game-open", has_text="KWINTY").click()
    told = page.get_by_text(f"With your rating of {rating}, level")
    expect(told).to_be_visible()
    level = re.findall(r"level (\d+)", told.inner_text())[0]
    expect(page.get_by_label("Seat 2: Level")).to_have_value(level)
    page.get_by_role("group", name="Who plays?").get_by_label("Seat 2", exact=True).select_option(
        "Me"
    )
    expect(counts).to_be_disabled()
    expect(counts).not_to_be_checked()


def test_a_game_that_counts_offers_no_taking_back_before_the_computer(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, computer()], ranked=True))
    expect(visitor.page.get_by_text("This game counts for your rating")).to_be_visible()
    hands.from_list(hands.offered(0)[0]["move"])
    hands.offered(2)
    expect(visitor.page.get_by_role("button", name="Resign")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Take back")).to_have_count(0)


@pytest.mark.served("other people")
def test_the_guest_is_told_before_sitting_down(visit: Any) -> None:
    host, friend = visit(flat=True), visit(flat=True)
    table = open_table(host, "kwinty", [ME, FRIEND], ranked=True)
    invitation = Hands(host, table).table()["invitations"]["1"]
    page = friend.open(f"/table/{table}#{invitation}")
    expect(page.get_by_role("dialog")).to_contain_text("By sitting down you agree.")
    page.get_by_role("textbox").first.fill("Ben")
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("This game counts for the ratings.")).to_be_visible()
    act(host, table, "resign")
    expect(
        page.get_by_text(re.compile(r"Your rating is now \d+ ± \d+\. It settles"))
    ).to_be_visible()


@pytest.mark.served("other people")
def test_everything_can_be_taken_away_and_deleted(visit: Any, tmp_path: Path) -> None:
    host, left, friend, right = seated(visit, "kwinty", flat=True)
    left.play(left.offered(0)[0]["move"], 0, by_hand=False)
    right.shows(1)
    page = friend.open("/you")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    download.value.save_as(tmp_path / "all.zip")
    names = zipfile.ZipFile(tmp_path / "all.zip").namelist()
    assert names[0] == "you.json" and names[1].endswith(f"{left.id}.txt")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Delete everything").click()
    check_names(page)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("You have not played here yet.")).to_be_visible()
    over(host.page)
    expect(host.page.locator(".seats")).to_contain_text("Somebody")
    expect(host.page.locator(".seats")).not_to_contain_text("Ben")
    page = host.open("/you")
    expect(rows(page)).to_contain_text("Somebody")
    expect(rows(page)).to_contain_text("Won")


def test_what_comes_along_and_what_stays_is_said_before_and_after(
    visit: Any, tmp_path: Path
) -> None:
    here, there = visit(flat=True), visit(flat=True)
    given_up(here, "kwinty")
    clock = {"kind": "game", "minutes": 90, "increment": 0}
    open_table(here, "turris", [ME, ME], clock=clock)
    page = here.open("/you")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    file = tmp_path / "all.zip"
    download.value.save_as(file)
    far = there.open("/you")
    expect(far.locator(".along")).to_contain_text("Games against the computer")
    expect(far.locator(".along")).to_contain_text("cards still to be dealt")
    came = ["Came along: 2 games.", "the clock runs on"]
    if not isinstance(there, SiteVisitor):  # where nobody else plays, ratings come along
        expect(far.locator(".along")).to_contain_text("every house works them out")
        came.append("have stayed")
    for told in (came, ["here already"]):
        with far.expect_file_chooser() as chooser:
            far.get_by_role("button", name="Bring everything along").click()
        chooser.value.set_files(file)
        for sentence in told:
            expect(far.locator(".brought")).to_contain_text(sentence)
        expect(rows(far)).to_have_count(2)
    far.locator(".own-game", has_text="TURRIS").get_by_role("link").first.click()
    expect(far.locator(".seats")).to_contain_text("Time left: 1:30 h")


@pytest.mark.parametrize("settings", [{"viewport": PHONE}, {"viewport": SIDEWAYS}])
def test_a_phone_shows_all_of_it(visit: Any, settings: dict[str, Any]) -> None:
    visitor = visit(flat=True, has_touch=True, is_mobile=True, locale="de-DE", **settings)
    given_up(visitor, "kwinty", ranked=True)
    page = visitor.open("/you")
    expect(rows(page)).to_have_count(1)
    expect(page.locator(".rating")).to_be_visible()
    fits(page)
    for button in page.locator("main button:visible, main a.button:visible").all():
        box = button.bounding_box()
        assert box and min(box["width"], box["height"]) >= 44
    page.get_by_role("button", name=re.compile("^Von der Liste nehmen: KWINTY")).tap()
    expect(rows(page)).to_have_count(0)
