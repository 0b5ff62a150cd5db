"""The compiled loops over any game. Each is written once and compiled per record type."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np
from numba import prange

from .chance import CHANCE_SIZE, below, key_chance
from .compiled import compiled
from .rules import actions, observe, play, redeal, score, setup, span, verdict


@compiled
def begin(states, chance):
    setup(states[0], chance)


@compiled
def judge(states, action):
    return verdict(states[0], action)


@compiled
def listing(states, out):
    return actions(states[0], out)


@compiled
def action_count(states):
    return span(states[0])


@compiled
def advance(states, action):
    play(states[0], action)


@compiled
def result(states, points):
    return score(states[0], points)


@compiled
def seen(states, planes):
    observe(states[0], planes)


@compiled
def reshuffle(states, seat, rng):
    redeal(states[0], seat, rng)


@compiled
def playouts(states, rng, games, out):
    """Play whole random games from states[0], each step from a full list of legal moves.

    Returns the number of decisions played. states[1] is the board played on.
    """
    s = states[1]
    decisions = 0
    for _ in range(games):
        states[1] = states[0]
        while s.mover >= 0:
            play(s, out[below(rng, actions(s, out))])
            decisions += 1
    return decisions


@compiled
def perft(states, depth, out):
    """Count the paths of exactly `depth` decisions (a finished game ends a path early)."""
    s = states[depth]
    if depth == 0 or s.mover < 0:
        return 1 if depth == 0 else 0
    moves = out[depth]
    legal = actions(s, moves)
    if depth == 1:
        return legal
    total = 0
    for i in range(legal):
        states[depth - 1] = s
        play(states[depth - 1], moves[i])
        total += perft(states, depth - 1, out)
    return total
