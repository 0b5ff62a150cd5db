"""One player's thinking: trees that grow while there is time, and what they say."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from ..core.breathing import Steps, breathe, has_threads, in_full
from ..core.errors import BlockhausError
from ..core.game import Game
from ..core.memory import OutOfMemory
from ..core.position import Position
from . import shapes
from .lines import Line, merge, rank, share, solved
from .memory import memory_for
from .solve import Solution, Solver
from .tree_memory import Node, Tree

SLICE = 0.02  # seconds a loop runs before it looks at the clock and at requests to stop
SOLVING = 0.1  # share of the time, and of the memory, that goes into exact solving
INKLING = 0.1  # share of that time in which an end of the game must be seen, to go on solving
CHECKING = 0.1  # part of a search's time to check its best move; as much is left to think on
LONGEST_SOLVING = 1.0  # seconds; a search that is watched must show something
NODES = 3  # positions a solver looks at in a tenth of a simulation's time, about
ENOUGH = 10  # one of so many games must come to its end before points are expected of them
GLANCE = 100  # simulations of a solved position, for an impression of the other moves
BLOCK = 256  # simulations at most between two looks at what is neglected
LONGEST_LINE = 12  # decisions told of how play would go on, unless a proof takes more
LEAST_MEMORY = 1  # megabytes that a search must have


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

    def numbers(self, position: Position, seat: int | None) -> list[float]:
        """The same for the loop."""
        values = [0.0] * shapes.SETTINGS
        values[shapes.EXPLORE] = self.explore
        values[shapes.EXPAND] = self.expand
        values[shapes.GUIDE] = self.guide
        values[shapes.AMAF] = self.amaf
        values[shapes.CUT] = self.cut
        values[shapes.POINTS] = self.points
        values[shapes.LOOK] = self.look
        values[shapes.DECIDE] = self.decide
        values[shapes.HIDDEN] = position.game.spec.secrets
        values[shapes.SEAT] = -1 if seat is None else seat
        return values


@dataclass
class Search:
    """A search of one position after the other, keeping what it learned on the way."""

    game: Game
    settings: Settings
    seed: int = 0

    def __post_init__(self) -> None:
        self._take_memory()
        self.solution: Solution | None = None
        self.asides: dict[int, Solution] = {}  # of what follows other moves than the best
        self.position: Position | None = None
        self.seat: int | None = None  # whose knowledge counts
        self._too_early = 0  # decisions of the game before which solving does not pay
        self._near_an_end = False  # whether solving saw one, but not enough

    def _take_memory(self) -> None:
        """As much as is wished for; where a page has less, half of it, and so on."""
        self.memory = memory_for(self.game)
        size = min(self.settings.memory, self.memory.most)
        while True:
            try:
                self._furnish(size)
                return
            except OutOfMemory:
                if size / 2 < LEAST_MEMORY:
                    raise
                size /= 2
                self.memory = memory_for(self.game)

    def _furnish(self, megabytes: float) -> None:
        memory, threads = self.memory, self.settings.threads
        if threads > 1 and not has_threads():
            threads = 1
        nodes = int(megabytes * 1_000_000 * (1 - SOLVING)) // (2 * threads * shapes.NODE_SIZE)
        self.trees = [Tree(memory, self.game, nodes, self.seed + i) for i in range(threads)]
        self.solver = Solver(self.game, megabytes * SOLVING, memory)
        self._root = memory.room("record", 1)
        self._settings = memory.room("f8", shapes.SETTINGS)
        self._stop = memory.array("u1", 1)

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
        self.memory.put(self._root, 0, position.state)
        self._settings[:] = self.settings.numbers(position, self.seat)
        fresh = before is None or position.path[: len(before)] != before or self.game.spec.secrets
        self.solution, self.asides = None, {}
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
            each.confine(self._root, self.position.to_move, actions, faith)

    def run(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        watch: Callable[[], None] | None = None,
        few: int = 1,
    ) -> int:
        """Search until the time or the simulations are used up, or a result is proven.

        A `few` of the best moves are tried often enough to be compared; without that, all effort
        goes into finding the best.
        """
        return in_full(self.running(seconds, simulations, watch, few))

    def running(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        watch: Callable[[], None] | None = None,
        few: int = 1,
    ) -> Steps[int]:
        """The same in steps of some 20 milliseconds, for who has something else to do meanwhile."""
        self._stop[0] = 0
        deadline = time.monotonic() + (seconds if seconds is not None else 1e9)
        self._solve(seconds, simulations)
        if self.solution and few > 1:
            self._solve_others(seconds, simulations)
        elif self.solution:
            simulations = min(GLANCE, GLANCE if simulations is None else simulations)
        if seconds is None or simulations is not None or not self._near_an_end:
            return (yield from self._grow_all(deadline, simulations, watch, few))
        checking = min(LONGEST_SOLVING, seconds * CHECKING)
        done = yield from self._grow_all(deadline - 2 * checking, None, watch, few)
        self._check_the_best(checking)
        return done + (yield from self._grow_all(deadline, None, watch, few))

    def _grow_all(
        self,
        deadline: float,
        simulations: int | None,
        watch: Callable[[], None] | None,
        few: int,
    ) -> Steps[int]:
        share = None if simulations is None else -(-simulations // len(self.trees))
        if len(self.trees) == 1:
            return (yield from self._grow(self.trees[0], deadline, share, watch, few))
        with ThreadPoolExecutor(len(self.trees)) as pool:
            growing = [
                self._grow(each, deadline, share, watch if i == 0 else None, few)
                for i, each in enumerate(self.trees)
            ]
            return sum(pool.map(in_full, growing))

    def _check_the_best(self, seconds: float) -> None:
        """Where the best move loses by force, which trees may overlook, let them think of others.

        Who is told a number of simulations sees as far as those: levels were measured so.
        """
        assert self.position is not None and self.position.to_move is not None
        seat, end = self.position.to_move, time.monotonic() + seconds
        while not self._stop[0] and (left := end - time.monotonic()) > 0:
            best = self.ranking[0]
            after = self.position.after(best.action)
            if best.proven is not None or after.is_over:
                return
            found = self.solver.solve(after, 10**9, left, self._stop)
            if found is None or share(found.winners, seat) > 0:
                return
            for each in self.trees:
                each.refute(best.action, found, self.game.players)

    def _solve(self, seconds: float | None, simulations: int | None) -> None:
        """Try to solve the position with a part of the effort, unless the game is far from over."""
        position = self.position
        self._near_an_end = False
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
        self._near_an_end = not (self.solution or self.game.spec.secrets) and self.solver.saw_an_end
        if not self.solution and not self.solver.saw_an_end:
            self._too_early = len(position.path) + self.solver.reach // 2

    def _solve_others(self, seconds: float | None, simulations: int | None) -> None:
        """Solve the moves beside the best one, too, in a part of the effort for each."""
        assert self.position is not None and self.solution is not None
        if self.game.spec.secrets:
            return
        others = [a for a in self.position.actions if a != self.solution.path[0]]
        total = LONGEST_SOLVING if seconds is None else min(LONGEST_SOLVING, seconds * SOLVING)
        nodes, end = 10**9, time.monotonic() + total
        if simulations is not None:
            nodes = max(NODES * simulations // max(1, len(others)), self.solution.nodes)
        for i, action in enumerate(others):
            after = self.position.after(action)
            left = (end - time.monotonic()) / (len(others) - i)
            if after.is_over or self._stop[0] or left <= 0:
                continue  # the trees see at once how a game ended
            spent = left if simulations is None else None
            if found := self.solver.solve(after, nodes, spent, self._stop):
                self.asides[action] = found

    def _grow(
        self,
        each: Tree,
        deadline: float,
        share: int | None,
        watch: Callable[[], None] | None,
        few: int,
    ) -> Steps[int]:
        if self.position is None or self.position.is_over:
            return 0
        done, step = 0, 32
        shown = time.monotonic()
        while True:
            if few > 1:  # by simulations alone, so that the same number gives the same answer
                step = min(BLOCK, max(8, done // 8))
            wanted = step if share is None else min(step, share - done)
            began = time.monotonic()
            glanced = self.solution is not None and done >= GLANCE
            ran = 0 if glanced else self._simulate(each, wanted)
            done += ran
            aside = self._attend(each, step if share is None else min(step, share - done), few)
            done += aside
            now = time.monotonic()
            left = min(SLICE, max(0.0, deadline - now))  # the last slice ends in time
            step = max(8, min(100_000, int(step * left / max(now - began, 1e-5))))
            if watch and now - shown >= SLICE / 2:
                watch()
                shown = time.monotonic()
            breathe()
            if self._stop[0] or now >= deadline or done == share or (ran < wanted and not aside):
                return done
            yield

    def _simulate(self, each: Tree, wanted: int) -> int:
        ran: int = self.memory.call(
            "simulate", self._root, each.board, *each.nodes, each.used, each.history, each.marks,
            each.tally, each.out, each.rng, self._settings, self._stop, wanted,
        )  # fmt: skip
        return ran

    def _attend(self, each: Tree, wanted: int, few: int) -> int:
        """Try a move that is to be told of and was hardly looked at."""
        if few == 1 or wanted <= 0:
            return 0
        settled = self.solution is not None or bool(each.node(0).proven)
        child = each.neglected(few, settled)
        if child is None:
            return 0
        with each.attending(child):
            return self._simulate(each, wanted)

    @property
    def tried(self) -> int:
        """Simulations behind all lines."""
        return sum(node.visits for each in self.trees for node in each.read(each.children(0)))

    @property
    def lines(self) -> list[Line]:
        """All moves looked at, the best first."""
        return self._with_paths(self.ranking)

    def first(self, number: int) -> list[Line]:
        """The best moves looked at, the best first."""
        return self._with_paths(self.ranking[:number])

    @property
    def ranking(self) -> list[Line]:
        """The same lines, but without how play would go on."""
        if self.position is None or self.position.to_move is None:
            return []
        merged: dict[int, list[Line]] = {}
        seat = self.position.to_move
        for each in self.trees:
            span = each.children(0)
            actions = each.actions(span)
            for told in zip(actions, each.read(span), each.tallies(actions), strict=True):
                merged.setdefault(told[0], []).append(self._line(*told, seat))
        lines = map(merge, merged.values())
        if self.solution:
            return solved(list(lines), self.solution, self.asides, seat)
        return sorted(lines, key=lambda line: rank(line, seat))

    def _with_paths(self, lines: list[Line]) -> list[Line]:
        places = [each.places() for each in self.trees]
        return [self._with_path(line, places) for line in lines]

    def _with_path(self, line: Line, places: list[dict[int, int]]) -> Line:
        """How play would go on. Where something is hidden nobody can tell: the tree has only the
        seat's own later plans, which depend on what is drawn and on what the others do.
        """
        if line.path or self.game.spec.secrets:
            return line if line.path else replace(line, path=(line.action,))
        found = [
            (node.proven > 0, node.visits, number, child, node.distance)
            for number, (each, known) in enumerate(zip(self.trees, places, strict=True))
            if (child := known.get(line.action)) is not None
            for node in (each.node(child),)
        ]
        if not found:
            return replace(line, path=(line.action,))
        *_, number, child, distance = max(found)
        if line.proven is not None and distance + 1 != line.distance:
            return replace(line, path=(line.action,))  # the solver knows a shorter way, untold
        following = self.trees[number].principal(child, max(LONGEST_LINE, line.distance))
        return replace(line, path=(line.action, *following))

    def _line(self, action: int, node: Node, tally: tuple[float, ...], seat: int) -> Line:
        visits, proven = node.visits, node.proven
        weight = self.settings.points
        value = node.value[seat] / visits if visits else 0.0
        winners = tuple(s for s in range(self.game.players) if proven >> s & 1) if proven else None
        return Line(
            action=action,
            visits=visits,
            value=min(1.0, max(0.0, (value - weight / 2) / (1 - weight))) if weight < 1 else value,
            margin=node.margin / visits if visits else 0.0,
            proven=winners,
            distance=node.distance + 1,
            shares=self._shares(node, tally, winners),
            scores=self._scores(tally),
        )

    def _shares(
        self, node: Node, tally: tuple[float, ...], winners: tuple[int, ...] | None
    ) -> tuple[float, ...]:
        """Shares of the win alone; a tree that was kept knows them only mixed with the points."""
        seats = range(self.game.players)
        if winners is not None:
            return tuple(share(winners, seat) for seat in seats)
        if tally[shapes.TRIED]:
            return tuple(tally[shapes.SHARES + s] / tally[shapes.TRIED] for s in seats)
        return tuple(node.value[s] / node.visits if node.visits else 1 / len(seats) for s in seats)

    def _scores(self, tally: tuple[float, ...]) -> tuple[float, ...] | None:
        if tally[shapes.ENDED] * ENOUGH < tally[shapes.TRIED] or not tally[shapes.ENDED]:
            return None  # the few games that did come to their end are no sample of the others
        seats = range(self.game.players)
        return tuple(tally[shapes.SCORES + s] / tally[shapes.ENDED] for s in seats)


def seat_to_choose(position: Position) -> int:
    """Whose decision it is; after the end nobody's."""
    if position.to_move is None:
        raise BlockhausError("The game is over: there is nothing to choose.")
    return position.to_move
