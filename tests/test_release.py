"""A release ties version, changelog and tag, or changes nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import blockhaus
import release

ROOT = Path(__file__).parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of two files, committed."""
    (tmp_path / "src" / "blockhaus").mkdir(parents=True)
    (tmp_path / release.VERSION_FILE).write_text('__version__ = "0.1.0"\n')
    (tmp_path / release.CHANGELOG).write_text("# Changes\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *command], cwd=tmp_path, check=True)
    for key, value in (("user.name", "A"), ("user.email", "a@example.org")):
        subprocess.run(["git", "config", key, value], cwd=tmp_path, check=True)
    return tmp_path


def test_a_release_is_one_commit_with_a_tag(project: Path) -> None:
    release.release(project, "0.2.0")
    assert release.version_of(project) == "0.2.0"
    changes = (project / release.CHANGELOG).read_text()
    assert "## 0.2.0 (" in changes
    assert "Unreleased" not in changes
    assert release.git(project, "describe") == "v0.2.0"
    assert release.git(project, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("version", "says"),
    [("0.1.0", "does not come after"), ("two", "looks like"), ("0.1", "looks like")],
)
def test_a_wrong_version_changes_nothing(project: Path, version: str, says: str) -> None:
    with pytest.raises(SystemExit, match=says):
        release.release(project, version)
    assert release.git(project, "status", "--porcelain") == ""


def test_nothing_new_is_not_released(project: Path) -> None:
    release.release(project, "0.2.0")
    with pytest.raises(SystemExit, match="nothing under"):
        release.release(project, "0.3.0")
    assert release.version_of(project) == "0.2.0"


def test_unfinished_work_is_not_released(project: Path) -> None:
    (project / release.CHANGELOG).write_text("# Changes\n")
    with pytest.raises(SystemExit, match="Commit or put away"):
        release.release(project, "0.2.0")


def test_the_version_stands_in_one_place() -> None:
    assert release.version_of(ROOT) == blockhaus.__version__
    sections = release.SECTION.findall((ROOT / release.CHANGELOG).read_text("utf-8"))
    newest = next(section for section in sections if section != "Unreleased")
    assert newest.split()[0] == blockhaus.__version__
