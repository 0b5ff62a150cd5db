"""The file of a house: its owner's alone, one house at a time; what is damaged is told."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

import blockhaus
from blockhaus.cli import app
from blockhaus.house.database_file import StorageError, check_whole, held, present_form
from blockhaus.house.databases import Sqlite
from blockhaus.house.storage import migrate
from house.processes import kill, start, stop
from house.visitors import ME, OPEN, Place, Visitor, open_place

FILE = "house.sqlite"


def played(game: str, count: int) -> list[str]:
    """The first moves there are, one after the other."""
    position = blockhaus.game(game).start(0)
    for _ in range(count):
        position = position.play(position.moves[0])
    return list(position.history)


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


def refused(folder: Path) -> str:
    arguments = ["house", "--no-browser", "--port", "0", "--data", str(folder)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def test_a_database_is_brought_to_its_form_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full halfway leaves what there was, and it can be tried again."""
    file = tmp_path / FILE
    with monkeypatch.context() as full:
        full.setattr(Sqlite, "settings", (*Sqlite.settings, "max_page_count=20"))
        with pytest.raises(OperationalError, match="full"):
            migrate(file)
    with closing(sqlite3.connect(file)) as database:
        found = [name for (name,) in database.execute("SELECT name FROM sqlite_schema")]
    assert found == ["alembic_version"]
    migrate(file)
    assert check_whole(file) == present_form()


def test_a_second_house_with_the_same_tables_refuses(tmp_path: Path) -> None:
    process, _ = start(tmp_path)
    told = refused(tmp_path)
    assert "A house is open with the tables in" in told and str(process.pid) in told
    kill(process)
    process, _ = start(tmp_path)  # the lock has ended with the process
    stop(process)
    with held(tmp_path), pytest.raises(StorageError), held(tmp_path):
        pass


def test_only_the_owner_reads_what_is_kept(tmp_path: Path, usual_umask: None) -> None:
    folder = tmp_path / "new"
    process, address = start(folder)
    place = Place(address)
    place.visitor("Ann").open("kwinty", ME, ME)
    found = modes(folder)
    place.send_home()
    kill(process)
    assert set(found) == {FILE, f"{FILE}-wal", f"{FILE}-shm", "house.lock"}
    assert set(found.values()) == {"0o600"}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_others_could_read_before_they_cannot_any_more(
    tmp_path: Path, usual_umask: None
) -> None:
    folder = tmp_path / "old"
    migrate(folder / FILE)
    folder.chmod(0o755)
    (folder / f"{FILE}-wal").write_bytes(b"")
    for file in folder.iterdir():
        file.chmod(0o644)
    migrate(folder / FILE)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert modes(folder)[FILE] == "0o600"


def test_a_folder_that_many_use_stays_open_to_them(tmp_path: Path, usual_umask: None) -> None:
    tmp_path.chmod(0o1777)
    migrate(tmp_path / FILE)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    assert modes(tmp_path)[FILE] == "0o600"


def test_an_empty_database_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert "it is empty. Restore a copy" in refused(tmp_path)


def test_a_damaged_database_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is no database" * 1000)
    told = refused(tmp_path)
    assert "file is not a database" in told and "blockhaus house restore" in told


def test_a_database_with_damaged_pages_is_told(tmp_path: Path) -> None:
    migrate(tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.executemany(
            "INSERT INTO people (holder, name) VALUES (?, ?)",
            [(f"{number:064}", "Ann") for number in range(2000)],
        )
    data = bytearray((tmp_path / FILE).read_bytes())
    data[-40_960:-4096] = bytes(36_864)
    (tmp_path / FILE).write_bytes(data)
    assert "it is damaged" in refused(tmp_path)


def test_a_newer_database_is_told(tmp_path: Path) -> None:
    migrate(tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    told = refused(tmp_path)
    assert "newer Blockhaus (form 9999)" in told and "Update" in told


def test_a_database_that_another_program_holds_is_told(tmp_path: Path) -> None:
    migrate(tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        assert "cannot be used: database is locked" in refused(tmp_path)


def test_a_lock_that_cannot_be_taken_is_told(tmp_path: Path) -> None:
    (tmp_path / "house.lock").mkdir()
    assert "house.lock cannot be used: Is a directory" in refused(tmp_path)


def test_another_program_s_database_is_told(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("CREATE TABLE cats (name)")
    assert "not the database of a house" in refused(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("cats",)]


def test_a_database_that_was_never_finished_is_no_fault(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    migrate(tmp_path / FILE)
    check_whole(tmp_path / FILE)


MOVES = played("kwinty", 3)
DAMAGES = [
    "UPDATE tables SET summary = '{' WHERE id = ?",
    "UPDATE tables SET summary = '[]' WHERE id = ?",
    "UPDATE tables SET summary = '{\"seats\": 3}' WHERE id = ?",
    "UPDATE tables SET founding = 'x' WHERE id = ?",
    "UPDATE tables SET founding = '{}' WHERE id = ?",
    "UPDATE tables SET founding = json_set(founding, '$.seats', 7) WHERE id = ?",
    "UPDATE log SET data = '{' WHERE table_id = ?",
    "UPDATE log SET data = '{}' WHERE table_id = ?",
    "UPDATE log SET kind = 'nonsense' WHERE table_id = ?",
    "DELETE FROM log WHERE table_id = ? AND number = 0",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_harms_no_other(tmp_path: Path, damage: str) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann = place.visitor("Ann")
        cookies = ann.client.cookies
        bad, good = (ann.open("kwinty", ME, ME, public=True) for _ in range(2))
        waiting = ann.open("kwinty", ME, OPEN)
        for table in (bad, good):
            for number, move in enumerate(MOVES[:2]):
                ann.move(table, number, move)
        ann.client.cookies = {}
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        assert database.execute(damage, (bad["id"],)).rowcount
        database.execute("UPDATE tables SET deadline = 0 WHERE id = ?", (bad["id"],))
    with open_place(tmp_path, warm=False) as place:
        ann = Visitor(place.address)
        ann.client.cookies = cookies
        for which in ("mine", "running", "open", "recent"):
            ann.get("/api/tables", list=which)
        listed = {table["id"]: table for table in ann.get("/api/tables", list="mine")}
        assert set(listed) == {bad["id"], good["id"], waiting["id"]}
        assert "summary" not in damage or "damaged" in listed[bad["id"]]["notice"]
        assert ann.client.get(f"/api/tables/{bad['id']}").status_code in (200, 409, 410)
        assert ann.client.get(f"/table/{bad['id']}").status_code == 200
        ann.get("/api/me/games")
        ann.get("/api/me/statistics")
        assert ann.client.get("/api/me/archive").status_code == 200
        ann.move(good, 2, MOVES[2])
        assert ann.client.delete("/api/me").status_code < 300
        ann.client.close()
