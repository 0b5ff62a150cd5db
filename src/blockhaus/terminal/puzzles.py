"""Solving puzzles in the terminal: decision by decision, with hints and refutations."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from ..core.errors import BlockhausError, IllegalMove, NotationError
from ..core.position import Position
from ..learn.puzzles import Puzzle
from ..learn.solving import Standing, follow, goal, hint, refute
from ..learn.themes import theme_name
from .board import Marks, barred_cells, board, touched
from .moves import beginning, explained, offered
from .rulebook import refused
from .screen import Screen, plural
from .table import table


class Solver:
    """One puzzle after another, until there are none left or somebody leaves."""

    def __init__(self, screen: Screen, puzzles: list[Puzzle]) -> None:
        self.screen = screen
        self.puzzles = puzzles
        self.solved = self.tried = 0
        self._moves: list[str] = []
        self._hints = 0
        self._done = self._left = self._failed = False
        self._commands: dict[str, tuple[Callable[[Standing], None], str]] = {
            "hint": (self._hint, "a hint; ask again for a clearer one"),
            "moves": (self._list_moves, "all moves"),
            "solution": (self._solution, "the solution"),
            "next": (self._next, "leave this puzzle and go on to the next"),
            "code": (self._code, "the puzzle as a text that can be passed on"),
            "quit": (self._quit, "leave"),
            "help": (self._help, "this list"),
        }

    def run(self) -> None:
        try:
            for puzzle in self.puzzles:
                if self._left:
                    break
                self._solve(puzzle)
        except EOFError:
            self.screen.say()
        if self.tried:
            self.screen.say(f"Solved without a mistake: {self.solved} of {self.tried}.")

    def _solve(self, puzzle: Puzzle) -> None:
        self._moves, self._hints = [], 0
        self._done = self._failed = False
        self._show(puzzle.position)
        about = f"Puzzle {puzzle.id}, rating {puzzle.rating}, {plural(len(puzzle.own), 'decision')}"
        self.screen.say(about, "dim")
        self.screen.say(Text(str(goal(puzzle)), "bold"))
        if puzzle.comment:
            self.screen.say(Text(puzzle.comment))
        while not self._done and not self._left:
            stand = follow(puzzle, self._moves)
            line = self.screen.ask(f"{puzzle.position.game.colours[puzzle.seat]}> ")
            if line:
                self._obey(stand, line)

    def _show(self, position: Position) -> None:
        marks = Marks(touched(position.change), barred=barred_cells(position.scene()))
        self.screen.say()
        self.screen.say(board(position, marks, self.screen.width))
        self.screen.say(table(position, position.to_move, [""] * position.game.players))

    def _obey(self, stand: Standing, line: str) -> None:
        if line.lower() in self._commands:
            self._commands[line.lower()][0](stand)
            return
        moves = offered(stand.position)
        number = int(line) if line.isascii() and line.isdigit() else 0
        self._try(stand, moves[number - 1] if 1 <= number <= len(moves) else line)

    def _try(self, stand: Standing, move: str) -> None:
        try:
            now = follow(stand.puzzle, [*self._moves, move])
        except IllegalMove as error:
            self.screen.warn(refused(error, stand.position.game))
            return
        except NotationError as error:
            self.screen.warn(str(error))
            return
        self.screen.say(Text(str(now.sentence), "bold"))
        if now.status == "wrong":
            self._failed = True
            self._punish(now)
            return
        self._moves.append(move)
        self._hints = 0
        if now.status == "solved":
            self._finish(stand.puzzle)
        else:
            self._show(now.position)

    def _punish(self, stand: Standing) -> None:
        """Say what is wrong with a decision, and play it out."""
        try:
            answer = refute(stand)
        except BlockhausError as error:
            self.screen.warn(str(error))
            return
        self.screen.say(Text(str(answer.sentence)))
        if len(answer.line) > 1:
            self.screen.say(" ".join(answer.line), "dim")
        for told in answer.told:
            self.screen.say(Text(str(told), "dim"))

    def _finish(self, puzzle: Puzzle) -> None:
        self._done = True
        self.tried += 1
        self.solved += not self._failed
        themes = ", ".join(theme_name(puzzle.game, theme) for theme in puzzle.themes)
        self.screen.say(f"{' '.join(puzzle.solution)}{f'  ({themes})' if themes else ''}", "dim")

    # The commands.

    def _hint(self, stand: Standing) -> None:
        self._hints += 1
        self._failed = True
        self.screen.say(Text(str(hint(stand, self._hints).sentence)))

    def _list_moves(self, stand: Standing) -> None:
        moves = beginning(offered(stand.position), "")
        for part in explained(stand.position, moves, self.screen.width):
            self.screen.say(part)

    def _solution(self, stand: Standing) -> None:
        self._failed = True
        self._finish(stand.puzzle)

    def _next(self, _: Standing) -> None:
        self._done = True

    def _code(self, stand: Standing) -> None:
        self.screen.say(Text(stand.puzzle.text))

    def _quit(self, _: Standing) -> None:
        self._left = True

    def _help(self, _: Standing) -> None:
        self.screen.say("A move: its number in the list of moves, or in notation. Or a command:")
        for name, (_run, what) in self._commands.items():
            self.screen.say(Text.assemble((f"  {name:9}", "bold"), what))
