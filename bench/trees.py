"""How fast one tree of Blockhaus is beside another, measured in one run.

python bench/trees.py OLD NEW [GAME ...]

OLD and NEW are checkouts. `blockhaus bench` runs in each in turn, game by game, several times over,
and the best of each counts: machines are noisy, and what a neighbour takes it takes from both.
Rates are printed as NEW / OLD, times as OLD / NEW, so more than 1 is better throughout.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

GAMES = ("cube", "kewbz", "ksar", "kwinty", "qbq", "turris")
RATES = {
    "moves_per_second": "moves",
    "batch_steps_per_second": "batch",
    "simulations_per_second": "simulations",
}
COMPILED = "compiling"  # seconds of one core, whatever else it has to do meanwhile
TIMES = {COMPILED: "cold compile", "start_seconds": "warm start"}
Figures = dict[str, float]


def measure(tree: Path, game: str, seconds: float) -> Figures:
    """The figures of `blockhaus bench` for a game, as far as this bench compares them."""
    told = run(tree, "bench", game, "--json", "--no-compile", "--seconds", str(seconds))
    found: dict[str, Any] = json.loads(told)["games"][game]
    with tempfile.TemporaryDirectory() as empty:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run(tree, "warm", game, BLOCKHAUS_CACHE=empty)
        found[COMPILED] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return {name: float(found[name]) for name in (*RATES, *TIMES)}


def run(tree: Path, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "blockhaus", *arguments],
        env=os.environ | {"PYTHONPATH": str(tree / "src")} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def best(one: Figures, other: Figures) -> Figures:
    return {
        name: (min if name in TIMES else max)(one.get(name, value), value)
        for name, value in other.items()
    }


def compare(old: Path, new: Path, game: str, rounds: int, seconds: float) -> Figures:
    figures: list[Figures] = [{}, {}]
    for _ in range(rounds):
        for which, tree in enumerate((old, new)):
            figures[which] = best(figures[which], measure(tree, game, seconds))
    before, after = figures
    return {
        name: before[name] / after[name] if name in TIMES else after[name] / before[name]
        for name in before.keys() & after.keys()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    wishes = parser.parse_args()
    columns = RATES | TIMES
    print(f"| game | {' | '.join(columns.values())} |\n|---|{'---|' * len(columns)}", flush=True)
    all_ratios: list[Figures] = []
    for game in wishes.games:
        ratios = compare(wishes.old, wishes.new, game, wishes.rounds, wishes.seconds)
        all_ratios.append(ratios)
        print(f"| {game} | {_row(ratios, columns)} |", flush=True)
    means = {
        name: math.exp(sum(math.log(each[name]) for each in all_ratios) / len(all_ratios))
        for name in columns
        if all(name in each for each in all_ratios)
    }
    print(f"| geometric mean | {_row(means, columns)} |")


def _row(ratios: Figures, columns: dict[str, str]) -> str:
    return " | ".join(f"{ratios[name]:.2f}" if name in ratios else "-" for name in columns)


if __name__ == "__main__":
    main()
