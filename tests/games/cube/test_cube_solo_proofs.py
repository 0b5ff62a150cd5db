"""That the solver is right: beside brute force, beside constraints, and beside the checker."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

from blockhaus.games.cube import solo
from blockhaus.games.cube.cards import CARDS, COLOURS, EACH
from blockhaus.games.cube.proving import Model
from blockhaus.games.cube.solving import Clock, Solver, Task
from blockhaus.games.cube.symmetry import own_likenesses, set_key
from games.cube import brute, reference

shown_with = cache(brute.shown_with)


def drawn(cards: Sequence[int]) -> list[Any]:
    return [solo.squares_of(card) for card in cards]


def pairs() -> list[tuple[int, ...]]:
    """All sets of two cards of the deck, up to symmetry."""
    return list(
        {str(set_key(drawn(pair))): pair for pair in combinations(range(CARDS), 2)}.values()
    )


def random_sets(number: int, *sizes: int) -> Iterator[tuple[int, ...]]:
    dice = random.Random(13)
    for i in range(number):
        yield tuple(dice.sample(range(CARDS), sizes[i % len(sizes)]))


@cache
def solved(cards: tuple[int, ...]) -> int:
    """The fewest cubes as the solver says, in an arrangement that the reference confirms."""
    found = solo.solve(cards)
    assert found is not None and found.proven
    assert sum(map(len, found.stacks.values())) == found.cubes
    assert all(reference.solo(drawn(cards), found.stacks))
    return found.cubes


def test_two_cards_need_as_many_cubes_as_brute_force_finds(full: bool) -> None:
    """With up to six cubes, at full length, that is decided for all: none needs more than seven."""
    most = 6 if full else 5
    known = {cubes: brute.together(shown_with(cubes)) for cubes in range(4, most + 1)}
    for pair in pairs():
        numbers = frozenset(brute.NUMBERS[brute.card_of(card)] for card in drawn(pair))
        fewest = next((cubes for cubes in known if numbers in known[cubes]), most + 1)
        found = solved(pair)
        assert found == fewest or ((fewest, found) == (6, 7) and not full), pair


def test_larger_sets_need_as_many_cubes_as_brute_force_finds(full: bool) -> None:
    most = 6 if full else 5
    decided = 0
    for cards in random_sets(200 if full else 60, 3, 4):
        found = solved(cards)
        for cubes in range(4, min(most + 1, found)):
            assert not brute.fit(drawn(cards), shown_with(cubes)), cards
        if found <= most:
            assert brute.fit(drawn(cards), shown_with(found)), cards
        decided += found <= most + 1
    assert decided >= (100 if full else 10)


def test_larger_sets_need_as_many_cubes_as_constraints_allow(full: bool) -> None:
    for cards in random_sets(100 if full else 1, 3, 3, 4):
        fewer = Model(drawn(cards), {}, False).solve(Clock(None), 2, range(solved(cards)))
        assert fewer == (None, True), cards


def random_building(dice: random.Random) -> dict[str, list[str]]:
    bag = list(COLOURS) * EACH
    dice.shuffle(bag)
    stacks: dict[str, list[str]] = {}
    for colour in bag[: dice.randrange(4, 33)]:
        free = [cell for cell in reference.CELLS if len(stacks.get(cell, ())) < 4]
        stacks.setdefault(dice.choice(free), []).append(colour)
    return stacks


def shown_of(cards: Sequence[int], stacks: Any) -> list[int]:
    views = solo.check(cards, stacks)
    return [card for card, sides in zip(cards, views, strict=True) if sides]


def test_solver_and_checker_agree_on_random_buildings(full: bool) -> None:
    """A building needs no further cube if and only if it fulfils the cards."""
    dice = random.Random(10)
    answers = {True: 0, False: 0}
    with Solver(2, Clock(None)) as solver:
        for _ in range(10_000 if full else 500):
            stacks = random_building(dice)
            shown = [card for i in range(0, CARDS, 8) for card in shown_of(range(i, i + 8), stacks)]
            cards = dice.sample(shown if len(shown) > 2 else range(CARDS), 2)
            if dice.random() < 0.3:
                cards[0] = dice.choice([card for card in range(CARDS) if card not in cards])
            fulfilled = all(solo.check(cards, stacks))
            task = Task.of(drawn(cards), solo.stones_of(stacks), False)
            assert (solver.first(task, 0) is not None) == fulfilled, (cards, stacks)
            answers[fulfilled] += 1
    assert min(answers.values()) > sum(answers.values()) / 10


def test_all_different_solutions_are_listed(full: bool) -> None:
    """As many as brute force counts, which knows turns and shifts, of sets like only themselves."""
    single = [pair for pair in pairs() if len(own_likenesses(drawn(pair))) == 1]
    few = [pair for pair in single if solved(pair) <= 5]
    for pair in few[:: 1 if full else 40]:
        found = solo.solutions(pair, limit=100_000)
        assert len({key_of(one.stacks) for one in found}) == len(found)
        assert {key_of(one.stacks) for one in found} == count_solutions(pair, solved(pair)), pair


@cache
def appearing_with(cubes: int) -> list[tuple[dict[str, int], list[Any]]]:
    return [(heights, list(brute.appearances(heights))) for heights in brute.buildings(cubes)]


def count_solutions(pair: Sequence[int], cubes: int) -> set[str]:
    wanted = [brute.card_of(card) for card in drawn(pair)]
    names = [[key for key, card in brute.CARDS.items() if card == one] for one in wanted]
    keys = set()
    for heights, appearing in appearing_with(cubes):
        ways: list[list[dict[int, int]]] = [
            [
                dict(zip(ids, hues, strict=True))
                for shape, hues in name
                for seen, ids in appearing
                if seen == shape
            ]
            for name in names
        ]
        for first, second in product(*ways):
            if {**first, **second} == {**second, **first}:
                for rest in product(range(4), repeat=cubes):
                    way = [(first | second).get(i, rest[i]) for i in range(cubes)]
                    keys.add(key_of(coloured(heights, way)))
    return keys


def coloured(heights: dict[str, int], way: list[int]) -> dict[str, list[str]]:
    hues = iter(way)
    return {cell: [COLOURS[next(hues)] for _ in range(high)] for cell, high in heights.items()}


def key_of(stacks: Any) -> str:
    columns = [(ord(c[0]), int(c[1]), tuple(stack)) for c, stack in stacks.items() if stack]
    return str(min(brute.four_turns(columns)))


def test_sets_are_alike_mirrored_and_in_other_colours() -> None:
    exchange = dict(zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
    for cards in random_sets(10, 2, 3, 5):
        like: Any = [[(-x, y, exchange[c]) for x, y, c in card] for card in reversed(drawn(cards))]
        assert set_key(like) == set_key(drawn(cards))
        assert solo.least(like) == solo.least(cards)
    assert set_key(drawn([5, 6])) != set_key(drawn([5, 17]))
