"""Looking for a win that is there at once, for `search.wins`."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np

from ...core.native.compiled import compiled, helper
from ...core.rules import actions, play, score
from ..shapes import NO_ACTION


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
    return NO_ACTION
