"""First steps in the terminal: the same steps as on the page, judged the same way, typed.

Nothing is compiled for them; the rules run as they are written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.text import Text

from ..core.engine import uncompiled
from ..core.errors import BlockhausError
from ..core.grid import Cell
from ..core.position import Position
from ..learn.lessons import (
    GAME,
    HINTS,
    SIDES,
    Answer,
    Judged,
    Lesson,
    LessonError,
    Step,
    hint,
    judge,
    pointable,
    said,
    texts,
)
from .board import Marks, barred_cells, board, named_cells, touched
from .moves import beginning, explained, offered
from .news import decision
from .opening import Wishes, open_session
from .players import HUMAN
from .saving import saves_folder
from .screen import Screen
from .table import table

FILE = "lessons.json"


class Notebook:
    """Which steps of which games are done, kept beside games nobody saved."""

    def __init__(self, folder: Path | None = None) -> None:
        self.file = (folder or saves_folder()) / FILE

    def done(self, game: str) -> list[str]:
        return self._read().get(game, [])

    def note(self, game: str, step: str) -> None:
        known = self._read()
        known[game] = list(dict.fromkeys([*known.get(game, []), step]))
        self._write(known)

    def begin_anew(self, game: str) -> None:
        self._write({name: done for name, done in self._read().items() if name != game})

    def _read(self) -> dict[str, list[str]]:
        """What is noted; nothing, if there is no file or somebody has damaged it."""
        with suppress(OSError, ValueError):
            found = json.loads(self.file.read_text("utf-8"))
            if isinstance(found, dict):
                return {name: list(map(str, done)) for name, done in found.items()}
        return {}

    def _write(self, known: dict[str, list[str]]) -> None:
        with suppress(OSError):  # who cannot keep anything here can learn all the same
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(known, indent=2), "utf-8")


class Learner:
    """One step after the other, from the first that is not done, and a short game at the end."""

    def __init__(self, screen: Screen, lesson: Lesson, lang: str, notebook: Notebook) -> None:
        self.screen = screen
        self.lesson = lesson
        self.lang = lang
        self.notebook = notebook
        self._hints = 0
        self._done = self._left = False
        self._commands: dict[str, tuple[Callable[[Step], None], str]] = {
            "hint": (self._hint, "a hint; ask again for a clearer one"),
            "show": (self._show_answer, "what to type"),
            "moves": (self._list_moves, "all moves"),
            "skip": (self._skip, "go on to the next step"),
            "quit": (self._quit, "leave; you go on here next time"),
            "help": (self._help, "this list"),
        }

    def run(self) -> None:
        done = self.notebook.done(self.lesson.game)
        try:
            with uncompiled():
                for number, step in enumerate(self.lesson.steps, 1):
                    if step.name not in done and not self._left:
                        self._take(step, number)
            if not self._left:
                self._play()
        except EOFError:
            self.screen.say()

    def _take(self, step: Step, number: int) -> None:
        self._hints, self._done = 0, False
        told = said(step, self.lang)
        self._show(step.position, step.seat)
        self.screen.say(Text(f"{number}/{len(self.lesson.steps)} {told['title']}", "dim"))
        self.screen.say(Text(told["task"], "bold"))
        while not self._done and not self._left:
            line = self.screen.ask(f"{step.position.game.colours[step.seat]}> ")
            if line:
                self._obey(step, line)

    def _show(self, position: Position, seat: int, guilty: tuple[str, ...] = ()) -> None:
        marks = Marks(
            touched(position.change),
            named_cells(position, guilty),
            barred_cells(position.scene()),
        )
        self.screen.say()
        self.screen.say(board(position, marks, self.screen.width, lang=self.lang))
        self.screen.say(table(position, seat, [""] * position.game.players))

    def _obey(self, step: Step, line: str) -> None:
        if line.lower() in self._commands:
            self._commands[line.lower()][0](step)
            return
        try:
            judged = judge(step, self._read(step, line), self.lang)
        except BlockhausError as error:
            self.screen.warn(error.text(self.lang))
            return
        self._answer(step, judged)

    @staticmethod
    def _read(step: Step, line: str) -> Answer:
        """A move by its number or in notation, the name of a cell, or a side."""
        if step.asks == "side":
            if line.lower() not in SIDES:
                raise LessonError("There is no side {name!r}.", name=line[:40])
            return Answer(side=line.lower())
        if step.asks == "cell":
            return Answer(cell=_named(step, line.lower()))
        moves = offered(step.position)
        number = int(line) if line.isascii() and line.isdigit() else 0
        return Answer(move=moves[number - 1] if 1 <= number <= len(moves) else line)

    def _answer(self, step: Step, judged: Judged) -> None:
        """Say what became of an answer, with what it leads to; a mistake is taken back."""
        for before, after in zip(judged.line, judged.line[1:], strict=False):
            for told in decision(before, after):
                self.screen.say(told)
        if len(judged.line) > 1 or judged.refusal:
            guilty = judged.refusal.cells if judged.refusal else ()
            self._show(judged.line[-1], step.seat, guilty)
        if not judged.done:
            self.screen.warn(judged.text)
            return
        self.screen.say(Text(judged.text, "bold green"))
        self.notebook.note(step.game, step.name)
        self._done = True

    def _play(self) -> None:
        lesson = self.lesson
        last = texts(lesson.game, self.lang)[GAME]
        self.screen.say()
        self.screen.say(Text(last["task"], "bold"))
        self.screen.say(Text(last["hint"], "dim"))
        options = tuple(f"{name}={value}" for name, value in lesson.played.shown_options().items())
        others = [f"level:{lesson.level}"] * (lesson.played.players - 1)
        wishes = Wishes(lesson.game, options, (HUMAN, *others), moves=lesson.moves)
        session = open_session(self.screen, wishes)
        session.run()
        if session.outcome:
            self.screen.say(Text(last["done"], "bold green"))
            self.notebook.note(lesson.game, GAME)

    # The commands.

    def _hint(self, step: Step) -> None:
        self._hints = min(self._hints + 1, HINTS)
        self.screen.say(Text(hint(step, self._hints, self.lang).text))

    def _show_answer(self, step: Step) -> None:
        answer = step.solution
        names = {cell: name for name, cell in pointable(step).items()} if answer.cell else {}
        typed = answer.move or answer.side or names[answer.cell or (0, 0, 0)]
        self.screen.say(Text(f"{hint(step, HINTS, self.lang).text} ").append(typed, "bold"))

    def _list_moves(self, step: Step) -> None:
        if step.asks != "move":
            names = SIDES if step.asks == "side" else tuple(pointable(step))
            self.screen.say(Text(", ".join(names)))
            return
        for part in explained(
            step.position, beginning(offered(step.position), ""), self.screen.width
        ):
            self.screen.say(part)

    def _skip(self, _: Step) -> None:
        self._done = True

    def _quit(self, _: Step) -> None:
        self._left = True

    def _help(self, step: Step) -> None:
        wanted = {
            "move": "A move: its number in the list of moves, or in notation.",
            "cell": "The name of a cell.",
            "side": f"A side: {', '.join(SIDES)}.",
        }
        self.screen.say(f"{wanted[step.asks]} Or a command:")
        for name, (_run, what) in self._commands.items():
            self.screen.say(Text.assemble((f"  {name:9}", "bold"), what))


def _named(step: Step, name: str) -> Cell:
    """The cell of a name; where things are stacked, the highest block if no level is named."""
    cells = pointable(step)
    filled = {cell for block in step.position.blocks for cell in block.cells}
    stack = [cell for each, cell in cells.items() if each.partition(".")[0] == name]
    tops = [cell for cell in stack if cell in filled] or stack
    if name in cells:
        return cells[name]
    if not tops:
        return step.position.game.grid.cell(name)
    return max(tops, key=lambda cell: cell[2])
