"""Proof numbers for any game, as `search.proof` explains them."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
from __future__ import annotations

import numpy as np

from ...core.native.compiled import compiled, helper
from ...core.native.records import plain_dtype
from ...core.rules import actions, play, score
from .. import shapes
from ..shapes import LIMIT, LOW, NODES, SHIFT, SURE

ENTRY = plain_dtype(shapes.PROVED)
UNKEPT = 2  # with so few decisions left, positions are quicker searched than remembered
PRIME = np.uint64(0x100000001B3)
ODD = np.uint64(0x9FB21C651E98DF25)
BASIS = np.uint64(0xCBF29CE484222325)
TURN, BACK = np.uint64(29), np.uint64(35)


@helper
def marks(words, question):
    """Two running hashes of a record given as 64-bit words."""
    first, second = BASIS ^ question, BASIS + question * ODD
    for i in range(len(words)):
        first = (first ^ words[i]) * PRIME
        first = first << TURN | first >> BACK
        second = (second + words[i]) * ODD
        second ^= second >> BACK
    return first, second ^ second >> TURN


@helper
def reached(s, seat, alone, points):
    """Whether a finished game is what the seat wants."""
    for other in range(s.players):
        points[other] = 0
    winners = score(s, points)
    return winners == 1 << seat or (not alone and winners >> seat & 1 == 1)


@compiled
def pursue(
    states, words, moves, keys, numbers, table, points, tally, stop, seat, alone, ply, left, most
):
    """Search states[ply] until its numbers reach `most`; returns both numbers in one.

    The first of `numbers` are those that count for the mover: of them the least is the position's,
    the others add up.
    """
    s = states[ply]
    tally[NODES] += 1
    own = np.int64(s.mover) == seat
    legal = actions(s, moves[ply])
    good, bad = numbers[ply, 0], numbers[ply, 1]  # for the mover
    for i in range(legal):
        states[ply + 1] = s
        play(states[ply + 1], np.int64(moves[ply, i]))
        proof = disproof = 1
        if states[ply + 1].mover < 0:
            won = reached(states[ply + 1], seat, alone, points)
            proof, disproof = (0, SURE) if won else (SURE, 0)
        elif left == 1:
            proof, disproof = SURE, 0
        elif left > UNKEPT:
            question = np.uint64(4 * left + 2 * seat + alone)
            first, second = marks(words[ply + 1], question)
            keys[ply, i, 0], keys[ply, i, 1] = first, second
            entry = table[first & np.uint64(len(table) - 1)]
            if entry.first == first and entry.second == second:
                proof, disproof = np.int64(entry.proof), np.int64(entry.disproof)
        good[i], bad[i] = (proof, disproof) if own else (disproof, proof)
        if good[i] == 0:  # the mover has what it wants
            return SURE if own else SURE << SHIFT
    most_good = most >> SHIFT if own else most & LOW
    most_bad = most & LOW if own else most >> SHIFT
    while True:
        best, least, second_least, total = 0, SURE + 1, SURE, 0
        for i in range(legal):
            total += bad[i]
            if good[i] < least:
                best, second_least, least = i, least, np.int64(good[i])
            elif good[i] < second_least:
                second_least = np.int64(good[i])
        total = min(total, SURE) if least else SURE
        given_up = tally[NODES] > tally[LIMIT] or stop[0] != 0
        if least >= most_good or total >= most_bad or least == 0 or total == 0 or given_up:
            return least << SHIFT | total if own else total << SHIFT | least
        allowed_good = min(most_good, second_least + 1)
        allowed_bad = min(most_bad - total + bad[best], SURE)
        allowed = (
            allowed_good << SHIFT | allowed_bad if own else allowed_bad << SHIFT | allowed_good
        )
        states[ply + 1] = s
        play(states[ply + 1], np.int64(moves[ply, best]))
        found = pursue(
            states, words, moves, keys, numbers, table, points, tally, stop, seat, alone, ply + 1,
            left - 1, allowed,
        )  # fmt: skip
        proof, disproof = found >> SHIFT, found & LOW
        good[best], bad[best] = (proof, disproof) if own else (disproof, proof)
        if left > UNKEPT:
            entry = table[keys[ply, best, 0] & np.uint64(len(table) - 1)]
            entry.first, entry.second = keys[ply, best, 0], keys[ply, best, 1]
            entry.proof, entry.disproof = proof, disproof
