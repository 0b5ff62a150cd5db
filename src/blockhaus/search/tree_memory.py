"""A tree of a search in memory: begun, kept below the moves that were made, read from."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from ..core.chance import rng_from
from ..core.game import Game
from ..core.memory import Memory, Numbers
from ..core.rules import effects
from .shapes import (
    FAITH,
    MEAN,
    MERITS,
    NODE,
    NOVELTY,
    SEATS,
    TALLY,
    UNTRIED,
)
from .solve import Solution

AN_IMPRESSION = 16  # simulations of every other move, before the best of them get more
NEGLECTED = 4  # a move shown was tried at least once for so many times of the one tried most

WHOLE = NODE.columns(*NODE.fields)
SPAN = NODE.columns("first", "children")
STANDING = NODE.columns("visits", "proven")
STANDING_FAR = NODE.columns("visits", "proven", "distance")
TALLIED = struct.Struct(f"={TALLY}d")


class Node(NamedTuple):
    """What is known of one decision in the tree."""

    first: int
    children: int
    visits: int
    mover: int
    proven: int
    distance: int
    margin: float
    value: tuple[float, ...]

    @property
    def data(self) -> bytes:
        return WHOLE.pack(*self[:-1], *self.value)


def _node(row: tuple[Any, ...]) -> Node:
    first, children, visits, mover, proven, distance, margin, *value = row
    return Node(first, children, visits, mover, proven, distance, margin, tuple(value))


BLANK = Node(0, 0, 0, 0, 0, 0, 0.0, (0.0,) * SEATS)


class Nodes(NamedTuple):
    """The decisions of a tree."""

    entries: Numbers
    acts: Numbers  # the actions that lead to them
    does: Numbers  # and what these actions come to: by that they are remembered
    merits: Numbers

    @classmethod
    def room_for(cls, memory: Memory, number: int) -> Nodes:
        return cls(
            memory.room("node", number),
            memory.room("i4", number),
            memory.room("i4", number),
            memory.room("f4", MERITS, number),
        )


@lru_cache(64)
def number_of_effects(game: Game) -> int:
    return int(effects(game.plain_start))


class Tree:
    """One tree and the memory it works in. Each thread has its own."""

    def __init__(self, memory: Memory, game: Game, nodes: int, seed: int) -> None:
        self.memory = memory
        self.nodes = Nodes.room_for(memory, nodes)
        self.spare = Nodes.room_for(memory, nodes)
        self.used = memory.array("i8", 1)
        actions, done = game.actions, number_of_effects(game)
        self.history = memory.room("f4", SEATS, done)
        self.history[:] = 0.5
        self.marks = memory.array("f4", SEATS, done)
        self.tally = memory.array("f8", actions, TALLY)
        self.out = memory.room("i4", actions)
        rng = rng_from(seed)
        self.rng = memory.room("i8", len(rng))
        self.rng[:] = rng
        self.board = memory.room("record", 2)
        self.attended: range | None = None  # all first moves, while only one is looked at
        self.clear()

    def clear(self) -> None:
        self.memory.put(self.nodes.entries, 0, BLANK.data)
        self.used[0] = 1

    def confine(self, root: Numbers, mover: int, actions: Sequence[int], faith: float) -> None:
        """Begin anew and think of these moves only."""
        end = 1 + len(actions)
        entries, acts, does, merits = self.nodes
        self.memory.put(entries, 0, BLANK._replace(first=1, children=len(actions)).data)
        self.memory.put(entries, 1, BLANK._replace(mover=mover).data * len(actions))
        acts[1:end] = actions
        self.memory.call("name_effects", root, acts, does, 1, end)
        known = {MEAN: 0.5, FAITH: faith, NOVELTY: UNTRIED}
        for merit in range(MERITS):
            merits[merit, 1:end] = known.get(merit, 0.0)
        self.used[0] = end

    def keep(self, actions: tuple[int, ...]) -> None:
        """Keep what is below these actions; forget everything if they were never looked at."""
        node = 0
        for action in actions:
            found = self.places(node).get(action)
            if found is None:
                self.clear()
                return
            node = found
        if self.node(node).proven and self._following(node) is None:
            self.clear()  # proven by solving: nothing below tells how, and nothing would be tried
        elif node:
            self.memory.call("rebase", *self.nodes, *self.spare, node, self.used)
            self.nodes, self.spare = self.spare, self.nodes

    def node(self, number: int) -> Node:
        return _node(WHOLE.unpack(self._data(range(number, number + 1))))

    def read(self, span: range) -> list[Node]:
        """What is known of nodes side by side."""
        return list(map(_node, WHOLE.iter_unpack(self._data(span))))

    def _data(self, span: range) -> bytes:
        data: bytes = self.nodes.entries[span.start : span.stop].tobytes()
        return data

    def children(self, node: int) -> range:
        return self._children(node, *SPAN.unpack(self._data(range(node, node + 1))))

    def _children(self, node: int, first: int, number: int) -> range:
        if node == 0 and self.attended is not None:
            return self.attended
        return range(first, first + number)

    def actions(self, span: range) -> list[int]:
        """The actions that lead to nodes side by side."""
        found: list[int] = self.nodes.acts[span.start : span.stop].tolist()
        return found

    def tallies(self, actions: Sequence[int]) -> list[tuple[float, ...]]:
        """What came of first actions."""
        if not actions:
            return []
        first, last = min(actions), max(actions)
        data = self.tally[first : last + 1].tobytes()
        return [TALLIED.unpack_from(data, TALLIED.size * (each - first)) for each in actions]

    def places(self, node: int = 0) -> dict[int, int]:
        """Where the actions lead that were looked at."""
        span = self.children(node)
        return dict(zip(self.actions(span), span, strict=True))

    def visits(self, node: int) -> int:
        return self.node(node).visits

    @contextmanager
    def attending(self, child: int) -> Iterator[None]:
        """Let simulations pass one first move alone. What that would prove of the root is no
        proof, so the root is put back as it was.
        """
        root, entries = self.node(0), self.nodes.entries
        self.attended = self.children(0)
        self.memory.put(entries, 0, root._replace(first=child, children=1, proven=0).data)
        try:
            yield
        finally:
            self.memory.put(entries, 0, root.data)
            self.attended = None

    def neglected(self, few: int, settled: bool) -> int | None:
        """Of a few open first moves the least tried, if little can be said of it so far.

        Once the best move is settled there is nothing else left to do, and all are tried.
        """
        span = self.children(0)
        standing = list(STANDING.iter_unpack(self._data(span)))
        open_ones = [i for i, (_, proven) in enumerate(standing) if not proven]
        if not open_ones:
            return None
        visits: list[int] = [each for each, _ in standing]
        if settled and min(visits[i] for i in open_ones) < AN_IMPRESSION:
            return span[min(open_ones, key=visits.__getitem__)]
        promise = self.nodes.merits[MEAN, span.start : span.stop].tolist() if settled else visits
        best = sorted(open_ones, key=promise.__getitem__, reverse=True)[:few]  # equal ones in order
        least = min(best, key=visits.__getitem__)
        tried = settled or NEGLECTED * visits[least] < max(visits[i] for i in open_ones)
        return span[least] if tried else None

    def refute(self, action: int, found: Solution, seats: int) -> None:
        """Note how the game ends after a first move."""
        winners = sum(1 << seat for seat in found.winners)
        child = self.places().get(action)
        if child is not None:
            entries, merits = self.nodes.entries, self.nodes.merits
            distance = found.distance
            self.memory.call("note_proof", entries, merits, child, winners, distance, seats)

    def principal(self, node: int, length: int) -> tuple[int, ...]:
        """The moves most visited one after the other; the way of a proof where there is one."""
        path: list[int] = []
        while len(path) < length and (following := self._following(node)) is not None:
            node = following
            path.append(int(self.nodes.acts[node]))
        return tuple(path)

    def _following(self, node: int) -> int | None:
        parent = self.node(node)
        span = self._children(node, parent.first, parent.children)
        if not span:
            return None
        standing = STANDING_FAR.iter_unpack(self._data(span))
        if parent.proven:  # the same result, one decision nearer to the end
            nearer = parent.proven, parent.distance - 1
            visits = [v if (proven, far) == nearer else -1 for v, proven, far in standing]
            least = 0
        else:
            visits = [v for v, *_ in standing]
            least = 1
        most = max(visits)
        return span[visits.index(most)] if most >= least else None
