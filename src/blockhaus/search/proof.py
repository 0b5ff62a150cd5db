"""Proving once more: proof numbers, written apart from `solve` so that one checks the other.

The question is the same: can a seat force a win, alone or shared, within a number of decisions?
The way to the answer is another. Nothing deepens step by step. The search always goes where the
fewest open positions stand between it and a proof (the proof number) or a disproof (the disproof
number), depth first with thresholds for both, and remembers these numbers by a hash of its own.
"""

from __future__ import annotations

from ..core.breathing import breathe
from ..core.game import Game
from ..core.layout import WORD
from ..core.position import Position
from .memory import memory_for
from .shapes import LOW, POINTS_OF_SEATS, PROOF_TALLY, PROVED, SHIFT, SURE

DEEPEST = 60  # decisions looked ahead at most
MEMORY = 16  # megabytes of the table


class Prover:
    """Answers questions about the positions of one game by proof numbers."""

    def __init__(self, game: Game, memory: float = MEMORY) -> None:
        entries = int(memory * 1_000_000) // PROVED.size
        self.game = game
        self.memory = memory_for(game)
        deep, words = DEEPEST + 1, game.definition.state.size // WORD
        self.table = self.memory.array("proved", 1 << entries.bit_length() - 1)
        self.states = self.memory.array("record", deep + 1)
        self.words = self.memory.seen_as(self.states, "u8", deep + 1, words)
        self.moves = self.memory.array("i4", deep, game.actions)
        self.keys = self.memory.array("u8", deep, game.actions, 2)
        self.numbers = self.memory.array("i8", deep, 2, game.actions)
        self.points = self.memory.array("i4", POINTS_OF_SEATS)
        self.tally = self.memory.array("i8", PROOF_TALLY)
        self.stop = self.memory.array("u1", 1)

    def forces(
        self, position: Position, seat: int, within: int, *, alone: bool = True, nodes: int
    ) -> bool | None:
        """Whether a seat forces a win within so many decisions; None if it takes too long."""
        if position.outcome:
            winners = position.outcome.winners
            return winners == (seat,) or (not alone and seat in winners)
        if within <= 0:
            return False
        self.memory.put(self.states, 0, position.state)
        self.tally[:] = 0, nodes
        found = int(
            self.memory.call(
                "pursue", self.states, self.words, self.moves, self.keys, self.numbers, self.table,
                self.points, self.tally, self.stop, seat, int(alone), 0, min(within, DEEPEST),
                SURE << SHIFT | SURE,
            )
        )  # fmt: skip
        breathe()
        return None if found & LOW and found >> SHIFT else found >> SHIFT == 0
