"""A game with a choice of options, as the rest of Blockhaus sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from . import codes
from .chance import checked_seed, new_seed
from .engine import engine
from .grid import Grid
from .layout import Plain
from .position import Position
from .rooms import Definition, Room, find_room
from .spec import Spec


class Game:
    """A game with its options chosen. Equal games have equal options."""

    def __init__(self, room: Room, options: Mapping[str, Any]) -> None:
        self.room = room
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))

    @property
    def id(self) -> str:
        return self.room.name

    @property
    def spec(self) -> Spec:
        return self.room.spec

    @property
    def definition(self) -> Definition:
        return self.room.definition

    @property
    def players(self) -> int:
        return int(self.plain_start.players)

    @cached_property
    def actions(self) -> int:
        """How many numbered actions the game has with these options."""
        return engine().span(self.definition.state, self.plain_start.record)

    @cached_property
    def plain_start(self) -> Plain:
        """A start position for questions that depend on the options alone."""
        return Plain(self.definition.state, self.new_state(0))

    def blank(self) -> bytearray:
        """A record of zeros with the options set: what the rule `setup` begins with."""
        layout = self.definition.state
        state = layout.blank()
        for option in self.spec.options:
            layout.fields[option.name].write(state, option.store(self.options[option.name]))
        return state

    def new_state(self, seed: int) -> bytes:
        state = self.blank()
        engine().setup(self.definition.state, state, seed)
        return bytes(state)

    def start(self, seed: int | None = None) -> Position:
        """The start position. The seed decides what is dealt; without one nobody can guess it."""
        seed = new_seed() if seed is None else checked_seed(seed)
        if not self.spec.chance:
            seed = 0
        return Position(self, seed, (), self.new_state(seed))

    def positions(self, moves: list[str], seed: int | None = None) -> Iterator[Position]:
        """The start position and the one after each move."""
        position = self.start(seed)
        yield position
        for move in moves:
            position = position.play(move)
            yield position

    def text(self, action: int) -> str:
        return self.definition.text(self.plain_start, action)

    def parse(self, move: str) -> int:
        return self.definition.parse(self.plain_start, move)

    @cached_property
    def grid(self) -> Grid:
        return self.definition.grid(self.plain_start)

    @cached_property
    def colours(self) -> list[str]:
        """The colour of every seat."""
        return [seat.colour for seat in self.definition.table(self.plain_start, None).seats]

    @cached_property
    def _shown_options(self) -> dict[str, str]:
        return self.spec.show_options(dict(self.options))

    def shown_options(self) -> dict[str, str]:
        """The options that differ from the box, as texts."""
        return dict(self._shown_options)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={self.options[name]!r}" for name in self.shown_options())
        return f"blockhaus.game({self.id!r}{chosen})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.id == other.id and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.id, tuple(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return find_game, (self.id, dict(self.options))


def find_game(name: str, options: Mapping[str, Any]) -> Game:
    """The game of a name; UnknownGame or OptionError with the alternatives otherwise."""
    room = find_room(name)
    return Game(room, room.spec.read_options(options))


def read_code(code: str) -> Position:
    """The position of a code; CodeError if it is damaged."""
    return codes.read_code(code, find_game)
