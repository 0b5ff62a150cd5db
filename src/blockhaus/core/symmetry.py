"""Positions that are the same but for how the board lies and who plays which colour.

A room tells how its board may be turned or mirrored: `symmetries(s)` gives functions from cells to
cells. Two positions are alike if one of them maps everything that is seen of the one onto the
other, seats counted from the one to move. `check_game` proves it for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from .grid import Cell
from .scene import Block, Fact, Seat

if TYPE_CHECKING:
    from .position import Position

Symmetry = Callable[[Cell], Cell]


@cache
def square_symmetries(size: int, mirrors: bool = True) -> tuple[Symmetry, ...]:
    """The four turns of a square board, and with `mirrors` those of its mirror image."""
    last = size - 1
    turns: tuple[Symmetry, ...] = (
        lambda cell: cell,
        lambda cell: (last - cell[1], cell[0], cell[2]),
        lambda cell: (last - cell[0], last - cell[1], cell[2]),
        lambda cell: (cell[1], last - cell[0], cell[2]),
    )
    mirrored = tuple(_mirrored(turn) for turn in turns)
    return turns + mirrored if mirrors else turns


def _mirrored(turn: Symmetry) -> Symmetry:
    return lambda cell: turn((cell[1], cell[0], cell[2]))


def likenesses(position: Position) -> list[str]:
    """The position as it is seen in each of its symmetries, the one that changes nothing first."""
    maps = position.game.definition.symmetries(position.plain)
    return [_seen(position, each) for each in maps]


def likeness(position: Position) -> str:
    """A text that is the same for positions that are alike, and another for all others."""
    return min(likenesses(position))


def plain_likeness(position: Position) -> str:
    """The first of the likenesses, which alone is quicker to find."""
    return _seen(position, position.game.definition.symmetries(position.plain)[0])


def _seen(position: Position, way: Symmetry) -> str:
    definition, s = position.game.definition, position.plain
    mover, players = max(s.mover, 0), s.players
    table = definition.table(s, position.to_move)

    def side(seat: int | None) -> int:
        return -1 if seat is None else (seat - mover) % players

    def cells(given: Iterable[Cell]) -> list[Cell]:
        return sorted(map(way, given))

    def block(each: Block) -> tuple[Any, ...]:
        return cells(each.cells), side(each.owner), each.colour if each.owner is None else ""

    def fact(each: Fact) -> tuple[Any, ...]:
        """Cells and seats. Numbers tell how the game came here, or follow from the rest."""
        value: Any = each.value
        if each.kind == "cells":
            return each.name.source, cells(value)
        return each.name.source, sorted(map(side, value)) if each.kind == "seats" else []

    def seat(each: Seat) -> tuple[Any, ...]:
        return (
            [(supply.name.source, supply.count) for supply in each.supply],
            each.hand and each.hand.colour,
            [card.number for card in each.cards],
            sorted(map(fact, each.facts)),
        )

    seats = [table.seats[(mover + step) % players] for step in range(players)]
    return repr(
        (
            sorted(map(block, position.blocks)),
            sorted((each.kind, side(each.seat), cells(each.cells)) for each in table.regions),
            sorted(cells(each.cells) for each in table.barred),
            list(map(seat, seats)),
            sorted(map(fact, table.facts)),
            table.prompt,
        )
    )
