"""How players are described, such as `level:5` or `search:seconds=2`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..core.errors import BlockhausError
from .levels import TOP


class PlayerError(BlockhausError):
    """There is no such player, or it is described wrongly."""


@dataclass(frozen=True)
class Kind:
    """What the description of a player of one kind may say."""

    options: dict[str, type]
    first: str = ""  # the option whose name may be left out
    shown: str = ""  # how a list of players names the kind, if not by its name alone
    limits: dict[str, tuple[float, float]] = field(default_factory=dict)


KINDS = {
    "level": Kind(
        {"number": int, "seconds": float, "seed": int, "threads": int},
        first="number",
        shown=f"level:1 to level:{TOP}",
        limits={"number": (1, TOP)},
    ),
    "search": Kind({"seconds": float, "simulations": int, "seed": int, "threads": int}),
    "random": Kind({"seed": int}),
}
ANYTHING = (0.0, 1e9)
LIMITS = {"threads": (1.0, 64.0), "simulations": (1.0, ANYTHING[1])}


def read_description(description: str) -> tuple[str, dict[str, Any]]:
    """The kind of a player and its options; PlayerError with the alternatives."""
    name, _, rest = description.partition(":")
    if name not in KINDS:
        raise PlayerError(
            "There is no player {name!r}; the players are {known}.",
            name=name,
            known=", ".join(KINDS),
        )
    return name, _read_options(name, rest, KINDS[name])


def _read_options(name: str, text: str, kind: Kind) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    parts = (part.strip() for part in text.split(","))
    for place, part in enumerate(filter(None, parts)):
        key, equals, value = part.partition("=")
        if not equals and place == 0 and kind.first:
            key, value = kind.first, part
        if key not in kind.options:
            raise PlayerError(
                "{player} has no option {name!r}; its options: {known}.",
                player=name,
                name=key,
                known=", ".join(kind.options),
            )
        chosen[key] = _number(key, value, kind)
    if chosen.get("simulations") is not None:
        chosen.setdefault("seconds", None)
    return chosen


def _number(key: str, value: str, kind: Kind) -> Any:
    what = "A level's number" if key == kind.first else key
    try:
        number = kind.options[key](value)
    except ValueError:
        facts = {"option": what, "value": value}
        if kind.options[key] is int:
            raise PlayerError("{option} is a whole number, not {value!r}.", **facts) from None
        raise PlayerError("{option} is a number, not {value!r}.", **facts) from None
    low, high = {**LIMITS, **kind.limits}.get(key, ANYTHING)
    if not low <= number <= high:
        facts = {"option": what, "value": value}
        if high >= ANYTHING[1]:
            raise PlayerError("{option} cannot be {value}.", **facts)
        raise PlayerError(
            "{option} cannot be {value}; it goes from {low:g} to {high:g}.",
            low=low,
            high=high,
            **facts,
        )
    return number
