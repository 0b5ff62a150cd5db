"""The cards of CUBE: their shapes, the deck of the house, and decks that players bring.

A card is written as a word such as Trygb: its shape, then the colours of its squares in this
order. O: around from the lower left, counter-clockwise. I, S, Z: from left to right. T: left arm,
centre, stem, right arm, the stem pointing up. L, J: from the top down to the foot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from ...author import OptionError, Options, Phrase

COLOURS = ("red", "yellow", "green", "blue")
INITIALS = "rygb"
CARDS = 48
EACH = 8  # cubes of a colour

Place = tuple[int, int]  # column and row in a picture or on a card, rows counted upward
Squares = Sequence[tuple[int, int, str]]  # the four squares of a card with their colours

SHAPES: dict[str, list[Place]] = {
    "O": [(0, 0), (1, 0), (1, 1), (0, 1)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "Z": [(0, 1), (1, 1), (1, 0), (2, 0)],
    "T": [(0, 0), (1, 0), (1, 1), (2, 0)],
    "L": [(0, 2), (0, 1), (0, 0), (1, 0)],
    "J": [(1, 2), (1, 1), (1, 0), (0, 0)],
}


def house_card(shape: str, colours: Sequence[int]) -> bool:
    """Whether an arrangement of the four colours is a card of the house deck.

    O takes all arrangements, I and S the even permutations, Z the odd ones. T, L and J each take
    one of the three ways to split the colours into two pairs, and their two middle squares show
    a pair. So within each shape every colour is equally often in each role (at the end of an S,
    the foot of an L) and every two colours touch equally often, 25 times in the whole deck. Where
    a half or a quarter turn gives the same card, only one of the arrangements is kept.
    """
    first, second, third, last = colours
    if shape == "O":
        return first == 0
    if shape in "ISZ":
        odd = sum(a > b for a, b in combinations(colours, 2)) % 2
        return first < last and odd == (shape == "Z")
    return second ^ third == 1 + "TLJ".index(shape)


DECK = tuple(
    shape + "".join(INITIALS[colour] for colour in colours)
    for shape in SHAPES
    for colours in permutations(range(4))
    if house_card(shape, colours)
)


def card_number(word: str) -> int | None:
    """A card as kept in the record: the shape times 256, and two bits for each square's colour."""
    if not re.fullmatch("[OISZTLJ][rygb]{4}", word):
        return None
    colours = sum(INITIALS.index(letter) << 2 * i for i, letter in enumerate(word[1:]))
    return list(SHAPES).index(word[0]) << 8 | colours


def card_squares(number: int) -> list[tuple[int, int, str]]:
    shape = list(SHAPES.values())[number >> 8]
    return [(x, y, COLOURS[number >> 2 * i & 3]) for i, (x, y) in enumerate(shape)]


SHAPE_NAMES = {"O": "square", "I": "row"}  # the other letters look like their cards


def card_name(number: int) -> Phrase:
    """A card by its picture: its shape, then its colours in the order of the deck's words."""
    shape = list(SHAPES)[number >> 8]
    first, second, third, last = (colour for _, _, colour in card_squares(number))
    return Phrase(
        "{shape} ({first}, {second}, {third}, {last})",
        shape=SHAPE_NAMES.get(shape, shape),
        first=first,
        second=second,
        third=third,
        last=last,
    )


def turns(squares: Sequence[Place]) -> Iterator[list[Place]]:
    """A card in its four directions, each with its lower left corner at (0, 0)."""
    for _ in range(4):
        left, low = (min(ends) for ends in zip(*squares, strict=True))
        yield [(x - left, y - low) for x, y in squares]
        squares = [(y, -x) for x, y in squares]


def face(card: Squares) -> list[Any]:
    """The same for a card in all its directions, and for no other card."""
    colours = [colour for _, _, colour in card]
    return min(sorted(zip(way, colours, strict=True)) for way in turns([c[:2] for c in card]))


def resolve(chosen: Options) -> Options:
    """A deck has 48 cards, no two alike; colours not chosen follow in the usual order."""
    if "twins" in chosen:
        chosen["twins"] = tuple(dict.fromkeys((*chosen["twins"], *COLOURS)))
    if "deck" in chosen and len(chosen["deck"]) != CARDS:
        raise OptionError(
            "deck has exactly {cards} cards, not {number}.",
            cards=CARDS,
            number=len(chosen["deck"]),
        )
    seen: dict[str, str] = {}
    for word in chosen.get("deck", ()):
        other = seen.setdefault(str(face(card_squares(card_number(word) or 0))), word)
        if other != word:
            raise OptionError(
                "deck has the same card twice: {other} and {card}.", other=other, card=word
            )
    return chosen


def members(cards: int) -> list[int]:
    """The numbers of the cards in a set."""
    return [card for card in range(CARDS) if cards >> card & 1]
