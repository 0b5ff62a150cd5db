"""A house on a free port of this machine, and visitors that talk to it like browsers do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from visitors import Place, open_place


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A house that many tests share; each has tables and visitors of its own."""
    with open_place(tmp_path_factory.mktemp("house"), gone_after=0.0) as place:
        place.wait_until_ready()
        yield place


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
