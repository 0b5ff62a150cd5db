"""The worked examples of a room: what a move does, or which rule forbids it.

Each entry of `examples.toml` has a `name`, under which the rulebook tells its title and its text,
the `rules` it shows, `moves` that lead to a position (with `options` and `seed` where they
matter), the move to `try` and whether it is `legal`. A legal one tells what holds `then`:
`to_move`, `over`, `winners`, `scores`, moves one `can` and `cannot` make, `stacks` and the kinds of
`events`. A refused one tells the rule `because` of which, the `cells` that are to blame, and maybe
what it `says`.
"""

from __future__ import annotations

from typing import Any

from ..core.position import Position
from ..learn.rulebook import Example, examples, position_of
from .conformance import Broken
from .reference import Reference, reference_at, require_same, stacks

NEEDED = {"name", "rules", "moves", "try", "legal"}


def check_examples(name: str, reference: type[Reference] | None = None) -> int:
    """Play every example of a game, also on its reference; returns how many there are."""
    found = examples(name)
    names = [example.get("name") for example in found]
    for example in found:
        if missing := NEEDED - example.keys():
            raise Broken(f"{example.get('name')} lacks {sorted(missing)}")
        if names.count(example["name"]) > 1:
            raise Broken(f"two examples are called {example['name']}")
        check_example(name, example, reference)
    return len(found)


def check_example(name: str, example: Example, reference: type[Reference] | None = None) -> None:
    position = position_of(name, example)
    move = example["try"]
    if reference:
        _check_reference(example, position, reference_at(position, reference))
    refusal = position.why_not(move)
    if example["legal"]:
        _require(example, "refusal", refusal and str(refusal), None)
        _check_then(example, position.play(move))
        return
    if refusal is None:
        raise Broken(f"{example['name']}: {move} is legal")
    _require(example, "because", refusal.rule, example["because"])
    _require(example, "cells", sorted(refusal.cells), sorted(example["cells"]))
    _require(example, "says", refusal.text(), example.get("says", refusal.text()))


def _check_reference(example: Example, position: Position, other: Reference) -> None:
    """The reference judges the move alike, and what it does."""
    move = example["try"]
    require_same(position, other)
    if (move in other.moves()) != example["legal"]:
        raise Broken(f"{example['name']}: the reference judges {move} otherwise")
    if example["legal"]:
        other.play(move)
        require_same(position.play(move), other)


def _check_then(example: Example, after: Position) -> None:
    then = example["then"]
    outcome = after.outcome
    facts = {
        "to_move": after.to_move,
        "over": after.is_over,
        "winners": outcome and list(outcome.winners),
        "scores": outcome and list(outcome.scores),
        "events": [event.kind for event in after.events],
    }
    for key in facts.keys() & then.keys():
        _require(example, key, facts[key], then[key])
    for move in then.get("can", []):
        _require(example, f"can {move}", after.why_not(move), None)
    for move in then.get("cannot", []):
        _require(example, f"cannot {move}", after.why_not(move) is None, False)
    for column, colours in then.get("stacks", {}).items():
        _require(example, f"stacks {column}", stacks(after).get(column, []), colours.split())


def _require(example: Example, what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise Broken(f"{example['name']}, {what}: {found!r}, not {expected!r}")
