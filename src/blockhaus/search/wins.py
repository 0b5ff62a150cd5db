"""Wins that are there at once: what even a beginner sees."""

from __future__ import annotations

from ..core.position import Position
from .memory import memory_for
from .shapes import NO_ACTION, POINTS_OF_SEATS

WAYS = 500  # positions looked at for a win within one turn of several decisions
DEALS = 8  # ways to lay what is hidden, all of which must show a win that is called sure


def winning_action(position: Position) -> int | None:
    """An action that wins, at once or by further decisions of the same turn.

    Single decisions are all tried; of plans of several decisions a few hundred. Where chance has
    a part, what a second decision meets cannot be known, so there are no plans. Where something is
    hidden from the mover, a win is one in several deals of it, whatever the real one is.
    """
    seat, game = position.to_move, position.game
    if seat is None:
        return None
    seen = range(DEALS if game.spec.secrets else 1)
    room = 1 if game.spec.chance or game.spec.secrets else WAYS
    memory = memory_for(game)
    deals = memory.room("record", len(seen))
    memory.put(deals, 0, b"".join(position.redealt(seat, seed) for seed in seen))
    found = memory.call(
        "first_step", deals, memory.room("record", room + 1), memory.room("i4", room),
        memory.room("i4", game.actions), memory.array("i4", POINTS_OF_SEATS), WAYS,
    )  # fmt: skip
    return None if found == NO_ACTION else int(found)
