"""Imported in a page before the house is; page_files.py packs it beside SQLAlchemy.

Nothing is garbage while modules are imported, so nobody looks for it; who opens the house lets it
be looked for again. And a dataclass writes its methods as a text, which Pyodide takes long to
compile: a quarter of all importing. The texts are always the same, so they are compiled when the
page is built (compile_page.py), and whatever is not among them is compiled as ever.
"""

from __future__ import annotations

import dataclasses
import gc
import marshal
from pathlib import Path
from types import CodeType
from typing import Any

FILE = Path(__file__).with_suffix(".bin")
COMPILED: dict[str, CodeType] = marshal.loads(FILE.read_bytes()) if FILE.exists() else {}


def run(text: str, module: dict[str, Any], names: dict[str, Any]) -> None:
    exec(COMPILED.get(text, text), module, names)


def begin() -> None:
    gc.disable()
    dataclasses.exec = run  # type: ignore[attr-defined]
