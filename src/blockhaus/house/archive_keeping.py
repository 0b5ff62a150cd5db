"""What somebody has learned in another house, put beside what is known of them here.

Of two results the better one stays. Ratings are worked out anew from all results, in the order in
which they were made, so what an archive says of them is not believed.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from . import puzzle_results, ratings, solo
from .archive_learned import LEARNED
from .databases import insert_new

Rows = list[dict[str, Any]]
TOLD = {  # what people are told of, by the table it is counted in
    "puzzles": "puzzle_results",
    "steps": "lesson_steps",
    "buildings": "solo_results",
    "rated": "ratings",
}
BUILT = ("solo_results", "solo_days")
RATED = ("puzzle_results", "ratings")


def keep(
    connection: sa.Connection, holder: str, found: Mapping[str, Rows], new: dict[str, int]
) -> None:
    """Keep rows that were checked; `new` is filled in with how many were not here yet."""
    before = _counts(connection, holder)
    for name, rows in found.items():
        if rows and name not in (*BUILT, *RATED):
            connection.execute(insert_new(LEARNED[name]), _of(holder, rows))
    _build(connection, holder, {name: found.get(name, []) for name in BUILT})
    puzzle_results.bring(connection, holder, found.get("puzzle_results", []))
    ratings.bring(connection, holder, found.get("ratings", []))
    after = _counts(connection, holder)
    new.update({name: after[name] - before[name] for name in TOLD})


def _build(connection: sa.Connection, holder: str, built: Mapping[str, Rows]) -> None:
    meanwhile = secrets.token_hex(32)
    for name, rows in built.items():
        if rows:
            connection.execute(insert_new(LEARNED[name]), _of(meanwhile, rows))
    solo.merge(connection, meanwhile, holder)


def _of(holder: str, rows: Rows) -> Rows:
    return [{**row, "holder": holder} for row in rows]


def _counts(connection: sa.Connection, holder: str) -> dict[str, int]:
    def count(table: sa.Table) -> int:
        mine = sa.select(sa.func.count()).select_from(table).where(table.c.holder == holder)
        return int(connection.execute(mine).scalar_one())

    return {name: count(LEARNED[table]) for name, table in TOLD.items()}
