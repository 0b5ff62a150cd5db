"""Writes one small readable game per game to playthroughs/.

Run `make playthroughs` after a change of rules and review the difference as one.
"""

from __future__ import annotations

import random
from pathlib import Path

import blockhaus

FOLDER = Path(__file__).parent / "playthroughs"
SHORT = {  # options that keep the text small
    "kewbz": {"board": 5, "cubes": 9},
    "ksar": {"frame": 6, "pieces": 4, "neutrals": 1},
    "kwinty": {"width": 6, "height": 5, "line": 4},
    "turris": {"blocks": 6},
}
LONGEST = 60  # decisions


def playthrough(name: str) -> str:
    dice = random.Random(f"playthrough of {name}")
    position = blockhaus.game(name, **SHORT.get(name, {})).start(seed=1)
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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in blockhaus.games():
        (FOLDER / f"{name}.txt").write_text(playthrough(name))


if __name__ == "__main__":
    main()
