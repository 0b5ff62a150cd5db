"""The compiled loops over any game. Each is written once and compiled per record type.

Few and large on purpose: what a loop costs to compile is mostly the optimising of the rules it
calls, so questions that call the same rules share one loop.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import count
from ..chance import CHANCE_SIZE, RNG_SIZE, WORD, below, key_chance
from ..rules import actions, helper, observe, play, redeal, score, setup, span, verdict
from .compiled import compiled

Array = np.ndarray[Any, Any]

SETUP, SPAN, VERDICT, ACTIONS, PLAY, SCORE, REDEAL = range(7)
BEGIN, STEP, LOOK = 1, 2, 4
NO_NUMBERS = np.zeros(0, np.int32)
NO_WORDS = np.zeros(0, np.int64)


@compiled
def consult(states, question, number, numbers, words):
    """Put one question about one position to the rules.

    `number` is an action or a seat, `numbers` receives actions or points, and `words` is the
    state of a generator.
    """
    s = states[0]
    if question == VERDICT:
        return verdict(s, number)
    if question == ACTIONS:
        return actions(s, numbers)
    if question == PLAY:
        play(s, number)
    elif question == SETUP:
        setup(s, words)
    elif question == SPAN:
        return span(s)
    elif question == SCORE:
        return score(s, numbers)
    elif question == REDEAL:
        redeal(s, number, words)
    return 0


def reshuffle(states: Array, seat: int, rng: Array) -> None:
    """Deal anew what a seat cannot see."""
    consult(states, REDEAL, seat, NO_NUMBERS, rng)


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
            play(s, np.int64(out[below(rng, actions(s, out))]))
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
        play(states[depth - 1], np.int64(moves[i]))
        total += perft(states, depth - 1, out)
    return total


@compiled
def batch(
    task, states, blank, rngs, first, last, chosen, rewards, done, picks, mask, planes, movers
):
    """One pass over the games of a batch, doing what the bits of `task` say.

    A batch is cut into chunks, each with its own generator: whatever number of threads shares
    them, the same games are played. `first` and `last` are the chunks of one thread.
    """
    chance = np.zeros(CHANCE_SIZE, np.int64)
    flat = planes.reshape(len(planes), -1)
    numbers = np.empty(max(mask.shape[1], 8), np.int32)
    for chunk in range(first, last):
        rng = rngs[chunk]
        begin = len(states) * chunk // len(rngs)
        end = len(states) * (chunk + 1) // len(rngs)
        for i in range(begin, end):
            s = states[i]
            over = False
            if task & STEP:
                play(s, np.int64(chosen[i]))
                over = s.mover < 0
                done[i] = over
                for seat in range(rewards.shape[1]):
                    rewards[i, seat] = 0
                if over:
                    reward(s, numbers, rewards[i])
            if over or task & BEGIN:
                states[i] = blank[0]
                fresh_key(chance, rng)
                setup(s, chance)
            if task & LOOK:
                for k in range(mask.shape[1]):
                    mask[i, k] = False
                legal = actions(s, numbers)
                for k in range(legal):
                    mask[i, numbers[k]] = True
                # A random move is picked now, while the list is at hand, for whoever wants one.
                picks[i] = numbers[below(rng, legal)]
                for k in range(flat.shape[1]):
                    flat[i, k] = 0
                observe(s, planes[i])
                movers[i] = s.mover


@helper
def fresh_key(chance, rng):
    key = chance[4:12]
    for word in range(8):
        key[word] = below(rng, WORD + 1)
    key_chance(chance, key)


@helper
def reward(s, points, out):
    """1 for a sole winner, -1 for a loser, between them for those who share."""
    for seat in range(len(out)):
        points[seat] = 0
    winners = score(s, points)
    for seat in range(len(out)):
        out[seat] = 2 / count(winners) - 1 if winners >> seat & 1 else -1


def seen(states: Array, planes: Array) -> None:
    """The observation of one position."""
    players = int(states["players"][0])
    span = consult(states, SPAN, 0, NO_NUMBERS, NO_WORDS)
    batch(
        LOOK, states, states, np.zeros((1, RNG_SIZE), np.int64), 0, 1, np.zeros(1, np.int32),
        np.zeros((1, players), np.float32), np.zeros(1, np.bool_),
        np.zeros(1, np.int32), np.zeros((1, span), np.bool_),
        planes[None], np.zeros(1, np.int8),
    )  # fmt: skip
