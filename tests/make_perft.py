"""Writes perft.toml: how many ways the first decisions can go, counted by the references.

Run `make perft` after a change of rules and review the difference as one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from agree import reference
from option_sets import all_games

LIMIT = 30_000  # paths counted at most; the references are slow
SLOW = {"qbq": 3_000}


def count(naive: Any, depth: int) -> int:
    moves = naive.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = naive.copy()
        child.play(move)
        total += count(child, depth - 1)
    return total


def counts(naive: Any, limit: int) -> list[int]:
    found = [count(naive, 1)]
    while len(found) < 6 and found[-1] * found[0] < limit and found[-1]:
        found.append(count(naive, len(found) + 1))
    return found


def main() -> None:
    entries = ["# Written by make_perft.py from the naive references.\n"]
    for game in all_games():
        options = ", ".join(f"{k} = {toml(v)}" for k, v in game.shown_options().items())
        numbers = counts(reference(game.start(1)), SLOW.get(game.id, LIMIT))
        entries.append(
            f'[[perft]]\ngame = "{game.id}"\noptions = {{ {options} }}\nseed = 1\n'
            f"counts = {numbers}\n"
        )
    (Path(__file__).parent / "perft.toml").write_text("\n".join(entries))


def toml(value: str) -> str:
    return f'"{value}"'


if __name__ == "__main__":
    main()
