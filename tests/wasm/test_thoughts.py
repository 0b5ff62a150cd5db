"""Whatever thinks gives the same answers without NumPy, Numba and threads, and behaves there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.layout import aligned
from blockhaus.core.native.records import plain_dtype
from blockhaus.core.wasm.memory import Module
from blockhaus.core.wasm.thoughts import Thought
from blockhaus.search import shapes
from blockhaus.search.native.memory import DTYPES, NativeMemory
from games.shared import option_sets
from wasm import as_in_a_page
from wasm.comparing import compare
from wasm.conftest import Modules, OpenModule
from wasm.hosts import running

GAMES = blockhaus.games()
SETS = 3  # option sets of a game
ROOT = Path(__file__).parent.parent.parent
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}


def in_a_page(module: Path, question: str, *arguments: Any) -> Any:
    done = subprocess.run(
        [sys.executable, as_in_a_page.__file__],
        env=ENVIRONMENT, input=json.dumps([str(module), question, arguments]),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", GAMES)
def test_in_a_page_everybody_thinks_the_same(name: str, modules: Modules, full: bool) -> None:
    sets = option_sets(name)[: None if full else SETS]
    there = in_a_page(modules(name), "wasm.thoughts:asked", name, sets)
    compare(there, name, sets)


@pytest.mark.parametrize("name", ["kewbz", "cube"])
def test_long_work_breathes_and_hears_a_request_to_stop(name: str, modules: Modules) -> None:
    found = in_a_page(modules(name), "wasm.habits:breathing", name)
    assert found["threads"] is False
    assert found["breaths"][:3] == ["search"] * 3
    assert found["simulations"]
    if not blockhaus.game(name).spec.secrets:  # where something is hidden solving takes no time
        assert found["breaths"][3:] == ["solver"]
    assert found["solved"] == [True, True]


def test_a_table_needs_no_threads(modules: Modules) -> None:
    found = in_a_page(modules("kwinty"), "wasm.habits:at_a_table", "kwinty")
    assert found["lapses"] == [0, 6, 0]
    assert found["legal"]
    assert found["started for twenty more"] <= 1  # a module that was given back is used again


def test_a_page_with_little_memory_thinks_with_less(modules: Modules) -> None:
    found = in_a_page(modules("kewbz"), "wasm.habits:memory", "kewbz")
    room, thrown_away = found["as wished"]
    assert 3_500_000 < room <= 3_600_000
    assert sorted(thrown_away) == [0, 0, 1]  # those of the rules and of another game are in use
    assert 1_700_000 < found["bound"] <= 1_800_000
    assert 5_000_000 < found["halved"] < 20_000_000
    assert found["refused"]


# Two sides of one memory.


@pytest.fixture
def both(open_module: OpenModule) -> tuple[NativeMemory, Thought]:
    layout = blockhaus.game("kewbz").definition.state
    return NativeMemory(layout), Thought(open_module("wasmtime", "kewbz"), 1)


@pytest.mark.parametrize("element", ["i1", "u1", "i2", "i4", "u4", "i8", "u8", "f4", "f8"])
def test_arrays_of_both_sides_are_used_alike(
    both: tuple[NativeMemory, Thought], element: str
) -> None:
    told = []
    for memory in both:
        row, table = memory.array(element, 7), memory.room(element, 3, 5)
        row[2], row[4:6] = 100, [5, 7]
        table[:] = 1
        table[1, 2:4] = 0.1 if element[0] == "f" else 9
        table[2] = [1, 2, 3, 4, 5]
        seen = memory.seen_as(row, "u1", 7 * int(element[1]))
        told.append(
            [
                len(row), len(table), float(row[2]), float(table[1, 2]), row.tolist(),
                row[3:6].tolist(), table.tolist(), table[1].tolist(), table[1, 1:4].tolist(),
                row[1:5].tobytes(), table.tobytes(), seen.tolist(), row[5:5].tolist(),
            ]
        )  # fmt: skip
        for wrong in (7, (3, 0)):
            with pytest.raises(IndexError):
                _ = (table if isinstance(wrong, tuple) else row)[wrong]
    assert told[0] == told[1]


def test_records_of_both_sides_are_written_alike(both: tuple[NativeMemory, Thought]) -> None:
    position = blockhaus.game("kewbz").start(1)
    told = []
    for memory in both:
        states, nodes = memory.array("record", 3), memory.array("node", 4)
        memory.put(states, 1, position.state)
        memory.put(nodes, 2, bytes(range(2 * shapes.NODE.size)))
        told.append([states.tobytes(), nodes.tobytes(), nodes[3:4].tobytes()])
    assert told[0] == told[1]
    assert position.state in told[0][0]


def test_layouts_are_those_of_compiled_code(modules: Modules) -> None:
    with running("wasmtime", modules("kewbz")) as module:
        for layout in (shapes.NODE, shapes.SOLVED, shapes.PROVED, shapes.VALUED):
            dtype = DTYPES[layout.name]
            there = module.records[layout.name]
            assert dtype == plain_dtype(layout)
            assert layout.size == dtype.itemsize == there.size
            assert layout.fields == there.fields
    with pytest.raises(ValueError, match="leave gaps"):
        aligned("holey", [("one", "i1"), ("four", "i4")])


def test_columns_of_records() -> None:
    nodes = np.zeros(3, DTYPES["node"])
    nodes["visits"], nodes["distance"], nodes["value"] = [1, 2, 3], -1, 0.1
    read = shapes.NODE.columns("visits", "distance").iter_unpack(nodes.tobytes())
    assert list(read) == [(1, -1), (2, -1), (3, -1)]
    tenth = float(np.float32(0.1))
    read = shapes.NODE.columns("value").iter_unpack(nodes.tobytes())
    assert list(read) == [(tenth,) * 4] * 3


def test_the_memory_of_a_thought_is_given_back(modules: Modules) -> None:
    from blockhaus.core.wasm.thoughts import Thoughts

    started: list[Module] = []

    def start(name: str) -> Module:
        started.append(stack[len(started)])
        return started[-1]

    with running("wasmtime", modules("kewbz")) as one, running("wasmtime", modules("kewbz")) as two:
        stack = [one, two]
        thoughts_ = Thoughts(start)
        first = thoughts_.new("kewbz")
        part = first.array("i8", 1000)[10:20]
        del first
        second = thoughts_.new("kewbz")  # the first one is still in use, by a part of an array
        assert len(started) == 2
        part[:] = 1
        address = part.address
        del part
        third = thoughts_.new("kewbz")
        assert len(started) == 2
        assert third.array("i8", 1000).address + 80 == address
        assert not any(third.array("i8", 1000).numbers)
        del second, third
