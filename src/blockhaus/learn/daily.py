"""The puzzle of the day: chosen by the date, the same for everyone, and none comes again before
all others had their day.

The days are cut into rounds as long as there are puzzles, and each round has an order of its own.
When puzzles are added or taken away later days change, never the rule.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from datetime import date

from .puzzles import Puzzle, PuzzleError, puzzles

NEAR = 200  # rating points within which a next puzzle is looked for


def daily(game: str, day: date) -> Puzzle:
    """The puzzle of a game for a day."""
    every = puzzles(game)
    if not every:
        raise PuzzleError("There are no puzzles of {game} yet.", game=game)
    rounds, place = divmod(day.toordinal(), len(every))
    return _shuffled(every, f"{game} {rounds}")[place]


def _shuffled(every: Sequence[Puzzle], word: str) -> list[Puzzle]:
    return sorted(every, key=lambda puzzle: _number(f"{word} {puzzle.id}"))


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def next_puzzle(
    every: Sequence[Puzzle],
    rating: float,
    seen: Collection[str] = (),
    themes: Collection[str] = (),
    word: str = "",
) -> Puzzle | None:
    """A puzzle for somebody's rating: one not seen yet, of one of the themes if any are chosen.

    `word` decides between those that fit equally well. None, if all have been seen.
    """
    left = [
        puzzle
        for puzzle in every
        if puzzle.id not in seen and (not themes or not set(themes).isdisjoint(puzzle.themes))
    ]
    if not left:
        return None
    least = min(abs(puzzle.rating - rating) for puzzle in left)
    fitting = [p for p in left if abs(p.rating - rating) <= max(least, NEAR)]
    return min(fitting, key=lambda puzzle: _number(f"{word} {puzzle.id}"))
