"""Exact solving: who wins if nobody errs, in how many decisions, and how.

A seat forces a result within n decisions if it has a decision, or all others' decisions leave it
one, after which it forces the result within n - 1. `force` answers that question for any game by
looking at everything, with a table of positions seen, and `Solver` puts it for growing n: the first
n with a forced win is its exact length, the shortest way to win and the longest defence. When
neither of two seats can force a win however long it takes, the game is drawn.

With three and four seats only a win against all others together counts as forced. Where the rules
hide something, only wins at once count which the game knows to be sure whatever is hidden.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from ..core.breathing import breathe, has_threads
from ..core.errors import BlockhausError
from ..core.game import Game
from ..core.layout import WORD
from ..core.memory import Memory, Numbers
from ..core.position import Position
from ..core.rules import has_rule
from .memory import memory_for
from .shapes import CHOSEN as CHOSEN
from .shapes import (
    ENDS,
    LIMIT,
    NODES,
    POINTS_OF_SEATS,
    SOLVED,
    SOLVER_TALLY,
)
from .shapes import NEVER as NEVER
from .shapes import OPEN as OPEN
from .shapes import STOPPED as STOPPED

DEEPEST = 60  # decisions a solver looks ahead at most
MEMORY = 24  # megabytes of the table
SLICE = 0.02  # seconds of solving between two looks at the clock, where nobody else looks at it
FIRST_SLICE = 2_000  # positions


@dataclass(frozen=True)
class Solution:
    """How a game ends if nobody errs. Decisions are those of all seats, the last included.

    The distance is exact: the winner cannot be quicker, the others cannot hold out longer. That of
    a draw is the number of decisions the mover needs to make sure of it.
    """

    position: Position
    winners: tuple[int, ...]
    distance: int
    path: tuple[int, ...]  # the actions of all seats to the end
    distances: Mapping[int, int]  # that of every action with this result, as far as looked at
    nodes: int  # positions looked at

    @property
    def best(self) -> str:
        return self.position.game.text(self.path[0])

    @property
    def line(self) -> tuple[str, ...]:
        return tuple(self.position.game.text(action) for action in self.path)

    @property
    def turns(self) -> int:
        """How many turns the line takes. A turn may have several decisions."""
        end = self.position
        for action in self.path:
            end = end.after(action)
        return end.turn - self.position.turn

    def __str__(self) -> str:
        if len(self.winners) > 1:
            return f"Drawn in {self.distance}"
        winner = self.position.game.colours[self.winners[0]]
        return f"{winner.capitalize()} wins in {self.distance}"


class Solver:
    """Solves positions of one game, and remembers what it found out."""

    def __init__(self, game: Game, memory: float = MEMORY, shared: Memory | None = None) -> None:
        entries = int(memory * 1_000_000) // SOLVED.size
        self.game = game
        self.memory = shared or memory_for(game)
        deep, words = DEEPEST + 1, game.definition.state.size // WORD
        self.table = self.memory.array("solved", 1 << entries.bit_length() - 1)
        self.states = self.memory.array("record", deep)
        self.words = self.memory.seen_as(self.states, "u8", deep, words)
        self.moves = self.memory.array("i4", deep, game.actions)
        self.history = self.memory.array("i8", game.players, game.actions)
        self.points = self.memory.array("i4", POINTS_OF_SEATS)
        self.tally = self.memory.array("i8", SOLVER_TALLY)
        self.own_stop = self.memory.array("u1", 1)
        self.stop = self.own_stop
        self.deadline: float | None = None  # where nobody else looks at the clock
        self._slice = FIRST_SLICE
        self.reach = 0  # decisions the last solving looked ahead without finding a result
        self.alternatives = 0  # other wins at once that are as sure, where something is hidden

    @property
    def nodes(self) -> int:
        """Positions looked at since the last solving began."""
        return int(self.tally[NODES])

    @property
    def saw_an_end(self) -> bool:
        """Whether the last solving met finished games, so that a little more may be enough."""
        return bool(self.tally[ENDS])

    def solve(
        self,
        position: Position,
        nodes: int,
        seconds: float | None = None,
        stop: Numbers | None = None,
    ) -> Solution | None:
        """The solution, or None if it takes more than these positions, this time, or `stop`."""
        if position.to_move is None:
            raise BlockhausError("The game is over: there is nothing to solve.")
        self.tally[:] = 0, nodes, 0, -1
        self.stop = self.own_stop if stop is None else stop
        self.own_stop[0] = 0
        self.reach = 0
        if self.game.spec.secrets:
            return self._at_once(position)
        with self.hurrying(seconds, self._give_up):
            return self._deepen(position)

    @contextmanager
    def hurrying(self, seconds: float | None, give_up: Callable[[], None]) -> Iterator[None]:
        """Give up after so many seconds. Another thread sees to that; where there are none, what
        is asked is answered in slices, with a look at the clock after each.
        """
        if seconds is None:
            yield
        elif has_threads():
            clock = threading.Timer(seconds, give_up)
            clock.start()
            try:
                yield
            finally:
                clock.cancel()
        else:
            self.deadline = time.monotonic() + seconds
            try:
                yield
            finally:
                self.deadline = None

    def allow(self, nodes: int) -> None:
        """Let `force` look at so many more positions."""
        self.tally[LIMIT] = self.nodes + nodes

    def halt(self) -> None:
        """End whatever is asked, from another thread; until the next `solve`."""
        self.stop[0] = 1

    def _give_up(self) -> None:
        self.tally[LIMIT] = 0

    def force(self, position: Position, seat: int, left: int, alone: bool = True) -> int:
        """Ask the question of this module about a position: see the loop `force`."""
        self.memory.put(self.states, 0, position.state)
        if self.deadline is None:
            return self._ask(seat, left, alone)
        return self._ask_in_slices(self.deadline, seat, left, alone)

    def _ask(self, seat: int, left: int, alone: bool) -> int:
        found = self.memory.call(
            "force", self.states, self.words, self.moves, self.table, self.history, self.points,
            self.tally, self.stop, seat, int(alone), 0, min(left, DEEPEST),
        )  # fmt: skip
        breathe()
        return int(found)

    def _ask_in_slices(self, deadline: float, seat: int, left: int, alone: bool) -> int:
        """The same until a deadline. The table brings every slice to where the last one ended."""
        most = int(self.tally[LIMIT])
        while (began := time.monotonic()) < deadline:
            self.tally[LIMIT] = min(most, self.nodes + self._slice)
            found = self._ask(seat, left, alone)
            cut_short = found == STOPPED and self.nodes <= most and not self.stop[0]
            self.tally[LIMIT] = most
            if not cut_short:
                return found
            faster = SLICE / max(time.monotonic() - began, 1e-5)
            self._slice = max(FIRST_SLICE, int(self._slice * min(faster, 2)))
        return STOPPED

    def _deepen(self, position: Position) -> Solution | None:
        seat = position.to_move
        assert seat is not None
        seats = [(seat + i) % self.game.players for i in range(self.game.players)]
        for left in range(1, DEEPEST + 1):
            for winner in seats[:]:
                found = self.force(position, winner, left)
                if found == STOPPED:
                    return None
                if found >= 0:
                    return self._solution(position, (winner,), winner, left)
                if found == NEVER:
                    seats.remove(winner)
            if not seats:
                return self._drawn(position, seat)
            self.reach = left
        return None

    def _drawn(self, position: Position, seat: int) -> Solution | None:
        """Of two seats neither can win; of more, some may still decide between the others."""
        if self.game.players > 2:
            return None
        for left in range(1, DEEPEST + 1):
            found = self.force(position, seat, left, alone=False)
            if found == STOPPED:
                return None
            if found >= 0:
                return self._solution(position, (0, 1), seat, left)
        return None

    def _solution(
        self, position: Position, winners: tuple[int, ...], seat: int, distance: int
    ) -> Solution | None:
        path = self.play_out(position, seat, len(winners) == 1, distance)
        if not path:
            return None
        distances = {path[0]: distance}
        if position.to_move not in winners:
            distances |= self._defences(position, seat, distance)
        return Solution(position, winners, distance, path, distances, self.nodes)

    def _defences(self, position: Position, seat: int, distance: int) -> dict[int, int]:
        """How long each move of a lost position holds out."""
        found: dict[int, int] = {}
        for action in position.actions:
            after = position.after(action)
            for left in range(distance):
                if self.force(after, seat, left) >= 0:
                    found[action] = left + 1
                    break
        return found

    def play_out(
        self, position: Position, seat: int, alone: bool, distance: int
    ) -> tuple[int, ...]:
        """Play the result out: who wins as quickly as can be, the others as slowly.

        In a draw the seat makes sure of it as quickly, and the other sees to it that it is no win.
        """
        self.allow(self.nodes)  # as many as before are more than enough: the table has most
        path: list[int] = []
        while position.to_move is not None:
            # The action that decides: it gets the result in time, or it is why less is not enough.
            if position.to_move == seat:
                found = self.force(position, seat, distance, alone)
            else:
                found = self.force(position, seat, distance - 1 if alone else DEEPEST)
            if found == STOPPED:
                break
            in_time = found >= 0 or distance > 1 or not alone
            chosen = int(self.tally[CHOSEN])  # of another position where the table had the answer
            path.append(chosen if in_time and chosen in position.actions else position.actions[0])
            position = position.after(path[-1])
            distance -= 1
        return tuple(path)

    def _at_once(self, position: Position) -> Solution | None:
        """A win whatever is hidden. Only the game can tell."""
        if not has_rule("surely_wins", self.game.definition.state):
            return None
        seat = position.to_move
        assert seat is not None
        self.memory.put(self.states, 0, position.state)
        wins = int(self.memory.call("sure_wins", self.states, self.moves[0]))
        if not wins:
            return None
        self.alternatives = wins - 1
        path = (int(self.moves[0, 0]),)
        return Solution(position, (seat,), 1, path, {path[0]: 1}, 1)


def solve(
    position: Position, nodes: int = 1_000_000, stop: Numbers | None = None
) -> Solution | None:
    """Who wins if nobody errs; None if more than so many positions have to be looked at.

    `stop` is an array of one byte; setting it ends the solving from another thread.
    """
    return Solver(position.game).solve(position, nodes, stop=stop)
