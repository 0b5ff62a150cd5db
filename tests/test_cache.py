"""The disk cache: a second process compiles nothing, an edited rule is never served stale."""

from __future__ import annotations

import os
import py_compile
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from blockhaus.core.native.compiled import compiled_sources
from packages import entry_point, write_files

SOURCE = Path(__file__).parent.parent / "src"

PROGRAM = """
import blockhaus
from blockhaus.core.native import loops
position = blockhaus.game({game!r}).start()
print(position{first}.moves)
compiled = [loop for loop in vars(loops).values() if hasattr(loop, "stats")]
print(sum(sum(loop.stats.cache_misses.values()) for loop in compiled))
print(sum(sum(loop.stats.cache_hits.values()) for loop in compiled))
"""


def run(path: Path, cache: Path, game: str = "kwinty", first: str = "i|") -> tuple[str, int, int]:
    """The moves after a first one (or at once), and how many loops were compiled and found."""
    environment = os.environ | {"PYTHONPATH": str(path), "BLOCKHAUS_CACHE": str(cache)}
    program = PROGRAM.format(game=game, first=f".play({first!r})" if first else "")
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
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

    game = package / "blockhaus" / "games" / "kwinty" / "rules.py"
    rules = game.read_text()
    marker = "FIRST = 8  # column i"
    assert marker in rules
    game.write_text(rules.replace(marker, "FIRST = 7  # column h"))
    other, _, _ = run(package, cache, first="h|")
    assert other != moves

    game.write_text(rules)
    back, misses, _ = run(package, cache)
    assert back == moves
    assert misses == 0


# A game whose rules come from everywhere. Its moves are the numbers that nothing forbids.
STONES = {
    "stones/__init__.py": """
'''STONES

1. Put a stone where it may lie.
'''
from blockhaus.author import Spec
SPEC = Spec(id="stones", title="STONES", summary="Put stones.")
""",
    "stones/rules.py": """
import json
from importlib.resources import files
import stones_lib.more as more
import stones_lib.deep.down
from blockhaus.author import lookup, record_type, rules
from stones_lib import far, inside as within
from . import sibling
from .sub.helper import fine
State = record_type("stones", [("cubes", "i1", (9, 1, 1))])
TABLE = lookup(json.loads(files(__package__).joinpath("table.json").read_text()))
OWN = 0
rule = rules(State)

@rule
def setup(s, chance):
    s.players = 2

@rule
def verdict(s, action):
    if action == OWN or not sibling.beside(action) or not fine(action) or not far(action):
        return 1
    if not more.fine(action) or not stones_lib.deep.down.fine(action) or TABLE[action]:
        return 1
    return 0 if within.fine(action) else 1

@rule
def play(s, action):
    s.ending, s.mover = 1, -1

@rule
def score(s, points):
    return 3
""",
    "stones/sense.py": """
from blockhaus.author import rules
from .rules import State, verdict
SKIPPED = -1

@rules(State)
def actions(s, out):
    found = 0
    for action in range(9):
        if action != SKIPPED and verdict(s, action) == 0:
            out[found] = action
            found += 1
    return found
""",
    "stones/scene.py": """
from blockhaus.author import Ending, Grid, Reason
MOVES = tuple("abcdefghi")
GRID = Grid(9, 1, 1)
REASONS = (Reason("no", "1", "No."),)
ENDINGS = (Ending("put", "a stone is put"),)

def picks(s, action):
    return [(action, 0, 0)]

def invariant(s):
    return None
""",
    "stones/sibling.py": """
from blockhaus.author import helper

@helper
def beside(action):
    return action != 8
""",
    "stones/sub/__init__.py": "",
    "stones/sub/helper.py": """
from blockhaus.author import helper
from stones_lib.numbers import *

@helper
def fine(action):
    return action < LIMIT
""",
    "stones/table.json": "[0, 0, 0, 0, 0, 0, 0, 0, 0]",
    "stones/words.toml": '["No."]\nde = "Nein."\n',
    "stones_lib/__init__.py": """
from blockhaus.author import helper

@helper
def far(action):
    return action != -7
""",
    "stones_lib/numbers.py": "LIMIT = 9\n",
    "stones_lib/more.py": """
from blockhaus.author import helper

@helper
def fine(action, barred=-6):
    return action != barred
""",
    # This folder has no __init__.py: it is a namespace.
    "stones_lib/deep/down.py": """
from blockhaus.author import helper

@helper
def fine(action):
    return action != -5
""",
    "stones_lib/inside.py": """
from blockhaus.author import helper

def made(barred):
    @helper
    def fine(action):
        return action != barred

    return fine

fine = made(-4)
""",
    **entry_point("stones", "stones"),
}
EDITS = [  # a file, what stands there, what is written instead, and the moves that are left
    ("stones/rules.py", "OWN = 0", "OWN = 1", "acdefgh"),
    ("stones/sense.py", "SKIPPED = -1", "SKIPPED = 2", "bdefgh"),
    ("stones/sibling.py", "action != 8", "action != 3", "bcefghi"),
    ("stones/sub/helper.py", "action < LIMIT", "action < LIMIT - 2", "bcdefg"),
    ("stones/table.json", "[0, 0,", "[0, 1,", "cdefgh"),
    ("stones_lib/__init__.py", "-7", "7", "bcdefg"),
    ("stones_lib/numbers.py", "9", "6", "bcdef"),
    ("stones_lib/more.py", "-6", "6", "bcdefh"),
    ("stones_lib/deep/down.py", "-5", "5", "bcdegh"),
    ("stones_lib/inside.py", "-4", "4", "bcdfgh"),
]
SHOWN = [
    ("stones/scene.py", "a stone is put", "a stone lies"),
    ("stones/words.toml", "Nein", "Nee"),
    ("stones/rules.py", "OWN = 0", "OWN = 0  # the first"),
]


@pytest.fixture(scope="module")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game, compiled."""
    folder = tmp_path_factory.mktemp("stones")
    write_files(folder, STONES)
    shutil.copytree(
        SOURCE / "blockhaus", folder / "blockhaus", ignore=shutil.ignore_patterns("__pycache__")
    )
    assert play_stones(folder)[1] > 0
    return folder


def play_stones(folder: Path) -> tuple[str, int]:
    """The moves, and how many loops were compiled. Python notices no edit within a second."""
    for known in folder.glob("stones*/**/__pycache__"):
        shutil.rmtree(known)
    moves, misses, _ = run(folder, folder / "cache", "stones", "")
    return "".join(re.findall(r"[a-i]", moves)), misses


def test_a_room_of_another_package_is_compiled_once(stones: Path) -> None:
    assert play_stones(stones) == ("bcdefgh", 0)


@pytest.mark.parametrize(("file", "old", "new", "moves"), EDITS, ids=[edit[0] for edit in EDITS])
def test_whatever_is_edited_is_compiled_anew(
    stones: Path, file: str, old: str, new: str, moves: str
) -> None:
    assert old in STONES[file]
    write_files(stones, {file: STONES[file].replace(old, new)})
    try:
        found, misses = play_stones(stones)
    finally:
        write_files(stones, {file: STONES[file]})
    assert found == moves
    assert misses > 0


@pytest.mark.parametrize(("file", "old", "new"), SHOWN, ids=[edit[0] for edit in SHOWN])
def test_what_is_not_compiled_compiles_nothing(stones: Path, file: str, old: str, new: str) -> None:
    assert old in STONES[file]
    write_files(stones, {file: STONES[file].replace(old, new)})
    try:
        assert play_stones(stones) == ("bcdefgh", 0)
    finally:
        write_files(stones, {file: STONES[file]})


def test_helpers_without_their_source_are_noticed_too(stones: Path) -> None:
    """Python also runs a package that consists of byte code alone."""
    source = stones / "stones_lib" / "more.py"
    source.write_text(STONES["stones_lib/more.py"].replace("-6", "3"))
    byte_code = py_compile.compile(str(source), str(source.with_suffix(".pyc")))
    source.unlink()
    try:
        assert play_stones(stones)[0] == "bcefgh"
    finally:
        Path(str(byte_code)).unlink()
        write_files(stones, {"stones_lib/more.py": STONES["stones_lib/more.py"]})


def test_compiled_code_takes_its_constants_from_compiled_sources() -> None:
    """The cache is named by a hash of those alone."""
    sources = {path.stem for path in compiled_sources()}
    assert {"chance", "compiled", "defaults", "loops", "numbers", "rules", "tree"} <= sources
    for path in compiled_sources():
        for module, names in re.findall(r"^from \.+([\w.]*) import (.*)$", path.read_text(), re.M):
            if re.search(r"\b[A-Z][A-Z_]+\b", names):
                assert module.split(".")[-1] in sources, f"{path.name} imports {names}"


def test_an_unwritable_cache_does_not_stop_anyone(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    moves, _, _ = run(SOURCE, blocked)
    assert "j|" in moves
