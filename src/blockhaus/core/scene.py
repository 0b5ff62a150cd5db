"""What there is to see, as a vocabulary of types that clients draw without guessing.

A room says what lies on the board (`Block`), around it (`Table`) and in the score (`Tally`), and
what a decision brought about (`Event`); a `Scene` is all that together as one seat may see it.
Texts are phrases: an English text and its facts, which `words` says in five languages.

The classes have no slots: orjson writes a scene a sixth faster without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, wraps
from typing import Any, Literal, TypeVar

from .grid import LETTERS, Cell, Grid
from .layout import Plain
from .words import Phrase

Found = TypeVar("Found")

Side = Literal["front", "right", "back", "left", "top"]


# On the board


@dataclass(frozen=True)
class Block:
    """One block: the cells it fills and its colour. `owner` is a seat, or None for nobody."""

    cells: tuple[Cell, ...]
    colour: str
    owner: int | None = None


@dataclass(frozen=True)
class Extent:
    """A box of cells, from its lowest corner to its highest, both included."""

    low: Cell
    high: Cell


@dataclass(frozen=True)
class Board:
    """The room a game is built in.

    `size` is columns, rows, levels; `upright` is a wall seen from the front, one block thick;
    `levels` says whether names of cells carry the level; `frame` whether a real frame encloses the
    ground. `reach` holds all blocks and every cell that can still be built on: what to show.
    """

    size: tuple[int, int, int]
    upright: bool
    levels: bool
    frame: bool
    reach: Extent


@dataclass(frozen=True)
class Region:
    """Cells of the ground in a colour, such as the goal of a seat."""

    name: Phrase
    kind: Literal["goal", "start"]
    colour: str
    cells: tuple[Cell, ...]
    seat: int | None = None


@dataclass(frozen=True)
class Barred:
    """Cells that the seat to move has to leave alone this turn, and why."""

    reason: Phrase
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Change:
    """What a move does to the blocks: those it puts down and those it takes away."""

    add: tuple[Block, ...] = ()
    take: tuple[Block, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.add or self.take)


# Around the board


@dataclass(frozen=True)
class Supply:
    """Pieces that a seat has not played yet."""

    name: Phrase
    colour: str
    count: int


@dataclass(frozen=True)
class Piece:
    """A piece in the hand, which has to be placed now."""

    name: Phrase
    colour: str


@dataclass(frozen=True)
class Square:
    """A coloured square of a picture: column and row count from the lower left corner, from 0."""

    column: int
    row: int
    colour: str


@dataclass(frozen=True)
class Lack:
    """What of a card is not there yet, seen from the side that shows most of it: the places of
    those squares in the card's list.
    """

    side: Side
    squares: tuple[int, ...]


@dataclass(frozen=True)
class Card:
    """A card as a picture. `seen` names the sides from which the board shows it now; `matches`
    tells for each side how many of its squares are there at best; `shown` cards lie open; `lack`
    is told where a card is built in the open.
    """

    number: int
    name: Phrase
    squares: tuple[Square, ...]
    seen: tuple[Side, ...] = ()
    matches: Mapping[str, int] = field(default_factory=dict)
    shown: bool = False
    lack: Lack | None = None


@dataclass(frozen=True)
class Fact:
    """Something to know, with its name: a number, a text, seats or cells.

    A `main` fact is needed to decide: it stays in sight where there is room for little else.
    """

    name: Phrase
    kind: Literal["number", "text", "colour", "seats", "cells"]
    value: int | str | Phrase | tuple[int, ...] | tuple[Cell, ...]
    main: bool = False


@dataclass(frozen=True)
class Seat:
    """What a seat has. `cards` are those that the viewer may see, `hidden` counts the others."""

    colour: str
    supply: tuple[Supply, ...] = ()
    points: int | None = None
    hand: Piece | None = None
    cards: tuple[Card, ...] = ()
    hidden: int = 0
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Picture:
    """What is seen from a side: rows from the ground up, each a colour or None per square."""

    view: Side
    rows: tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True)
class Table:
    """What lies around the board, as a seat may see it. `prompt` names the decision that is due."""

    seats: tuple[Seat, ...]
    prompt: str | None
    regions: tuple[Region, ...] = ()
    barred: tuple[Barred, ...] = ()
    facts: tuple[Fact, ...] = ()
    pictures: tuple[Picture, ...] = ()


# The score, and what happened


@dataclass(frozen=True)
class Tally:
    """One item of a seat's points: how many, what for, and the cells that show it.

    `view` names the side from which the cells are seen, where points come from pictures.
    """

    seat: int
    points: int
    phrase: Phrase
    cells: tuple[Cell, ...] = ()
    view: Side | None = None

    @property
    def text(self) -> str:
        """What the points are for, in English."""
        return str(self.phrase)


@dataclass(frozen=True)
class Event:
    """Something that a decision brought about: `kind` is a word of the game, such as `bonus`, and
    `seat` whom it concerns: who earned it, or whose blocks they are.
    """

    kind: str
    seat: int
    sentence: Phrase
    points: int = 0
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Offer:
    """A move on offer: the cells to pick for it, in order, and what it does to the blocks.

    What each pick chooses stands in the scene's `steps` under the move's kind; `label` says what
    picks cannot tell; `words` say the whole move to people who do not read its notation. `warnings`
    are the events to be told before the move counts, because it costs the mover something that is
    easily overlooked.
    """

    move: str
    kind: str
    pick: tuple[Cell, ...]
    label: Phrase | None
    words: Phrase
    add: tuple[Block, ...]
    take: tuple[Block, ...]
    warnings: tuple[Event, ...] = ()


@dataclass(frozen=True)
class End:
    """How the game ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Scene:
    """Everything that a seat may see of a position."""

    game: str
    options: Mapping[str, str]
    board: Board
    blocks: tuple[Block, ...]
    regions: tuple[Region, ...]
    barred: tuple[Barred, ...]
    seats: tuple[Seat, ...]
    facts: tuple[Fact, ...]
    pictures: tuple[Picture, ...]
    tally: tuple[Tally, ...]
    to_move: int | None
    turn: int
    prompt: str | None
    last: str | None
    change: Change
    events: tuple[Event, ...]
    steps: Mapping[str, tuple[str, ...]]
    offers: tuple[Offer, ...]
    outcome: End | None


PLAIN = frozenset((int, str, float, bool, type(None)))


def data(value: Any) -> Any:
    """The same as plain data, ready for JSON: a phrase is its text and its facts."""
    kind: Any = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple or kind is list:
        return [item if type(item) in PLAIN else data(item) for item in value]
    if kind is Phrase:
        return {"text": value.source, "facts": data(value.facts)}
    if isinstance(value, Mapping):
        return {name: data(item) for name, item in value.items()}
    return {name: data(getattr(value, name)) for name in _names(kind)}


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def remembered(function: Callable[[Plain], Found]) -> Callable[[Plain], Found]:
    """A function of a position that a view asks for several times is worked out once.

    For what is shown only: rules change the record they run on.
    """
    key = f"{function.__module__}.{function.__name__}"

    @wraps(function)
    def ask(s: Plain) -> Found:
        known = s.__dict__
        if key not in known:
            known[key] = function(s)
        found: Found = known[key]
        return found

    return ask


def change_between(before: Sequence[Block], after: Sequence[Block]) -> Change:
    """What was put down and what was taken away. Most blocks are the very same ones."""
    gone = _without(before, after)
    come = _without(after, before)
    if gone and come:
        gone, come = [b for b in gone if b not in come], [b for b in come if b not in gone]
    return Change(tuple(come), tuple(gone))


def _without(blocks: Sequence[Block], others: Sequence[Block]) -> list[Block]:
    known = set(map(id, others))
    return [block for block in blocks if id(block) not in known]


def draw(grid: Grid, blocks: Sequence[Block]) -> str:
    """The board as text: a wall from the front, or the levels side by side from the ground up.

    A cell shows the first letter of its block's colour, in capitals for the block's first cell
    so that two blocks of one colour can be told apart.
    """
    filled = {
        cell: block.colour[0].upper() if index == 0 else block.colour[0]
        for block in blocks
        for index, cell in enumerate(block.cells)
    }
    if grid.upright:
        return _panel(
            grid, [[(x, 0, z) for x in range(grid.width)] for z in range(grid.height)], filled, ""
        )
    top = max((cell[2] for cell in filled), default=0)
    panels = [
        _panel(
            grid,
            [[(x, y, z) for x in range(grid.width)] for y in range(grid.depth)],
            filled,
            level_title(z) if top else "",
        ).split("\n")
        for z in range(top + 1)
    ]
    return "\n".join("   ".join(parts).rstrip() for parts in zip(*panels, strict=True))


def level_title(z: int, lang: str = "en") -> str:
    """What stands above a level, where several are shown."""
    return Phrase("level {number}", number=z + 1).text(lang)


def _panel(grid: Grid, rows: list[list[Cell]], filled: dict[Cell, str], title: str) -> str:
    width = 3 + 2 * grid.width
    lines = [title.ljust(width)] if title else []
    for number in range(len(rows), 0, -1):
        cells = " ".join(filled.get(cell, ".") for cell in rows[number - 1])
        lines.append(f"{number:2} {cells}".ljust(width))
    lines.append(("   " + " ".join(LETTERS[: grid.width])).ljust(width))
    return "\n".join(lines)
