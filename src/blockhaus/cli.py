"""The command line of Blockhaus: `blockhaus --help`.

Every command loads what it needs itself, so that a list of games does not wait for a compiler.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

import blockhaus

from .core.errors import BlockhausError
from .core.rooms import game_names
from .search.budget import Budget
from .terminal.house_commands import house_commands
from .terminal.lesson_commands import learn
from .terminal.players import player_names
from .terminal.puzzle_commands import puzzle_commands
from .terminal.rule_commands import rules
from .terminal.theorem_commands import theorem_commands
from .terminal.wasm_commands import compile_wasm

if TYPE_CHECKING:
    from .core.game import Game

GAME = game_names()[0]  # for the examples
WRONG = 2  # exit code for what the user can put right
INTERRUPTED = 130


class Friendly(TyperGroup):
    """Commands whose errors are a sentence for the user, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BlockhausError as error:
            _complain(error)
            raise typer.Exit(WRONG) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except EOFError:
            return None


def _complain(error: BlockhausError) -> None:
    from rich.console import Console
    from rich.text import Text

    from .terminal.saving import DamagedRecord

    console = Console(stderr=True, markup=False, emoji=False, highlight=False, soft_wrap=True)
    console.print(Text(str(error), "red"))
    if isinstance(error, DamagedRecord) and error.line:
        console.print(Text(error.line))
        console.print(Text(" " * (error.column - 1) + "^", "red"))


def _examples(*lines: str) -> str:
    return "Examples:\n\n" + "\n".join(f"- blockhaus {line}" for line in lines)


app = typer.Typer(
    cls=Friendly,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_examples("games", f"learn {GAME}", f"play {GAME}"),
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `blockhaus games`.")]
GameNames = Annotated[
    list[str] | None, typer.Argument(metavar="GAME...", help="Games; all, if none is named.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"blockhaus {blockhaus.__version__}")
        raise typer.Exit


@app.callback()
def _blockhaus(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A house for block games: board games of building in three dimensions."""


def _games(names: list[str] | None) -> list[Game]:
    from .terminal.catalogue import read_game

    return [read_game(name) for name in dict.fromkeys(names or game_names())]


@app.command(epilog=_examples("games"))
def games() -> None:
    """List the games, with their players and options."""
    from .terminal.catalogue import shelf
    from .terminal.screen import Screen

    Screen().say(shelf([game.spec for game in _games(None)]))


app.command(epilog=_examples(f"rules {GAME}", f"rules {GAME} --lang de --figures all"))(rules)
app.command(epilog=_examples(f"learn {GAME}", f"learn {GAME} --lang de --anew"))(learn)


@app.command(
    epilog=_examples(
        "play",
        f"play {GAME} --seat human --seat human",
        f"play {GAME} --seed 7 --save game.txt",
        "play --load game.txt",
    )
)
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Without a game you are asked for one.")
    ] = None,
    option: Options = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help=f"Who plays, seat by seat ({', '.join(player_names())}); repeatable. "
            "Otherwise you have the first seat and the computer the others.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal, and let computers choose, by this number.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the record in this file.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the game in this file.")
    ] = None,
) -> None:
    """Play a game in the terminal, against the computer or at one screen."""
    from .terminal.opening import Wishes, open_session
    from .terminal.screen import Screen

    wishes = Wishes(game, tuple(option or ()), tuple(seat or ()), seed, save, load)
    open_session(Screen(), wishes).run()


@app.command(epilog=_examples("show CODE", "show CODE --moves", "show CODE --json"))
def show(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a position.")],
    moves: Annotated[bool, typer.Option("--moves", help="List all legal moves.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="What a spectator sees, as JSON.")
    ] = False,
) -> None:
    """Show the position of a code."""
    from .terminal.show import show_json, show_position

    position = blockhaus.position(code)
    if as_json:
        show_json(position)
    else:
        show_position(position, moves)


@app.command(epilog=_examples("replay game.txt", "replay game.txt --all"))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    everything: Annotated[bool, typer.Option("--all", help="Print all positions at once.")] = False,
) -> None:
    """Step through a recorded game."""
    from .terminal.replay import Replay
    from .terminal.saving import read_record
    from .terminal.screen import Screen

    looking = Replay(Screen(), read_record(file))
    if everything:
        looking.all()
    else:
        looking.walk()


@app.command(
    epilog=_examples(
        "review game.txt",
        "review game.txt --seconds 1 --picture curve.svg",
        "review game.txt --seat white",
        "review game.txt --simulations 500 --json",
    )
)
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, finished or not.")],
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, max=3600, help="Thinking time for every position looked at."),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10**9,
            help=f"Instead of a time; repeats exactly. [default: {Budget().simulations}]",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Tell of one seat only: its colour, or a name."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Search by this number.")] = 0,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the curve into this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Go over a recorded game: the curve, turning points, better moves, luck."""
    if seconds is not None and simulations is not None:
        raise BlockhausError("Choose --seconds or --simulations, not both.")
    from .terminal.review import Wishes, review_file

    budget = Budget() if seconds is None and simulations is None else Budget(simulations, seconds)
    if not review_file(file, Wishes(budget, seat, seed, picture, as_json)):
        raise typer.Exit(INTERRUPTED)


@app.command(epilog=_examples(f"perft {GAME} 2"))
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Decisions.", min=1, max=100)],
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Deal by this number.")] = 0,
) -> None:
    """Count the ways a game can go on, split by the first move."""
    from .terminal.catalogue import read_game
    from .terminal.perft import show_perft
    from .terminal.screen import Screen

    position = read_game(game, tuple(option or ())).start(seed)
    show_perft(Screen(), position, depth)


app.add_typer(
    house_commands,
    name="house",
    epilog=_examples("house", "house --port 9000 --data my-tables", "house backup copies"),
)


@app.command(epilog=_examples("schema"))
def schema() -> None:
    """Print the JSON schema of all that the house and its clients say to each other."""
    import json

    from .house.wire.schema import wire_schema

    typer.echo(json.dumps(wire_schema(), indent=2))


@app.command(epilog=_examples("verify game.txt"))
def verify(file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]) -> None:
    """Check that what was dealt in a game of the house was drawn fairly."""
    from .house.draws import verify as verify_draw
    from .terminal.saving import read_record
    from .terminal.screen import Screen

    Screen().say(verify_draw(read_record(file)))


alone = typer.Typer(cls=Friendly, rich_markup_mode="markdown")
app.add_typer(alone, name="solo", help="Puzzles for one: goals that one building reaches.")


@alone.callback(invoke_without_command=True, epilog=_examples("solo", "solo build daily"))
def _alone(context: typer.Context) -> None:
    """Puzzles for one: goals that one building reaches. Without a command, choose one and build."""
    if context.invoked_subcommand is None:
        build()


@alone.command(epilog=_examples("solo build 5-6-17", "solo build daily", "solo build --grade 2"))
def build(
    task: Annotated[
        str | None,
        typer.Argument(metavar="TASK", help="A set, its cards such as 5-6-17, or `daily`."),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="A game with puzzles to build alone.")
    ] = None,
    grade: Annotated[
        int | None, typer.Option(min=1, help="Deal a set of this grade, from 1, the easiest.")
    ] = None,
) -> None:
    """Build with typed moves, and see the views and the cards."""
    from .terminal.screen import Screen
    from .terminal.workshop import build_alone

    build_alone(Screen(), task, game, grade)


Goals = Annotated[
    list[str], typer.Argument(metavar="CARD...", help="2 to 8 cards, by number or as words.")
]


@alone.command(epilog=_examples("solo solve 5 6 17", "solo solve 5 6 --building 'a1 rg, b2 y'"))
def solve(
    cards: Goals,
    building: Annotated[
        str, typer.Option(help="What stands there already, such as 'a1 rg, b2 y'.")
    ] = "",
    twins: Annotated[bool, typer.Option("--twins", help="Use the twins, too.")] = False,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Then the best found so far is shown.")
    ] = None,
) -> None:
    """Find the fewest pieces that fulfil all cards at once, and prove it."""
    from .terminal.screen import Screen
    from .terminal.solo import show_solution

    show_solution(Screen(), cards, building, twins, seconds)


@alone.command(epilog=_examples("solo check 5 6 --building 'd1 b, b2 yr, c2 gb, a3 r'"))
def check(
    cards: Goals,
    building: Annotated[str, typer.Option(help="A building, such as 'a1 rg, b2 y'.")],
    twins: Annotated[bool, typer.Option("--twins", help="Use the twins, too.")] = False,
) -> None:
    """Say which cards a building fulfils, and from where they are seen."""
    from .terminal.screen import Screen
    from .terminal.solo import show_check

    show_check(Screen(), cards, building, twins)


@app.command(epilog=_examples("warm", f"warm {GAME}"))
def warm(game: GameNames = None) -> None:
    """Compile games ahead, so that nobody waits later."""
    from .terminal.screen import Screen
    from .terminal.warming import warm_games

    warm_games(Screen(), _games(game))


_compiling = _examples("compile-wasm", f"compile-wasm {GAME} --to build")
app.command("compile-wasm", epilog=_compiling)(compile_wasm)


@app.command(epilog=_examples("bench", f"bench {GAME} --seconds 5", "bench --json"))
def bench(
    game: GameNames = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, help="For each measurement, in several rounds.")
    ] = 1.0,
    compiling: Annotated[
        bool, typer.Option("--compile/--no-compile", help="Measure compiling, too (slow).")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure speed on this machine, beside other libraries."""
    from .terminal.bench import show_bench
    from .terminal.screen import Screen

    show_bench(Screen(), _games(game), seconds, compiling, as_json)


@app.command(epilog=_examples("levels", f"levels {GAME}"))
def levels(game: GameNames = None) -> None:
    """Show the computer's levels and how strong they were measured to be."""
    from .terminal.levels import show_levels
    from .terminal.screen import Screen

    show_levels(Screen(), _games(game))


@app.command(
    epilog=_examples(f"ladder {GAME} --games 20", f"ladder {GAME} --fit --table levels.toml")
)
def ladder(
    game: GameName,
    option: Options = None,
    games: Annotated[
        int,
        typer.Option(min=2, help="Games between neighbours; half as many between the slowest."),
    ] = 40,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where games are noted; ladder-GAME.jsonl if not told."),
    ] = None,
    fit: Annotated[
        bool, typer.Option("--fit", help="Look for strengths whose ratings are evenly apart.")
    ] = False,
    most: Annotated[
        int | None, typer.Option(min=100, help="Simulations of the strongest level in the games.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the measured table to this file.")
    ] = None,
) -> None:
    """Play the levels of a game against each other and rate them.

    Every pair of games is noted at once: stop whenever you like, the same command goes on.
    """
    from .terminal.catalogue import read_game
    from .terminal.ladder import Plan, climb
    from .terminal.screen import Screen

    played = read_game(game, tuple(option or ()))
    file = results or Path(f"ladder-{played.id}.jsonl")
    climb(Screen(), played, Plan(games, file, fit, most, table))


app.add_typer(theorem_commands, name="theorems", epilog=_examples("theorems"))
app.add_typer(
    puzzle_commands, name="puzzles", epilog=_examples(f"puzzles {GAME}", f"puzzles mine {GAME}")
)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # names of authors on a terminal without umlauts
    app()
