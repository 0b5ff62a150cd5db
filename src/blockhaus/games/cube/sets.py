"""The solo puzzles that are shipped: sets of cards, graded by what was measured of them.

`sets.toml` holds for each its cards, the fewest cubes, one solution with so many, and:

- solutions  how many there are with the fewest cubes, no two alike (`MANY` stands for more, too)
- detour     how many cubes more than the fewest it takes to build card by card, each time with as
             few new cubes as possible, in the best of the orders tried: what is free of it needs
             no thinking ahead
- staggered  the fewest cards, in any of those solutions, that no view shows in one plane, so that
             cubes have to be seen past others
- effort     what proving took: ways of cards to appear that the search tried

A set is named by its cards, as in 5-6-17.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import log2

from .arrangement import read_stacks

MANY = 100  # solutions that are counted
GRADES = ("first steps", "easy", "tricky", "hard", "master")
# From so hard on a set is of the second, third, fourth and fifth grade.
STEPS = (7.0, 12.0, 17.0, 21.5)
FIRST_DAY = date(2026, 1, 1)


@dataclass(frozen=True)
class SoloSet:
    cards: tuple[int, ...]
    cubes: int
    solutions: int
    detour: int
    staggered: int
    effort: int
    built: str  # the solution, as `arrangement.written` says it

    @property
    def id(self) -> str:
        return "-".join(map(str, self.cards))

    @property
    def stacks(self) -> dict[str, list[str]]:
        """One solution with the fewest cubes."""
        return read_stacks(self.built)

    @property
    def difficulty(self) -> float:
        """Every doubling of the effort counts one, and halves the chance to meet a solution."""
        return round(
            log2(self.effort) - log2(self.solutions) / 2 + self.detour / 2 + self.staggered / 2, 2
        )

    @property
    def grade(self) -> int:
        """From 1, the easiest, to 5."""
        return 1 + sum(self.difficulty >= step for step in STEPS)

    @property
    def text(self) -> str:
        """As it is kept in the file."""
        facts = asdict(self) | {"cards": list(self.cards), "built": f'"{self.built}"'}
        return "[[set]]\n" + "".join(f"{name} = {fact}\n" for name, fact in facts.items())


def read_sets(text: str) -> tuple[SoloSet, ...]:
    return tuple(
        SoloSet(**{**facts, "cards": tuple(facts["cards"])})
        for facts in tomllib.loads(text).get("set", [])
    )


@cache
def sets() -> Mapping[str, SoloSet]:
    """All that are shipped, by their names, the easiest first."""
    found = read_sets((files(__package__) / "sets.toml").read_text("utf-8"))
    return {each.id: each for each in sorted(found, key=lambda each: each.difficulty)}


def of_grade(grade: int) -> list[SoloSet]:
    return [each for each in sets().values() if each.grade == grade]


@cache
def calendar() -> list[SoloSet]:
    """All sets in an order that looks like none."""
    return sorted(sets().values(), key=lambda each: sha256(each.id.encode()).digest())


def daily(day: date) -> SoloSet:
    """The set of a day, the same for everyone: all have had their turn before one comes again."""
    return calendar()[(day - FIRST_DAY).days % len(sets())]
