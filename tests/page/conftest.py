"""The files of a page, made once, and a visitor in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import page_files

HERE = Path(__file__).parent
WEB = page_files.WEB
PATIENCE = 600.0  # seconds
Visit = Callable[[Path, str], dict[str, Any]]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Made by the first who wants it, for all processes that run tests."""
    if worker_id == "master":
        folder = tmp_path_factory.mktemp("site")
        page_files.write_page(folder)
        return folder
    folder = tmp_path_factory.getbasetemp().parent / "site"
    done = folder.with_name("site.done")
    try:
        folder.mkdir()
    except FileExistsError:
        deadline = time.monotonic() + PATIENCE
        while not done.exists() and time.monotonic() < deadline:
            time.sleep(0.2)
        assert done.exists(), "the files of the page are not made"
    else:
        page_files.write_page(folder)
        done.touch()
    return folder


@pytest.fixture(scope="session")
def visit(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """Runs a part of visit.mjs with a file in which things are kept; what it found, by name."""
    bundle = tmp_path_factory.mktemp("bundle") / "folder.mjs"
    rolldown = WEB / "node_modules" / ".bin" / "rolldown"
    source = WEB / "src" / "worker" / "folder.ts"
    subprocess.run(
        [rolldown, source, "--platform", "node", "-f", "esm", "-o", bundle],
        check=True,
        capture_output=True,
    )
    node = shutil.which("node")
    assert node, "Node is missing"

    def visited(kept: Path, what: str) -> dict[str, Any]:
        done = subprocess.run(
            [node, HERE / "visit.mjs", bundle, site, kept, what],
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        found: dict[str, Any] = {"played": {}}
        for line in done.stdout.splitlines():
            fact = json.loads(line)
            if "played" in fact:
                found["played"][fact["played"]] = fact
            else:
                found |= fact
        return found

    return visited
