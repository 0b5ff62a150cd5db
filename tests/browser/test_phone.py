"""A phone in either direction: nothing is cut off, and fingers hit what they are meant to hit."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from browser.doors import PHONE
from browser.hands import ME, act, decide, open_table

TOUCH = {"has_touch": True, "is_mobile": True, "flat": True}
UPRIGHT = {"viewport": PHONE, **TOUCH}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, **TOUCH}
SCREENS = pytest.mark.parametrize("screen", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
FINGER = 44  # pixels
# What is pressed, but for dots and links in a text; a box to tick with the words beside it.
PRESSED = "button, a.button, select, summary, input, textarea, header a, .game-facts a"
# What is too small for a finger, or reaches out of what it is a part of.
FAULTS = """([pressed, finger]) => {
  const shown = (part) => part.checkVisibility({ visibilityProperty: true }) &&
    !part.closest(".unseen, .skip, .learn-dots, .board-strip, [hidden]");
  const name = (part) => `${part.className} ${part.getAttribute("aria-label") ?? part.innerText}`;
  const small = [...document.querySelectorAll(pressed)].filter(shown).flatMap((part) => {
    const whole = part.closest("label.tool, label.check") ?? part;
    const { width, height } = whole.getBoundingClientRect();
    if (!width && !height) return [];  // out of sight, and not laid out yet
    return Math.min(width, height) < finger - 0.5 ? [`${name(part)}: ${width} x ${height}`] : [];
  });
  const wide = [...document.querySelectorAll("main *, header *")].filter(shown).flatMap((part) => {
    const { overflowX } = getComputedStyle(part);
    const cut = overflowX === "hidden" && getComputedStyle(part).textOverflow !== "ellipsis";
    return cut && part.scrollWidth > part.clientWidth + 1 ? [`cut: ${name(part)}`] : [];
  });
  const page = Math.max(innerWidth, document.documentElement.scrollWidth);
  return [...small, ...wide, ...(page > screen.width ? [`page: ${page}`] : [])];
}"""


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(FAULTS, [PRESSED, FINGER])
    return found


@pytest.mark.parametrize(("screen", "lang"), [(UPRIGHT, "de-DE"), (SIDEWAYS, "fr-FR")])
def test_fingers_hit_everything_and_nothing_is_cut(
    visit: Any, screen: dict[str, Any], lang: str
) -> None:
    visitor = visit(locale=lang, **screen)
    for path in ("/", "/puzzles", "/solo", "/you", "/watch", "/analysis", "/rules/kwinty"):
        page = visitor.open(path)
        expect(page.locator("main h1").first).to_be_visible()
        expect(page.locator("main .game-picture, main h2, main p").first).to_be_visible()
        assert faults(page) == [], path
    page = visitor.open("/")
    page.locator(".game-open", has_text="KWINTY").tap()
    expect(page.get_by_role("dialog").locator("select").first).to_be_visible()
    assert faults(page) == []


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found, part
    return found


def inside(page: Page, part: Locator) -> bool:
    expect(part).to_be_visible()
    found, size = box(part), page.viewport_size
    assert size
    below = found["y"] + found["height"] <= size["height"]
    return below and found["y"] >= 0 and found["x"] + found["width"] <= size["width"]


@SCREENS
def test_what_decided_a_game_is_in_sight_when_it_is_over(
    visit: Any, screen: dict[str, Any]
) -> None:
    visitor = visit(**screen)
    table = open_table(visitor, "kwinty", [ME, ME])
    for number, move in enumerate(("i+j", "k|")):
        decide(visitor, table, number, move)
    page = visitor.open(f"/table/{table}")
    expect(page.get_by_role("button", name="Moves", exact=True)).to_be_visible()
    act(visitor, table, "resign")
    ask = page.locator(".play-line").get_by_role("button", name="What decided it?")
    again = page.locator(".play-line").get_by_role("button", name="Rematch")
    assert inside(page, ask) and inside(page, again)
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_visible()
    ask.tap()
    expect(page.locator(".panel-open .result")).to_contain_text("White")
    told = page.locator(".panel-open").get_by_role("region", name="Review")
    expect(told).to_contain_text("accurate", timeout=60_000)
    page.keyboard.press("Escape")
    expect(page.locator(".panel-open")).to_have_count(0)


def test_a_figure_is_tried_beside_what_is_said_of_it(visit: Any) -> None:
    visitor = visit(**SIDEWAYS)
    page = visitor.open("/rules/cube")
    page.get_by_role("button", name="Try it").first.tap()
    dialog = page.get_by_role("dialog")
    board = box(dialog.locator(".play-board"))
    assert min(board["width"], board["height"]) >= 200
    right = board["x"] + board["width"]
    bottom = 0.0
    for part in (dialog.locator(".play-line"), *dialog.locator(".figure-facts > *").all()):
        place = box(part)
        assert place["x"] >= right - 1 and place["y"] >= bottom - 1, "one below the other"
        bottom = place["y"] + place["height"]


@SCREENS
def test_the_foot_of_the_sheet_before_a_game_covers_no_field(
    visit: Any, screen: dict[str, Any]
) -> None:
    """Whoever walks through it with the keyboard sees every field above the foot."""
    page = visit(**screen).open("/")
    page.locator(".game-open").filter(has_text="KWINTY").tap()
    sheet = page.get_by_role("dialog")
    foot = sheet.locator(".setup-go")
    expect(foot).to_be_in_viewport(ratio=1)
    for field in sheet.locator("select").filter(visible=True).all():
        field.focus()
        place = box(field)
        assert place["y"] + place["height"] <= box(foot)["y"] + 1, field
