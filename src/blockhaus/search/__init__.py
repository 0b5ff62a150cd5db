"""Tree search and exact solving for any game."""

from pathlib import Path

from ..core.words import add_folder

add_folder(Path(__file__).parent / "words")
