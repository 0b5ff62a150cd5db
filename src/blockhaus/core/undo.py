"""Taking moves back, but never past a moment where something hidden came to light.

Whether something came to light is found by trying: what a seat cannot see is dealt anew in the
earlier position and the same decisions are played. If the seat would then see anything else
than it sees now, the decisions have told it something, and taking them back would let it use
what it now knows.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from .position import Position

REDEALS = 24


def last_decision(trail: Sequence[Position], humans: Set[int]) -> int | None:
    """The number of the latest earlier position in which a human was to move."""
    earlier = [n for n, position in enumerate(trail[:-1]) if position.to_move in humans]
    return earlier[-1] if earlier else None


def reveals(before: Position, after: Position, seats: Set[int]) -> bool:
    """Whether one of the seats learnt something hidden between two positions of a game."""
    spec = before.game.spec
    if not (spec.chance or spec.secrets):
        return False
    actions = after.path[len(before.path) :]
    return any(
        _otherwise(before, actions, seat, number) != _known(after, seat)
        for seat in seats
        for number in range(REDEALS)
    )


def _otherwise(before: Position, actions: Sequence[int], seat: int, number: int) -> Any:
    """What the seat would see if the hidden things lay otherwise; None if it could not be so."""
    position = Position(before.game, None, before.path, before.redealt(seat, number))
    for action in actions:
        if action not in position.actions:
            return None
        position = position.after(action)
    return _known(position, seat)


def _known(position: Position, seat: int) -> Any:
    return (
        position.blocks,
        position.to_move,
        position.turn,
        position.game.definition.table(position.plain, seat),
        position.outcome,
    )
