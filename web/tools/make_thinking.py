"""Writes what browsers of a served house need to think by themselves, into the package.

    python web/tools/make_thinking.py        (or: make thinking)

These are Python's files of a site. The house sends them as they lie there, so they lie there packed
as well.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import blockhaus
from blockhaus.house import thinking_here
from make_site import STAMP, WEB, build_python, hash_below


def main() -> None:
    folder = thinking_here.FOLDER
    if write_thinking(folder):
        subprocess.run(["node", WEB / "tools" / "pack.mjs", folder], check=True)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder}: {size / 1e6:.1f} MB")


def write_thinking(folder: Path) -> bool:
    """Write the files anew, not packed; false if they are there as they should be."""
    python = build_python()
    told = f"{blockhaus.__version__} {hash_below(python)}\n"
    stamp = folder / thinking_here.STAMP
    if stamp.is_file() and stamp.read_text("utf-8") == told:
        return False
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(python, folder, ignore=shutil.ignore_patterns(STAMP))
    stamp.write_text(told, "utf-8")
    return True


if __name__ == "__main__":
    main()
