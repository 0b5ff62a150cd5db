"""The stamp of a game: a hash of everything that its compiled functions are made of.

That is the byte code of its rules and of all functions they call, and the values of all constants
these use, wherever they come from: siblings, subfolders, other packages, tables read from a file.
Names of files would tell less: a module may be imported in many ways, or have no source at all.

Left out is what stays the same: Python's own library, NumPy and Numba, whose versions name the
cache directory, and functions of Blockhaus outside the games, whose sources do.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ..layout import Layout
from ..lookup import Lookup
from ..rules import Function, rules_of

HOUSE = __name__.partition(".")[0]
GAMES = f"{HOUSE}.games"
KNOWN = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}

_stamps: dict[Layout, tuple[list[Function], str]] = {}


def stamp_of(layout: Layout) -> str:
    functions = [function for _, function in sorted(rules_of(layout).items())]
    known = _stamps.get(layout)
    if known is None or known[0] != functions:
        known = _stamps[layout] = functions, stamp(functions)
    return known[1]


def stamp(functions: Iterable[Function]) -> str:
    reading = _Reading()
    for function in functions:
        reading.function(function)
    return reading.digest.hexdigest()[:20]


class _Reading:
    """Reads what a compiler would read, each function once."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.read: set[Function] = set()

    def note(self, *facts: Any) -> None:
        self.digest.update(f"{facts!r}\n".encode())

    def function(self, function: Any) -> None:
        self.note(function.__name__)
        if function in self.read:
            return
        self.read.add(function)
        self.code(function.__code__, function.__globals__)
        for cell in function.__closure__ or ():
            self.value(cell.cell_contents)
        self.value(function.__defaults__)
        self.value(sorted((function.__kwdefaults__ or {}).items()))

    def code(self, code: CodeType, scope: Mapping[str, Any]) -> None:
        self.note(code.co_code, code.co_varnames, code.co_names)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, scope)
            else:
                self.value(constant)
        for space in (scope, *map(vars, _modules(code, scope))):
            for name in code.co_names:
                if name in space:
                    self.value(space[name])

    def value(self, value: Any) -> None:
        value = getattr(value, "py_func", value)  # of what Numba has compiled already
        if isinstance(value, FunctionType):
            if _counts(value.__module__):
                self.function(value)
        elif isinstance(value, Lookup):
            self.note(value.kind, tuple(value))
        elif isinstance(value, (tuple, list)):
            self.note(len(value))
            for item in value:
                self.value(item)
        elif isinstance(value, (set, frozenset)):
            self.note(sorted(map(repr, value)))
        elif isinstance(value, np.ndarray):
            self.note(value.dtype.str, value.shape, value.tobytes())
        elif isinstance(value, (int, float, complex, str, bytes, np.generic, type(None))):
            self.note(value)
        elif not isinstance(value, ModuleType):
            self.origin(value)

    def origin(self, value: Any) -> None:
        """Of anything else, such as a class, the file that it comes from."""
        name = getattr(value, "__module__", None) or type(value).__module__
        file = getattr(sys.modules.get(name), "__file__", None)
        if file and _counts(name):
            self.note(file_hash(file))


def _modules(code: CodeType, scope: Mapping[str, Any]) -> list[ModuleType]:
    """The modules that a function names, also those within others, as in `a.b.c`."""
    found: list[ModuleType] = []
    for space in chain([scope], map(vars, found)):  # grows while it is looked through
        for name in code.co_names:
            module = space.get(name)
            if isinstance(module, ModuleType) and _counts(module.__name__) and module not in found:
                found.append(module)
    return found


def _counts(name: str) -> bool:
    if name.partition(".")[0] == HOUSE:
        return name == GAMES or name.startswith(f"{GAMES}.")
    return name.partition(".")[0] not in KNOWN


def file_hash(path: str | Path) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:20]
