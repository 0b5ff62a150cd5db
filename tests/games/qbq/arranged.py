"""Positions of QBQ as they stand, without the moves that lead there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import blockhaus
from blockhaus.core.layout import Plain
from blockhaus.core.position import Position
from blockhaus.games.qbq import rules, scene
from blockhaus.testing.reference import reference_at, require_same, stacks
from games.qbq.reference import Naive, cell_of

Stacks = dict[str, Any]  # by colour: `c3` is a single cube, `c32` two on top of each other
BLUE_GREEN = ("blue", "green")


@dataclass
class Both:
    """A position of the game and of the reference, which agree in everything asked of either."""

    game: blockhaus.Position
    reference: Naive

    def __post_init__(self) -> None:
        require_same(self.game, self.reference)
        assert scene.invariant(self.game.plain) is None

    def play(self, moves: str) -> Both:
        found = self
        for move in moves.split():
            reference = found.reference.copy()
            reference.play(move)
            found = Both(found.game.play(move), reference)
        return found

    def moves(self, beginning: str = "") -> set[str]:
        return {move for move in self.game.moves if move.startswith(beginning)}

    def heights(self, colour: str) -> str:
        found = {cell: len(cubes) for cell, cubes in stacks(self.game).items() if colour in cubes}
        return " ".join(cell + (str(h) if h > 1 else "") for cell, h in sorted(found.items()))

    @property
    def winners(self) -> tuple[int, ...]:
        return self.game.outcome.winners if self.game.outcome else ()


def start(**options: Any) -> Both:
    position = blockhaus.game("qbq", **options).start()
    return Both(position, reference_at(position, Naive))


def arranged(seats: tuple[str, ...] = BLUE_GREEN, turn: int = 0, **found: str) -> Both:
    """These stacks only, in this turn of a game."""
    heights = {
        colour: {item[:2]: int(item[2:] or 1) for item in cells.split()}
        for colour, cells in found.items()
    }
    reference = Naive(seats=seats)
    reference.board = {
        cell_of(name): [colour] * height
        for colour, cells in heights.items()
        for name, height in cells.items()
    }
    reference.turns, reference.seat = turn, turn % len(seats)
    reference.seen = {reference._situation(): 1}
    return Both(arranged_game(heights, turn, seats), reference)


def arranged_game(
    heights: dict[str, dict[str, int]], turn: int, seats: tuple[str, ...]
) -> blockhaus.Position:
    game = blockhaus.game("qbq", seats=seats)
    record = game.blank()
    s = Plain(game.definition.state, record)
    for seat, colour in enumerate(seats):
        s.supply[seat] = rules.CUBES
        for name, height in heights.get(colour, {}).items():
            for _ in range(height):
                rules.insert(s, seat, scene.number_of(name))
    s.turn, s.mover = turn, turn % len(seats)
    s.history[turn] = rules.situation(s)
    s.write(record)
    return Position(game, 0, (), bytes(record))
