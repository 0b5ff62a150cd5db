"""Computer players for any game: their levels, and how a table asks them."""

from pathlib import Path

from ..core.words import add_folder

add_folder(Path(__file__).parent / "words")
