"""What is alike in solo puzzles: sets of cards, and solutions of a set.

An arrangement shows the same cards after a quarter turn of the board, and wherever it stands on
it. Its mirror image shows the cards mirrored, and with colours exchanged it shows the cards with
these colours exchanged: two sets that become each other so are the same puzzle, and where a set
becomes itself, two solutions that become each other are alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from ...author import Cell
from .cards import COLOURS, Squares, face

Colouring = Mapping[str, str]
Likeness = tuple[bool, Colouring]  # whether it mirrors, and how it exchanges colours
Faces = list[Any]

LIKENESSES: list[Likeness] = [
    (mirrored, dict(zip(COLOURS, changed, strict=True)))
    for mirrored in (False, True)
    for changed in permutations(COLOURS)
]


def set_key(cards: Sequence[Squares]) -> Faces:
    """The same for two sets of cards if and only if they are the same puzzle."""
    return min(faces(cards, likeness) for likeness in LIKENESSES)


def own_likenesses(cards: Sequence[Squares]) -> list[Likeness]:
    """Those that make a set of cards the same set."""
    itself = faces(cards, LIKENESSES[0])
    return [likeness for likeness in LIKENESSES if faces(cards, likeness) == itself]


def faces(cards: Sequence[Squares], likeness: Likeness) -> Faces:
    mirrored, colours = likeness
    return sorted(
        face([(-x if mirrored else x, y, colours[hue]) for x, y, hue in card]) for card in cards
    )


def solution_key(filled: Mapping[Cell, str], likenesses: Sequence[Likeness]) -> list[Any]:
    """The same for two arrangements if and only if they are alike."""
    return min(
        cornered(turned, colours)
        for mirrored, colours in likenesses
        for turned in quarter_turns(filled, mirrored)
    )


def quarter_turns(filled: Mapping[Cell, str], mirrored: bool) -> Iterator[dict[Cell, str]]:
    turned = {(-x if mirrored else x, y, z): hue for (x, y, z), hue in filled.items()}
    for _ in range(4):
        yield turned
        turned = {(y, -x, z): hue for (x, y, z), hue in turned.items()}


def cornered(filled: Mapping[Cell, str], colours: Colouring) -> list[Any]:
    """Pushed into the corner of the board, with its colours exchanged."""
    left = min((x for x, _, _ in filled), default=0)
    low = min((y for _, y, _ in filled), default=0)
    return sorted((x - left, y - low, z, colours[hue]) for (x, y, z), hue in filled.items())
