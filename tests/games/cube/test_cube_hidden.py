"""What is hidden in CUBE (R11), and what searches and networks are told."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.author import Square
from blockhaus.core.layout import Plain
from blockhaus.core.native import loops
from blockhaus.core.native.records import array_of
from blockhaus.games.cube import hidden, rules, sense
from games.cube.crafted import (
    CALL,
    CORNER,
    ROW,
    Position,
    after,
    almost,
    complete,
    crafted,
    decided_at_once,
    hands,
    standstill,
)


def redealt(position: Position, seat: int, seed: int) -> Position:
    latest = position.change, position.events
    state = position.redealt(seat, seed)
    return Position(position.game, position.seed, position.path, state, latest=latest)


def observation(position: Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(hidden.planes(position.plain), np.int8)
    loops.seen(array_of(position), planes)
    return planes


def test_r11_a_redeal_keeps_what_the_seat_sees() -> None:
    position = after("draw b2 draw", players=3)
    before, view = position.secrets(), position.view(1)
    orders = set()
    for seed in range(30):
        other = redealt(position, 1, seed)
        now = other.secrets()
        assert other.view(1) == view
        assert now["hands"][1] == before["hands"][1]
        assert Counter(now["bag"]) == Counter(before["bag"])
        assert sorted(chain(now["pile"], *now["hands"])) == list(range(48))
        orders.add((tuple(now["bag"]), tuple(now["pile"]), *map(tuple, now["hands"])))
    assert len(orders) == 30


def test_r11_a_redeal_is_uniform() -> None:
    position = after("")
    first, last, bag = Counter[int](), Counter[int](), Counter[int]()
    for seed in range(4500):
        s = redealt(position, 0, seed).plain
        first[s.hand[1, 0]] += 1
        last[s.pile[0]] += 1
        bag[s.bag[s.in_bag - 1]] += 1
    for cards in (first, last):  # 45 cards, 100 times each on average, give or take 10
        assert set(cards) == set(range(48)) - set(hands(position)[0])
        assert all(50 < number < 150 for number in cards.values())
    assert all(900 < number < 1350 for number in bag.values())


def test_r11_nobody_is_dealt_a_card_that_would_have_been_shown() -> None:
    position = complete(lambda s: almost(s, [0, 1, 2], [3, 4, 5], pile=[ROW, CORNER, 7, 8]))
    dealt = Counter(card for seed in range(300) for card in hands(redealt(position, 0, seed))[1])
    assert set(dealt) == {3, 4, 5, 7, 8}
    called = complete(lambda s: almost(s, [0, 1, 2], [3, 4, 5], pile=[ROW, CORNER, 7, 8]), **CALL)
    dealt = Counter(card for seed in range(300) for card in hands(redealt(called, 0, seed))[1])
    assert set(dealt) == {3, 4, 5, 7, 8, ROW, CORNER}


def test_r11_in_the_play_off_the_others_cards_are_dealt_anew() -> None:
    position = crafted(lambda s: standstill(s, 2, 1, 2, mover=2), players=3).play("d1-d2")
    seen = set()
    for seed in range(200):
        now = hands(redealt(position, 0, seed))
        assert now[0] == [0, 1, 2, 14]
        assert [len(hand) for hand in now] == [4, 3, 4]
        seen.add(now[2][3])
    assert seen == {3, 4, 5, 7, 8, 9, 15, 16}


def test_r11_a_card_that_won_the_play_off_is_public() -> None:
    end = crafted(decided_at_once).play("d1-d2")
    for seed in range(50):
        assert hands(redealt(end, 1, seed))[0][3] == CORNER


def test_r11_only_the_own_hand_is_in_a_view() -> None:
    position = after("", **CALL)
    for viewer in (0, 1, None):
        for side, seat in enumerate(position.scene(viewer).seats):
            own = side == viewer
            assert [card.number for card in seat.cards] == (hands(position)[side] if own else [])
            assert seat.hidden == (0 if own else 3)
    card = position.scene(1).seats[1].cards[2]
    assert (card.number, str(card.name), card.shown) == (8, "row (red, blue, yellow, green)", False)
    assert card.squares == (
        Square(0, 0, "red"), Square(1, 0, "blue"), Square(2, 0, "yellow"), Square(3, 0, "green"),
    )  # fmt: skip


def test_r11_shown_cards_lie_open() -> None:
    position = complete(lambda s: almost(s, [0, ROW, CORNER], [2, 3, 4], pile=[14, 15, 16]))
    for viewer in (0, 1, None):
        red, yellow = position.scene(viewer).seats
        assert [card.number for card in red.cards if card.shown] == [ROW, CORNER]
        assert not [card for card in yellow.cards if card.shown]
        assert [red.hidden, yellow.hidden] == [3 * (viewer != 0), 3 * (viewer != 1)]


def test_r11_the_observation_has_the_own_cards_only() -> None:
    planes = observation(after("draw b2"))
    assert planes[36:40, 0, 0].tolist() == [7, 7, 6, 7]
    assert planes[48].sum() == 1  # the cube on b2 alone may be moved
    # Yellow's first card is 23, Zgyrb: green above left, yellow, red below it, blue.
    assert [np.argwhere(planes[20 + colour]).tolist() for colour in range(4)] == [
        [[0, 1]], [[1, 1]], [[1, 0]], [[0, 2]],
    ]  # fmt: skip


# What searches are told


def obvious_move(position: Position) -> str | None:
    s, before = (Plain(rules.State, position.state) for _ in range(2))
    action = sense.obvious(s)
    for field in ("pictures", "height", "tint", "filled"):
        assert getattr(s, field) == getattr(before, field)
    return position.game.text(action) if action >= 0 else None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_obvious_fulfils_a_card(players: int) -> None:
    dice = random.Random(players)
    kinds = Counter[str]()
    position = blockhaus.game("cube", players=players).start(players)
    while not position.is_over:
        seat, move = position.to_move, obvious_move(position)
        if move is None or ("draw" in position.moves and dice.random() < 0.5):
            other = "draw" if "draw" in position.moves else dice.choice(position.moves)
            position = position.play(other)
            continue
        assert seat is not None
        following = position.play(move)
        if position.plain.tied:
            assert following.outcome
            assert following.outcome.winners == (seat,)
        else:
            assert rules.points(following.plain, seat) > rules.points(position.plain, seat)
        kinds["-" if "-" in move else "twin" if "|" in move else "place"] += 1
        position = following
    assert kinds["-"] > 0
    assert kinds["place"] > 0


def test_r7_by_call_it_is_obvious_to_call() -> None:
    position = complete(lambda s: almost(s, [0, ROW, 2], [3, 4, 5], pile=[7]), **CALL)
    assert obvious_move(position) == f"!{ROW}"
    assert obvious_move(position.play(f"!{ROW}")) == "pass"
