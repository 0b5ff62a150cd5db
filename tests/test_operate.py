"""What docs/operate.md says of running a house is true: commands run, and files are right."""

from __future__ import annotations

import asyncio
import configparser
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from blockhaus.house import metrics
from blockhaus.house.choosing import chosen, example_file
from blockhaus.house.house import House
from blockhaus.house.settings import SETTINGS, Settings

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
        "PYTHONUNBUFFERED": "1",
        "BLOCKHAUS_DATA": str(tmp_path / "data"),
        "BLOCKHAUS_PORT": "0",
        "BLOCKHAUS_BROWSER": "no",
    }
    lines = [line for text in blocks("sh") for line in text.splitlines()]
    assert len(lines) > 10
    for line in lines:
        process = subprocess.Popen(
            ["sh", "-c", f"exec {line}"],
            cwd=tmp_path,
            env=environment,
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
        assert process.wait(60) == 0, f"{line}\n{told}"


def test_the_unit_can_be_read(tmp_path: Path) -> None:
    (text,) = blocks("ini")
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text)
    assert unit["Service"]["ExecStart"].split()[1:] == [
        "house",
        "--settings",
        "/etc/blockhaus.toml",
    ]
    analyse = shutil.which("systemd-analyze")
    if analyse:
        file = tmp_path / "blockhaus.service"
        file.write_text(text.replace("/opt/blockhaus/bin/blockhaus", sys.executable))
        result = subprocess.run([analyse, "verify", str(file)], capture_output=True, text=True)
        assert "blockhaus.service" not in result.stderr, result.stderr


def test_every_metric_that_is_named_is_shown(tmp_path: Path) -> None:
    async def shown() -> str:
        return metrics.text(House(Settings(tmp_path, warm=False)))

    known = set(re.findall(r"^# TYPE (\S+)", asyncio.run(shown()), re.MULTILINE))
    named = set(re.findall(r"blockhaus_[a-z_]+", TEXT))
    assert {name.removesuffix("_bucket") for name in named} == known


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-test.lock"])
def test_every_package_is_locked_by_its_hash(name: str) -> None:
    text = (ROOT / name).read_text().replace("\\\n", " ")
    for line in text.splitlines():
        assert re.fullmatch(r"\S+==\S+( ; [^-]+)?(\s+--hash=sha256:[0-9a-f]{64})+\s*", line), line
    assert "://" not in text and "--index" not in text
