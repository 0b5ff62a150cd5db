"""The plain side: what tells of games needs nothing that compiles, and does not load it either."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import blockhaus
import plain_side
from blockhaus.cli import app
from games.shared import option_sets

ROOT = Path(__file__).parent.parent
GAMES = blockhaus.games()
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src")}


def random_record(game: blockhaus.Game, seed: int) -> str:
    dice = random.Random(seed)
    position = game.start(seed)
    while not position.is_over and len(position.path) < plain_side.MOST:
        position = position.after(dice.choice(position.actions))
    return blockhaus.Record.of(position).text


@pytest.mark.parametrize("name", GAMES)
def test_without_what_compiles_a_game_is_told_just_the_same(name: str) -> None:
    games = [blockhaus.game(name, **options) for options in option_sets(name)]
    records = [random_record(game, n) for n, game in enumerate(games)]
    asked = json.dumps([name, records])
    answer = subprocess.run(
        [sys.executable, plain_side.__file__],
        env=ENVIRONMENT, input=asked, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    without = json.loads(answer.stdout)
    beside = json.loads(json.dumps(plain_side.everything(name, records)))
    assert without["texts"] == beside["texts"]
    assert without["records"] == beside["records"] == records
    assert without["notation"] == beside["notation"]
    for one, other in zip(without["scenes"], beside["scenes"], strict=True):
        for number, (plain, compiled) in enumerate(zip(one, other, strict=True)):
            assert plain == compiled, f"the scenes after {number} decisions differ"


# What is loaded.

LOADED = """
import sys
from blockhaus.cli import app
for line in sys.argv[1:]:
    app(line.split(), standalone_mode=False)
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""
HEAVY = {*plain_side.COMPILING, "fastapi", "sqlalchemy", "starlette", "uvicorn"}
COMMANDS = [
    command.name or command.callback.__name__
    for command in app.registered_commands
    if command.callback
]
QUICK = {
    "help": ["--help", *(f"{command} --help" for command in COMMANDS)],
    "version": ["--version"],
    "games": ["games"],
    "rules": [f"rules {name}" for name in GAMES],
    "levels": ["levels"],
}


@pytest.mark.parametrize("what", QUICK)
def test_commands_that_compile_nothing_load_nothing_heavy(what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *QUICK[what]],
        env=ENVIRONMENT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    loaded = set(done.stderr.split())
    assert {"blockhaus", "typer"} <= loaded
    assert not loaded & HEAVY


def test_importing_blockhaus_loads_no_command_line_either() -> None:
    script = "import sys, blockhaus; blockhaus.games(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=ENVIRONMENT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {*HEAVY, "typer", "rich"}


def test_the_import_contract_names_every_plain_module_of_the_core() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    contract = next(each for each in settings["contracts"] if each["type"] == "forbidden")
    assert set(contract["forbidden_modules"]) == set(plain_side.COMPILING)
    core = ROOT / "src" / "blockhaus" / "core"
    named = set(contract["source_modules"])
    assert named >= {
        f"blockhaus.core.{path.stem}" for path in core.glob("*.py") if path.stem != "__init__"
    }
