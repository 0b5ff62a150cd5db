"""A process that solves tasks, one line of JSON in and one out: `python -m` this module.

Solving keeps a core busy for seconds and cannot always be broken off; a process can.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from ..core.errors import BlockhausError
from ..core.rooms import find_room
from .json_text import read, written

NICENESS = 10


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    workshop = find_room(asked["game"]).workshop
    assert workshop
    task = workshop.task(asked["task"])
    try:
        found = workshop.solve(task, asked["building"], asked["seconds"])
    except BlockhausError as error:
        return {"error": error.phrase}
    return {"found": found}


def main() -> None:
    with suppress(AttributeError, OSError):  # the house itself goes first
        os.nice(NICENESS)
    first = True
    for line in sys.stdin:
        told = answer(read(line))
        if first and "error" in told:  # compiling the search may have taken all the time there was
            told = answer(read(line))
        first = False
        print(written(told), flush=True)


if __name__ == "__main__":
    main()
