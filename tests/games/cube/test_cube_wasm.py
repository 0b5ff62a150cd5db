"""CUBE alone in a page without a server: the loop that looks for buildings, as WebAssembly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from blockhaus.core.engine import running as rules_by
from blockhaus.core.wasm.engine import Wasm
from blockhaus.games.cube import solo
from wasm.conftest import modules as modules
from wasm.hosts import HOSTS, running


@pytest.mark.parametrize("kind", HOSTS)
@pytest.mark.parametrize("cards", [[5, 6], [5, 6, 17]])
def test_the_same_building_is_found(
    kind: str, cards: list[int], modules: Callable[[str], Path]
) -> None:
    native = solo.solve(cards, threads=1)
    with running(kind, modules("cube")) as module, rules_by(Wasm(lambda name: module)):
        found = solo.solve(cards, threads=1)
    assert found == native is not None
