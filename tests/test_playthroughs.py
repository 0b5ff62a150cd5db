"""One readable game per game, move for move as it was when the rules were last reviewed."""

from __future__ import annotations

import pytest

import blockhaus
from make_playthroughs import FOLDER, playthrough


@pytest.mark.parametrize("name", blockhaus.games())
def test_playthrough(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(), "see `make playthroughs`"
