"""Lists of moves: numbered, in columns, cut where they grow long."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..core.position import Position

Numbered = tuple[int, str]


def offered(position: Position) -> list[str]:
    """The moves to choose from. A game may offer illegal ones too, where the list would tell."""
    chosen = position.game.definition.offered
    actions = chosen(position.plain) if chosen else position.actions
    return [position.game.text(action) for action in actions]


def beginning(moves: Sequence[str], start: str) -> list[Numbered]:
    """The moves that begin so, with their numbers in the whole list, which count from 1."""
    return [(n, move) for n, move in enumerate(moves, 1) if move.startswith(start)]


def columns(moves: Sequence[Numbered], width: int, most_lines: int | None = None) -> Text:
    """Numbered moves in columns, read downwards; at most so many lines, the last a hint."""
    digits = max((len(str(number)) for number, _ in moves), default=1)
    size = digits + 1 + max((len(move) for _, move in moves), default=1) + 3
    across = max(1, width // size)
    lines = -(-len(moves) // across)
    hidden = 0
    if most_lines is not None and lines > most_lines:
        lines = most_lines - 1
        hidden = len(moves) - lines * across
        moves = moves[: lines * across]
    text = Text()
    for line in range(lines):
        for number, move in moves[line::lines]:
            text.append(f"{number:{digits}} ", "dim")
            text.append(move.ljust(size - digits - 1))
        text.rstrip()
        text.append("\n")
    if hidden:
        example = moves[-1][1][:2]
        text.append(f"... {hidden} more: `moves` shows all, a beginning such as ", "dim")
        text.append(f"{example} those that begin so", "dim")
    text.rstrip()
    return text
