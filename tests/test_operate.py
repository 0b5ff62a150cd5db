"""What docs/operate.md says of running a house is true: commands run, and files are right."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from blockhaus.core.native.compiled import cache_root
from blockhaus.house import metrics
from blockhaus.house.choosing import chosen, example_file
from blockhaus.house.database_file import NAME
from blockhaus.house.house import House
from blockhaus.house.settings import SETTINGS, Settings
from blockhaus.house.storage import migrate

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "operate.md").read_text("utf-8")
BLOCK = re.compile(r"^```([a-z]+)( ignore)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(found[1], bool(found[2]), found[3]) for found in BLOCK.finditer(TEXT)]


def blocks(language: str, ignored: bool = False) -> list[str]:
    return [text for kind, left_out, text in BLOCKS if (kind, left_out) == (language, ignored)]


def test_the_settings_are_those_that_the_house_prints() -> None:
    assert blocks("toml") == [example_file()]


def test_the_examples_of_settings_are_right(tmp_path: Path) -> None:
    for text in blocks("toml", ignored=True):
        (tmp_path / "house.toml").write_text(text)
        chosen({}, {}, tmp_path / "house.toml")
    names = {setting.variable for setting in SETTINGS} | {"BLOCKHAUS_SETTINGS", "BLOCKHAUS_CACHE"}
    files = TEXT + (ROOT / "Containerfile").read_text()
    assert set(re.findall(r"BLOCKHAUS_[A-Z_]+", files)) <= names
    flags = {setting.flag for setting in SETTINGS} | {"--settings", "--dry-run"}
    used = re.findall(r"blockhaus house.*", "\n".join(blocks("sh") + blocks("sh", ignored=True)))
    assert {flag for line in used for flag in re.findall(r"--[a-z-]+", line)} <= flags


def test_every_command_runs(tmp_path: Path) -> None:
    """In the order of the page, beginning with a house that was never open."""
    (tmp_path / "copies").mkdir()
    program = tmp_path / "bin" / "blockhaus"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m blockhaus "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("src", "tests")),
        "BLOCKHAUS_DATA": str(tmp_path / "data"),
        "BLOCKHAUS_PORT": "0",
        "BLOCKHAUS_BROWSER": "no",
    }
    lines = [line for text in blocks("sh") for line in text.splitlines()]
    assert len(lines) > 10
    for line in lines:
        run_until_open(["sh", "-c", f"exec {line}"], tmp_path, environment)


def run_until_open(command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
    """Let a command end well; a house that opens is asked to close."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    told = process.stdout.readline()
    if "The house is open" in told:
        process.send_signal(signal.SIGTERM)
    told += process.stdout.read()
    process.stdout.close()
    assert process.wait(60) == 0, f"{command}\n{told}"


UNITS = ("blockhaus.service", "blockhaus-night.service", "blockhaus-night.timer")
PROGRAM = "/opt/blockhaus/bin/blockhaus"


def read_unit(text: str) -> dict[str, list[tuple[str, str]]]:
    """The settings of a unit in their order, by their sections."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), [])
        elif line:
            name, _, value = line.partition("=")
            section.append((name, value))
    return found


def test_the_units_are_right(tmp_path: Path) -> None:
    """As systemd says itself, where it is installed."""
    for name, text in zip(UNITS, blocks("ini"), strict=True):
        (tmp_path / name).write_text(text.replace(PROGRAM, sys.executable))
        assert set(read_unit(text)) <= {"Unit", "Service", "Timer", "Install"}
        assert f"{name}`" in TEXT or f"/{name}`" in TEXT
    analyse = shutil.which("systemd-analyze")
    if analyse:
        files = [str(tmp_path / name) for name in UNITS]
        result = subprocess.run([analyse, "verify", *files], capture_output=True, text=True)
        assert not [name for name in UNITS if name in result.stderr], result.stderr


@pytest.mark.parametrize("name", UNITS[:2])
def test_what_a_unit_starts_runs(name: str, tmp_path: Path) -> None:
    """With its environment and nothing else, in folders of the test."""
    text = dict(zip(UNITS, blocks("ini"), strict=True))[name]
    (tmp_path / "blockhaus.toml").write_text("port = 0\n")
    migrate(tmp_path / "lib" / NAME)
    for said, meant in (
        ("/etc/blockhaus.toml", tmp_path / "blockhaus.toml"),
        ("/var/lib/blockhaus", tmp_path / "lib"),
        ("/var/cache/blockhaus", cache_root()),  # what is compiled already
        ("/var/backups/blockhaus", tmp_path / "backups"),
        ("-o blockhaus ", ""),
        (PROGRAM, f"{sys.executable} -m blockhaus"),
    ):
        text = text.replace(said, str(meant))
    service = read_unit(text)["Service"]
    told = " ".join(value for key, value in service if key == "Environment").split()
    environment = dict(each.split("=", 1) for each in told) | {"PYTHONPATH": str(ROOT / "src")}
    commands = [value.lstrip("+") for key, value in service if key.startswith("ExecStart")]
    assert commands
    for command in commands:
        run_until_open(shlex.split(command), tmp_path, environment)
    assert name != UNITS[1] or list((tmp_path / "backups").iterdir())


def test_every_metric_that_is_named_is_shown(tmp_path: Path) -> None:
    async def shown() -> str:
        return metrics.text(House(Settings(tmp_path, warm=False)))

    known = set(re.findall(r"^# TYPE (\S+)", asyncio.run(shown()), re.MULTILINE))
    named = set(re.findall(r"blockhaus_[a-z_]+", TEXT))
    assert {name.removesuffix("_bucket") for name in named} == known


def test_the_container_has_everything_it_is_made_of() -> None:
    """What is copied is there or made by an earlier part; what was built here stays outside."""
    text = (ROOT / "Containerfile").read_text()
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE)
    files = [name for names in copied for name in names.split()]
    assert files and all((ROOT / name).exists() for name in files)
    parts = re.findall(r"^FROM \S+ AS (\w+)$", text, re.MULTILINE)
    assert set(re.findall(r"--from=(\w+)", text)) == set(parts)
    left_out = (ROOT / ".containerignore").read_text().split()
    built = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    for folder in built["targets"]["wheel"]["artifacts"]:
        assert folder.removesuffix("/**") in left_out
    for target in ("compile-wasm", "make_thinking.py", "npm run build"):
        assert target in text, "the same as `make wheel` makes"


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock"])
def test_every_package_is_locked_by_its_hash(name: str) -> None:
    text = (ROOT / name).read_text().replace("\\\n", " ")
    for line in text.splitlines():
        assert re.fullmatch(r"\S+==\S+( ; [^-]+)?(\s+--hash=sha256:[0-9a-f]{64})+\s*", line), line
    assert "://" not in text and "--index" not in text
