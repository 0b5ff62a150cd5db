"""How long CUBE's solo puzzles take to solve, and a plain model of constraints in the same run.

python bench/solo.py [NUMBER]        # random sets of 2 to 6 cards in all, 200 if not told
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from collections.abc import Callable

from blockhaus.games.cube import solo
from blockhaus.games.cube.cards import CARDS
from blockhaus.games.cube.proving import Model
from blockhaus.games.cube.solving import Clock

SIZES = range(2, 7)
PLAIN = {2: 5, 3: 3}  # cards: sets that the plain model gets
PATIENCE = 60.0  # seconds for one of them
THREADS = 2


def seconds(work: Callable[[list[int]], object], cards: list[int]) -> float:
    start = time.perf_counter()
    work(cards)
    return time.perf_counter() - start


def solve(cards: list[int]) -> None:
    solo.solve(cards, threads=THREADS)


def plain(cards: list[int]) -> None:
    model = Model([solo.squares_of(card) for card in cards], {}, False)
    model.solve(Clock(PATIENCE), THREADS, least=True)


def row(size: int, number: int, dice: random.Random) -> str:
    sets = [dice.sample(range(CARDS), size) for _ in range(number)]
    cubes = [solo.least(cards, threads=THREADS) or 0 for cards in sets]
    times = sorted(seconds(solve, cards) for cards in sets)
    beside = [seconds(plain, cards) for cards in sets[: PLAIN.get(size, 0)]]
    tenth = times[min(len(times) - 1, 9 * len(times) // 10)]
    compared = f"{statistics.median(beside):.1f} s ({len(beside)} sets)" if beside else ""
    return (
        f"| {size} | {number} | {min(cubes)} to {max(cubes)} | {statistics.median(times):.2f} s "
        f"| {tenth:.2f} s | {times[-1]:.2f} s | {compared} |"
    )


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    solo.solve([5, 6])  # compiles
    print(f"load {os.getloadavg()[0]:.1f}")
    print("| cards | sets | fewest cubes | median | of ten, nine within | most | plain model |")
    print("|---|---|---|---|---|---|---|")
    for size in SIZES:
        print(row(size, number // len(SIZES), random.Random(size)), flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
