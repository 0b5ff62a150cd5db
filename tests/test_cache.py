"""The disk cache: a second process compiles nothing, an edited rule is never served stale."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from blockhaus.core.native.compiled import compiled_sources

SOURCE = Path(__file__).parent.parent / "src"

PROGRAM = """
import blockhaus
from blockhaus.core.native import loops
position = blockhaus.game("kwinty").start()
print(position.play("i|").moves)
compiled = [k for k in vars(kernels).values() if hasattr(k, "stats")]
print(sum(sum(k.stats.cache_misses.values()) for k in compiled))
print(sum(sum(k.stats.cache_hits.values()) for k in compiled))
"""


def run(package: Path, cache: Path) -> tuple[str, int, int]:
    environment = os.environ | {"PYTHONPATH": str(package), "BLOCKHAUS_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    moves, misses, hits = done.stdout.strip().split("\n")
    return moves, int(misses), int(hits)


def test_a_second_process_compiles_nothing_and_an_edited_rule_is_compiled_anew(
    tmp_path: Path,
) -> None:
    package = tmp_path / "src"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    moves, misses, hits = run(package, cache)
    assert misses > 0
    assert hits == 0
    again, misses, hits = run(package, cache)
    assert again == moves
    assert misses == 0
    assert hits > 0

    game = package / "blockhaus" / "games" / "kwinty.py"
    rules = game.read_text()
    marker = "FIRST = 8  # column i"
    assert marker in rules
    game.write_text(rules.replace(marker, "FIRST = 7  # column h"))
    program_moves = PROGRAM.replace('"i|"', '"h|"')
    environment = os.environ | {"PYTHONPATH": str(package), "BLOCKHAUS_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", program_moves], env=environment, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.split("\n")[0] != moves

    game.write_text(rules)
    back, misses, _ = run(package, cache)
    assert back == moves
    assert misses == 0


def test_compiled_code_takes_its_constants_from_compiled_sources() -> None:
    """The cache is named by a hash of those alone."""
    sources = {path.stem for path in compiled_sources()}
    assert {"bits", "chance", "compiled", "kernels", "rules", "tree"} <= sources
    for path in compiled_sources():
        for module, names in re.findall(r"^from \.+([\w.]*) import (.*)$", path.read_text(), re.M):
            if re.search(r"\b[A-Z][A-Z_]+\b", names):
                assert module.split(".")[-1] in sources, f"{path.name} imports {names}"


def test_an_unwritable_cache_does_not_stop_anyone(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    moves, _, _ = run(SOURCE, blocked)
    assert "j|" in moves
