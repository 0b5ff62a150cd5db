"""CUBE alone (rule 10): cards are chosen or dealt, and one building has to show them all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from random import Random

from ...author import (
    Answer,
    Block,
    Board,
    Building,
    Card,
    Cell,
    Change,
    Extent,
    IllegalMove,
    Look,
    Offer,
    Phrase,
    Picture,
    Scene,
    Seat,
    Supply,
    Tally,
    Task,
    Tool,
    WorkshopError,
    change_between,
)
from . import sets, solo
from .board import Pictures, appearances, cube, pictures
from .building import (
    HIGH,
    NEIGHBOURS,
    TWINS,
    blocks,
    filled,
    height,
    plain,
    used,
)
from .building import change as change
from .building import read as read
from .cards import COLOURS, DECK, EACH, INITIALS, face
from .goals import goal_card, goal_squares, goal_word, name_of, read_goals
from .scene import GRID, colour_at
from .views import NAMES, PLACES

STEPS = {
    "place": ("where the cube goes",),
    "move": ("the cube that is moved", "where the cube goes"),
    "take": ("the piece that is taken back",),
    "stand": ("the lower half of the standing twin", "the upper half of the standing twin"),
    "lay": ("one end of the lying twin", "the other end of the lying twin"),
}
PHRASES = {
    "place": "cube on {first}",
    "move": "cube from {first} to {second}",
    "take": "take back from {first}",
    "stand": "twin upright on {first}",
    "lay": "twin across {first} and {second}",
}
Lift = tuple[str, int, str, Change]
PROMPT = "Build all cards at once."


# Tasks


def grades() -> Sequence[Phrase]:
    names = [
        Phrase("first steps"),
        Phrase("easy"),
        Phrase("tricky"),
        Phrase("hard"),
        Phrase("master"),
    ]
    return [name for name in names if name.source in sets.GRADES]


@cache
def tasks() -> Mapping[str, Task]:
    return {each.id: _task(each) for each in sets.sets().values()}


def _task(each: sets.SoloSet) -> Task:
    return Task(each.id, tuple(DECK[card] for card in each.cards), each.grade, each.cubes)


@cache
def _by_cards() -> Mapping[frozenset[str], Task]:
    return {_faces(task.goals): task for task in tasks().values()}


def _faces(goals: Sequence[str]) -> frozenset[str]:
    return frozenset(str(face(goal_squares(goal))) for goal in goals)


@cache
def goals() -> Mapping[str, Card]:
    return {word: goal_card(number, word) for number, word in enumerate(DECK)}


def colours() -> Sequence[str]:
    return COLOURS


def goal(word: str) -> tuple[str, Card]:
    word = goal_word(goal_squares(word))
    return word, goal_card(0, word)


def draw(squares: Sequence[tuple[int, int, str]]) -> str:
    return goal_word(squares)


def task(name: str) -> Task:
    """A shipped task, or the one of some cards, by their words or numbers: `Orygb-17`."""
    known = tasks().get(name)
    if known:
        return known
    chosen = read_goals(name.split("-"))
    return _by_cards().get(_faces(chosen)) or Task("-".join(chosen), chosen)


def deal(grade: int, chance: Random, known: Collection[str]) -> Task:
    graded = [task for task in tasks().values() if task.grade == grade]
    if not graded:
        raise WorkshopError("There is no grade {grade}.", grade=grade)
    return chance.choice([task for task in graded if task.id not in known] or graded)


def daily(day: date) -> Task:
    return _task(sets.daily(day))


def more() -> Phrase:
    return Phrase("Build with the twins, too.")


# Looking at a building


def look(task: Task, building: Building, twins: bool = False) -> Look:
    seen = pictures(filled(building))
    cards = tuple(goal_card(number, goal, seen) for number, goal in enumerate(task.goals))
    return Look(
        scene=_scene(task, building, cards, seen),
        tools=tuple(_tools(building, twins)),
        pieces=pieces(building),
        solved=all(card.seen for card in cards),
    )


def pieces(building: Building) -> int:
    """A twin counts like two cubes (rule 3), so that it saves none."""
    return sum(map(len, building.values()))


def _scene(task: Task, building: Building, cards: tuple[Card, ...], seen: Pictures) -> Scene:
    supply = tuple(
        Supply(Phrase("cube"), colour, EACH - used(building, colour)) for colour in COLOURS
    )
    size = GRID.width, GRID.depth, GRID.height
    return Scene(
        game="cube",
        options={},
        board=Board(size, False, False, False, Extent((0, 0, 0), (3, 3, 3))),
        blocks=blocks(building),
        regions=(),
        barred=(),
        seats=(Seat(COLOURS[0], supply=supply, cards=cards),),
        facts=(),
        pictures=tuple(
            Picture(
                side, tuple(tuple(colour_at(picture, u, v) for u in range(4)) for v in range(4))
            )
            for side, picture in seen.items()
        ),
        tally=tuple(_shown(task, seen)),
        to_move=0,
        turn=0,
        prompt=PROMPT,
        last=None,
        change=Change(),
        events=(),
        steps=STEPS,
        offers=(),
        outcome=None,
    )


def _shown(task: Task, seen: Pictures) -> Iterator[Tally]:
    """The cards that are to be seen, each with the cubes that show it."""
    for goal in task.goals:
        for side, cells in appearances(goal_squares(goal), seen):
            yield Tally(0, 1, name_of(goal), cells, side)
            break


# What can be taken in hand


def _tools(building: Building, twins: bool) -> Iterator[Tool]:
    for colour in COLOURS:
        left = EACH - used(building, colour)
        found = tuple(_placings(building, colour)) if left else ()
        yield Tool(colour, Phrase("cube"), colour, left, found)
    if twins or any(used(building, half) for half in TWINS):
        for half, colour in TWINS.items():
            left = int(not used(building, half))
            found = tuple(_twin_placings(building, colour)) if left else ()
            yield Tool(half.replace(" ", "-"), Phrase("twin"), colour, left, found)
    lifts = list(_lifts(building))
    yield Tool("move", Phrase("move"), None, None, tuple(_moves(building, lifts)))
    yield Tool("take", Phrase("take back"), None, None, tuple(_takings(building, lifts)))


def _top(building: Building, name: str, above: int = 0) -> Cell:
    return PLACES[NAMES.index(name) + 16 * (height(building, name) + above)]


def _with_room(building: Building, levels: int = 1) -> list[str]:
    return [name for name in NAMES if height(building, name) + levels <= HIGH]


def _offer(move: str, kind: str, pick: tuple[Cell, ...], done: Change) -> Offer:
    places = dict(zip(("first", "second"), (NAMES[x + 4 * y] for x, y, _ in pick), strict=False))
    source = PHRASES[kind]
    return Offer(move, kind, pick, None, Phrase(source, **places), done.add, done.take)


def _adding(*cells: Cell, colour: str) -> Change:
    return Change((Block(cells, colour),))


def _placings(building: Building, colour: str) -> Iterator[Offer]:
    for name in _with_room(building):
        cell = _top(building, name)
        yield _offer(f"{name}:{_initial(colour)}", "place", (cell,), _adding(cell, colour=colour))


def _initial(colour: str) -> str:
    return INITIALS[COLOURS.index(colour)]


def _twin_placings(building: Building, colour: str) -> Iterator[Offer]:
    for name in _with_room(building, 2):
        cells = _top(building, name), _top(building, name, 1)
        move = f"{name}|:{_initial(colour)}"
        yield _offer(move, "stand", cells, _adding(*cells, colour=colour))
    free = _with_room(building)
    for one, other in NEIGHBOURS:
        if {one, other} <= {*free} and height(building, one) == height(building, other):
            cells = _top(building, one), _top(building, other)
            move = f"{one}+{other}:{_initial(colour)}"
            yield _offer(move, "lay", cells, _adding(*cells, colour=colour))


def _lifts(building: Building) -> Iterator[Lift]:
    """Every piece that can be taken from its place: cell, level, what it is, what that changes."""
    before = blocks(building)
    for name, stack in building.items():
        for level, hue in enumerate(stack):
            with suppress(IllegalMove):
                after = blocks(change(building, f"-{name}.{level + 1}"))
                yield name, level, hue, change_between(before, after)


def _moves(building: Building, lifts: Sequence[Lift]) -> Iterator[Offer]:
    free = [(name, _top(building, name)) for name in _with_room(building)]
    for name, level, hue, lifted in lifts:
        for to, cell in free:
            if hue in COLOURS and to != name:
                move = f"{_written(building, name, level)}-{to}"
                done = Change((*lifted.add, cube(cell, hue)), lifted.take)
                yield _offer(move, "move", (_cell(name, level), cell), done)


def _takings(building: Building, lifts: Sequence[Lift]) -> Iterator[Offer]:
    for name, level, _, lifted in lifts:
        move = f"-{_written(building, name, level)}"
        yield _offer(move, "take", (_cell(name, level),), lifted)


def _cell(name: str, level: int) -> Cell:
    return PLACES[NAMES.index(name) + 16 * level]


def _written(building: Building, name: str, level: int) -> str:
    """A piece by its cell, with its level unless it is on top."""
    return name if level + 1 == height(building, name) else f"{name}.{level + 1}"


def picked(building: Building, tool: str, cells: Sequence[Cell]) -> str:
    """The move that picks with a tool in hand mean, whether it is allowed or not."""
    places = [(NAMES[x + 4 * y], z + 1) for x, y, z in cells if 0 <= x < 4 and 0 <= y < 4]
    if len(places) != len(cells) or not 1 <= len(places) <= 2:
        raise WorkshopError("This is not on the board.")
    (first, level), (last, _) = places[0], places[-1]
    at = f"{first}.{level}" if 1 <= level <= height(building, first) else first
    if tool in ("move", "take"):
        return f"{at}-{last}" if tool == "move" and len(places) == 2 else f"-{at}"
    colour = tool.removesuffix("-twin")
    if colour not in COLOURS:
        raise WorkshopError("There is no tool {name!r}.", name=tool[:20])
    if tool == colour:
        return f"{first}:{_initial(colour)}"
    one, other = sorted((first, last), key=NAMES.index)
    where = f"{one}|" if one == other else f"{one}+{other}"
    return f"{where}:{_initial(colour)}"


# Solving


def solve(task: Task, building: Building | None, seconds: float) -> Answer | None:
    """A building with the fewest cubes that shows all cards, what is built already left as it is;
    None if there is none.
    """
    shipped = sets.sets().get(task.id)
    if shipped and not building:
        return Answer(shipped.stacks, shipped.cubes, True)
    begun = building or {}
    twins = any(used(begun, half) for half in TWINS)
    cards = [goal_squares(goal) for goal in task.goals]
    found = solo.solve(cards, seconds=seconds, building=plain(begun), twins=twins)
    if found is None:
        return None
    stacks = {
        name: [*begun.get(name, ()), *stack[height(begun, name) :]]
        for name, stack in found.stacks.items()
    }
    return Answer(stacks, found.cubes, found.proven)
