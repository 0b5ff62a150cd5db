"""What must be true after everything went wrong.

nothing lost      every decision that was acknowledged stands in the log under its number
nothing doubled   the log of every table is a game by the rules, decided by who was to move, and
                  people's decisions in it are those they sent, each under its number
one history       no page was told two, nor anything twice; all processes tell the same now
clocks            nobody's time ended while there was some left, nor after it had gone, by more
                  than the house could not be reached meanwhile; all processes tell the same times
nothing stuck     every table that is not over went on after the last fault
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import httpx
import sqlalchemy as sa
from bench.chaos_people import Decided

from blockhaus.house import unreadable
from blockhaus.house.clock import Pauses
from blockhaus.house.databases import Database
from blockhaus.house.schema import log, pauses, tables
from blockhaus.house.tables import Entry, Table
from blockhaus.house.timekeeping import LATE

TAKE_OVER = 15.0  # seconds until a clock is seen to by another process, on a busy machine
EARLY = 0.05  # seconds
SAME = 0.01  # seconds by which two may tell a clock
HEARD = 30.0  # seconds in which all processes know of a pause
Unreachable = Callable[[float, float], float]  # for how many seconds between two times


class Stored:
    """Everything that is stored, as the house would read it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.pauses = Pauses()
        self.learn_pauses()
        with database.engine.connect() as connection:
            self.foundings = {
                row.id: unreadable.founding(row) for row in connection.execute(sa.select(tables))
            }
            self.log: dict[str, list[Entry]] = {each: [] for each in self.foundings}
            entries = sa.select(log).order_by(log.c.table_id, log.c.number)
            for row in connection.execute(entries):
                self.log.setdefault(row.table_id, []).append(unreadable.entry(row))

    def learn_pauses(self) -> None:
        with self._database.engine.connect() as connection:
            for since, until in connection.execute(sa.select(pauses.c.since, pauses.c.until)):
                self.pauses.add(since, until)

    def moves(self, table: str) -> list[str]:
        return [str(entry.data["move"]) for entry in self.log[table] if entry.kind == "move"]


def lost(stored: Stored, decided: Iterable[Decided]) -> list[str]:
    found = []
    for each in decided:
        moves = stored.moves(each.table)
        if each.number >= len(moves) or moves[each.number] != each.move:
            found.append(f"{each.table}: decision {each.number}, {each.move}, is not there")
    return found


def invented(
    found: Mapping[str, Table], stored: Stored, sent: Mapping[tuple[str, int], str]
) -> list[str]:
    """Decisions of people that nobody has sent, or not under this number."""
    faults = []
    for table_id, table in found.items():
        moves = [entry for entry in stored.log[table_id] if entry.kind == "move"]
        for number, entry in enumerate(moves):
            person = entry.seat is not None and table.seats[entry.seat].kind == "person"
            if person and sent.get((table_id, number)) != entry.data["move"]:
                faults.append(f"{table_id}: nobody sent decision {number}, {entry.data['move']}")
    return faults


def replayed(stored: Stored, unreachable: Unreachable) -> tuple[list[str], dict[str, Table], float]:
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
                excused = unreachable(founding.created, entry.at)
                if left > excused + EARLY or _gone(table, entry) > EARLY:
                    faults.append(f"{table_id}: {left:.2f} seconds were left")
                if -left > excused + TAKE_OVER:
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


def histories(stored: Stored, found: Mapping[str, Table], addresses: Iterable[str]) -> list[str]:
    """All processes tell what is stored, and how much time is left."""
    faults = []
    for address in addresses:
        with httpx.Client(base_url=address, timeout=60) as client:
            for table_id, table in found.items():
                fault = _told_otherwise(client, stored, table)
                faults += [f"{table_id}: {address} {fault}"] if fault else []
    return faults


def _told_otherwise(client: httpx.Client, stored: Stored, table: Table) -> str | None:
    until, moves = time.monotonic() + HEARD, stored.moves(table.id)
    while True:
        facts: Any = client.get(f"/api/tables/{table.id}").json()
        told = [move["move"] for move in facts["moves"]]
        if told[: len(moves)] != moves:
            return "tells another history"
        wrong = _clock_told(facts["clock"], table) if len(told) == len(moves) else None
        if wrong is None or time.monotonic() > until:
            return wrong
        time.sleep(0.5)
        stored.learn_pauses()


def _clock_told(told: Any, table: Table) -> str | None:
    """Where a process tells another time than the log has. The one that stored the last decision
    gives who is next the time until it was told, which the log has with the next one.
    """
    if told is None or table.clock is None or told["running"] != table.clock.running:
        return None
    right = table.clock.data(told["at"])["remaining"]
    more = [one - other for one, other in zip(told["remaining"], right, strict=True)]
    most = [LATE if seat == told["running"] else SAME for seat in range(len(more))]
    if all(-SAME <= each <= bound for each, bound in zip(more, most, strict=True)):
        return None
    return f"tells the times {told['remaining']} instead of {right}"


def running(database: Database) -> dict[str, int]:
    """The tables at which something should happen, and how much has."""
    size = sa.func.count(log.c.number).label("size")
    query = (
        sa.select(tables.c.id, size)
        .join(log, log.c.table_id == tables.c.id, isouter=True)
        .where(tables.c.state == "running")
        .group_by(tables.c.id)
    )
    with database.engine.connect() as connection:
        return {row.id: row.size for row in connection.execute(query)}


def stuck(before: Mapping[str, int], after: Mapping[str, int]) -> list[str]:
    """Tables that have not gone on."""
    return [
        f"{table_id}: nothing has happened since the last fault ({after[table_id]} entries)"
        for table_id, size in before.items()
        if after.get(table_id) == size
    ]
