"""Looking through a record, step by step or all at once."""

from __future__ import annotations

from rich.text import Text

from ..core.position import Outcome, Position
from ..core.record import Record
from .board import Marks, board, touched
from .colours import chip
from .ending import ending
from .news import consequences
from .screen import Screen, plural
from .table import colours_of, table

KEYS = "Enter: next, b: back, a number: jump there, q: quit"
BELOW_BOARD = 8


class Replay:
    """The positions of a record and the one being looked at."""

    def __init__(self, screen: Screen, record: Record) -> None:
        self.screen = screen
        self.record = record
        self.trail = record.positions()
        names = [*record.seats, *[""] * record.game.players]
        self.names = names[: record.game.players]

    @property
    def last(self) -> int:
        return len(self.trail) - 1

    def all(self) -> None:
        """Every board, one after the other."""
        for number in range(len(self.trail)):
            self.show(number)

    def walk(self) -> None:
        """Step through by keys until the end or `q`."""
        number = 0
        self.show(number)
        while True:
            try:
                answer = self.screen.ask(f"{number} of {self.last} ({KEYS}) ").lower()
            except EOFError:
                return
            if answer == "q" or (answer == "" and number == self.last):
                return
            chosen = self._target(answer, number)
            if chosen is None:
                self.screen.warn(f"Type Enter, b, q, or a number from 0 to {self.last}.")
            elif chosen != number:
                number = chosen
                self.show(number)

    def _target(self, answer: str, number: int) -> int | None:
        if answer in ("", "b"):
            return max(0, number - 1) if answer else number + 1
        if answer.isascii() and answer.isdigit() and int(answer) <= self.last:
            return int(answer)
        return None

    def show(self, number: int) -> None:
        """One position with the move that led to it."""
        position = self.trail[number]
        told = list(consequences(position))
        height = self.screen.height and self.screen.height - BELOW_BOARD - len(told)
        self.screen.say()
        for line in (self._title(number), *told):
            self.screen.say(line)
        self.screen.say(board(position, Marks(touched(position.change)), self.screen.width, height))
        self.screen.say(table(position, None, self.names))
        if number == self.last:
            self._show_end(position)

    def _title(self, number: int) -> Text:
        if not number:
            return Text(f"{self.record.game.spec.title}, {plural(self.last, 'decision')}", "bold")
        before = self.trail[number - 1]
        assert before.to_move is not None
        colour = colours_of(before)[before.to_move]
        return Text.assemble(f"{number}. ", chip(colour), f" {self.record.moves[number - 1]}")

    def _show_end(self, position: Position) -> None:
        outcome: Outcome | None = position.outcome
        if outcome:
            self.screen.say(ending(position, outcome))
        elif self.record.outcome:
            self.screen.say(Text(f"Outcome: {self.record.outcome}", "bold"))
        else:
            self.screen.say("The record ends here; the game is not over.", "dim")
