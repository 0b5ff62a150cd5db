"""TURRIS for people: how moves are written, what is seen, and why a move is refused."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ...author import (
    Barred,
    Block,
    Cell,
    Ending,
    Event,
    Extent,
    Fact,
    Grid,
    NotationError,
    Phrase,
    Plain,
    Reason,
    Seat,
    Side,
    Supply,
    Table,
    Tally,
    column,
    remembered,
)
from . import SPEC
from .rules import (
    ALL_PAIRS,
    BACK,
    BARRED,
    CARRIES,
    COLUMNS,
    COVERED_BY,
    EARLY,
    ENDS,
    FRONT,
    IN_THE_MIDDLE,
    LAST,
    LEFT,
    LIE,
    MIDDLE,
    MISNAMED,
    MOST_UNFINISHED,
    ONE_BLOCK,
    OWN,
    PAIRS,
    PASS,
    ROW,
    SLOTS,
    SPAN,
    TAKE,
    TOP,
    block_at,
    filled,
    height,
    largest,
    rise,
    seen_from_above,
    seen_from_side,
    verdict,
)

VIEWS: tuple[Side, ...] = ("front", "back", "left", "right", "top")


def name(c: int) -> str:
    return column(c // 3, c % 3)


def text(s: Plain, action: int) -> str:
    if action < LIE:
        return f"{name(action)}|"
    if action < TAKE:
        first, second = PAIRS[action - LIE]
        return f"{name(first)}+{name(second)}"
    return f"x{name(action - TAKE)}" if action < PASS else "pass"


NAMES = {name(c): c for c in range(COLUMNS)}


def parse(s: Plain, move: str) -> int:
    if move == "pass":
        return PASS
    match = re.fullmatch(r"(x?)([a-z]\d+)(?:(\|)|\+([a-z]\d+))?", move, re.ASCII)
    if not match or bool(match[1]) == bool(match[3] or match[4]):
        raise NotationError(
            "{move!r} is not a move: write b1| to stand a block on b1, a1+b1 to lay one over a1 "
            "and b1, xb1 to take the top block of b1, or pass.",
            move=move,
        )
    for cell in filter(None, match.group(2, 4)):
        if cell not in NAMES:
            raise NotationError("{cell!r} is not on the plan: its cells are a1 to c3.", cell=cell)
    first = NAMES[match[2]]
    if not match[4]:
        return TAKE + first if match[1] else first
    pair = first, NAMES[match[4]]
    if pair[::-1] in PAIRS:
        raise NotationError(
            "{move!r} is not a move: write {right}.", move=move, right=f"{match[4]}+{match[2]}"
        )
    if pair not in PAIRS:
        raise NotationError(
            "{move!r} is not a move: a lying block covers two neighbouring cells.", move=move
        )
    return LIE + PAIRS.index(pair)


def grid(s: Plain) -> Grid:
    """As high as these blocks can reach. The third level above the finished ones takes five cells:
    a column of three, and one of two beside it for contact (R3). Bridging takes six.
    """
    return Grid(3, 3, (4 * s.blocks - 5) // COLUMNS + MOST_UNFINISHED, levels=True)


def reach(s: Plain) -> Extent:
    """(e) lets nobody build above the third level over the finished ones."""
    return Extent((0, 0, 0), (2, 2, min(s.finished + MOST_UNFINISHED, grid(s).height) - 1))


# A move changes one level or two of a tower, so most of what is shown was shown before.
LEVELS_KNOWN = 10_000


def cells_of(block: int, top: int) -> list[Cell]:
    """The cells of a block whose upper level is given."""
    levels = range(top - rise(block), top)
    return [(c // 3, c % 3, z) for c in ENDS[block] for z in levels]


def blocks(s: Plain) -> list[Block]:
    levels = zip(s.heads, s.pairs, s.cells[0], strict=True)
    found: list[Block] = []
    for z, (heads, pairs, white) in enumerate(levels):
        if z and heads | pairs:
            found += blocks_below(z, heads | pairs << LIE, white)
    return found


@lru_cache(LEVELS_KNOWN)
def blocks_below(z: int, found: int, white: int) -> list[Block]:
    """The blocks whose upper level is given."""
    seats = {block: 0 if COVERED_BY[block] & white else 1 for block in members(found)}
    return [
        Block(tuple(cells_of(block, z)), SPEC.colours[seat], seat) for block, seat in seats.items()
    ]


@lru_cache(LEVELS_KNOWN)
def members(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def landing(s: Plain, block: int) -> list[Cell]:
    """The cells a block would fill."""
    return cells_of(block, max(height(s, c) for c in ENDS[block]) + rise(block))


def top_block(s: Plain, c: int) -> list[Cell]:
    z = height(s, c)
    return cells_of(block_at(s, c, z), z)


def picks(s: Plain, action: int) -> list[Cell]:
    if action < TAKE:
        return landing(s, action)
    return top_block(s, action - TAKE) if action < PASS else []


def label(s: Plain, action: int) -> Phrase | None:
    if action < TAKE:
        return None
    return Phrase("take") if action < PASS else Phrase("decline the bonus")


def freed_cells(s: Plain) -> list[Cell]:
    """R8: the cells of the block just taken; nothing has been built there since."""
    return landing(s, COVERED_BY.index(s.freed)) if s.freed else []


PHRASES = {
    "stand": "block upright on {first}",
    "lie": "block lying on {first} and {second}",
    "take": "top block of {first} taken",
    "pass": "decline the bonus",
}

STEPS = {
    "stand": ("where the block stands", "its upper half"),
    "lie": ("one end of the lying block", "its other end"),
    "take": ("the opposing block to take", "its other half"),
    "pass": (),
}


def kind(s: Plain, action: int) -> str:
    if action < TAKE:
        return "stand" if action < LIE else "lie"
    return "take" if action < PASS else "pass"


def table(s: Plain, seat: int | None) -> Table:
    points = [0, 0]
    for item in tally(s):
        points[item.seat] += item.points
    return Table(
        seats=tuple(
            Seat(
                colour,
                supply=(Supply(Phrase("blocks"), colour, s.supply[side]),),
                points=points[side],
                facts=latest_fact(s, side),
            )
            for side, colour in enumerate(SPEC.colours)
        ),
        prompt=due(s),
        barred=(Barred(LEAVE_FREE, tuple(freed_cells(s))),) if s.freed else (),
    )


def due(s: Plain) -> str | None:
    """What the mover is asked for: no more than the position allows."""
    if s.mover < 0 or not s.bonus:
        return None if s.mover < 0 else "place"
    adding, taking = s.legal % (1 << TAKE), s.legal >> TAKE & (1 << PASS - TAKE) - 1
    return "bonus" if adding and taking else "bonus place" if adding else "bonus take"


LEAVE_FREE = Phrase("Your block was just taken from here: leave the space free this turn.")


def latest_fact(s: Plain, seat: int) -> tuple[Fact, ...]:
    cells = tuple(latest(s, seat))
    return (Fact(Phrase("placed last, safe from being taken"), "cells", cells),) if cells else ()


def events(before: Plain, action: int, after: Plain) -> list[Event]:
    if action < TAKE:
        return [*middle_events(before, action, after), *level_events(before, action, after)]
    if action < PASS:
        return take_events(before, action - TAKE, after)
    return [Event("declined", before.mover, Phrase("The bonus is declined."))]


def take_events(before: Plain, c: int, after: Plain) -> list[Event]:
    """R9: only the ban that a taking brings can leave its owner without a place."""
    sentence = Phrase("A block is taken off the tower and goes back to its owner.")
    found = [Event("taken", before.mover, sentence, cells=tuple(top_block(before, c)))]
    if not after.freed:
        sentence = Phrase("Only the freed space is left to build on: the turn is passed over.")
        found.append(Event("skipped", 1 - before.mover, sentence))
    return found


def middle_events(before: Plain, action: int, after: Plain) -> list[Event]:
    """Rule 4; R7: a bonus with nothing to place and nothing to take lapses."""
    if not IN_THE_MIDDLE >> action & 1:
        return []
    cells = tuple(cell for cell in landing(before, action) if cell[:2] == divmod(MIDDLE, 3))
    if after.bonus:
        sentence = Phrase("A block in the middle earns a bonus.")
        return [Event("bonus", before.mover, sentence, cells=cells)]
    sentence = Phrase("The bonus lapses: there is nothing to place and nothing to take.")
    return [Event("lapsed", before.mover, sentence, cells=cells)]


def level_events(before: Plain, action: int, after: Plain) -> list[Event]:
    return [
        Event(
            "level",
            before.mover,
            Phrase("Level {level} is finished.", level=z),
            cells=tuple((c // 3, c % 3, z - 1) for c in range(COLUMNS)),
        )
        for z in range(before.finished + 1, after.finished + 1)
    ]


def latest(s: Plain, seat: int) -> list[Cell]:
    """R6: the block a seat placed last."""
    return cells_of(s.last[seat], s.last_top[seat]) if s.last[seat] >= 0 else []


LARGEST = [Phrase("largest area seen from the {side}", side=side) for side in VIEWS]


@remembered
def tally(s: Plain) -> list[Tally]:
    """The largest area of each picture, as it stands."""
    colours = [own[1:] for own in s.cells]
    tower = [white | black for white, black in zip(*colours, strict=True) if white | black]
    found = []
    for view, side in enumerate(VIEWS):
        shown = (
            roof(tower) if view == TOP else [nearest(view, *level) for level in enumerate(tower)]
        )
        for seat, own in enumerate(colours):
            squares = roof_squares(own, tower) if view == TOP else side_squares(own, tower, view)
            cells = tuple([shown[up][along] for up, along in area_known(squares)])
            if cells:
                found.append(Tally(seat, len(cells), LARGEST[view], cells, side))
    return sorted(found, key=lambda item: item.seat)


def side_squares(own: list[int], tower: list[int], view: int) -> int:
    """R10: a seat's squares of a picture of the tower."""
    squares = 0
    for z, level in enumerate(tower):
        squares |= side_known(own[z], level, view) << ROW * z
    return squares


def roof_squares(own: list[int], tower: list[int]) -> int:
    tops = [own[z] & ~above for z, above in enumerate([*tower[1:], 0])]
    return sum(map(seen_from_above, tops))


def roof(tower: list[int]) -> list[list[Cell]]:
    """What is to be seen from above."""
    top = [-1] * COLUMNS
    for z, (level, above) in enumerate(pairwise([*tower, 0])):
        for c in members(level & ~above):
            top[c] = z
    return [[(x, y, top[3 * x + y]) for y in range(3)] for x in range(3)]


side_known = lru_cache(LEVELS_KNOWN)(seen_from_side)


@lru_cache(LEVELS_KNOWN)
def area_known(squares: int) -> list[tuple[int, int]]:
    """The largest area of a picture, as rows and squares in them."""
    return [divmod(square, ROW) for square in members(largest(squares))]


@lru_cache(LEVELS_KNOWN)
def nearest(view: int, z: int, filled: int) -> list[Cell]:
    """What is to be seen of a level from a side; any cell where nothing is."""
    depth = range(3) if view in (FRONT, LEFT) else range(2, -1, -1)
    lines = [[(i, j) if view in (FRONT, BACK) else (j, i) for j in depth] for i in range(3)]
    return [
        next(((x, y, z) for x, y in line if filled >> 3 * x + y & 1), (0, 0, z)) for line in lines
    ]


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    if action == PASS:
        return [], {}
    if action >= TAKE:
        return take_culprits(s, action - TAKE, reason)
    cells = landing(s, action)
    if reason == ONE_BLOCK:
        return [(x, y, z - 1) for x, y, z in cells], {}
    low, *_, high = sorted(ENDS[action] * 2, key=lambda c: height(s, c))
    unopened = [z + 1 for _, _, z in cells if reason == EARLY and not filled(s, z + 1)]
    facts = {"low": name(low), "high": name(high), "level": min(unopened, default=0)}
    return freed_cells(s) if reason == BARRED else [], facts


def take_culprits(s: Plain, c: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    cells = top_block(s, c)
    first, second = (column(x, y) for x, y, _ in cells)
    facts = {"cell": name(c), "first": first, "second": second}
    if reason == CARRIES:
        above = {(x, y, z + 1) for x, y, z in cells}
        return next([*block.cells] for block in blocks(s) if above & {*block.cells}), facts
    return cells if reason in (OWN, LAST, MISNAMED) else [], facts


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    tower = blocks(s)
    cells = {cell for block in tower for cell in block.cells}
    if len(cells) != 2 * len(tower) or any(z and (x, y, z - 1) not in cells for x, y, z in cells):
        return "blocks overlap or float"
    for seat in range(2):
        own = [block.cells for block in tower if block.owner == seat]
        if len(own) + s.supply[seat] != s.blocks:
            return "the blocks on the tower and in the supply do not add up"
        if {cell for block in own for cell in block} != {
            (c // 3, c % 3, z - 1)
            for c in range(9)
            for z in range(SLOTS)
            if s.cells[seat, z] >> c & 1
        }:
            return "the blocks and their cells do not fit"
        if latest(s, seat) and tuple(latest(s, seat)) not in own:
            return "the block placed last has gone"
    levels = [sum(z == level for _, _, z in cells) for level in range(grid(s).height)]
    if sum(levels) != len(cells) or sum(0 < size < 9 for size in levels) > MOST_UNFINISHED:
        return "the tower has outgrown its limits"
    if s.finished != levels.count(COLUMNS) or s.pairs[0] != (0 if s.flat_ground else ALL_PAIRS):
        return "the number of finished levels is wrong, or the foundation is"
    if s.legal != sum(1 << action for action in range(SPAN) if verdict(s, action) == 0):
        return "the legal actions are not those of the verdicts"
    if s.mover < 0 and (s.supply[0] or s.supply[1] or s.freed or s.bonus):
        return "the game has ended too early"
    return None


PROMPTS = {
    "place": "Add a block to the tower.",
    "bonus": "Use your bonus: add a block, take an opposing one, or decline.",
    "bonus place": "Use your bonus: add a block, or decline.",
    "bonus take": "Use your bonus: take an opposing block, or decline.",
}

REASONS = (
    Reason("out", "5", "You have no blocks left to place."),
    Reason("hangs", "R1", "{low} is lower than {high}: half of the block would hang in the air."),
    Reason("strict", "R2", "Nothing lies on the foundation: it is not two different blocks."),
    Reason("apart", "R2", "On the foundation a block must share a face with a block in place."),
    Reason("one-block", "R2", "A lying block needs two different blocks below, not one."),
    Reason("alone", "R3", "A standing block needs a block at its side."),
    Reason("fourth", "R4", "More than three levels would be unfinished."),
    Reason("early", "R5", "The middle of level {level} waits until its edge has a block."),
    Reason("barred", "R8", "Your block was just taken from here: leave the space free this turn."),
    Reason("no-bonus", "4", "Taking a block is a bonus for building in the middle."),
    Reason("nothing", "R6", "There is no block on {cell} to take."),
    Reason("own", "R6", "The top block of {cell} is your own; a bonus takes opposing blocks."),
    Reason("carries", "R6", "Another block rests on this one, so it has to stay."),
    Reason("last", "R6", "This is the block your opponent placed last; it is safe."),
    Reason("reopens", "R6", "Without this block more than three levels would be unfinished."),
    Reason("misnamed", "Notation", "The block lies over {first} and {second}: write x{first}."),
    Reason("must-place", "R7", "Only a bonus can be declined: place a block."),
)

ENDINGS = (Ending("used-up", "all blocks are placed"),)
