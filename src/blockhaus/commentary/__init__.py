"""What can be said of positions and games: analysis, hints and reviews, in words."""

from pathlib import Path

from ..core.words import add_folder

add_folder(Path(__file__).parent / "words")
