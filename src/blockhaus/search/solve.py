"""Exact solving: who wins if nobody errs, in how many decisions, and how.

A seat forces a result within n decisions if it has a decision, or all others' decisions leave it
one, after which it forces the result within n - 1. `force` answers that question for any game by
looking at everything, with a table of positions seen, and `Solver` puts it for growing n: the first
n with a forced win is its exact length, the shortest way to win and the longest defence. When
neither of two seats can force a win however long it takes, the game is drawn.

With three and four seats only a win against all others together counts as forced. Where the rules
hide something, only wins at once count which the game knows to be sure whatever is hidden.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.errors import BlockhausError
from ..core.game import Game
from ..core.native.compiled import compiled, helper
from ..core.native.records import array_of, dtype_of
from ..core.position import Position
from ..core.rules import actions, has_rule, play, score, surely_wins

Array = np.ndarray[Any, Any]

DEEPEST = 60  # decisions a solver looks ahead at most
MEMORY = 24  # megabytes of the table

# What is known of one position and one question: the shortest way known to force the result, and
# the number of decisions within which it cannot be forced. Zeros mean that nothing is known.
ENTRY = np.dtype(
    [
        ("first", "u8"),  # two hashes of the record; both must fit
        ("second", "u8"),
        ("action", "i4"),
        ("within", "i2"),
        ("beyond", "i2"),
    ],
    align=True,
)
FOREVER = 32767
OPEN, NEVER, STOPPED = -1, -2, -3
# Positions looked at, how many may be, finished games seen, the action that decides at the root.
NODES, LIMIT, ENDS, CHOSEN, TALLY = range(5)

MIX_A = np.uint64(0xFF51AFD7ED558CCD)
MIX_B = np.uint64(0xC4CEB9FE1A85EC53)
STEP_A = np.uint64(0x9E3779B97F4A7C15)
STEP_B = np.uint64(0xD6E8FEB86659FD93)
HALF = np.uint64(32)


@helper
def mixed(word):
    word = (word ^ word >> HALF) * MIX_A
    word = (word ^ word >> HALF) * MIX_B
    return word ^ word >> HALF


@helper
def hashes(words, question):
    """Two hashes of a record given as 64-bit words. Words that are zero cost nothing."""
    first, second = mixed(question + STEP_A), mixed(question + STEP_B)
    key_a = key_b = np.uint64(0)
    for i in range(len(words)):
        key_a += STEP_A
        key_b += STEP_B
        if words[i] != 0:
            first += mixed(words[i] ^ key_a)
            second += mixed(words[i] + key_b)
    return first, second


@helper
def best_first(moves, i, legal, likely, values):
    """Bring the most promising of the moves from i on to place i."""
    best = i
    for k in range(i, legal):
        if moves[k] == likely:
            best = k
            break
        if values[moves[k]] > values[moves[best]]:
            best = k
    moves[i], moves[best] = moves[best], moves[i]


@compiled
def force(states, words, moves, table, history, points, tally, stop, seat, alone, ply, left):
    """Whether a seat forces a win, alone or shared, from states[ply] within `left` decisions.

    Returns a number of decisions that is enough, OPEN if those that are left are too few, NEVER
    if no number would be enough, STOPPED if the question had to be given up.
    """
    s = states[ply]
    if s.mover < 0:
        tally[ENDS] += 1
        for other in range(s.players):
            points[other] = 0
        winners = score(s, points)
        return 0 if winners == 1 << seat or (not alone and winners >> seat & 1) else NEVER
    if left == 0:
        return OPEN
    tally[NODES] += 1
    if tally[NODES] > tally[LIMIT] or stop[0] != 0:
        return STOPPED
    likely = -1
    first = second = np.uint64(0)
    if left > 1:  # the last decision is quicker played than looked up
        first, second = hashes(words[ply], np.uint64(2 * seat + alone))
        entry = table[first & np.uint64(len(table) - 1)]
        if entry.first == first and entry.second == second:
            if ply == 0:
                tally[CHOSEN] = entry.action
            if 0 < entry.within <= left:
                return np.int64(entry.within)
            if entry.beyond >= left:
                return NEVER if entry.beyond == FOREVER else OPEN
            likely = entry.action
    mover = np.int64(s.mover)
    own = mover == seat
    result = NEVER if own else 0
    chosen = -1
    legal = actions(s, moves[ply])
    for i in range(legal):
        if left > 1:
            best_first(moves[ply], i, legal, likely, history[mover])
        action = np.int64(moves[ply, i])
        states[ply + 1] = s
        play(states[ply + 1], action)
        found = force(
            states, words, moves, table, history, points, tally, stop, seat, alone, ply + 1,
            left - 1,
        )  # fmt: skip
        if found == STOPPED:
            return STOPPED
        if own == (found >= 0):  # the mover has what it wants
            result, chosen = found, action
            history[mover, action] += left * left
            break
        if own:
            result = max(result, found)  # OPEN if it is so anywhere
        elif found >= result:
            result, chosen = found, action
    if result >= 0:
        result += 1
    if ply == 0:
        tally[CHOSEN] = chosen
    if left > 1:
        entry = table[first & np.uint64(len(table) - 1)]
        if entry.first != first or entry.second != second:
            entry.first, entry.second = first, second
            entry.within = entry.beyond = 0
            entry.action = -1
        if own == (result >= 0):  # an answer without a deciding action leaves the known one
            entry.action = chosen
        if result >= 0:
            entry.within = result
        else:
            entry.beyond = FOREVER if result == NEVER else left
    return result


@compiled
def sure_wins(states, moves):
    """Move the actions of states[0] that surely win at once to the front; returns how many."""
    found = 0
    for i in range(actions(states[0], moves)):
        states[1] = states[0]
        if surely_wins(states[1], np.int64(moves[i])):
            moves[found] = moves[i]
            found += 1
    return found


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

    def __init__(self, game: Game, memory: float = MEMORY) -> None:
        entries = int(memory * 1_000_000) // ENTRY.itemsize
        self.game = game
        self.table: Array = np.zeros(1 << entries.bit_length() - 1, ENTRY)
        self.states: Array = np.zeros(DEEPEST + 1, dtype_of(game.definition.state))
        self.words: Array = self.states.view(np.uint64).reshape(DEEPEST + 1, -1)
        self.moves: Array = np.zeros((DEEPEST + 1, game.actions), np.int32)
        self.history: Array = np.zeros((game.players, game.actions), np.int64)
        self.points: Array = np.zeros(8, np.int32)
        self.tally: Array = np.zeros(TALLY, np.int64)
        self.stop: Array = np.zeros(1, np.uint8)
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
        stop: Array | None = None,
    ) -> Solution | None:
        """The solution, or None if it takes more than these positions, this time, or `stop`."""
        if position.to_move is None:
            raise BlockhausError("The game is over: there is nothing to solve.")
        self.tally[:] = 0, nodes, 0, -1
        self.stop = np.zeros(1, np.uint8) if stop is None else stop
        self.reach = 0
        if self.game.spec.secrets:
            return self._at_once(position)
        clock = threading.Timer(seconds or 0, self._give_up)
        if seconds is not None:
            clock.start()
        try:
            return self._deepen(position)
        finally:
            clock.cancel()

    def allow(self, nodes: int) -> None:
        """Let `force` look at so many more positions."""
        self.tally[LIMIT] = self.nodes + nodes

    def _give_up(self) -> None:
        self.tally[LIMIT] = 0

    def force(self, position: Position, seat: int, left: int, alone: bool = True) -> int:
        """Ask the question of this module about a position: see the function `force`."""
        self.states[0] = array_of(position)[0]
        return int(
            force(
                self.states, self.words, self.moves, self.table, self.history, self.points,
                self.tally, self.stop, seat, int(alone), 0, min(left, DEEPEST),
            )
        )  # fmt: skip

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
        path = self._path(position, seat, len(winners) == 1, distance)
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

    def _path(self, position: Position, seat: int, alone: bool, distance: int) -> tuple[int, ...]:
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
            path.append(int(self.tally[CHOSEN]) if in_time else position.actions[0])
            position = position.after(path[-1])
            distance -= 1
        return tuple(path)

    def _at_once(self, position: Position) -> Solution | None:
        """A win whatever is hidden. Only the game can tell."""
        if not has_rule("surely_wins", self.game.definition.state):
            return None
        seat = position.to_move
        assert seat is not None
        self.states[0] = array_of(position)[0]
        wins = int(sure_wins(self.states, self.moves[0]))
        if not wins:
            return None
        self.alternatives = wins - 1
        path = (int(self.moves[0, 0]),)
        return Solution(position, (seat,), 1, path, {path[0]: 1}, 1)


def solve(position: Position, nodes: int = 1_000_000, stop: Array | None = None) -> Solution | None:
    """Who wins if nobody errs; None if more than so many positions have to be looked at.

    `stop` is an array of one byte; setting it ends the solving from another thread.
    """
    return Solver(position.game).solve(position, nodes, stop=stop)
