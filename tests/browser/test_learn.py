"""First steps through the page: every game's walked to the end by pointer, with a mistake in every
step; one game by the keyboard alone, one with a finger on a phone; and the game that ends them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import blockhaus
from blockhaus.core.engine import uncompiled
from blockhaus.core.errors import Refusal
from blockhaus.core.grid import Cell
from blockhaus.learn.lessons import (
    GAME,
    Answer,
    Lesson,
    Mistake,
    Step,
    find_lesson,
    pointable,
    refused,
    said,
    texts,
)
from browser.doors import PHONE, Visitor
from browser.ears import Ears, check_names
from browser.hands import ME, open_table, place_of
from browser.test_axe import check

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
Cells = Sequence[Cell]


class Pupil:
    """A visitor who walks the first steps of a game, and knows them."""

    def __init__(
        self, visitor: Visitor, lesson: Lesson, finger: bool = False, come: bool = True
    ) -> None:
        self.page: Page = visitor.page
        self.flat, self.finger = visitor.flat, finger
        self.lesson = lesson
        if come:
            visitor.open(f"/learn/{lesson.game}")
        self.task: Locator = self.page.locator(".learn-task")
        self.status: Locator = self.page.locator(".play-line .status")
        self.next: Locator = self.page.get_by_role("button", name="Next", exact=True)
        again = re.compile("Skip ahead|Try again")
        self.ahead: Locator = self.page.get_by_role("button", name=again)

    def sees(self, step: Step) -> None:
        """Wait until a step is shown and takes answers."""
        self.board = step.position.game.grid
        expect(self.task).to_have_text(said(step)["task"])
        expect(self.page.locator(".board-flat, .board-view canvas")).to_be_visible()
        expect(self.page.locator(".play")).not_to_have_attribute("data-offered", "0")

    def answer(self, step: Step, answer: Answer) -> None:
        """Give an answer by pointing, or from the list where something cannot be seen."""
        if answer.side:
            self.page.locator(f"button[data-move='{answer.side}']").first.click()
        elif answer.cell:
            if not self._point(answer.cell):
                self._from_list(name_of(step, answer.cell))
        else:
            move = str(answer.move)
            self._pick(picks(step, move), move)

    def _pick(self, cells: Cells, move: str) -> None:
        if not cells:
            self.page.locator(f".choices button[data-move='{move}']").click()
            return
        for count, cell in enumerate(cells, 1):
            if not self._point(cell):
                self._from_list(move)
                return
            told = self._asked(count, move)
            if told == "meant":  # a finger lies on several
                self._mean(cell)
                told = self._asked(count, move)
            while told == "shown":  # it may cost something: that is told before it counts
                self.page.locator(f".choices button[data-move='{move}']").first.click()
                told = self._asked(count, move)
            if told != "asked":
                return
        raise AssertionError(f"{move} is not played")

    def _asked(self, count: int, move: str) -> str:
        """Wait for what a click does: the page asks for more or which one is meant, shows the move
        before it counts, has an answer, or refuses.
        """
        return str(
            self.page.wait_for_function(
                """([count, move]) => {
                  const { offered, picked } = document.querySelector(".play").dataset;
                  const shown = document.querySelector(`.choices button[data-move='${move}']`);
                  if (offered === "0") return "made";
                  if (shown) return "shown";
                  if (document.querySelector(".status.refusal")) return "refused";
                  if (picked >= count) return "asked";
                  const told = document.querySelector(".status").textContent;
                  return told.startsWith("Several things lie") ? "meant" : null;
                }""",
                arg=[count, move],
            ).json_value()
        )

    def _mean(self, cell: Cell) -> None:
        name = self.board.name(cell)
        meant = re.compile(rf"^\d: .*, on {re.escape(name)}$")
        self.page.get_by_role("button", name=meant).first.click()

    def _point(self, cell: Cell) -> bool:
        if self.flat:
            square = self.page.locator(f".board-flat [data-cell='{','.join(map(str, cell))}']")
            found = square.count() > 0
            if found:
                square.click()
            return found
        place = place_of(self.page.locator(".board-view canvas"), cell)
        if place is None:
            return False
        (self.page.touchscreen.tap if self.finger else self.page.mouse.click)(*place)
        return True

    def _from_list(self, move: str) -> None:
        while self.page.locator(".play").get_attribute("data-picked") != "0":
            self.page.keyboard.press("Escape")
        if self.finger:
            self.page.get_by_role("button", name="Possible moves").click()
        box = self.page.get_by_role("combobox", name="Find a move")
        box.fill(move)
        expect(self.page.get_by_role("option").first).to_be_attached()
        box.press("ArrowDown")
        box.press("Enter")

    def errs(self, step: Step, mistake: Mistake) -> None:
        """Make a mistake: it is told, its consequence is shown, and it is taken back."""
        self.answer(step, mistake.attempt)
        expect(self.status).to_contain_text(said(step)["mistakes"][mistake.name])
        if self.ahead.count():
            self.ahead.click()
        expect(self.ahead).to_have_count(0)
        self.sees(step)
        self.page.keyboard.press("Escape")  # what is half picked

    def does(self, step: Step) -> None:
        self.answer(step, step.solution)
        expect(self.status).to_have_text(said(step)["done"])
        expect(self.page.locator(".learn-well")).to_be_visible()
        expect(self.next).to_be_focused()

    def goes_on(self) -> None:
        self.next.click()


def picks(step: Step, move: str) -> Cells:
    here = step.position
    return here.game.definition.picks(here.plain, here.game.parse(move))


def name_of(step: Step, cell: Cell) -> str:
    return next(name for name, known in pointable(step).items() if known == cell)


def pointed_mistake(step: Step) -> Mistake | None:
    """A mistake that is made by pointing: a legal one, or one that picks are refused for."""
    for mistake in step.mistakes:
        refusal = first_refusal(step, mistake.attempt) if mistake.when.refused else None
        if not mistake.when.refused or (refusal and refused(step, refusal).mistake == mistake.name):
            return mistake
    return None


def first_refusal(step: Step, answer: Answer) -> Refusal | None:
    """What the first pick that leads nowhere is refused for."""
    cells = picks(step, str(answer.move))
    found = (step.position.picked(cells[: count + 1])[1] for count in range(len(cells)))
    return next(filter(None, found), None)


@pytest.mark.parametrize("game", blockhaus.games())
def test_every_step_of_every_game_is_walked_by_pointer(visit: Any, game: str) -> None:
    visitor, lesson = visit(flat=True), find_lesson(game)
    with uncompiled():
        pupil = Pupil(visitor, lesson)
        for step in lesson.steps:
            pupil.sees(step)
            mistake = pointed_mistake(step)
            if mistake:
                pupil.errs(step, mistake)
            pupil.does(step)
            pupil.goes_on()
    page = visitor.page
    expect(page.locator(".learn-task")).to_have_text(texts(game, "en")[GAME]["task"])
    expect(page.locator(".learn-dot-done")).to_have_count(len(lesson.steps))


def test_a_game_is_learnt_by_the_keyboard_alone(visit: Any) -> None:
    visitor, lesson = visit(flat=True), find_lesson("kwinty")
    page = visitor.page
    with uncompiled():
        pupil = Pupil(visitor, lesson)
        ears = Ears(page)
        for step in lesson.steps:
            pupil.sees(step)
            page.keyboard.press("Tab")
            for _ in range(60):
                if page.evaluate("document.activeElement?.role === 'combobox'"):
                    break
                page.keyboard.press("Tab")
            page.keyboard.type(
                str(step.solution.move or name_of(step, step.solution.cell or (0, 0, 0)))
            )
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            expect(pupil.next).to_be_focused()
            heard = " ".join(ears.heard())
            assert said(step)["task"] in heard and said(step)["done"] in heard
            page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play the short game")).to_be_visible()


def test_a_cell_is_pointed_at_by_the_keyboard_on_the_board(visit: Any) -> None:
    visitor, lesson = visit(flat=True), find_lesson("kwinty")
    page = visitor.page
    step = next(each for each in lesson.steps if each.asks == "cell")
    Pupil(visitor, lesson)
    page.get_by_role("button", name=re.compile(f": {said(step)['title']}$")).click()
    expect(page.locator(".learn-title")).to_be_focused()
    page.locator(".board-view").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".learn-told")).to_be_visible()


def test_a_game_is_learnt_with_a_finger_on_a_phone(visit: Any) -> None:
    visitor, lesson = visit(**TOUCH), find_lesson("turris")
    page = visitor.page
    with uncompiled():
        pupil = Pupil(visitor, lesson, finger=True)
        for step in lesson.steps:
            pupil.sees(step)
            pupil.does(step)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            pupil.goes_on()
    expect(page.get_by_role("button", name="Play the short game")).to_be_visible()


def test_hints_grow_clearer_until_it_is_shown(visit: Any) -> None:
    visitor, lesson = visit(flat=True), find_lesson("kwinty")
    page, step = visitor.page, lesson.steps[0]
    pupil = Pupil(visitor, lesson)
    pupil.sees(step)
    page.get_by_role("button", name="Hint").click()
    expect(pupil.status).to_have_text(said(step)["hint"])
    page.get_by_role("button", name="A clearer hint").click()
    expect(pupil.status).to_contain_text("Look at")
    expect(page.locator(".board-flat .lit")).to_have_count(1)
    page.get_by_role("button", name="Show me").click()
    expect(pupil.status).to_contain_text("Like this: ")
    expect(page.get_by_role("log")).to_contain_text("Like this: ")
    check_names(page)


@pytest.mark.sample
def test_one_comes_back_where_one_was_and_begins_anew(visit: Any) -> None:
    visitor, lesson = visit(flat=True), find_lesson("kwinty")
    page = visitor.page
    page_card = page.get_by_role("link", name="First steps: KWINTY")
    visitor.open("/")
    expect(page_card).to_have_class(re.compile("button"))  # never played: before everything else
    page.locator(".game-open").filter(has_text="KWINTY").click()
    expect(page.get_by_role("dialog")).to_contain_text("You have not played KWINTY yet?")
    page.keyboard.press("Escape")
    first, second = lesson.steps[:2]
    with uncompiled():
        pupil = Pupil(visitor, lesson)
        pupil.sees(first)
        pupil.does(first)
        pupil.goes_on()
        pupil.sees(second)
        page.reload()
        pupil.sees(second)
    visitor.open("/")
    expect(page_card).to_have_text(f"First steps: 1 of {len(lesson.names)}")
    page_card.click()
    expect(pupil.task).to_have_text(said(second)["task"])
    page.get_by_role("button", name="Begin anew").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin anew").click()
    expect(pupil.task).to_have_text(said(first)["task"])
    expect(page.locator(".learn-dot-done")).to_have_count(0)
    open_table(visitor, "kwinty", [ME, ME])
    visitor.open("/")
    expect(page_card).not_to_have_class(re.compile("button"))


def test_the_short_game_ends_the_first_steps(visit: Any) -> None:
    visitor, lesson = visit(flat=True), find_lesson("kwinty")
    page = visitor.page
    Pupil(visitor, lesson)
    page.get_by_role("button", name=re.compile(f"^Step {len(lesson.names)} of ")).click()
    page.get_by_role("button", name="Play the short game").click()
    expect(page).to_have_url(re.compile(r"/table/[a-z0-9]{10}\?learn$"))
    back = page.locator(".play-line").get_by_role("button", name="Take back")
    expect(page.locator(".play")).not_to_have_attribute("data-offered", "0")
    expect(back).to_have_count(0)
    box = page.get_by_role("combobox", name="Find a move")
    box.fill("l|")
    box.press("ArrowDown")
    box.press("Enter")
    back.click(timeout=60_000)
    expect(page.locator(".move-list .move")).to_have_count(len(lesson.moves))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play a full game").click()
    expect(
        page.get_by_role("dialog").get_by_role("button", name="Play", exact=True)
    ).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="First steps: KWINTY").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You know KWINTY now")
    expect(page.locator(".learn-task")).to_have_text(texts("kwinty", "en")[GAME]["done"])
    check(page)


def test_axe_finds_nothing_on_a_step(visit: Any) -> None:
    visitor, lesson = visit(flat=True), find_lesson("kwinty")
    page = visitor.page
    with uncompiled():
        pupil = Pupil(visitor, lesson)
        pupil.sees(lesson.steps[0])
        check(page)
        mistake = pointed_mistake(lesson.steps[0])
        assert mistake
        pupil.errs(lesson.steps[0], mistake)
        check(page)
        pupil.does(lesson.steps[0])
        check(page)
