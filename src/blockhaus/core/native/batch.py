"""Thousands of games at once, for learning and for statistics."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ..errors import BlockhausError
from ..game import Game
from . import loops
from .generators import rng_from
from .records import as_array, dtype_of
from .threads import WorkerThreads

Array = np.ndarray[Any, Any]
CHUNKS = 16  # pieces of work for the threads; fixed, so that every machine plays the same games

THREADS = min(CHUNKS, os.cpu_count() or 1)
_workers = WorkerThreads()


class Batch:
    """An array of games that are stepped together and restart by themselves.

    After each step these arrays describe what the mover of every game faces:

    - `to_move`      seat to move, shape (n,)
    - `mask`         which actions are legal, shape (n, actions)
    - `observation`  planes from the mover's seat, hidden things left out, shape (n, ...)

    and these what the step brought about:

    - `rewards`      1 for a sole winner, -1 for a loser, shape (n, players); 0 while running
    - `done`         which games ended and have begun anew, shape (n,)

    The arrays are filled anew by every step; copy what you want to keep.
    """

    def __init__(self, game: Game, n: int, seed: int = 0) -> None:
        if n < 1:
            raise BlockhausError("A batch has at least one game, not {number}.", number=n)
        self.game = game
        self.states = np.zeros(n, dtype_of(game.definition.state))
        self.to_move: Array = np.zeros(n, np.int8)
        self.mask: Array = np.zeros((n, game.actions), np.bool_)
        shape = game.definition.planes(game.plain_start)
        self.observation: Array = np.zeros((n, *shape), np.int8)
        self.rewards: Array = np.zeros((n, game.players), np.float32)
        self.done: Array = np.zeros(n, np.bool_)
        self._blank = as_array(game.definition.state, game.blank())
        self._rngs = np.array([rng_from(seed * CHUNKS + chunk) for chunk in range(CHUNKS)])
        self._picks: Array = np.zeros(n, np.int32)
        self._run(loops.BEGIN | loops.LOOK, self._picks)

    def __len__(self) -> int:
        return len(self.states)

    def step(self, actions: Array | None = None) -> None:
        """Play one action in every game; without actions, a random legal one in each.

        If one of the actions is illegal, an error says which and nothing is played.
        """
        if actions is None:
            self._run(loops.STEP | loops.LOOK, self._picks)
            return
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (len(self),):
            raise BlockhausError("step takes {number} actions, one a game.", number=len(self))
        self._require_legal(chosen)
        self._run(loops.STEP | loops.LOOK, chosen)

    def sample(self) -> Array:
        """A uniformly random legal action for every game; a new one after each step."""
        return self._picks.copy()

    def _run(self, task: int, chosen: Array) -> None:
        def work(first: int, last: int) -> None:
            loops.batch(
                task, self.states, self._blank, self._rngs, first, last, chosen, self.rewards,
                self.done, self._picks, self.mask, self.observation, self.to_move,
            )  # fmt: skip

        _workers.share(work, CHUNKS, THREADS)

    def _require_legal(self, chosen: Array) -> None:
        known = (chosen >= 0) & (chosen < self.game.actions)
        rows = np.arange(len(self))
        legal = known & self.mask[rows, np.where(known, chosen, 0)]
        if not legal.all():
            game = int(np.argmin(legal))
            raise BlockhausError(
                "Action {action} is not legal in game {game} of the batch.",
                action=chosen[game],
                game=game,
            )
