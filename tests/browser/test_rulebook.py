"""The rulebook: figures are tried by pointer, keyboard and finger; refusals lead to their rule."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import blockhaus
from blockhaus.core.words import LANGUAGES
from blockhaus.learn.puzzles import puzzles
from blockhaus.learn.rulebook import rulebook
from browser.doors import PHONE
from browser.hands import ME, Hands, open_table, place_of

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def seen_at(board: Locator, cell: Any) -> tuple[float, float]:
    place = place_of(board.locator("canvas"), cell)
    assert place, f"cell {cell} is not seen"
    return place


def open_figure(visitor: Any, game: str, name: str) -> Locator:
    """Open the book at a figure and try it; the figure."""
    page: Page = visitor.open(f"/rules/{game}#figure-{name}")
    figure = page.locator(f"#figure-{name}")
    expect(figure).to_be_focused()
    expect(figure).to_be_in_viewport()
    figure.get_by_role("button", name="Try it").click()
    return figure


def ready(board: Locator, moves: int) -> None:
    """Wait until the house has told what can be done after so many moves."""
    back = board.get_by_role("button", name="One move back")
    expect(back).to_be_enabled() if moves else expect(back).to_be_disabled()
    expect(board.locator(".play:not([data-offered='0'])")).to_be_visible()


def pick(board: Locator, game: str, name: str) -> None:
    """Point at the cells of a figure's move, one after the other."""
    figure = rulebook(game).figure(name)
    ready(board, 0)
    for step, cell in enumerate(figure.line()[-1].picks_for(figure.move), 1):
        board.page.mouse.click(*seen_at(board, cell))
        board.page.wait_for_function(
            """step => {
              const play = document.querySelector(".figure-live .play");
              return Number(play.dataset.picked) >= step || play.querySelector(".refusal") ||
                !play.parentElement.querySelector("[aria-label='One move back']").disabled;
            }""",
            arg=step,
        )


@pytest.mark.parametrize(("game", "name"), [("qbq", "climb"), ("kwinty", "first-block")])
def test_a_figure_is_tried_by_pointer(visit: Any, game: str, name: str) -> None:
    figure = open_figure(visit(), game, name)
    words = rulebook(game).figure(name)
    said = words.line()[-1].words_for(words.move).text()
    pick(figure, game, name)
    ready(figure, 1)
    expect(figure.locator(".events")).to_contain_text(said, ignore_case=True)
    expect(figure.page.get_by_role("log")).to_contain_text(said, ignore_case=True)
    figure.get_by_role("button", name="One move back").click()
    ready(figure, 0)
    figure.get_by_role("button", name="Show the move").click()
    ready(figure, 1)
    figure.get_by_role("button", name="Close: ").click()
    expect(figure.locator(".play")).to_have_count(0)
    expect(figure.get_by_role("button", name="Try it")).to_be_focused()


def test_a_refused_move_says_why_and_leads_to_its_rule(visit: Any) -> None:
    figure = open_figure(visit(), "qbq", "out-of-reach")
    shown = rulebook("qbq").figure("out-of-reach")
    refusal = shown.line()[-1].why_not(shown.move)
    assert refusal
    pick(figure, "qbq", "out-of-reach")
    expect(figure.locator(".refusal")).to_contain_text(refusal.text())
    ready(figure, 0)
    figure.locator(".refusal").get_by_role("button").click()
    panel = figure.page.get_by_role("dialog", name=rulebook("qbq").title(refusal.rule))
    expect(panel).to_be_focused()
    figure.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(figure.locator(".play")).to_be_visible()


def test_one_board_at_a_time(visit: Any) -> None:
    figure = open_figure(visit(flat=True), "qbq", "climb")
    ready(figure, 0)
    other = figure.page.locator("#figure-out-of-reach")
    other.get_by_role("button", name="Try it").click()
    ready(other, 0)
    expect(figure.page.locator(".play")).to_have_count(1)


@pytest.mark.sample
def test_a_figure_is_tried_by_keyboard(visit: Any) -> None:
    visitor = visit(flat=True)
    page: Page = visitor.open("/rules/qbq#figure-climb")
    figure = page.locator("#figure-climb")
    figure.get_by_role("button", name="Try it").focus()
    page.keyboard.press("Enter")
    ready(figure, 0)
    board = figure.get_by_role("application", name="Board")
    board.focus()
    page.keyboard.press("ArrowRight")
    where = figure.locator("p.board-hidden[aria-live]")
    expect(where).to_have_text(re.compile(r"^[a-f][1-6]"))
    page.keyboard.press("Enter")
    expect(figure.locator(".play[data-picked='1']")).to_be_visible()
    expect(where).to_have_text("")  # the cursor waits for the next choice
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text(re.compile(r"^[a-f][1-6]"))
    page.keyboard.press("Enter")
    ready(figure, 1)
    figure.get_by_role("button", name="To the start").focus()
    page.keyboard.press("Enter")
    ready(figure, 0)


def test_a_figure_is_tried_by_finger(visit: Any) -> None:
    page: Page = visit(**TOUCH).open("/rules/turris#figure-first-block")
    page.locator("#figure-first-block").get_by_role("button", name="Try it").tap()
    sheet = page.get_by_role("dialog")
    ready(sheet, 0)
    shown = rulebook("turris").figure("first-block")
    for cell in shown.line()[-1].picks_for(shown.move):
        page.touchscreen.tap(*seen_at(sheet, cell))
    sheet.get_by_role("button", name="Play: ").tap()
    ready(sheet, 1)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def refuse(hands: Hands) -> str:
    """Point where no move of QBQ leads; the name of the rule that says so."""
    hands.ready(0)
    position = blockhaus.game("qbq").start()
    play = hands.page.locator(".play")
    first, second = position.picks_for("f1-c3")
    hands.page.mouse.click(*seen_at(play, first))
    expect(play).to_have_attribute("data-picked", "1")
    hands.page.mouse.click(*seen_at(play, second))
    refusal = position.why_not("f1-c3")
    assert refusal
    expect(hands.page.locator(".refusal")).to_contain_text(refusal.text())
    return rulebook("qbq").title(refusal.rule)


@pytest.mark.parametrize("size", [None, PHONE])
def test_a_refusal_at_the_table_opens_its_rule_beside_the_board(visit: Any, size: Any) -> None:
    visitor = visit(**({"viewport": size} if size else {}))
    hands = Hands(visitor, open_table(visitor, "qbq", [ME, ME]))
    hands.offered(0)
    title = refuse(hands)
    page = visitor.page
    page.locator(".refusal").get_by_role("button", name=title).click()
    panel = page.get_by_role("dialog", name=title)
    expect(panel.locator("figure img")).to_be_visible()
    board, beside = page.locator(".board-view").bounding_box(), panel.bounding_box()
    assert board and beside
    hidden = overlap(board, beside)
    assert hidden < board["width"] * board["height"] / 3, "the board stays in sight"
    with page.context.expect_page() as opened:
        panel.get_by_role("link", name="rulebook").click()
    expect(opened.value.locator(".rule:focus h3")).to_have_text(title)
    opened.value.close()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    hands.shows(0)


@pytest.mark.parametrize("page_of", ["analysis", "puzzle"])
def test_a_refusal_leads_to_its_rule_wherever_a_board_is_played(visit: Any, page_of: str) -> None:
    puzzle = puzzles("qbq")[0]
    position = puzzle.position
    paths = {"analysis": f"/analysis#{position.code}", "puzzle": f"/puzzle/{puzzle.id}"}
    page: Page = visit().open(paths[page_of])
    board = page.locator(".play")
    expect(page.locator(".play:not([data-offered='0'])")).to_be_visible()
    cell, refusal = refused_block(position, board)
    page.mouse.click(*seen_at(board, cell))
    title = rulebook("qbq").title(refusal.rule)
    page.locator(".refusal").get_by_role("button", name=title).click()
    expect(page.get_by_role("dialog", name=title)).to_be_focused()


def refused_block(position: blockhaus.Position, board: Locator) -> Any:
    """A block in sight that a rule forbids to pick, and its refusal."""
    canvas = board.locator("canvas")
    expect(canvas).to_be_visible()
    for block in position.blocks:
        _, refusal = position.picked(block.cells[:1])
        if refusal and refusal.rule and place_of(canvas, block.cells[0]):
            return block.cells[0], refusal
    raise AssertionError("no such block")


def overlap(one: Any, other: Any) -> float:
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return float(max(0, wide) * max(0, high))


def test_pictures_are_drawn_when_they_come_into_sight(visit: Any) -> None:
    page: Page = visit().open("/rules/qbq")
    figures = page.locator(".figure")
    expect(figures.locator("img").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert figures.locator("img").count() < figures.count() / 2
    expect(page.locator("canvas")).to_have_count(0)
    figures.last.scroll_into_view_if_needed()
    expect(figures.last.locator("img")).to_be_attached()


def test_the_contents_lead_to_every_rule(visit: Any) -> None:
    page: Page = visit(flat=True).open("/rules/qbq")
    contents = page.get_by_role("navigation", name="Contents")
    rules = rulebook("qbq").rules
    for rule in rules.values():
        expect(contents.get_by_role("link", name=rule.title, exact=True).first).to_be_visible()
    last = list(rules.values())[-1]
    contents.get_by_role("link", name=last.title, exact=True).click()
    expect(page.get_by_role("heading", name=last.title, exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_book_is_read_in_every_language(visit: Any, lang: str) -> None:
    visitor = visit(flat=True, locale=lang)
    for game in blockhaus.games():
        page: Page = visitor.open(f"/rules/{game}")
        book = rulebook(game, lang)
        expect(page.locator(".rule h3")).to_have_text([rule.title for rule in book.rules.values()])
        shown = set(page.locator(".figure-title").all_inner_texts())
        named = {name for rule in book.rules.values() for name in rule.figures}
        assert shown == {book.figures[name].title for name in named}
        text = page.locator("main").inner_text()
        assert "{" not in text and "undefined" not in text
