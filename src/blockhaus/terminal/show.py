"""Showing a single position."""

from __future__ import annotations

import json

from ..core.position import Position
from .board import Marks, barred_cells, board, touched
from .ending import ending
from .moves import beginning, explained
from .screen import Screen, plural
from .table import table


def show_json(position: Position) -> None:
    """What a spectator sees, as JSON."""
    print(json.dumps(position.view(None)))


def show_position(position: Position, moves: bool) -> None:
    """The board with the last move and the table, then all moves if they are wanted."""
    screen = Screen()
    marks = Marks(touched(position.change), barred=barred_cells(position.scene()))
    screen.say(board(position, marks, screen.width))
    screen.say(table(position, None, [""] * position.game.players))
    if position.outcome:
        screen.say(ending(position, position.outcome))
        return
    screen.say(f"turn {position.turn + 1}, {plural(len(position.moves), 'move')}")
    if moves:
        for part in explained(position, beginning(position.moves, ""), screen.width):
            screen.say(part)
