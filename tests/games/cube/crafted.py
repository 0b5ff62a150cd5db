"""Positions of CUBE for tests: reached by moves, or changed by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import blockhaus
from blockhaus.core.layout import Plain
from blockhaus.games.cube import rules
from blockhaus.games.cube.cards import COLOURS, DECK
from blockhaus.games.cube.views import NAMES, stack

Position = blockhaus.Position
CALL: dict[str, Any] = {"claims": "call"}
TWIN = "draw a3 a3-c2 a1-b1 draw d2"  # seed 598: red has shown a card


def after(moves: str, seed: int = 3, **options: Any) -> Position:
    return list(blockhaus.game("cube", **options).positions(moves.split(), seed))[-1]


def changed(position: Position, change: Callable[[Plain], None]) -> Position:
    state = bytearray(position.state)
    s = Plain(rules.State, state)
    change(s)
    s.write(state)
    return Position(position.game, position.seed, (), bytes(state))


def crafted(change: Callable[[Plain], None], **options: Any) -> Position:
    """A start position of seed 3 in which something is changed by hand."""
    return changed(after("", **options), change)


def build(s: Plain, columns: dict[str, str]) -> None:
    """Clear the corners and build these columns, colours from the ground up."""
    for corner in rules.CORNERS:
        stack(s, corner, -1)
    for cell, colours in columns.items():
        for colour in colours.split():
            stack(s, NAMES.index(cell), COLOURS.index(colour))
    s.turn = 8


def deal(s: Plain, *hands: list[int], pile: list[int]) -> None:
    """Give out these cards; the pile is in draw order."""
    for seat, hand in enumerate(hands):
        for slot in range(rules.HAND):
            s.hand[seat, slot] = hand[slot] if slot < len(hand) else -1
    for slot in range(len(s.pile)):
        s.pile[slot] = pile[::-1][slot] if slot < len(pile) else 0
    s.in_pile = len(pile)


# Yellow on b1 completes card 6 in the view from the front, red, yellow, green, blue, and card 39
# from above, an L of blue, green, red, yellow. Nothing is fulfilled before.
ROW, CORNER = DECK.index("Irygb"), DECK.index("Lbgry")
ALMOST = {"a1": "red", "c1": "green", "d1": "blue", "a2": "green", "a3": "blue"}
COUNTED = (17, 24, 31, 40)  # the first of seven cards a seat may have shown


def almost(s: Plain, *cards: list[int], pile: list[int], mover: int = 0) -> None:
    build(s, ALMOST)
    s.bag[s.in_bag - 1] = COLOURS.index("yellow")
    deal(s, *cards, pile=pile)
    s.mover = mover


def give_points(s: Plain, *numbers: int) -> None:
    for seat, number in enumerate(numbers):
        s.shown[seat] = ((1 << number) - 1) << COUNTED[seat]


def complete(change: Callable[[Plain], None], **options: Any) -> Position:
    return crafted(change, **options).play("draw").play("b1")


def standstill(s: Plain, *numbers: int, mover: int = 0, pile: Sequence[int] = (14, 15, 16)) -> None:
    """The next move of a cube is the fortieth in a row."""
    build(s, {"a1": "red", "d1": "blue"})
    deal(s, [0, 1, 2], [3, 4, 5], [7, 8, 9], pile=list(pile))
    give_points(s, *numbers)
    s.quiet = rules.QUIET - 1
    s.mover = mover


def decided_at_once(s: Plain) -> None:
    """The next move leads to a play-off whose cards are both to be seen."""
    standstill(s, 2, 2, mover=1, pile=(CORNER, ROW))
    build(s, {**ALMOST, "b1": "yellow"})


def points(position: Position) -> list[int]:
    return [rules.points(position.plain, seat) for seat in range(position.game.players)]


def hands(position: Position) -> list[list[int]]:
    found: list[list[int]] = position.secrets()["hands"]
    return found
