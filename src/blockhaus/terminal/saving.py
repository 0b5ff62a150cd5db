"""Records on disk. A game being played is written after every decision, so nothing is lost."""

from __future__ import annotations

import datetime
import os
import tempfile
from pathlib import Path

from ..core.errors import BlockhausError, RecordError
from ..core.position import Outcome, Position
from ..core.record import Record


class DamagedRecord(BlockhausError):
    """A record file that cannot be read, shown with the place where it is damaged."""

    def __init__(self, file: Path, text: str, error: RecordError) -> None:
        super().__init__(f"{file}:{error.line}:{error.column}: {error.message}")
        lines = text.splitlines()
        self.line = lines[error.line - 1] if 0 < error.line <= len(lines) else ""
        self.column = error.column


def read_text(file: Path, what: str) -> str:
    """The text in a file; BlockhausError in words if there is none."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise BlockhausError(f"{file} cannot be read: {_because(error)}.") from None
    except UnicodeDecodeError:
        raise BlockhausError(f"{file} is not a {what}: it is not text.") from None


def read_record(file: Path) -> Record:
    """The record in a file; BlockhausError in words if there is none."""
    text = read_text(file, "record")
    try:
        return Record.read(text)
    except RecordError as error:
        raise DamagedRecord(file, text, error) from None


def write_record(file: Path, record: Record) -> None:
    """Write a record so that at every moment either the old or the new file is there."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        part.write_text(record.text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BlockhausError(f"{file} cannot be written: {_because(error)}.") from None


def _because(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def saves_folder() -> Path:
    """Where games nobody saved are kept; BLOCKHAUS_SAVES overrides it."""
    chosen = os.environ.get("BLOCKHAUS_SAVES")
    if chosen:
        return Path(chosen)
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "blockhaus"


class Keeper:
    """Keeps the record of one game on disk: in the file of the player's choice, or aside."""

    def __init__(self, names: list[str], file: Path | None = None, date: str | None = None) -> None:
        self.names = names
        self.file = file
        self.date = date or datetime.date.today().isoformat()
        self.where: Path | None = None  # the file that holds the game now, if any does
        self._aside: Path | None = None

    def keep(self, position: Position, outcome: Outcome | None = None) -> None:
        """Write the game as it stands."""
        file = self.file or self._set_aside(position)
        write_record(file, self._record(position, outcome))
        self.where = file

    def save_as(self, file: Path, position: Position, outcome: Outcome | None = None) -> None:
        """Write the game to a file, and from now on there. No other file is overwritten."""
        file = file.expanduser()
        if file.exists() and file != self.file:
            raise BlockhausError(f"{file} exists already; choose another name.")
        write_record(file, self._record(position, outcome))
        self.forget()
        self.file = self.where = file

    def forget(self) -> None:
        """Delete what was only set aside."""
        if self._aside:
            self._aside.unlink(missing_ok=True)
            self._aside = self.where = None

    def _record(self, position: Position, outcome: Outcome | None) -> Record:
        told = str(outcome) if outcome else None
        return Record.of(position, self.names, date=self.date, outcome=told)

    def _set_aside(self, position: Position) -> Path:
        if self._aside is None:
            now = datetime.datetime.now()
            name = f"{position.game.id}-{now:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
            self._aside = _writable(saves_folder()) / name
        return self._aside


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return Path(tempfile.gettempdir())
    return folder
