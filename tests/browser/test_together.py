"""What people at a table do beside playing: ask, agree, talk, leave, come back, run out of time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.doors import Visitor
from browser.hands import FRIEND, ME, Hands, open_table, over, seated, sure_of

# A page in the background whose notifications are kept to be looked at.
HIDDEN = """
  window.notes = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, more) { window.notes.push(`${title} / ${more.body}`); }
  };
  Object.defineProperty(document, "hidden", { get: () => true });
"""


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def answer(page: Page, question: str, answer: str) -> None:
    asked = page.get_by_role("alert").filter(has_text=question)
    asked.get_by_role("button", name=answer, exact=True).click()


@pytest.mark.served("other people")
def test_whose_turn_it_is_shows_in_the_title_and_as_a_notification(visit: Any) -> None:
    host, left, friend, _ = seated(visit, "kwinty", flat=True)
    friend.page.add_init_script(HIDDEN)
    friend.page.reload()
    friend.page.get_by_role("checkbox", name="Tell me when it is my turn").check()
    expect(host.page).to_have_title(re.compile("Your turn"))
    expect(friend.page).not_to_have_title(re.compile("Your turn"))
    left.play("i+j", 0)
    expect(friend.page).to_have_title(re.compile("Your turn"))
    expect(host.page).not_to_have_title(re.compile("Your turn"))
    friend.page.wait_for_function("() => window.notes.length")
    [note] = friend.page.evaluate("window.notes")
    said = "block lying on i1 and j1"
    assert "Your turn" in note and said in note
    for heard in (f"{said}.", "Your turn."):
        expect(friend.page.get_by_role("log").first).to_contain_text(heard)


@pytest.mark.served("other people")
def test_taking_back_a_draw_a_rematch_and_giving_up(visit: Any) -> None:
    host, left, friend, right = seated(visit, "kwinty", flat=True)
    left.play("i+j", 0)
    right.shows(1)
    press(host.page, "Ask to take back")
    answer(friend.page, "take the last move back", "No")
    press(host.page, "Ask to take back")
    answer(friend.page, "take the last move back", "Yes")
    left.shows(0)
    right.shows(0)
    expect(friend.page.get_by_role("log").first).to_contain_text("taken back")
    left.play("i|", 0)
    right.shows(1)
    press(friend.page, "Offer a draw")
    answer(host.page, "Ben offers a draw", "No")
    expect(friend.page.get_by_role("button", name="Offer a draw")).to_be_enabled()
    press(host.page, "Offer a draw")
    answer(friend.page, "offers a draw", "Yes")
    for page in (host.page, friend.page):
        expect(page.locator(".result")).to_contain_text("agreed on a draw")
        expect(page.get_by_role("log").first).to_contain_text("A draw.")
    press(host.page, "Rematch")
    expect(friend.page.get_by_text("would like a rematch")).to_be_visible()
    press(friend.page, "Yes, once more")
    for page in (host.page, friend.page):
        expect(page.get_by_text("Match after 1 game: 0.5 : 0.5")).to_be_visible()
    press(friend.page, "Resign")
    friend.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.page.locator(".result")).to_contain_text("You win!")
    expect(friend.page.locator(".result")).to_contain_text("by resignation")
    expect(host.page.locator(".result")).to_contain_text("Match after 2 games")


@pytest.mark.served("other people")
def test_people_watch_and_talk_and_need_not_listen(visit: Any) -> None:
    host, left, friend, _ = seated(visit, "kwinty", flat=True, public=True)
    guest = visit(flat=True)
    guest.open(f"/table/{left.id}")
    expect(host.page.get_by_text("1 person is watching")).to_be_visible()
    for act in ("Resign", "Offer a draw", "Ask to take back"):
        expect(guest.page.get_by_role("button", name=act)).to_have_count(0)
    say(host.page, "good luck")
    say(guest.page, "hello from the window")
    for page in (host.page, friend.page, guest.page):
        expect(page.locator(".chat-lines")).to_contain_text("good luck")
        expect(page.locator(".chat-lines")).to_contain_text("hello from the window")
    press(friend.page, "Mute")
    expect(friend.page.locator(".chat-lines")).to_have_count(0)
    friend.page.reload()
    expect(friend.page.get_by_role("button", name="Show the chat")).to_be_visible()
    expect(friend.page.locator(".chat-lines")).to_have_count(0)


@pytest.mark.served("other people")
def test_who_looks_on_at_a_private_table_says_nothing(visit: Any) -> None:
    host, left, _, _ = seated(visit, "kwinty", flat=True)
    guest = visit(flat=True)
    guest.open(f"/table/{left.id}")
    say(host.page, "good luck")
    expect(guest.page.locator(".chat-lines")).to_contain_text("good luck")
    expect(guest.page.get_by_role("textbox", name="Say something")).to_have_count(0)


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("textbox", name="Say something").press("Enter")


@pytest.mark.served("other people")
def test_the_computer_plays_for_who_left_until_they_are_back(visit: Any) -> None:
    host, left, friend, right = seated(visit, "kwinty", flat=True)
    place = friend.page.url
    friend.page.goto("about:blank")
    expect(host.page.locator(".away")).to_be_visible()
    left.play("i+j", 0)
    host.page.wait_for_timeout(1000)  # until the house believes it
    press(host.page, "Let the computer play on")
    expect(host.page.get_by_text("the computer plays on")).to_be_visible()
    left.shows(2)
    guest = visit(flat=True)
    guest.open(place.partition(host.house.address)[2])
    expect(guest.page.get_by_text("the computer plays on")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Take your seat back")).to_have_count(0)
    friend.page.goto(place)
    friend.page.get_by_role("button", name="Take your seat back").click()
    expect(host.page.get_by_text("the computer plays on")).to_have_count(0)
    left.play(left.offered(2)[0]["move"], 2)
    right.offered(3)
    expect(friend.page.locator(".status")).to_contain_text("Your turn")


@pytest.mark.served("other people")
def test_who_has_no_time_left_has_lost(visit: Any) -> None:
    clock = {"kind": "game", "minutes": 0.05, "increment": 0}
    host, left, friend, _ = seated(visit, "kwinty", flat=True, clock=clock)
    expect(host.page.get_by_role("timer").first).to_be_visible()
    for page in (host.page, friend.page):
        over(page)
    expect(friend.page.locator(".result")).to_contain_text("You win!")
    expect(host.page.locator(".result")).to_contain_text("time ran out")
    assert left.table()["result"]["how"] == "time"


@pytest.mark.sample
def test_every_move_can_be_confirmed_and_heard(visit: Any) -> None:
    visitor: Visitor = visit()
    visitor.page.add_init_script(
        """window.knocks = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...all) {
          window.knocks += 1;
          return start.apply(this, all);
        };"""
    )
    hands = Hands(visitor, open_table(visitor, "kewbz", [ME, ME]))
    page = visitor.page
    press(page, "Settings")
    page.get_by_role("checkbox", name="Confirm every move").check()
    page.get_by_role("checkbox", name="Knock when a block is placed").check()
    page.keyboard.press("Escape")
    offer = hands.offered(0)[0]
    play = sure_of(page, offer)
    assert hands.point(offer["pick"][0])
    expect(play).to_be_visible()
    page.keyboard.press("Escape")
    expect(play).to_have_count(0)
    assert hands.point(offer["pick"][0])
    hands.shows(0)
    play.click()
    hands.shows(1)
    page.wait_for_function("() => window.knocks === 1")


@pytest.mark.served("other people")
def test_a_friend_is_invited_by_a_link_that_can_be_passed_on(visit: Any) -> None:
    host = visit(flat=True, permissions=["clipboard-read", "clipboard-write"])
    host.page.add_init_script(
        "navigator.share = async ({ url }) => { window.passed = url; }; window.passed = null;"
    )
    table = open_table(host, "kwinty", [ME, FRIEND])
    left = Hands(host, table)
    link = f"{host.house.address}/table/{table}#{left.table()['invitations']['1']}"
    expect(host.page.get_by_role("textbox", name="Invitation for Black")).to_have_value(link)
    press(host.page, "Copy")
    expect(host.page.get_by_text("Copied")).to_be_visible()
    assert host.page.evaluate("navigator.clipboard.readText()") == link
    press(host.page, "Share")
    assert host.page.evaluate("window.passed") == link
