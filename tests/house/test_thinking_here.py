"""What browsers may think about by themselves: what is offered, and the files for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import blockhaus
from blockhaus.house import (
    puzzle_routes,
    routes,
    sockets,
    theorem_routes,
    thinking_here,
)
from house.visitors import Place, open_place

GAMES = tuple(blockhaus.games())


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in the place of the one in the package, with all games in it."""
    folder = tmp_path / "thinking"
    (folder / "games").mkdir(parents=True)
    for game in GAMES:
        (folder / "games" / f"{game}.wasm").write_bytes(b"\0asm" * 100)
    (folder / thinking_here.STAMP).write_text(f"{blockhaus.__version__} 12ab\n")
    monkeypatch.setattr(thinking_here, "FOLDER", folder)
    look_again()
    yield folder
    monkeypatch.undo()
    look_again()


def look_again() -> None:
    thinking_here.offer.cache_clear()
    thinking_here.hash_of_files.cache_clear()


def test_what_is_listed_is_there() -> None:
    known = {
        (method, getattr(route, "path", ""))
        for router in (routes.router, puzzle_routes.router, theorem_routes.router, sockets.router)
        for route in router.routes
        for method in getattr(route, "methods", None) or (thinking_here.SOCKET,)
    }
    assert {(method, path) for method, path, _ in thinking_here.PATHS} <= known


def test_nothing_is_offered_without_fitting_files(files: Path) -> None:
    assert thinking_here.offer(GAMES)
    assert thinking_here.offer((*GAMES, "pillars")) is None, "a game that the files do not know"
    (files / thinking_here.STAMP).write_text("0.0.0 12ab\n")
    look_again()
    assert thinking_here.offer(GAMES) is None, "files of another version"
    (files / thinking_here.STAMP).unlink()
    look_again()
    assert thinking_here.offer(GAMES) is None


def test_files_are_sent_packed_and_kept_for_long(files: Path, tmp_path: Path) -> None:
    (files / "games" / f"{GAMES[0]}.wasm.br").write_bytes(b"small")
    with open_place(tmp_path / "house", warm=False) as place:
        check_files(place)


def check_files(place: Place) -> None:
    ann = place.visitor()
    offer = ann.get("/api/house")["thinking"]
    assert offer["files"] == "/thinking/12ab/"
    assert {"method": "POST", "path": "/api/puzzles/hint", "given": "code"} in offer["paths"]
    packed, plain = (f"{offer['files']}games/{game}.wasm" for game in GAMES[:2])
    with ann.client.stream("GET", packed, headers={"Accept-Encoding": "br"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["content-type"] == "application/wasm"
    answer = ann.client.get(plain)
    assert answer.content.startswith(b"\0asm") and "immutable" in answer.headers["cache-control"]
    for path in (
        plain.replace("12ab", "34cd"),
        f"{packed}.br",
        f"{offer['files']}none.wasm",
        "/thinking/12ab/%2e%2e/app.py",
    ):
        assert ann.client.get(path).status_code == 404
