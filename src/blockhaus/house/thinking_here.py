"""What a visitor's own browser may think about instead of the house, and with which files.

Some of it the browser answers by itself. The rest it asks the house for with `here`: the house does
its own part, such as counting a hint, and hands over what has to be searched (`Handed`), as a
question to the worker (`page.thoughts`). It believes nothing that a browser finds.

The files are a page's Python and games (`make thinking`); where they are missing, or are made of
another version, or lack a game of this house, the house thinks for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from fastapi import Query

import blockhaus

from .json_text import OrjsonResponse
from .wire import thoughts as wire

FOLDER = Path(__file__).parent / "thinking"
PLACE = "/thinking"
STAMP = "made.txt"  # the version, and a hash of all files

SOCKET = "SOCKET"


class Offered(NamedTuple):
    """A path; if a part of the body is named, only where it is `given`."""

    method: str
    path: str
    given: str | None = None
    handed: bool = False  # whether the house is asked first, and hands over what takes long


# What needs no table, no person and nothing that is stored is the browser's. Of the rest, what is
# searched for is handed over: judging, rating and counting take milliseconds and stay. Tasks of a
# workshop stay as well, as the house may have a second solver.
PATHS = (
    Offered(SOCKET, "/api/analysis"),
    Offered("POST", "/api/positions"),
    Offered("POST", "/api/positions/why"),
    Offered("POST", "/api/theorems/{key}"),
    Offered("POST", "/api/puzzles/solve", given="code"),
    Offered("POST", "/api/puzzles/why", given="code"),
    Offered("POST", "/api/puzzles/hint", given="code"),
    Offered("POST", "/api/puzzles/solution", given="code"),
    Offered("GET", "/api/tables/{table_id}/review", handed=True),
    Offered("POST", "/api/tables/{table_id}/hint", handed=True),
    Offered("POST", "/api/puzzles/solve", handed=True),
    Offered("POST", "/api/puzzles/solution", handed=True),
    Offered("POST", "/api/puzzles/{game}/runs/{kind}/try", handed=True),
)


@cache
def offer(games: tuple[str, ...]) -> dict[str, Any] | None:
    """Where the files lie and what can be asked of them; None if they are not for this house."""
    made = hash_of_files()
    if made is None or not all((FOLDER / "games" / f"{game}.wasm").is_file() for game in games):
        return None
    return {"files": f"{PLACE}/{made}/", "paths": [each._asdict() for each in PATHS]}


@cache
def hash_of_files() -> str | None:
    try:
        version, made = (FOLDER / STAMP).read_text("utf-8").split()
    except (OSError, ValueError):
        return None
    return made if version == blockhaus.__version__ else None


# What is handed over

STATUS = 202
HANDED: dict[int | str, dict[str, Any]] = {STATUS: {"model": wire.Handed}}
Here = Annotated[bool, Query()]  # whether who asks can think about it


@dataclass(frozen=True)
class Handed:
    """A question for the asker's own worker. Its answer is the whole one or, if the house has
    `told` the rest, the part of it that `into` leads to.
    """

    path: str
    body: dict[str, Any]
    told: dict[str, Any] | None = None
    into: Sequence[str] = ()


def answered(found: dict[str, Any] | Handed) -> OrjsonResponse:
    return OrjsonResponse(found, STATUS if isinstance(found, Handed) else 200)
