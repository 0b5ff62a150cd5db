"""Cards as the goals of a building: the words they are written by, and how much of one is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from ...author import LETTERS, Card, Lack, Phrase, Side, Square, WorkshopError
from .board import Pictures, directions
from .cards import (
    CARDS,
    COLOURS,
    DECK,
    INITIALS,
    SHAPES,
    Place,
    Squares,
    card_name,
    card_number,
    card_squares,
    face,
    turns,
)
from .views import VIEWS

SIZE = 4  # of a picture, and of what can be drawn on a card
LEAST, MOST = 2, 8  # goals of a task
DRAWN = re.compile(r"(?:[rygb][a-d][1-4]){4}")


def goal_squares(goal: str) -> Squares:
    """The squares of a goal: a word of the deck's kind, the number of a card of the house, or its
    squares such as ra1yb1gc1bd2.
    """
    house = int(goal) if goal.isascii() and goal.isdecimal() and len(goal) <= 2 else CARDS
    number = card_number(DECK[house] if house < CARDS else goal)
    if number is not None:
        return card_squares(number)
    if not DRAWN.fullmatch(goal):
        raise WorkshopError(
            "{goal!r} is no card: write a shape of OISZTLJ and four colours of rygb, such as "
            "Trygb, or four squares such as ra1yb1gc1bd2.",
            goal=goal[:40],
        )
    parts = [goal[i : i + 3] for i in range(0, len(goal), 3)]
    return checked(
        [
            (LETTERS.index(part[1]), int(part[2]) - 1, COLOURS[INITIALS.index(part[0])])
            for part in parts
        ]
    )


def checked(squares: Squares) -> Squares:
    fits = all(0 <= x < SIZE and 0 <= y < SIZE for x, y, _ in squares)
    known = all(colour in COLOURS for _, _, colour in squares)
    if len(squares) != 4 or len({(x, y) for x, y, _ in squares}) != 4 or not (fits and known):
        raise WorkshopError("A card has four different squares, within four columns and rows.")
    return squares


def goal_word(squares: Squares) -> str:
    """How a card is written: like those of the house if it has one of their shapes, by the word of
    the house deck if it is in there.
    """
    colours = [INITIALS[COLOURS.index(colour)] for _, _, colour in checked(squares)]
    words = []
    for way in turns([(x, y) for x, y, _ in squares]):
        at = dict(zip(way, colours, strict=True))
        words += [
            shape + "".join(at[place] for place in places)
            for shape, places in SHAPES.items()
            if set(places) == set(way)
        ]
    return next((word for word in words if word in DECK), min(words, default=drawn_word(squares)))


def drawn_word(squares: Squares) -> str:
    """A card of any other shape by its squares, whichever way it was drawn."""
    return "".join(
        f"{INITIALS[COLOURS.index(colour)]}{LETTERS[x]}{y + 1}" for (x, y), colour in face(squares)
    )


def read_goals(words: Sequence[str]) -> tuple[str, ...]:
    """Goals that can be set together, each as it is written."""
    if not LEAST <= len(words) <= MOST:
        raise WorkshopError("A puzzle has 2 to 8 cards, not {number}.", number=len(words))
    squares = [goal_squares(word) for word in words]
    if any(face(first) == face(second) for first, second in combinations(squares, 2)):
        raise WorkshopError("A puzzle does not have the same card twice.")
    return tuple(goal_word(each) for each in squares)


@cache
def name_of(goal: str) -> Phrase:
    number = card_number(goal)
    if number is not None:
        return card_name(number)
    first, second, third, last = (colour for _, _, colour in goal_squares(goal))
    return Phrase(
        "own card ({first}, {second}, {third}, {last})",
        first=first,
        second=second,
        third=third,
        last=last,
    )


@dataclass(frozen=True)
class Fit:
    """A card held against a picture: which of its squares are not there, and how many of them
    show another colour, where a cube would have to go or be hidden.
    """

    side: Side
    missing: tuple[int, ...]
    wrong: int


def fits(card: Squares, seen: Pictures) -> Iterator[Fit]:
    """Every way to hold a card against the five pictures."""
    colours = [colour for _, _, colour in card]
    for way in directions(tuple((x, y) for x, y, _ in card)):
        for u, v in corners(way):
            for side in VIEWS:
                picture = seen[side]
                shown = [picture.get((x + u, y + v)) for x, y in way]
                missing = tuple(
                    i for i, there in enumerate(shown) if not there or there[1] != colours[i]
                )
                yield Fit(side, missing, sum(shown[i] is not None for i in missing))


def corners(way: Sequence[Place]) -> Iterator[Place]:
    wide, high = (SIZE - max(ends) for ends in zip(*way, strict=True))
    return ((u, v) for u in range(wide) for v in range(high))


def goal_card(number: int, goal: str, seen: Pictures | None = None) -> Card:
    """A goal as a picture; before a building with how much of it is there."""
    card = goal_squares(goal)
    squares = tuple(Square(*square) for square in card)
    if seen is None:
        return Card(number, name_of(goal), squares)
    best: dict[str, int] = dict.fromkeys(VIEWS, 0)
    nearest: Fit | None = None
    for fit in fits(card, seen):
        best[fit.side] = max(best[fit.side], len(card) - len(fit.missing))
        if nearest is None or _misses(fit) < _misses(nearest):
            nearest = fit
    done = tuple(side for side in VIEWS if best[side] == len(card))
    near = nearest and 0 < len(nearest.missing) < len(card)
    lack = Lack(nearest.side, nearest.missing) if nearest and near else None
    return Card(number, name_of(goal), squares, done, best, lack=lack)


def _misses(fit: Fit) -> tuple[int, int, int]:
    return len(fit.missing), fit.wrong, VIEWS.index(fit.side)
