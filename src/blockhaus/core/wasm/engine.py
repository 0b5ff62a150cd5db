"""The rules of single positions by WebAssembly, where nothing else compiles.

In a page Python runs without NumPy and Numba. It says what runs modules there,

    from blockhaus.core.engine import choose
    choose(Wasm(lambda name: Module(description, host)))

each time with a host that was started anew, and from then on positions ask these modules, and
whatever thinks has its memory in them, with the same answers as everywhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from ..chance import CHANCE_SIZE, RNG_SIZE, chance_from
from ..engine import MOST_SEATS, Record
from ..kernels import game_of
from ..layout import Layout
from .memory import Array, Module
from .thoughts import MOST, Thought, Thoughts

Opening = Callable[[str], Module]  # starts the module of a game, by its name


class Wasm:
    """An `Engine` that asks the function `consult` of a game's module."""

    def __init__(self, open_module: Opening, most: float = MOST) -> None:
        """`most` are the megabytes that one thought may take."""
        self._start = open_module
        self._modules: dict[str, Module] = {}  # for rules and what rooms have besides
        self._desks: dict[Layout, _Desk] = {}
        self._thoughts = Thoughts(open_module, most)

    def setup(self, layout: Layout, state: bytearray, seed: int) -> None:
        self._desk(layout).change(state, "setup", 0, chance_from(seed))

    def span(self, layout: Layout, record: Record) -> int:
        return self._desk(layout).ask(record, "span")

    def verdict(self, layout: Layout, record: Record, action: int) -> int:
        return self._desk(layout).ask(record, "verdict", action)

    def actions(self, layout: Layout, record: Record) -> list[int]:
        return self._desk(layout).actions(record)

    def play(self, layout: Layout, state: bytearray, action: int) -> None:
        self._desk(layout).change(state, "play", action)

    def score(self, layout: Layout, record: Record) -> tuple[list[int], int]:
        return self._desk(layout).score(record)

    def redeal(self, layout: Layout, state: bytearray, seat: int, rng: list[int]) -> None:
        desk = self._desk(layout)
        desk.change(state, "redeal", seat, rng)
        rng[:] = desk.words[: len(rng)].tolist()

    def memory(self, layout: Layout) -> Thought:
        """Memory for one who thinks about a game, in a module of its own."""
        return self._thoughts.new(layout.name)

    def kernel(self, loop: Callable[..., Any]) -> Callable[..., Any]:
        """A loop of a room's own: it is in the module of the room's game."""
        module = self._open(game_of(loop))

        def call(*arguments: Any) -> Any:
            taken = [_copied(module, a) if isinstance(a, array) else a for a in arguments]
            try:
                return module.call(loop.__name__, *taken)
            finally:
                for given, copy in zip(arguments, taken, strict=True):
                    if isinstance(copy, Array):
                        given[:] = array("q", copy.read())
                        copy.release()

        return call

    def _open(self, game: str) -> Module:
        if game not in self._modules:
            self._modules[game] = self._start(game)
        return self._modules[game]

    def _desk(self, layout: Layout) -> _Desk:
        known = self._desks.get(layout)
        if known is None:
            known = self._desks[layout] = _Desk(self._open(layout.name))
        return known


def _copied(module: Module, numbers: array[int]) -> Array:
    copy = Array(module, "i8", (len(numbers),))
    copy.write(numbers.tobytes())
    return copy


class _Desk:
    """A module's memory for one position and what is asked about it."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.questions = {name: n for n, name in enumerate(module.description["questions"])}
        self.state = module.array("record", 1)
        self.words = module.array("i8", max(CHANCE_SIZE, RNG_SIZE))
        self.numbers = module.array("i4", MOST_SEATS)

    def ask(self, record: Record, question: str, number: int = 0) -> int:
        self.state.write(record)
        return self._consult(question, number)

    def change(
        self, state: bytearray, question: str, number: int, words: list[int] | None = None
    ) -> None:
        if words:
            self.words.fill(words)
        self.ask(state, question, number)
        state[:] = self.state.read()

    def actions(self, record: Record) -> list[int]:
        span = self.ask(record, "span")
        if span > len(self.numbers):
            self.numbers.release()
            self.numbers = self.module.array("i4", span)
        legal = self._consult("actions", 0)
        return self.numbers.numbers[:legal]

    def score(self, record: Record) -> tuple[list[int], int]:
        self.numbers.fill([0] * MOST_SEATS)
        winners = self.ask(record, "score")
        return self.numbers.numbers[:MOST_SEATS], winners

    def _consult(self, question: str, number: int) -> int:
        asked = self.questions[question]
        found = self.module.call("consult", self.state, asked, number, self.numbers, self.words)
        return int(found)
