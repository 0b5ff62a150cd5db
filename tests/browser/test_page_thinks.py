"""Bit for bit: in Chromium, in the worker of the page, everybody plays and thinks as natively."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import blockhaus
from browser.laboratory import TESTS, Laboratory, StrictFiles, bring_along, furnish
from browser.sites import serving
from games.shared import option_sets
from wasm.comparing import compare

SETS = 3  # option sets of a game


@pytest.fixture(scope="module")
def laboratory(
    chromium: Browser, site_files: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Laboratory]:
    folder = tmp_path_factory.mktemp("laboratory")
    furnish(folder, site_files)
    paths = bring_along(folder, [TESTS / "wasm" / "thoughts.py"])
    with serving(folder, StrictFiles) as served:
        laboratory = Laboratory(chromium, served, paths)
        yield laboratory
        laboratory.close()


@pytest.mark.parametrize("name", blockhaus.games())
def test_in_chromium_everybody_thinks_the_same(name: str, laboratory: Laboratory) -> None:
    laboratory.fetch(name)
    sets = option_sets(name)[:SETS]
    compare(laboratory.ask("wasm.thoughts:asked", name, sets), name, sets)
