"""One player's thinking: trees that grow while there is time, and what they say."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from ..core.chance import rng_from
from ..core.errors import BlockhausError
from ..core.game import Game
from ..core.position import Position
from . import tree
from .solve import Solution, Solver

Array = np.ndarray[Any, Any]
SLICE = 0.02  # seconds a loop runs before it looks at the clock and at requests to stop
SOLVING = 0.1  # share of the time, and of the memory, that goes into exact solving
INKLING = 0.1  # share of that time in which an end of the game must be seen, to go on solving
LONGEST_SOLVING = 1.0  # seconds; a search that is watched must show something
NODES = 3  # positions a solver looks at in a tenth of a simulation's time, about
ENOUGH = 10  # one of so many games must come to its end before points are expected of them
GLANCE = 100  # simulations of a solved position, for an impression of the other moves


@dataclass(frozen=True)
class Settings:
    """How a search goes about its work. A game's box may hint at what suits it."""

    explore: float = 0.1  # how much is given to moves that have been tried little
    expand: float = 2  # visits before a position gets a place in the tree
    guide: float = 0.8  # moves that a playout compares a move with by what did well elsewhere
    amaf: float = 300  # visits until a move's own results outweigh all-moves-as-first
    cut: int = 1_000_000  # playout moves before the game's own estimate takes over
    points: float = 0.05  # weight of points beside the result
    look: bool = True  # whether a new position is searched for moves that end the game
    decide: bool = True  # whether playouts, and others with secrets, act on what they see at sight
    exact: bool = True  # whether endings that can be solved in a part of the effort are solved
    memory: int = 128  # megabytes for all trees together
    threads: int = 1

    @classmethod
    def of(cls, game: Game, **chosen: Any) -> Settings:
        """What suits the game, but for what is chosen."""
        return cls(**{**game.spec.search, **chosen})

    def array(self, position: Position, seat: int | None) -> Array:
        values = np.zeros(tree.SETTINGS)
        values[tree.EXPLORE] = self.explore
        values[tree.EXPAND] = self.expand
        values[tree.GUIDE] = self.guide
        values[tree.AMAF] = self.amaf
        values[tree.CUT] = self.cut
        values[tree.POINTS] = self.points
        values[tree.LOOK] = self.look
        values[tree.DECIDE] = self.decide
        values[tree.HIDDEN] = position.game.spec.secrets
        values[tree.SEAT] = seat
        return values


@dataclass(frozen=True)
class Line:
    """A move the search has looked at."""

    action: int
    visits: int
    value: float  # expected share of the win for the mover, 0 to 1
    margin: float  # expected points ahead of the best other seat
    proven: tuple[int, ...] | None  # winners of the game after this move, if that is certain
    distance: int  # decisions until that end
    path: tuple[int, ...] = ()  # how play would go on as far as can be told, this move first
    shares: tuple[float, ...] = ()  # expected share of the win for every seat
    scores: tuple[float, ...] | None = None  # expected points, if games were played to their end


@lru_cache(64)
def _deeds(game: Game) -> int:
    return int(tree.number_of_deeds(game.start(0).record))


class Tree:
    """One tree and the memory it works in. Each thread has its own."""

    def __init__(self, game: Game, nodes: int, seed: int) -> None:
        self.nodes = tree.Nodes.room_for(nodes)
        self.spare = tree.Nodes.room_for(nodes)
        self.used: Array = np.zeros(1, np.int64)
        deeds = _deeds(game)
        self.history: Array = np.full((tree.SEATS, deeds), 0.5, np.float32)
        self.marks: Array = np.zeros((tree.SEATS, deeds), np.float32)
        self.tally: Array = np.zeros((game.actions, tree.TALLY))
        self.out: Array = np.empty(game.actions, np.int32)
        self.rng = rng_from(seed)
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
        tree.name_deeds(position.record, acts, does, few.start, few.stop)
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
        if node:
            tree.rebase(*self.nodes, *self.spare, node, self.used)
            self.nodes, self.spare = self.spare, self.nodes

    def children(self, node: int) -> range:
        first = int(self.nodes.entries[node]["first"])
        return range(first, first + int(self.nodes.entries[node]["children"]))

    def visits(self, node: int) -> int:
        return int(self.nodes.entries[node]["visits"])

    def principal(self, node: int, length: int) -> tuple[int, ...]:
        """The moves most visited one after the other."""
        path: list[int] = []
        visits = self.nodes.entries["visits"]
        while len(path) < length and (children := self.children(node)):
            node = children.start + int(visits[children.start : children.stop].argmax())
            if visits[node] == 0:
                break
            path.append(int(self.nodes.acts[node]))
        return tuple(path)


@dataclass
class Search:
    """A search of one position after the other, keeping what it learned on the way."""

    game: Game
    settings: Settings
    seed: int = 0

    def __post_init__(self) -> None:
        threads = self.settings.threads
        memory = self.settings.memory * 1_000_000
        nodes = int(memory * (1 - SOLVING)) // (2 * threads * tree.NODE_SIZE)
        self.trees = [Tree(self.game, nodes, self.seed + i) for i in range(threads)]
        self.solver = Solver(self.game, self.settings.memory * SOLVING)
        self.solution: Solution | None = None
        self.position: Position | None = None
        self.seat: int | None = None  # whose knowledge counts
        self._too_early = 0  # decisions of the game before which solving does not pay
        self._stop: Array = np.zeros(1, np.uint8)

    def stop(self) -> None:
        """End a running search from another thread; it answers with what it has."""
        self._stop[0] = 1

    def look(self, position: Position, seat: int | None = None) -> None:
        """Turn to a position, with the knowledge of a seat; otherwise of the one to move.

        The tree is kept if the position follows the one before.
        """
        known = self.position is not None and self.position.seed == position.seed
        before = self.position.path if self.position and known else None
        self.position = position
        self.seat = position.to_move if seat is None else seat
        fresh = before is None or position.path[: len(before)] != before or self.game.spec.secrets
        self.solution = None
        self._too_early = 0 if fresh else self._too_early
        for each in self.trees:
            each.tally[:] = 0
            if fresh:
                each.clear()
            else:
                each.keep(position.path[len(before or ()) :])

    def confine(self, actions: Sequence[int]) -> None:
        """Begin anew and think of these moves of the position only."""
        assert self.position is not None and self.position.to_move is not None
        faith = 1.0 if self.settings.amaf > 0 else 0.0
        for each in self.trees:
            each.confine(self.position, actions, faith)

    def run(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        watch: Callable[[], None] | None = None,
    ) -> int:
        """Search until the time or the simulations are used up, or a result is proven."""
        self._stop[0] = 0
        deadline = time.monotonic() + (seconds if seconds is not None else 1e9)
        self._solve(seconds, simulations)
        if self.solution:
            simulations = min(GLANCE, GLANCE if simulations is None else simulations)
        share = None if simulations is None else -(-simulations // len(self.trees))
        if len(self.trees) == 1:
            return self._grow(self.trees[0], deadline, share, watch)
        with ThreadPoolExecutor(len(self.trees)) as pool:
            jobs = [
                pool.submit(self._grow, each, deadline, share, watch if i == 0 else None)
                for i, each in enumerate(self.trees)
            ]
            return sum(job.result() for job in jobs)

    def _solve(self, seconds: float | None, simulations: int | None) -> None:
        """Try to solve the position with a part of the effort, unless the game is far from over."""
        position = self.position
        if not self.settings.exact or position is None or position.is_over:
            return
        if len(position.path) < self._too_early:
            return
        if self.game.spec.secrets and self.seat != position.to_move:
            return  # solving looks at what the mover knows
        limit = LONGEST_SOLVING if seconds is None else min(LONGEST_SOLVING, seconds * SOLVING)
        efforts: list[tuple[int, float | None]] = [(10**9, limit * INKLING), (10**9, limit)]
        if simulations is not None:
            efforts = [(NODES * simulations, None)]
        for nodes, spent in efforts:
            self.solution = self.solution or self.solver.solve(position, nodes, spent, self._stop)
            if self.solution or not self.solver.saw_an_end:
                break
        if not self.solution and not self.solver.saw_an_end:
            self._too_early = len(position.path) + self.solver.reach // 2

    def _grow(
        self, each: Tree, deadline: float, share: int | None, watch: Callable[[], None] | None
    ) -> int:
        if self.position is None or self.position.is_over:
            return 0
        root, board = self.position.record, np.repeat(self.position.record, 2)
        settings = self.settings.array(self.position, self.seat)
        done, step = 0, 32
        while True:
            wanted = step if share is None else min(step, share - done)
            began = time.monotonic()
            ran: int = tree.simulate(
                root, board, *each.nodes, each.used, each.history, each.marks, each.tally,
                each.out, each.rng, settings, self._stop, wanted,
            )  # fmt: skip
            done += ran
            now = time.monotonic()
            step = max(8, min(100_000, int(step * SLICE / max(now - began, 1e-5))))
            if watch:
                watch()
            if self._stop[0] or ran < wanted or now >= deadline or done == share:
                return done

    @property
    def lines(self) -> list[Line]:
        """All moves looked at, the best first."""
        if self.position is None or self.position.to_move is None:
            return []
        merged: dict[int, list[Line]] = {}
        for each in self.trees:
            for child in each.children(0):
                line = self._line(each, child, self.position.to_move)
                merged.setdefault(line.action, []).append(line)
        seat = self.position.to_move
        lines = map(_merge, merged.values())
        if self.solution:
            return _solved(list(lines), self.solution, seat, self.game.players)
        return sorted(lines, key=lambda line: _rank(line, seat))

    def _line(self, each: Tree, child: int, seat: int) -> Line:
        node, action = each.nodes.entries[child], int(each.nodes.acts[child])
        tally = each.tally[action].tolist()
        visits = int(node["visits"])
        proven = int(node["proven"])
        weight = self.settings.points
        value = float(node["value"][seat]) / visits if visits else 0.0
        winners = tuple(s for s in range(self.game.players) if proven >> s & 1) if proven else None
        return Line(
            action=action,
            visits=visits,
            value=min(1.0, max(0.0, (value - weight / 2) / (1 - weight))) if weight < 1 else value,
            margin=float(node["margin"]) / visits if visits else 0.0,
            proven=winners,
            distance=int(node["distance"]) + 1,
            path=(action, *self._following(each, child)),
            shares=self._shares(node, tally, winners),
            scores=self._scores(tally),
        )

    def _following(self, each: Tree, child: int) -> tuple[int, ...]:
        """How play would go on. Where something is hidden nobody can tell: the tree has only the
        seat's own later plans, which depend on what is drawn and on what the others do.
        """
        return () if self.game.spec.secrets else each.principal(child, 12)

    def _shares(
        self, node: Any, tally: list[float], winners: tuple[int, ...] | None
    ) -> tuple[float, ...]:
        """Shares of the win alone; a tree that was kept knows them only mixed with the points."""
        seats = range(self.game.players)
        if winners is not None:
            return tuple(share(winners, seat) for seat in seats)
        if tally[tree.TRIED]:
            return tuple(tally[tree.SHARES + s] / tally[tree.TRIED] for s in seats)
        visits = int(node["visits"])
        return tuple(float(node["value"][s]) / visits if visits else 1 / len(seats) for s in seats)

    def _scores(self, tally: list[float]) -> tuple[float, ...] | None:
        if tally[tree.ENDED] * ENOUGH < tally[tree.TRIED] or not tally[tree.ENDED]:
            return None  # the few games that did come to their end are no sample of the others
        seats = range(self.game.players)
        return tuple(tally[tree.SCORES + s] / tally[tree.ENDED] for s in seats)


def _merge(lines: list[Line]) -> Line:
    """The same move in several trees as one line; what one tree has proven is proven."""
    certain = [line for line in lines if line.proven is not None]
    best = max(certain or lines, key=lambda line: line.visits)
    visits = sum(line.visits for line in lines)
    if not visits:
        return best
    return replace(
        best,
        visits=visits,
        value=sum(line.value * line.visits for line in lines) / visits,
        margin=sum(line.margin * line.visits for line in lines) / visits,
        shares=best.shares if certain else _mean([(line.shares, line.visits) for line in lines]),
        scores=_mean([(line.scores, line.visits) for line in lines if line.scores]) or None,
    )


def _mean(weighted: list[tuple[tuple[float, ...], int]]) -> tuple[float, ...]:
    total = sum(weight for _, weight in weighted)
    rows = [[value * weight / total for value in row] for row, weight in weighted if weight]
    return tuple(map(sum, zip(*rows, strict=True)))


def _solved(lines: list[Line], solution: Solution, seat: int, seats: int) -> list[Line]:
    """What was solved is certain; its best move comes first, whatever the trees say."""
    found = {line.action: line for line in lines}
    shares = tuple(share(solution.winners, each) for each in range(seats))
    for action, distance in solution.distances.items():
        line = found.get(action, Line(action, 0, share(solution.winners, seat), 0.0, None, 0))
        path = solution.path if action == solution.path[0] else line.path or (action,)
        found[action] = replace(
            line, proven=solution.winners, distance=distance, path=path, shares=shares
        )
    best = found.pop(solution.path[0])
    return [best, *sorted(found.values(), key=lambda line: _rank(line, seat))]


def seat_to_choose(position: Position) -> int:
    """Whose decision it is; after the end nobody's."""
    if position.to_move is None:
        raise BlockhausError("The game is over: there is nothing to choose.")
    return position.to_move


def share(winners: tuple[int, ...], seat: int) -> float:
    return 1 / len(winners) if seat in winners else 0.0


def _rank(line: Line, seat: int) -> tuple[float, float, float]:
    """Sure wins first, the quickest; sure losses last, the slowest; between them by visits."""
    if line.proven is None:
        return (1, -line.visits, -line.value)
    result = share(line.proven, seat)
    if result == 1:
        return (0, line.distance, 0)
    if result == 0:
        return (3, -line.distance, 0)
    return (1, -line.visits if line.value > result else 0, -result)
