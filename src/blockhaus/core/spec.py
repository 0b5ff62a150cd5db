"""The facts printed on a game's box, and the options a table can choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import OptionError
from .words import Phrase, either

Options = dict[str, Any]


class Limited:
    """What all options have: `about` explains one to a player, `bounds` what it can be."""

    about: str

    @property
    def bounds(self) -> Phrase:
        raise NotImplementedError

    @property
    def range(self) -> str:
        return str(self.bounds)


@dataclass(frozen=True)
class Number(Limited):
    """An option that is a whole number within a range."""

    name: str
    default: int
    low: int
    high: int
    about: str

    def read(self, value: Any) -> int:
        number = _whole(value)
        if number is None:
            raise OptionError(
                "{option} is a whole number, not {value!r}.", option=self.name, value=value
            )
        if not self.low <= number <= self.high:
            raise OptionError(
                "{option} goes from {low} to {high}, not {number}.",
                option=self.name,
                low=self.low,
                high=self.high,
                number=number,
            )
        return number

    def store(self, value: int) -> int:
        return value

    def show(self, value: int) -> str:
        return str(value)

    @property
    def bounds(self) -> Phrase:
        return Phrase("{low} to {high}", low=self.low, high=self.high)


@dataclass(frozen=True)
class Choice(Limited):
    """An option that is one of a few words."""

    name: str
    default: str
    choices: tuple[str, ...]
    about: str

    def read(self, value: Any) -> str:
        if value not in self.choices:
            raise OptionError(
                "{option} is {choices}, not {value!r}.",
                option=self.name,
                choices=either(self.choices),
                value=value,
            )
        return str(value)

    def store(self, value: str) -> int:
        return self.choices.index(value)

    def show(self, value: str) -> str:
        return value

    @property
    def bounds(self) -> Phrase:
        return Phrase("{choices}", choices=either(self.choices))


@dataclass(frozen=True)
class Flag(Limited):
    """An option that is true or false."""

    name: str
    default: bool
    about: str

    def read(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if value not in ("true", "false"):
            raise OptionError(
                "{option} is true or false, not {value!r}.", option=self.name, value=value
            )
        return bool(value == "true")

    def store(self, value: bool) -> int:
        return int(value)

    def show(self, value: bool) -> str:
        return str(value).lower()

    @property
    def bounds(self) -> Phrase:
        return Phrase("true or false")


@dataclass(frozen=True)
class Words(Limited):
    """An option that is a list of words, such as colours in turn order.

    `number(word)` gives the integer kept in the record, or None if there is no such word.
    The record's field is an array of `size`, filled up with -1. `choices` are all the words there
    are, one for each seat, where a page may let people choose them one by one.
    """

    name: str
    default: tuple[str, ...]
    size: int
    number: Callable[[str], int | None]
    allowed: str
    about: str
    choices: tuple[str, ...] = ()

    def read(self, value: Any) -> tuple[str, ...]:
        words = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(words, Sequence) or not all(isinstance(word, str) for word in words):
            raise OptionError(
                "{option} is a list of words ({range}), not {value!r}.",
                option=self.name,
                range=self.allowed,
                value=value,
            )
        if len(words) > self.size:
            raise OptionError(
                "{option} has at most {size} words, not {number}.",
                option=self.name,
                size=self.size,
                number=len(words),
            )
        for word in words:
            if self.number(word) is None:
                raise OptionError(
                    "{option} knows no {word!r}: {range}.",
                    option=self.name,
                    word=word,
                    range=self.allowed,
                )
        if len(set(words)) < len(words):
            raise OptionError("{option} names something twice.", option=self.name)
        return tuple(words)

    def store(self, value: tuple[str, ...]) -> list[int]:
        numbers = [self.number(word) for word in value]
        return [-1 if n is None else n for n in numbers] + [-1] * (self.size - len(value))

    def show(self, value: tuple[str, ...]) -> str:
        return ",".join(value)

    @property
    def bounds(self) -> Phrase:
        return Phrase(self.allowed)


Option = Number | Choice | Flag | Words


@dataclass(frozen=True)
class Reason:
    """Why a move is refused: the rule of the sheet and a sentence for the player.

    `text` may use {names in braces} that the game's `culprits` function supplies.
    """

    code: str
    rule: str
    text: str


@dataclass(frozen=True)
class Ending:
    """Why a game ended."""

    code: str
    text: str


@dataclass(frozen=True)
class Spec:
    """The box: everything about a game that is a fact rather than a function."""

    id: str
    title: str
    summary: str
    authors: tuple[str, ...] = ()
    publisher: str = ""
    year: int | None = None
    seats: tuple[int, int] = (2, 2)
    minutes: int = 10
    colours: tuple[str, ...] = ("white", "black")
    options: tuple[Option, ...] = ()
    # Counted up with every change by which a game played before could go on otherwise.
    version: int = 1
    # What suits a search of this game, by the names of search.search.Settings.
    search: Mapping[str, Any] = field(default_factory=dict, hash=False)
    chance: bool = False
    secrets: bool = False
    # Checks and completes options that depend on each other; gets only what was chosen.
    resolve: Callable[[Options], Options] | None = field(default=None, compare=False)

    def read_options(self, chosen: Mapping[str, Any]) -> Options:
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                raise OptionError(
                    "{game} has no option {name!r}; its options: {options}.",
                    game=self.title,
                    name=name,
                    options=", ".join(known) or "none",
                )
        values = {name: known[name].read(value) for name, value in chosen.items()}
        if self.resolve:
            values = self.resolve(values)
        return {name: values.get(name, option.default) for name, option in known.items()}

    def show_options(self, options: Options) -> dict[str, str]:
        """Those options that differ from the default, as text."""
        plain = self.read_options({})
        return {
            option.name: option.show(options[option.name])
            for option in self.options
            if options[option.name] != plain[option.name]
        }


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        digits = value.strip()
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
    try:
        return int(value) if int(value) == value else None
    except (TypeError, ValueError, OverflowError):
        return None
