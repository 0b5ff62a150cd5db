"""Numbers of requests, the log of who asked for what, and the metrics."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import httpx
import pytest

from blockhaus.house.observing import shortened
from house.processes import start, stop
from house.test_office import first_move
from house.visitors import FRIEND, ME, Place

SAMPLE = re.compile(r'blockhaus_[a-z_]+(\{([a-z]+="[^"]*",?)+\})? -?[0-9.e+]+')


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def read(port: int) -> dict[str, float]:
    """All metrics by their names with labels."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics")
    assert answer.status_code == 200 and "version=0.0.4" in answer.headers["content-type"]
    found = {}
    for line in answer.text.splitlines():
        if not line.startswith("#"):
            assert SAMPLE.fullmatch(line), line
            name, value = line.rsplit(" ", 1)
            assert name not in found
            found[name] = float(value)
    return found


def test_what_happens_is_counted_and_logged_without_secrets(tmp_path: Path) -> None:
    port = free_port()
    arguments = ("--metrics", f"127.0.0.1:{port}", "--log", "info")
    process, address = start(tmp_path / "house", *arguments, errors=tmp_path / "log")
    place = Place(address)
    before = read(port)
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    private = ann.open("kwinty", ME, FRIEND)
    code = "kwinty:secretcode"
    ann.client.get("/analysis", params={"code": code})
    ann.client.get(f"/table/{private['id']}")
    with ann.live(table), ann.live(private):
        ann.move(table, 0, first_move("kwinty"))
        now = read(port)
    answer = ann.client.get("/api/tables/nosuchtabl", headers={"x-request-id": "mine"})
    place.send_home()
    assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 404
    assert httpx.get(f"{address}/metrics").headers["content-type"].startswith("text/html")
    stop(process)

    def grown(name: str) -> float:
        return now[f"blockhaus_{name}"] - before.get(f"blockhaus_{name}", 0.0)

    moves = 'requests_total{method="POST",route="/api/tables/{table_id}/moves",status="200"}'
    assert (grown(moves), grown("decisions_total"), grown("sockets")) == (1, 1, 2)
    assert grown('entries_total{kind="move"}') == 1 and grown("live_tables") == 2
    assert grown("commits_total") >= 3 and now["blockhaus_storage_errors_total"] == 0
    assert now["blockhaus_memory_bytes"] > 10e6
    assert 'blockhaus_waiting{line="computers"}' in now
    assert now['blockhaus_request_seconds_bucket{le="+Inf"}'] == sum(
        value for name, value in now.items() if name.startswith("blockhaus_requests_total")
    )

    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    asked = [line for line in lines if line["from"] == "blockhaus.access"]
    number = answer.headers["x-request-id"]
    assert number != "mine"
    (told,) = [line for line in asked if line["request"] == number]
    assert told["message"] == "GET /api/tables/nosu… 404"
    assert re.fullmatch("[0-9a-f]{12}", told["visitor"]) and told["address"] == "127.0.0.1"
    assert any(re.fullmatch(r"SOCKET /api/tables/\w{4}…/live \d+", x["message"]) for x in asked)
    text = (tmp_path / "log").read_text()
    secret = [ann.client.cookies["blockhaus"], private["id"], private["invitations"]["1"]]
    assert not [hidden for hidden in [*secret, "secretcode"] if hidden in text]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/", "/"),
        ("/api/tables/abcdefghij/moves", "/api/tables/abcd…/moves"),
        ("/embed/abcdefghij", "/embed/abcd…"),
        ("/api/me/passkeys/aGVsbG8gd29ybGQtMTIz", "/api/me/passkeys/aGVs…"),
        ("/analysis/table/abcdefghij/12", "/analysis/table/abcd…/12"),
        ("/" + "a " * 200, "/" + "a " * 49 + "a"),
    ],
)
def test_ids_in_paths_are_told_by_their_first_letters(path: str, told: str) -> None:
    assert shortened(path) == told


def test_metrics_at_a_taken_address_are_refused(tmp_path: Path) -> None:
    from house.test_opening import refused

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        told = refused("--port", "0", "--data", str(tmp_path), "--metrics", address)
    assert f"metrics cannot be shown at {address}" in told and "is taken" in told
