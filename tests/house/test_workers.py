"""Several processes at one address: one that is killed is missed by nobody for long."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import httpx
from typer.testing import CliRunner

from blockhaus.cli import app
from house.postgres import Server
from house.processes import start, stop
from house.visitors import ME, PATIENCE, Place

WORKERS = 2


def workers(parent: int) -> set[int]:
    """The processes that a house has started to do its work."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent_of = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent_of == parent and "spawn_main" in (folder / "cmdline").read_text():
                found.add(int(folder.name))
        except (OSError, ValueError):  # it has ended meanwhile
            continue
    return found


def test_a_process_that_dies_is_started_again(tmp_path: Path, server: Server) -> None:
    url = server.new_database()
    process, address = start(tmp_path, "--database", url, "--workers", str(WORKERS))
    place = Place(address)
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    before = wait_for(process.pid, WORKERS)
    killed = next(iter(before))
    os.kill(killed, signal.SIGKILL)
    for number, move in enumerate(["i|", "i|"]):
        assert decided(ann.client, table["id"], number, move)
    after = wait_for(process.pid, WORKERS)
    assert killed not in after and len(after & before) == WORKERS - 1
    stop(process)
    assert not workers(process.pid)
    place.send_home()


def wait_for(parent: int, count: int) -> set[int]:
    end = time.monotonic() + PATIENCE
    while len(found := workers(parent)) != count:
        assert time.monotonic() < end, "the processes did not come back"
        time.sleep(0.1)
    return found


def decided(client: httpx.Client, table: str, number: int, move: str) -> bool:
    """Send a decision until it is answered: the same number is played once."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            wish = {"number": number, "move": move}
            answer = client.post(f"/api/tables/{table}/moves", json=wish)
        except httpx.TransportError:
            continue
        assert answer.status_code == 200, answer.text
        return bool(answer.json()["number"] == number + 1)
    return False


def test_a_file_is_for_one_process(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["house", "--workers", "2", "--data", str(tmp_path)])
    assert told.exit_code == 2 and "PostgreSQL" in told.output


def test_a_database_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    url = f"postgresql://nobody:s3cret@/nowhere?host={tmp_path}"
    for more in ([], ["--workers", "2"]):
        told = CliRunner().invoke(
            app, ["house", "--no-browser", "--port", "0", "--database", url, *more]
        )
        assert told.exit_code == 2 and "cannot be used" in told.output
        assert "s3cret" not in told.output
