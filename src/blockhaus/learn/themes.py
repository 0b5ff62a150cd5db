"""Themes: what a puzzle is about, found by its rules and its proof, never by hand.

Some are the same for all games and follow from the proof. Others belong to a game: a room names
them in `THEMES`, and its function `motifs(before, action, after)` tells which of them a decision
shows; without that function, those that are kinds of its events.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..core.position import Position
from ..core.rooms import find_room
from .puzzles import Puzzle

LONG = 3  # own decisions of a long line
DEEP = 9  # decisions to the end of a deep one
SACRIFICED = 4  # points less at once than another decision would bring
AT_ONCE = 3  # decisions within which a threat is carried out

# What a theme is called, by its name in the files.
GENERAL = {
    "defence": "only defence",
    "draw": "saving the draw",
    "counter": "threat against threat",
    "sacrifice": "sacrifice",
    "quiet": "quiet move",
    "long": "long line",
    "deep": "far ahead",
    "turn": "several decisions in a turn",
}
GOALS = ("defence", "draw")  # what the goal of a puzzle says already


def theme_name(game: str, theme: str) -> str:
    """What a theme is called in English; the words of the house and the game translate it."""
    return theme_names(game).get(theme, theme)


def theme_names(game: str) -> dict[str, str]:
    """All themes that puzzles of a game may have, and what they are called."""
    return dict(find_room(game).definition.themes) | GENERAL


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle, those of its game first."""
    shown = {motif for before, after in own_steps(puzzle) for motif in motifs(before, after)}
    proven = {
        "defence": puzzle.result == "hold",
        "draw": puzzle.result == "draw",
        "counter": puzzle.result == "win" and 1 < puzzle.within <= AT_ONCE < puzzle.distance,
        "sacrifice": any(is_sacrifice(before, after) for before, after in own_steps(puzzle)),
        "quiet": puzzle.result == "win" and is_quiet(*next(own_steps(puzzle))),
        "long": len(puzzle.own) >= LONG,
        "deep": puzzle.distance >= DEEP,
        "turn": has_several_in_a_turn(puzzle),
    }
    found = shown | {theme for theme, holds in proven.items() if holds}
    return tuple(theme for theme in theme_names(puzzle.game) if theme in found)


def own_steps(puzzle: Puzzle) -> Iterator[tuple[Position, Position]]:
    """The positions before and after each decision to be found."""
    for before, after in pairwise(puzzle.positions):
        if before.to_move == puzzle.seat:
            yield before, after


def motifs(before: Position, after: Position) -> list[str]:
    definition = before.game.definition
    return definition.motifs(before.plain, after.path[-1], after.plain)


def lead(position: Position, seat: int) -> int:
    """How many points a seat is ahead as the board stands."""
    points = [0] * position.game.players
    for item in position.game.definition.tally(position.plain):
        points[item.seat] += item.points
    return points[seat] - max(points[:seat] + points[seat + 1 :])


def is_sacrifice(before: Position, after: Position) -> bool:
    """Whether another decision, though worse, would bring many more points at once."""
    seat = before.to_move
    assert seat is not None
    if before.game.spec.secrets or after.is_over:
        return False
    others = (before.after(action) for action in before.actions)
    most = max(lead(other, seat) for other in others if not other.is_over)
    return lead(after, seat) <= most - SACRIFICED


def is_quiet(before: Position, after: Position) -> bool:
    """Whether a decision brings about nothing that is to be seen at once."""
    seat = before.to_move
    assert seat is not None
    return not after.is_over and not after.events and lead(after, seat) <= lead(before, seat)


def has_several_in_a_turn(puzzle: Puzzle) -> bool:
    turns = [before.turn for before, _ in own_steps(puzzle)]
    return len(set(turns)) < len(turns)
