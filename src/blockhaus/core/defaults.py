"""What a room need not say, because it follows from what it says.

| left out | made of |
|---|---|
| `text`, `parse`, the rule `span` | `MOVES`, the texts of all moves in the order of their numbers |
| `picks` | the cells that a move's text names, each on top of what stands there |
| `grid` | the constant `GRID` |
| `table` | the box's colours, and the record's field `supply` if it has one |
| `tally` | the rule `score` of a finished game |
| the rest below | nothing special: no labels, no events, the whole board in reach |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from .errors import NotationError, RoomError
from .grid import Cell, Grid
from .layout import Layout, Plain
from .rules import has_rule, rules, score
from .scene import Block, Event, Extent, Seat, Supply, Table, Tally
from .spec import Spec
from .words import Phrase

Found = Mapping[str, Any]
MOST_SEATS = 8
CELL_NAME = re.compile(r"[a-z][1-9][0-9]?(?:\.[1-9][0-9]?)?")

# What every room has to define itself, and what that is.
NEEDED = {
    "State": "the layout of its record: State = record_type(name, fields)",
    "REASONS": "why moves are refused: REASONS = (Reason(code, rule, text), ...)",
    "ENDINGS": "how games end: ENDINGS = (Ending(code, text), ...)",
    "blocks": "a function blocks(s) that lists the blocks on the board",
    "planes": "a function planes(s) that tells the shape of what `observe` writes",
    "invariant": "a function invariant(s) that says what is wrong with a position, or None",
}
NEEDED_RULES = ("setup", "verdict", "play", "score", "observe")
INSTEAD = {
    "text": "MOVES, the texts of all moves, or functions text(s, action) and parse(s, move)",
    "parse": "MOVES, the texts of all moves, or functions text(s, action) and parse(s, move)",
    "grid": "the constant GRID = Grid(columns, rows, levels), or a function grid(s)",
}


def completed(found: Found) -> dict[str, Any]:
    """The parts of a definition: what a room defines, and what follows from it."""
    spec: Spec = found["SPEC"]
    require(spec, NEEDED, found)
    known = {**_derived(spec, found), **{n: found[n] for n in OPTIONAL if n in found}}
    require(spec, INSTEAD, known)
    state: Layout = found["State"]
    if "MOVES" in found and not has_rule("span", state):
        _add_span(state, len(found["MOVES"]))
    for rule in (*NEEDED_RULES, "span"):
        if not has_rule(rule, state):
            raise RoomError("The room of {name} lacks the rule {rule}.", name=spec.id, rule=rule)
    return {
        "spec": spec,
        "state": state,
        "reasons": found["REASONS"],
        "endings": found["ENDINGS"],
        "prompts": found.get("PROMPTS", {"move": "Make a move."}),
        "steps": found.get("STEPS", {"move": ("where it goes",)}),
        "blocks": found["blocks"],
        "planes": found["planes"],
        "invariant": found["invariant"],
        **known,
    }


OPTIONAL = (
    "text", "parse", "grid", "picks", "kind", "label", "reach", "table", "tally", "events",
    "culprits", "offered", "secrets",
)  # fmt: skip


def require(spec: Spec, needed: Mapping[str, str], found: Found) -> None:
    for name, what in needed.items():
        if name not in found:
            raise RoomError("The room of {name} lacks {what}.", name=spec.id, what=what)


def _derived(spec: Spec, found: Found) -> dict[str, Any]:
    derived: dict[str, Any] = {
        "kind": _only_kind(found),
        "label": _no_label,
        "events": _no_events,
        "culprits": _no_culprits,
        "offered": None,
        "secrets": None,
        "tally": _points(spec),
        "table": _table(spec, found["State"], next(iter(found.get("PROMPTS", {"move": ""})))),
    }
    if "GRID" in found:
        derived["grid"] = lambda s: found["GRID"]
    if "MOVES" in found:
        derived |= _notation(found["MOVES"])
    grid = found.get("grid") or derived.get("grid")
    if grid:
        derived["reach"] = lambda s: whole_board(grid(s))
        text = found.get("text") or derived.get("text")
        derived["picks"] = _named_cells(text, grid, found["blocks"])
    return derived


def _notation(moves: tuple[str, ...]) -> dict[str, Any]:
    numbers = {text: number for number, text in enumerate(moves)}

    def parse(s: Plain, move: str) -> int:
        if move not in numbers:
            raise NotationError(
                "{move!r} is not a move: write one like {example}.", move=move, example=moves[0]
            )
        return numbers[move]

    return {"text": lambda s, action: moves[action], "parse": parse}


def _add_span(state: Layout, moves: int) -> None:
    def span(s):  # type: ignore[no-untyped-def]
        return moves

    rules(state)(span)


def _named_cells(text: Any, grid: Any, blocks: Any) -> Callable[[Plain, int], list[Cell]]:
    """The cells a move names; a name without a level means the place on top of a stack."""

    def picks(s: Plain, action: int) -> list[Cell]:
        space: Grid = grid(s)
        cells = [space.cell(name) for name in CELL_NAME.findall(text(s, action))]
        return cells if space.upright or space.levels else [_on_top(blocks(s), c) for c in cells]

    return picks


def _on_top(blocks: list[Block], cell: Cell) -> Cell:
    x, y, _ = cell
    stack = [z for block in blocks for (a, b, z) in block.cells if (a, b) == (x, y)]
    return x, y, max(stack, default=-1) + 1


@cache
def whole_board(grid: Grid) -> Extent:
    return Extent((0, 0, 0), (grid.width - 1, grid.depth - 1, grid.height - 1))


def _table(spec: Spec, state: Layout, prompt: str) -> Callable[[Plain, int | None], Table]:
    def table(s: Plain, seat: int | None) -> Table:
        left = s.supply if "supply" in state.fields else None
        return Table(
            tuple(
                Seat(colour, (Supply(Phrase(colour), colour, left[side]),) if left else ())
                for side, colour in enumerate(spec.colours[: s.players])
            ),
            prompt if s.mover >= 0 else None,
        )

    return table


def _points(spec: Spec) -> Callable[[Plain], list[Tally]]:
    def tally(s: Plain) -> list[Tally]:
        if s.mover >= 0:
            return []
        points = [0] * MOST_SEATS
        score(s, points)
        return [Tally(i, points[i], Phrase("points")) for i in range(s.players) if points[i]]

    return tally


def _only_kind(found: Found) -> Callable[[Plain, int], str]:
    kind = next(iter(found.get("STEPS", {"move": ()})))
    return lambda s, action: kind


def _no_label(s: Plain, action: int) -> None:
    """For games whose moves are told apart by their picks."""


def _no_events(before: Plain, action: int, after: Plain) -> list[Event]:
    return []


def _no_culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    return [], {}
