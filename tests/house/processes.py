"""A house in a process of its own."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

Process = subprocess.Popen[str]


def start(
    folder: Path,
    *arguments: str,
    errors: Path | None = None,
    python: Path | str = sys.executable,
    environment: Mapping[str, str] = os.environ,
    program: Sequence[str] = ("-m", "blockhaus"),
    files: int | None = None,
) -> tuple[Process, str]:
    """The process, and the address it tells when it can be reached. It may open so many files."""

    def allow() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    log = None if errors is None else errors.open("w")
    process = subprocess.Popen(
        [str(python), *program, "house", "--no-browser"]
        + ["--port", "0", "--data", str(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        preexec_fn=allow,
    )
    if log:
        log.close()
    assert process.stdout
    match = re.search(r"http://\S+", process.stdout.readline())
    assert match, "the house did not open"
    return process, match[0].rstrip("/")


def kill(process: Process) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdout
    process.stdout.close()


def stop(process: Process) -> None:
    """Ask a house to close, which it does in peace."""
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert process.stdout and "closed" in process.stdout.read()
    process.stdout.close()
