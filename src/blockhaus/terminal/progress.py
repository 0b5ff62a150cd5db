"""Progress shown where somebody watches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from .screen import Screen


@contextmanager
def progress(screen: Screen, total: int) -> Iterator[Progress]:
    """A bar with one task, on a terminal only."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    visible = screen.console.is_terminal
    with Progress(*columns, console=screen.console, transient=True, disable=not visible) as bar:
        bar.add_task("", total=total)
        yield bar
