"""axe finds nothing to mend on any page, in both themes, on a desk and on a phone.

A page is opened once; theme and size are switched on the open page. What does not depend on colours
is looked at once for each size.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import blockhaus
from blockhaus.learn.puzzles import puzzles
from blockhaus.learn.theorems import theorems
from browser.doors import DESK, PHONE
from browser.hands import FRIEND, ME, Hands, act, decide, open_table
from browser.test_devices import call, link_of, with_authenticator

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
# What depends on the size of the page is there with the next frame; an idle page may draw none.
LOOK = """async (rules) => {
  await new Promise((drawn) => { requestAnimationFrame(drawn); setTimeout(drawn, 500); });
  const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}`));
}"""
STILL = """() => [...document.querySelectorAll("body *")].every((part) =>
  getComputedStyle(part).transitionProperty === "none")"""
COLOURS = ["color-contrast"]
LOOKS: list[tuple[Any, Any, list[str] | None]] = [
    (DESK, "light", None), (DESK, "dark", COLOURS), (PHONE, "dark", None), (PHONE, "light", COLOURS)
]  # fmt: skip
SMALL = {"width": "5", "height": "4", "blocks": "4"}
OPEN = {"kind": "open"}


def check(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    expect(page.locator(".loading")).to_have_count(0)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    assert page.evaluate(STILL), "who wants no motion sees another theme at once"
    for size, theme, rules in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme)
        assert page.evaluate(LOOK, rules) == [], (page.url, theme, size)
    page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})


def finished(visitor: Any) -> str:
    """A small game that was played and given up."""
    table = open_table(visitor, "kwinty", [ME, ME], options=SMALL)
    position = blockhaus.game("kwinty", **SMALL).start()
    for number in range(3):
        decide(visitor, table, number, position.moves[0])
        position = position.play(position.moves[0])
    act(visitor, table, "resign")
    return table


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.sample
def test_pages(visit: Any) -> None:
    visitor = visit(flat=True)
    page: Page = visitor.open("/")
    expect(page.locator(".game-title").first).to_be_visible()
    check(page)
    page.locator(".game-open").filter(has_text="KSAR").click()
    page.get_by_role("dialog").get_by_text("Game options").click()
    expect(page.locator(".preview .cell").first).to_be_visible()
    check(page)
    close(page)
    page.get_by_role("button", name="Settings").click()
    check(page)
    close(page)
    for path, shown in {
        "/nothing": "There is nothing here",
        "/analysis": "Analysis",
        "/puzzles": "Puzzles",
        "/puzzles/kwinty/streak": "KWINTY: streak",
        f"/puzzle/{puzzles('cube')[0].id}": "A puzzle of CUBE",
        "/theorems": "Solved boards",
        f"/theorems/{theorems('kwinty')[0].key}": "KWINTY",
    }.items():
        visitor.open(path)
        expect(page.get_by_role("heading", name=shown).first).to_be_attached()
        check(page)


@pytest.mark.served("other people")
def test_pages_with_others(visit: Any) -> None:
    visitor = visit(flat=True)
    open_table(visitor, "kwinty", [ME, OPEN])
    waiting = open_table(visitor, "turris", [ME, FRIEND])
    page: Page = visitor.open("/")
    withdraw = page.get_by_role("button", name="Withdraw the invitation to KWINTY")
    expect(withdraw).to_be_visible()
    check(page)
    withdraw.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
    visitor.open("/watch")
    expect(page.get_by_role("heading", name="Watch a game").first).to_be_attached()
    check(page)
    visitor.open(f"/table/{waiting}")
    expect(page.locator(".play")).to_be_visible()
    check(page)


def test_rulebooks(visit: Any) -> None:
    visitor = visit(flat=True)
    for game in blockhaus.games():
        page: Page = visitor.open(f"/rules/{game}")
        expect(page.locator(".figure img").first).to_be_visible()
        check(page)
    page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    figure = page.locator(".figure").filter(has=page.locator(".figure-refused")).first
    figure.get_by_role("button", name="Try it").click()
    figure.get_by_role("button", name="Show the move").click()
    figure.locator(".refusal").get_by_role("button").click()
    expect(page.get_by_role("dialog").locator("figure")).to_be_visible()
    check(page)


def test_building_alone(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/solo")
    expect(page.locator(".grade").first).to_be_visible()
    check(page)
    visitor.open("/solo/cube:3-27")
    expect(page.locator(".goals .card").first).to_be_visible()
    check(page)


def test_puzzles(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/puzzles")
    expect(page.locator(".puzzle-game").first).to_be_visible()
    check(page)
    page.get_by_role("button", name="Solve puzzles of KWINTY").click()
    expect(page.locator(".puzzle-about")).to_be_attached()
    expect(page.locator(".play")).to_be_visible()
    check(page)
    visitor.open("/theorems")
    explore = page.locator("main").get_by_role("link", name="KWINTY").first
    expect(explore).to_be_visible()
    check(page)
    explore.click()
    expect(page.locator(".play")).to_be_visible()
    check(page)


def test_tables(visit: Any) -> None:
    visitor = visit(flat=True)
    dealt = open_table(visitor, "cube", [ME, {"kind": "computer", "level": 1}])
    stacked = open_table(visitor, "qbq", [ME, ME])
    page = visitor.page
    for table in (dealt, stacked):
        visitor.open(f"/table/{table}")
        expect(page.locator(".play")).to_be_visible()
        check(page)
    Hands(visitor, stacked).offered(0)
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Possible moves").click()
    check(page)


def test_after_a_game(visit: Any) -> None:
    visitor = visit(flat=True)
    table = finished(visitor)
    page = visitor.open(f"/table/{table}")
    expect(page.locator(".status").first).to_contain_text("by resignation")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("progressbar", name="Reviewing")).to_have_count(0, timeout=60_000)
    check(page)
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("img", name="a picture of the position")).to_be_visible()
    check(page)
    visitor.open(f"/analysis/table/{table}/2")
    expect(page.locator(".move-list .move").first).to_be_attached()
    expect(page.locator(".eval-line").first).to_be_attached()
    check(page)
    visitor.open(f"/embed/{table}")
    expect(page.get_by_role("status")).to_contain_text("Turn 3 of 3")
    check(page)


@pytest.mark.served("passkeys and several devices")
def test_what_is_yours(visit: Any) -> None:
    visitor = visit(flat=True)
    with_authenticator(visitor)
    open_table(visitor, "kwinty", [ME, ME])
    call(visitor, "Ann")
    page = visitor.open("/you")
    page.get_by_role("button", name="Keep this with a passkey").click()
    expect(page.get_by_text("Passkey for localhost, made")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Sign out on this device").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
    close(page)
    link = link_of(page)
    check(page)
    other = visit(flat=True)
    other.house = visitor.house  # by its name
    other.page.goto(link)
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Be Ann here?")
    check(other.page)
