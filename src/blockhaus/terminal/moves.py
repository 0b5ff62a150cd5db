"""Lists of moves: numbered, in columns, cut where they grow long, or told by kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from ..core.defaults import CELL_NAME
from ..core.grid import column
from ..core.position import Position

Numbered = tuple[int, str]


def offered(position: Position) -> list[str]:
    return position.offered


def beginning(moves: Sequence[str], start: str) -> list[Numbered]:
    """The moves that begin so, with their numbers in the whole list, which count from 1."""
    return [(n, move) for n, move in enumerate(moves, 1) if move.startswith(start)]


def explained(position: Position, moves: Sequence[Numbered], width: int) -> Iterator[Text]:
    """The moves by their kinds, with what is chosen and what their texts do not tell."""
    kinds: dict[str, list[Numbered]] = {}
    for number, move in moves:
        kinds.setdefault(kind_of(position, move), []).append((number, move))
    for kind, listed in kinds.items():
        labels = {label_of(position, move) for _, move in listed}
        yield heading(position, kind, listed[0][1], labels)
        yield columns(labelled(position, listed) if len(labels) > 1 else listed, width)


def kind_of(position: Position, move: str) -> str:
    return position.game.definition.kind(position.plain, position.game.parse(move))


def label_of(position: Position, move: str) -> str:
    label = position.game.definition.label(position.plain, position.game.parse(move))
    return str(label) if label else ""


def labelled(position: Position, moves: Sequence[Numbered]) -> list[Numbered]:
    """The moves, each with its label behind it."""
    labels = ((number, move, label_of(position, move)) for number, move in moves)
    return [(number, f"{move} ({label})" if label else move) for number, move, label in labels]


def heading(position: Position, kind: str, example: str, labels: set[str]) -> Text:
    """A kind of move, with what the cells choose that are named in its text."""
    text = Text(kind, "bold")
    if len(labels) == 1 and (label := min(labels)) not in ("", kind):
        text.append(f" ({label})")
    steps = position.game.definition.steps[kind][: named_picks(position, example)]
    return text.append(f": {', then '.join(steps)}" if steps else "", "dim")


def named_picks(position: Position, move: str) -> int:
    """How many cells the text of a move names; of a standing block, say, only the lower."""
    picks = position.game.definition.picks(position.plain, position.game.parse(move))
    columns = {column(x, y) for x, y, _ in picks}
    return sum(name.partition(".")[0] in columns for name in CELL_NAME.findall(move))


def short_list(position: Position, moves: Sequence[str], width: int, most_lines: int) -> Text:
    """All moves in so many lines, with their labels if those fit in; else the first of them."""
    numbered = beginning(moves, "")
    told = columns(labelled(position, numbered), width)
    if len(told.plain.split("\n")) <= most_lines:
        return told
    return columns(numbered, width, most_lines)


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
