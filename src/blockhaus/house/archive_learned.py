"""What somebody has learned in another house, checked row by row: the types and lengths that the
columns want, and then what the house itself knows of games, tasks, puzzles and steps.

Ratings are shown to others and decide whom somebody plays, so a house with several people in it
believes none. In a page for one person they come along, with the games they were made by.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

import sqlalchemy as sa

from ..core.rooms import rooms
from ..learn.lessons import GAME, find_lesson
from ..learn.puzzles import Puzzle, shipped
from .archive_reading import LATER
from .glicko import MOST_DOUBT
from .json_text import read, written
from .puzzle_results import MOST_MISTAKES
from .puzzle_runs import SECONDS
from .puzzles import KINDS
from .schema import (
    lesson_steps,
    puzzle_days,
    puzzle_mistakes,
    puzzle_results,
    puzzle_runs,
    ratings,
    solo_days,
    solo_results,
)
from .solo import MOST_KEPT, task_of, workshop_of

Row = dict[str, Any]
LEARNED = {
    str(table.name): table
    for table in (
        solo_results,
        solo_days,
        puzzle_results,
        puzzle_days,
        puzzle_runs,
        puzzle_mistakes,
        lesson_steps,
        ratings,
    )
}
AMONG_PEOPLE = (str(ratings.name),)  # what only a house for one person believes
OWN = ("holder", "written")  # columns that every house fills in by itself
MOST_ROWS = MOST_KEPT  # of each kind
LONGEST_TEXT = 20_000  # letters where the column has no end
LARGEST_WHOLE = 2**31 - 1  # what PostgreSQL keeps as an integer
MOMENTS = ("at", "ended", "solved", "until")  # where they are no whole numbers
MOST_RUNS = 1_000_000  # and puzzles solved in one of them
RUN = re.compile(r"[0-9a-f]{1,16}")
HIGHEST = 4000.0  # rating; Glicko leads nobody there


def taken_away(row: Mapping[Any, Any]) -> Row:
    return {str(name): value for name, value in row.items() if name not in OWN}


def checked(
    learned: Any, tables: Mapping[str, str], alone: bool, now: float, until: float
) -> dict[str, list[Row]]:
    """Rows that can be kept, by their table, as far as the time of the steady clock suffices;
    `tables` are the ids that old ones have here, which may be a house for one person alone.
    """
    if not isinstance(learned, dict):
        return {}
    found = {}
    for name, table in LEARNED.items():
        if name in AMONG_PEOPLE and not alone:
            continue
        rows = learned.get(name)
        most = MOST_MISTAKES if table is puzzle_mistakes else MOST_ROWS
        given = rows[:most] if isinstance(rows, list) else []
        found[name] = list(_checked(table, given, tables, now, until))
    return found


def _checked(
    table: sa.Table, rows: list[Any], tables: Mapping[str, str], now: float, until: float
) -> Iterator[Row]:
    columns = [column for column in table.c if column.name not in OWN]
    for given in rows:
        if time.monotonic() > until:
            return
        if not isinstance(given, dict) or not all(_fits(each, given, now) for each in columns):
            continue
        row = {column.name: _plain(column, given.get(column.name), now) for column in columns}
        if "table_id" in row:
            row["table_id"] = tables.get(row["table_id"], "")
        try:
            known = row["game"] in rooms() and CHECKS[str(table.name)](row)
        except Exception:  # whatever is written there, the house knows nothing of the kind
            continue
        if known:
            yield row


def _fits(column: sa.Column[Any], row: Row, now: float) -> bool:
    value = row.get(column.name)
    if value is None:
        return bool(column.nullable)
    kind = column.type.python_type
    if kind is float:
        fits = type(value) in (int, float) and math.isfinite(value) and abs(value) < 1e12
        return fits and (column.name not in MOMENTS or 0 <= value <= now + LATER)
    if type(value) is not kind:
        return False
    if kind is int:
        return bool(0 <= value <= LARGEST_WHOLE)
    longest = getattr(column.type, "length", None) or LONGEST_TEXT
    return kind is not str or (len(value) <= longest and "\0" not in value)


def _plain(column: sa.Column[Any], value: Any, now: float) -> Any:
    """As it is kept: nothing happened later than now, and no run lasts longer than a new one."""
    if column.type.python_type is not float or value is None:
        return value
    latest = {"until": now + SECONDS}.get(column.name, now)
    return min(float(value), latest) if column.name in MOMENTS else float(value)


# What the house knows


def _built(row: Row) -> bool:
    """A task that is solved, with so many pieces, by what was built."""
    workshop = workshop_of(row["game"])
    task = task_of(workshop, row["task"])
    building = workshop.read(read(row["building"]))
    look = workshop.look(task, building, False)
    row |= {"task": task.id, "building": written(building)}
    return bool(look.solved and look.pieces == row["pieces"])


def _built_on_a_day(row: Row) -> bool:
    row["task"] = task_of(workshop_of(row["game"]), row["task"]).id
    return _day(row) is not None and row["pieces"] > 0


def _tried(row: Row) -> bool:
    row["met"] = float(shipped()[row["puzzle"]].rating) if _is_shipped(row) else row["met"]
    return _is_shipped(row) and _is_standing(row)


def _counted(row: Row) -> bool:
    """A game that counted, which came along."""
    met = read(row["met"])
    row["met"] = written(met)
    fair = isinstance(met, list) and all(map(_is_meeting, met))
    return bool(met and row["table_id"]) and fair and _is_standing(row)


def _is_meeting(met: Any) -> bool:
    rating, doubt, score = met
    numbers = all(type(each) in (int, float) for each in met)
    return numbers and 0 <= rating <= HIGHEST and 0 <= doubt <= MOST_DOUBT and score in (0, 0.5, 1)


def _is_standing(row: Row) -> bool:
    fair = 0 <= row["rating"] <= HIGHEST and 0 < row["doubt"] <= MOST_DOUBT
    return bool(fair and 0 < row["volatility"] < 1 and abs(row["change"]) <= HIGHEST)


def _solved_on_a_day(row: Row) -> bool:
    return _is_shipped(row) and _day(row) is not None


def _run(row: Row) -> bool:
    ids = read(row["puzzles"])
    row["puzzles"] = written(ids)
    known = (
        isinstance(ids, list) and ids and all(shipped()[each].game == row["game"] for each in ids)
    )
    likely = row["solved"] <= len(ids) and max(row["best"], row["runs"]) <= MOST_RUNS
    return bool(known and likely and row["kind"] in KINDS and RUN.fullmatch(row["run"]))


def _mistaken(row: Row) -> bool:
    puzzle = Puzzle.read(row["text"])
    follows = len(puzzle.positions) > 1 and puzzle.seat is not None
    row["text"] = puzzle.commented("").text
    return follows and (puzzle.id, puzzle.game) == (row["puzzle"], row["game"])


def _stepped(row: Row) -> bool:
    if row["step"] == GAME:  # which is done at a table
        return bool(row["table_id"])
    return row["step"] in find_lesson(row["game"]).names and not row["table_id"]


def _is_shipped(row: Row) -> bool:
    found = shipped().get(row["puzzle"])
    return found is not None and found.game == row["game"]


def _day(row: Row) -> date:
    day = date.fromisoformat(row["day"])
    row["day"] = day.isoformat()
    return day


CHECKS: dict[str, Callable[[Row], bool]] = {
    "solo_results": _built,
    "solo_days": _built_on_a_day,
    "puzzle_results": _tried,
    "puzzle_days": _solved_on_a_day,
    "puzzle_runs": _run,
    "puzzle_mistakes": _mistaken,
    "lesson_steps": _stepped,
    "ratings": _counted,
}
