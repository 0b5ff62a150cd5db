"""The commands of `blockhaus theorems`: what is proven of small boards, and proving it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `blockhaus games`.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]

theorem_commands = typer.Typer(
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
Memory = Annotated[float, typer.Option(min=1, help="Megabytes for positions already seen.")]


@theorem_commands.callback(invoke_without_command=True)
def theorems(ctx: typer.Context) -> None:
    """List what is proven of small boards; `prove` one anew, `find` another."""
    if ctx.invoked_subcommand is None:
        from .screen import Screen
        from .theorems import show_theorems

        show_theorems(Screen(), None)


@theorem_commands.command()
def prove(
    key: Annotated[str, typer.Argument(metavar="THEOREM", help="A name from the list.")],
    memory: Memory = 1000,
) -> None:
    """Prove a theorem anew and compare. Stop whenever you like, the same command goes on."""
    from .screen import Screen
    from .theorems import prove_again

    if not prove_again(Screen(), key, memory):
        raise typer.Exit(1)


@theorem_commands.command()
def find(
    game: GameName,
    option: Options = None,
    move: Annotated[
        list[str] | None,
        typer.Option(metavar="MOVE", help="A move of the opening; repeatable."),
    ] = None,
    points: Annotated[
        bool, typer.Option("--points", help="Find the difference of the points, too.")
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option(min=1, max=20, help="Decisions whose positions are stored; else well chosen."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the theorem to this file.")
    ] = None,
    memory: Memory = 1000,
) -> None:
    """Solve a board: the result with best play, and that of every first move."""
    from .catalogue import read_game
    from .screen import Screen
    from .theorems import find_theorem

    played = read_game(game, tuple(option or ()))
    find_theorem(Screen(), played, tuple(move or ()), points, depth, file, memory)
