"""Bringing a database to the present form in a page, where Alembic would take longer to load than
there is to do: a stand-in for what the migrations use of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateColumn

from ..house.database_file import MIGRATIONS, known_forms, prepare, present_form
from ..house.databases import Sqlite, told_if_unusable

VERSIONS = "blockhaus.house.migrations.versions"
FORM = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32)))


class Operations(ModuleType):
    """In place of `alembic.op`."""

    def __init__(self, connection: sa.Connection) -> None:
        super().__init__("op")
        self.connection = connection

    def get_bind(self) -> sa.Connection:
        return self.connection

    def execute(self, statement: Any) -> None:
        plain = isinstance(statement, str)
        self.connection.execute(sa.text(statement) if plain else statement)

    def create_table(self, name: str, *parts: Any, **how: Any) -> sa.Table:
        table = sa.Table(name, sa.MetaData(), *parts, **how)
        table.create(self.connection)
        return table

    def drop_table(self, name: str) -> None:
        self.execute(f"DROP TABLE {name}")

    def add_column(self, table: str, column: sa.Column[Any]) -> None:
        sa.Table("other", sa.MetaData(), column)  # a column is written as one of a table
        written = CreateColumn(column).compile(self.connection)
        self.execute(f"ALTER TABLE {table} ADD COLUMN {written}")
        if column.index:
            self.create_index(f"ix_{table}_{column.name}", table, [column.name])

    def drop_column(self, table: str, column: str) -> None:
        self.execute(f"ALTER TABLE {table} DROP COLUMN {column}")

    def create_index(self, name: str, table: str, columns: Sequence[str]) -> None:
        self.execute(f"CREATE INDEX {name} ON {table} ({', '.join(columns)})")

    def drop_index(self, name: str, **_: Any) -> None:
        self.execute(f"DROP INDEX {name}")

    def bulk_insert(self, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        self.connection.execute(table.insert(), rows)

    @contextmanager
    def batch_alter_table(self, table: str) -> Iterator[Batch]:
        yield Batch(self, table)


class Batch:
    """Several changes of one table."""

    def __init__(self, operations: Operations, table: str) -> None:
        self._operations, self._table = operations, table

    def add_column(self, column: sa.Column[Any]) -> None:
        self._operations.add_column(self._table, column)

    def drop_column(self, column: str) -> None:
        self._operations.drop_column(self._table, column)


def migrate(database: Sqlite) -> None:
    """All steps that are due, in their order; StorageError if the database cannot be used."""
    with told_if_unusable(database):
        form = prepare(database.file)
        if form == present_form():
            return
        due = sorted(each for each in known_forms() if each > (form or ""))
        with database.engine.begin() as connection:
            run(connection, due)


def run(connection: sa.Connection, due: Sequence[str]) -> None:
    alembic = ModuleType("alembic")
    alembic.op = Operations(connection)  # type: ignore[attr-defined]
    before = sys.modules.get("alembic")
    sys.modules["alembic"] = alembic
    try:
        for name in due:
            _step(name).upgrade()
    finally:
        del sys.modules["alembic"]
        if before:
            sys.modules["alembic"] = before
    connection.execute(sa.delete(FORM))
    connection.execute(FORM.insert().values(version_num=due[-1]))


def _step(form: str) -> Any:
    file = next((MIGRATIONS / "versions").glob(f"{form}_*"))
    sys.modules.pop(f"{VERSIONS}.{file.stem}", None)  # it may know another `op`
    return import_module(f"{VERSIONS}.{file.stem}")
