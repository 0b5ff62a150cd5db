"""Why moves of CUBE are refused, and which cells are the cause."""

from __future__ import annotations

from typing import Any

from ...author import Cell, Plain, Reason
from .board import above, blocks, stones, twin_cells
from .cards import COLOURS, card_name
from .rules import (
    ACTIONS,
    CALL,
    FULL,
    LEVEL,
    PASS,
    PLACED,
    ROW,
    SAME,
    START,
    TABOO,
    TALL,
    TWIN,
    UNEVEN,
    target,
)
from .views import NAMES


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    _, first, second = ACTIONS[action]
    lower = reason == UNEVEN and s.height[first] < s.height[second]
    at = second if reason == FULL or lower else first
    cells: list[Cell] = []
    if reason in (FULL, SAME, START, TABOO, TALL, UNEVEN):
        cells = [above(s, at, -1)]
    elif reason == TWIN:
        cells = next(list(block.cells) for block in blocks(s) if above(s, at, -1) in block.cells)
    elif reason == PLACED:
        cells = list(twin_cells(s, s.mover))
    elif reason in (LEVEL, ROW):
        x, y, z = above(s, at, -1)
        level = [cell for cell in stones(s) if cell[2] == z]
        rows = [[c for c in level if c[1] == y], [c for c in level if c[0] == x]]
        cells = level if reason == LEVEL else sorted({c for r in rows if len(r) == 4 for c in r})
    return cells, {
        "cell": NAMES[at],
        "height": s.height[at],
        "how": how_touched(s),
        "colour": COLOURS[s.drawn],
        "card": card_name(s.deck[action - CALL]) if CALL <= action < PASS else "",
        "target": target(s),
    }


def how_touched(s: Plain) -> str:
    """R3: what happened to the cube that is taboo."""
    return "placed" if s.quiet == 0 else "moved"


REASONS = (
    Reason("place-first", "R6", "You have drawn a {colour} cube: it has to be placed first."),
    Reason("asked", "R7", "Cards are being called: call one of yours, or pass."),
    Reason("no-bag", "R8", "The bag is empty: there is no cube to draw."),
    Reason("not-drawn", "3", "Draw a cube first: you have none to put there."),
    Reason("full", "1", "The stack at {cell} is four cubes high already."),
    Reason("same", "R5", "Moving a cube means putting it on another column than {cell}."),
    Reason("nothing", "3", "There is no cube at {cell}."),
    Reason("twin", "3", "A twin is on top at {cell}, and twins never move again."),
    Reason("start", "R4", "The starting cube at {cell} stays until every player has had a turn."),
    Reason("taboo", "R3", "The cube at {cell} was {how} in the turn just before."),
    Reason("level", "R5", "The cube at {cell} is part of level {height}, which is closed."),
    Reason("row", "9", "The cube at {cell} is part of a closed row of four."),
    Reason("placed", "3", "Your twin is on the board already."),
    Reason("too-early", "3", "Your twin has to wait until you have shown a card."),
    Reason("tall", "R1", "A standing twin needs two free levels; {cell} is {height} high."),
    Reason("uneven", "R1", "A lying twin needs two columns of equal height; {cell} is higher."),
    Reason("automatic", "R7", "Fulfilled cards are shown by themselves: there is nothing to call."),
    Reason("not-asked", "R7", "Cards are called when a turn is over."),
    Reason("done", "R8", "You have reached the target of {target} cards and show no more."),
    Reason("not-held", "6", "This card is not in your hand: {card}."),
    Reason("not-seen", "5", "This card is to be seen neither from above nor from a side: {card}."),
    Reason("no-pass", "3", "A turn cannot be passed: draw a cube, move one, or place your twin."),
)
