"""What a visitor's own browser may think about instead of the house, and with which files.

The files are a page's Python and games (`make thinking`); where they are missing, or are made of
another version, or lack a game of this house, the house thinks for everybody.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import blockhaus

FOLDER = Path(__file__).parent / "thinking"
PLACE = "/thinking"
STAMP = "made.txt"  # the version, and a hash of all files

SOCKET = "SOCKET"
# What needs no table, no person and nothing that is stored. Puzzles are rated, apart from those of
# a position that is given. Tasks of a workshop stay with the house, which may have a second solver.
PATHS: tuple[tuple[str, str, str | None], ...] = (
    (SOCKET, "/api/analysis", None),
    ("POST", "/api/positions", None),
    ("POST", "/api/positions/why", None),
    ("POST", "/api/theorems/{key}", None),
    ("POST", "/api/puzzles/solve", "code"),
    ("POST", "/api/puzzles/why", "code"),
    ("POST", "/api/puzzles/hint", "code"),
    ("POST", "/api/puzzles/solution", "code"),
)


@cache
def offer(games: tuple[str, ...]) -> dict[str, Any] | None:
    """Where the files lie and what can be asked of them; None if they are not for this house."""
    made = hash_of_files()
    if made is None or not all((FOLDER / "games" / f"{game}.wasm").is_file() for game in games):
        return None
    paths = [{"method": method, "path": path, "given": given} for method, path, given in PATHS]
    return {"files": f"{PLACE}/{made}/", "paths": paths}


@cache
def hash_of_files() -> str | None:
    try:
        version, made = (FOLDER / STAMP).read_text("utf-8").split()
    except (OSError, ValueError):
        return None
    return made if version == blockhaus.__version__ else None
