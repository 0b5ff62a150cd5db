"""Everything breaks for a while, and the audit finds nothing wrong; `make chaos` takes longer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kept", [["--processes", "3"], ["--file"]], ids=["processes", "file"])
def test_a_house_keeps_what_it_acknowledged(kept: list[str]) -> None:
    program = [sys.executable, "-m", "bench.chaos", "--seconds", "25", "--tables", "9"]
    paths = [str(ROOT / "src"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "CHAOS_LOGS": "1"}
    done = subprocess.run(
        [*program, *kept, "--seed", "3"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing stuck" in done.stdout
