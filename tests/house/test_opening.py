"""Opening the house from the command line."""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from blockhaus.cli import app
from blockhaus.house import databases, opening
from blockhaus.house.settings import data_folder
from house.postgres import Server
from house.processes import start, stop
from house.visitors import FRIEND, ME, Place


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["house", "--no-browser", *arguments])
    assert result.exit_code == 2
    return " ".join(result.output.split())


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"Port {port} is taken" in refused("--port", port, "--data", str(tmp_path))


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = refused("--port", "0", "--data", str(tmp_path / "file" / "tables"))
    assert "cannot keep its tables in" in told and "--data" in told


def test_an_unknown_host_is_told(tmp_path: Path) -> None:
    told = refused("--host", "no such host", "--port", "0", "--data", str(tmp_path))
    assert "no address" in told


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://ann@here:port/house", "write the database like postgresql://"),
        ("mysql://ann@here/house", "database"),
        ("postgresql://ann@127.0.0.1:1/house", "Connection refused"),
        ("postgresql://ann@no-such-host.invalid/house", "cannot be used"),
        ("postgresql:///house?nonsense=1", 'invalid connection option "nonsense"'),
    ],
)
def test_a_database_that_cannot_be_reached_is_told(url: str, sentence: str) -> None:
    for workers in ("1", "2"):
        assert sentence in refused("--port", "0", "--database", url, "--workers", workers)


def test_a_server_that_is_too_old_or_lacks_the_database_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'database "nowhere" does not exist' in refused("--database", server.url("nowhere"))
    monkeypatch.setattr(databases, "OLDEST", 99)
    assert "the house needs 99 or newer" in refused("--database", server.new_database())


@pytest.mark.parametrize("room", [0, 4096, 100_000])
def test_a_disk_without_room_is_told_and_forgiven(tmp_path: Path, room: int) -> None:
    """Files that may not grow stand for it. When there is room, the house opens."""

    def leave_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    command = [sys.executable, "-m", "blockhaus", "house", "--no-browser", "--port", "0"]
    done = subprocess.run(
        [*command, "--data", str(tmp_path)], preexec_fn=leave_room, capture_output=True, text=True
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    assert "cannot be used: " in " ".join(done.stderr.split())
    process, _ = start(tmp_path)
    stop(process)


def test_the_address_for_others_is_none_that_only_this_machine_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opening, "own_address", lambda: "192.168.1.7")
    for host in ("127.0.0.1", "127.0.1.1", "localhost", "::1"):
        assert opening.network_origin(host, 8420) is None
    for host in ("0.0.0.0", "::", ""):
        assert opening.network_origin(host, 8420) == "http://192.168.1.7:8420"
    assert opening.network_origin("10.0.0.5", 80) == "http://10.0.0.5:80"
    assert opening.network_origin("fe80::1", 80) == "http://[fe80::1]:80"
    assert opening.network_origin("games.example", 80) == "http://games.example:80"
    monkeypatch.setattr(opening, "own_address", lambda: "localhost")  # no network at all
    assert opening.network_origin("0.0.0.0", 8420) is None


def test_a_house_for_all_tells_where_others_find_it(tmp_path: Path) -> None:
    process, address = start(tmp_path, "--host", "0.0.0.0")
    try:
        told = httpx.get(f"{address}/api/house").json()["network"]
        assert told is None or httpx.get(f"{told}/health").json()["status"] == "ok"
    finally:
        stop(process)


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/blockhaus"),
        ("linux", {}, "/home/ann/.local/share/blockhaus"),
        ("darwin", {}, "/home/ann/Library/Application Support/blockhaus"),
        ("win32", {"LOCALAPPDATA": "/app"}, "/app/blockhaus"),
    ],
)
def test_the_data_folder_is_where_the_system_wants_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert data_folder().as_posix() == expected


def test_logs_are_json_without_secrets(tmp_path: Path) -> None:
    process, address = start(tmp_path / "data", "--log", "debug", errors=tmp_path / "log")
    place = Place(address)
    ann = place.visitor("Ann")
    table = ann.open("cube", ME, FRIEND)
    with ann.live(table) as page:
        ann.sit(table, 1)
        page.ask("move", number=0, move="draw")
    secret = ann.act(table, "resign")["secret"]
    place.send_home()
    stop(process)
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines and all(json.loads(line)["message"] for line in lines)
    for hidden in (ann.token, secret, table["invitations"]["1"]):
        assert not [line for line in lines if hidden in line]
    assert os.listdir(tmp_path / "data"), "the tables are kept"
