"""Copies of a house: made while it is open, and put back while it is closed."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from .database_file import OWNER_ONLY, StorageError, check_whole, held

JOURNALS = ("", "-wal", "-shm")


@dataclass(frozen=True)
class Copy:
    """A copy that was made or put back; `replaced` is what was there before."""

    file: Path
    tables: int
    decisions: int
    replaced: Path | None = None


def back_up(file: Path, target: Path) -> Copy:
    """Copy what is stored at this moment; whoever plays meanwhile does not wait.

    The copy is one file. It is under its name only when it is whole and on the disk.
    """
    target = place_for(target)
    _copy(file, target)
    return counted(target)


def place_for(target: Path) -> Path:
    """The file that a copy becomes: within a folder it is named by its date."""
    if target.is_dir():
        target /= time.strftime("blockhaus-%Y-%m-%d-%H%M%S.sqlite", time.gmtime())
    if target.exists():
        raise StorageError(
            "{file} is there already; choose another name for the copy.", file=target
        )
    return target


def restore(file: Path, copy: Path) -> Copy:
    """Put a copy in the place of what is stored, which is kept beside it."""
    if not copy.is_file():
        raise StorageError("There is no {file}.", file=copy)
    check_whole(copy)
    folder = file.parent
    with suppress(OSError):  # told when the lock cannot be there
        folder.mkdir(0o700, parents=True, exist_ok=True)
    with held(folder):
        new = file.with_name(f"{file.name}.restored")
        new.unlink(missing_ok=True)
        _copy(copy, new)
        replaced = _put_aside(file) if file.exists() else None
        new.replace(file)
        _flush(folder)
    found = counted(file)
    return Copy(file, found.tables, found.decisions, replaced)


def snapshot(source: Path, target: Path) -> None:
    """Everything that is stored at one moment, damaged or not."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    with closing(sqlite3.connect(source)) as stored, closing(sqlite3.connect(target)) as new:
        stored.backup(new)  # in one step: in several it would begin anew with every decision


def _copy(source: Path, target: Path) -> None:
    finished(source, target, lambda file: snapshot(source, file))


def finished(source: Path | str, target: Path, write: Callable[[Path], None]) -> None:
    """Have a copy written; it is under its name only when it is whole and on the disk."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        write(unfinished)
        check_whole(unfinished)
        with closing(sqlite3.connect(unfinished)) as new:
            new.execute("PRAGMA journal_mode=DELETE")  # so that it is one file
        _flush(unfinished)
        unfinished.replace(target)
        _flush(target.parent)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise StorageError(
            "{source} cannot be copied to {target}: {why}.", source=source, target=target, why=error
        ) from None


def _flush(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    if os.name == "posix":
        opened = os.open(path, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _put_aside(file: Path) -> Path:
    """Journals go with their database: beside another one they would damage it."""
    aside = put_aside_name(file)
    for journal in reversed(JOURNALS):
        part = file.with_name(file.name + journal)
        if part.exists():
            part.replace(aside.with_name(aside.name + journal))
    return aside


def put_aside_name(file: Path) -> Path:
    """What is replaced is kept under the time."""
    return file.with_name(time.strftime(f"{file.name}.replaced-%Y-%m-%d-%H%M%S", time.gmtime()))


def counted(file: Path) -> Copy:
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT count(*) FROM tables").fetchone()[0]
        decisions = database.execute("SELECT count(*) FROM log WHERE kind = 'move'").fetchone()[0]
    return Copy(file, tables, decisions)
