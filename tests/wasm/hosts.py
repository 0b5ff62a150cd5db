"""What runs modules in tests: Node, as a process of its own, and wasmtime, in this one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import wasmtime

from blockhaus.core.wasm.memory import Host, Module

HERE = Path(__file__).parent


class Node:
    """A host that is a process of Node."""

    def __init__(self, module: Path) -> None:
        self.process = subprocess.Popen(
            ["node", HERE / "host.mjs", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.seconds = 0.0  # of a processor that the last call took

    def close(self) -> None:
        self._in.close()
        self.process.wait()
        self._out.close()

    @property
    def _in(self) -> Any:
        return self.process.stdin

    @property
    def _out(self) -> Any:
        return self.process.stdout

    def _ask(self, question: dict[str, Any], data: bytes | bytearray = b"") -> None:
        self._in.write(json.dumps(question).encode() + b"\n" + data)
        self._in.flush()

    def call(self, name: str, *numbers: int) -> int:
        self._ask({"call": name, "numbers": numbers})
        answer = json.loads(self._out.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        self.seconds = answer["seconds"]
        return int(answer["value"])

    def read(self, address: int, size: int) -> bytes:
        self._ask({"read": address, "size": size})
        found: bytes = self._out.read(size)
        return found

    def write(self, address: int, data: bytes | bytearray) -> None:
        self._ask({"write": address, "size": len(data)}, data)


class Wasmtime:
    """A host that needs no Node."""

    def __init__(self, module: Path) -> None:
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        loaded = wasmtime.Module.from_file(engine, str(module))
        self.exports = wasmtime.Instance(self.store, loaded, []).exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory = memory

    def close(self) -> None:
        self.store.close()

    def call(self, name: str, *numbers: int) -> int:
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        return int(function(self.store, *numbers) or 0)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self.memory.read(self.store, address, address + size))

    def write(self, address: int, data: bytes | bytearray) -> None:
        self.memory.write(self.store, bytearray(data), address)


HOSTS: dict[str, Callable[[Path], Any]] = {"node": Node, "wasmtime": Wasmtime}


@contextmanager
def running(kind: str, module: Path) -> Iterator[Module]:
    """A module that runs for the length of a block."""
    host: Host = HOSTS[kind](module)
    description = json.loads(module.with_suffix(".json").read_text("utf-8"))
    try:
        yield Module(description, host)
    finally:
        host.close()  # type: ignore[attr-defined]
