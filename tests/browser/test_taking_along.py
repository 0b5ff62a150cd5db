"""From a served house to a page and to another served house: nothing is lost, nothing doubled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import blockhaus
from browser.doors import House, Visitor
from browser.hands import ME, Hands, decide, open_table
from browser.sites import Resident, Site
from house import processes

SMALL = {"width": "5", "height": "4", "blocks": "4"}
LESSON = "/api/lessons/kwinty"


@pytest.fixture
def other_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("other"))
    yield house
    processes.stop(house.process)


def play_out(visitor: Visitor, nth: int) -> None:
    """A small game at one screen, to its end."""
    table = open_table(visitor, "kwinty", [ME, ME], options=SMALL)
    position = blockhaus.game("kwinty", **SMALL).start()
    while not position.is_over:
        move = position.moves[nth * len(position.history) % len(position.moves)]
        decide(visitor, table, len(position.history), move)
        position = position.play(move)


def learn_a_step(visitor: Visitor) -> None:
    """Do the next of the first steps, as its clearest hint says."""
    step = next(
        each["name"] for each in visitor.ask("GET", LESSON).json()["steps"] if not each["done"]
    )
    path = f"{LESSON}/steps/{step}"
    asks = visitor.ask("GET", path).json()["asks"]
    hint = visitor.ask("GET", f"{path}/hint?strength=3").json()
    assert visitor.ask("POST", path, {asks: hint[asks]}).json()["done"]


def steps_done(visitor: Visitor) -> int:
    return sum(step["done"] for step in visitor.ask("GET", LESSON).json()["steps"])


def games_of(visitor: Visitor) -> list[str]:
    """The records of everything that was played; ids are each house's own."""
    found = visitor.ask("GET", "/api/me/games").json()["games"]
    tables = [each["table"]["id"] for each in found]
    return sorted(visitor.ask("GET", f"/api/tables/{table}/record").text for table in tables)


def packed(visitor: Visitor, file: Path) -> Path:
    page = visitor.open("/you")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    download.value.save_as(file)
    return file


def bring(visitor: Visitor, file: Path, said: str) -> None:
    page = visitor.open("/you")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Bring everything along").click()
    chooser.value.set_files(file)
    expect(page.locator(".brought", has_text=said)).to_be_visible()


def play_on(visitor: Visitor, number: int) -> None:
    """Open the game that is not over from the lobby and make a decision there."""
    page: Page = visitor.open("/")
    page.locator(".table-row").first.click()
    expect(page.locator(".move-list .move")).to_have_count(number)
    box = page.get_by_role("combobox", name="Find a move")
    expect(page.locator(".play")).not_to_have_attribute("data-offered", "0")
    box.press("ArrowDown")
    box.press("Enter")
    expect(page.locator(".move-list .move")).to_have_count(number + 1)


def test_there_and_back(
    chromium: Browser, house: House, site: Site, other_house: House, tmp_path: Path
) -> None:
    first, page, last = (
        Visitor(chromium, house, flat=True),
        Resident(chromium, site, flat=True),
        Visitor(chromium, other_house, flat=True),
    )
    first.ask("PUT", "/api/me", {"name": "Ann"}).json()
    play_out(first, 3)
    hands = Hands(first, open_table(first, "kwinty", [ME, ME]))
    for number in range(2):
        hands.play(hands.offered(number)[0]["move"], number)
    learn_a_step(first)

    bring(page, packed(first, tmp_path / "first.zip"), "Came along: 2 games")
    assert games_of(page) == games_of(first) and len(games_of(page)) == 2
    assert steps_done(page) == 1
    play_on(page, 2)
    play_out(page, 5)
    learn_a_step(page)

    along = packed(page, tmp_path / "page.zip")
    bring(last, along, "Came along: 3 games")
    bring(last, along, "was here already")
    assert games_of(last) == games_of(page) and len(games_of(last)) == 3
    assert steps_done(last) == 2
    assert last.ask("GET", "/api/me").json()["name"] == "Ann"
    play_on(last, 3)
    for visitor in (first, page, last):
        visitor.context.close()
        assert visitor.problems == []
