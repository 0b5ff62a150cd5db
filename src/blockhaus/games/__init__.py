"""The games of the house: every file in this folder is one, named after its game."""

from pathlib import Path
from pkgutil import iter_modules

from ..core.game import announce
from ..core.words import add_words

add_words(Path(__file__).parent / "words")
for found in iter_modules(__path__):
    announce(found.name, f"{__name__}.{found.name}")
