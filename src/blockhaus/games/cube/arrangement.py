"""The cards and the arrangement of a solo puzzle (rule 10): what they are, and what is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import index
from typing import SupportsIndex

from ...author import BlockhausError, Cell
from .cards import CARDS, COLOURS, DECK, EACH, INITIALS, Squares, card_number, card_squares, face
from .views import NAMES, PLACES

HIGHEST = 4
TWIN = 2  # cubes joined

Stacks = Mapping[str, Sequence[str]]  # the colours on a cell such as "c3", from the bottom up


class SoloError(BlockhausError):
    """The cards or the arrangement of a puzzle are not what the box allows."""


def cards_of(cards: Sequence[int | Squares]) -> list[Squares]:
    """The squares of 2 to 8 different cards."""
    if not 2 <= len(cards) <= 8:
        raise SoloError("A puzzle has 2 to 8 cards, not {number}.", number=len(cards))
    wanted = [squares_of(card) for card in cards]
    if any(face(first) == face(second) for first, second in combinations(wanted, 2)):
        raise SoloError("A puzzle does not have the same card twice.")
    return wanted


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


def stones_of(stacks: Stacks, twins: bool = False) -> dict[Cell, str]:
    """Every filled cell with its colour; with twins, the box has two more cubes of each colour."""
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
        if len(colours) > HIGHEST:
            raise SoloError(
                "The stack at {cell} is {height} high; 4 is the limit.",
                cell=name,
                height=len(colours),
            )
        check_colours(colours)
        filled |= {PLACES[NAMES.index(name) + 16 * z]: hue for z, hue in enumerate(colours)}
    fault = supply_fault(filled, twins)
    if fault:
        raise fault
    return filled


def supply_fault(filled: Mapping[Cell, str], twins: bool) -> SoloError | None:
    """Rule 1: what is wrong if the box does not have these cubes."""
    most = EACH + TWIN * twins
    for colour, cubes in Counter(filled.values()).items():
        if cubes > most:
            return SoloError(
                "The box has {most} {colour} cubes; {used} are used.",
                most=most,
                colour=colour,
                used=cubes,
            )
        if cubes > EACH and not touching([cell for cell in filled if filled[cell] == colour]):
            return SoloError(
                "Of {used} {colour} cubes two are a twin, but no two of these touch.",
                colour=colour,
                used=cubes,
            )
    return None


def touching(cells: Sequence[Cell]) -> bool:
    """Whether two of the cells share a face, so that a twin can fill them."""
    return any(
        sum(abs(a - b) for a, b in zip(first, second, strict=True)) == 1
        for first, second in combinations(cells, 2)
    )


def stacks_of(filled: Mapping[Cell, str]) -> dict[str, list[str]]:
    """The arrangement as it is written, cell by cell from a1 on."""
    return {
        name: stack
        for column, name in enumerate(NAMES)
        if (stack := [filled[cell] for cell in PLACES[column::16] if cell in filled])
    }


def read_card(text: str) -> int | Squares:
    """A card by its number in the house deck, or as a word such as Trygb."""
    if text.isdecimal():
        return int(text)
    number = card_number(text)
    if number is None:
        raise SoloError("A card is a number or a word such as Trygb, not {card!r}.", card=text)
    return card_squares(number)


def read_stacks(text: str) -> dict[str, list[str]]:
    """An arrangement written in a line: a1 rg, b2 y."""
    stacks = {}
    for part in filter(None, text.split(",")):
        found = re.fullmatch(r"\s*(\w+)\s+([rygb]+)\s*", part)
        if found is None:
            raise SoloError("An arrangement is written like a1 rg, b2 y, not {text!r}.", text=text)
        stacks[found[1]] = [COLOURS[INITIALS.index(letter)] for letter in found[2]]
    return stacks


def written(stacks: Stacks) -> str:
    """An arrangement in a line: a1 rg, b2 y."""
    return ", ".join(
        f"{cell} " + "".join(INITIALS[COLOURS.index(colour)] for colour in stack)
        for cell, stack in stacks.items()
    )
