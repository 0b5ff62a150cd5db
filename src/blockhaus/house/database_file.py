"""The file in which a house keeps its tables: its owner's alone, one house at a time, and whole."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ..core.errors import BlockhausError

NAME = "house.sqlite"
LOCK = "house.lock"
ALIVE = "house.alive"  # when the house last looked at the time, while a clock ran
MIGRATIONS = Path(__file__).parent / "migrations"
OWNER_ONLY, OWNERS_FOLDER = 0o600, 0o700
logger = logging.getLogger(__name__)


class StorageError(BlockhausError):
    """The house cannot keep its tables where it was told to."""


class NewerForm(StorageError):
    """A newer Blockhaus has written there."""


def prepare(file: Path) -> str | None:
    """See that there is a database that can be opened here, a new one if there is none; the form
    it has.
    """
    file.parent.mkdir(OWNERS_FOLDER, parents=True, exist_ok=True)
    if not file.exists():
        _begin(file)
    form = check_whole(file)
    keep_private(file)
    return form


def _begin(file: Path) -> None:
    """A database of which nothing is known but that it is one of a house."""
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    try:
        with closing(sqlite3.connect(new)) as database:
            database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    except sqlite3.OperationalError as error:
        new.unlink()
        raise StorageError("{file} cannot be used: {why}.", file=file, why=error) from None
    new.replace(file)


def check_whole(file: Path) -> str | None:
    """The form of a database; StorageError if it is not one of a house, or cannot be used here."""
    if not file.stat().st_size:
        raise StorageError(
            "{file} cannot be used: it is empty. Restore a copy with `blockhaus house restore`, or "
            "delete the file if the house is to begin anew.",
            file=file,
        )
    try:
        with closing(sqlite3.connect(file)) as database:
            found = [row[0] for row in database.execute("SELECT * FROM alembic_version")]
            faults = [row[0] for row in database.execute("PRAGMA quick_check(1)")]
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            raise StorageError(
                "{file} cannot be used: it is not the database of a house.", file=file
            ) from None
        raise StorageError("{file} cannot be used: {why}.", file=file, why=error) from None
    except sqlite3.DatabaseError as error:
        faults = [str(error)]
    if faults != ["ok"]:
        raise StorageError(
            "{file} cannot be used, it is damaged: {why}. Restore a copy with "
            "`blockhaus house restore`.",
            file=file,
            why=faults[0].strip(),
        )
    if not set(found) <= known_forms():
        raise NewerForm(
            "{file} cannot be used: it was written by a newer Blockhaus (form {form}). Update "
            "Blockhaus, or restore a copy from before.",
            file=file,
            form=found[0],
        )
    return found[0] if found else None


def known_forms() -> set[str]:
    """The forms a database can have that this version brings to the present one."""
    return {script.name.partition("_")[0] for script in (MIGRATIONS / "versions").glob("0*")}


def present_form() -> str:
    return max(known_forms())


def keep_private(file: Path) -> None:
    """Nobody but the owner reads the database and its journals, nor looks into their folder. A
    folder that many use, or a whole home, stays as it is.
    """
    if os.name != "posix":
        return
    for kept in (*file.parent.glob(f"{file.name}*"), *file.parent.glob(LOCK)):
        _restrict(kept, OWNER_ONLY)
    folder = file.parent.resolve()
    home = Path(os.path.expanduser("~"))  # not everybody has one
    shared = folder.stat().st_mode & stat.S_ISVTX or folder in (home, Path("/"))
    if not shared:
        _restrict(folder, OWNERS_FOLDER)


def _restrict(path: Path, most: int) -> None:
    with suppress(FileNotFoundError):  # a journal that another process was done with
        mode = stat.S_IMODE(path.stat().st_mode)
        try:
            if mode & ~most:
                path.chmod(mode & most)
        except PermissionError:
            logger.warning("others may read %s: it belongs to another user", path)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """One house at a time: the lock is the system's, and ends with the process at the latest."""
    try:
        file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    except OSError as error:
        raise StorageError(
            "{file} cannot be used: {why}.", file=folder / LOCK, why=error.strerror or error
        ) from None
    try:
        if not _lock(file):
            raise StorageError(
                "A house is open with the tables in {folder} (process {process}). Close it first, "
                "or choose another folder with --data.",
                folder=folder,
                process=os.read(file, 20).decode("ascii", "replace").strip() or "?",
            )
        _sign(file, folder / LOCK)
        yield
    finally:
        os.close(file)


def _sign(file: int, name: Path) -> None:
    """Tell which process holds the lock."""
    try:
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
    except OSError as error:  # a full disk
        raise StorageError(
            "{file} cannot be used: {why}.", file=name, why=error.strerror or error
        ) from None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        os.lseek(file, 1000, os.SEEK_SET)  # beyond what is read: locked bytes cannot be
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
