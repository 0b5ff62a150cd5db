"""All positions of the first decisions of a game, those that are alike counted once.

They come in the order in which they are found, decision by decision and move by move, so a value
for each of them is a plain list. Where the values of the last ones are known, `back_up` works out
all others.
"""

from __future__ import annotations

from ..core.breathing import breathe
from ..core.errors import BlockhausError
from ..core.layout import WORD
from ..core.memory import Numbers
from ..core.position import Position
from ..core.rules import IMAGE_WORDS
from .memory import memory_for
from .shapes import POINTS_OF_SEATS
from .shapes import UNKNOWN as UNKNOWN

MOST = 50_000  # positions


class Early:
    """The positions of the first decisions after a position, which comes first itself."""

    def __init__(self, start: Position, depth: int, most: int = MOST) -> None:
        self.start = start
        self.most = most
        self.memory = memory_for(start.game)
        words = start.game.definition.state.size // WORD
        self.states = self.memory.room("record", most + 1)
        self.records = self.memory.seen_as(self.states, "u8", most + 1, words)
        self.checks = self.memory.room("u8", most)
        self.places = self.memory.room("i8", 1 << (2 * most).bit_length())
        self.places[:] = -1
        self.keys = self.memory.array("i8", IMAGE_WORDS)
        self.words = self.memory.seen_as(self.keys, "u8", IMAGE_WORDS)
        self.moves = self.memory.array("i4", start.game.actions)
        self.memory.put(self.states, 0, start.state)
        first, second = self._fingerprint(start)
        self.checks[0] = second
        self.places[first & len(self.places) - 1] = 0
        self.ends = [0, 1]  # the positions after n decisions are those from ends[n] to ends[n + 1]
        for _ in range(depth):
            self._deepen()

    def __len__(self) -> int:
        return self.ends[-1]

    @property
    def last(self) -> range:
        """The positions after the last of the decisions."""
        return range(self.ends[-2], self.ends[-1])

    def record(self, i: int) -> bytes:
        """The record of one of the positions."""
        return bytes(self.states[i : i + 1].tobytes())

    def index(self, position: Position) -> int | None:
        """Which one a running game is, or None if it is none of them."""
        place, second = self._fingerprint(position)
        while True:
            place &= len(self.places) - 1
            found = int(self.places[place])
            if found < 0:
                return None
            if int(self.checks[found]) == second:
                return found
            place += 1

    def back_up(self, values: Numbers, margin: bool) -> None:
        """Work out all values that are UNKNOWN from those of the last positions."""
        points = self.memory.array("i4", POINTS_OF_SEATS)
        while self.memory.call(
            "back_up", self.states, self.records, self.checks, self.places, self.keys, self.words,
            self.moves, points, values, margin, self.ends[-2],
        ):  # fmt: skip
            breathe()

    def _fingerprint(self, position: Position) -> tuple[int, int]:
        """What positions alike have in common. The last record is to work with."""
        here = slice(self.most, self.most + 1)
        self.memory.put(self.states, self.most, position.state)
        first, second = self.memory.call(
            "fingerprint_of", self.states[here], self.records[here], self.keys, self.words
        )
        return int(first), int(second)

    def _deepen(self) -> None:
        begin, end = self.ends[-2:]
        found = self.memory.call(
            "spread", self.states, self.records, self.checks, self.places, self.keys, self.words,
            self.moves, begin, end, end,
        )  # fmt: skip
        breathe()
        if found < 0:
            raise BlockhausError("There are too many positions after so few decisions.")
        self.ends.append(int(found))
