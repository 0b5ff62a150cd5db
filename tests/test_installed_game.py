"""A game in a package of its own: installed as its author would, it is a game like the others."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import blockhaus
from blockhaus.core.rooms import find_room
from blockhaus.lab.match import match
from blockhaus.learn.rulebook import rulebook
from blockhaus.players.levels import levels

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "examples" / "pillars"
PAGE = ROOT / "docs" / "add-a-game.md"
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_LINES = 90
WON = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]


def run(installed: Path, *arguments: str, typed: str = "") -> str:
    """What another process says in which the package is installed."""
    path = os.pathsep.join([str(installed), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONPATH": path, "COLUMNS": "80"},
        cwd=installed,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_small() -> None:
    code = (PACKAGE / "src" / "pillars" / "__init__.py").read_text("utf-8")
    assert len(code.splitlines()) < MOST_LINES


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_page_builds_it() -> None:
    """All its code stands on the page, and whatever stands there of other files is theirs."""
    shown: dict[str, list[str]] = {}
    for _, file, text in BLOCK.findall(PAGE.read_text("utf-8")):
        shown.setdefault(file, []).append(text)
    assert {"pyproject.toml", "src/pillars/__init__.py", "src/pillars/words.toml"} <= shown.keys()
    for file, parts in shown.items():
        real = (PACKAGE / file).read_text("utf-8")
        assert all(part in real for part in parts), file
    for whole in ("pyproject.toml", "src/pillars/__init__.py"):
        assert lines("".join(shown[whole])) == lines((PACKAGE / whole).read_text("utf-8"))


@pytest.mark.usefixtures("pillars")
def test_the_session_of_the_page_runs() -> None:
    (session,) = SESSION.findall(PAGE.read_text("utf-8"))
    test = doctest.DocTestParser().get_doctest(session, {}, "add-a-game", str(PAGE), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.usefixtures("pillars")
def test_python_plays_it() -> None:
    assert "pillars" in blockhaus.games()
    position = list(blockhaus.game("pillars").positions(WON))[-1]
    assert position.outcome == blockhaus.Outcome((1, 0), (0,), "four in a line")
    assert blockhaus.position(position.code) == position
    record = blockhaus.Record.of(position, ["Ann", "Ben"])
    assert blockhaus.Record.read(record.text) == record
    refusal = blockhaus.game("pillars", levels=1).start().play("c2").why_not("c2")
    assert refusal is not None
    assert refusal.with_rule("fr") == "Cette tige est pleine. (règle 3)"


@pytest.mark.usefixtures("pillars")
def test_its_room_is_complete() -> None:
    room = find_room("pillars")
    assert room.read("picture.webp")[8:12] == b"WEBP"
    assert rulebook("pillars", "nl").rules["1"].title == "Zestien pinnen"
    assert room.words("es")["levels"] == "niveles"
    assert all(level.games for level in levels("pillars")[1:])


@pytest.mark.usefixtures("pillars")
def test_its_levels_differ() -> None:
    played = match(blockhaus.game("pillars"), ["level:3", "level:1"], games=12)
    assert played.share() > 0.6


@pytest.mark.usefixtures("pillars")
def test_batches_play_it() -> None:
    batch = blockhaus.batch("pillars", 32)
    assert batch.observation.shape == (32, 2, 4, 4, 4)
    assert batch.mask.all()
    ended = 0
    for _ in range(64):
        before = batch.observation.copy()
        batch.step(batch.sample())
        goes_on = ~batch.done
        # What the mover had is the opponent's now, and so the other plane, with one cube more.
        own, other = batch.observation[goes_on, 0], batch.observation[goes_on, 1]
        assert np.array_equal(own, before[goes_on, 1])
        assert (other.sum((1, 2, 3)) == before[goes_on, 0].sum((1, 2, 3)) + 1).all()
        assert (batch.rewards.sum(1) == 0).all()
        ended += int(batch.done.sum())
    assert ended > 32


def test_the_terminal_plays_it(installed: Path) -> None:
    assert "pillars" in run(installed, "-m", "blockhaus", "games")
    assert "A peg that is full" in run(installed, "-m", "blockhaus", "rules", "pillars")
    both = ["--seat", "human", "--seat", "human"]
    typed = "\n".join(["z9", *WON, ""])
    said = run(installed, "-m", "blockhaus", "play", "pillars", *both, typed=typed)
    assert "'z9' is not a move: write one like a1." in said
    assert "Put a cube on a peg." in said
    assert "four in a line" in said


OPEN_SPIEL = """
import pyspiel
import blockhaus.adapters.open_spiel
game = pyspiel.load_game("blockhaus_pillars(levels=4)")
state = game.new_initial_state()
for move in {moves}:
    action = next(a for a in state.legal_actions() if state.action_to_string(a) == move)
    state.apply_action(action)
print(game.num_distinct_actions(), state.is_terminal(), state.returns())
"""


def test_open_spiel_plays_it(installed: Path) -> None:
    said = run(installed, "-c", OPEN_SPIEL.format(moves=WON))
    assert said.splitlines()[-1] == "16 True [1.0, -1.0]"


def test_its_own_tests_pass(installed: Path) -> None:
    said = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PACKAGE / "tests"))
    assert " passed" in said
