"""One person on several devices: links, passkeys with a virtual authenticator, signing out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.doors import PHONE, Visitor
from browser.ears import check_names
from browser.hands import ME, open_table

pytestmark = pytest.mark.served("several devices of one person")

SIDEWAYS = {"width": 844, "height": 390}


def call(visitor: Visitor, name: str) -> None:
    visitor.ask("PUT", "/api/me", {"name": name}).json()


def link_of(page: Page) -> str:
    page.get_by_role("button", name="Take everything to another device").click()
    box = page.get_by_label("Link for your other device")
    expect(box).to_have_value(re.compile(r"/you/here#[\w-]{32}$"))
    return box.input_value()


def rows(page: Page) -> Any:
    return page.locator(".own-game")


@pytest.mark.parametrize("viewport", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_a_link_carries_everything_to_a_phone(visit: Any, viewport: dict[str, int]) -> None:
    desk, phone = visit(flat=True), visit(flat=True, viewport=viewport, color_scheme="dark")
    open_table(desk, "kwinty", [ME, ME])
    call(desk, "Ann")
    link = link_of(desk.open("/you"))
    open_table(phone, "turris", [ME, ME])
    page = phone.page
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Be Ann here?")
    expect(page.get_by_text("What this browser has (1 game) becomes part of Ann")).to_be_visible()
    assert "#" not in page.url, "the token is in no history"
    check_names(page)
    page.reload()
    expect(page.get_by_role("alert").first).to_contain_text("Your other device")
    page.goto("about:blank")
    page.goto(link)
    button = page.get_by_role("button", name="Be Ann here")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/you$"))
    expect(rows(page)).to_have_count(2)
    width = page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)")
    assert width == viewport["width"]
    desk.open("/you")
    expect(rows(desk.page)).to_have_count(2)
    expect(desk.page.get_by_text("You are signed in on 2 devices.")).to_be_visible()


def test_an_address_offers_the_link_alone_and_says_why(visit: Any) -> None:
    page = visit(flat=True).open("/you")
    expect(page.get_by_text("Passkeys are not offered here")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)


class Named:
    """The house by its name, at which passkeys work."""

    def __init__(self, house: Any) -> None:
        self.address = house.address.replace("127.0.0.1", "localhost")


def with_authenticator(visitor: Visitor) -> Any:
    visitor.house = Named(visitor.house)  # type: ignore[assignment]
    devtools = visitor.context.new_cdp_session(visitor.page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return devtools, made["authenticatorId"]


def test_a_passkey_brings_everything_back(visit: Any) -> None:
    visitor = visit(flat=True)
    devtools, authenticator = with_authenticator(visitor)
    open_table(visitor, "kwinty", [ME, ME])
    call(visitor, "Ann")
    page = visitor.open("/you")
    page.get_by_role("button", name="Keep this with a passkey").click()
    expect(page.get_by_text("Passkey for localhost, made")).to_be_visible()
    found = devtools.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})
    assert len(found["credentials"]) == 1 and found["credentials"][0]["isResidentCredential"]
    check_names(page)
    page.get_by_role("button", name="Sign out on this device").click()
    expect(page.get_by_role("dialog")).to_contain_text("Your games stay")
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.wait_for_url(re.compile(r":\d+/$"))
    visitor.open("/you")
    expect(page.get_by_text("You have not played here yet.")).to_be_visible()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("button", name="Be Ann here").click()
    page.wait_for_url(re.compile("/you$"))
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_text("Last used")).to_be_visible()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("Passkey for localhost")).to_have_count(0)


def test_signing_out_warns_where_nothing_else_keeps_the_games(visit: Any) -> None:
    visitor = visit(flat=True)
    open_table(visitor, "kwinty", [ME, ME])
    page = visitor.open("/you")
    page.get_by_role("button", name="Sign out on this device").click()
    expect(page.get_by_role("dialog")).to_contain_text("you cannot come back to them")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(rows(page)).to_have_count(1)
