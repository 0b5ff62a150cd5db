"""What a decision brings about, moves of several computers, and the moment of winning."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import expect

import blockhaus
from browser.hands import ME, Hands, open_table, over

COMPUTER = {"kind": "computer", "level": 1}


def eventful(game: str, **options: str) -> blockhaus.Position:
    """A position of a random game whose last decision brought something about on the board."""
    for seed in range(200):
        dice = random.Random(seed)
        position = blockhaus.game(game, **options).start()
        while not position.is_over:
            position = position.play(dice.choice(position.moves))
            if any(event.cells for event in position.events):
                return position
    raise AssertionError("nothing happens in this game")


def follow(hands: Hands, position: blockhaus.Position) -> None:
    for number, move in enumerate(position.history):
        hands.offered(number)
        hands.from_list(move)
        hands.shows(number + 1)


def test_an_event_lights_up_and_is_kept_beside_its_move(visit: Any) -> None:
    visitor = visit(flat=True)
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    position = eventful("kewbz")
    event = next(event for event in position.events if event.cells)
    page = visitor.page
    follow(hands, position)
    expect(page.locator(".board-flat .event")).not_to_have_count(0)
    expect(page.locator(".board-flat .badge").first).to_be_visible()
    expect(page.locator(".events")).to_contain_text(position.history[-1])
    beside = page.locator(".move-list .move-events").last
    expect(beside).to_contain_text(str(event.sentence))
    expect(page.locator(".board-flat .badge")).to_have_count(0)
    # It stays in the list, and lights up again for who looks back.
    hands.from_list(position.moves[0])
    hands.shows(len(position.history) + 1)
    expect(page.locator(".move-list .move-events").first).to_contain_text(str(event.sentence))
    page.reload()
    expect(page.locator(".move-list .move-events").first).to_contain_text(str(event.sentence))
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".board-flat .badge").first).to_be_visible()


def computers_done(hands: Hands, number: int) -> int:
    """Play the first move on offer and wait until the computers have played theirs; how many."""
    hands.from_list(hands.offered(number)[0]["move"])
    for _ in range(600):
        table = hands.table()
        if table["number"] > number + 1 and table["view"]["to_move"] == 0:
            return int(table["number"])
        hands.page.wait_for_timeout(50)
    raise AssertionError("the computers do not play")


def test_moves_of_several_computers_are_seen_one_after_the_other(visit: Any) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "qbq", [ME, *[COMPUTER] * 3], options={"players": "4"})
    hands = Hands(visitor, table)
    page = visitor.page
    hands.offered(0)
    expect(page.locator(".move-list")).to_be_attached()
    page.evaluate(
        """() => {
          window.seen = {};
          const list = document.querySelector(".move-list");
          const look = () => { seen[list.querySelectorAll(".move").length] ??= Date.now(); };
          new MutationObserver(look).observe(list, { childList: true, subtree: true });
        }"""
    )
    number = computers_done(hands, 0)
    hands.shows(number)
    seen = {int(count): time for count, time in page.evaluate("window.seen").items()}
    assert sorted(seen) == list(range(1, number + 1)), "each move is seen by itself"
    pauses = [seen[count + 1] - seen[count] for count in range(2, number)]
    assert min(pauses) > 900, pauses
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_moves_of_computers_can_be_hurried_or_not_held_back_at_all(visit: Any) -> None:
    visitor = visit(flat=True)
    table = open_table(visitor, "qbq", [ME, *[COMPUTER] * 3], options={"players": "4"})
    hands = Hands(visitor, table)
    page = visitor.page
    number = computers_done(hands, 0)
    page.get_by_role("button", name="more move").click()
    expect(page.locator(".move-list .move")).to_have_count(number, timeout=900)
    expect(page.get_by_role("button", name="more move")).to_have_count(0)
    page.locator("header").get_by_role("button").last.click()
    page.get_by_role("checkbox", name="one after the other").uncheck()
    page.keyboard.press("Escape")
    number = computers_done(hands, number)
    expect(page.locator(".move-list .move")).to_have_count(number, timeout=900)


def test_winning_has_a_moment(visit: Any) -> None:
    for motion in ("reduce", "no-preference"):
        visitor = visit(flat=True, reduced_motion=motion)
        hands = Hands(visitor, open_table(visitor, "kwinty", [ME, ME]))
        dice = random.Random(1)
        position = blockhaus.game("kwinty").start()
        while not position.is_over:
            position = position.play(dice.choice(position.moves))
        follow(hands, position)
        page = visitor.page
        expect(page.locator(".finale-who")).to_contain_text("win")
        blocks = page.locator(".finale-block")
        expect(blocks).to_have_count(0) if motion == "reduce" else expect(blocks).not_to_have_count(
            0
        )
        over(page)
        expect(page.locator(".finale")).to_have_count(0)
        page.reload()
        over(page)
        expect(page.locator(".finale")).to_have_count(0)


def test_messages_are_in_front_of_what_is_open(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/")
    page.locator("header").get_by_role("button").last.click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Ada")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    toast.click()
    expect(toast).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()
