"""Tactics: positions with one right answer. Mine them, and see how many the top player solves.

python bench/tactics.py mine GAME [NUMBER]     # write the tactics.toml of GAME's room anew
python bench/tactics.py run [GAME ...]         # one second for each position
python bench/tactics.py run --seconds 0.2 kwinty
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import blockhaus
from blockhaus.lab.tactics import Tactic, mine, tactics_of
from blockhaus.search.search import Search, Settings

ROOMS = Path(blockhaus.__file__).parent / "games"


def write(name: str, number: int) -> None:
    found = []
    for tactic in mine(blockhaus.game(name), number):
        found.append(tactic)
        print(f"{len(found)}: {tactic.result} in {tactic.distance}, {tactic.move}", flush=True)
    found.sort(key=lambda tactic: (tactic.distance, tactic.nodes, tactic.code))
    text = "\n".join(tactic.text() for tactic in found)
    (ROOMS / name / "tactics.toml").write_text(text, "utf-8")
    print(spread(found))


def spread(tactics: list[Tactic]) -> str:
    lengths = sorted(Counter(tactic.distance for tactic in tactics).items())
    return ", ".join(f"{number} in {distance}" for distance, number in lengths)


def best_move(position: blockhaus.Position, seconds: float, exact: bool) -> str:
    search = Search(position.game, Settings.of(position.game, exact=exact))
    search.look(position)
    search.run(seconds)
    return position.game.text(search.lines[0].action)


def solve_all(name: str, seconds: float, exact: bool) -> None:
    tactics = tactics_of(name)
    missed = []
    for tactic in tactics:
        best = best_move(tactic.position, seconds, exact)
        if best != tactic.move:
            missed.append(tactic)
            print(f"  missed a {tactic.result} in {tactic.distance}: {tactic.move}, not {best}")
            print(f"  {tactic.code}")
    solved = len(tactics) - len(missed)
    print(
        f"{name}: {solved} of {len(tactics)}, {solved / len(tactics):.1%} ({spread(tactics)})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Positions with one right answer.")
    commands = parser.add_subparsers(dest="command", required=True)
    mining = commands.add_parser("mine")
    mining.add_argument("game", choices=blockhaus.games())
    mining.add_argument("number", type=int, nargs="?", default=120)
    running = commands.add_parser("run")
    running.add_argument("games", nargs="*", default=blockhaus.games())
    running.add_argument("--seconds", type=float, default=1.0)
    running.add_argument("--tree", action="store_true")
    chosen = parser.parse_args()
    if chosen.command == "mine":
        write(chosen.game, chosen.number)
    else:
        for name in chosen.games:
            solve_all(name, chosen.seconds, exact=not chosen.tree)


if __name__ == "__main__":
    main()
