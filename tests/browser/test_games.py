"""Whole games of every kind through the page, by clicks wherever cells can be seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import blockhaus
from browser.hands import ME, Hands, open_table, sensible

SHORT = {
    "kewbz": {"board": "5", "cubes": "10"},
    "ksar": {"frame": "6", "pieces": "5", "neutrals": "1"},
    "kwinty": {},
    "qbq": {},
    "turris": {"blocks": "8"},
}


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_game_at_one_screen(visit: Any, game: str) -> None:
    visitor = visit()
    hands = Hands(visitor, open_table(visitor, game, [ME, ME], options=SHORT[game]))
    position = blockhaus.game(game, **SHORT[game]).start()
    number = 0
    while not position.is_over:
        move = sensible(position)
        hands.play(move, number, by_hand=number % 4 != 3)
        position, number = position.play(move), number + 1
    result = hands.table()["result"]
    assert position.outcome and tuple(result["winners"]) == position.outcome.winners
    expect(visitor.page.get_by_role("region", name="Result")).to_be_visible()
