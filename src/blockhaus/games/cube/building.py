"""A building of one's own: stacks of cubes and twins, and what can be done with them (rule 10).

A building tells for each cell the colours from the bottom up, such as {"a1": ["red", "blue"]}. The
two halves of a twin are "red twin" each. Whatever is taken from within a stack, what lay above
comes down (R1). A move is written

    c3:r      put a red cube on c3
    b2-c3     move the top cube of b2, b2.1-c3 the lowest one
    -b2       take back the top cube of b2, -b2.1 the lowest one
    c3|:r     stand the red twin on c3
    a1+b1:r   lay the red twin on two neighbours, the lower cell first
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from ...author import (
    Block,
    Building,
    Cell,
    IllegalMove,
    NotationError,
    Phrase,
    Refusal,
    WorkshopError,
)
from .board import cube
from .cards import COLOURS, EACH, INITIALS
from .views import NAMES, PLACES

HIGH = 4
TWINS = {f"{colour} twin": colour for colour in COLOURS}  # how a half is written
Stacks = dict[str, list[str]]
MOVE = re.compile(
    r"(?P<place>[a-d][1-4]):(?P<cube>[rygb])"
    r"|(?P<stand>[a-d][1-4])\|:(?P<standing>[rygb])"
    r"|(?P<one>[a-d][1-4])\+(?P<other>[a-d][1-4]):(?P<lying>[rygb])"
    r"|(?P<origin>[a-d][1-4])(?:\.(?P<at>[1-4]))?-(?P<to>[a-d][1-4])"
    r"|-(?P<take>[a-d][1-4])(?:\.(?P<level>[1-4]))?"
)


# What there is


def read(building: object) -> Stacks:
    """A building that the rules allow, its stacks in the order of the cells."""
    if not isinstance(building, Mapping):
        raise WorkshopError("A building tells the colours of each stack, such as a1: red, blue.")
    for name, stack in building.items():
        if name not in NAMES:
            raise WorkshopError(
                "There is no cell {name!r}: the cells are a1 to d4.", name=str(name)[:20]
            )
        _check_stack(name, stack)
    stacks = {name: list(building[name]) for name in NAMES if building.get(name)}
    used = Counter(hue for stack in stacks.values() for hue in stack)
    for colour in COLOURS:
        if used[colour] > EACH:
            raise WorkshopError(
                "The box has {most} {colour} cubes; {used} are used.",
                most=EACH,
                colour=colour,
                used=used[colour],
            )
    for half, colour in TWINS.items():
        if used[half] and not _joined([cell for cell, hue in _cells(stacks) if hue == half]):
            raise WorkshopError(
                "The two halves of the {colour} twin do not lie together.", colour=colour
            )
    return stacks


def _check_stack(name: str, stack: object) -> None:
    if not isinstance(stack, (list, tuple)) or len(stack) > HIGH:
        raise WorkshopError("The stack at {cell} is a list of at most four cubes.", cell=name)
    for hue in stack:
        if hue not in (*COLOURS, *TWINS):
            raise WorkshopError(
                "There is no colour {name!r}: the colours are {known}.",
                name=str(hue)[:20],
                known=", ".join(COLOURS),
            )


def _joined(halves: list[Cell]) -> bool:
    if len(halves) != 2:
        return False
    one, other = halves
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1


def _cells(stacks: Building) -> Iterator[tuple[Cell, str]]:
    for name, stack in stacks.items():
        column = NAMES.index(name)
        for level, hue in enumerate(stack):
            yield PLACES[column + 16 * level], hue


def filled(stacks: Building) -> dict[Cell, str]:
    """Every filled cell with its colour; a twin counts like two cubes (rule 3)."""
    return {cell: TWINS.get(hue, hue) for cell, hue in _cells(stacks)}


def plain(stacks: Building) -> Stacks:
    """The same with a twin as two cubes."""
    return {name: [TWINS.get(hue, hue) for hue in stack] for name, stack in stacks.items()}


def blocks(stacks: Building) -> tuple[Block, ...]:
    cells = list(_cells(stacks))
    single = [cube(cell, hue) for cell, hue in cells if hue in COLOURS]
    for half, colour in TWINS.items():
        halves = tuple(cell for cell, hue in cells if hue == half)
        if halves:
            single.append(Block(halves, colour))
    return tuple(single)


def used(stacks: Building, hue: str) -> int:
    return sum(stack.count(hue) for stack in stacks.values())


def height(stacks: Building, name: str) -> int:
    return len(stacks.get(name, ()))


def neighbours() -> Iterator[tuple[str, str]]:
    """Every two cells side by side, the lower one first."""
    for column, name in enumerate(NAMES):
        if column % 4 < 3:
            yield name, NAMES[column + 1]
        if column < 12:
            yield name, NAMES[column + 4]


NEIGHBOURS = tuple(neighbours())


# What can be done


def change(building: Building, move: str) -> Stacks:
    """The building after a move."""
    found = MOVE.fullmatch(move)
    if not found:
        raise NotationError(
            "{move!r} is not a move: write c3:r to put a red cube on c3, b2-c3 to move the top "
            "cube, b2.1-c3 the lowest one, -b2 or -b2.1 to take one back, c3|:r to stand the red "
            "twin and a1+b1:r to lay it on neighbours, the lower cell first.",
            move=move[:40],
        )
    stacks = {name: list(stack) for name, stack in building.items()}
    parts = found.groupdict()
    if parts["place"]:
        _put(stacks, move, parts["place"], _colour(parts["cube"]))
    elif parts["stand"]:
        _stand(stacks, move, parts["stand"], _colour(parts["standing"]))
    elif parts["one"]:
        _lay(stacks, move, parts["one"], parts["other"], _colour(parts["lying"]))
    elif parts["origin"]:
        _move(stacks, move, parts["origin"], parts["at"], parts["to"])
    else:
        _take(stacks, move, parts["take"], parts["level"])
    return read(stacks)


def _colour(initial: str) -> str:
    return COLOURS[INITIALS.index(initial)]


def _refuse(move: str, code: str, rule: str, phrase: Phrase, *cells: str) -> IllegalMove:
    return IllegalMove(move, Refusal(code, rule, cells, phrase))


def _put(stacks: Stacks, move: str, name: str, colour: str) -> None:
    if used(stacks, colour) == EACH:
        said = Phrase("All {most} cubes in {colour} are on the board.", most=EACH, colour=colour)
        raise _refuse(move, "none-left", "1", said)
    _drop(stacks, move, name, colour)


def _drop(stacks: Stacks, move: str, name: str, hue: str) -> None:
    if height(stacks, name) == HIGH:
        said = Phrase("The stack at {cell} is four cubes high already.", cell=name)
        raise _refuse(move, "full", "1", said, name)
    stacks.setdefault(name, []).append(hue)


def _stand(stacks: Stacks, move: str, name: str, colour: str) -> None:
    _check_twin(stacks, move, colour)
    high = height(stacks, name)
    if high > HIGH - 2:
        said = Phrase(
            "A standing twin needs two free levels; {cell} is {height} high.",
            cell=name,
            height=high,
        )
        raise _refuse(move, "tall", "R1", said, name)
    stacks.setdefault(name, []).extend([f"{colour} twin"] * 2)


def _lay(stacks: Stacks, move: str, one: str, other: str, colour: str) -> None:
    _check_twin(stacks, move, colour)
    if (one, other) not in NEIGHBOURS:
        said = Phrase("A lying twin needs two cells side by side, the lower one named first.")
        raise _refuse(move, "apart", "1", said, one, other)
    heights = {name: height(stacks, name) for name in (one, other)}
    if heights[one] != heights[other]:
        higher = max(heights, key=heights.__getitem__)
        said = Phrase(
            "A lying twin needs two columns of equal height; {cell} is higher.", cell=higher
        )
        raise _refuse(move, "uneven", "R1", said, higher)
    for name in (one, other):
        _drop(stacks, move, name, f"{colour} twin")


def _check_twin(stacks: Stacks, move: str, colour: str) -> None:
    if used(stacks, f"{colour} twin"):
        said = Phrase("The twin in {colour} is on the board already.", colour=colour)
        raise _refuse(move, "placed", "1", said)


def _move(stacks: Stacks, move: str, origin: str, at: str | None, to: str) -> None:
    level = _level(stacks, move, origin, at)
    hue = stacks[origin][level]
    if hue in TWINS:
        said = Phrase("A twin is not moved: take it back and place it anew.")
        raise _refuse(move, "twin", "3", said, origin)
    if origin == to:
        said = Phrase("Moving a cube means putting it on another column than {cell}.", cell=to)
        raise _refuse(move, "same", "R5", said, to)
    _lift(stacks, move, origin, level)
    _drop(stacks, move, to, hue)


def _take(stacks: Stacks, move: str, name: str, at: str | None) -> None:
    level = _level(stacks, move, name, at)
    half = stacks[name][level]
    if half not in TWINS:
        _lift(stacks, move, name, level)
        return
    for place in NAMES:  # both halves of a twin go
        while half in stacks.get(place, ()):
            _lift(stacks, move, place, stacks[place].index(half))


def _level(stacks: Stacks, move: str, name: str, at: str | None) -> int:
    high = height(stacks, name)
    level = int(at) if at else high
    if not 1 <= level <= high:
        raise _refuse(move, "nothing", "3", Phrase("There is no cube at {cell}.", cell=name), name)
    return level - 1


def _lift(stacks: Stacks, move: str, name: str, level: int) -> None:
    """What lies above comes down, but for a lying twin, which another stack holds up."""
    for hue in set(stacks[name][level + 1 :]) & TWINS.keys():
        if stacks[name].count(hue) == 1:
            said = Phrase(
                "A lying twin rests on the stack at {cell}: take it back first.", cell=name
            )
            raise _refuse(move, "under-twin", "R1", said, name)
    del stacks[name][level]
