"""What the documents say about Python, commands and files is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import blockhaus

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "bench/results.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
]


def test_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


def test_the_package_docstring_runs() -> None:
    assert doctest.testmod(blockhaus).failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_and_make_targets_exist(name: str) -> None:
    text = (ROOT / name).read_text()
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / name).parent / link).exists(), link
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"`make ([a-z-]+)`", text):
        assert target in targets, target


def test_the_readme_names_every_game() -> None:
    readme = (ROOT / "README.md").read_text()
    for name in blockhaus.games():
        spec = blockhaus.game(name).spec
        low, high = spec.seats
        seats = str(low) if low == high else f"{low} to {high}"
        assert f"| **{spec.title}** | {seats} | {spec.minutes} |" in readme


def test_the_scene_document_names_every_key() -> None:
    text = (ROOT / "docs" / "scene.md").read_text()
    for name in blockhaus.games():
        for key in blockhaus.game(name).start(1).view(0):
            assert f"`{key}`" in text, key
