"""A program in which everything is as in a page, but that wasmtime runs the modules.

Nothing that compiles can be imported, and no thread can be started. It is told on stdin of a
module, a function, as `module:name`, and its arguments, and answers on stdout.
"""

from __future__ import annotations

import json
import sys
import threading
from importlib import import_module
from pathlib import Path

import plain_side

opened: list[str] = []  # games whose module was started, once for each time


def no_thread(*_: object) -> None:
    raise RuntimeError("can't start new thread")


def begin(module: Path) -> None:
    sys.meta_path.insert(0, plain_side.Absent())
    threading.Thread.start = no_thread  # type: ignore[assignment]
    from blockhaus.core.engine import choose
    from blockhaus.core.wasm.engine import Wasm
    from blockhaus.core.wasm.files import read_description
    from blockhaus.core.wasm.memory import Module
    from wasm.hosts import Wasmtime

    description = read_description(module)

    def start(name: str) -> Module:
        opened.append(name)
        return Module(description, Wasmtime(module))

    choose(Wasm(start))


if __name__ == "__main__":
    sys.modules["wasm.as_in_a_page"] = sys.modules["__main__"]
    path, question, arguments = json.load(sys.stdin)
    begin(Path(path))
    where, _, name = question.partition(":")
    answer = getattr(import_module(where), name)(*arguments)
    assert not any(module.partition(".")[0] in plain_side.COMPILING for module in sys.modules)
    json.dump(answer, sys.stdout)
