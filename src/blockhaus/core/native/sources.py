"""The stamp of a game: a hash of every file that its compiled functions come from.

These are the files of its rules and all files that those import, siblings, subfolders and other
packages included. Left out is what stays the same: Python's own library, NumPy and Numba, whose
versions name the cache directory, and Blockhaus outside the games, whose sources do.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from ..layout import Layout
from ..rules import rules_of

HOUSE = __name__.partition(".")[0]
GAMES = f"{HOUSE}.games"
KNOWN = {*sys.stdlib_module_names, "numpy", "numba"}
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))",
    re.M,
)
NAME = re.compile(r"[\w.]+")

_stamps: dict[Layout, tuple[int, str]] = {}


def stamp_of(layout: Layout) -> str:
    functions = rules_of(layout).values()
    known = _stamps.get(layout)
    if known is None or known[0] != len(functions):
        digest = hashlib.sha256()
        for path in source_files({function.__module__ for function in functions}):
            digest.update(f"{path.name} {file_hash(path)}\n".encode())
        known = _stamps[layout] = len(functions), digest.hexdigest()[:20]
    return known[1]


def source_files(modules: set[str]) -> list[Path]:
    """The files of some modules and of all they import, in the order of the modules' names."""
    found: dict[str, Path] = {}
    waiting = sorted(modules)
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        path = getattr(module, "__file__", None)
        if module is None or name in found or not path or not _counts(name):
            continue
        found[name] = Path(path)
        waiting += _imported(module, found[name])
    return [found[name] for name in sorted(found)]


def _counts(name: str) -> bool:
    if name.partition(".")[0] == HOUSE:
        return name == GAMES or name.startswith(f"{GAMES}.")
    return name.partition(".")[0] not in KNOWN


def _imported(module: ModuleType, path: Path) -> Iterator[str]:
    """The names of modules that a file imports; some may be of things within modules."""
    if path.suffix != ".py":
        return
    package = module.__package__ or ""
    for source, names, plain in IMPORT.findall(path.read_text("utf-8")):
        if plain:
            yield from (part for name in NAME.findall(plain) for part in _with_parents(name))
            continue
        dots = len(source) - len(source.lstrip("."))
        inside = package.rsplit(".", dots - 1)[0] if dots else ""
        base = ".".join(filter(None, (inside, source[dots:])))
        yield from _with_parents(base)
        yield from (f"{base}.{name}" for name in NAME.findall(names))


def _with_parents(name: str) -> Iterator[str]:
    """A module and the packages around it, whose files run when it is imported."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def file_hash(path: str | Path) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:20]
