"""Open invitations: put up, found, accepted by one press, and withdrawn."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.doors import PHONE
from browser.ears import check_names
from browser.hands import ME, open_table

pytestmark = pytest.mark.served("other people")

OPEN: dict[str, Any] = {"kind": "open"}
CLOCK = {"kind": "game", "minutes": 10, "increment": 5}


def named(visitor: Any, name: str) -> Page:
    """The lobby of somebody with a name."""
    visitor.ask("PUT", "/api/me", {"name": name}).json()
    page: Page = visitor.open("/")
    return page


def invitation(page: Page, who: str) -> Any:
    return page.locator(".invitation").filter(has_text=who)


def test_an_invitation_is_put_up_and_accepted_and_both_are_at_the_table(visit: Any) -> None:
    host, guest = visit(flat=True), visit(flat=True, viewport=PHONE)
    page = named(host, "Iris")
    page.get_by_role("group", name="Invite anyone").get_by_role("button", name="KWINTY").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("combobox", name="Seat 2")).to_have_value("open")
    sheet.get_by_role("combobox", name="Clock").select_option("game")
    sheet.get_by_role("checkbox", name="Counts for the rating").check()
    sheet.get_by_role("button", name="Put up the invitation").click()
    page.wait_for_url(re.compile("/table/"))
    place = page.url
    page.get_by_role("link", name="Watch").click()  # not at the table when somebody comes
    looking = named(guest, "Jan")
    row = invitation(looking, "Iris")
    expect(row).to_contain_text("KWINTY")
    expect(row).to_contain_text("10 min each + 5 s a move")
    expect(row).to_contain_text("ranked")
    expect(row).to_contain_text("you have no rating yet")
    check_names(looking)
    looking.get_by_role("button", name="Accept: KWINTY with Iris").click()
    looking.wait_for_url(place)
    page.wait_for_url(place)
    expect(page.get_by_role("log").first).to_contain_text("Jan has sat down: your game of KWINTY")
    for one in (page, looking):
        expect(one.locator(".status").first).to_contain_text(re.compile("Your turn|to move"))


def test_who_plays_elsewhere_is_told_and_led_there(visit: Any) -> None:
    host, guest = visit(flat=True), visit(flat=True)
    waiting = open_table(host, "kwinty", [ME, OPEN])
    other = open_table(host, "kewbz", [ME, ME])
    page = host.open(f"/table/{other}")
    expect(page.get_by_role("heading", name="KEWBZ", level=2)).to_be_visible()
    guest.open(f"/table/{waiting}")
    guest.page.get_by_role("button", name="Sit down").click()
    note = page.get_by_role("button", name="has sat down")
    expect(note).to_be_visible()
    assert page.url.endswith(other)
    note.click()
    page.wait_for_url(re.compile(waiting))


def test_an_invitation_is_withdrawn_from_the_lobby_the_table_and_ones_own_page(
    visit: Any,
) -> None:
    host, guest = visit(flat=True), visit(flat=True)
    page = named(host, "Kim")
    looking = guest.open("/")
    for where in ("/", "/you", "table"):
        table = open_table(host, "kwinty", [ME, OPEN], clock=CLOCK)
        expect(invitation(looking, "Kim")).to_have_count(1)
        host.open(f"/table/{table}" if where == "table" else where)
        page.get_by_role("button", name="Withdraw the invitation to KWINTY").click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("disappears for everyone")
        sheet.get_by_role("button", name="Withdraw", exact=True).click()
        expect(page.get_by_text("The invitation has been withdrawn.")).to_be_visible()
        expect(invitation(looking, "Kim")).to_have_count(0)
        assert host.ask("GET", f"/api/tables/{table}").status == 404
    expect(page.get_by_role("heading", level=1, name="What shall we build?")).to_be_visible()


def test_who_looks_at_a_table_that_is_withdrawn_is_told(visit: Any) -> None:
    host, guest = visit(flat=True), visit(flat=True)
    table = open_table(host, "kwinty", [ME, OPEN])
    guest.open(f"/table/{table}")
    expect(guest.page.get_by_role("button", name="Sit down")).to_be_visible()
    host.ask("DELETE", f"/api/tables/{table}").json()
    expect(guest.page.get_by_text("This invitation has been withdrawn.").first).to_be_visible()
    expect(guest.page.get_by_role("button", name="Sit down")).to_have_count(0)
