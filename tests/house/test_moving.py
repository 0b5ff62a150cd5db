"""A house taken along to PostgreSQL is the house that was left, however often one begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from blockhaus.house import moving
from blockhaus.house.database_file import StorageError
from blockhaus.house.databases import database
from blockhaus.house.schema import log, people, tables
from house.postgres import Server
from house.visitors import COMPUTER, FRIEND, ME, open_place


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house in which something has been played."""
    folder = tmp_path_factory.mktemp("left")
    with open_place(folder) as place:
        ann, ben = place.visitor("Änn"), place.visitor("Ben")
        for _ in range(3):
            table = ann.open("kwinty", ME, FRIEND)
            ben.sit(table, 1, invitation=table["invitations"]["1"])
            ann.move(table, 0, "i|")
            ben.post(f"/api/tables/{table['id']}/chat", text="¿qué tal? 😀")
        ann.open("turris", ME, COMPUTER)
        ben.post("/api/me/link")
    return folder


def counts(url: str) -> list[int]:
    kept = database(url)
    with kept.engine.connect() as connection:
        found = [
            connection.execute(sa.select(sa.func.count()).select_from(each)).scalar_one()
            for each in (tables, log, people)
        ]
    kept.engine.dispose()
    return found


def test_everything_arrives_and_the_house_opens(left: Path, server: Server, tmp_path: Path) -> None:
    url, said = server.new_database(), list[str]()
    moving.move(f"sqlite:{left}", url, said.append)
    assert "Everything has arrived" in said[-1]
    assert counts(url)[0] == 4 and counts(url)[2] == 2
    with open_place(tmp_path, database=url) as place:
        assert place.visitor("Cleo").get("/health")["tables"] == 4
    with pytest.raises(StorageError, match="differs"):  # it has been played in since
        moving.move(f"sqlite:{left}", url, said.append)


def test_a_move_that_was_broken_off_goes_on(
    left: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.new_database()
    read = moving._next

    def some(connection: sa.Connection, table: sa.Table, last: Any) -> Any:
        if table is log and last is not None:
            raise KeyboardInterrupt
        return read(connection, table, last)[:1]

    with monkeypatch.context() as broken:
        broken.setattr(moving, "_next", some)
        with pytest.raises(KeyboardInterrupt):
            moving.move(f"sqlite:{left}", url, lambda _: None)
    assert counts(url)[1] == 1
    for _ in range(2):
        moving.move(f"sqlite:{left}", url, lambda _: None)
    assert counts(url)[1] > 1


def test_a_database_with_another_house_is_refused(
    left: Path, server: Server, tmp_path: Path
) -> None:
    url = server.new_database()
    with open_place(tmp_path / "other", database=url) as place:
        place.visitor("Cleo")
    before = counts(url)
    with pytest.raises(StorageError, match="another house"):
        moving.move(f"sqlite:{left}", url, lambda _: None)
    assert counts(url) == before


@pytest.mark.parametrize(
    ("source", "why"), [("sqlite:/nowhere", "no house"), ("file.sqlite", "write --from")]
)
def test_a_house_that_is_not_there_is_told(source: str, why: str, server: Server) -> None:
    with pytest.raises(StorageError, match=why):
        moving.move(source, server.url("postgres"), lambda _: None)
