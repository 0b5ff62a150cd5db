"""A database that is brought to the present form in a page becomes what Alembic makes of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from blockhaus.house.database_file import known_forms, prepare
from blockhaus.house.databases import Sqlite, migrated
from blockhaus.page.migrating import migrate, run


def shape(file: Path) -> list[Any]:
    """Every table with its columns, and every index with what it is on."""
    with closing(sqlite3.connect(file)) as database:
        names = database.execute(
            "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' "
            "ORDER BY type, name"
        ).fetchall()
        pragma = {"table": "table_info", "index": "index_info"}
        return [
            (*each, sorted(database.execute(f"PRAGMA {pragma[each[0]]}({each[1]})").fetchall()))
            for each in names
        ]


def in_order(found: list[Any]) -> list[Any]:
    """Columns that were added stand last here, wherever Alembic has put them."""
    return [
        (
            kind,
            name,
            table,
            sorted(column[1:] for column in columns) if kind == "table" else columns,
        )
        for kind, name, table, columns in found
    ]


@pytest.mark.parametrize("since", sorted({"", *known_forms()}))
def test_every_step_does_what_alembic_does(tmp_path: Path, since: str) -> None:
    by_alembic, in_a_page = Sqlite(tmp_path / "a.sqlite"), Sqlite(tmp_path / "b.sqlite")
    migrated(by_alembic).engine.dispose()
    prepare(in_a_page.file)
    early = sorted(form for form in known_forms() if form <= since)
    if early:
        with in_a_page.engine.begin() as connection:
            run(connection, early)
    migrate(in_a_page)
    in_a_page.engine.dispose()
    assert in_order(shape(in_a_page.file)) == in_order(shape(by_alembic.file))
    with closing(sqlite3.connect(in_a_page.file)) as database:
        assert database.execute("SELECT * FROM alembic_version").fetchall() == [
            (max(known_forms()),)
        ]
