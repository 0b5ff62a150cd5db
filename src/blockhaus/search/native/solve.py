"""The question of `search.solve`, put by looking at everything, with a table of positions seen."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
from __future__ import annotations

import numpy as np

from ...core.native.compiled import compiled, helper
from ...core.native.records import plain_dtype
from ...core.rules import actions, play, score, surely_wins
from .. import shapes
from ..shapes import CHOSEN, ENDS, LIMIT, NEVER, NODES, OPEN, STOPPED

ENTRY = plain_dtype(shapes.SOLVED)
FOREVER = 32767
MIX_A = np.uint64(0xFF51AFD7ED558CCD)
MIX_B = np.uint64(0xC4CEB9FE1A85EC53)
STEP_A = np.uint64(0x9E3779B97F4A7C15)
STEP_B = np.uint64(0xD6E8FEB86659FD93)
HALF = np.uint64(32)


@helper
def mixed(word):
    word = (word ^ word >> HALF) * MIX_A
    word = (word ^ word >> HALF) * MIX_B
    return word ^ word >> HALF


@helper
def hashes(words, question):
    """Two hashes of a record given as 64-bit words. Words that are zero cost nothing."""
    first, second = mixed(question + STEP_A), mixed(question + STEP_B)
    key_a = key_b = np.uint64(0)
    for i in range(len(words)):
        key_a += STEP_A
        key_b += STEP_B
        if words[i] != 0:
            first += mixed(words[i] ^ key_a)
            second += mixed(words[i] + key_b)
    return first, second


@helper
def best_first(moves, i, legal, likely, values):
    """Bring the most promising of the moves from i on to place i."""
    best = i
    for k in range(i, legal):
        if moves[k] == likely:
            best = k
            break
        if values[moves[k]] > values[moves[best]]:
            best = k
    moves[i], moves[best] = moves[best], moves[i]


@compiled
def force(states, words, moves, table, history, points, tally, stop, seat, alone, ply, left):
    """Whether a seat forces a win, alone or shared, from states[ply] within `left` decisions.

    Returns a number of decisions that is enough, OPEN if those that are left are too few, NEVER
    if no number would be enough, STOPPED if the question had to be given up.
    """
    s = states[ply]
    if s.mover < 0:
        tally[ENDS] += 1
        for other in range(s.players):
            points[other] = 0
        winners = score(s, points)
        return 0 if winners == 1 << seat or (not alone and winners >> seat & 1) else NEVER
    if left == 0:
        return OPEN
    tally[NODES] += 1
    if tally[NODES] > tally[LIMIT] or stop[0] != 0:
        return STOPPED
    likely = -1
    first = second = np.uint64(0)
    if left > 1:  # the last decision is quicker played than looked up
        first, second = hashes(words[ply], np.uint64(2 * seat + alone))
        entry = table[first & np.uint64(len(table) - 1)]
        if entry.first == first and entry.second == second:
            if ply == 0:
                tally[CHOSEN] = entry.action
            if 0 < entry.within <= left:
                return np.int64(entry.within)
            if entry.beyond >= left:
                return NEVER if entry.beyond == FOREVER else OPEN
            likely = entry.action
    mover = np.int64(s.mover)
    own = mover == seat
    result = NEVER if own else 0
    chosen = -1
    legal = actions(s, moves[ply])
    for i in range(legal):
        if left > 1:
            best_first(moves[ply], i, legal, likely, history[mover])
        action = np.int64(moves[ply, i])
        states[ply + 1] = s
        play(states[ply + 1], action)
        found = force(
            states, words, moves, table, history, points, tally, stop, seat, alone, ply + 1,
            left - 1,
        )  # fmt: skip
        if found == STOPPED:
            return STOPPED
        if own == (found >= 0):  # the mover has what it wants
            result, chosen = found, action
            history[mover, action] += left * left
            break
        if own:
            result = max(result, found)  # OPEN if it is so anywhere
        elif found >= result:
            result, chosen = found, action
    if result >= 0:
        result += 1
    if ply == 0:
        tally[CHOSEN] = chosen
    if left > 1:
        entry = table[first & np.uint64(len(table) - 1)]
        if entry.first != first or entry.second != second:
            entry.first, entry.second = first, second
            entry.within = entry.beyond = 0
            entry.action = -1
        if own == (result >= 0):  # an answer without a deciding action leaves the known one
            entry.action = chosen
        if result >= 0:
            entry.within = result
        else:
            entry.beyond = FOREVER if result == NEVER else left
    return result


@compiled
def sure_wins(states, moves):
    """Move the actions of states[0] that surely win at once to the front; returns how many."""
    found = 0
    for i in range(actions(states[0], moves)):
        states[1] = states[0]
        if surely_wins(states[1], np.int64(moves[i])):
            moves[found] = moves[i]
            found += 1
    return found
