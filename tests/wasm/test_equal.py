"""Bit for bit: the same seeds give the same games, trees and proofs natively and in a page."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.engine import running as rules_by
from blockhaus.core.native import loops
from blockhaus.core.native.generators import rng_from
from blockhaus.core.native.records import array_of
from blockhaus.core.rules import IMAGE_WORDS
from blockhaus.core.wasm.engine import Wasm
from blockhaus.learn.theorems import theorems
from blockhaus.search import shapes
from blockhaus.search.early import Early
from blockhaus.search.exact import Prover
from blockhaus.search.native import early, exact, proof, solve, tree, wins
from blockhaus.search.native.memory import NativeMemory
from blockhaus.search.native.rebase import rebase
from blockhaus.search.search import Settings
from blockhaus.search.tree_memory import Tree
from blockhaus.search.wins import WAYS
from games.shared import all_games
from wasm.beside import Beside
from wasm.conftest import OpenModule
from wasm.hosts import HOSTS

Position = blockhaus.Position
NODES = 10_000  # of a tree
PLAYOUTS, SIMULATIONS = 10, 400
DEEP = 12  # positions under one another in solving
STOP = np.zeros(1, np.uint8)
ASKED: dict[str, Callable[[blockhaus.Game], bool]] = {
    "test_solving_and_proving": lambda game: not game.spec.secrets,
    "test_exact_values": lambda game: bool(theorems(game.id)),
    "test_first_positions": lambda game: bool(theorems(game.id)),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A default run compiles nothing natively that nobody asks of a game."""
    asked = ASKED.get(metafunc.function.__name__)
    if asked is None or metafunc.config.getoption("--full"):
        games = all_games()
    else:
        games = [game for game in all_games() if asked(game)]
    metafunc.parametrize("game", games, ids=repr)


@pytest.fixture(params=HOSTS)
def beside(
    request: pytest.FixtureRequest, game: blockhaus.Game, open_module: OpenModule
) -> Iterator[Beside]:
    with closing(Beside(open_module(request.param, game.id))) as both:
        yield both


def late(game: blockhaus.Game, seed: int, before: int) -> Position:
    """A position so many decisions before the end of a random game."""
    dice = random.Random(seed)
    path = [game.start(seed)]
    while not path[-1].is_over:
        path.append(path[-1].after(dice.choice(path[-1].actions)))
    return path[max(0, len(path) - 1 - before)]


def numbers(*shape: int, kind: str = "i4") -> np.ndarray[Any, Any]:
    return np.zeros(shape, kind)


def states(position: Position, number: int) -> np.ndarray[Any, Any]:
    return np.repeat(array_of(position), number)


def test_single_positions(game: blockhaus.Game, beside: Beside) -> None:
    dice = random.Random(5)
    native = game.start(5)
    wasm = Wasm(lambda name: beside.module)
    layout = game.definition.state
    while not native.is_over:
        with rules_by(wasm):
            assert wasm.actions(layout, native.state) == list(native.actions)
            tried = dice.randrange(game.actions)
            refused = wasm.verdict(layout, native.state, tried)
            assert (refused == 0) == (tried in native.actions)
            seat = native.to_move or 0
            assert native.redealt(seat, 3) == in_place(
                wasm.redeal, layout, native.state, seat, rng_from(3).tolist()
            )
            action = dice.choice(native.actions)
            after = native.after(action)
        native = native.after(action)
        assert after.state == native.state
    with rules_by(wasm):
        assert game.start(5).state == native.game.start(5).state
        found = Position(game, native.seed, native.path, native.state).outcome
    assert found == native.outcome


def in_place(change: Callable[..., None], layout: Any, record: bytes, *arguments: Any) -> bytes:
    state = bytearray(record)
    change(layout, state, *arguments)
    return bytes(state)


def test_playouts_and_what_is_seen(game: blockhaus.Game, beside: Beside, full: bool) -> None:
    start = game.start(1)
    games = PLAYOUTS * (20 if full else 1)
    out = numbers(game.actions)
    assert beside.call(loops.playouts, states(start, 2), rng_from(1), games, out) >= games
    beside.call(loops.perft, states(start, 3), 2, numbers(3, game.actions))
    planes = numbers(1, *game.definition.planes(game.plain_start), kind="i1")
    for task in (loops.BEGIN | loops.LOOK, loops.STEP | loops.LOOK, loops.LOOK):
        position = late(game, 2, before=4)
        chosen = np.array(position.actions[-1:], np.int32)
        beside.call(
            loops.batch, task, states(position, 1), start_of(game), rng_from(2)[None], 0, 1, chosen,
            numbers(1, game.players, kind="f4"), numbers(1, kind="?"), numbers(1),
            numbers(1, game.actions, kind="?"), planes, numbers(1, kind="i1"),
        )  # fmt: skip
    assert planes.any()


def start_of(game: blockhaus.Game) -> np.ndarray[Any, Any]:
    return np.frombuffer(game.blank(), states(game.start(0), 1).dtype)


def test_trees(game: blockhaus.Game, beside: Beside, full: bool) -> None:
    """All arrays of a tree after simulations, and after it was kept below its best move."""
    position = game.start(3)
    settings = np.array(Settings.of(game).numbers(position, position.to_move), np.float64)
    memory = NativeMemory(game.definition.state)
    grown = Tree(memory, game, NODES * (20 if full else 1), 4)
    for array in (*grown.nodes, *grown.spare):
        blank: Any = array
        blank[...] = np.zeros((), blank.dtype)
    simulations = SIMULATIONS * (20 if full else 1)
    root = states(position, 1)
    ran = beside.call(
        tree.simulate, root, states(position, 2), *grown.nodes, grown.used, grown.history,
        grown.marks, grown.tally, grown.out, grown.rng, settings, STOP, simulations,
    )  # fmt: skip
    assert ran == simulations or grown.nodes.entries[0]["proven"]
    children = grown.children(0)
    best = max(children, key=grown.visits)
    entries, acts, does, merits = grown.nodes
    beside.call(tree.name_effects, root, acts, does, children.start, children.stop)
    beside.call(tree.note_proof, entries, merits, best, 1, 3, game.players)
    beside.call(rebase, *grown.nodes, *grown.spare, best, grown.used)


def test_wins_at_once(game: blockhaus.Game, beside: Beside) -> None:
    for before in (1, 2):
        position = late(game, 8, before)
        beside.call(solve.sure_wins, states(position, 2), numbers(game.actions))
        beside.call(
            wins.first_step, states(position, 1), states(position, 50), numbers(49),
            numbers(game.actions), numbers(8), WAYS,
        )  # fmt: skip


def test_solving_and_proving(game: blockhaus.Game, beside: Beside, full: bool) -> None:
    position = late(game, 6, before=2)
    seat = position.to_move
    assert seat is not None
    actions, left = game.actions, 4 if full else 2
    under = states(position, DEEP + 1)
    words = under.view(np.uint64).reshape(DEEP + 1, -1)
    moves, points = numbers(DEEP + 1, actions), numbers(8)
    tally = np.array([0, 20_000, 0, -1])
    beside.call(
        solve.force, under, words, moves, np.zeros(1 << 10, solve.ENTRY),
        numbers(game.players, actions, kind="i8"), points, tally, STOP, seat, 1, 0, left,
    )  # fmt: skip
    beside.call(
        proof.pursue, under, words, moves, numbers(DEEP + 1, actions, 2, kind="u8"),
        numbers(DEEP + 1, 2, actions, kind="i8"), np.zeros(1 << 10, proof.ENTRY), points,
        np.array([0, 20_000]), STOP, seat, 1, 0, left, shapes.SURE << shapes.SHIFT | shapes.SURE,
    )  # fmt: skip


def test_exact_values(game: blockhaus.Game, beside: Beside) -> None:
    position = late(game, 7, before=3)
    under = states(position, DEEP + 1)
    records = under.view(np.uint64).reshape(DEEP + 1, -1)
    keys = numbers(IMAGE_WORDS, kind="i8")
    words = keys.view(np.uint64)
    moves, order = numbers(DEEP + 1, game.actions), numbers(DEEP + 1, game.actions, kind="i8")
    prover = Prover(game, memory=0.1)
    first, second = beside.call(exact.fingerprint_of, under, records, keys, words)
    beside.call(
        exact.reaches, under, records, moves, order, prover.table, prover.history, keys, words,
        numbers(8), np.array([0, 5_000, 0]), STOP, 0, 0, np.uint64(first), np.uint64(second),
    )  # fmt: skip


def test_first_positions(game: blockhaus.Game, beside: Beside) -> None:
    first = Early(game.start(0), 0, most=2_000)
    found = beside.call(
        early.spread, first.states, first.records, first.checks, first.places, first.keys,
        first.words, first.moves, 0, 1, 1,
    )  # fmt: skip
    assert found > 1
    values = np.full(found, shapes.UNKNOWN, np.int16)
    values[1:] = np.arange(found - 1) % 3 - 1
    beside.call(
        early.back_up, first.states, first.records, first.checks, first.places, first.keys,
        first.words, first.moves, numbers(8), values, False, 1,
    )  # fmt: skip
    assert values[0] != shapes.UNKNOWN
