"""Makes a release: version, changelog and tag in one step, or nothing at all.

    python tools/release.py 0.2.0

The version stands in one place, `src/blockhaus/__init__.py`. The changelog collects what changed
under `## Unreleased`; a release gives that section the version and the day. The commit holds just
these two files and gets the tag `v0.2.0`. Nothing is sent anywhere: pushing is up to you.
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION_FILE = "src/blockhaus/__init__.py"
CHANGELOG = "CHANGELOG.md"
VERSION = re.compile(r'^__version__ = "([0-9]+\.[0-9]+\.[0-9]+)"$', re.MULTILINE)
UNRELEASED = "## Unreleased\n"
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


class NotReady(SystemExit):
    """Why nothing was released."""


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def version_of(root: Path) -> str:
    found = VERSION.findall((root / VERSION_FILE).read_text("utf-8"))
    if len(found) != 1:
        raise NotReady(f"{VERSION_FILE} does not say one version.")
    return str(found[0])


def numbers(version: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NotReady(f"A version looks like 0.2.0, not {version}.")
    return tuple(map(int, version.split(".")))


def released(changelog: str, version: str, day: str) -> str:
    """The changelog with what is unreleased under a version."""
    head, mark, rest = changelog.partition(UNRELEASED)
    news = re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    if not mark or not news.strip():
        raise NotReady(f"{CHANGELOG} has nothing under `## Unreleased`.")
    return f"{head}## {version} ({day})\n{rest}"


def release(root: Path, version: str) -> None:
    if numbers(version) <= numbers(version_of(root)):
        raise NotReady(f"{version} does not come after {version_of(root)}.")
    if git(root, "status", "--porcelain"):
        raise NotReady("Commit or put away your changes first.")
    if f"v{version}" in git(root, "tag").split():
        raise NotReady(f"There is a tag v{version} already.")
    day = datetime.date.today().isoformat()
    changelog, source = root / CHANGELOG, root / VERSION_FILE
    news = released(changelog.read_text("utf-8"), version, day)
    changelog.write_text(news, "utf-8")
    source.write_text(VERSION.sub(f'__version__ = "{version}"', source.read_text("utf-8")), "utf-8")
    git(root, "commit", "--quiet", "-m", f"Version {version}", CHANGELOG, VERSION_FILE)
    git(root, "tag", "-a", f"v{version}", "-m", f"Version {version}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise NotReady("Which version? python tools/release.py 0.2.0")
    release(ROOT, sys.argv[1])
    print(f"Version {sys.argv[1]} is committed and tagged.")
