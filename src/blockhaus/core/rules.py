"""The rules a game consists of, and how a game file registers its own.

The functions below are declared once, without a body that plays anything. A game file says

    rule = rules(State)

    @rule
    def verdict(s, action): ...

and from then on `verdict(s, action)` means that function wherever `s` is a record of type
`State`: in compiled code the choice is made while compiling, by the record type; in plain
Python by the `Plain` view of a record. Loops over any game are therefore written once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import overload

from . import compiled
from .compiled import helper as helper

Function = Callable[..., Any]


# name of the rule -> record type -> the game's function
_table: dict[str, dict[types.Type, Function]] = {}
_defaults: dict[str, Function] = {}

# Every record begins with these. `mover` is -1 when the game is over, `turn` counts turns (a
# turn may have several decisions) and `ending` is the number of the reason why it ended.
COMMON = [("mover", "i1"), ("players", "i1"), ("ending", "i1"), ("turn", "i2")]


def record_type(name: str, fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The structured dtype of a game: the common fields, then its own.

    The field named after the game keeps two games with equal fields apart. Gaps that alignment
    leaves are filled with fields of zeros, so that equal positions have equal bytes;
    the size is a whole number of 64-bit words, so that a record can be hashed as such.
    """
    loose = np.dtype([*COMMON, *fields, (f"is_{name}", "i1")], align=True)
    packed: list[tuple[Any, ...]] = []
    end = 0
    layout = [(name, *loose.fields[name][:2]) for name in loose.names or ()]  # type: ignore[index]
    for name, kind, offset in [*layout, ("", None, -(-loose.itemsize // 8) * 8)]:
        if offset > end:
            packed.append((f"gap{end}", "u1", offset - end))
        if kind is not None:
            packed.append((name, kind.base, kind.shape) if kind.shape else (name, kind))
            end = offset + kind.itemsize
    return np.dtype(packed, align=True)


@cache
def record_of(state: np.dtype[Any]) -> types.Type:
    """The record type as compiled code knows it. To make one takes milliseconds."""
    return numba.from_dtype(state)


def rules(state: np.dtype[Any]) -> Callable[[Function], Function]:
    """A decorator that registers functions as the rules of one record type."""
    record = record_of(state)

    def rule(function: Function) -> Function:
        name = function.__name__
        if name not in _table:
            raise TypeError(f"{name} is not a rule; the rules are {', '.join(sorted(_table))}")
        expected = list(inspect.signature(globals()[name]).parameters)
        if list(inspect.signature(function).parameters) != expected:
            raise TypeError(f"{name} takes the arguments {', '.join(expected)}")
        _table[name][record] = function
        compiled.stamps[record] = compiled.file_hash(inspect.getfile(function))
        callable_by_rules: Function = helper(function)
        return callable_by_rules

    return rule


def has_rule(name: str, state: np.dtype[Any]) -> bool:
    """Whether the game registered this rule itself."""
    return record_of(state) in _table[name]


def _implementation(name: str, record: types.Type) -> Function:
    found = _table[name].get(record) or _defaults.get(name)
    if found is None:
        raise NotImplementedError(f"this game has no rule {name}")
    return found


def _declare(function: Function) -> Function:
    """Make a function generic over record types. Its own body is the default, if it has one."""
    name = function.__name__
    _table[name] = {}

    @overload(call := _plain_call(function), strict=False, jit_options=compiled.OPTIONS)
    def choose(s: Any, *_arguments: Any) -> Function | None:
        return _implementation(name, s) if isinstance(s, types.Record) else None

    return call


def _plain_call(function: Function) -> Function:
    name = function.__name__

    def call(s: Any, *arguments: Any) -> Any:
        return _implementation(name, record_of(s.dtype))(s, *arguments)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = function.__doc__
    call.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    return call


def _default(function: Function) -> Function:
    """The same, for a rule that works for every game unless the game knows better."""
    _defaults[function.__name__] = function
    return _declare(function)


@_declare
def setup(s, chance):  # type: ignore[no-untyped-def]
    """Fill a record of zeros, whose option fields are set, with the start position."""


@_declare
def span(s):  # type: ignore[no-untyped-def]
    """How many actions there are to think of: they are numbered from 0."""


@_declare
def verdict(s, action):  # type: ignore[no-untyped-def]
    """0 if the action is legal, else the number of the reason why not."""


@_declare
def play(s, action):  # type: ignore[no-untyped-def]
    """Carry out a legal action and hand the turn on, or end the game."""


@_declare
def score(s, points):  # type: ignore[no-untyped-def]
    """Write the points of every seat of a finished game; return the set of winners as bits."""


@_declare
def observe(s, planes):  # type: ignore[no-untyped-def]
    """Write what the mover may see as planes (all zero before) a network can learn from."""


@_default
def actions(s, out):  # type: ignore[no-untyped-def]
    """Write the legal actions in rising order and return how many there are."""
    found = 0
    for action in range(span(s)):
        if verdict(s, action) == 0:
            out[found] = action
            found += 1
    return found


@_default
def effect(s, action):  # type: ignore[no-untyped-def]
    """What an action comes to here, as a number from 0: searches remember by it what did well.

    A game says so where the same action does other things as the game goes on, like a block that
    falls ever less deep down a column.
    """
    return action


@_default
def effects(s):  # type: ignore[no-untyped-def]
    """How many different effects there are to think of."""
    return span(s)


@_default
def worth(s, out):  # type: ignore[no-untyped-def]
    """Write an estimate of each seat's standing, 0 (lost) to 1 (won), for a running game."""
    for seat in range(s.players):
        out[seat] = 1 / s.players


@_default
def decisive(s):  # type: ignore[no-untyped-def]
    """An action that wins at once or keeps another seat from doing so, or -1 for none known."""
    return -1


@_default
def quiet(s, action):  # type: ignore[no-untyped-def]
    """Whether an action surely neither ends the game nor lets the next seat win at once.

    Searches need not try such an action to know that it proves nothing.
    """
    return False


@_default
def obvious(s):  # type: ignore[no-untyped-def]
    """An action that the mover, who knows its own secrets, takes at sight, or -1 for none."""
    return -1


@_default
def open_draw(s):  # type: ignore[no-untyped-def]
    """What chance has openly shown for this decision: its number from 0, and of how many."""
    return 0, 1


@_default
def surely_wins(s, action):  # type: ignore[no-untyped-def]
    """Whether an action wins at once for the mover alone, whatever the mover cannot see.

    The record is played on. A game with secrets that has no rule of its own knows no sure wins.
    """
    return False


@_default
def redeal(s, seat, rng):  # type: ignore[no-untyped-def]
    """Deal anew everything the seat cannot see. Games without secrets need none."""


class Plain:
    """A record as plain Python sees it: fields as attributes, integers without a size.

    Rules run on it uncompiled. A value that does not fit its field raises OverflowError when
    the record is written back, which compiled code would not notice.
    """

    def __init__(self, record: np.ndarray[Any, Any]) -> None:
        self.__dict__["dtype"] = record.dtype
        self.__dict__["_record"] = record.reshape(())

    def __getattr__(self, name: str) -> Any:
        try:
            value = self.__dict__["_record"][name]
        except ValueError:
            raise AttributeError(f"the record has no field {name}") from None
        plain = value.astype(object) if value.shape else int(value)
        self.__dict__[name] = plain
        return plain

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (self.dtype.names or ()):
            raise AttributeError(f"the record has no field {name}")
        self.__dict__[name] = int(value)

    def write(self, record: np.ndarray[Any, Any]) -> None:
        """Copy the values back into a record."""
        target = record.reshape(())
        for name in self.dtype.names or ():
            value = self.__dict__.get(name)
            if isinstance(value, np.ndarray):
                for index in np.ndindex(value.shape):
                    target[name][index] = value[index]
            elif value is not None:
                target[name] = value
