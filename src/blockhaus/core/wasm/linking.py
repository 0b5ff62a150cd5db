"""Objects into one module, by LLVM's linker for WebAssembly."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..errors import BlockhausError

LINKER = "wasm-ld"
STACK = 1 << 18  # bytes; below everything else, so that a stack that is too deep is noticed


class LinkError(BlockhausError):
    """No module came about."""


def linker() -> str:
    """Where the linker is; it may have its version in its name."""
    named = (f"{LINKER}-{version}" for version in range(30, 13, -1))
    found = next(filter(None, map(shutil.which, (LINKER, *named))), None)
    if found is None:
        raise LinkError(
            "The linker wasm-ld is missing (on Debian: {command}).", command="apt-get install lld"
        )
    return found


def link(objects: Sequence[bytes], exports: Iterable[str]) -> bytes:
    """One module with these functions and its memory to be seen from outside."""
    with tempfile.TemporaryDirectory(prefix="blockhaus-") as name:
        folder = Path(name)
        files = [folder / f"{number}.o" for number in range(len(objects))]
        for file, data in zip(files, objects, strict=True):
            file.write_bytes(data)
        module = folder / "linked.wasm"
        options = ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-O2"]
        named = [f"--export={export}" for export in exports]
        done = subprocess.run(
            [linker(), *options, "-z", f"stack-size={STACK}", *named, "-o", module, *files],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise LinkError("The module cannot be linked: {error}.", error=_told(done.stderr))
        return module.read_bytes()


def _told(errors: str) -> str:
    """The names that nothing provides, or else what the linker says."""
    missing = sorted(set(re.findall(r"undefined symbol: (\S+)", errors)))
    return f"nothing provides {', '.join(missing)}" if missing else errors.strip()
