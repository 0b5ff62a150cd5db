"""The house that writes down, in its folder, every position it analyses. The files with which
browsers think by themselves are in the same folder, if anywhere.
"""

import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from blockhaus import cli
from blockhaus.house import thinking_here
from blockhaus.house.analysts import Analysts

folder = Path(sys.argv[sys.argv.index("--data") + 1])
analyse = Analysts.analyse


async def noted(self: Analysts, visitor: str, code: str, *more: Any) -> None:
    with (folder / "analysed.txt").open("a") as notes:
        notes.write(f"{code}\n")
    await analyse(self, visitor, code, *more)


with (
    patch.object(Analysts, "analyse", noted),
    patch.object(thinking_here, "FOLDER", folder / "thinking"),
):
    cli.app()
