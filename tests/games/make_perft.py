"""Writes each game's perft.toml: how many ways the first decisions can go, by the references.

Run `make perft` after a change of rules and review the difference as one.
"""

from __future__ import annotations

from typing import Any

import blockhaus
from blockhaus.testing.reference import reference_at
from games.shared import FOLDER, data, option_sets, reference


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


def entry(game: blockhaus.Game, limit: int) -> str:
    shown = ", ".join(f'{name} = "{value}"' for name, value in game.shown_options().items())
    options = f"{{ {shown} }}" if shown else "{}"
    numbers = counts(reference_at(game.start(1), reference(game.id)), limit)
    return f"[[perft]]\noptions = {options}\nseed = 1\ncounts = {numbers}\n"


def main() -> None:
    for name in blockhaus.games():
        limit = data(name, "options.toml")["paths"]
        games = [blockhaus.game(name, **options) for options in option_sets(name)]
        head = "# Written by make_perft.py from the reference: how the first decisions can go.\n"
        text = "\n".join([head, *(entry(game, limit) for game in games)])
        (FOLDER / name / "perft.toml").write_text(text)


if __name__ == "__main__":
    main()
