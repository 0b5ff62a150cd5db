"""Results that are written down as they come: one line of JSON each, so a run can be stopped at
any time and gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..core.errors import BlockhausError

Entry = dict[str, Any]


class Journal:
    """A file of results. A last line that was cut off is left out and written over."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.entries: list[Entry] = []
        whole = 0
        try:
            content = file.read_bytes() if file.exists() else b""
        except OSError as error:
            raise BlockhausError(f"{file} cannot be read: {error.strerror}.") from None
        for number, line in enumerate(content.splitlines(keepends=True), 1):
            if not line.endswith(b"\n"):
                break
            self.entries.append(_entry(line, file, number))
            whole += len(line)
        if whole < len(content):
            with file.open("r+b") as stream:
                stream.truncate(whole)

    def append(self, entry: Entry) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(entry) + "\n")
        except OSError as error:
            raise BlockhausError(f"{self.file} cannot be written: {error.strerror}.") from None
        self.entries.append(entry)


def _entry(line: bytes, file: Path, number: int) -> Entry:
    try:
        entry = json.loads(line)
    except ValueError:
        entry = None
    if not isinstance(entry, dict):
        raise BlockhausError(f"{file} holds no results: line {number} is not a JSON object.")
    return entry
