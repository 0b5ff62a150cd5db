"""What the tests know of each game: its folder here, its options and its reference."""

from __future__ import annotations

import random
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import blockhaus
from blockhaus.learn.rulebook import examples, position_of

FOLDER = Path(__file__).parent
LONGEST = 60  # decisions of a playthrough


def data(name: str, file: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name / file).read_text("utf-8"))


def option_sets(name: str) -> list[dict[str, Any]]:
    sets: list[dict[str, Any]] = data(name, "options.toml")["sets"]
    return sets


def all_games() -> list[blockhaus.Game]:
    return [
        blockhaus.game(name, **options)
        for name in blockhaus.games()
        for options in option_sets(name)
    ]


def reference(name: str) -> type[Any]:
    """The class of the naive reference, written from the rule sheet."""
    found: type[Any] = import_module(f"games.{name}.reference").Naive
    return found


def reasons_shown(name: str) -> set[str]:
    """The codes of the refusals in the worked examples."""
    refused = [example for example in examples(name) if not example["legal"]]
    refusals = [position_of(name, example).why_not(example["try"]) for example in refused]
    return {refusal.code for refusal in refusals if refusal}


def playthrough(name: str) -> str:
    """One small readable game."""
    dice = random.Random(f"playthrough of {name}")
    position = blockhaus.game(name, **data(name, "options.toml")["playthrough"]).start(seed=1)
    parts = [repr(position.game), str(position)]
    while not position.is_over and len(position.path) < LONGEST:
        seat, moves = position.to_move, position.moves
        move = dice.choice(moves)
        position = position.play(move)
        parts.append(f"seat {seat}: {move}  (one of {len(moves)})")
        if len(position.path) % 6 == 0:
            parts.append(str(position))
    parts += [str(position), f"outcome: {position.outcome}", position.code]
    return "\n\n".join(parts) + "\n"
