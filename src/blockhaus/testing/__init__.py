"""What every game of the house is held to, for authors of games to import.

- `check_game(game)` plays random games and looks at every position from all sides;
- `check_examples(name, reference)` plays the worked examples of its room;
- `check_reference(game, reference)` compares it with a plain reference of the author's own;
- `check_words(name)` asks whether everything it says exists in every language;
- `check_book(name)` reads its rulebook: figures, languages, plain words;
- `check_lessons(name)` walks its first steps, mistakes included.

Whatever they find is raised as `Broken`.
"""

from .book import check_book
from .conformance import Broken, check_game
from .examples import check_examples
from .lessons import check_lessons
from .reference import check_reference
from .words import check_words

__all__ = [
    "Broken",
    "check_book",
    "check_examples",
    "check_game",
    "check_lessons",
    "check_reference",
    "check_words",
]
