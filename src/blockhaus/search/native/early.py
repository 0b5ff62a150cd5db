"""Finding all positions of the first decisions of a game, and their values, for `search.early`."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
from __future__ import annotations

import numpy as np

from ...core.native.compiled import compiled, helper
from ...core.rules import actions, play
from ..shapes import UNKNOWN
from .exact import fingerprint, worth_at_end


@helper
def find(places, checks, first, second):
    """Where in the open table `places` the position with this fingerprint is, or belongs."""
    place = np.int64(first & np.uint64(len(places) - 1))
    while places[place] >= 0 and checks[places[place]] != second:
        place = place + 1 & len(places) - 1
    return place


@compiled
def spread(states, records, checks, places, keys, words, moves, begin, end, found):
    """Add to `found` positions all new ones one decision after those from begin to end.

    Returns how many there are then, or -1 if there is no room for more.
    """
    for i in range(begin, end):
        for k in range(actions(states[i], moves)):
            if found == len(checks):
                return -1
            states[found] = states[i]
            s = states[found]
            play(s, np.int64(moves[k]))
            if s.mover < 0:
                continue
            first, second = fingerprint(s, records[found], keys, words)
            place = find(places, checks, first, second)
            if places[place] < 0:
                places[place], checks[found] = found, second
                found += 1
    return found


@compiled
def back_up(states, records, checks, places, keys, words, moves, points, values, margin, last):
    """Fill in the values of all positions before `last`; returns how many are still unknown.

    states[len(checks)] is to work with.
    """
    s = states[len(checks)]
    missing = 0
    for i in range(last - 1, -1, -1):
        if values[i] != UNKNOWN:
            continue
        mover = states[i].mover
        best = UNKNOWN
        for k in range(actions(states[i], moves)):
            states[len(checks)] = states[i]
            play(s, np.int64(moves[k]))
            if s.mover < 0:
                value = worth_at_end(s, points, margin)
            else:
                first, second = fingerprint(s, records[len(checks)], keys, words)
                value = np.int64(values[places[find(places, checks, first, second)]])
            if value == UNKNOWN:
                best = UNKNOWN
                break
            if best == UNKNOWN or (value > best if mover == 0 else value < best):
                best = value
        values[i] = best
        missing += best == UNKNOWN
    return missing
