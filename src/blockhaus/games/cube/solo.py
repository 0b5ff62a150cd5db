"""CUBE alone (rule 10): build an arrangement that fulfils several cards at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import index
from typing import SupportsIndex

from ...author import BlockhausError, Cell, Side
from .board import appearances, pictures
from .cards import CARDS, COLOURS, DECK, EACH, Squares, card_number, card_squares, face
from .views import NAMES, PLACES, VIEWS


class SoloError(BlockhausError):
    """The cards or the arrangement of a puzzle are not what the box allows."""


def check(cards: Sequence[int | Squares], stacks: Mapping[str, Sequence[str]]) -> list[list[Side]]:
    """For each card the views in which it is fulfilled; solved if none is empty.

    A card is a number of the house deck or four (column, row, colour), rows counted upward. The
    arrangement gives for each cell such as "c3" the colours from the bottom up.
    """
    if not 2 <= len(cards) <= 8:
        raise SoloError("A puzzle has 2 to 8 cards, not {number}.", number=len(cards))
    wanted = [squares_of(card) for card in cards]
    if any(face(first) == face(second) for first, second in combinations(wanted, 2)):
        raise SoloError("A puzzle does not have the same card twice.")
    seen = pictures(stones_of(stacks))
    return [
        sorted({side for side, _ in appearances(card, seen)}, key=VIEWS.index) for card in wanted
    ]


def squares_of(card: int | Squares) -> Squares:
    if isinstance(card, SupportsIndex):
        if isinstance(card, bool) or not 0 <= index(card) < CARDS:
            raise SoloError(
                "Cards are numbered 0 to {last}, not {card}.", last=CARDS - 1, card=card
            )
        return card_squares(card_number(DECK[card]) or 0)
    try:
        squares = [(int(x), int(y), colour) for x, y, colour in card]
    except (TypeError, ValueError):
        raise SoloError(
            "A card is four squares [column, row, colour], not {card!r}.", card=card
        ) from None
    check_colours([colour for _, _, colour in squares])
    if len(squares) != 4 or len({(x, y) for x, y, _ in squares}) != 4:
        raise SoloError("A card has four different squares, unlike {card!r}.", card=card)
    return squares


def check_colours(colours: Sequence[str]) -> None:
    for colour in colours:
        if colour not in COLOURS:
            raise SoloError(
                "There is no colour {name!r}: the colours are {known}.",
                name=colour,
                known=", ".join(COLOURS),
            )


def stones_of(stacks: Mapping[str, Sequence[str]]) -> dict[Cell, str]:
    filled: dict[Cell, str] = {}
    for name, colours in stacks.items():
        if name not in NAMES:
            raise SoloError("There is no cell {name!r}: the cells are a1 to d4.", name=name)
        if isinstance(colours, str):
            raise SoloError(
                "The stack at {cell} is a list of colours, not {colours!r}.",
                cell=name,
                colours=colours,
            )
        if len(colours) > 4:
            raise SoloError(
                "The stack at {cell} is {height} high; 4 is the limit.",
                cell=name,
                height=len(colours),
            )
        check_colours(colours)
        filled |= {PLACES[NAMES.index(name) + 16 * z]: hue for z, hue in enumerate(colours)}
    for colour, cubes in Counter(filled.values()).items():
        if cubes > EACH:
            raise SoloError(
                "The box has {most} {colour} cubes; {used} are used.",
                most=EACH,
                colour=colour,
                used=cubes,
            )
    return filled
