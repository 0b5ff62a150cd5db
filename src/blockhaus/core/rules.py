"""The rules a game consists of, and how a game registers its own.

The functions below are declared once, without a body that plays anything. A game says

    rule = rules(State)

    @rule
    def verdict(s, action): ...

and from then on `verdict(s, action)` means that function wherever `s` is a record of the layout
`State`: in compiled code the choice is made while compiling, by the record type (`native.rules`);
in plain Python by the `Plain` view of a record. Loops over any game are therefore written once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .layout import Layout, record_type

__all__ = ["helper", "record_type", "rules"]

Function = Callable[..., Any]

IMAGE_WORDS = 96  # words that an image has at most

generic: dict[str, Function] = {}  # name of a rule -> what loops call
_table: dict[str, dict[Layout, Function]] = {}  # name of a rule -> layout -> the game's function
_defaults: dict[str, Function] = {}

_helpers: list[Function] = []
_compilers: list[Callable[[Function], Any]] = []


def helper(function: Function) -> Function:
    """Marks a function that rules and loops call: compiled with them, plain Python otherwise."""
    _helpers.append(function)
    for compile_with_callers in _compilers:
        compile_with_callers(function)
    return function


def compile_helpers(register: Callable[[Function], Any]) -> None:
    """From now on all helpers, also those marked before, are registered to be compiled."""
    _compilers.append(register)
    for function in _helpers:
        register(function)


def rules(state: Layout) -> Callable[[Function], Function]:
    """A decorator that registers functions as the rules of one layout."""

    def rule(function: Function) -> Function:
        name = function.__name__
        if name not in _table:
            raise TypeError(f"{name} is not a rule; the rules are {', '.join(sorted(_table))}")
        expected = list(inspect.signature(generic[name]).parameters)
        if list(inspect.signature(function).parameters) != expected:
            raise TypeError(f"{name} takes the arguments {', '.join(expected)}")
        _table[name][state] = function
        return helper(function)

    return rule


def has_rule(name: str, state: Layout) -> bool:
    """Whether the game registered this rule itself."""
    return state in _table[name]


def rules_of(state: Layout) -> dict[str, Function]:
    """The rules that a game registered itself, by name."""
    return {name: known[state] for name, known in _table.items() if state in known}


def implementation(name: str, state: Layout) -> Function:
    """The function that a rule means for a layout."""
    found = _table[name].get(state) or _defaults.get(name)
    if found is None:
        raise NotImplementedError(f"{state.name} has no rule {name}")
    return found


def _declare(function: Function) -> Function:
    """Make a function generic over layouts."""
    name = function.__name__
    _table[name] = {}

    def call(s: Any, *arguments: Any) -> Any:
        return implementation(name, s.layout)(s, *arguments)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = function.__doc__
    call.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    generic[name] = call
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
def images(s):  # type: ignore[no-untyped-def]
    """In how many ways the board can be turned and mirrored onto itself, as it is included."""
    return 1


@_default
def image(s, which, out):  # type: ignore[no-untyped-def]
    """Write all that matters for how a running game can go on, turned or mirrored in one way.

    Positions that have an image in common have the same games before them, however they came
    about. Returns how many words were written, at most IMAGE_WORDS; 0 if the game cannot tell,
    and nothing but the same record is alike.
    """
    return 0


@_default
def redeal(s, seat, rng):  # type: ignore[no-untyped-def]
    """Deal anew everything the seat cannot see. Games without secrets need none."""
