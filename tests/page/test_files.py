"""What a site has in it for the house in a page."""

from __future__ import annotations

import ast
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import page_files
from blockhaus.core.rooms import game_names

LEFT_OUT = page_files.LEFT_OUT
# Imported where no page ever comes: a program's start, another database, another system.
ELSEWHERE = {"email.message", "email.policy", "msvcrt", "alembic"}


def imported(file: Path) -> Iterator[str]:
    """All modules that a file names, wherever in it."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def test_nothing_of_the_house_asks_for_what_is_left_out() -> None:
    missing = {
        (name, module)
        for name, file in page_files.files_of(page_files.package("blockhaus"))
        if file.suffix == ".py" and not page_files.is_below(name, LEFT_OUT["house"])
        for module in imported(file)
        if page_files.is_left_out(module.replace(".", "/")) and module not in ELSEWHERE
    }
    assert not missing


def test_what_is_left_out_is_there_to_be_left_out() -> None:
    house = page_files.package("blockhaus")
    built = ("house/client", "house/thinking", "core/wasm/modules")  # by other commands
    assert not [
        name for name in LEFT_OUT["house"] if name not in built and not (house / name).exists()
    ]
    sqlalchemy = page_files.package("sqlalchemy")
    assert not [name for name in LEFT_OUT["sqlalchemy"] if not (sqlalchemy / name).exists()]


def test_a_site_has_everything_and_nothing_twice(site: Path) -> None:
    sizes = json.loads((site / "python" / "sizes.json").read_text())
    files = {name: file.stat().st_size for name, file in page_files.files_of(site)}
    del files["python/sizes.json"]
    assert sizes == files
    assert {f"games/{game}.{kind}" for game in game_names() for kind in ("wasm", "json")} <= set(
        files
    )
    with ZipFile(site / "pyodide" / "python_stdlib.zip") as packed:
        names = packed.namelist()
    for name in ("blockhaus", "libraries"):
        names += names_in(site / "python" / f"{name}.pack")
    assert "page_start.bin" in names and "blockhaus/page/entry.pyc" in names
    assert not [each for each in names if each.endswith((".py", ".jpg"))]


def names_in(pack: Path) -> list[str]:
    data = gzip.decompress(pack.read_bytes())
    head = 4 + int.from_bytes(data[:4], "little")
    told: list[tuple[str, int]] = json.loads(data[4:head])
    assert sum(size for _, size in told) == len(data) - head
    return [name for name, _ in told]


def test_the_same_sources_give_the_same_bytes(site: Path, tmp_path: Path) -> None:
    page_files.write_page(tmp_path)
    for name, file in page_files.files_of(site):
        if name != "house.db":  # a new database has a time in it
            assert (tmp_path / name).read_bytes() == file.read_bytes(), name
