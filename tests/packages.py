"""Packages for the length of a test, with games that an entry point names."""

from __future__ import annotations

from pathlib import Path


def write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def entry_point(game: str, package: str) -> dict[str, str]:
    """What an installer leaves beside a package whose room is that of a game."""
    told = f"{package}-1.dist-info"
    return {
        f"{told}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n",
        f"{told}/entry_points.txt": f"[blockhaus.games]\n{game} = {package}\n",
    }
