"""Writes src/board/fixtures.json: real views for the board's tests and its demo page.

    python web/tools/fixtures.py

One position early, one in the middle and one at the end per game, played by the search.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import blockhaus

WEB = Path(__file__).parents[1]
FILE = WEB / "src" / "board" / "fixtures.json"
SEED = 5
MOMENTS = (0.08, 0.55, 1.0)  # shares of a game's decisions
MOST_OFFERS = 60  # an offer is 300 bytes, and early positions have hundreds


def played(name: str) -> list[blockhaus.Position]:
    """All positions of one game by a search that is quick and not too foolish."""
    player = blockhaus.player("search:simulations=60")
    positions = [blockhaus.game(name).start(seed=SEED)]
    while not positions[-1].is_over and len(positions) < 90:
        positions.append(positions[-1].play(player.choose(positions[-1])))
    return positions


def fixture(position: blockhaus.Position) -> dict[str, Any]:
    view = position.view(position.to_move)
    step = max(1, -(-len(view["offers"]) // MOST_OFFERS))
    view["offers"] = view["offers"][::step]
    return view


def main() -> None:
    found = []
    for name in blockhaus.games():
        positions = played(name)
        found += [fixture(positions[int(share * (len(positions) - 1))]) for share in MOMENTS]
    FILE.write_text(json.dumps(found, separators=(",", ":")) + "\n")
    biome = WEB / "node_modules" / ".bin" / "biome"
    subprocess.run([biome, "format", "--write", FILE], cwd=WEB, check=True)
    print(f"{FILE.name}: {len(found)} views, {FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
