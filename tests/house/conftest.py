"""A house on a free port of this machine, and visitors that talk to it like browsers do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from house import postgres
from house.postgres import Server
from house.visitors import Place, open_place


@pytest.fixture(scope="session")
def shared_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with open_place(tmp_path_factory.mktemp("house"), gone_after=0.0) as place:
        yield place


@pytest.fixture
def place(shared_place: Place) -> Iterator[Place]:
    """A house that many tests share; each has tables and visitors of its own."""
    yield shared_place
    shared_place.send_home()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server for all tests of this process."""
    with postgres.running() as server:
        yield server
