"""The solo puzzles that are shipped: each is data with a proof, and a wrong one is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from random import Random

import pytest

from blockhaus.games.cube import grading, sets, solo
from blockhaus.games.cube.arrangement import written
from games.cube import reference

ALL = list(sets.sets().values())
SAMPLE = [each for each in ALL if len(each.cards) <= 5][::60]


def test_there_are_many_of_every_grade_and_size() -> None:
    assert len(ALL) >= 500
    grades = Counter(each.grade for each in ALL)
    assert sorted(grades) == list(range(1, len(sets.GRADES) + 1))
    assert min(grades.values()) >= 50
    assert {len(each.cards) for each in ALL} == set(range(2, 9))
    assert {len(each.cards) for each in sets.of_grade(1)} <= {2, 3, 4}
    assert [each.difficulty for each in ALL] == sorted(each.difficulty for each in ALL)


def test_no_two_are_alike() -> None:
    keys = {grading.key_of(each.cards) for each in ALL}
    assert len(keys) == len(ALL)
    triples = [each.cards for each in ALL if len(each.cards) == 3]
    for cards in islice(grading.new_sets(triples, 3, Random(1)), 5):
        assert grading.key_of(cards) not in keys


def test_each_has_a_solution_of_so_many_cubes() -> None:
    for each in ALL:
        assert all(solo.check(each.cards, each.stacks))
        assert all(reference.solo([solo.squares_of(c) for c in each.cards], each.stacks))
        assert sum(map(len, each.stacks.values())) == each.cubes
        assert written(each.stacks) == each.built
        assert sets.read_sets(each.text) == (each,)
        assert sets.sets()[each.id] is each


def test_what_is_told_of_them_is_proven_anew(full: bool) -> None:
    for each in ALL if full else SAMPLE:
        assert grading.faults(each) == [], each.id


@pytest.mark.parametrize("told", ["cubes", "solutions", "detour", "staggered", "effort"])
def test_a_wrong_one_is_found(told: str) -> None:
    right = SAMPLE[1]
    assert told in grading.faults(replace(right, **{told: getattr(right, told) + 1}))


def test_a_solution_that_is_none_is_found() -> None:
    right = SAMPLE[1]
    stacks = right.stacks
    cell = next(iter(stacks))
    fewer = written({name: stack for name, stack in stacks.items() if name != cell})
    assert grading.faults(replace(right, built=fewer)) == ["built"]
    other = next(each for each in ALL if each.cubes == right.cubes and each != right)
    assert grading.faults(replace(right, built=other.built)) == ["built"]


def test_every_day_has_a_set_and_all_come_before_one_comes_again() -> None:
    first = date(2027, 3, 1)
    days = [sets.daily(first + timedelta(day)) for day in range(2 * len(ALL))]
    assert len({each.id for each in days[: len(ALL)]}) == len(ALL)
    assert days[: len(ALL)] == days[len(ALL) :]
    assert len({each.grade for each in days[:30]}) == len(sets.GRADES)
    assert sets.daily(date(1999, 12, 31)) in ALL


def test_a_solution_in_one_plane_needs_nothing_to_be_seen_past() -> None:
    row = {"a1": ["red"], "b1": ["yellow"], "c1": ["green"], "d1": ["blue"]}
    card = solo.squares_of(6)
    assert grading.staggered([card], solo.stones_of(row)) == 0
    depths = {"a1": ["red"], "b2": ["yellow"], "c3": ["green"], "d4": ["blue"]}
    assert grading.staggered([card], solo.stones_of(depths)) == 1
