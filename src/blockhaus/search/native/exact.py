"""The question of `search.exact`, put by looking as far as the end of every game it takes."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
from __future__ import annotations

import numpy as np

from ...core.native.compiled import compiled, helper
from ...core.native.records import plain_dtype
from ...core.rules import actions, decisive, effect, image, images, play, score
from .. import shapes
from ..shapes import GIVEN_UP, LEAST, LIMIT, MARGIN, MOST, NODES
from .solve import hashes

ENTRY = plain_dtype(shapes.VALUED)
LIKELY = 1 << 62  # comes before all others in the order of moves


@helper
def fingerprint(s, record, keys, words):
    """Two hashes that positions alike have in common: those of the turn with the least."""
    first = second = np.uint64(0)
    for which in range(images(s)):
        used = image(s, which, keys)
        one, two = hashes(words[:used] if used else record, np.uint64(0))
        if which == 0 or one < first or (one == first and two < second):
            first, second = one, two
    return first, second | np.uint64(1)


@helper
def worth_at_end(s, points, margin):
    points[0] = points[1] = 0
    winners = score(s, points)
    result = (winners & 1) - (winners >> 1 & 1)
    if margin and points[0] != points[1]:
        return 2 * (np.int64(points[0]) - np.int64(points[1]))
    return result


@helper
def slot(table, first, second):
    """Where a position is remembered: the first place of two, or the second if it is there."""
    place = np.int64(first & np.uint64(len(table) - 2))
    return place + 1 if table[place + 1].check == second else place


@helper
def remember(table, first, second, low, high, action, effort):
    """Of the two places of a position the first keeps what was hardest to find out."""
    place = np.int64(first & np.uint64(len(table) - 2))
    if table[place].check != second and (
        table[place + 1].check == second or table[place].effort > effort
    ):
        place += 1
    entry = table[place]
    if entry.check != second:
        entry.check, entry.low, entry.high = second, LEAST, MOST
        entry.effort = 0
    entry.low, entry.high = max(entry.low, low), min(entry.high, high)
    entry.action = action
    entry.effort = max(entry.effort, effort)


@helper
def bring_best(moves, order, i, legal):
    best = i
    for k in range(i + 1, legal):
        if order[k] > order[best]:
            best = k
    moves[i], moves[best] = moves[best], moves[i]
    order[i], order[best] = order[best], order[i]


@helper
def effort_of(nodes):
    found = 0
    while nodes:
        nodes >>= 1
        found += 1
    return found


@compiled
def reaches(
    states, records, moves, order, table, history, keys, words, points, tally, stop, ply, bound,
    first, second,
):  # fmt: skip
    """Whether the value of states[ply], a running game, is `bound` or more.

    Returns a number that the value is not below, if that is at least the bound; else one that
    it is not above; GIVEN_UP if the question had to be given up. `first` and `second` are the
    position's fingerprint.
    """
    s = states[ply]
    tally[NODES] += 1
    if tally[NODES] > tally[LIMIT] or stop[0] != 0 or ply + 1 == len(states):
        return GIVEN_UP
    entry = table[slot(table, first, second)]
    likely = -1
    if entry.check == second:
        if entry.low >= bound:
            return np.int64(entry.low)
        if entry.high < bound:
            return np.int64(entry.high)
        likely = np.int64(entry.action)
    before = tally[NODES]
    mover = np.int64(s.mover)
    after = states[ply + 1]
    legal = actions(s, moves[ply])
    urgent = decisive(s)
    best = LEAST if mover == 0 else MOST
    chosen = -1
    waiting = 0
    # First all that is known already: finished games, and positions in the table.
    for i in range(legal):
        action = np.int64(moves[ply, i])
        states[ply + 1] = s
        play(after, action)
        low, high = LEAST, MOST
        if after.mover < 0:
            low = high = worth_at_end(after, points, tally[MARGIN])
        else:
            one, two = fingerprint(after, records[ply + 1], keys, words)
            known = table[slot(table, one, two)]
            if known.check == two:
                low, high = np.int64(known.low), np.int64(known.high)
        if low >= bound if mover == 0 else high < bound:
            best, chosen = (low if mover == 0 else high), action
            break
        if high < bound if mover == 0 else low >= bound:
            best = max(best, high) if mover == 0 else min(best, low)
            continue
        if action == likely:
            order[ply, waiting] = LIKELY
        elif action == urgent:
            order[ply, waiting] = LIKELY - 1
        else:
            order[ply, waiting] = history[mover, effect(s, action)]
        moves[ply, waiting] = action
        waiting += 1
    if chosen < 0:
        for i in range(waiting):
            bring_best(moves[ply], order[ply], i, waiting)
            action = np.int64(moves[ply, i])
            states[ply + 1] = s
            play(after, action)
            one, two = fingerprint(after, records[ply + 1], keys, words)
            found = reaches(
                states, records, moves, order, table, history, keys, words, points, tally, stop,
                ply + 1, bound, one, two,
            )  # fmt: skip
            if found == GIVEN_UP:
                return GIVEN_UP
            best = max(best, found) if mover == 0 else min(best, found)
            if (found >= bound) == (mover == 0):
                chosen = action
                history[mover, effect(s, action)] += 1 << min(40, 2 * (waiting - i))
                break
    effort = effort_of(tally[NODES] - before)
    low, high = (best, MOST) if best >= bound else (LEAST, best)
    remember(table, first, second, low, high, chosen, effort)
    return best


@compiled
def fingerprint_of(states, records, keys, words):
    return fingerprint(states[0], records[0], keys, words)
