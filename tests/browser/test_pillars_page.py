"""A game of another package in the browser: the lobby shows it, and it is played by clicks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import blockhaus
from browser.doors import House
from browser.hands import ME, Hands, open_table
from house import processes

pytestmark = pytest.mark.served("an installed package")

WON = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]


@pytest.fixture(scope="module")
def house(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in whose environment the package is installed."""
    path = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(path))
        house = House(tmp_path_factory.mktemp("house"))
    yield house
    processes.stop(house.process)


def test_the_lobby_shows_it(visit: Any) -> None:
    visitor = visit(flat=True)
    visitor.open("/")
    expect(visitor.page.get_by_text("PILLARS").first).to_be_visible()
    picture = visitor.page.request.get(f"{visitor.house.address}/pictures/pillars.webp")
    assert picture.ok
    assert picture.headers["content-type"] == "image/webp"


@pytest.mark.usefixtures("pillars")
def test_it_is_played_by_clicks(visit: Any) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, "pillars", [ME, ME]))
    position = blockhaus.game("pillars").start()
    for number, move in enumerate(WON):
        hands.play(move, number, by_hand=number % 4 != 3)
        position = position.play(move)
    assert position.outcome
    assert tuple(hands.table()["result"]["winners"]) == position.outcome.winners
    expect(visitor.page.get_by_role("region", name="Result")).to_be_visible()


@pytest.mark.usefixtures("pillars")
def test_the_computer_plays_it(visit: Any) -> None:
    visitor = visit(flat=True)
    computer = {"kind": "computer", "level": 2}
    hands = Hands(visitor, open_table(visitor, "pillars", [ME, computer], options={"levels": "1"}))
    hands.play("b2", 0)
    hands.shows_at_least(2)
    assert len(hands.table()["moves"]) == 2
