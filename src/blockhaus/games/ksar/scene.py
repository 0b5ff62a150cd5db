"""KSAR for people: how moves are written, what is seen, and why a move is refused."""

from __future__ import annotations

import re
from typing import Any

from ...author import (
    LETTERS,
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
    both,
    column,
    remembered,
)
from . import SPEC
from .pieces import (
    SHAPES,
    Ground,
    Piece,
    contacts,
    equals,
    found_at,
    ground_of,
    largest_set,
    members,
    pieces,
    sets,
    usable,
)
from .rules import NEUTRAL, ON_TOP, POSES, SAME_HEIGHT


def fields(s: Plain, action: int) -> tuple[int, int, int, int]:
    """The pose, whether colourless, and the column and row of the lowest corner."""
    kind, place = divmod(action, s.frame**2)
    return kind >> 1, kind & 1, place % s.frame, place // s.frame


FOOTPRINTS = tuple(f"{wide}x{deep}" for wide, deep in SHAPES)


def text(s: Plain, action: int) -> str:
    pose, colourless, x, y = fields(s, action)
    return f"{column(x, y)}:{FOOTPRINTS[pose]}{'n' if colourless else ''}"


def parse(s: Plain, move: str) -> int:
    match = re.fullmatch(r"([a-z])([1-9][0-9]?):([0-9]x[0-9])(n?)", move)
    if not match:
        raise NotationError(
            "{move!r} is not a move: write c4:3x2 for a piece with its lowest corner at c4, "
            "3 columns wide and 2 rows deep, and c4:3x2n for a colourless one.",
            move=move,
        )
    x, y = LETTERS.index(match[1]), int(match[2]) - 1
    if x >= s.frame or y >= s.frame:
        raise NotationError(
            "{cell} is not in the frame: its columns are a to {last}, its rows 1 to {frame}.",
            cell=match[1] + match[2],
            last=LETTERS[s.frame - 1],
            frame=s.frame,
        )
    if match[3] not in FOOTPRINTS:
        raise NotationError(
            "A piece cannot cover {footprint}: it is 3x2 or 2x3 lying flat, 3x1 or 1x3 on its "
            "side, 2x1 or 1x2 upright.",
            footprint=match[3],
        )
    kind = 2 * FOOTPRINTS.index(match[3]) + bool(match[4])
    return int((kind * s.frame + y) * s.frame + x)


def grid(s: Plain) -> Grid:
    return Grid(s.frame, s.frame, 3, frame=True)


def placed(s: Plain, action: int) -> Piece:
    """The piece an action would place."""
    pose, colourless, x, y = fields(s, action)
    return Piece(x, y, *SHAPES[pose], NEUTRAL if colourless else s.mover)


def blocks(s: Plain) -> list[Block]:
    return [piece.block() for piece in pieces(s)]


def picks(s: Plain, action: int) -> list[Cell]:
    """The lowest corner, then the opposite one."""
    footprint = placed(s, action).footprint()
    return [footprint[0], footprint[-1]]


def label(s: Plain, action: int) -> Phrase | None:
    """The picks of a coloured and a colourless piece are the same."""
    return Phrase("colourless") if placed(s, action).colour == NEUTRAL else None


CORNERS = (
    "a corner of the piece",
    "the opposite corner: flat, on its side or upright",
)

STEPS = {"place": CORNERS, "colourless": CORNERS}

PHRASES = {
    "place": "piece from {first} to {second}",
    "colourless": "colourless piece from {first} to {second}",
}


def kind(s: Plain, action: int) -> str:
    return "colourless" if placed(s, action).colour == NEUTRAL else "place"


# Rule 8: why nobody begins with 0 points.
COSTS = Fact(Phrase("a colourless piece not placed counts"), "number", -1, main=True)


def table(s: Plain, seat: int | None) -> Table:
    return Table(
        seats=tuple(
            Seat(
                colour,
                supply=(
                    Supply(Phrase("pieces"), colour, s.supply[side, 0]),
                    Supply(Phrase("colourless pieces"), SPEC.colours[NEUTRAL], s.supply[side, 1]),
                ),
                points=points(s, side),
            )
            for side, colour in enumerate(SPEC.colours[:NEUTRAL])
        ),
        prompt=None if s.mover < 0 else "place",
        facts=(COSTS,) if s.mover >= 0 and any(s.supply[side, 1] for side in (0, 1)) else (),
    )


def events(before: Plain, action: int, after: Plain) -> list[Event]:
    mover, new = before.mover, placed(before, action)
    seats = (mover, 1 - mover) if new.colour == NEUTRAL else (mover,)
    found = [event for seat in seats for event in set_events(before, new, after, seat)]
    return found + end_events(mover, new, after)


def set_events(before: Plain, new: Piece, after: Plain, seat: int) -> list[Event]:
    """Rule 8: the sets that a piece joins, and the other player's largest that it lets grow."""
    beside = {*new.around()}
    touched = [each for each in sets(usable(before, seat)) if beside & {*cells_of(each)}]
    gain = len(largest_set(usable(after, seat))) - len(largest_set(usable(before, seat)))
    joined = [new, *(piece for each in touched for piece in each)]
    facts = {"colour": SPEC.colours[seat], "pieces": len(joined)}
    if len(touched) > 1:
        sentence = Phrase(
            "One piece joins {sets} sets of {colour}: {pieces} pieces hang together.",
            sets=len(touched),
            **facts,
        )
        return [Event("joined", seat, sentence, gain, cells_of(joined))]
    if touched and gain and seat != before.mover:
        sentence = Phrase(
            "The colourless piece helps {colour}: the largest set now has {pieces} pieces.", **facts
        )
        return [Event("helped", seat, sentence, gain, cells_of(joined))]
    return []


def end_events(seat: int, new: Piece, after: Plain) -> list[Event]:
    colour, cells, found = SPEC.colours[seat], cells_of([new]), []
    if not any(after.supply[seat]):
        sentence = Phrase("The last piece of {colour} is placed.", colour=colour)
        found.append(Event("last", seat, sentence, cells=cells))
    if after.mover < 0 and points(after, 0) == points(after, 1):  # rule 9
        sentence = Phrase(
            "It is {points} all: the last piece decides for {colour}.",
            points=points(after, seat),
            colour=colour,
        )
        found.append(Event("tie", seat, sentence, cells=cells))
    return found


def cells_of(standing: list[Piece]) -> tuple[Cell, ...]:
    return tuple([cell for piece in standing for cell in piece.footprint()])


@remembered
def tally(s: Plain) -> list[Tally]:
    """Rule 8, as if the game ended now."""
    items = []
    for seat in range(2):
        best = largest_set(usable(s, seat))
        if best:
            label = Phrase("pieces in the largest set")
            items.append(Tally(seat, len(best), label, cells_of(best)))
        if s.supply[seat, 1]:
            kept = Phrase("colourless pieces not placed")
            items.append(Tally(seat, -s.supply[seat, 1], kept))
    return items


def points(s: Plain, seat: int) -> int:
    return sum(item.points for item in tally(s) if item.seat == seat)


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    new = placed(s, action)
    ground = ground_of(s)
    guilty: list[Piece] = []
    if reason == ON_TOP:
        guilty = found_at(ground, new.footprint())
    if reason == SAME_HEIGHT:
        guilty = equals(ground, new)
    ways = ["left or right", "front or back"]
    if not contacts(ground, new)[0]:
        ways.reverse()
    return [*cells_of(guilty)], {
        "kind": "colourless" if new.colour == NEUTRAL else SPEC.colours[new.colour],
        "corner": column(new.x, new.y),
        "height": new.height,
        "others": both(column(piece.x, piece.y) for piece in guilty),
        "touched": ways[0],
        "missing": ways[1],
    }


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    standing, ground = pieces(s), ground_of(s)
    filled = [cell for cell, piece in ground.items() if piece]
    if len(ground) > s.frame**2 or len(filled) != sum(len(p.footprint()) for p in standing):
        return "pieces overlap or stick out of the frame"
    for i in range(3):
        cells = [cell for cell, piece in ground.items() if piece and piece.colour == i]
        if members(s, s.colours[i]) != cells:
            return f"the cells of the {SPEC.colours[i]} pieces do not add up"
    for piece in standing:
        if contacts(ground, piece) != (True, True) or equals(ground, piece):
            return f"the piece at {column(piece.x, piece.y)} should not stand there"
    supply = (s.supply[0, 0], s.supply[1, 0], s.supply[0, 1] + s.supply[1, 1])
    for i, dealt in enumerate((s.pieces, s.pieces, 2 * s.neutrals)):
        if supply[i] + sum(piece.colour == i for piece in standing) != dealt:
            return f"{SPEC.colours[i]} pieces have been lost or added"
    if len(standing) != s.turn:
        return "the pieces placed and the turns do not add up"
    for pose in range(POSES):
        if not is_marked(s, ground, pose):
            return f"the places for {FOOTPRINTS[pose]} are not marked as the pieces demand"
    return None


def is_marked(s: Plain, ground: Ground, pose: int) -> bool:
    """Whether the marks for a pose are those that follow from the pieces."""
    touched = {}
    for cell in ground:
        new = Piece(*cell[:2], *SHAPES[pose], NEUTRAL)
        fits = all(ground.get(under, "frame") is None for under in new.footprint())
        if fits and not equals(ground, new):
            touched[cell] = contacts(ground, new)
    free, sides, fronts = (set(members(s, m[pose])) for m in (s.free, s.sides, s.fronts))
    return touched == {cell: (cell in sides, cell in fronts) for cell in free}


PROMPTS = {"place": "Put a piece into the frame."}

REASONS = (
    Reason("no-piece", "1", "You have no {kind} piece left."),
    Reason("outside", "3", "From {corner} the piece would stick out of the frame."),
    Reason("on-top", "6", "It would stand on a piece, at {others}, and not on the table."),
    Reason("same-height", "5", "It would touch a piece, at {others}, that is {height} high too."),
    Reason("apart", "4", "The piece would touch neither the frame nor another piece."),
    Reason("one-way", "4", "It would touch only at its {touched}; its {missing} must touch too."),
)

ENDINGS = (
    Ending("pieces", "the next player has no piece left"),
    Ending("places", "there is no place left"),
)
