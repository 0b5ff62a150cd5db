"""Wins that are there at once: what even a beginner sees."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np

from ..core.native.compiled import compiled, helper
from ..core.native.records import dtype_of
from ..core.position import Position
from ..core.rules import actions, play, score

WAYS = 500  # positions looked at for a win within one turn of several decisions
DEALS = 8  # ways to lay what is hidden, all of which must show a win that is called sure
NONE = -1


@helper
def wins_alone(s, seat, points):
    """Whether the game is over and this seat its only winner."""
    if s.mover >= 0:
        return False
    for other in range(s.players):
        points[other] = 0
    return score(s, points) == 1 << seat


@compiled
def first_step(deals, states, firsts, moves, points, ways):
    """The action that wins in all deals, or begins a turn of several that does; -1 for none.

    The plans under way wait in `states`, each beside the action it began with, as far as there is
    room: where there is none, single decisions are tried alone. The last record is played on.
    """
    seat, turn = np.int64(deals[0].mover), deals[0].turn
    room = len(states) - 1
    s = states[room]
    states[0] = deals[0]
    tried, here, waiting = 0, 0, 1
    while here < waiting and tried < ways:
        for i in range(actions(states[here], moves)):
            action = np.int64(moves[i])
            first = action if here == 0 else np.int64(firsts[here])
            won = True
            for deal in range(len(deals)):
                states[room] = deals[deal] if here == 0 else states[here]
                play(s, action)
                won = wins_alone(s, seat, points)
                if not won:
                    break
            if won:
                return first
            tried += 1
            if waiting < room and s.mover == seat and s.turn == turn:
                states[waiting] = s
                firsts[waiting] = first
                waiting += 1
        here += 1
    return NONE


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
    dealt = b"".join(position.redealt(seat, seed) for seed in seen)
    room = 1 if game.spec.chance or game.spec.secrets else WAYS
    states = np.empty(room + 1, dtype_of(game.definition.state))
    found = first_step(
        np.frombuffer(bytearray(dealt), states.dtype), states, np.empty(room, np.int32),
        np.empty(game.actions, np.int32), np.zeros(8, np.int32), WAYS,
    )  # fmt: skip
    return None if found == NONE else int(found)
