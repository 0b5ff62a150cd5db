"""What the house answers about somebody's own games: lists, results and ratings."""

from __future__ import annotations

from typing import Literal

from .answers import Answer, Summary

Outcome = Literal["won", "drawn", "lost"]


class OwnGame(Answer):
    """A table of the asker: how it ended, and what it changed the rating by. There is no outcome
    where the asker held several seats.
    """

    table: Summary
    outcome: Outcome | None
    how: Literal["rules", "resigned", "draw-agreed", "time"] | None
    change: float | None


class OwnGames(Answer):
    """A page of one's games, the newest first; `found` counts all that were asked for, `abandoned`
    those that can be cleared away: unfinished, without a clock, and untouched for long.
    """

    games: list[OwnGame]
    found: int
    abandoned: int


class Brought(Answer):
    """How many games came with an archive that were not here yet, `clocks` of them with a clock
    that runs on; how many were `left` out: they are no games that can be brought, or there were too
    many at once; and how much else is new here: first attempts at puzzles, first steps, buildings,
    and games that count for the rating, which come to a page for one person alone.
    """

    games: int
    left: int | None = None
    clocks: int | None = None
    puzzles: int | None = None
    steps: int | None = None
    buildings: int | None = None
    rated: int | None = None


class Statistics(Answer):
    """Results in one game against computers, the strongest of them being of a level, or people."""

    game: str
    level: int | None
    won: int
    drawn: int
    lost: int


class LastRated(Answer):
    table: str
    change: float


class RatingFacts(Answer):
    """A rating with its doubt, one standard deviation, and the level that would be an even game;
    `history` are the ratings after every ranked game.
    """

    game: str
    rating: float
    doubt: float
    games: int
    level: int | None
    last: LastRated
    history: list[float]
