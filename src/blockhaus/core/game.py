"""A game as the rest of Blockhaus sees it: what its file defines, and a choice of options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from .chance import checked_seed, new_seed
from .engine import State, engine
from .errors import UnknownGame
from .grid import Cell, Grid
from .rules import Plain
from .scene import Block, Tally
from .spec import Ending, Reason, Spec
from .words import Phrase

if TYPE_CHECKING:
    from .position import Position


def no_label(s: Plain, action: int) -> None:
    """For games whose moves are told apart by their picks."""


@dataclass(frozen=True)
class Definition:
    """The parts of a game file. Its compiled rules are found by the record type `state`.

    `text`, `parse` and `grid` depend on the options alone, never on the pieces.
    """

    spec: Spec
    state: np.dtype[Any]
    reasons: tuple[Reason, ...]  # verdict n is reasons[n - 1]
    endings: tuple[Ending, ...]  # ending n is endings[n - 1]
    prompts: Mapping[str, str]  # kinds of decisions, and what a player is asked for
    text: Callable[[Plain, int], str]
    parse: Callable[[Plain, str], int]
    grid: Callable[[Plain], Grid]
    blocks: Callable[[Plain], list[Block]]
    picks: Callable[[Plain, int], list[Cell]]
    label: Callable[[Plain, int], Phrase | None]  # what picks cannot tell
    table: Callable[[Plain, int | None], dict[str, Any]]
    tally: Callable[[Plain], list[Tally]]
    culprits: Callable[[Plain, int, int], tuple[list[Cell], dict[str, Any]]]
    planes: Callable[[Plain], tuple[int, ...]]
    invariant: Callable[[Plain], str | None]
    offered: Callable[[Plain], list[int]] | None
    secrets: Callable[[Plain], dict[str, Any]] | None
    rules: str  # the numbered rules in our own words

    @classmethod
    def of(cls, module: ModuleType) -> Definition:
        """Read the definition from a game file."""
        return cls(
            spec=module.SPEC,
            state=module.State,
            reasons=module.REASONS,
            endings=module.ENDINGS,
            prompts=module.PROMPTS,
            text=module.text,
            parse=module.parse,
            grid=module.grid,
            blocks=module.blocks,
            picks=module.picks,
            label=getattr(module, "label", no_label),
            table=module.table,
            tally=module.tally,
            culprits=module.culprits,
            planes=module.planes,
            invariant=module.invariant,
            offered=getattr(module, "offered", None),
            secrets=getattr(module, "secrets", None),
            rules=(module.__doc__ or "").strip(),
        )


class Game:
    """A game with its options chosen. Equal games have equal options."""

    def __init__(self, definition: Definition, options: Mapping[str, Any]) -> None:
        self.definition = definition
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))

    @property
    def id(self) -> str:
        return self.definition.spec.id

    @property
    def spec(self) -> Spec:
        return self.definition.spec

    @cached_property
    def players(self) -> int:
        return int(self._blank_start["players"][0])

    @cached_property
    def actions(self) -> int:
        """How many numbered actions the game has with these options."""
        return engine().span(self._blank_start)

    @cached_property
    def plain_start(self) -> Plain:
        """A start position for questions that depend on the options alone."""
        return Plain(self._blank_start)

    @cached_property
    def _blank_start(self) -> State:
        return self.new_state(0)

    def blank(self) -> State:
        """A record of zeros with the options set: what the rule `setup` begins with."""
        state = np.zeros(1, self.definition.state)
        for option in self.spec.options:
            state[option.name][0] = option.store(self.options[option.name])
        return state

    def new_state(self, seed: int) -> State:
        state = self.blank()
        engine().setup(state, seed)
        return state

    def start(self, seed: int | None = None) -> Position:
        """The start position. The seed decides what is dealt; without one nobody can guess it."""
        from .position import Position

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


_definitions: dict[str, Definition] = {}
_announced: dict[str, str] = {}  # name -> module


def register(definition: Definition) -> None:
    """Make a game known by its name."""
    _definitions[definition.spec.id] = definition


def announce(name: str, module: str) -> None:
    """Make a game known whose file is read only when somebody asks for it."""
    _announced[name] = module


def game_names() -> list[str]:
    return sorted(_definitions.keys() | _announced.keys())


def find_definition(name: str) -> Definition | None:
    if name not in _definitions and name in _announced:
        register(Definition.of(import_module(_announced[name])))
    return _definitions.get(name)


def find_game(name: str, options: Mapping[str, Any]) -> Game:
    """The game of a name; UnknownGame or OptionError with the alternatives otherwise."""
    definition = find_definition(name) if isinstance(name, str) else None
    if definition is None:
        raise UnknownGame(
            "There is no game {name!r}; the games are {games}.",
            name=str(name)[:40],
            games=", ".join(game_names()),
        )
    return Game(definition, definition.spec.read_options(options))
