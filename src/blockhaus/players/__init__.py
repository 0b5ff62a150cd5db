"""Computer players for any game: their levels, and how a table asks them."""

from pathlib import Path

from ..core.words import add_words

add_words(Path(__file__).parent / "words")
