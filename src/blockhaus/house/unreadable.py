"""Rows of tables that may be damaged: what cannot be read stands for itself, and harms no other."""

from __future__ import annotations

from typing import Any

from .json_text import read
from .tables import Entry, Founding
from .texts import HouseError

FACTS = {"id", "game", "options", "seats", "state", "turn", "created", "updated", "number"}
SEAT = {"seat", "kind", "name", "level", "holder"}
UNKNOWN = "?"  # the game of a table that cannot be read


def summary_of(row: Any) -> dict[str, Any]:
    """What the lists tell of a table, by its row; of one that cannot be read, that there is one."""
    try:
        summary = read(row.summary)
        if summary.keys() >= FACTS and all(seat.keys() >= SEAT for seat in summary["seats"]):
            return dict(summary)
    except (ValueError, AttributeError, TypeError):
        pass
    facts = {"id": row.id, "created": row.created, "updated": row.updated, "host": "", "number": 0}
    return {**facts, "game": UNKNOWN, "options": {}, "seats": [], "state": "halted", "turn": None}


def founding(row: Any) -> Founding:
    try:
        return Founding(**read(row.founding), version=row.version)
    except (ValueError, TypeError):
        raise HouseError("unreadable") from None


def entry(row: Any) -> Entry:
    """An entry of the log. No table can be followed beyond one of a kind that there is not."""
    try:
        return Entry(row.number, row.kind, row.seat, read(row.data), row.at)
    except (ValueError, TypeError):
        return Entry(row.number, "unreadable", None, {}, row.at)
