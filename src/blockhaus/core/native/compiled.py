"""Compiling functions with Numba, with a disk cache that never serves an old rule.

Numba's own cache looks only at the file of the cached function. Our loops live in one
file and call rules in another, so an edited rule would go unnoticed. Here the cache
directory is named by a hash of all sources that compile something and of the tools' versions, and
every entry also carries the stamp of each game it was compiled for, and its own (`sources`).
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, types

from ..rules import helper as helper
from . import rules as rules  # makes the rules known to Numba
from .options import OPTIONS
from .records import layout_of
from .sources import file_hash, stamp, stamp_of

PACKAGE = Path(__file__).resolve().parents[2]
COMPILED_FOLDERS = ("core", "search")  # games have stamps of their own
ELSEWHERE = "wasm"  # what compiles the same loops for pages; nothing of it comes into the cache
SHARED = "shapes"  # constants that loops share with what is around them
COMPILES = re.compile(
    r"^(import numba|from numba|from \S*native|from \S+ import .*\b(helper|rules)\b|def helper)",
    re.MULTILINE,
)


def compiled_sources() -> list[Path]:
    """The files whose functions are compiled. What these import to compile must be among them."""
    files = (path for folder in COMPILED_FOLDERS for path in (PACKAGE / folder).rglob("*.py"))
    return sorted(
        path
        for path in files
        if ELSEWHERE not in (path.parent.name, path.stem)
        and (
            path.parent.name == "native"
            or path.stem == SHARED
            or COMPILES.search(path.read_text("utf-8"))
        )
    )


@cache
def core_hash() -> str:
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for path in compiled_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """The user's cache directory for compiled games; BLOCKHAUS_CACHE overrides it."""
    chosen = os.environ.get("BLOCKHAUS_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "blockhaus"


@cache
def cache_directory() -> Path:
    """A writable directory for this version of the compiled sources."""
    directory = cache_root() / core_hash()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        # An unwritable home must not keep anyone from playing: compile for this process only.
        directory = Path(tempfile.mkdtemp(prefix="blockhaus-"))
    return directory


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def get_cache_path(self) -> str:
        return str(cache_directory())

    def get_source_stamp(self) -> str:
        return file_hash(inspect.getfile(self.function))

    def get_disambiguator(self) -> str:
        return str(self.function.__code__.co_firstlineno)

    @classmethod
    def from_function(cls, function: Callable[..., Any], _file: str) -> _Locator:
        return cls(function)


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _Impl

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        layouts = {layout_of(_record_of(argument)) for argument in signature}
        stamps = sorted(stamp_of(layout) for layout in layouts if layout)
        return (*super()._index_key(signature, codegen), stamp([self._py_func]), tuple(stamps))


def _record_of(argument: types.Type) -> types.Type:
    return argument.dtype if isinstance(argument, types.Array) else argument


def compiled(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a module-level loop, cached on disk per record type it is called with."""
    if function is None:
        return lambda f: compiled(f, **options)
    dispatcher = numba.njit(**{**OPTIONS, **options})(function)
    dispatcher._cache = _Cache(function)
    return dispatcher
