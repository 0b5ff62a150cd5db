"""`pytest --full` plays every comparison at full length; the default run plays fewer games."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from blockhaus.core import rooms, words

settings.register_profile("blockhaus", deadline=None)  # a busy machine is no mistake
settings.load_profile("blockhaus")
PILLARS = Path(__file__).parents[1] / "examples" / "pillars"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="play all games of every comparison")


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--full"))


@pytest.fixture
def forgotten_rooms(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rooms that become known in a test are forgotten after it."""
    monkeypatch.setattr(rooms, "_rooms", dict(rooms._rooms))
    monkeypatch.setattr(words, "_sources", list(words._sources))
    rooms.rooms.cache_clear()
    yield
    rooms.rooms.cache_clear()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which PILLARS was installed, a game in a package of its own."""
    folder = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target"]
    pip = [sys.executable, "-m", "pip", "install"]
    subprocess.run([*pip, *options, folder, PILLARS], check=True)
    return folder


@pytest.fixture
def pillars(installed: Path, monkeypatch: pytest.MonkeyPatch, forgotten_rooms: None) -> None:
    """PILLARS is a game here, too."""
    monkeypatch.syspath_prepend(str(installed))
