"""The house on its very first start, at a moment that lasts: no game is compiled yet.

Whoever asks for compiled rules all the same would have waited for a minute; here it is an error.
"""

import threading
from typing import Any
from unittest.mock import patch

from blockhaus import cli
from blockhaus.core import engine
from blockhaus.house import helping, warming


def compiling(game: Any) -> None:
    threading.Event().wait()


def not_yet() -> engine.Engine:
    raise AssertionError("compiled rules were asked for before they were compiled")


with (
    patch.object(warming.Warming.__init__, "__defaults__", (compiling, None)),
    patch.object(engine, "_usual", not_yet),
    patch.object(helping, "GETTING_READY", 0.5),  # nothing comes of waiting
):
    cli.app()
