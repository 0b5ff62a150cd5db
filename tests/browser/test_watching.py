"""Looking on: public tables, computers among themselves, and the way in by a QR code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import segno
from playwright.sync_api import expect

from browser.doors import PHONE, House, Visitor
from browser.ears import check_names
from browser.hands import FRIEND, ME, Hands, open_table
from house import processes

pytestmark = pytest.mark.served("other people")


def test_two_computers_are_watched_by_two_people(visit: Any) -> None:
    host, guest = visit(flat=True), visit(flat=True, viewport=PHONE)
    page = host.open("/")
    page.get_by_role("link", name="Watch").click()
    expect(page.get_by_role("heading", level=1, name="Watch a game")).to_be_visible()
    check_names(page)
    page.get_by_role("button", name="KWINTY").click()
    check_names(page)
    expect(page.get_by_role("group", name="Clock")).to_have_count(0)
    page.get_by_role("dialog").get_by_role("button", name="Watch").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".move-list .move").nth(1)).to_be_attached()
    looking = guest.open("/watch")
    card = looking.locator(f"a[href='{page.url.removeprefix(host.house.address)}']")
    expect(card).to_contain_text("KWINTY")
    expect(card).to_contain_text("Computer 3 \N{EN DASH} Computer 3")
    card.click()
    expect(page.get_by_text("2 people are watching.")).to_be_visible()
    for act in ("Resign", "Offer a draw", "Take back"):
        expect(looking.get_by_role("button", name=act)).to_have_count(0)


def test_a_house_that_is_alone_says_how_others_get_in(visit: Any) -> None:
    host = visit(flat=True)
    Hands(host, open_table(host, "kwinty", [ME, FRIEND]))
    expect(host.page.get_by_text("blockhaus house --host 0.0.0.0")).to_be_visible()
    expect(host.page.locator(".qr")).to_have_count(0)


@pytest.fixture(scope="module")
def wide_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that other devices can reach."""
    house = House(tmp_path_factory.mktemp("wide"), arguments=("--host", "0.0.0.0"))
    yield house
    processes.stop(house.process)


def test_a_friend_comes_by_the_code_and_not_by_this_machines_own_name(
    chromium: Any, wide_house: House
) -> None:
    host = Visitor(chromium, wide_house, flat=True)
    network = host.ask("GET", "/api/house").json()["network"]
    assert network, "this machine is in no network"
    hands = Hands(host, open_table(host, "kwinty", [ME, FRIEND]))
    link = f"{network}/table/{hands.table()['id']}#{hands.table()['invitations']['1']}"
    field = host.page.get_by_role("textbox", name="Invitation for Black")
    expect(field).to_have_value(link)
    code = host.page.get_by_role("img", name="QR code: Invitation for Black")
    expect(code).to_be_visible()
    dark = code.locator("path").evaluate(
        """(path) => {
          const { width } = path.getBBox();
          const inside = (x, y) => path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5));
          const places = [...Array(Math.round(width)).keys()];
          return places.map((y) => places.map((x) => inside(x, y)));
        }"""
    )
    matrix = segno.make(link, micro=False, error="m").matrix
    assert dark == [[bool(square) for square in row] for row in matrix]
    check_names(host.page)
    friend = chromium.new_page()
    friend.goto(link)
    expect(friend.get_by_role("button", name="Sit down and play")).to_be_visible()
    friend.close()
    host.context.close()
    assert host.problems == []
