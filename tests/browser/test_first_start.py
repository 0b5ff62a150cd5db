"""The very first start: every game is played through the page while none is compiled."""

from __future__ import annotations

import json
import random
import re
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import blockhaus
from browser.doors import COLD, House
from browser.hands import ME, Hands, open_table, seated
from house import processes

pytestmark = pytest.mark.served("a server that compiles its games")

DECISIONS = 20


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("cold"), COLD)
    yield house
    with urllib.request.urlopen(f"{house.address}/health") as answer:
        assert not any(json.load(answer)["ready"].values())
    processes.stop(house.process)
    assert "trace" not in (house.data / "log.txt").read_text()


@pytest.mark.parametrize("game", blockhaus.games())
def test_a_game_is_played_before_it_is_compiled(visit: Any, game: str) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, game, [ME, ME]))
    played = play_on(hands, 0, 3)
    take_back(hands, played)
    visitor.page.reload()
    hands.shows(played - 1)
    look_back(visitor.page)
    ask_why(hands)
    play_on(hands, played - 1, DECISIONS)


def play_on(hands: Hands, number: int, until: int) -> int:
    """Play what comes from the house's offers, to the end of the game at most."""
    chance = random.Random(number)
    while number < until and hands.table()["result"] is None:
        offer = chance.choice(hands.offered(number))
        hands.play(offer["move"], number, by_hand=number % 4 != 3)
        number += 1
    return number


def take_back(hands: Hands, number: int) -> None:
    for after in [each for each in hands.offers if each >= number - 1]:
        del hands.offers[after]
    hands.page.get_by_role("button", name="Take back").click()
    hands.shows(number - 1)
    hands.offered(number - 1)


FIRST_TURN = re.compile(
    "looking at the game (after|during) turn 1"
)  # which may have several decisions


def look_back(page: Page) -> None:
    page.get_by_role("slider", name="Place in the game").fill("1")
    told = page.get_by_text(FIRST_TURN)
    expect(told).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(told).to_have_count(0)


def ask_why(hands: Hands) -> None:
    """What the page asks when somebody points at a cell: one that can be played, and one beside."""
    offer = hands.offered(hands.table()["number"])[0]
    found = hands.why(offer["pick"][:1])
    assert offer["move"] in found["moves"] and found["refusal"] is None
    found = hands.why([[90, 90, 90]])
    assert found["moves"] == [] and found["refusal"]["message"]


@pytest.mark.parametrize("game", blockhaus.games())
def test_analysis_asked_for_too_early_answers_in_words(visit: Any, game: str) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/analysis")
    page.get_by_role("button", name=game.upper()).click()
    expect(page.get_by_text("The computer is still getting ready.").first).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("The computer is still getting ready.")
    box = page.get_by_role("combobox", name="Find a move")
    box.press("ArrowDown")
    box.press("Enter")
    expect(page.locator(".move-list .move")).to_have_count(1)


@pytest.mark.parametrize("game", blockhaus.games())
def test_friends_play_and_talk(visit: Any, game: str) -> None:
    host, left, friend, right = seated(visit, game, flat=True)
    for number, hands in enumerate((left, right)):
        if hands.table()["you"] == [hands.table()["view"]["to_move"]]:
            hands.play(hands.offered(number)[0]["move"], number)
    left.shows(right.table()["number"])
    say(host.page, "The cubes are cold.")
    expect(friend.page.locator(".chat-lines")).to_contain_text("The cubes are cold.")


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("textbox", name="Say something").press("Enter")


def test_the_computer_says_that_it_is_coming(visit: Any) -> None:
    visitor = visit(flat=True)
    computer = {"kind": "computer", "level": 1}
    hands = Hands(visitor, open_table(visitor, "kwinty", [computer, ME]))
    expect(hands.page.get_by_text("as soon as the house has warmed up")).to_be_visible()


def test_a_game_that_ended_too_early_for_a_review_says_so(visit: Any) -> None:
    visitor = visit(flat=True)
    short = {"width": "5", "height": "4", "line": "4"}
    hands = Hands(visitor, open_table(visitor, "kwinty", [ME, ME], options=short))
    play_on(hands, 0, 100)
    page = visitor.page
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_text("The review begins by itself.")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("Match after 1 game")).to_be_visible()
    hands.shows(0)
