"""Engine and naive reference agree: on random games, exhaustively, and on perft counts."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blockhaus
from agree import compare_exhaustively, compare_random_games
from blockhaus.core import kernels
from option_sets import all_games

# How many random games a default run compares, by the speed of the reference.
GAMES = {"qbq": 2, "ksar": 12}
FULL_GAMES = 2000

SMALL: list[tuple[str, dict[str, Any], int, int]] = [
    # game, options, decisions deep by default, decisions deep in a full run
    ("cube", {}, 2, 3),
    ("cube", {"players": 3, "claims": "call"}, 3, 5),
    ("kewbz", {"board": 5, "cubes": 5}, 3, 5),
    ("ksar", {"frame": 6, "pieces": 2, "neutrals": 1}, 2, 3),
    ("kwinty", {"width": 5, "height": 4, "blocks": 4, "line": 4}, 5, 8),
    ("qbq", {}, 2, 3),
    ("turris", {"blocks": 4}, 3, 6),
    ("turris", {"blocks": 4, "flat_ground": False}, 5, 9),
]

PERFT = tomllib.loads((Path(__file__).parent / "perft.toml").read_text())["perft"]


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_random_games(game: blockhaus.Game, full: bool) -> None:
    compare_random_games(game, FULL_GAMES if full else GAMES.get(game.id, 25))


@pytest.mark.parametrize(("name", "options", "depth", "full_depth"), SMALL)
def test_small_games_exhaustively(
    name: str, options: dict[str, Any], depth: int, full_depth: int, full: bool
) -> None:
    compare_exhaustively(blockhaus.game(name, **options), full_depth if full else depth)


def count_paths(position: blockhaus.Position, depth: int) -> int:
    states = np.zeros(depth + 1, position.game.definition.state)
    states[depth] = position.record[0]
    out = np.empty((depth + 1, position.game.actions), np.int32)
    return int(kernels.perft(states, depth, out))


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: f"{entry['game']}-{entry['options']}")
def test_perft(entry: dict[str, Any]) -> None:
    """Counts come from the references; on failure the split by first move shows where."""
    start = blockhaus.game(entry["game"], **entry["options"]).start(entry.get("seed", 0))
    for depth, expected in enumerate(entry["counts"], 1):
        found = count_paths(start, depth)
        split = {m: count_paths(start.play(m), depth - 1) for m in start.moves}
        assert found == expected, f"depth {depth}: {split}"
        assert sum(split.values()) == expected
