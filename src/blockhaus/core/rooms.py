"""The rooms of the games: where they are found, what they hold, and what is made of it.

A room is a package, here or elsewhere, named by an entry point of the group `blockhaus.games`:

    __init__.py   the numbered rules in our own words, and the box (SPEC)
    rules.py      the record and the rules that are compiled
    sense.py      compiled hints for searches; may be missing
    themes.py     how the board may be turned, what puzzles are about; may be missing
    solo.py       solving puzzles for one; most games have none
    scene.py      for people: notation, blocks, picks, table, tally, reasons, prompts
    workshop.py   building alone towards goals; most games have none
    book/         the rulebook: its order, and what it says in every language
    *.toml, ...   words, levels, examples, puzzles, the picture

A small game may have everything in its `__init__.py`. Of the box alone is read what the box
tells; rules and scene are read when somebody plays.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from . import defaults
from .errors import RoomError, UnknownGame
from .grid import Cell, Grid
from .layout import Layout, Plain
from .scene import Block, Event, Extent, Table, Tally
from .spec import Ending, Reason, Spec
from .symmetry import Symmetry
from .words import Phrase, add_words, said_in
from .workshop import Workshop

logger = logging.getLogger(__name__)
ENTRY_POINTS = "blockhaus.games"
PARTS = ("scene", "themes", "rules", "sense")
CORE = Path(__file__).parent


@dataclass(frozen=True)
class Definition:
    """What a room defines. Its compiled rules are found by the layout `state`.

    `text`, `parse` and `grid` depend on the options alone, never on the pieces.
    """

    spec: Spec
    state: Layout
    reasons: tuple[Reason, ...]  # verdict n is reasons[n - 1]
    endings: tuple[Ending, ...]  # ending n is endings[n - 1]
    prompts: Mapping[str, str]  # kinds of decisions, and what a player is asked for
    steps: Mapping[str, tuple[str, ...]]  # kinds of moves, and what each of their picks chooses
    phrases: Mapping[str, str]  # kinds of moves, and how they are said, with their {cells}
    warned: frozenset[str]  # kinds of events that the mover is warned of, if they are the mover's
    text: Callable[[Plain, int], str]
    parse: Callable[[Plain, str], int]
    grid: Callable[[Plain], Grid]
    blocks: Callable[[Plain], list[Block]]
    picks: Callable[[Plain, int], list[Cell]]
    kind: Callable[[Plain, int], str]  # the kind of a move, a key of `steps`
    label: Callable[[Plain, int], Phrase | None]  # what picks cannot tell
    reach: Callable[[Plain], Extent]  # what holds all that is built and can be
    table: Callable[[Plain, int | None], Table]
    tally: Callable[[Plain], list[Tally]]
    events: Callable[[Plain, int, Plain], list[Event]]  # before, action, after
    themes: Mapping[str, str]  # what puzzles of this game may be about, and what it is called
    motifs: Callable[[Plain, int, Plain], list[str]]  # the themes that a decision shows
    symmetries: Callable[[Plain], Sequence[Symmetry]]  # the one that changes nothing first
    culprits: Callable[[Plain, int, int], tuple[list[Cell], dict[str, Any]]]
    planes: Callable[[Plain], tuple[int, ...]]
    invariant: Callable[[Plain], str | None]
    offered: Callable[[Plain], list[int]] | None
    secrets: Callable[[Plain], dict[str, Any]] | None
    # Records with what the mover cannot see dealt otherwise, the worst deals among them: an action
    # that wins at once in all of these does so whatever is hidden.
    deals: Callable[[Plain, int], Iterable[bytes]] | None


class Room:
    """A room by the name of its game and the package that it is."""

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        self.package = package

    @cached_property
    def box(self) -> ModuleType:
        return self._module(self.package)

    def _module(self, name: str) -> ModuleType:
        try:
            return import_module(name)
        except Exception as error:
            raise RoomError(
                "The room of {name} cannot be opened: {error}", name=self.name, error=_told(error)
            ) from error

    @cached_property
    def spec(self) -> Spec:
        spec = getattr(self.box, "SPEC", None)
        if not isinstance(spec, Spec):
            raise RoomError("The room of {name} has no box: SPEC = Spec(...).", name=self.name)
        if spec.id != self.name:
            raise RoomError(
                "The box of {name} says it is {id!r}: the two names must be the same.",
                name=self.name,
                id=spec.id,
            )
        return spec

    @property
    def rules(self) -> str:
        """The numbered rules in our own words."""
        return (self.box.__doc__ or "").strip()

    @cached_property
    def parts(self) -> list[ModuleType]:
        """The modules of the room, those for people first."""
        if not hasattr(self.box, "__path__"):
            return [self.box]
        names = [f"{self.package}.{part}" for part in PARTS]
        return [*(self._module(name) for name in names if find_spec(name)), self.box]

    @cached_property
    def definition(self) -> Definition:
        found: dict[str, Any] = {}
        for part in reversed(self.parts):
            found |= vars(part)
        found["SPEC"] = self.spec
        return Definition(**defaults.completed(found))

    @cached_property
    def workshop(self) -> Workshop | None:
        """Where one builds alone; None if the game has no such place."""
        name = f"{self.package}.workshop"
        if not hasattr(self.box, "__path__") or not find_spec(name):
            return None
        module = self._module(name)
        parts = [each.name for each in fields(Workshop)]
        if missing := [part for part in parts if not hasattr(module, part)]:
            raise RoomError(
                "The workshop of {name} lacks {code}.", name=self.name, code=", ".join(missing)
            )
        return Workshop(**{part: getattr(module, part) for part in parts})

    @cached_property
    def solo(self) -> ModuleType | None:
        """What the game knows of playing it alone; most games know nothing of it."""
        return self._module(f"{self.package}.solo") if self.has("solo.py") else None

    def has(self, name: str) -> bool:
        return bool(hasattr(self.box, "__path__") and files(self.box).joinpath(name).is_file())

    def read(self, name: str) -> bytes:
        """A file of the room's data."""
        return files(self.box).joinpath(name).read_bytes()

    def data(self, name: str) -> dict[str, Any]:
        """A TOML file of the room; empty if there is none."""
        try:
            return tomllib.loads(self.read(name).decode("utf-8")) if self.has(name) else {}
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RoomError(
                "{file} in the room of {name} cannot be read: {error}.",
                file=name,
                name=self.name,
                error=str(error),
            ) from None

    def words(self, lang: str) -> dict[str, str]:
        """Every text that the box and the views of the game may contain, and how it is said."""
        found = said_in(lang, self.name)
        for option in self.spec.options:
            found.setdefault(option.range, option.bounds.text(lang))
        return found


def _told(error: Exception) -> str:
    """What went wrong, and the line of the room where it did, not one of ours that it called."""
    lines = [
        f" ({Path(frame.filename).name}, line {frame.lineno})"
        for frame in extract_tb(error.__traceback__)
        if Path(frame.filename).parent != CORE and not frame.filename.startswith("<")
    ]
    return f"{type(error).__name__}: {error}{lines[-1] if lines else ''}"


_rooms: dict[str, Room] = {}


def announce(name: str, package: str) -> Room:
    """Make a game known, whose room is opened only when somebody asks for it."""
    room = _rooms[name] = Room(name, package)
    rooms.cache_clear()
    add_words(name, lambda: _words_of(room))
    return room


def _words_of(room: Room) -> dict[str, Any]:
    """None, if the room cannot be opened: that must not silence the rest."""
    try:
        return room.data("words.toml")
    except RoomError:
        return {}


@cache
def rooms() -> dict[str, Room]:
    """All rooms by the names of their games: those of the house and those of other packages."""
    for point in entry_points(group=ENTRY_POINTS):
        known = _rooms.get(point.name) or announce(point.name, point.module)
        if known.package != point.module:
            told = Phrase(
                "The game {name} of {package} is left out: {other} has one of that name.",
                name=point.name,
                package=point.module,
                other=known.package,
            )
            logger.warning(str(told))
    return dict(sorted(_rooms.items()))


def open_rooms() -> list[Room]:
    """All rooms whose games can be played."""
    return _that_open(lambda room: room.definition)


def game_names() -> list[str]:
    """The names of all games, as far as their boxes can be opened."""
    return [room.name for room in _that_open(lambda room: room.spec)]


def _that_open(look: Callable[[Room], object]) -> list[Room]:
    """All rooms but those that cannot be opened, which are told of: one must not close the rest."""
    found = []
    for room in rooms().values():
        try:
            look(room)
        except RoomError as error:
            logger.warning(str(error))
        else:
            found.append(room)
    return found


def workshops() -> dict[str, Workshop]:
    """All workshops by the names of their games."""
    found = {room.name: room.workshop for room in _that_open(lambda room: room.workshop)}
    return {name: workshop for name, workshop in found.items() if workshop}


def find_room(name: str) -> Room:
    """The room of a game; UnknownGame with the alternatives if there is none."""
    room = rooms().get(name) if isinstance(name, str) else None
    if room is None:
        raise UnknownGame(
            "There is no game {name!r}; the games are {games}.",
            name=str(name)[:40],
            games=", ".join(game_names()),
        )
    return room
