"""The commands of `blockhaus puzzles`; a game's name in place of a command means to solve."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..core.errors import BlockhausError
from ..core.rooms import game_names

SOLVE = "solve"
MOST = 10  # puzzles in a sitting
SHEET = 12  # puzzles on a sheet

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `blockhaus games`.")]
Theme = Annotated[
    str | None, typer.Option(metavar="THEME", help="Only puzzles of this theme; see `themes`.")
]
Rating = Annotated[int | None, typer.Option(help="Puzzles about as hard as this rating.")]
Count = Annotated[int, typer.Option(min=1, help="How many puzzles.")]


class SolveByDefault(TyperGroup):
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        known = args[0] in self.commands
        return super().resolve_command(ctx, args if known else [SOLVE, *args])


puzzle_commands = typer.Typer(
    cls=SolveByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Solve puzzles (`blockhaus puzzles GAME`), mine them, prove them, print them.",
)


@puzzle_commands.command()
def solve(
    game: GameName,
    theme: Theme = None,
    rating: Rating = None,
    count: Count = MOST,
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day.")] = False,
    name: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="The puzzle with this id.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A puzzle that somebody passed on.")
    ] = None,
) -> None:
    """Solve puzzles by playing; the answers are the most stubborn there are."""
    from ..learn import daily as days
    from ..learn.puzzles import Puzzle, find_puzzle
    from .puzzles import Solver
    from .saving import read_text
    from .screen import Screen

    if file:
        chosen = [Puzzle.read(read_text(file, "puzzle"))]
    elif name:
        chosen = [find_puzzle(game, name)]
    elif daily:
        chosen = [days.daily(game, date.today())]
    else:
        chosen = _chosen(game, theme, rating, count)
    Solver(Screen(), chosen).run()


def _chosen(game: str, theme: str | None, rating: int | None, count: int) -> list[Any]:
    """Puzzles from the easiest on, or about a rating, other ones every day."""
    from ..learn.daily import next_puzzle
    from ..learn.puzzles import puzzles
    from ..learn.themes import theme_names

    names = theme_names(game)
    if theme is not None and theme not in names:
        raise BlockhausError(f"There is no theme {theme!r}; the themes are {', '.join(names)}.")
    every = puzzles(game)
    level = rating if rating is not None else every[0].rating if every else 0
    seen: list[Any] = []
    while len(seen) < count:
        found = next_puzzle(
            every, level, [puzzle.id for puzzle in seen], [theme] if theme else [],
            date.today().isoformat(),
        )  # fmt: skip
        if found is None:
            break
        seen.append(found)
    if not seen:
        raise BlockhausError(f"There are no such puzzles of {game}.")
    return sorted(seen, key=lambda puzzle: puzzle.rating)


@puzzle_commands.command()
def themes(game: GameName) -> None:
    """List the themes of a game, with the number of its puzzles."""
    from ..learn.puzzles import puzzles
    from ..learn.themes import theme_names

    every = puzzles(game)
    for theme, called in theme_names(game).items():
        number = sum(theme in puzzle.themes for puzzle in every)
        typer.echo(f"{theme:15} {number:4}  {called}")


@puzzle_commands.command()
def mine(
    game: GameName,
    count: Count = 300,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, help="Stop after so long, however many there are.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=64, help="As many as there are cores, if not told.")
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What was found; puzzles-GAME.jsonl if not told."),
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the puzzles to this file.")
    ] = None,
) -> None:
    """Find puzzles in games between the levels, and prove them twice.

    Every game is noted at once: stop whenever you like, the same command goes on.
    """
    from .catalogue import read_game
    from .mining import Plan, mine_puzzles
    from .screen import Screen

    played = read_game(game)
    file = journal or Path(f"puzzles-{played.id}.jsonl")
    mine_puzzles(Screen(), played, Plan(count, file, minutes, processes, table))


@puzzle_commands.command()
def prove(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games; all, if none is named.")
    ] = None,
) -> None:
    """Prove the puzzles that come with the games once more, by another search."""
    from .catalogue import read_game
    from .mining import prove_puzzles
    from .screen import Screen

    games = [read_game(name) for name in dict.fromkeys(game or game_names())]
    if not prove_puzzles(Screen(), games):
        raise typer.Exit(1)


@puzzle_commands.command()
def sheet(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE.html", help="Where the page is written.")],
    theme: Theme = None,
    rating: Rating = None,
    count: Count = SHEET,
    lang: Annotated[str, typer.Option(help="en, de, fr, es or nl.")] = "en",
) -> None:
    """Write a page of puzzles to be printed, with the solutions on its last page."""
    from ..core.words import language
    from ..learn.sheets import sheet as page
    from .screen import Screen

    text = page(_chosen(game, theme, rating, count), language(lang))
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BlockhausError(f"{file} cannot be written: {error.strerror}.") from None
    Screen().point("The page is in", file)


@puzzle_commands.command()
def make(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a position.")],
    comment: Annotated[str, typer.Option(help="Your own words about it.")] = "",
) -> None:
    """Make a puzzle of a position, if the solver proves that it is one."""
    from ..core.game import read_code
    from ..learn.making import make as make_puzzle

    typer.echo(make_puzzle(read_code(code), comment).text, nl=False)
