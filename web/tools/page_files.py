"""Writes what the house in a page is made of into a folder, beside the files of the client.

    PYTHONPATH=src python web/tools/page_files.py FOLDER

pyodide/    Pyodide, with the part of the standard library that is used, compiled
python/     blockhaus.pack and libraries.pack, compiled for Pyodide's Python; sizes.json
games/      the modules of all games
house.db    the database of an empty house
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from blockhaus.core.wasm.files import MODULES
from blockhaus.house.databases import Sqlite, migrated

WEB = Path(__file__).parents[1]
PYODIDE = WEB / "node_modules" / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
START = WEB / "tools" / "page_start.py"
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
EPOCH = (2020, 1, 1, 0, 0, 0)  # the same files give the same bytes

LEFT_OUT: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
PICTURES = (".jpg", ".webp", ".png")


def is_below(name: str, parts: Iterable[str]) -> bool:
    return any(name == part or name.startswith(f"{part}/") for part in parts)


def package(name: str) -> Path:
    spec = find_spec(name)
    assert spec and spec.origin, name
    return Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)


def files_of(root: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(root.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(root).as_posix(), file


def put(data: bytes, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def gather_house(into: Path) -> None:
    """The package. What is read as TOML becomes JSON, which Pyodide reads in a hundredth of the
    time; the stand-in of `tomllib` knows.
    """
    for name, file in files_of(package("blockhaus")):
        if is_below(name, LEFT_OUT["house"]) or file.suffix in PICTURES:
            continue
        data = file.read_bytes()
        if file.suffix == ".toml":
            told = tomllib.loads(data.decode())
            data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
        put(data, into / "blockhaus" / name)


def gather_libraries(into: Path) -> None:
    for name, file in files_of(package("sqlalchemy")):
        if file.suffix == ".py" and not is_below(name, LEFT_OUT["sqlalchemy"]):
            put(file.read_bytes(), into / "sqlalchemy" / name)
    put(package("typing_extensions").read_bytes(), into / "typing_extensions.py")
    put(START.read_bytes(), into / START.name)


def is_left_out(name: str) -> bool:
    """Whether a module of the standard library stays at home."""
    folder, _, encoding = name.partition("/")
    other = folder == "encodings" and encoding not in LEFT_OUT["encodings"]
    return other or is_below(name, LEFT_OUT["stdlib"]) or name.endswith("/__main__")


def gather_stdlib(into: Path) -> None:
    with ZipFile(PYODIDE / STDLIB) as packed:
        for name in packed.namelist():
            if not name.endswith("/") and not is_left_out(name.removesuffix(".py")):
                put(packed.read(name), into / name)


def compile_all(folder: Path) -> None:
    """By Pyodide itself: only its own Python knows its own bytecode."""
    subprocess.run(["node", WEB / "tools" / "compile_page.mjs", folder], check=True)


def pack(folder: Path, into: Path) -> None:
    """All files as one, packed as a whole: a tenth smaller than a zip, and unpacked by the browser
    itself (web/src/worker/packs.ts). Few servers would pack it on the way.
    """
    files = [(name, file.read_bytes()) for name, file in files_of(folder)]
    names = json.dumps([[name, len(data)] for name, data in files], separators=(",", ":")).encode()
    parts = [len(names).to_bytes(4, "little"), names, *(data for _, data in files)]
    put(gzip.compress(b"".join(parts), 9, mtime=0), into)


def pack_stdlib(folder: Path, into: Path) -> None:
    """A zip, as Pyodide wants it."""
    into.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(into, "w") as packed:
        for name, file in files_of(folder):
            entry = ZipInfo(name, EPOCH)
            packed.writestr(entry, file.read_bytes(), ZIP_DEFLATED, 9)


def write_empty_house(into: Path) -> None:
    """A house in which nothing has happened, in the present form."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.sqlite"
        database = Sqlite(file)
        migrated(database).engine.dispose()
        with closing(sqlite3.connect(file, isolation_level=None)) as plain:
            plain.execute("PRAGMA journal_mode=DELETE")
            plain.execute("VACUUM")
        put(file.read_bytes(), into)


def write_sizes(site: Path) -> None:
    """How many bytes there are, for who waits for them: what is sent may be packed."""
    folders = [site / name for name in ("pyodide", "python", "games")]
    files = [site / "house.db", *(file for folder in folders for _, file in files_of(folder))]
    sizes = {file.relative_to(site).as_posix(): file.stat().st_size for file in files}
    put(json.dumps(sizes, indent=1).encode(), site / "python" / "sizes.json")


def write_pyodide(into: Path) -> None:
    """Pyodide itself, without the list of packages that could be loaded from elsewhere."""
    for name in PYODIDE_FILES:
        put((PYODIDE / name).read_bytes(), into / name)
    lock = json.loads((PYODIDE / LOCK).read_text("utf-8"))
    put(json.dumps(lock | {"packages": {}}).encode(), into / LOCK)


def write_page(site: Path) -> None:
    write_pyodide(site / "pyodide")
    for _, file in files_of(MODULES):
        put(file.read_bytes(), site / "games" / file.name)
    with TemporaryDirectory() as folder:
        work = Path(folder)
        gather_house(work / "blockhaus")
        gather_libraries(work / "libraries")
        gather_stdlib(work / "stdlib")
        compile_all(work)
        pack(work / "blockhaus", site / "python" / "blockhaus.pack")
        pack(work / "libraries", site / "python" / "libraries.pack")
        pack_stdlib(work / "stdlib", site / "pyodide" / STDLIB)
    write_empty_house(site / "house.db")
    write_sizes(site)


def main() -> None:
    site = Path(sys.argv[1])
    for name in ("pyodide", "python", "games"):
        shutil.rmtree(site / name, ignore_errors=True)
    write_page(site)


if __name__ == "__main__":
    main()
