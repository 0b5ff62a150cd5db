"""What teaches, for any game: puzzles whose solutions are proven, and how they are solved."""

from pathlib import Path

from ..core.words import add_folder

add_folder(Path(__file__).parent / "words")
