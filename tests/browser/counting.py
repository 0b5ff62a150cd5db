"""The house that writes down, in its folder, everything it thinks about for people. The files with
which browsers think by themselves are in the same folder, if anywhere.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from blockhaus import cli
from blockhaus.house import helping, puzzles, thinking_here
from blockhaus.house.analysts import Analysts, ReviewJob

folder = Path(sys.argv[sys.argv.index("--data") + 1])
THOUGHTS = (
    (Analysts, "analyse", "analysis"),
    (ReviewJob, "step", "review"),
    (helping, "hint", "hint"),
    (puzzles, "refute", "refutation"),
)


def noted(thought: Callable[..., Any], kind: str) -> Callable[..., Any]:
    def note(*facts: Any, **more: Any) -> Any:
        with (folder / "thoughts.txt").open("a") as notes:
            notes.write(f"{kind}\n")
        return thought(*facts, **more)

    return note


with ExitStack() as patched:
    for place, name, kind in THOUGHTS:
        patched.enter_context(patch.object(place, name, noted(getattr(place, name), kind)))
    patched.enter_context(patch.object(thinking_here, "FOLDER", folder / "thinking"))
    cli.app()
