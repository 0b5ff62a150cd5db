"""From an empty browser to a first game won: how many clicks it takes, and how many words are read.

    PYTHONPATH=tests python -m bench.newcomer          # all games, on Chromium without a card

A visitor who has never been here opens the lobby, follows the link to a game's first steps, answers
each step by pointing at the board, and plays the game at their end against level 1 until one is
won. Where nothing is hidden the visitor plays as well as level 3 does, else by the house's hints.
Clicks are those of the page, the board included; words are those of titles, tasks and praise.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

import blockhaus
from blockhaus.core.engine import uncompiled
from blockhaus.learn.lessons import find_lesson, texts
from browser.doors import FLAGS, House, Visitor
from browser.hands import Hands, over
from browser.test_learn import Pupil
from house import processes

COUNT = """addEventListener("click",
  () => localStorage.setItem("clicks", Number(localStorage.getItem("clicks") ?? 0) + 1), true);"""
LEVEL = "level:3"
MOST = 5  # games until one is won
QUICK = ("--limits-hints", "1000,100")  # no person asks for hints as quickly


def clicks(visitor: Visitor) -> int:
    return int(visitor.page.evaluate("localStorage.getItem('clicks')") or 0)


def learn(visitor: Visitor, game: str) -> int:
    """Walk the steps; returns the words read on the way."""
    lesson = find_lesson(game)
    visitor.open("/")
    visitor.page.get_by_role("link", name=f"First steps: {game.upper()}").click()
    with uncompiled():
        pupil = Pupil(visitor, lesson, come=False)
        for step in lesson.steps:
            pupil.sees(step)
            pupil.does(step)
            pupil.goes_on()
    told = texts(game, "en")
    read = [told[name][part] for name in told for part in ("title", "task", "done")]
    return len(" ".join(read).split())


def choice(hands: Hands, number: int) -> str:
    """What the visitor plays: as level 3 would, or what the strongest hint says."""
    facts = hands.table()
    if not blockhaus.game(facts["game"]).spec.secrets:
        game = blockhaus.game(facts["game"], **facts["options"])
        position = list(game.positions([each["move"] for each in facts["moves"]]))[-1]
        return blockhaus.player(LEVEL).choose(position)
    for strength in (1, 2, 3):
        wish = {"number": number, "strength": strength}
        told = hands.ask("POST", f"{hands.path}/hint", wish).json()
    return str(told["move"])


def win(visitor: Visitor, game: str) -> tuple[int, int]:
    """Play the game at the end until one is won; returns the games and the decisions of it."""
    page = visitor.page
    for games in range(1, MOST + 1):
        name = "Play the short game" if games == 1 else "Play it once more"
        page.get_by_role("button", name=name).click()
        page.wait_for_url("**/table/*")
        hands = Hands(visitor, page.url.rpartition("/")[2].partition("?")[0], "?learn")
        own = play(hands)
        over(page)
        facts = hands.table()
        if facts["result"]["winners"] == facts["you"]:
            return games, own
        visitor.open(f"/learn/{game}")
    raise AssertionError(f"no game of {game} was won in {MOST}")


def play(hands: Hands) -> int:
    own = 0
    while (facts := hands.table())["state"] == "running":
        number = facts["number"]
        if facts["view"]["to_move"] not in facts["you"] or number not in hands.offers:
            hands.page.wait_for_timeout(50)
            continue
        move = choice(hands, number)
        offer = next(each for each in hands.offers[number] if each["move"] == move)
        hands.make(offer, number, by_hand=True)
        hands.shows_at_least(number + 1)
        own += 1
    return own


def newcomer(browser: Browser, house: House, game: str) -> None:
    visitor = Visitor(browser, house)
    visitor.page.add_init_script(COUNT)
    words = learn(visitor, game)
    learnt = clicks(visitor)
    games, own = win(visitor, game)
    steps = len(find_lesson(game).steps)
    print(
        f"| {game.upper()} | {steps} | {learnt} | {words} | {clicks(visitor) - learnt} | {own} "
        f"| {games} |",
        flush=True,
    )
    visitor.context.close()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="*", default=blockhaus.games())
    asked: Any = reader.parse_args()
    expect.set_options(timeout=30_000)
    path = shutil.which("chromium") or shutil.which("google-chrome")
    print("| game | steps | clicks to learn it | words | clicks to win | own decisions | games |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data), arguments=QUICK)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for game in asked.games:
            newcomer(browser, house, game)
        browser.close()
        processes.stop(house.process)


if __name__ == "__main__":
    main()
