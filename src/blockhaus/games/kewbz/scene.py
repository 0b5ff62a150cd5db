"""KEWBZ for people: how moves are written, what is seen, and why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from ...author import (
    Block,
    Cell,
    Ending,
    Event,
    Fact,
    Grid,
    NotationError,
    Phrase,
    Plain,
    Reason,
    Seat,
    Supply,
    Table,
    Tally,
    column,
    either,
    remembered,
)
from . import SPEC
from .rules import (
    JAM,
    MIRROR,
    OCCUPIED,
    PAD,
    SHIFT,
    SIZE,
    SQUARE,
    SUPPLY,
    TALL,
    TOO_TALL,
    UNPAID,
    WORD,
    WORDS,
)

Spot = tuple[int, int]  # x and y of a cell of the board


def text(s: Plain, action: int) -> str:
    y, x = divmod(action, s.board)
    return column(x, y) if y < s.board else f"^{column(x, y - s.board)}"


def parse(s: Plain, move: str) -> int:
    match = re.fullmatch(r"(\^?)([a-z][1-9][0-9]?)", move)
    if not match:
        raise NotationError(
            "{move!r} is not a move: write c4 to put a cube on the cell c4, "
            "^c4 to stack one on the tower there.",
            move=move,
        )
    x, y, _ = grid(s).cell(match[2])
    action: int = y * s.board + x
    return action + s.board * s.board if match[1] else action


def grid(s: Plain) -> Grid:
    return Grid(s.board, s.board, TALL)


@cache
def cells_of(board: int) -> list[tuple[int, int, int]]:
    """Every cell as number, x and y, column by column."""
    return [(y * board + x, x, y) for x in range(board) for y in range(board)]


@remembered
def stacks(s: Plain) -> list[tuple[int, int, int, int]]:
    """Every cell with cubes on it as x, y, height and which of them are red."""
    heights, reds = s.height, s.reds
    return [(x, y, heights[i], reds[i]) for i, x, y in cells_of(s.board) if heights[i]]


def blocks(s: Plain) -> list[Block]:
    return [cube(x, y, z, reds >> z & 1) for x, y, height, reds in stacks(s) for z in range(height)]


@cache
def cube(x: int, y: int, z: int, seat: int) -> Block:
    return Block(((x, y, z),), SPEC.colours[seat], seat)


def picks(s: Plain, action: int) -> list[Cell]:
    """The cell the cube goes to."""
    y, x = divmod(action % (s.board * s.board), s.board)
    return [(x, y, s.height[y * s.board + x])]


PHRASES = {
    "place": "cube on {first}",
    "stack": "cube on top of the tower on {first}",
}

STEPS = {
    "place": ("the cell for your cube",),
    "stack": ("the tower that gets your cube",),
}


def kind(s: Plain, action: int) -> str:
    return "place" if action < s.board * s.board else "stack"


def table(s: Plain, seat: int | None) -> Table:
    points = [0, 0]
    for item in tally(s):
        points[item.seat] += item.points
    return Table(
        seats=tuple(
            Seat(
                colour,
                supply=(Supply(Phrase("cubes"), colour, s.supply[side]),),
                points=points[side],
                facts=debts(s) if side == s.mover else (),
            )
            for side, colour in enumerate(SPEC.colours)
        ),
        prompt=None if s.mover < 0 else "stack" if s.owing else "place",
    )


def owed_cells(s: Plain) -> list[Cell]:
    """The tops of the towers that are owed cubes."""
    return [(x, y, s.height[cell] - 1) for cell, x, y in cells_of(s.board) if s.owed[cell]]


def debts(s: Plain) -> tuple[Fact, ...]:
    """R6: what each tower is owed while the player has to choose."""
    return tuple(
        Fact(Phrase("cubes owed on {cell}", cell=column(x, y)), "number", s.owed[cell])
        for cell, x, y in cells_of(s.board)
        if s.owed[cell]
    )


@cache
def tower(x: int, y: int, height: int, seat: int) -> Tally:
    cells = tuple((x, y, z) for z in range(height))
    return Tally(seat, height, Phrase("tower of {height}", height=height), cells)


@remembered
def tally(s: Plain) -> list[Tally]:
    """Rule 10: the towers, and at the end the cubes not played; until then these are supplies."""
    found = []
    for x, y, height, reds in stacks(s):
        if height > 1:
            found.append(tower(x, y, height, reds >> height - 1))
    for seat in range(2):
        if s.ending and s.supply[seat]:
            found.append(Tally(seat, -s.supply[seat], Phrase("cubes not played")))
    return found


def events(before: Plain, action: int, after: Plain) -> list[Event]:
    seat = before.mover
    found: list[Event] = []
    for cell, x, y in cells_of(after.board):
        low, high = before.height[cell], after.height[cell]
        if high > max(low, 1):
            taken = low > 1 and before.reds[cell] >> low - 1 != seat
            found += growth(seat, (x, y), low, high, taken)
    if after.owing and not before.owing:
        found.append(Event("short", seat, SHORT, cells=tuple(owed_cells(after))))
    if after.ending:
        found.append(Event("end", seat, LAST_CUBE if after.ending == SUPPLY else NO_CELL))
    return found


SHORT = Phrase("The supply is too short for all the cubes owed.")
LAST_CUBE = Phrase("The last cube is played and the game ends.")
NO_CELL = Phrase("No cell is left for another cube and the game ends.")


def growth(seat: int, spot: Spot, low: int, high: int, taken: bool) -> Iterator[Event]:
    """What becomes of a tower with the cubes just stacked, and the points it brings their owner."""
    cubes = tuple((*spot, z) for z in range(high))
    facts = {"cell": column(*spot), "height": high}
    if taken:
        sentence = Phrase("The tower on {cell} changes hands and is now {height} high.", **facts)
        yield Event("taken", seat, sentence, high, cubes[low:])
    elif low > 1:
        sentence = Phrase("The tower on {cell} grows to {height}.", **facts)
        yield Event("grown", seat, sentence, high - low, cubes[low:])
    else:
        sentence = Phrase("A tower of {height} rises on {cell}.", **facts)
        yield Event("raised", seat, sentence, high, cubes[low:])
    if high == TALL:
        sentence = Phrase("The tower on {cell} is full and changes hands no more.", **facts)
        yield Event("full", seat, sentence, cells=cubes)


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    y, x = divmod(action % (s.board * s.board), s.board)
    facts: dict[str, Any] = {"cell": column(x, y), "tall": TALL}
    owed = owed_cells(s)
    if owed:
        facts["owed"] = either(column(x, y) for x, y, _ in owed)
    if reason == UNPAID:
        return owed, facts
    if reason in (OCCUPIED, TOO_TALL):
        return [(x, y, s.height[y * s.board + x] - 1)], facts
    if reason == SQUARE:
        return [(a, b, 0) for a, b in sorted(completed(ground(s), x, y))], facts
    return [], facts


def ground(s: Plain) -> set[Spot]:
    """Where there is a cube."""
    return {(x, y) for x, y, _, _ in stacks(s)}


def completed(cubes: set[Spot], x: int, y: int) -> set[Spot]:
    """Rule 3: the cubes of all squares that lack nothing but (x, y)."""
    near = [{(a, y), (x, b), (a, b)} for a in (x - 1, x + 1) for b in (y - 1, y + 1)]
    return set().union(*(others for others in near if others <= cubes))


def neighbours(x: int, y: int) -> set[Spot]:
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    return wrong_ground(s, ground(s)) or wrong_towers(s) or wrong_debts(s) or wrong_end(s)


def wrong_ground(s: Plain, cubes: set[Spot]) -> str | None:
    """Rules 2 and 3, and what is derived from the cubes on the ground."""
    if any(completed(cubes, x, y) for x, y in cubes):
        return "there is a square of two by two"
    reached = set(sorted(cubes)[:1])
    while more := {spot for near in reached for spot in neighbours(*near)} & cubes - reached:
        reached |= more
    if reached != cubes:
        return "a cube stands apart"
    across, along = [0] * len(s.across), [0] * len(s.along)
    for x, y in cubes:
        across[y + PAD] |= 1 << x | 1 << MIRROR - x
        along[x + PAD] |= 1 << y | 1 << MIRROR - y
    if s.across != across or s.along != along:
        return "the lines of cubes differ from the cubes on the ground"
    words = [0] * WORDS
    for _, x, y in cells_of(s.board):
        touching = not cubes or neighbours(x, y) & cubes
        if (x, y) not in cubes and touching and not completed(cubes, x, y):
            words[WORD[s.board, y + PAD]] |= 1 << SHIFT[s.board, y + PAD] + x
    return "the set of open cells is wrong" if s.open != words else None


def wrong_towers(s: Plain) -> str | None:
    """Rule 8, and no cube lost or gained."""
    if any(s.height[cell] > TALL or s.reds[cell] >> s.height[cell] for cell in range(SIZE**2)):
        return "a tower is too tall or has a colour above its top"
    for seat in range(2):
        if sum(block.owner == seat for block in blocks(s)) != s.cubes - s.supply[seat]:
            return "the cubes on the board and in the supply do not add up"
    return None


def wrong_debts(s: Plain) -> str | None:
    """R6: a choice means cubes, but too few, for several towers that have room."""
    if sum(s.owed) != s.owing:
        return "the cubes owed do not add up"
    if any(s.owed[cell] > TALL - s.height[cell] for cell in range(SIZE**2)):
        return "a tower is owed more than it can take"
    if s.owing and not (0 < s.supply[s.mover] < s.owing and sum(map(bool, s.owed)) > 1):
        return "the player is asked to choose without need"
    return None


def wrong_end(s: Plain) -> str | None:
    ending = SUPPLY if 0 in s.supply else JAM if not any(s.open) else 0
    if s.ending != ending or (s.mover < 0) != bool(ending):
        return "the game ended too early or too late"
    return None


PROMPTS = {
    "place": "Put a cube on the board.",
    "stack": "Choose the tower that gets your next cube.",
}

REASONS = (
    Reason("unpaid", "R6", "First choose which tower gets your next cube: {owed}."),
    Reason("occupied", "2", "There is a cube on {cell} already; a turn begins on an empty cell."),
    Reason("apart", "2", "No cube lies next to {cell}, not even diagonally."),
    Reason("square", "3", "A cube on {cell} would complete a square of two by two."),
    Reason("unasked", "2", "You owe no cube now; a turn begins with a cube on the board."),
    Reason("too-tall", "8", "The tower on {cell} has {tall} cubes already and grows no more."),
    Reason("unowed", "R6", "No cube is owed on {cell}; choose {owed}."),
)

ENDINGS = (
    Ending("supply", "a player has put down the last cube"),
    Ending("jam", "there is no cell left for another cube"),
)
