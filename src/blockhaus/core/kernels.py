"""The compiled loops over any game. Each is written once and compiled per record type."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from .bits import count
from .chance import CHANCE_SIZE, WORD, below, key_chance
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


# A batch is cut into chunks, each with its own generator: whatever number of threads shares the
# chunks, the same games are played. `first` and `last` are the chunks of one thread.


@register_jitable
def edge(games, chunks, chunk):
    return games * chunk // chunks


@compiled
def batch_begin(states, blank, rngs, first, last):
    chance = np.zeros(CHANCE_SIZE, np.int64)
    for chunk in range(first, last):
        for i in range(
            edge(len(states), len(rngs), chunk), edge(len(states), len(rngs), chunk + 1)
        ):
            restart(states[i : i + 1], blank, rngs[chunk], chance)


@register_jitable
def restart(state, blank, rng, chance):
    key = chance[4:12]
    state[0] = blank[0]
    for word in range(8):
        key[word] = below(rng, WORD + 1)
    key_chance(chance, key)
    setup(state[0], chance)


@compiled
def batch_step(states, blank, rngs, first, last, chosen, rewards, done):
    """Play one action in every game; a finished game is rewarded and begins anew."""
    chance = np.zeros(CHANCE_SIZE, np.int64)
    points = np.zeros(rewards.shape[1], np.int64)
    for chunk in range(first, last):
        for i in range(
            edge(len(states), len(rngs), chunk), edge(len(states), len(rngs), chunk + 1)
        ):
            s = states[i]
            play(s, chosen[i])
            done[i] = s.mover < 0
            rewards[i] = 0
            if done[i]:
                reward(s, points, rewards[i])
                restart(states[i : i + 1], blank, rngs[chunk], chance)


@register_jitable
def reward(s, points, out):
    """1 for a sole winner, -1 for a loser, between them for those who share."""
    points[:] = 0
    winners = score(s, points)
    for seat in range(len(out)):
        out[seat] = 2 / count(winners) - 1 if winners >> seat & 1 else -1


@compiled
def batch_look(states, chunks, first, last, mask, planes, movers):
    """What the mover of every game may do and see."""
    legal = np.empty(mask.shape[1], np.int32)
    for i in range(edge(len(states), chunks, first), edge(len(states), chunks, last)):
        s = states[i]
        mask[i] = False
        for k in range(actions(s, legal)):
            mask[i, legal[k]] = True
        planes[i] = 0
        observe(s, planes[i])
        movers[i] = s.mover


@compiled
def batch_sample(states, rngs, first, last, chosen, span):
    """A uniformly random legal action for every game."""
    legal = np.empty(span, np.int32)
    for chunk in range(first, last):
        for i in range(
            edge(len(states), len(rngs), chunk), edge(len(states), len(rngs), chunk + 1)
        ):
            chosen[i] = legal[below(rngs[chunk], actions(states[i], legal))]
