"""The options every game is tested with: the box, the extremes, and the variants."""

from __future__ import annotations

from typing import Any

import blockhaus

OPTION_SETS: dict[str, list[dict[str, Any]]] = {
    "cube": [
        {},
        {"players": 3, "closed_rows": True},
        {"players": 4, "taboo": "touched"},
        {"players": 2, "claims": "call"},
        {"players": 4, "claims": "call", "taboo": "touched", "closed_rows": True},
    ],
    "kewbz": [
        {},
        {"board": 5, "cubes": 5},
        {"board": 5, "cubes": 60},
        {"board": 12, "cubes": 60},
        {"board": 7, "cubes": 9},
    ],
    "ksar": [
        {},
        {"frame": 6, "pieces": 1, "neutrals": 0},
        {"frame": 6, "pieces": 4, "neutrals": 2},
        {"frame": 8, "pieces": 20, "neutrals": 6},
        {"frame": 14, "pieces": 20, "neutrals": 6},
    ],
    "kwinty": [
        {},
        {"width": 5, "height": 4, "line": 4},
        {"width": 5, "height": 9, "blocks": 40, "line": 7},
        {"width": 9, "height": 4, "blocks": 40, "line": 7},
        {"width": 6, "height": 6, "blocks": 4},
    ],
    "qbq": [
        {},
        {"players": 3},
        {"players": 4},
        {"seats": ("green", "red")},
        {"seats": ("red", "blue", "green")},
        {"seats": ("blue", "green")},
    ],
    "turris": [
        {},
        {"flat_ground": False},
        {"blocks": 4},
        {"blocks": 9, "flat_ground": False},
    ],
}


def all_games() -> list[blockhaus.Game]:
    return [
        blockhaus.game(name, **options)
        for name in blockhaus.games()
        for options in OPTION_SETS.get(name, [{}])
    ]
