"""Boards that are told and played in words: typed to the end, walked as a table, and heard once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import blockhaus
from blockhaus import puzzles
from blockhaus.learn.lessons import find_lesson, texts
from browser.doors import PHONE, Visitor
from browser.ears import Ears, check_names, read_aloud
from browser.hands import FRIEND, ME, Hands, open_table
from browser.test_axe import check

TEXT = "localStorage.setItem('blockhaus.settings', JSON.stringify({text: true}))"
COMPUTER = {"kind": "computer", "level": 1}
SMALL = {"width": "5", "height": "4", "blocks": "4"}


class Speaker:
    """Somebody who types at a table and listens."""

    def __init__(self, visitor: Visitor, path: str, field: str = "Move, cell or command") -> None:
        self.page: Page = visitor.page
        visitor.context.add_init_script(TEXT)
        visitor.open(path)
        self.field = self.page.get_by_role("textbox", name=field)
        expect(self.field).to_be_visible()
        self.ears = Ears(self.page)

    def ready(self, number: int = 0) -> None:
        """Wait until a decision is due here, after so many."""
        expect(self.page.locator(".move-list .move")).to_have_count(number)
        expect(self.page.locator(".text-play")).not_to_have_attribute("data-offered", "0")

    def type(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")

    def ask(self, text: str) -> str:
        """The one answer to something typed."""
        self.ears.heard()
        self.type(text)
        return self.hear(1)[0]

    def hear(self, least: int, until: str = "") -> list[str]:
        """What is said next: so many sentences at least, and one with certain words among them."""
        heard: list[str] = []
        for _ in range(1200):
            heard += self.ears.heard()
            if len(heard) >= least and any(until in sentence for sentence in heard):
                self.page.wait_for_timeout(120)
                return heard + self.ears.heard()
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{until!r} is not among {heard}")


def speaker(visitor: Visitor, game: str, seats: list[dict[str, Any]], **more: Any) -> Speaker:
    return Speaker(visitor, f"/table/{open_table(visitor, game, seats, **more)}")


# Whole games. Nothing depends on chance: CUBE is dealt from a code.

KSAR = {"frame": "6", "pieces": "3", "neutrals": "0"}
KEWBZ = {"board": "5", "cubes": "6"}
THERE_AND_BACK = ["e1-f1", "a5-b4", "f1-e1", "b4-a5"]
LINES: dict[str, tuple[dict[str, str], list[str]]] = {
    "kewbz": (KEWBZ, []),
    "ksar": (KSAR, []),
    "kwinty": (SMALL, []),
    "qbq": ({}, THERE_AND_BACK * 2),
    "turris": ({"blocks": "5"}, []),
}


def positions(game: str) -> Iterator[tuple[blockhaus.Position, str]]:
    """The positions of a short game, and the move made in each."""
    options, line = LINES[game]
    position = blockhaus.game(game, **options).start()
    number = 0
    while not position.is_over:
        move = line[number] if line else position.moves[number * 5 % len(position.moves)]
        yield position, move
        position, number = position.play(move), number + 1


def spoken(position: blockhaus.Position, move: str, number: int) -> str:
    """A move as different people type it."""
    words = str(position.words_for(move))
    return [move, words, f"  {words.upper()} ", move.upper()][number % 4]


def check_told(heard: list[str], before: blockhaus.Position, after: blockhaus.Position) -> None:
    """Who did what and what came of it, each once."""
    who = before.game.colours[before.to_move or 0].capitalize()
    assert heard.count(f"{who}: {after.words}.") == 1, heard
    for event in after.events:
        assert sum(str(event.sentence) in sentence for sentence in heard) == 1, heard
    assert len(heard) == len(set(heard)), heard


def ending(position: blockhaus.Position) -> str:
    assert position.outcome
    return "wins." if len(position.outcome.winners) == 1 else "A draw."


@pytest.mark.parametrize("game", sorted(LINES))
def test_a_whole_game_is_typed_to_its_end(visit: Any, game: str) -> None:
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    typist = speaker(visitor, game, [ME, ME], options=LINES[game][0])
    for number, (position, move) in enumerate(positions(game)):
        typist.ready(number)
        typist.ears.heard()
        typist.type(spoken(position, move, number))
        if re.fullmatch(r"[a-z]\d", move) and number % 4 in (
            0,
            3,
        ):  # first it is told what is there
            heard = typist.hear(2)
            assert heard[0].startswith(f"{move}, empty") and "Press Enter" in heard[1]
            typist.type("")
        after = position.play(move)
        heard = typist.hear(1, ending(after) if after.is_over else f"{after.words}")
        check_told(heard, position, after)
    expect(typist.page.locator(".status")).to_contain_text(re.compile(r"wins\.|draw\."))
    assert typist.page.locator("canvas").count() == 0
    assert not [url for url in asked if re.search(r"/(Board|ThreeCanvas|SolidBoard)-", url)]
    log = typist.ask("log").split("\n")
    assert len(log) == number + 1 and log[0].startswith("1. ")
    assert "wins" in typist.ask("who") or "draw" in typist.ask("who")
    check_names(typist.page)


CUBE = (
    "draw a4 a4-b3 a4-b3 a1-b3 d1-c2 d4-c2 c1+d1 c2-a3 c2-c1 c1| a3-a2 b3-b4 a2-b3 b4-c2"
    " b3-c2 b3-c2"
)


def test_a_whole_game_with_hidden_cards_is_typed_to_its_end(visit: Any) -> None:
    """Each player says first that they are there. The deal is known, and so is how it ends."""
    position = blockhaus.game("cube").start(seed=2)
    typist = speaker(visit(), "cube", [ME, ME], code=position.code)
    before = None
    for number, move in enumerate(CUBE.split()):
        if position.to_move != before:
            who = position.game.colours[position.to_move or 0].capitalize()
            typist.page.get_by_role("button", name=f"I am {who}").press("Enter")
        typist.ready(number)
        typist.ears.heard()
        typist.type(str(position.words_for(move)))
        after = position.play(move)
        heard = typist.hear(1, ending(after) if after.is_over else f"{after.words}")
        check_told(heard, position, after)
        before, position = position.to_move, after
    expect(typist.page.locator(".status")).to_contain_text("Red wins.")
    assert typist.ask("score").startswith("Red \u2013 Points: 7; ")


def reach(page: Page, cell: tuple[int, int], now: tuple[int, int]) -> None:
    """Walk from one column and row to another."""
    across, back = cell[0] - now[0], cell[1] - now[1]
    for key, steps in (("ArrowRight", across), ("ArrowUp", back)):
        opposite = {"ArrowRight": "ArrowLeft", "ArrowUp": "ArrowDown"}[key]
        for _ in range(abs(steps)):
            page.keyboard.press(key if steps > 0 else opposite)


def test_a_whole_game_is_walked_by_arrow_keys_alone(visit: Any) -> None:
    walker = speaker(visit(), "kewbz", [ME, ME], options=KEWBZ)
    page = walker.page
    walker.ready()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "TD":
            break
    here = (0, 0)
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "a1, empty"
    for number, (position, move) in enumerate(positions("kewbz")):
        walker.ready(number)
        x, y, _ = position.game.grid.cell(move.removeprefix("^"))
        reach(page, (x, y), here)
        here = (x, y)
        assert str(page.evaluate(focused)).startswith(move.removeprefix("^"))
        page.keyboard.press("Enter")
        walker.ready(number + 1) if not position.play(move).is_over else None
    expect(page.locator(".status")).to_contain_text("wins.")
    page.keyboard.press("PageUp")
    assert page.evaluate(focused).startswith(f"{page.evaluate(focused)[:2]}, level 1, ")


def test_a_move_of_several_picks_is_walked_and_taken_back(visit: Any) -> None:
    walker = speaker(visit(), "qbq", [ME, ME])
    page = walker.page
    walker.ready()
    page.locator("td[data-cell='4,0,0']").focus()
    walker.ears.heard()
    page.keyboard.press("Enter")
    (heard,) = walker.hear(1)
    assert heard.startswith("Which one? Press its number. 1: the cube to move, on e1; 2: where")
    page.keyboard.press("1")
    assert walker.hear(1) == ["e1. Pick: the cell it goes to"]
    page.keyboard.press("Escape")
    assert walker.hear(1) == ["Taken back."]
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    walker.ears.heard()
    page.keyboard.press("Enter")
    after = walker.hear(2, "cube from e1 to f1")
    assert after[-1] == "Move a cube or put in a new one."


@pytest.mark.sample
def test_everything_can_be_asked(visit: Any) -> None:
    # Nothing lies on the ground: the computer's answer is one block upright beside the first.
    asker = speaker(visit(), "turris", [ME, COMPUTER], options={"flat_ground": "false"})
    asker.ready()
    assert asker.ask("board") == "The board is empty."
    assert asker.ask("B2") == "b2, empty."
    assert asker.ask("z9") == "There is no cell z9: cells go from a1 to c3."
    assert asker.ask("moves c2") == "1 move:\nBlock upright on c2 (c2|)"
    assert asker.ask("last") == "Nothing has been played yet."
    assert asker.ask("good morning").startswith("'good morning' is not a move: write b1|")
    assert asker.ask("block upright on b2") == asker.ask("b2|")  # both times the same rule
    assert "middle" in asker.ask("b2|")
    assert asker.ask("who") == "You, white, to move.\nComputer 1, black."
    assert asker.ask("clock") == "No clock."
    assert asker.ask("hand") == "Nobody has anything in the hand."
    assert asker.ask("side") == asker.ask("view middle")
    assert asker.ask("yes") == "Nothing is being asked."
    helped = asker.ask("help").split("\n")
    assert "board: the whole board, level by level and row by row" in helped
    asker.type("upright a1")
    asker.ready(2)
    heard = asker.hear(3, "Your turn.")
    assert heard[0] == "You: block upright on a1." and heard[1].startswith("Computer 1: block")
    assert asker.ask("a1") == "a1, 2 high, white (You), a block from a1.1 to a1.2."
    assert asker.ask("a1.2") == "a1, level 2, white (You), a block from a1.1 to a1.2."
    assert asker.ask("board").startswith("Level 1: ")
    assert "white" in asker.ask("side front") and "white" in asker.ask("side left")
    assert asker.ask("score").startswith("You \u2013 Points: ")
    assert asker.ask("last").startswith("You: block upright on a1.\nComputer 1: ")
    first, second = asker.ask("hint"), asker.ask("hint")
    assert first != second and "Add a block" not in first + second
    asker.type("take back")
    asker.ready(0)
    assert "The last move was taken back." in asker.hear(1)
    assert asker.ask("resign").endswith("Press Enter for yes, Escape for no.")
    asker.page.keyboard.press("Escape")
    asker.type("")
    asker.ready(0)
    asker.type("resign")
    asker.type("yes")
    assert "Computer 1 wins by resignation." in asker.hear(1, "wins")


def test_what_was_said_stands_below_and_makes_sense(visit: Any) -> None:
    reader = speaker(visit(), "kwinty", [ME, ME], options=SMALL)
    reader.ready()
    reader.type("i+j")
    reader.ready(1)
    reader.ask("i1")
    page = reader.page
    said = page.locator(".ear-said li")
    expect(said.first).to_have_text("i1 i1, white, a block from i1 to j1.")
    assert said.filter(has_text="White: block lying on i1 and j1.").count() == 1
    aloud = read_aloud(page)
    order = [
        "heading: Now",
        "heading: Play and ask",
        "heading: Board",
        "grid: The wall from the front",
    ]
    places = [aloud.index(line) for line in order]
    assert places == sorted(places)
    assert "gridcell: i1, white, a block from i1 to j1" in aloud
    check(page)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_cards_at_one_screen_are_told_to_who_holds_them(visit: Any) -> None:
    start = blockhaus.game("cube").start(seed=5)
    holder = speaker(visit(), "cube", [ME, ME], code=start.code)
    page = holder.page
    expect(holder.field).to_be_visible()
    face_down = "The cards are face down until Red sits at the screen."
    assert holder.ask("draw") == face_down
    assert "Picture" not in holder.ask("hand")
    page.get_by_role("button", name="I am Red: show my cards").press("Enter")
    holder.ready()
    expect(holder.field).to_be_focused()
    holder.hear(1, "Draw a cube.")
    assert "Cards in hand, Red" in holder.ask("hand")
    for number, move in enumerate(["draw", "drawn cube on b1"]):
        holder.ready(number)
        holder.type(move)
    expect(page.get_by_role("button", name="I am Yellow")).to_be_visible()
    assert "Red: drawn cube on b1." in holder.hear(1, "b1")
    expect(page.locator(".ear-said")).not_to_contain_text("Cards in hand")
    assert "Cards in hand" not in page.locator("[role=log]").inner_text()
    assert "Red: drawn cube on b1." in page.locator(".ear-said").inner_text()
    check(page)


@pytest.mark.served("other people")
def test_friends_hear_each_other(visit: Any) -> None:
    host, friend = visit(), visit(flat=True)
    table = open_table(host, "kwinty", [ME, FRIEND], options=SMALL)
    typist = Speaker(host, f"/table/{table}")
    hands = Hands(friend, table)
    secret = host.ask("GET", hands.path).json()["invitations"]["1"]
    friend.open(f"/table/{table}#{secret}")
    friend.page.get_by_role("textbox").first.fill("Ben")
    friend.page.get_by_role("button", name="Sit down and play").click()
    typist.ready()
    typist.type("i+j")
    hands.shows(1)
    hands.from_list("k|")
    heard = typist.hear(1, "Your turn.")
    assert "Ben: block upright, from k1 to k2." in heard
    typist.type("say hello Ben")
    expect(friend.page.locator(".chat-lines")).to_contain_text("hello Ben")
    assert sum("hello Ben" in line for line in typist.hear(1, "hello Ben")) == 1
    friend.page.get_by_role("button", name="Ask to take back").click()
    alert = host.page.get_by_role("alert")
    expect(alert).to_contain_text("Ben would like to take the last move back")
    typist.type("yes")
    typist.hear(1, "The last move was taken back.")
    hands.shows(1)
    typist.type("offer draw")
    typist.type("")
    friend.page.get_by_role("button", name="Yes").click()
    typist.hear(1, "A draw.")


def test_the_first_stop_of_the_tab_key_turns_the_board_into_words(visit: Any) -> None:
    visitor = visit(locale="de-DE")
    table = open_table(visitor, "kwinty", [ME, ME], options=SMALL)
    page = visitor.open(f"/table/{table}")
    expect(page.locator(".board-view canvas")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Als Text spielen, ohne Bilder")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("canvas")).to_have_count(0)
    typist = Speaker(visitor, f"/table/{table}", "Zug, Feld oder Befehl")
    typist.ready()
    assert typist.ask("Brett") == typist.ask("board") == "Das Brett ist leer."
    assert typist.ask("ZÜGE") == typist.ask("moves")
    assert "vorn" in typist.ask("seite")
    typist.type("block liegend auf i1 und j1")
    typist.hear(1, "Setze einen Block an die Mauer.")
    typist.ready(1)
    assert typist.ask("i1").startswith("i1, Weiß")
    page.get_by_role("button", name="Das Brett in Bildern zeigen").press("Enter")
    expect(page.locator(".board-view canvas")).to_be_visible()


def test_by_touch(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    toucher = speaker(visitor, "kewbz", [ME, ME], options=KEWBZ)
    toucher.ready()
    page = toucher.page
    page.locator("td[data-cell='2,2,0']").tap()
    toucher.ready(1)
    toucher.field.fill("board")
    page.get_by_role("button", name="Go", exact=True).tap()
    expect(page.locator(".ear-said li").first).to_have_text("board Level 1: c3 blue.")


def test_a_puzzle_is_solved_by_typing(visit: Any) -> None:
    puzzle = next(one for one in puzzles("kwinty") if len(one.own) == 1)
    solver = Speaker(visit(), f"/puzzle/{puzzle.id}")
    expect(solver.page.locator(".text-play")).not_to_have_attribute("data-offered", "0")
    assert solver.ask("board").startswith("Row 1: ")
    solver.type(str(puzzle.position.words_for(puzzle.own[0])))
    expect(solver.page.get_by_text("Next puzzle").first).to_be_visible()


def test_first_steps_are_taken_by_typing(visit: Any) -> None:
    lesson = find_lesson("kwinty")
    pupil = Speaker(visit(), "/learn/kwinty")
    task = pupil.page.locator(".learn-task")
    for step in lesson.steps:
        told = texts("kwinty", "en")[step.name]
        expect(task).to_have_text(told["task"])
        expect(pupil.page.locator(".text-play")).not_to_have_attribute("data-offered", "0")
        assert pupil.ask("task") == told["task"]
        assert pupil.ask("hint")
        if step.solution.cell:
            pupil.type(step.position.game.grid.name(step.solution.cell))
            pupil.type("")  # the name of a cell tells of it first, and Enter means it
        else:
            pupil.type(step.solution.move or str(step.solution.side))
        pupil.hear(1, told["done"])
        pupil.page.get_by_role("button", name="Next", exact=True).press("Enter")
    expect(pupil.page.get_by_role("button", name="Play the short game")).to_be_visible()


def test_solo_and_figures_are_told_in_words(visit: Any) -> None:
    visitor = visit()
    builder = Speaker(visitor, "/solo/cube:9-19-34-40")
    page = builder.page
    assert "Build all cards" in builder.hear(1, "Build all cards")[0]
    assert "yellow" in builder.ask("cards")
    builder.type("cube on b2")
    builder.hear(1, "1 piece")
    builder.type("b2:g")
    builder.hear(1, "2 pieces")
    assert builder.ask("b2") == "b2, 2 high, green on top, below it red."
    builder.type("undo")
    builder.hear(1, "1 piece")
    assert builder.ask("board") == "Level 1: b2 red."
    check(page)

    visitor.open("/rules/kewbz")
    expect(page.locator(".figure-words").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Try")).first.click()
    expect(page.locator(".text-play")).not_to_have_attribute("data-offered", "0")
    builder.field.fill("cube on c3")
    builder.field.press("Enter")
    expect(page.locator(".text-play .status")).to_contain_text("Red")
    expect(page.locator("canvas")).to_have_count(0)
