"""The exact value of a position of two seats: what comes out if neither ever errs.

`reaches` asks one question of a position, whether its value is at least so much, and answers it by
looking as far as the end of every game it has to. Positions that are alike under a symmetry of
the board (the rule `image`) count as one and are remembered in one large table. `Prover` puts
the question for one bound after the other until the value is known.

Values are those of the first seat. By result they are 1, 0 and -1. By margin they are twice the
difference of the points; where points are equal and the rules name a winner all the same, 1 or -1.
"""

from __future__ import annotations

from ..core.breathing import breathe
from ..core.game import Game
from ..core.layout import WORD
from ..core.position import Outcome, Position
from ..core.rules import IMAGE_WORDS
from .memory import memory_for
from .shapes import (
    EXACT_TALLY,
    GIVEN_UP,
    LEAST,
    LIMIT,
    MARGIN,
    MOST,
    NODES,
    POINTS_OF_SEATS,
    VALUED,
)
from .tree_memory import number_of_effects

VERSION = 1  # of the solver, noted beside what it proved
DEEPEST = 200  # decisions in a row
MEMORY = 64  # megabytes of the table
ALWAYS = 1 << 62  # as many positions as it takes


class Prover:
    """Finds the exact values of positions of one game, and remembers what it found out."""

    def __init__(self, game: Game, margin: bool = False, memory: float = MEMORY) -> None:
        self.game = game
        self.margin = margin
        self.memory = memory_for(game)
        entries = int(min(memory, self.memory.most) * 1_000_000) // VALUED.size
        deep, words = DEEPEST + 1, game.definition.state.size // WORD
        self.table = self.memory.array("valued", 1 << entries.bit_length() - 1)
        self.states = self.memory.array("record", deep)
        self.records = self.memory.seen_as(self.states, "u8", deep, words)
        self.moves = self.memory.array("i4", deep, game.actions)
        self.order = self.memory.array("i8", deep, game.actions)
        self.history = self.memory.array("i8", 2, number_of_effects(game))
        self.keys = self.memory.array("i8", IMAGE_WORDS)
        self.words = self.memory.seen_as(self.keys, "u8", IMAGE_WORDS)
        self.points = self.memory.array("i4", POINTS_OF_SEATS)
        self.tally = self.memory.array("i8", EXACT_TALLY)
        self.tally[MARGIN] = margin
        self.stop = self.memory.array("u1", 1)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self.tally[NODES])

    def fingerprint(self, position: Position) -> tuple[int, int]:
        """What positions have in common that are alike."""
        return self._fingerprint(position.state)

    def _fingerprint(self, record: bytes) -> tuple[int, int]:
        self.memory.put(self.states, 0, record)
        first, second = self.memory.call(
            "fingerprint_of", self.states, self.records, self.keys, self.words
        )
        return int(first), int(second)

    def reaches(self, record: bytes, bound: int) -> int:
        """Ask the question of this module of a record: see the loop `reaches`."""
        first, second = self._fingerprint(record)
        found = self.memory.call(
            "reaches", self.states, self.records, self.moves, self.order, self.table, self.history,
            self.keys, self.words, self.points, self.tally, self.stop, 0, bound, first, second,
        )  # fmt: skip
        breathe()
        return int(found)

    def value(self, position: Position, nodes: int | None = None, guess: int = 0) -> int | None:
        """The exact value; None if so many positions are not enough."""
        if position.outcome:
            return self._at_end(position.outcome)
        return self.value_of(position.state, nodes, guess)

    def value_of(self, record: bytes, nodes: int | None = None, guess: int = 0) -> int | None:
        """The same for the record of a running game. The nearer the guess, the quicker."""
        self.tally[LIMIT] = ALWAYS if nodes is None else self.nodes + nodes
        least, most = (LEAST, MOST) if self.margin else (-1, 1)
        while least < most:
            bound = max(least + 1, min(guess, most))
            found = self.reaches(record, bound)
            if found == GIVEN_UP:
                return None
            if found >= bound:
                least, guess = found, found + 1
            else:
                most = guess = found
        return least

    def _at_end(self, outcome: Outcome) -> int:
        difference = outcome.scores[0] - outcome.scores[1]
        if self.margin and difference:
            return 2 * difference
        return (0 in outcome.winners) - (1 in outcome.winners)
