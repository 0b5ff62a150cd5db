"""What a room need not say, because it follows from what it says.

| left out | made of |
|---|---|
| `text`, `parse`, the rule `span` | `MOVES`, the texts of all moves in the order of their numbers |
| `picks` | the cells that a move's text names, each on top of what stands there |
| `grid` | the constant `GRID` |
| `blocks`, `planes`, the rule `observe` | the record's field `cubes` |
| `table` | the box's colours, and the record's field `supply` if it has one |
| `tally` | the rule `score` of a finished game |
| `PHRASES`, how the kinds of moves are said | the label of a move, or what its first pick chooses |
| the rest below | nothing special: no labels, no events, no symmetries, the whole board in reach |

The field `cubes` has three dimensions, those of the grid: what fills a cell, 0 for nothing, else
the number of a seat counted from 1. What is missing then, or does not fit, is told in a sentence.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any

from .errors import NotationError, RoomError
from .grid import Cell, Grid
from .layout import Layout, Plain
from .rules import generic, has_rule, rules, score
from .scene import Block, Event, Extent, Seat, Supply, Table, Tally
from .spec import Number, Option, Spec, Words
from .words import Phrase

Found = Mapping[str, Any]
MOST_SEATS = 8
CELL_NAME = re.compile(r"[a-z][1-9][0-9]?(?:\.[1-9][0-9]?)?")

CONSTANTS = {
    "State": "State = record_type(name, [(field, kind, shape), ...])",
    "REASONS": "REASONS = (Reason(code, rule, text), ...)",
    "ENDINGS": "ENDINGS = (Ending(code, text), ...)",
}
FUNCTIONS = {
    "text": "text(s, action)",
    "parse": "parse(s, move)",
    "grid": "grid(s)",
    "blocks": "blocks(s)",
    "picks": "picks(s, action)",
    "kind": "kind(s, action)",
    "label": "label(s, action)",
    "reach": "reach(s)",
    "table": "table(s, seat)",
    "tally": "tally(s)",
    "events": "events(before, action, after)",
    "motifs": "motifs(before, action, after)",
    "symmetries": "symmetries(s)",
    "culprits": "culprits(s, action, reason)",
    "planes": "planes(s)",
    "invariant": "invariant(s)",
    "offered": "offered(s)",
    "secrets": "secrets(s)",
    "deals": "deals(s, action)",
}
INSTEAD = {  # constants and fields that spare an author a function
    "text": "MOVES = (...)",
    "parse": "MOVES = (...)",
    "grid": "GRID = Grid(width, depth, height)",
    "blocks": '("cubes", "i1", (width, depth, height))',
    "planes": '("cubes", "i1", (width, depth, height))',
}
NEEDED_RULES = ("setup", "span", "verdict", "play", "score", "observe")


def completed(found: Found) -> dict[str, Any]:
    """The parts of a definition: what a room defines, and what follows from it."""
    spec: Spec = found["SPEC"]
    for name, code in CONSTANTS.items():
        if name not in found:
            raise RoomError("The room of {name} lacks {code}.", name=spec.id, code=code)
    state: Layout = found["State"]
    for option in spec.options:
        _check_option(spec, state, option)
    prompts = found.get("PROMPTS", {"move": "Make a move."})
    steps = found.get("STEPS", {"move": ("where it goes",)})
    _check_steps(spec, steps)
    phrases = found.get("PHRASES", {})
    _check_phrases(spec, steps, phrases)
    functions = _functions(spec, found, next(iter(prompts)), next(iter(steps)))
    _add_rules(state, found)
    _check_rules(spec, state)
    return {
        "spec": spec,
        "state": state,
        "reasons": found["REASONS"],
        "endings": found["ENDINGS"],
        "prompts": prompts,
        "steps": steps,
        "phrases": phrases,
        "themes": found.get("THEMES", {}),
        "warned": frozenset(found.get("WARNED", ())),
        **functions,
    }


# What an author got wrong


def _check_option(spec: Spec, state: Layout, option: Option) -> None:
    """An option is kept in the field of its name, which has to hold all its values."""
    field = state.fields.get(option.name)
    if field is None:
        raise RoomError(
            "The record of {name} lacks a field for its option {option}: {code}.",
            name=spec.id,
            option=option.name,
            code=_field_for(option),
        )
    extremes = (option.low, option.high) if isinstance(option, Number) else (option.default,)
    for value in extremes:
        try:
            field.write(state.blank(), option.store(value))  # type: ignore[arg-type]
        except (OverflowError, TypeError):
            raise RoomError(
                "The record of {name} cannot keep {value!r} in its field {option}: write {code}.",
                name=spec.id,
                value=value,
                option=option.name,
                code=_field_for(option),
            ) from None


def _field_for(option: Option) -> str:
    if isinstance(option, Words):
        return f'("{option.name}", "i1", {option.size})'
    small = not isinstance(option, Number) or -128 <= option.low <= option.high < 128
    return f'("{option.name}", "{"i1" if small else "i4"}")'


def _check_steps(spec: Spec, steps: Mapping[str, Any]) -> None:
    for kind, texts in steps.items():
        if not isinstance(texts, tuple):
            raise RoomError(
                "STEPS[{kind!r}] in the room of {name} has to be a tuple with a text for each "
                "pick, not {texts!r}.",
                kind=kind,
                name=spec.id,
                texts=texts,
            )


def _check_phrases(spec: Spec, steps: Mapping[str, Any], phrases: Mapping[str, str]) -> None:
    for kind in phrases:
        if kind not in steps:
            raise RoomError(
                "PHRASES in the room of {name} says moves of the kind {kind!r}, which STEPS does "
                "not know.",
                name=spec.id,
                kind=kind,
            )


def _functions(spec: Spec, found: Found, prompt: str, kind: str) -> dict[str, Any]:
    own = {name: found[name] for name in FUNCTIONS if name in found}
    for name, function in own.items():
        if not _takes(function, FUNCTIONS[name].count(",") + 1):
            raise RoomError(
                "In the room of {name} the name {part} means {code}: "
                "what is something else needs another name.",
                name=spec.id,
                part=name,
                code=f"def {FUNCTIONS[name]}",
            )
    known = {**_derived(spec, found, prompt, kind), **own}
    for name, code in FUNCTIONS.items():
        if name not in known and name in INSTEAD:
            raise RoomError(
                "The room of {name} lacks {code}, or instead {instead}.",
                name=spec.id,
                code=f"def {code}",
                instead=INSTEAD[name],
            )
        if name not in known:
            raise RoomError("The room of {name} lacks {code}.", name=spec.id, code=f"def {code}")
    return known


def _takes(function: Any, arguments: int) -> bool:
    try:
        inspect.signature(function).bind(*range(arguments))
    except TypeError:
        return False
    return True


def _check_rules(spec: Spec, state: Layout) -> None:
    for name in NEEDED_RULES:
        if not has_rule(name, state):
            raise RoomError(
                "The room of {name} lacks the rule {code}, marked by rules(State).",
                name=spec.id,
                code=f"def {name}{inspect.signature(generic[name])}",
            )


# What follows from what


def _derived(spec: Spec, found: Found, prompt: str, kind: str) -> dict[str, Any]:
    state: Layout = found["State"]
    derived: dict[str, Any] = {
        "kind": lambda s, action: kind,
        "label": _no_label,
        "events": _no_events,
        "motifs": _motifs(found.get("events", _no_events), found.get("THEMES", {})),
        "symmetries": lambda s: (_unchanged,),
        "culprits": _no_culprits,
        "offered": None,
        "secrets": None,
        "deals": None,
        "tally": _points,
        "table": _table(spec, state, prompt),
    }
    if "GRID" in found:
        derived["grid"] = lambda s: found["GRID"]
    if "MOVES" in found:
        derived |= _notation(found["MOVES"])
    grid = found.get("grid") or derived.get("grid")
    if grid and _has_cubes(state):
        derived["blocks"] = _cubes(spec, grid)
        derived["planes"] = lambda s: (s.players, *_size(grid(s)))
    text = found.get("text") or derived.get("text")
    blocks = found.get("blocks") or derived.get("blocks")
    if grid and text and blocks:
        derived["reach"] = lambda s: whole_board(grid(s))
        derived["picks"] = _named_cells(text, grid, blocks)
    return derived


def _add_rules(state: Layout, found: Found) -> None:
    if "MOVES" in found and not has_rule("span", state):
        _add_span(state, len(found["MOVES"]))
    if _has_cubes(state) and not has_rule("observe", state):
        rules(state)(observe)


def _has_cubes(state: Layout) -> bool:
    return "cubes" in state.fields and len(state.fields["cubes"].shape) == 3


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


def observe(s, planes):  # type: ignore[no-untyped-def]
    """One plane for each seat, that of the mover first: where its cubes are."""
    _, width, depth, height = planes.shape
    for x in range(width):
        for y in range(depth):
            for z in range(height):
                if s.cubes[x, y, z]:
                    planes[(s.cubes[x, y, z] - 1 - s.mover) % s.players, x, y, z] = 1


def _cubes(spec: Spec, grid: Callable[[Plain], Grid]) -> Callable[[Plain], list[Block]]:
    def blocks(s: Plain) -> list[Block]:
        across, back, up = map(range, _size(grid(s)))
        owners = {cell: s.cubes[cell] - 1 for cell in product(across, back, up)}
        return [_cube(cell, spec.colours[seat], seat) for cell, seat in owners.items() if seat >= 0]

    return blocks


@cache
def _cube(cell: Cell, colour: str, seat: int) -> Block:
    """The very same block wherever it stays: what changed is then found out fast."""
    return Block((cell,), colour, seat)


def _size(grid: Grid) -> Cell:
    return grid.width, grid.depth, grid.height


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
                Seat(colour, (Supply(Phrase("blocks"), colour, left[side]),) if left else ())
                for side, colour in enumerate(spec.colours[: s.players])
            ),
            prompt if s.mover >= 0 else None,
        )

    return table


def _points(s: Plain) -> list[Tally]:
    if s.mover >= 0:
        return []
    points = [0] * MOST_SEATS
    score(s, points)
    return [
        Tally(seat, points[seat], Phrase("points")) for seat in range(s.players) if points[seat]
    ]


def _no_label(s: Plain, action: int) -> None:
    """For games whose moves are told apart by their picks."""


def _no_events(before: Plain, action: int, after: Plain) -> list[Event]:
    return []


def _motifs(events: Any, themes: Mapping[str, str]) -> Callable[[Plain, int, Plain], list[str]]:
    """The events that are themes of puzzles."""

    def motifs(before: Plain, action: int, after: Plain) -> list[str]:
        return [event.kind for event in events(before, action, after) if event.kind in themes]

    return motifs


def _unchanged(cell: Cell) -> Cell:
    return cell


def _no_culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    return [], {}
