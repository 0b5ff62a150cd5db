"""The commands of `blockhaus house`; without one the house is opened."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from ..house.setting_kinds import Many, YesNo
from ..house.settings import GROUPS, SETTINGS, Setting, Settings

Command = TypeVar("Command", bound=Callable[..., None])
PANELS = {"": "Settings", **{group: f"Settings: {group}" for group in GROUPS}}
File = Annotated[
    Path | None,
    typer.Option(
        "--settings", metavar="FILE", help="A file with settings; `blockhaus house settings`."
    ),
]

house_commands = typer.Typer(
    rich_markup_mode="markdown",
    help="Open the house: play in the browser, with friends or the computer.",
)


def _flag(setting: Setting) -> inspect.Parameter:
    """A setting as a flag; its word is read where those of files are, for the same sentences."""
    kind = setting.kind
    told = (
        setting.about
        if setting.default in (None, (), "")
        else f"{setting.about} [{_said(setting)}]"
    )
    words: Any = str | None
    names = [setting.flag]
    facts: dict[str, Any] = {
        "metavar": kind.metavar,
        "help": told,
        "rich_help_panel": PANELS[setting.group],
        "show_default": False,
    }
    if isinstance(kind, YesNo):
        names, words = [f"{setting.flag}/--no-{setting.flag[2:]}"], bool | None
        del facts["metavar"]
    elif isinstance(kind, Many):
        words = list[str] | None
        facts["help"] = f"{told} May be repeated."
    return inspect.Parameter(
        setting.key,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[words, typer.Option(*names, **facts)],
    )


def _said(setting: Setting) -> str:
    default = setting.default
    if isinstance(default, bool):
        return "yes" if default else "no"
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)


def with_flags(which: Iterable[Setting]) -> Callable[[Command], Command]:
    """Give a command these settings as flags: they reach it as keywords, by their keys."""

    def give(command: Command) -> Command:
        own = inspect.signature(command, eval_str=True)
        kept = [part for part in own.parameters.values() if part.kind != part.VAR_KEYWORD]
        flags = [_flag(setting) for setting in which]
        made = own.replace(parameters=[*kept, *flags])
        command.__signature__ = made  # type: ignore[attr-defined]
        command.__annotations__ = {part.name: part.annotation for part in made.parameters.values()}
        return command

    return give


def read_settings(context: typer.Context, file: Path | None, flags: dict[str, Any]) -> Settings:
    """The settings of a command, with those that stand before its name."""
    from ..house.choosing import chosen

    before = context.obj or {}
    told = {key: value for key, value in flags.items() if value is not None}
    return chosen({**before.get("flags", {}), **told}, os.environ, file or before.get("file"))


@house_commands.callback(invoke_without_command=True)
@with_flags(SETTINGS)
def _house(context: typer.Context, settings: File = None, **flags: Any) -> None:
    """Open the house: play in the browser, with friends or the computer.

    Settings come from a file, the environment (BLOCKHAUS_PORT=9000) and flags; each is stronger
    than the one before.
    """
    if context.invoked_subcommand is not None:
        context.obj = {"file": settings, "flags": flags}
        return
    chosen = read_settings(context, settings, flags)
    from ..house.opening import open_house

    open_house(chosen, lambda text: typer.echo(text))


@house_commands.command("move")
def move_house(
    source: Annotated[
        str, typer.Option("--from", metavar="sqlite:FOLDER", help="Where the house is now.")
    ],
    target: Annotated[
        str, typer.Option("--to", metavar="URL", help="An empty database of PostgreSQL.")
    ],
) -> None:
    """Take a house along from its file to PostgreSQL, and see that all has arrived.

    If it is interrupted, the same command goes on with it.
    """
    from ..house.moving import move

    move(source, target, lambda text: typer.echo(text))


@house_commands.command("settings")
def show_settings() -> None:
    """Print a file with all settings, what they are and their defaults."""
    from ..house.choosing import example_file

    typer.echo(example_file(), nl=False)


WHERE = [setting for setting in SETTINGS if setting.name in ("data", "database")]
KEPT = [setting for setting in SETTINGS if setting.group == "retention"]
DAMAGED = 1  # exit code


@house_commands.command()
@with_flags(WHERE)
def backup(
    context: typer.Context,
    target: Annotated[
        Path,
        typer.Argument(metavar="FILE|FOLDER", help="The copy, or where it is put by its date."),
    ],
    settings: File = None,
    **flags: Any,
) -> None:
    """Copy everything the house keeps, also while it is open."""
    chosen = read_settings(context, settings, flags)
    from ..house.office import back_up

    made = back_up(chosen, target)
    typer.echo(f"{made.file} holds {_counted(made.tables, made.decisions)}.")


@house_commands.command()
@with_flags(WHERE)
def restore(
    context: typer.Context,
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by `backup`.")],
    settings: File = None,
    **flags: Any,
) -> None:
    """Put a copy in the place of what the house keeps; the house has to be closed."""
    chosen = read_settings(context, settings, flags)
    from ..house.office import restore as put_back

    done = put_back(chosen, copy)
    typer.echo(f"The house has {_counted(done.tables, done.decisions)} from {copy}.")
    if done.replaced:
        typer.echo(f"What was there before is kept as {done.replaced}.")


def _counted(tables: int, decisions: int) -> str:
    return f"{tables} tables with {decisions} decisions"


@house_commands.command()
@with_flags(WHERE)
def check(
    context: typer.Context,
    copy: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A copy to be checked in its place.")
    ] = None,
    settings: File = None,
    **flags: Any,
) -> None:
    """Read everything the house keeps, replay every table, and say what is damaged."""
    chosen = read_settings(context, settings, flags)
    from ..house.checking import faults_in, faults_of

    file = copy or ("PostgreSQL" if chosen.database else chosen.folder)
    found = 0
    for fault in faults_of(copy) if copy else faults_in(chosen):
        found += 1
        typer.echo(fault)
    if found:
        typer.echo(f"{file}: {found} faults.", err=True)
        raise typer.Exit(DAMAGED)
    typer.echo(f"{file}: everything can be read, and every table replayed.")


@house_commands.command()
@with_flags([*WHERE, *KEPT])
def tidy(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only tell what would be done away with.")
    ] = False,
    settings: File = None,
    **flags: Any,
) -> None:
    """Do away with what is older than the settings for retention allow."""
    chosen = read_settings(context, settings, flags)
    if not any(vars(chosen.retention).values()):
        typer.echo("Everything is kept for ever: no days are set for retention.")
        return
    from ..house.tidying import tidy_up

    done = tidy_up(chosen, dry_run)
    told = f"{done.tables} finished tables, {done.names} names, {done.messages} messages"
    typer.echo(f"Would be done away with: {told}." if dry_run else f"Done away with: {told}.")


Who = Annotated[
    str,
    typer.Argument(
        metavar="VISITOR|ADDRESS", help="As the log names visitors, an address, or a network."
    ),
]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The ten letters in its link.")]


@house_commands.command("close-table")
@with_flags(WHERE)
def close_table(
    context: typer.Context, table: TableId, settings: File = None, **flags: Any
) -> None:
    """Close a table: it can be looked at, and nothing can happen there."""
    chosen = read_settings(context, settings, flags)
    from ..house import office

    office.close_table(chosen, table)
    typer.echo(f"Table {table} is closed. A house that is open knows within seconds.")


@house_commands.command("reopen-table")
@with_flags(WHERE)
def reopen_table(
    context: typer.Context, table: TableId, settings: File = None, **flags: Any
) -> None:
    """Let a table that was closed go on."""
    chosen = read_settings(context, settings, flags)
    from ..house import office

    office.reopen_table(chosen, table)
    typer.echo(f"Table {table} can go on. A house that is open knows within seconds.")


@house_commands.command()
@with_flags(WHERE)
def bar(context: typer.Context, who: Who, settings: File = None, **flags: Any) -> None:
    """Keep a visitor or an address out of the house."""
    chosen = read_settings(context, settings, flags)
    from ..house import office

    typer.echo(f"{office.bar(chosen, who)} is barred. A house that is open knows within seconds.")


@house_commands.command()
@with_flags(WHERE)
def unbar(context: typer.Context, who: Who, settings: File = None, **flags: Any) -> None:
    """Let a visitor or an address in again."""
    chosen = read_settings(context, settings, flags)
    from ..house import office

    typer.echo(
        f"{office.unbar(chosen, who)} may come in. A house that is open knows within seconds."
    )


@house_commands.command("barred")
@with_flags(WHERE)
def show_barred(context: typer.Context, settings: File = None, **flags: Any) -> None:
    """List who is barred."""
    chosen = read_settings(context, settings, flags)
    from ..house import office

    typer.echo("\n".join(office.barred(chosen)) or "Nobody is barred.")
