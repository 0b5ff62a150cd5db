"""The command `blockhaus compile-wasm`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def compile_wasm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games; all, if none is named.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--to", metavar="FOLDER", help="Where they go; otherwise into the package."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Also those that are there and up to date.")
    ] = False,
) -> None:
    """Compile games to WebAssembly, for pages without a server."""
    from ..core.rooms import find_room, game_names
    from ..core.wasm.linking import linker
    from ..search.wasm import plan
    from .screen import Screen
    from .wasm import compile_modules

    names = dict.fromkeys(game or game_names())
    for name in names:
        find_room(name)
    linker()
    compile_modules(Screen(), [plan(name, folder) for name in names], again)
