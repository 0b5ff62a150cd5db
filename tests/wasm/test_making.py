"""How modules are made: of all loops, with the types of their callers, the same every time."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from numba.core import types
from numba.core.dispatcher import Dispatcher
from typer.testing import CliRunner

import blockhaus
from blockhaus.cli import app
from blockhaus.core import native as core_loops
from blockhaus.core.engine import running as rules_by
from blockhaus.core.engine import uncompiled
from blockhaus.core.wasm import linking
from blockhaus.core.wasm.building import Plan, carry_out_all
from blockhaus.core.wasm.emitting import numba_type
from blockhaus.core.wasm.engine import Wasm
from blockhaus.core.wasm.files import read_description
from blockhaus.core.wasm.loops import record_dtypes, rule_loops
from blockhaus.core.wasm.memory import Module, OutOfMemory
from blockhaus.search import native as search_native
from blockhaus.search.native.memory import LOOPS
from blockhaus.search.warm import warm
from blockhaus.search.wasm import search_loops
from wasm.conftest import Modules, OpenModule
from wasm.hosts import HOSTS, running

GAMES = blockhaus.games()


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield import_module(found.name)


def test_every_compiled_loop_becomes_webassembly() -> None:
    compiled = {
        value.py_func
        for package in (core_loops, search_native)
        for module in modules_of(package)
        for value in vars(module).values()
        if isinstance(value, Dispatcher)
    }
    listed = [*rule_loops(blockhaus.game(GAMES[0])), *search_loops()]
    assert {loop.plain for loop in listed} == compiled
    assert [loop.name for loop in search_loops()] == list(LOOPS)


@pytest.mark.parametrize("name", GAMES)
def test_signatures_are_those_of_native_callers(name: str) -> None:
    game = blockhaus.game(name)
    warm(game)
    known = record_dtypes(game)
    record = numba_type("record", known)
    met = 0
    for loop in (*rule_loops(game), *search_loops()):
        dtypes = {**known, **loop.dtypes}
        told = tuple(numba_type(word, dtypes) for word in loop.arguments)
        for called in loop.function.overloads:
            if any(isinstance(kind, types.Array) and kind.dtype == record for kind in called):
                assert called == told, loop.name
                met += 1
    assert met > 5


@pytest.mark.parametrize("name", GAMES)
def test_the_description_tells_the_record(name: str, modules: Modules) -> None:
    layout = blockhaus.game(name).definition.state
    told = read_description(modules(name))["records"]["record"]
    fields = [[f.name, f.kind, list(f.shape), f.offset] for f in layout.fields.values()]
    assert told == {"size": layout.size, "fields": fields}


def test_a_game_of_another_package_twice(pillars: None, tmp_path: Path) -> None:
    """The same bytes every time, and the same game as plain rules play."""
    plans = [Plan("pillars", tmp_path / number, "wasm.few:one_loop") for number in "12"]
    assert not any(plan.is_carried_out for plan in plans)
    once, again = carry_out_all(plans)
    assert once.is_carried_out and again.is_carried_out
    assert once.module.read_bytes() == again.module.read_bytes()
    assert read_description(once.module) == read_description(again.module)
    with uncompiled():
        plain = played_through(blockhaus.game("pillars"))
    for kind in HOSTS:
        with running(kind, once.module) as module, rules_by(Wasm(lambda name, m=module: m)):  # type: ignore[misc]
            assert played_through(blockhaus.game("pillars")) == plain
    again.module.write_bytes(b"something else")
    assert not again.is_carried_out


def played_through(game: blockhaus.Game) -> list[bytes]:
    position = game.start(1)
    met = [position.state]
    while not position.is_over:
        position = position.after(position.actions[len(met) % len(position.actions)])
        met.append(position.state)
    return met


def test_without_the_linker_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = CliRunner().invoke(app, ["compile-wasm", GAMES[0], "--to", str(tmp_path)])
    assert told.exit_code == 2
    assert told.stderr == "The linker wasm-ld is missing (on Debian: apt-get install lld).\n"


def test_what_cannot_be_linked_is_told() -> None:
    with pytest.raises(linking.LinkError, match=r"cannot be linked: .*no input files"):
        linking.link([], [])
    assert linking._told("a.o: undefined symbol: pow\nb.o: undefined symbol: cos\n") == (
        "nothing provides cos, pow"
    )


@pytest.fixture(params=HOSTS)
def module(request: pytest.FixtureRequest, open_module: OpenModule) -> Module:
    return open_module(request.param, GAMES[0])


def test_memory_that_is_given_back_is_used_again(module: Module) -> None:
    first = module.array("i8", 1000)
    other = module.array("i8", 1000)
    assert first.address % 16 == 0 and abs(first.address - other.address) >= first.size
    first.fill(range(1000))
    assert first.numbers == list(range(1000)) and not any(other.numbers)
    first.release()
    assert module.array("i8", 990).address == first.address


def test_there_is_an_end_of_memory(module: Module) -> None:
    for size in (1 << 31, (1 << 32) - 1):
        with pytest.raises(OutOfMemory):
            module.reserve(size)


def test_an_array_keeps_to_its_room(module: Module) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        module.array("i8", 2).fill([1, 2, 3])


@pytest.mark.parametrize("name", GAMES)
def test_rules_give_back_the_memory_they_work_with(name: str, modules: Modules) -> None:
    game = blockhaus.game(name)
    with running("wasmtime", modules(name)) as module, rules_by(Wasm(lambda _: module)):
        played_through(game)
        module.reserve(1)  # perhaps a block that was given back
        before = module.reserve(1)
        for _ in range(5):
            played_through(game)
        assert module.reserve(1) - before < 100
