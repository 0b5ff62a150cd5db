"""How fast the games are on this machine, beside other libraries measured in the same run.

Machines are noisy, so every meter is run in several short rounds, all meters in turn within a
round, and the best round counts.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from ..core.game import Game
from ..core.native import loops
from ..core.native.batch import Batch
from ..core.native.generators import rng_from
from ..core.native.records import array_of
from ..search.search import Search, Settings
from ..search.warm import warm
from . import peers

ROUNDS = 5
BATCH = 4096
PLAYOUTS = 20  # whole games in one call of compiled code
STARTS = 3  # processes started to measure the start
STOPS = 30  # searches stopped to measure the slowest answer
RUNNING = 0.02  # seconds a search runs before it is stopped, and up to twice that

MOVES = "moves_per_second"
PLAYED = "playouts_per_second"
STEPS = "batch_steps_per_second"
SEARCHED = "simulations_per_second"
SEARCHED_BY_TWO = "simulations_of_two_threads_per_second"
STOPPED = "slowest_stop_seconds"

Rates = dict[str, float]
Meter = Callable[[float], Rates]


@dataclass(frozen=True)
class Peer:
    """A library others use, playing connect four, and which of our rates its own compares to."""

    name: str
    rate: str
    prepare: Callable[[], peers.Meter]


PEERS = (
    Peer("OpenSpiel", MOVES, peers.open_spiel_playouts),
    Peer("OpenSpiel search", SEARCHED, peers.open_spiel_simulations),
    Peer("Pgx", STEPS, peers.pgx_steps),
    Peer("Pgx threaded", STEPS, lambda: peers.pgx_steps(threads=os.cpu_count() or 1)),
)


def machine() -> dict[str, Any]:
    """What the numbers depend on."""
    return {
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "system": platform.platform(terse=True),
        "processor": _processor(),
        "cores": os.cpu_count(),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def playout_meter(game: Game) -> Meter:
    """Whole random games on one core, each move from a full list of legal ones."""
    states = np.repeat(array_of(game.start(0)), 2)
    rng = rng_from(0)
    moves = np.empty(game.actions, np.int32)

    def run(seconds: float) -> Rates:
        decisions = games = 0
        start = time.perf_counter()
        while True:
            decisions += int(loops.playouts(states, rng, PLAYOUTS, moves))
            games += PLAYOUTS
            passed = time.perf_counter() - start
            if passed >= seconds:
                return {MOVES: decisions / passed, PLAYED: games / passed}

    run(0)
    return run


def batch_meter(game: Game) -> Meter:
    """Random steps of a batch on all cores, with masks and observations."""
    batch = Batch(game, BATCH)

    def run(seconds: float) -> Rates:
        steps = 0
        start = time.perf_counter()
        while True:
            batch.step()
            steps += len(batch)
            passed = time.perf_counter() - start
            if passed >= seconds:
                return {STEPS: steps / passed}

    run(0)
    return run


def search_meter(game: Game, threads: int, rate: str) -> Meter:
    """One search of the start position as long as there is time, with an empty tree."""
    search = Search(game, Settings.of(game, threads=threads))
    position = game.start(0)

    def run(seconds: float) -> Rates:
        for each in search.trees:
            each.clear()
        search.look(position)
        start = time.perf_counter()
        simulations = search.run(seconds=seconds)
        return {rate: simulations / (time.perf_counter() - start)}

    run(0)
    return run


def slowest_stop(game: Game) -> float:
    """Seconds from the request to stop a running search to its answer, the worst of some."""
    search = Search(game, Settings.of(game, exact=False))
    search.look(game.start(0))
    return max(_stopped(search, RUNNING * (1 + i / STOPS)) for i in range(STOPS))


def _stopped(search: Search, after: float) -> float:
    begun = threading.Event()
    thread = threading.Thread(target=search.run, kwargs={"watch": begun.set})
    thread.start()
    begun.wait()
    time.sleep(after)
    asked = time.perf_counter()
    search.stop()
    thread.join()
    return time.perf_counter() - asked


def peer_meters() -> tuple[dict[str, Meter], dict[str, str]]:
    """The meters of the peers that can run here, and why the others cannot."""
    ready: dict[str, Meter] = {}
    absent: dict[str, str] = {}
    for peer in PEERS:
        try:
            ready[peer.name] = _named(peer.rate, peer.prepare())
        except peers.PeerMissing:
            absent[peer.name] = "not installed: pip install 'blockhaus[bench]'"
        except Exception as error:  # whatever is wrong with a peer must not stop our own numbers
            absent[peer.name] = f"does not run here: {type(error).__name__}: {error}"
    return ready, absent


def _named(rate: str, meter: peers.Meter) -> Meter:
    return lambda seconds: {rate: meter(seconds)}


def all_meters(games: list[Game]) -> tuple[dict[str, list[Meter]], dict[str, str]]:
    """The meters of games and peers, and which peers are absent and why."""
    ready, absent = peer_meters()
    ours = {
        game.id: [
            playout_meter(game),
            batch_meter(game),
            search_meter(game, 1, SEARCHED),
            search_meter(game, 2, SEARCHED_BY_TWO),
        ]
        for game in games
    }
    return ours | {name: [meter] for name, meter in ready.items()}, absent


def best_of(
    meters: Mapping[str, list[Meter]], seconds: float, after_round: Callable[[], None]
) -> dict[str, Rates]:
    """The best rates of several rounds; a meter runs `seconds` in all rounds together."""
    best: dict[str, Rates] = {name: {} for name in meters}
    for _ in range(ROUNDS):
        for name, runs in meters.items():
            for run in runs:
                for rate, value in run(seconds / ROUNDS).items():
                    best[name][rate] = max(value, best[name].get(rate, 0.0))
        after_round()
    return best


_COMPILE = """
import sys, time
import blockhaus
from blockhaus.core.native.warm import warm_rules
game = blockhaus.game(sys.argv[1])
start = time.perf_counter()
warm_rules(game)
print(time.perf_counter() - start)
"""

_START = """
import sys, time
start = time.perf_counter()
import blockhaus
blockhaus.game(sys.argv[1]).start(0).moves
print(time.perf_counter() - start)
"""


def process_times(game: Game, compiling: bool) -> Rates:
    """Seconds until a new process can play, with all compiled before and with compiling, and
    until a search that is told to stop has answered.
    """
    warm(game)
    times = {
        "start_seconds": min(_timed(_START, game, {}) for _ in range(STARTS)),
        STOPPED: slowest_stop(game),
    }
    if compiling:
        with tempfile.TemporaryDirectory(prefix="blockhaus-bench-") as folder:
            times["compile_seconds"] = _timed(_COMPILE, game, {"BLOCKHAUS_CACHE": folder})
    return times


def _timed(program: str, game: Game, environment: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", program, game.id],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return float(done.stdout)


def report(
    times: Mapping[str, Rates], best: Mapping[str, Rates], absent: Mapping[str, str]
) -> dict[str, Any]:
    """All numbers as plain data, with the ratio of every game to every peer."""
    return {
        "games": {
            name: {**best[name], **seconds, "ratios": _ratios(best[name], best)}
            for name, seconds in times.items()
        },
        "peers": {
            peer.name: best[peer.name] if peer.name in best else {"absent": absent[peer.name]}
            for peer in PEERS
        },
    }


def _ratios(rates: Rates, best: Mapping[str, Rates]) -> Rates:
    return {
        peer.name: rates[peer.rate] / best[peer.name][peer.rate]
        for peer in PEERS
        if peer.name in best
    }
