"""Puzzles: positions in which one decision, or one line of own decisions, is right.

A puzzle asks for a result, and every other decision along its solution is proven to miss it:

- win   the seat to move wins by force; after any other decision it can be kept from winning
- draw  the seat to move at least shares the win; after any other decision it loses by force
- hold  after any other decision the seat to move loses by force within the decisions stated;
        after the right one it does not, nor within a few decisions more

A turning point of somebody's own game that cannot be proven has the result `better`: a search found
a better decision than the one played. No such puzzle is shipped.

Where the rules hide something, a win is one in every deal that the seat must think possible, and
another decision is worse if there is a deal among them in which it does not win (`proofs`).

The puzzles of a game lie in its room, a line each. Nothing here searches or compiles: a position
is set up when it is first asked for.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, cached_property
from typing import Any

from ..core.errors import BlockhausError
from ..core.game import read_code
from ..core.position import Position
from ..core.rooms import find_room, open_rooms

FILE = "puzzles.toml"  # in the room of a game
BETTER = "better"
RESULTS = ("win", "draw", "hold", BETTER)
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no two of them are easily mistaken for each other
LONGEST_COMMENT = 500
UNSOLVED = 11  # the level of a puzzle that none of the ten levels solves


class PuzzleError(BlockhausError):
    """There is no such puzzle, or it is written wrongly."""


@dataclass(frozen=True)
class Puzzle:
    """A position, the result to reach, the one way to reach it, and what its proof took."""

    code: str
    solution: tuple[str, ...]  # all decisions, the answers between the own ones included
    result: str  # win, draw, hold, or what a search thinks better
    distance: int  # decisions to the end; for `hold`, to the end after the best wrong one
    within: int = 0  # after every other decision it is seen within so many that the result is gone
    refuted: int = 0  # other decisions proven worse, along the whole solution
    nodes: int = 0  # positions looked at for the proof
    level: int = UNSOLVED  # the first of the ten levels that solves it
    rating: int = 1500
    themes: tuple[str, ...] = ()
    comment: str = ""  # in the words of whoever shares it

    @cached_property
    def id(self) -> str:
        """Short and always the same for the same position."""
        return puzzle_id(self.code)

    @property
    def game(self) -> str:
        return re.split("[:@]", self.code, maxsplit=1)[0]

    @cached_property
    def position(self) -> Position:
        return read_code(self.code)

    @property
    def seat(self) -> int:
        """The seat whose decisions are looked for."""
        seat = self.position.to_move
        if seat is None:
            raise PuzzleError("In this position the game is over.")
        return seat

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position and the one after each decision of the solution."""
        trail = [self.position]
        for move in self.solution:
            trail.append(trail[-1].play(move))
        return tuple(trail)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The decisions to be found."""
        pairs = zip(self.positions, self.solution, strict=False)
        return tuple(move for position, move in pairs if position.to_move == self.seat)

    def commented(self, comment: str) -> Puzzle:
        """The same puzzle with somebody's own words."""
        words = " ".join(comment.split())
        if len(words) > LONGEST_COMMENT:
            raise PuzzleError("A comment has at most {most} letters.", most=LONGEST_COMMENT)
        return replace(self, comment=words)

    @property
    def text(self) -> str:
        """The puzzle to be passed on: a header for each fact, as in a record."""
        return "".join(f"[{name.capitalize()} {_shown(value)}]\n" for name, value in _facts(self))

    @classmethod
    def read(cls, text: str) -> Puzzle:
        """The puzzle of such a text. Only its form is checked, not its proof (`proofs.check`)."""
        found = {}
        for line in filter(None, map(str.strip, text.splitlines())):
            match = re.fullmatch(r"\[([A-Z][a-z]+) (\".*\"|-?\d{1,12})\]", line)
            if not match:
                raise PuzzleError("This is no line of a puzzle: {line!r}.", line=line[:60])
            try:
                found[match[1].lower()] = json.loads(match[2])
            except ValueError:
                raise PuzzleError(
                    "This is no line of a puzzle: {line!r}.", line=line[:60]
                ) from None
        return puzzle_from(found)

    def line(self) -> str:
        """The puzzle as it stands in the file of its room."""
        facts = ", ".join(f"{name} = {_shown(value)}" for name, value in _facts(self))
        return f"{self.id} = {{ {facts} }}\n"


def _facts(puzzle: Puzzle) -> list[tuple[str, str | int]]:
    return [
        (name, " ".join(value) if isinstance(value, tuple) else value)
        for name, value in asdict(puzzle).items()
        if value != () and value != ""
    ]


def _shown(value: str | int) -> str:
    return json.dumps(value, ensure_ascii=False)


def puzzle_from(data: Mapping[str, Any]) -> Puzzle:
    """A puzzle of plain data; PuzzleError if something is missing or is not what it should be."""
    known = {field.name: field for field in fields(Puzzle)}
    for name in ("code", "solution", "result", "distance"):
        if name not in data:
            raise PuzzleError("The puzzle has no {name}.", name=name)
    found: dict[str, Any] = {}
    for name, value in data.items():
        if name not in known:
            raise PuzzleError("A puzzle has no {name!r}.", name=str(name)[:40])
        several = name in ("solution", "themes")
        wanted = str if several or name in ("code", "result", "comment") else int
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise PuzzleError("The puzzle's {name} cannot be {value!r}.", name=name, value=value)
        found[name] = tuple(value.split()) if several else value  # type: ignore[union-attr]
    if found["result"] not in RESULTS:
        raise PuzzleError(
            "The puzzle's {name} cannot be {value!r}.", name="result", value=found["result"]
        )
    return Puzzle(**found)


def puzzle_id(code: str) -> str:
    number = int.from_bytes(hashlib.sha256(code.encode()).digest()[:8], "big")
    letters = ""
    for _ in range(7):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return letters


@cache
def _shipped(game: str) -> Mapping[str, Puzzle]:
    entries = find_room(game).data(FILE)
    return {name: puzzle_from(entry) for name, entry in entries.items()}


def puzzles(game: str) -> list[Puzzle]:
    """The puzzles shipped with a game, the easiest first; none, if it has none."""
    return list(_shipped(game).values())


def find_puzzle(game: str, name: str) -> Puzzle:
    """A shipped puzzle by its id; PuzzleError if there is none."""
    found = _shipped(game).get(name)
    if found is None:
        raise PuzzleError("There is no puzzle {id!r}.", id=str(name)[:40])
    return found


@cache
def shipped() -> Mapping[str, Puzzle]:
    """All shipped puzzles by their ids, whatever their game."""
    return {puzzle.id: puzzle for room in open_rooms() for puzzle in puzzles(room.name)}


def write_puzzles(found: Sequence[Puzzle], heading: str) -> str:
    """The file of a room: puzzles from the easiest to the hardest, a line each."""
    ordered = sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return "".join(f"# {line}\n" for line in heading.splitlines()) + "".join(
        puzzle.line() for puzzle in ordered
    )
