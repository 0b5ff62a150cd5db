"""Measuring and proving solo puzzles, for the sets that are shipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ...author import Cell
from . import solo
from .arrangement import squares_of, stones_of, written
from .board import appearances, pictures
from .cards import CARDS, Squares
from .sets import MANY, SoloSet
from .solving import Clock, Filled, Solver, Task
from .symmetry import set_key
from .views import VIEWS, project

ORDERS = 4  # of the cards, tried for the detour
PATIENCE = 500  # sets in a row that are known before no more are looked for


def measured(cards: Sequence[int], threads: int | None = None) -> SoloSet:
    """A set with all that is told of it."""
    wanted = [squares_of(card) for card in cards]
    with Solver(threads, Clock(None)) as solver:
        cubes, _ = solver.least(Task.of(wanted, {}, False), range(64))
        effort = solver.effort
        detour = min(card_by_card(solver, order) for order in orders(wanted)) - cubes
    found = solo.solutions(cards, limit=MANY, threads=threads)
    return SoloSet(
        cards=tuple(cards),
        cubes=cubes,
        solutions=len(found),
        detour=detour,
        staggered=min(staggered(wanted, stones_of(one.stacks)) for one in found),
        effort=effort,
        built=written(found[0].stacks),
    )


def orders(cards: Sequence[Squares]) -> Iterator[list[Squares]]:
    chance = Random(0)
    for _ in range(ORDERS):
        yield chance.sample(list(cards), len(cards))


def card_by_card(solver: Solver, cards: Sequence[Squares]) -> int:
    """The cubes of a building to which every card adds as few as it can."""
    building: Filled = {}
    for number in range(1, len(cards) + 1):
        _, found = solver.least(Task.of(cards[:number], building, False), range(64))
        if found is None:
            return 64
        building = found
    return len(building)


def staggered(cards: Sequence[Squares], filled: Filled) -> int:
    """The cards that no view shows in one plane."""
    seen = pictures(filled)
    return sum(
        not any(in_plane(VIEWS.index(side), cells) for side, cells in appearances(card, seen))
        for card in cards
    )


def in_plane(view: int, cells: Sequence[Cell]) -> bool:
    return len({project(view, cell)[2] for cell in cells}) == 1


def new_sets(
    known: Iterable[Sequence[int]], number: int, chance: Random
) -> Iterator[tuple[int, ...]]:
    """Random sets of so many cards, none like another or like a known one, while there are any."""
    keys = {key_of(cards) for cards in known}
    missed = 0
    while missed < PATIENCE:
        cards = tuple(sorted(chance.sample(range(CARDS), number)))
        key = key_of(cards)
        missed = missed + 1 if key in keys else 0
        if key not in keys:
            keys.add(key)
            yield cards


def key_of(cards: Sequence[int]) -> str:
    return str(set_key([squares_of(card) for card in cards]))


def faults(each: SoloSet, threads: int | None = None) -> list[str]:
    """What is told of a set and is not so; nothing, if it is proven anew."""
    again = measured(each.cards, threads)
    wrong = [
        name
        for name in ("cubes", "solutions", "detour", "staggered", "effort")
        if getattr(again, name) != getattr(each, name)
    ]
    stacks = each.stacks
    if sum(map(len, stacks.values())) != each.cubes or not all(solo.check(each.cards, stacks)):
        wrong.append("built")
    return wrong
