"""Simulations a second as WebAssembly in Node beside native ones, and how large the modules are.

    make bench-wasm                # the modules of `make wasm`
    PYTHONPATH=tests python -m bench.wasm turris cube --rounds 9

Both sides grow the same tree from the start position, simulation by simulation the same, in turns:
a round is one tree natively and one in Node. Times are those of a processor, so that other work on
the machine counts little; the ratio is the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import blockhaus
from blockhaus.core.native.records import array_of
from blockhaus.core.wasm.files import MODULES
from blockhaus.core.wasm.memory import Array, Module
from blockhaus.search.native import tree
from blockhaus.search.native.memory import NativeMemory
from blockhaus.search.search import Settings
from blockhaus.search.tree_memory import Tree
from wasm.hosts import Node, running

SECONDS = 0.5  # of a native round, about
NODES = 300_000
PACK = """
const data = require("fs").readFileSync(process.argv[1]), zlib = require("zlib");
const packed = [data, zlib.gzipSync(data, { level: 9 }), zlib.brotliCompressSync(data)];
console.log(...packed.map(({ length }) => length));
"""


@dataclass(frozen=True)
class Measured:
    game: str
    native: float  # simulations a second
    node: float
    ratio: float
    sizes: Sequence[int]  # as it is, with gzip, with brotli

    def __str__(self) -> str:
        sizes = " | ".join(f"{size / 1000:.1f}" for size in self.sizes)
        return (
            f"| {self.game} | {self.native:,.0f} | {self.node:,.0f} | {self.ratio:.2f} | {sizes} |"
        )


def arguments(game: blockhaus.Game) -> list[Any]:
    """A fresh tree, and all that a simulation of it needs."""
    position = game.start(3)
    grown = Tree(NativeMemory(game.definition.state), game, NODES, 4)
    root = array_of(position)
    settings = np.array(Settings.of(game).numbers(position, position.to_move), np.float64)
    return [
        root, np.repeat(root, 2), *grown.nodes, grown.used, grown.history, grown.marks,
        grown.tally, grown.out, grown.rng, settings, np.zeros(1, np.uint8),
    ]  # fmt: skip


def native_seconds(game: blockhaus.Game, simulations: int) -> float:
    given = arguments(game)
    begin = time.thread_time()
    tree.simulate(*given, simulations)
    return time.thread_time() - begin


def node_seconds(game: blockhaus.Game, module: Module, simulations: int) -> float:
    kinds = module.functions["simulate"].arguments.values()
    copies = []
    for kind, given in zip(kinds, arguments(game), strict=False):
        copies.append(Array(module, kind.partition("[")[0], given.shape))
        if given.nbytes < 1 << 20:
            copies[-1].write(given.tobytes())
    copies[2].write(bytes(tree.NODE.itemsize))
    module.call("simulate", *copies, simulations)
    assert isinstance(module.host, Node)
    seconds = module.host.seconds
    for copy in copies:
        copy.release()
    return seconds


def measure(name: str, folder: Path, rounds: int) -> Measured:
    game = blockhaus.game(name)
    native_seconds(game, 100)
    simulations = max(100, int(1000 * SECONDS / native_seconds(game, 1000)))
    pairs = []
    with running("node", folder / f"{name}.wasm") as module:
        for _ in range(2):  # V8 compiles anew what runs often
            node_seconds(game, module, simulations)
        for _ in range(rounds):
            pairs.append(
                (native_seconds(game, simulations), node_seconds(game, module, simulations))
            )
    native, node = (median(times) for times in zip(*pairs, strict=True))
    ratio = median(one / other for one, other in pairs)
    return Measured(
        name, simulations / native, simulations / node, ratio, sizes(folder / f"{name}.wasm")
    )


def sizes(module: Path) -> list[int]:
    told = subprocess.run(["node", "-e", PACK, module], capture_output=True, text=True, check=True)
    return [int(size) for size in told.stdout.split()]


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("games", nargs="*", default=blockhaus.games())
    reading.add_argument("--rounds", type=int, default=5)
    reading.add_argument("--modules", type=Path, default=MODULES)
    asked = reading.parse_args()
    print("| game | native | Node | ratio | kB | gzip | brotli |\n|---|---|---|---|---|---|---|")
    for name in asked.games or blockhaus.games():
        print(measure(name, asked.modules, asked.rounds), flush=True)


if __name__ == "__main__":
    main()
