"""How those who think behave in a page: breathing, stopping, keeping to time and memory."""

from __future__ import annotations

from typing import Any

import blockhaus
from blockhaus.core.breathing import breathe_by, has_threads
from blockhaus.core.engine import engine, running
from blockhaus.core.memory import OutOfMemory
from blockhaus.core.wasm.engine import Wasm
from blockhaus.core.wasm.memory import Module
from blockhaus.players.guard import Guarded
from blockhaus.search.search import Search, Settings
from blockhaus.search.shapes import NODE_SIZE
from blockhaus.search.solve import Solver
from wasm.as_in_a_page import opened

LONG = 3600.0  # seconds


def breathing(name: str) -> dict[str, Any]:
    """Work without an end that ends because of what is done between its slices."""
    game = blockhaus.game(name)
    breaths = []
    search = Search(game, Settings.of(game, exact=False))
    search.look(game.start(1))

    def stop_search() -> None:
        breaths.append("search")
        if len(breaths) == 3:
            search.stop()

    breathe_by(stop_search)
    done = search.run(seconds=LONG)
    solver = Solver(game)

    def stop_solver() -> None:
        breaths.append("solver")
        solver.halt()

    breathe_by(stop_solver)
    solved = solver.solve(game.start(1), 10**12, LONG)
    breathe_by(None)
    late = solver.solve(game.start(1), 10**12, 0.01)
    return {
        "threads": has_threads(),
        "breaths": breaths,
        "simulations": done > 0,
        "solved": [solved is None, late is None],
    }


class Lazy:
    def choose(self, position: blockhaus.Position) -> str:
        raise ValueError("no idea")


def at_a_table(name: str) -> dict[str, Any]:
    """A game between levels and one who never has an idea, as a table asks them."""
    players = [Guarded(blockhaus.player("level:2,seed=1"), 30), Guarded(Lazy(), 30)]
    position = blockhaus.game(name).start(2)
    for number in range(12):
        position = position.play(players[number % 2].choose(position))
    top = Guarded(blockhaus.player("level:10,seconds=0.2"), 30)
    legal = top.choose(position) in position.moves
    started = len(opened)
    for seed in range(20):
        blockhaus.player(f"level:3,seed={seed}").choose(position)
    return {
        "lapses": [len(each.lapses) for each in (*players, top)],
        "legal": legal,
        "started for twenty more": len(opened) - started,
    }


class Poor:
    """A host with little memory left."""

    def __init__(self, host: Any, most: int) -> None:
        self.host = host
        self.most = most
        self.closed = 0
        self.read, self.write = host.read, host.write

    def call(self, name: str, *numbers: int) -> int:
        if name == "reserve" and numbers[0] > self.most:
            return 0
        return int(self.host.call(name, *numbers))

    def close(self) -> None:
        self.closed += 1


def room_in(name: str, megabytes: int, most: float, largest: int) -> tuple[int, list[int]]:
    """The places of a search for so many megabytes, and how often each host was thrown away."""
    hosts: list[Poor] = []
    game = blockhaus.game(name)
    rich = engine()
    assert isinstance(rich, Wasm)

    def start(game_name: str) -> Module:
        module = rich._start(game_name)
        hosts.append(Poor(module.host, largest))
        return Module(module.description, hosts[-1])

    with running(Wasm(start, most)):
        search = Search(game, Settings.of(game, memory=megabytes))
        search.look(game.start(1))
        search.run(simulations=20)
        room = len(search.trees[0].nodes.entries) * NODE_SIZE * 2
        del search
        engine()._thoughts.new("another")  # type: ignore[attr-defined]
    return room, [host.closed for host in hosts]


def memory(name: str) -> dict[str, Any]:
    plenty = 1 << 31
    try:
        room_in(name, 64, 128, 1000)
        refused = False
    except OutOfMemory:
        refused = True
    return {
        "as wished": room_in(name, 4, 128, plenty),
        "bound": room_in(name, 64, 2, plenty)[0],
        "halved": room_in(name, 64, 128, 5_000_000)[0],
        "refused": refused,
    }
