"""Taking a house along from a file to PostgreSQL.

Rows are copied in the order of their keys, some thousands at a time, each lot in a transaction of
its own. Whoever is interrupted begins again with the same command: what has arrived is known by its
key. At the end both sides are counted, and every row of both goes into a hash.

A target with anything else in it is refused. While a move is under way, and after it, a row says
where it came from; so it can be gone on with, or checked once more, but never mixed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from .database_file import NAME, StorageError, held
from .databases import Database, Postgres, Sqlite, database, insert_new, migrated
from .json_text import written
from .schema import keepers, metadata, moves, processes

LOT = 2000  # rows at a time
OWN = (processes, keepers, moves)  # what is each database's own
MOVED = [table for table in metadata.sorted_tables if table not in OWN]
Say = Callable[[str], None]


def move(source: str, target: str, say: Say) -> None:
    """Copy everything, and see that all has arrived."""
    file = _file(source)
    goal = database(target)
    if not isinstance(goal, Postgres):
        raise StorageError("A house is moved to PostgreSQL: write --to postgresql://...")
    with held(file.parent):  # nobody plays there meanwhile
        origin = Sqlite(file)
        try:
            migrated(origin)
            migrated(goal)
            done = _mark(goal, _name(origin))
            for table in MOVED if not done else ():
                _copy(origin, goal, table)
            _compare(origin, goal, say)
            with goal.engine.begin() as connection:
                connection.execute(sa.update(moves).values(done=True))
        finally:
            origin.engine.dispose()
            goal.engine.dispose()


def _file(source: str) -> Path:
    kind, _, path = source.partition(":")
    file = Path(path)
    file = file / NAME if file.is_dir() else file
    if kind != "sqlite" or not path:
        raise StorageError("A house is moved from a file: write --from sqlite:FOLDER.")
    if not file.is_file():
        raise StorageError("There is no house in {file}.", file=file)
    return file


def _name(origin: Sqlite) -> str:
    """What tells one house from another: its first table."""
    with origin.engine.connect() as connection:
        tables = metadata.tables["tables"]
        first = connection.execute(
            sa.select(tables.c.id, tables.c.created).order_by(tables.c.created, tables.c.id)
        ).first()
    return hashlib.sha256(str(tuple(first) if first else "").encode()).hexdigest()


def _mark(goal: Database, name: str) -> bool:
    """Say in the target what it is to become, or find that it was begun with the same; whether it
    was even done.
    """
    with goal.engine.begin() as connection:
        known = connection.execute(sa.select(moves)).first()
        if known and known.source == name:
            return bool(known.done)
        if known or any(_is_used(connection, table) for table in MOVED):
            raise StorageError(
                "{target} has tables of another house: a move needs a database with nothing in it.",
                target=goal.name,
            )
        connection.execute(moves.insert().values(source=name, done=False))
    return False


def _is_used(connection: sa.Connection, table: sa.Table) -> bool:
    if table.name == "alive":  # it has its one row from the beginning
        return bool(connection.execute(sa.select(table.c.at).where(table.c.at > 0)).first())
    return (
        connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None
    )


def _keys(table: sa.Table, goal: bool) -> list[Any]:
    """The key in an order that both databases agree on: that of bytes."""
    return [
        column.collate("C") if goal and isinstance(column.type, sa.String) else column
        for column in table.primary_key
    ]


def _copy(origin: Database, goal: Database, table: sa.Table) -> None:
    """Bring over what lies beyond the last key that has arrived."""
    if table.name == "alive":
        _replace(origin, goal, table)
        return
    with origin.engine.connect() as reading:
        while rows := _next(reading, table, _last(goal, table)):
            with goal.engine.begin() as writing:
                writing.execute(insert_new(table), [dict(row._mapping) for row in rows])


def _replace(origin: Database, goal: Database, table: sa.Table) -> None:
    with origin.engine.connect() as reading, goal.engine.begin() as writing:
        writing.execute(sa.delete(table))
        for row in reading.execute(sa.select(table)):
            writing.execute(table.insert().values(dict(row._mapping)))


def _last(goal: Database, table: sa.Table) -> tuple[Any, ...] | None:
    order = [key.desc() for key in _keys(table, True)]
    with goal.engine.connect() as connection:
        row = connection.execute(sa.select(*table.primary_key).order_by(*order).limit(1)).first()
    return tuple(row) if row else None


def _next(
    connection: sa.Connection, table: sa.Table, last: tuple[Any, ...] | None
) -> list[sa.Row[*tuple[Any, ...]]]:
    keys = list(table.primary_key)
    query = sa.select(table).order_by(*keys).limit(LOT)
    if last is not None:
        given = [sa.literal(value, key.type) for value, key in zip(last, keys, strict=True)]
        query = query.where(sa.tuple_(*keys) > sa.tuple_(*given))
    return list(connection.execute(query))


def _compare(origin: Database, goal: Database, say: Say) -> None:
    """Counts and hashes of both sides; StorageError if any differ."""
    wrong = []
    for table in MOVED:
        with origin.engine.connect() as one, goal.engine.connect() as other:
            (count, here), (arrived, there) = summed(one, table, False), summed(other, table, True)
        say(f"{table.name}: {count:,} rows, {here[:16]}")
        if (count, here) != (arrived, there):
            wrong.append(table.name)
    if wrong:
        raise StorageError(
            "What is there differs from what is in the file: {tables}. If nobody has played there "
            "since, begin anew with an empty database.",
            tables=", ".join(wrong),
        )
    say("Everything has arrived. The file is as it was; keep it as a copy.")


def summed(connection: sa.Connection, table: sa.Table, goal: bool) -> tuple[int, str]:
    """How many rows a table has, and a hash of them all."""
    count, sum_ = 0, hashlib.sha256()
    for row in rows_of(connection, table, goal):
        count += 1
        sum_.update(written([_plain(value) for value in row]).encode() + b"\n")
    return count, sum_.hexdigest()


def rows_of(connection: sa.Connection, table: sa.Table, goal: bool = False) -> sa.CursorResult[Any]:
    """The rows in the order of their keys, read bit by bit."""
    query = sa.select(table).order_by(*_keys(table, goal))
    return connection.execute(query, execution_options={"yield_per": LOT})


def _plain(value: Any) -> Any:
    return bytes(value).hex() if isinstance(value, (bytes, memoryview)) else value
