"""A tree of a search in memory: begun, kept below the moves that were made, read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.native.generators import rng_from
from ..core.native.records import array_of
from ..core.position import Position
from . import tree
from .rebase import rebase
from .solve import Solution

Array = np.ndarray[Any, Any]
AN_IMPRESSION = 16  # simulations of every other move, before the best of them get more
NEGLECTED = 4  # a move shown was tried at least once for so many times of the one tried most


@lru_cache(64)
def _effects(game: Game) -> int:
    return int(tree.number_of_effects(array_of(game.start(0))))


class Tree:
    """One tree and the memory it works in. Each thread has its own."""

    def __init__(self, game: Game, nodes: int, seed: int) -> None:
        self.nodes = tree.Nodes.room_for(nodes)
        self.spare = tree.Nodes.room_for(nodes)
        self.used: Array = np.zeros(1, np.int64)
        effects = _effects(game)
        self.history: Array = np.full((tree.SEATS, effects), 0.5, np.float32)
        self.marks: Array = np.zeros((tree.SEATS, effects), np.float32)
        self.tally: Array = np.zeros((game.actions, tree.TALLY))
        self.out: Array = np.empty(game.actions, np.int32)
        self.rng = rng_from(seed)
        self.attended: range | None = None  # all first moves, while only one is looked at
        self.clear()

    def clear(self) -> None:
        self.nodes.entries[0] = np.zeros((), tree.NODE)
        self.used[0] = 1

    def confine(self, position: Position, actions: Sequence[int], faith: float) -> None:
        """Begin anew and think of these moves only."""
        self.clear()
        few = slice(1, 1 + len(actions))
        entries, acts, does, merits = self.nodes
        entries[few] = np.zeros((), tree.NODE)
        entries["mover"][few], acts[few] = position.to_move, actions
        tree.name_effects(array_of(position), acts, does, few.start, few.stop)
        merits[:, few] = 0.0
        merits[tree.MEAN, few], merits[tree.FAITH, few] = 0.5, faith
        merits[tree.NOVELTY, few] = tree.UNTRIED
        entries[0]["first"], entries[0]["children"] = 1, len(actions)
        self.used[0] = 1 + len(actions)

    def keep(self, actions: tuple[int, ...]) -> None:
        """Keep what is below these actions; forget everything if they were never looked at."""
        node = 0
        for action in actions:
            found = [c for c in self.children(node) if self.nodes.acts[c] == action]
            if not found:
                self.clear()
                return
            node = found[0]
        if self.nodes.entries[node]["proven"] and self._following(node) is None:
            self.clear()  # proven by solving: nothing below tells how, and nothing would be tried
        elif node:
            rebase(*self.nodes, *self.spare, node, self.used)
            self.nodes, self.spare = self.spare, self.nodes

    def children(self, node: int) -> range:
        if node == 0 and self.attended is not None:
            return self.attended
        first = int(self.nodes.entries[node]["first"])
        return range(first, first + int(self.nodes.entries[node]["children"]))

    def visits(self, node: int) -> int:
        return int(self.nodes.entries[node]["visits"])

    @contextmanager
    def attending(self, child: int) -> Iterator[None]:
        """Let simulations pass one first move alone. What that would prove of the root is no
        proof, so the root is put back as it was.
        """
        root = self.nodes.entries[0].copy()
        self.attended = self.children(0)
        self.nodes.entries[0]["first"], self.nodes.entries[0]["children"] = child, 1
        self.nodes.entries[0]["proven"] = 0
        try:
            yield
        finally:
            self.nodes.entries[0] = root
            self.attended = None

    def neglected(self, few: int, settled: bool) -> int | None:
        """Of a few open first moves the least tried, if little can be said of it so far.

        Once the best move is settled there is nothing else left to do, and all are tried.
        """
        span = self.children(0)
        here = slice(span.start, span.stop)
        visits = self.nodes.entries["visits"][here]
        open_ones = np.flatnonzero(self.nodes.entries["proven"][here] == 0)
        if not len(open_ones):
            return None
        if settled and visits[open_ones].min() < AN_IMPRESSION:
            return span[int(open_ones[visits[open_ones].argmin()])]
        promise = self.nodes.merits[tree.MEAN, here] if settled else visits
        best = open_ones[np.argsort(-promise[open_ones], kind="stable")[:few]]
        least = int(best[visits[best].argmin()])
        tried = settled or NEGLECTED * visits[least] < visits[open_ones].max()
        return span[least] if tried else None

    def refute(self, action: int, found: Solution, seats: int) -> None:
        """Note how the game ends after a first move."""
        winners = sum(1 << seat for seat in found.winners)
        entries, merits = self.nodes.entries, self.nodes.merits
        for child in self.children(0):
            if self.nodes.acts[child] == action:
                tree.note_proof(entries, merits, child, winners, found.distance, seats)

    def principal(self, node: int, length: int) -> tuple[int, ...]:
        """The moves most visited one after the other; the way of a proof where there is one."""
        path: list[int] = []
        while len(path) < length and (following := self._following(node)) is not None:
            node = following
            path.append(int(self.nodes.acts[node]))
        return tuple(path)

    def _following(self, node: int) -> int | None:
        span = self.children(node)
        if not span:
            return None
        parent, entries = self.nodes.entries[node], self.nodes.entries[span.start : span.stop]
        visits = entries["visits"]
        if parent["proven"]:  # the same result, one decision nearer to the end
            same = entries["proven"] == parent["proven"]
            visits = np.where(same & (entries["distance"] == parent["distance"] - 1), visits, -1)
            return span[int(visits.argmax())] if visits.max() >= 0 else None
        best = int(visits.argmax())
        return span[best] if visits[best] else None
