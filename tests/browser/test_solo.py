"""Building alone: a set solved by pointer, by touch on a phone and by the keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from blockhaus.games.cube.cards import COLOURS
from blockhaus.games.cube.goals import goal_word
from browser.doors import PHONE, Visitor
from browser.ears import check_names

TASK = "cube:3-27"
# One solution, from the back to the front, so that no cube hides the place of a later one.
CUBES = [("a3", 0, "red"), ("d2", 0, "blue"), ("d2", 1, "green"), ("d1", 0, "yellow"),
         ("d1", 1, "red")]  # fmt: skip
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


class Bench:
    """The bench of one visitor."""

    def __init__(self, visitor: Visitor, task: str = TASK) -> None:
        self.page: Page = visitor.page
        visitor.open(f"/solo/{task}")
        self.canvas = self.page.locator(".board-view canvas")

    def take(self, colour: str) -> None:
        """Take a cube of a colour in hand."""
        self.page.get_by_role("radio").nth(COLOURS.index(colour)).check(force=True)

    def place_of(self, name: str, level: int) -> list[float]:
        cell = ["abcd".index(name[0]), int(name[1]) - 1, level]
        expect(self.canvas).to_be_visible()
        handle = self.page.wait_for_function(
            """cell => document.querySelector(".board-view canvas")?.pointAt?.(cell)""", arg=cell
        )
        return list(handle.json_value())

    def shows(self, pieces: int) -> None:
        expect(self.page.locator(".solo-count")).to_contain_text(f"{pieces} piece")

    def solved(self) -> None:
        expect(self.page.get_by_role("region", name="Solved!")).to_be_visible()
        expect(self.page.locator(".goals .card-done")).to_have_count(2)


def test_a_set_is_solved_by_pointer_and_kept(visit: Any) -> None:
    visitor = visit()
    bench = Bench(visitor)
    page = bench.page
    for number, (name, level, colour) in enumerate(CUBES, 1):
        bench.take(colour)
        page.mouse.click(*bench.place_of(name, level))
        bench.shows(number)
        if number == len(CUBES) - 1:  # one cube is missing, and its square is seen to be
            expect(page.locator(".square-lacking").first).to_be_attached()
            page.reload()  # which loses nothing
            bench.shows(number)
    bench.solved()
    said = page.locator("[role=log]")
    expect(said).to_contain_text("Seen from")
    page.get_by_role("button", name="Go on building").click()
    page.get_by_role("button", name="Undo").click()
    bench.shows(len(CUBES) - 1)
    expect(page.get_by_role("region", name="Solved!")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".goals .card-done")).to_have_count(2)
    check_names(page)
    kept = visitor.ask("GET", "/api/solo/cube/tasks/3-27").json()
    assert kept["best"] == len(CUBES)


def test_a_set_is_solved_by_touch_on_a_phone(visit: Any) -> None:
    bench = Bench(visit(**TOUCH))
    page = bench.page
    for number, (name, level, colour) in enumerate(CUBES, 1):
        bench.take(colour)
        place = bench.place_of(name, level)
        page.touchscreen.tap(*place)
        # A tap shows, the next one plays.
        page.get_by_role("button", name="Play: ").tap()
        bench.shows(number)
    bench.solved()
    height = page.evaluate("innerHeight")
    for part in (".board-view", ".goals", ".tools"):
        box = page.locator(part).bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, part
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_set_is_solved_by_keyboard_alone(visit: Any) -> None:
    bench = Bench(visit(flat=True))
    page = bench.page
    expect(page.get_by_role("application", name="Board")).to_be_visible()
    finder = page.get_by_role("combobox", name="Find a move")
    for number, (name, _, colour) in enumerate(CUBES, 1):
        page.get_by_role("application", name="Board").focus()
        page.keyboard.press(str(COLOURS.index(colour) + 1))
        left = 8 - [hue for *_, hue in CUBES[: number - 1]].count(colour)
        expect(page.get_by_role("radio", checked=True)).to_have_accessible_name(
            f"Cube, {colour.capitalize()}: {left} left"
        )
        finder.focus()
        page.keyboard.type(name)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        bench.shows(number)
    bench.solved()
    page.keyboard.press("Control+z")
    page.get_by_role("application", name="Board").focus()
    page.keyboard.press("Control+z")
    bench.shows(len(CUBES) - 1)
    page.keyboard.press("Control+y")
    bench.shows(len(CUBES))


def test_cubes_are_moved_and_taken_back_and_refusals_are_said(visit: Any) -> None:
    bench = Bench(visit())
    page = bench.page
    bench.take("red")
    for number in range(1, 5):
        page.mouse.click(*bench.place_of("b2", number - 1))
        bench.shows(number)
    page.get_by_role("radio", name="Take back").check(force=True)
    page.mouse.click(*bench.place_of("b2", 3))
    bench.shows(3)
    page.get_by_role("radio", name="Move").check(force=True)
    page.mouse.click(*bench.place_of("b2", 2))
    page.mouse.click(*bench.place_of("c1", 0))
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    bench.shows(3)
    page.get_by_label("Build with the twins, too.").check()
    expect(page.get_by_role("radio", name="Twin, Red: 1 left")).to_be_attached()


@pytest.mark.sample
def test_help_tells_what_the_solver_knows(visit: Any) -> None:
    bench = Bench(visit(flat=True))
    page = bench.page
    told = page.locator(".solo-told")
    page.get_by_role("button", name="Can this still be completed?").click()
    expect(told).to_contain_text("5 in all", timeout=120_000)
    page.get_by_role("button", name="Show a solution").click()
    expect(page.get_by_role("heading", name="5 pieces are the least, proven.")).to_be_visible()
    page.get_by_role("button", name="Look at it on the board").click()
    expect(page.get_by_text("This is a solution.")).to_be_visible()
    page.get_by_role("button", name="Go on from it").click()
    bench.solved()


def test_cards_of_ones_own_are_drawn_written_and_built(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/solo")
    expect(page.get_by_role("heading", name="Build alone", level=1)).to_be_visible()
    check_names(page)
    for x, colour in enumerate(["Red", "Yellow", "Green", "Blue"], 1):
        page.locator(".drawing").get_by_role("radio", name=colour).check(force=True)
        page.get_by_role("button", name=f"{x}/{1 + x % 2}: empty").click()
    page.locator(".drawing").get_by_role("button", name="Add").click()
    page.get_by_label("Cards as text").fill("Trrgg")
    page.locator(".own-text").get_by_role("button", name="Add").click()
    own = page.locator(".deck").first.get_by_role("button")
    expect(own).to_have_count(2)
    page.reload()
    expect(own).to_have_count(2)
    own.nth(0).click()
    own.nth(1).click()
    page.locator(".choose-bar").get_by_role("button", name="Build").click()
    expect(page.locator(".goals .card")).to_have_count(2)
    drawn = goal_word([(x, (x + 1) % 2, colour) for x, colour in enumerate(COLOURS)])
    expect(page).to_have_url(visitor.address_of(f"/solo/cube:{drawn}-Trrgg"))
