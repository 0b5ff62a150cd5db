"""What can be said of positions and games: analysis, hints and reviews, in words."""

from pathlib import Path

from ..core.words import add_words

add_words(Path(__file__).parent / "words")
