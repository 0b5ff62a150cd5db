"""Puzzles through the page: one of each game by pointer, by touch and by the keyboard alone; runs,
the puzzle of the day, own mistakes, and a solved board.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import blockhaus
from blockhaus.learn.daily import daily
from blockhaus.learn.puzzles import Puzzle, puzzles
from blockhaus.learn.theorems import theorems
from browser.doors import PHONE, Visitor
from browser.ears import check_names
from browser.hands import ME, decide, open_table, place_of

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
GAMES = blockhaus.games()


class Sitting:
    """A visitor before a puzzle, who knows its solution."""

    def __init__(self, visitor: Visitor, puzzle: Puzzle, path: str = "") -> None:
        self.page: Page = visitor.page
        self.puzzle = puzzle
        self.canvas = self.page.locator(".board-view canvas")
        if path:
            visitor.open(path)

    def goal(self) -> None:
        goal = self.page.locator(".puzzle-goal")
        expect(goal).to_be_visible()
        expect(self.page.get_by_role("log")).to_contain_text(goal.inner_text())

    def offer(self, move: str, number: int) -> Any:
        position = self.puzzle.positions[number]
        return next(each for each in position.offers() if each.move == move)

    def by_pointer(self, move: str, number: int, tap: bool = False) -> None:
        """Pick the cells of a move on the board, and say so where the page asks."""
        offer = self.offer(move, number)
        expect(self.canvas).to_be_visible()
        for count, cell in enumerate(offer.pick, 1):
            place = place_of(self.canvas, cell)
            if place is None:  # behind something: the list is another way
                while self.page.locator(".play").get_attribute("data-picked") != "0":
                    self.page.keyboard.press("Escape")
                self.from_list(move)
                return
            if tap:
                self.page.touchscreen.tap(*place)
            else:
                self.page.mouse.click(*place)
            told = self.asked(count, move)
            if told == "shown":
                self.page.locator(f".choices button[data-move='{move}']").first.click()
            if told != "asked":
                return
        raise AssertionError(f"{move} is not played")

    def asked(self, count: int, move: str) -> str:
        """Wait for what a pick does: the page asks for more, shows the move, or it is made."""
        return str(
            self.page.wait_for_function(
                """([count, move]) => {
                  const { offered, picked } = document.querySelector(".play").dataset;
                  if (offered === "0") return "made";
                  if (document.querySelector(`.choices button[data-move='${move}']`))
                    return "shown";
                  return picked >= count ? "asked" : null;
                }""",
                arg=[count, move],
            ).json_value()
        )

    def from_list(self, move: str) -> None:
        box = self.page.get_by_role("combobox", name="Find a move")
        box.fill(move)
        option = self.page.get_by_role("option")
        expect(option.first).to_be_attached()
        box.press("ArrowDown")
        box.press("Enter")

    def own(self) -> list[tuple[int, str]]:
        """The decisions to be found, with the positions they belong to."""
        pairs = zip(self.puzzle.positions, self.puzzle.solution, strict=False)
        return [
            (number, move)
            for number, (position, move) in enumerate(pairs)
            if position.to_move == self.puzzle.seat
        ]

    def ready(self, found: int) -> None:
        """Wait until the answers have been shown and the next decision is due."""
        if len(self.puzzle.own) > 1:
            expect(self.page.locator(".puzzle-found")).to_contain_text(f"{found} /")
        expect(self.page.locator(".play-line .status")).not_to_contain_text("looking at it")
        expect(self.page.get_by_role("button", name="Skip ahead")).to_have_count(0)

    def solved(self) -> None:
        expect(self.page.get_by_role("region", name="Solved!")).to_be_visible()


def shortest(game: str) -> Puzzle:
    return min(puzzles(game), key=lambda puzzle: (len(puzzle.own), len(puzzle.solution)))


def wrong_in(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.position.moves if move != puzzle.solution[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_of_each_game_is_solved_by_pointer(visit: Any, game: str) -> None:
    visitor, puzzle = visit(), shortest(game)
    sitting = Sitting(visitor, puzzle, f"/puzzle/{puzzle.id}")
    sitting.goal()
    for found, (number, move) in enumerate(sitting.own()):
        sitting.ready(found)
        sitting.by_pointer(move, number)
    sitting.solved()
    expect(visitor.page.get_by_role("region", name="Solved!")).to_contain_text("Your rating: ")
    check_names(visitor.page)


def test_a_puzzle_is_solved_by_touch_on_a_phone(visit: Any) -> None:
    visitor, puzzle = visit(**TOUCH), shortest("turris")
    sitting = Sitting(visitor, puzzle, f"/puzzle/{puzzle.id}")
    page = visitor.page
    sitting.goal()
    for found, (number, move) in enumerate(sitting.own()):
        sitting.ready(found)
        sitting.by_pointer(move, number, tap=True)
    sitting.solved()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_puzzle_is_solved_by_keyboard_alone(visit: Any) -> None:
    visitor = visit(flat=True)
    puzzle = next(each for each in puzzles("kwinty") if len(each.own) == 2)
    sitting = Sitting(visitor, puzzle, f"/puzzle/{puzzle.id}")
    page = visitor.page
    sitting.goal()
    page.get_by_role("combobox", name="Find a move").focus()
    for found, (_, move) in enumerate(sitting.own()):
        sitting.ready(found)
        page.get_by_role("combobox", name="Find a move").focus()
        page.keyboard.press("Control+a")
        page.keyboard.type(move)
        expect(page.get_by_role("option").first).to_be_attached()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    sitting.solved()
    expect(page.get_by_role("log")).to_contain_text("Solved!")


@pytest.mark.sample
def test_a_wrong_decision_is_refuted_and_tried_again(visit: Any) -> None:
    visitor = visit(flat=True)
    puzzle = next(each for each in puzzles("kwinty") if each.result == "win" and each.within > 1)
    sitting = Sitting(visitor, puzzle, f"/puzzle/{puzzle.id}#comment=For+Ann")
    page = visitor.page
    expect(page.locator("blockquote")).to_have_text("For Ann")
    sitting.from_list(wrong_in(puzzle))
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible(timeout=120_000)
    expect(page.locator(".play-line .status")).to_contain_text("After ")
    expect(page.get_by_role("log")).to_contain_text("is not the solution")
    expect(page.get_by_text("It settles within a few puzzles.")).to_be_visible()
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".board-view")).to_be_focused()
    goal = page.locator(".puzzle-goal").inner_text()
    expect(page.locator(".play-line .status")).to_have_text(goal)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".puzzle-hint")).to_be_visible()
    for found, (_, move) in enumerate(sitting.own()):
        sitting.ready(found)
        sitting.from_list(move)
    sitting.solved()
    page.get_by_role("button", name="Next puzzle").last.click()
    expect(page).not_to_have_url(visitor.address_of(f"/puzzle/{puzzle.id}"))
    expect(page.locator(".puzzle-goal")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("list", name="The solution")).to_be_visible()


def in_run(visitor: Visitor, count: int) -> Puzzle:
    """The puzzle that a run has come to, as the house tells."""
    page = visitor.page
    expect(page.locator(".puzzle-found")).to_have_text(f"{count} solved")
    told = visitor.ask("GET", "/api/puzzles/kwinty/runs/streak").json()
    return next(each for each in puzzles("kwinty") if each.id == told["next"]["puzzle"]["id"])


def test_a_streak_ends_at_the_first_mistake(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/puzzles")
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()
    check_names(page)
    page.get_by_role("link", name="Streak KWINTY").click()
    page.get_by_role("button", name="Begin").click()
    for count in range(2):
        puzzle = in_run(visitor, count)
        sitting = Sitting(visitor, puzzle)
        for number, (_, move) in enumerate(sitting.own()):
            told = page.locator(".play-line .status")
            expect(told).to_contain_text("Right!" if number else "to move")
            sitting.from_list(move)
    puzzle = in_run(visitor, 2)
    Sitting(visitor, puzzle).from_list(wrong_in(puzzle))
    end = page.get_by_role("button", name="On to the result")
    expect(end).to_be_visible(timeout=120_000)
    end.click()
    expect(page.locator(".run-count")).to_have_text("2 puzzles solved")
    expect(page.get_by_text("That is your best so far.")).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name="Streak KWINTY best: 2")).to_be_visible()


def test_three_minutes_are_counted_down(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/puzzles/kwinty/clock")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("timer")).to_contain_text("2:")
    page.reload()  # the run goes on
    expect(page.get_by_role("timer")).to_contain_text("2:")


def test_the_puzzle_of_the_day_is_solved(visit: Any) -> None:
    visitor = visit(flat=True)
    today = datetime.now(UTC).date()
    puzzle = daily("kwinty", today)
    page = visitor.open("/")
    page.get_by_role("link", name="Puzzles: today's").click()
    page.get_by_role("link", name="KWINTY, puzzle of").first.click()
    sitting = Sitting(visitor, puzzle)
    expect(page).to_have_url(visitor.address_of(f"/puzzle/{puzzle.id}/{today}"))
    for found, (_, move) in enumerate(sitting.own()):
        sitting.ready(found)
        sitting.from_list(move)
    sitting.solved()
    page.get_by_role("link", name="All puzzles").first.click()
    expect(page.locator(".day-done")).to_have_count(1)
    expect(page.locator(".day-done")).to_have_accessible_name(
        re.compile("^KWINTY, puzzle of .*: solved$")
    )


def test_a_position_becomes_a_puzzle_or_it_is_said_why_not(visit: Any) -> None:
    visitor = visit(flat=True)
    puzzle = next(each for each in puzzles("kwinty") if each.result == "win")
    page = visitor.open(f"/analysis#{puzzle.code}")
    page.get_by_role("link", name="Make a puzzle of it").click()
    expect(page.locator(".puzzle-goal")).to_be_visible()
    expect(page.get_by_label("Link to this puzzle")).to_have_value(page.url)
    start = blockhaus.game("kwinty").start().code
    visitor.open("/")
    page = visitor.open(f"/analysis#{start}")
    page.get_by_role("link", name="Make a puzzle of it").click()
    expect(page.get_by_text("It cannot be proven").or_(page.get_by_text("This is no puzzle"))
           ).to_be_visible(timeout=120_000)  # fmt: skip
    visitor.problems = [each for each in visitor.problems if "422" not in each]


def test_a_turning_point_is_kept_as_a_puzzle(visit: Any) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "kwinty", [ME, ME])
    position = blockhaus.game("kwinty").start()
    while not position.is_over:  # nobody sees anything
        decide(visitor, table, len(position.history), position.moves[0])
        position = position.play(position.moves[0])
    page = visitor.open(f"/table/{table}")
    page.get_by_role("button", name="Review the game").click()
    keep = page.get_by_role("button", name="Come back to this as a puzzle").first
    expect(keep).to_be_visible(timeout=120_000)
    keep.click()
    page.get_by_role("link", name="Kept among your own mistakes").click(timeout=120_000)
    expect(page.locator(".puzzle-goal")).to_be_visible()
    page.get_by_role("link", name="All puzzles").first.click()
    expect(page.get_by_role("link", name="KWINTY, turn")).to_have_count(1)
    page.get_by_role("button", name="Remove: KWINTY").click()
    expect(page.get_by_role("link", name="KWINTY, turn")).to_have_count(0)


@pytest.mark.sample
def test_a_solved_board_is_explored(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/theorems")
    expect(page.get_by_role("heading", name="Solved boards", level=1)).to_be_visible()
    check_names(page)
    theorem = theorems("kwinty")[0]
    page.locator(f"a[href$='/theorems/{theorem.key}']").click()
    moves = page.locator(".proven")
    expect(moves).to_have_count(len(theorem.first), timeout=120_000)
    best = max(theorem.first.values())
    expect(moves.first).to_contain_text("wins" if best.value > 0 else "draw")
    first = moves.first.get_attribute("data-proven")
    moves.first.click()
    line = quote(str(first))
    expect(page).to_have_url(visitor.address_of(f"/theorems/{theorem.key}#{line}"))
    expect(page.locator(".theorem-line li")).to_have_count(1)
    expect(moves.first).to_be_visible(timeout=120_000)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".theorem-line li")).to_have_count(0)


@pytest.mark.served("the sheet's own address")
def test_the_sheet_shows_its_style(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/api/puzzles/turris/sheet")
    expect(page.get_by_role("heading", name="Solutions")).to_be_visible()
    assert page.locator(".puzzles").evaluate("each => getComputedStyle(each).display") == "grid"
