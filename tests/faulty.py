"""A tiny game with a fault of your choice, to see whether check_game finds it.

Two players pile three cubes each on three cells; whoever placed more on the cell a1 wins. Each
seat holds a secret number. The option `fault` switches one thing wrong.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import itertools
from typing import Any

from blockhaus.author import (
    Block,
    Cell,
    Choice,
    Ending,
    Extent,
    Fact,
    Grid,
    NotationError,
    Phrase,
    Plain,
    Reason,
    Seat,
    Spec,
    Symmetry,
    Table,
    Tally,
    below,
    fair,
    record_type,
    rules,
)
from blockhaus.core.defaults import whole_board
from blockhaus.core.game import Game
from blockhaus.core.rooms import find_room

FAULTS = (
    "none", "lost-piece", "floating", "overlap", "unlisted", "no-reason", "stuck", "peeking",
    "telling", "tally", "notation", "unfinished", "planes", "unseeded", "overflow",
    "leaking", "alike", "unlabelled", "prompt", "loud", "steps", "far",
    "crooked",
)  # fmt: skip
(
    _NONE, LOST, FLOATING, OVERLAP, UNLISTED, NO_REASON, STUCK, PEEKING,
    TELLING, TALLY, NOTATION, UNFINISHED, PLANES, UNSEEDED, OVERFLOW, LEAKING,
    ALIKE, UNLABELLED, PROMPT, LOUD, STEPS_WRONG, FAR,
    CROOKED,
) = range(len(FAULTS))  # fmt: skip

SPEC = Spec(
    id="faulty", title="FAULTY", summary="A game that may be broken.", authors=("the tests",),
    publisher="nobody", year=None, seats=(2, 2), minutes=1, colours=("red", "blue"),
    options=(Choice("fault", "none", FAULTS, "What is broken."),), chance=True, secrets=True,
)  # fmt: skip

State = record_type(
    "faulty",
    [("fault", "i1"), ("supply", "i1", 2), ("cells", "i1", (3, 6)), ("heights", "i1", 3),
     ("secret", "i1", 2), ("wrap", "i1")],
)  # fmt: skip
rule = rules(State)


@rule
def setup(s, chance):
    s.players = 2
    s.supply[0] = s.supply[1] = 3
    for seat in range(2):
        s.secret[seat] = fair(chance, 100)


@rule
def span(s):
    return 3


@rule
def verdict(s, action):
    if s.fault == NO_REASON and action == 2:
        return 9
    if s.fault == STUCK and s.turn == 3:
        return 1
    return 1 if s.heights[action] == 3 else 0


@rule
def actions(s, out):
    found = 0
    for action in range(3):
        if verdict(s, action) == 0 and not (s.fault == UNLISTED and action == 1 and s.turn > 2):
            out[found] = action
            found += 1
    return found


@rule
def play(s, action):
    level = s.heights[action]
    if s.fault == FLOATING and s.turn == 2:
        level += 2
    s.cells[action, level] = s.mover + 1
    s.heights[action] += 1
    s.supply[s.mover] -= 2 if s.fault == LOST and s.turn == 1 else 1
    if s.fault == OVERFLOW:
        s.wrap = (s.wrap + 100) % 256 - 300  # does not fit: wraps only when compiled
    s.turn += 1
    s.mover = 1 - s.mover if s.turn < 6 else -1
    s.ending = 1 if s.turn == 6 else 0


@rule
def score(s, points):
    for level in range(6):
        if s.cells[0, level]:
            points[s.cells[0, level] - 1] += 1
    if points[0] == points[1]:
        return 3
    return 1 if points[0] > points[1] else 2


@rule
def quiet(s, action):
    return s.fault == LOUD or s.turn < 4


@rule
def observe(s, planes):
    for x in range(3):
        planes[x] = s.heights[x]
    if s.fault == PLANES:
        planes[3] = 1


@rule
def redeal(s, seat, rng):
    kept = s.secret[1 - seat] if s.fault == LEAKING else 0
    s.secret[1 - seat] = (kept + below(rng, 100)) % 100


def planes(s: Plain) -> tuple[int, ...]:
    return (3,)


def text(s: Plain, action: int) -> str:
    return "a1" if s.fault == NOTATION else f"{'abc'[action]}1"


def parse(s: Plain, move: str) -> int:
    if move not in ("a1", "b1", "c1"):
        raise NotationError("{move!r} is not a move.", move=move)
    return "abc".index(move[0])


def grid(s: Plain) -> Grid:
    return Grid(3, 1, 6)


def blocks(s: Plain) -> list[Block]:
    found = [
        Block(((x, 0, z),), SPEC.colours[s.cells[x, z] - 1], s.cells[x, z] - 1)
        for x in range(3)
        for z in range(6)
        if s.cells[x, z]
    ]
    return [*found, *found] if s.fault == OVERLAP else found


def picks(s: Plain, action: int) -> list[Cell]:
    if s.fault == UNLABELLED:
        return []
    return [(0 if s.fault == ALIKE else action, 0, s.heights[action])]


STEPS = {"place": ("the cell for the cube",), "move": ("the cube to move", "where it goes")}


def kind(s: Plain, action: int) -> str:
    return "move" if s.fault == STEPS_WRONG else "place"


def reach(s: Plain) -> Extent:
    return Extent((0, 0, 0), (2, 0, 0)) if s.fault == FAR else whole_board(grid(s))


def number(name: str, value: int) -> Fact:
    return Fact(Phrase(name), "number", value)


def facts(s: Plain, viewer: int | None, side: int) -> tuple[Fact, ...]:
    found = []
    if viewer == side:
        found.append(number("secret", s.secret[side]))
    elif viewer is not None and s.fault == TELLING:
        found.append(Fact(Phrase("hint"), "text", "odd"))
    if s.fault == PEEKING:
        found.append(number("sum", s.secret[0] + s.secret[1]))
    return tuple(found)


def table(s: Plain, seat: int | None) -> Table:
    seats = [Seat(colour, facts=facts(s, seat, side)) for side, colour in enumerate(SPEC.colours)]
    due = "wait" if s.fault == PROMPT else "place"
    return Table(tuple(seats), None if s.mover < 0 else due)


def tally(s: Plain) -> list[Tally]:
    bonus = 1 if s.fault == TALLY else 0
    return [
        Tally(s.cells[0, z] - 1, 1 + bonus, Phrase("a cube on a1"), ((0, 0, z),))
        for z in range(6)
        if s.cells[0, z]
    ]


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    limit = "{limit}" if s.fault == UNFINISHED else 3
    return [(action, 0, 0)], {"limit": limit}


def symmetries(s: Plain) -> tuple[Symmetry, ...]:
    """The cell a1 counts more than the others, so that there is nothing to mirror."""
    mirrored = (lambda cell: (2 - cell[0], cell[1], cell[2]),) if s.fault == CROOKED else ()
    return (lambda cell: cell, *mirrored)


def invariant(s: Plain) -> str | None:
    placed = sum(1 for x in range(3) for z in range(6) if s.cells[x, z])
    return None if placed + s.supply[0] + s.supply[1] == 6 else "a cube is lost"


PROMPTS = {"place": "Place a cube."}
REASONS = (Reason("full", "1", "Three cubes are the most on one cell: {limit}."),)
ENDINGS = (Ending("placed", "all cubes are placed"),)


class Unseeded(Game):
    """A game whose start does not follow from its seed."""

    counter = itertools.count()

    def new_state(self, seed: int) -> Any:
        return super().new_state(next(self.counter))


def faulty_game(fault: str) -> Game:
    kind = Unseeded if fault == "unseeded" else Game
    return kind(find_room("faulty"), {"fault": fault})
