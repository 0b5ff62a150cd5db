"""Run within Pyodide by compile_page.mjs: makes .pyc files without docstrings.

A class keeps a letter where its docstring was: a dataclass without one writes its signature there,
which takes longer than all the rest of it. The house is imported once, and the methods that its
dataclasses write are compiled for page_start.py.
"""

import ast
import dataclasses
import importlib
import importlib.util
import marshal
import struct
import sys
from pathlib import Path
from types import CodeType
from typing import Any

FLAGS = 0b01  # known by the hash of the source, which is not looked at
SHORT = "."


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        if isinstance(node, ast.ClassDef):
            node.body[0] = ast.copy_location(ast.Expr(ast.Constant(SHORT)), node.body[0])
            ast.fix_missing_locations(node.body[0])
        else:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree


def compiled(source: bytes, name: str, docstrings: bool) -> bytes:
    tree = ast.parse(source, name)
    code = compile(
        tree if docstrings else without_docstrings(tree),
        name,
        "exec",
        dont_inherit=True,
        optimize=0 if docstrings else 1,
    )
    head = importlib.util.MAGIC_NUMBER + struct.pack("<I", FLAGS)
    return head + importlib.util.source_hash(source) + marshal.dumps(code)


def methods_of_dataclasses(entry: str) -> dict[str, CodeType]:
    """What dataclasses write while a module is imported, and what it is compiled."""
    found: dict[str, CodeType] = {}

    def run(text: str, module: dict[str, Any], names: dict[str, Any]) -> None:
        found[text] = compile(text, "<string>", "exec", dont_inherit=True)
        exec(found[text], module, names)

    dataclasses.exec = run  # type: ignore[attr-defined]
    importlib.import_module(entry)
    return found


ROOT = Path("/sources")
files = sorted(ROOT.rglob("*.py"))
for file in files:
    name = file.relative_to(ROOT).as_posix()
    # Pyodide's own modules find their documentation there when they start.
    keep = name.startswith(("stdlib/_pyodide", "stdlib/pyodide"))
    file.with_suffix(".pyc").write_bytes(compiled(file.read_bytes(), name, keep))
    file.unlink()
sys.path[:0] = [str(ROOT / "blockhaus"), str(ROOT / "libraries")]
methods = methods_of_dataclasses("blockhaus.page.entry")
(ROOT / "libraries" / "page_start.bin").write_bytes(marshal.dumps(methods))
len(files)
