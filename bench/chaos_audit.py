"""What must be true after everything went wrong.

nothing lost      every decision that was acknowledged stands in the log under its number
nothing doubled   the log of every table is a game by the rules, decided by who was to move
one history       no page was told two, nor anything twice; all processes tell the same now
clocks            nobody's time ended while there was some left, nor long after it had gone
nothing stuck     every table that is not over went on after the last fault
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import httpx
import sqlalchemy as sa
from bench.chaos_people import Decided

from blockhaus.house import unreadable
from blockhaus.house.clock import Pauses
from blockhaus.house.databases import Database
from blockhaus.house.schema import log, pauses, tables
from blockhaus.house.tables import Entry, Table

TAKE_OVER = 15.0  # seconds until a clock is seen to by another process, on a busy machine
EARLY = 0.05  # seconds


class Stored:
    """Everything that is stored, as the house would read it."""

    def __init__(self, database: Database) -> None:
        with database.engine.connect() as connection:
            stopped = connection.execute(sa.select(pauses.c.since, pauses.c.until)).all()
            self.pauses = Pauses((row.since, row.until) for row in stopped)
            self.foundings = {
                row.id: unreadable.founding(row) for row in connection.execute(sa.select(tables))
            }
            self.log: dict[str, list[Entry]] = {each: [] for each in self.foundings}
            entries = sa.select(log).order_by(log.c.table_id, log.c.number)
            for row in connection.execute(entries):
                self.log.setdefault(row.table_id, []).append(unreadable.entry(row))

    def moves(self, table: str) -> list[str]:
        return [str(entry.data["move"]) for entry in self.log[table] if entry.kind == "move"]

    def sizes(self) -> dict[str, int]:
        return {table: len(entries) for table, entries in self.log.items()}


def lost(stored: Stored, decided: Iterable[Decided]) -> list[str]:
    found = []
    for each in decided:
        moves = stored.moves(each.table)
        if each.number >= len(moves) or moves[each.number] != each.move:
            found.append(f"{each.table}: decision {each.number}, {each.move}, is not there")
    return found


def replayed(stored: Stored, unreachable: float) -> tuple[list[str], dict[str, Table], float]:
    """Faults of the logs and of the clocks; the tables; and the latest end of somebody's time."""
    faults: list[str] = []
    found: dict[str, Table] = {}
    latest = 0.0
    for table_id, founding in stored.foundings.items():
        table = found[table_id] = Table(founding, stored.pauses)
        for entry in stored.log[table_id]:
            if entry.kind == "move" and entry.seat != table.to_move:
                faults.append(f"{table_id}: {entry.number} was decided out of turn")
            if entry.kind == "out":
                left = _left(table, entry)
                latest = max(latest, -left)
                if left > unreachable or _gone(table, entry) > EARLY:
                    faults.append(f"{table_id}: {left:.2f} seconds were left")
                if -left > unreachable + TAKE_OVER:
                    faults.append(f"{table_id}: the time ended {-left:.1f} seconds late")
            try:
                table.apply(entry)
            except Exception as error:
                faults.append(f"{table_id}: entry {entry.number} breaks the rules: {error!r}")
                break
    return faults, found, latest


def _left(table: Table, entry: Entry) -> float:
    clock = table.clock
    return clock.left(clock.running, entry.at) if clock and clock.running is not None else 0.0


def _gone(table: Table, entry: Entry) -> float:
    """How much was left by the clock on the wall, pauses or not."""
    clock = table.clock
    if clock is None or clock.running is None:
        return 0.0
    return clock.remaining[clock.running] - (entry.at - clock.since)


def histories(stored: Stored, addresses: Iterable[str]) -> list[str]:
    """All processes tell what is stored."""
    faults = []
    for address in addresses:
        with httpx.Client(base_url=address, timeout=60) as client:
            for table_id in stored.foundings:
                facts: Any = client.get(f"/api/tables/{table_id}").json()
                told = [move["move"] for move in facts["moves"]]
                if told[: len(stored.moves(table_id))] != stored.moves(table_id):
                    faults.append(f"{table_id}: {address} tells another history")
    return faults


def stuck(before: dict[str, int], after: Stored, found: dict[str, Table]) -> list[str]:
    """Tables that have not gone on; one that waits for somebody's long thought is not stuck."""
    sizes = after.sizes()
    return [
        f"{table_id}: nothing has happened since the last fault ({table.game.id}, {table.state}, "
        f"{sizes[table_id]} entries, to move {table.to_move}: "
        f"{table.seats[table.to_move or 0].kind})"
        for table_id, table in found.items()
        if table.state == "running" and sizes[table_id] <= before.get(table_id, 0)
    ]
