"""What the owner of a house does: copies, checks, tidying, closing tables, barring."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

import blockhaus
from blockhaus.cli import app
from blockhaus.house import server_copies
from blockhaus.house.copies import back_up
from blockhaus.house.rewriting import UNSAID
from house.postgres import Server
from house.processes import kill, start
from house.test_killed import Client
from house.visitors import FRIEND, ME, Place, Visitor, open_place, wait_until

FILE = "house.sqlite"
LONG_AGO = 100 * 86400.0


def run(folder: Path, *words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["house", *words, "--data", str(folder)])
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


def moves_of(visitor: Visitor, table: dict[str, Any]) -> list[str]:
    return [move["move"] for move in visitor.see(table)["moves"]]


def test_a_copy_made_while_people_play_has_every_acknowledged_decision(tmp_path: Path) -> None:
    process, address = start(tmp_path / "house")
    place = Place(address)
    clients = []
    for number in range(3):
        visitor = place.visitor(f"Ann {number}")
        clients.append(Client(visitor, visitor.open("kwinty", ME, ME), random.Random(number)))
    for client in clients:
        client.start()
    copies: list[tuple[Path, list[list[str]]]] = []
    for number in range(4):
        known = [list(client.acknowledged) for client in clients]
        copies.append((tmp_path / f"{number}.sqlite", known))
        told = run(tmp_path / "house", "backup", str(copies[-1][0]))
        assert "3 tables" in told
        assert "A house is open" in run(
            tmp_path / "house", "restore", str(copies[-1][0]), code=2
        ), "the lock outlives a copy"
    for client in clients:
        client.join()
    cookies = [client.visitor.client.cookies for client in clients]
    kill(process)
    place.send_home()
    for file, known in copies:
        folder = tmp_path / f"house of {file.stem}"
        run(folder, "restore", str(file))
        assert "every table replayed" in run(folder, "check")
        with open_place(folder, warm=False) as again:
            for client, cookie, moves in zip(clients, cookies, known, strict=True):
                visitor = Visitor(again.address)
                visitor.client.cookies = cookie
                assert moves_of(visitor, client.table)[: len(moves)] == moves
                visitor.client.close()


def test_a_copy_is_one_private_file_and_never_replaces_another(tmp_path: Path) -> None:
    with open_place(tmp_path / "house", warm=False) as place:
        place.visitor("Ann").open("kwinty", ME, ME)
        (tmp_path / "copies").mkdir()
        run(tmp_path / "house", "backup", str(tmp_path / "copies"))
        (made,) = (tmp_path / "copies").iterdir()
        assert made.name.startswith("blockhaus-") and made.stat().st_mode & 0o777 == 0o600
        assert "is there already" in run(tmp_path / "house", "backup", str(made), code=2)
        nowhere = tmp_path / "none" / "copy"
        assert "cannot be copied" in run(tmp_path / "house", "backup", str(nowhere), code=2)
    assert "There is no" in run(tmp_path / "other", "backup", str(nowhere), code=2)


def test_what_a_copy_replaces_is_kept(tmp_path: Path) -> None:
    with open_place(tmp_path / "house", warm=False) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, ME)
        back_up(tmp_path / "house" / FILE, tmp_path / "copy")
        ann.move(table, 0, first_move("kwinty"))
        time.sleep(0.01)
    told = run(tmp_path / "house", "restore", str(tmp_path / "copy"))
    assert "1 tables with 0 decisions" in told
    (kept,) = (tmp_path / "house").glob(f"{FILE}.replaced-*[0-9]")
    assert str(kept) in told
    with closing(sqlite3.connect(kept)) as database:
        assert database.execute("SELECT count(*) FROM log").fetchone() == (1,)
    (tmp_path / "broken").write_bytes(b"no database" * 1000)
    assert "damaged" in run(tmp_path / "house", "restore", str(tmp_path / "broken"), code=2)
    assert "every table" in run(tmp_path / "house", "check")


def first_move(game: str) -> str:
    return blockhaus.game(game).start(0).moves[0]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A copy of a house with a finished and a running table, chat and two people; their ids."""
    folder = tmp_path_factory.mktemp("played")
    with open_place(folder / "house", warm=False) as place:
        ann, ben = place.visitor("Ann"), place.visitor("Ben")
        over = ann.open("kwinty", ME, FRIEND)
        ben.sit(over, 1, invitation=over["invitations"]["1"])
        for visitor, text in ((ann, "hello"), (ben, "good luck")):
            visitor.post(f"/api/tables/{over['id']}/chat", text=text)
        ann.move(over, 0, first_move("kwinty"))
        ann.act(over, "resign")
        running = ann.open("kwinty", ME, ME)
        ann.move(running, 0, first_move("kwinty"))
    return folder / "house" / FILE, over["id"], running["id"]


@pytest.fixture
def folder(played: tuple[Path, str, str], tmp_path: Path) -> Path:
    run(tmp_path, "restore", str(played[0]))
    return tmp_path


def change(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        assert database.execute(statement, values).rowcount


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE tables SET summary = '{' WHERE id = ?", "what the lists tell of it"),
        ("UPDATE tables SET founding = 'x' WHERE id = ?", "damaged and cannot be read"),
        ("UPDATE tables SET founding = '{}' WHERE id = ?", "damaged and cannot be read"),
        ("UPDATE log SET data = '{' WHERE table_id = ?", "entry 0 of its log cannot be read"),
        ("DELETE FROM log WHERE number = 0 AND table_id = ?", "entry 0 of its log is missing"),
        ("UPDATE log SET kind = 'x' WHERE number = 0 AND table_id = ?", "cannot be followed"),
        ("DELETE FROM tables WHERE id = ?", "there is a log, but no table"),
        ("UPDATE tables SET summary = json_set(summary, '$.number', 9) WHERE id = ?", "number"),
    ],
)
def test_what_is_damaged_is_told(
    folder: Path, played: tuple[Path, str, str], damage: str, told: str
) -> None:
    assert "everything can be read" in run(folder, "check")
    change(folder, damage, played[1])
    found = run(folder, "check", code=1)
    assert f"Table {played[1]}: " in found and told in found and "1 faults" in found


def test_a_damaged_file_is_told_by_its_pages(folder: Path) -> None:
    data = bytearray((folder / FILE).read_bytes())
    data[8192:-4096] = bytes(len(data) - 12288)
    (folder / FILE).write_bytes(data)
    assert "The file is damaged: " in run(folder, "check", code=1)


def aged(folder: Path) -> None:
    for table, column in (("tables", "updated"), ("log", "at"), ("people", "since")):
        change(folder, f"UPDATE {table} SET {column} = {column} - {LONG_AGO}")


def counts(folder: Path) -> dict[str, int]:
    queries = {
        "tables": "SELECT count(*) FROM tables",
        "log": "SELECT count(*) FROM log",
        "names": "SELECT count(*) FROM people",
        "said": f"SELECT count(*) FROM log WHERE kind = 'chat' AND data NOT LIKE '%{UNSAID}%'",
        "told": "SELECT count(*) FROM tables WHERE summary LIKE '%Ann%'",
    }
    with closing(sqlite3.connect(folder / FILE)) as database:
        return {name: database.execute(query).fetchone()[0] for name, query in queries.items()}


def test_nothing_is_tidied_away_unless_days_are_set(folder: Path) -> None:
    aged(folder)
    before = counts(folder)
    assert "kept for ever" in run(folder, "tidy")
    told = run(folder, "tidy", "--dry-run", "--retention-chat", "30")
    assert "Would be done away with: 0 finished tables, 0 names, 2 messages" in told
    assert counts(folder) == before


@pytest.mark.parametrize(
    ("flag", "told", "left"),
    [
        (
            "--retention-finished-tables",
            "1 finished tables",
            {"tables": 1, "log": 1, "told": 1, "said": 0},
        ),
        ("--retention-guest-names", "2 names", {"names": 0, "told": 0}),
        ("--retention-chat", "2 messages", {"said": 0}),
    ],
)
def test_what_is_older_than_its_days_is_tidied_away(
    folder: Path, flag: str, told: str, left: dict[str, int]
) -> None:
    before = counts(folder)
    run(folder, "tidy", flag, "30")
    assert counts(folder) == before, "nothing is old yet"
    aged(folder)
    assert told in run(folder, "tidy", flag, "30")
    assert counts(folder) == before | left
    assert "everything can be read" in run(folder, "check")
    assert "0 finished tables, 0 names, 0 messages" in run(folder, "tidy", flag, "30")


def test_names_of_who_was_there_lately_stay(folder: Path, played: tuple[Path, str, str]) -> None:
    aged(folder)
    change(folder, "UPDATE tables SET updated = ? WHERE id = ?", time.time(), played[2])
    run(folder, "tidy", "--retention-guest-names", "30")
    with closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute("SELECT name FROM people").fetchall() == [("Ann",)]


def test_an_open_house_hears_of_a_table_that_is_closed(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, sweep_every=0.05) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, ME)
        assert "no table" in run(tmp_path, "close-table", "nosuchtabl", code=2)
        with ann.live(table) as page:
            run(tmp_path, "close-table", table["id"])
            heard = page.hear("table")["table"]
        assert heard["state"] == "halted" and "owner of the house" in heard["notice"]
        refused = ann.move(table, 0, first_move("kwinty"), 409)
        assert refused["error"]["code"] == "halted"
        assert "owner" in ann.get("/api/tables", list="mine")[0]["notice"]
        run(tmp_path, "reopen-table", table["id"])
        wait_until(lambda: ann.see(table)["state"] == "running")
        ann.move(table, 0, first_move("kwinty"))
        assert "is not closed" in run(tmp_path, "reopen-table", table["id"], code=2)


def test_an_open_house_hears_of_who_is_barred(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, sweep_every=0.05) as place:
        ann, ben = place.visitor("Ann"), place.visitor("Ben")
        table = ann.open("kwinty", ME, ME)
        holder = place.house.persons.of(next(iter(place.house.live.values())).table.founding.host)
        with ann.live(table) as page, ann.socket("/api/analysis") as analysis:
            assert holder[:12] in run(tmp_path, "bar", holder)
            with pytest.raises(ConnectionClosed):
                page.hear("nothing")
            with pytest.raises(ConnectionClosed):
                analysis.recv(60)
        assert ann.get("/api/me", 403)["error"]["code"] == "barred"
        ben.get("/api/me")
        assert run(tmp_path, "barred") == holder[:12]
        run(tmp_path, "unbar", holder)
        wait_until(lambda: ann.client.get("/api/me").status_code == 200)
        run(tmp_path, "bar", "127.0.0.0/8")
        wait_until(lambda: ben.client.get("/api/me").status_code == 403)
        run(tmp_path, "unbar", "127.0.0.0/8")
        wait_until(lambda: httpx.get(f"{place.address}/health").status_code == 200)
        assert "neither an address" in run(tmp_path, "bar", "Ann", code=2)
        assert "is not barred" in run(tmp_path, "unbar", "10.0.0.1", code=2)


def test_a_house_on_postgresql_is_kept_in_order_alike(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    place_of = ("--database", url)
    with open_place(tmp_path, warm=False, sweep_every=0.05, database=url) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, ME)
        ann.move(table, 0, first_move("kwinty"))
        run(tmp_path, "close-table", table["id"], *place_of)
        wait_until(lambda: ann.see(table)["state"] == "halted")
        run(tmp_path, "reopen-table", table["id"], *place_of)
        wait_until(lambda: ann.see(table)["state"] == "running")
        run(tmp_path, "bar", "127.0.0.1", *place_of)
        wait_until(lambda: ann.client.get("/api/me").status_code == 403)
        run(tmp_path, "unbar", "127.0.0.1", *place_of)
        assert "Nobody" in run(tmp_path, "barred", *place_of)
        assert "every table replayed" in run(tmp_path, "check", *place_of)
        told = run(tmp_path, "tidy", "--dry-run", "--retention-chat", "1", *place_of)
        assert "0 messages" in told


def test_a_house_on_postgresql_is_copied_while_people_play(server: Server, tmp_path: Path) -> None:
    url, copy = server.new_database(), tmp_path / "copy.sqlite"
    here, house = ("--database", url), tmp_path / "house"
    with open_place(house, warm=False, database=url) as place:
        visitor = place.visitor("Änn")
        client = Client(visitor, visitor.open("kwinty", ME, ME), random.Random(1))
        client.start()
        wait_until(lambda: len(client.acknowledged) > 3)
        known = list(client.acknowledged)
        assert "1 tables" in run(house, "backup", str(copy), *here)
        assert "A house is open" in run(house, "restore", str(copy), *here, code=2)
        client.join()
        cookies, later = visitor.client.cookies, list(client.acknowledged)
    assert "every table replayed" in run(house, "check", str(copy))
    told = run(house, "restore", str(copy), *here)
    assert "1 tables" in told and "is kept as" in told
    assert "every table replayed" in run(house, "check", *here)
    with open_place(house, warm=False, database=url) as place:
        assert moves_seen(place, cookies, client.table)[: len(known)] == known
    # What was there before is a copy like any other, and goes back into a database, or a file.
    (before,) = house.glob("*.replaced-*")
    other = server.new_database()
    run(house, "restore", str(before), "--database", other)
    run(tmp_path / "file", "restore", str(before))
    for settings in ({"database": other}, {}):
        with open_place(tmp_path / "file", warm=False, **settings) as place:
            assert moves_seen(place, cookies, client.table)[: len(later)] == later


def moves_seen(place: Place, cookies: httpx.Cookies, table: dict[str, Any]) -> list[str]:
    visitor = Visitor(place.address)
    visitor.client.cookies = cookies
    found = moves_of(visitor, table)
    visitor.client.close()
    return found


def test_a_copy_that_cannot_be_put_back_leaves_the_database_as_it_was(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, copy = server.new_database(), tmp_path / "copy.sqlite"
    with open_place(tmp_path, warm=False, database=url) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, ME)
        run(tmp_path, "backup", str(copy), "--database", url)
        ann.move(table, 0, first_move("kwinty"))
        cookies = ann.client.cookies
    monkeypatch.setattr(server_copies, "summed", lambda *_: object())
    assert "differs" in run(tmp_path, "restore", str(copy), "--database", url, code=2)
    assert "differs" in run(tmp_path, "backup", str(tmp_path / "more"), "--database", url, code=2)
    assert not (tmp_path / "more").exists() and not list(tmp_path.glob("*.unfinished"))
    monkeypatch.undo()
    assert "empty" in damaged(tmp_path, url)
    with open_place(tmp_path, warm=False, database=url) as place:
        assert moves_seen(place, cookies, table) == [first_move("kwinty")]


def damaged(folder: Path, url: str) -> str:
    (folder / "empty.sqlite").touch()
    return run(folder, "restore", str(folder / "empty.sqlite"), "--database", url, code=2)
