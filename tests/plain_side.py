"""What the plain side tells of a game, to be compared with and without what compiles.

Run as a program it is told of a game on stdin and answers on stdout, and nothing that compiles
can be imported.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from typing import Any

COMPILING = ("numpy", "numba", "llvmlite")
OFFERS = 15  # every so many decisions the offers are looked at, which take longest
MOST = 90  # decisions of a game


class Absent(MetaPathFinder):
    """Makes a machine on which nothing that compiles is installed."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in COMPILING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def texts(name: str) -> dict[str, Any]:
    """The box, the rules and the words in five languages, and the levels."""
    from blockhaus.core.rooms import find_room
    from blockhaus.core.words import LANGUAGES
    from blockhaus.learn.rulebook import rulebook, said_by
    from blockhaus.players.levels import levels

    room = find_room(name)
    spec, definition = room.spec, room.definition
    return {
        "box": [spec.title, spec.summary, spec.authors, spec.publisher, spec.year, spec.colours],
        "options": {option.name: [option.range, option.about] for option in spec.options},
        "rules": {lang: list(said_by(rulebook(name, lang))) for lang in LANGUAGES},
        "words": {lang: room.words(lang) for lang in LANGUAGES},
        "prompts": dict(definition.prompts),
        "reasons": [[reason.code, reason.rule, reason.text] for reason in definition.reasons],
        "levels": [[level.name, level.rating] for level in levels(name)],
    }


def notation(record: str) -> list[str]:
    """Every move of a game as it is written, read and written again."""
    from blockhaus import Record

    game = Record.read(record).game
    written = [game.text(action) for action in range(game.actions)]
    return [game.text(game.parse(move)) for move in written]


def scenes(record: str) -> Iterator[dict[str, Any]]:
    """What every seat, and somebody who looks on, sees in every position of a game."""
    from blockhaus import Record

    for number, position in enumerate(Record.read(record).positions()):
        offers = number % OFFERS == OFFERS - 1
        seats = (None, *range(position.game.players))
        yield {str(seat): position.view(seat, offers) for seat in seats}


def everything(name: str, records: list[str]) -> dict[str, Any]:
    from blockhaus import Record

    return {
        "texts": texts(name),
        "records": [Record.read(record).text for record in records],
        "notation": [notation(record) for record in records],
        "scenes": [list(scenes(record)) for record in records],
    }


if __name__ == "__main__":
    sys.meta_path.insert(0, Absent())
    told = everything(*json.load(sys.stdin))
    assert not any(module.partition(".")[0] in COMPILING for module in sys.modules)
    json.dump(told, sys.stdout)
