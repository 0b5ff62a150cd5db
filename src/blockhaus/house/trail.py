"""The way of a game: every decision, but only a few of the positions.

A position has kilobytes and a game hundreds of them, so a table keeps the latest ones and the
record of one every so often; all others are played again when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..core.position import Position
from ..core.scene import Change, Scene

EVERY = 16  # positions from one kept record to the next
LATEST = 2  # positions kept as they are
OPEN = 12_000  # bytes, about, that are worked out to show a position
DECISION = 100  # bytes, about, of a decision


class Trail:
    """The positions of a game since its start, like a list of which only the end changes."""

    def __init__(self, line: Iterable[Position] = ()) -> None:
        self._latest: list[Position] = []
        self._records: list[bytes] = []
        self._movers: list[int | None] = []
        self._turns: list[int] = []
        self.notes: list[str | None] = []  # what is told of the decision in each position
        self._noted = 0  # letters of that
        for position in line:
            self.append(position)

    def __len__(self) -> int:
        return len(self._movers)

    def __bool__(self) -> bool:
        return bool(self._movers)

    @property
    def last(self) -> Position:
        return self._latest[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has begun and come to its end by the rules."""
        return bool(self._movers) and self._movers[-1] is None

    def __getitem__(self, number: int) -> Position:
        number = self._counted(number)
        back = len(self._movers) - number
        if back <= len(self._latest):
            return self._latest[-back]
        return next(self.walk(number))

    def walk(self, number: int = 0) -> Iterator[Position]:
        """The positions from one on."""
        known = max(0, number - 1) // EVERY * EVERY  # the one before tells what changed
        path = self._latest[-1].path
        game, seed = self._latest[-1].game, self._latest[-1].seed
        position = Position(game, seed, path[:known], self._records[known // EVERY])
        for at in range(known, len(self)):
            if at > known:
                position = position.after(path[at - 1])
            if at >= number:
                yield position

    def _counted(self, number: int) -> int:
        count = len(self._movers)
        if not -count <= number < count:
            raise IndexError(number)
        return number % count

    def append(self, position: Position) -> None:
        if self._latest:
            self._latest[-1].rest()
        if len(self) % EVERY == 0:
            self._records.append(position.state)
        self._movers.append(position.to_move)
        self._turns.append(position.turn)
        self.notes.append(None)
        self._latest = [*self._latest[1 - LATEST :], position]

    def cut(self, number: int) -> None:
        """Forget everything after a position."""
        last = self[number]
        count = self._counted(number) + 1
        self._noted -= sum(len(note) for note in self.notes[count - 1 :] if note)
        self.notes[count - 1 :] = [None]  # another decision will be made there
        for facts in (self._movers, self._turns):
            del facts[count:]
        del self._records[(count + EVERY - 1) // EVERY :]
        self._latest = [last]

    def note(self, number: int, text: str) -> None:
        """Keep what is told of the decision in a position."""
        self._noted += len(text) - len(self.notes[number] or "")
        self.notes[number] = text

    def mover(self, number: int) -> int | None:
        """The seat to move in a position."""
        return self._movers[number]

    def turn(self, number: int) -> int:
        return self._turns[number]

    def action(self, number: int) -> int:
        """The decision that was made in a position."""
        return self._latest[-1].path[number]

    def scene(self, seat: int | None, number: int = -1) -> Scene:
        """What a seat sees there, with the last change to a block wherever it was."""
        number = self._counted(number)
        scene = self[number].scene(seat)
        if scene.change:
            return scene
        earlier = (self[before].change for before in range(number - 1, -1, -1))
        return replace(scene, change=next((change for change in earlier if change), Change()))

    def rest(self) -> None:
        """Forget what was worked out to show the latest positions."""
        for position in self._latest:
            position.rest()

    @property
    def cost(self) -> int:
        """About how many bytes it takes."""
        shown = sum(OPEN for position in self._latest if "plain" in vars(position))
        records = sum(map(len, self._records[:1])) * (len(self._records) + 2 * LATEST)
        return shown + records + self._noted + DECISION * len(self)
