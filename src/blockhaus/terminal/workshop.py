"""Building alone in the terminal: choose a task, build with typed moves, see views and cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime

from rich.text import Text

from ..core.errors import BlockhausError
from ..core.grid import Grid
from ..core.rooms import find_room, workshops
from ..core.scene import change_between
from ..core.workshop import Answer, Building, Look, Task, Workshop, WorkshopError
from .board import NO_MARKS, Marks, building, touched
from .pictures import card_row, view_row
from .screen import QUIET, Screen, plural

SECONDS = 30.0  # for the solver
HELP = (
    "Type a move, or: undo, redo, clear; complete (can this still be completed, and with how "
    "few?); solve (show a solution); moves (how they are written); quit."
)


def open_workshop(game: str | None) -> tuple[str, Workshop]:
    """The workshop of a game, or the only one there is."""
    known = workshops()
    name = game or next(iter(known), "")
    if name not in known:
        raise WorkshopError(
            "{game} has no puzzles to build alone; {known} has.",
            game=find_room(name).spec.title,
            known=", ".join(known),
        )
    return name, known[name]


def choose_task(screen: Screen, workshop: Workshop, wish: str | None, grade: int | None) -> Task:
    """The task that was asked for, or one that somebody chooses now."""
    if wish is not None:
        return read_task(workshop, wish)
    if grade is not None:
        return workshop.deal(grade, random.SystemRandom(), ())
    for number, name in enumerate(workshop.grades(), 1):
        count = sum(task.grade == number for task in workshop.tasks().values())
        screen.say(f"{number}  {name} ({plural(count, 'set')})")
    while True:
        answer = screen.ask("Which grade? (a number, daily, or 2 to 8 cards such as 5 6 17) ")
        try:
            return read_task(workshop, answer)
        except BlockhausError as error:
            screen.warn(str(error))


def read_task(workshop: Workshop, wish: str) -> Task:
    words = wish.replace(",", " ").replace("-", " ").split()
    if words == ["daily"]:
        return workshop.daily(datetime.now(UTC).date())
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 3:
        return workshop.deal(int(words[0]), random.SystemRandom(), ())
    return workshop.task("-".join(words))


class Bench:
    """One person at one task."""

    def __init__(self, screen: Screen, workshop: Workshop, task: Task) -> None:
        self.screen, self.workshop, self.task = screen, workshop, task
        self.line: list[Building] = [{}]
        self.at = 0

    @property
    def built(self) -> Building:
        return self.line[self.at]

    def look(self) -> Look:
        return self.workshop.look(self.task, self.built, True)

    def run(self) -> None:
        least = f", {self.task.least} pieces at least" if self.task.least else ""
        self.screen.say(f"{plural(len(self.task.goals), 'card')}{least}. {HELP}", QUIET)
        self.show()
        while True:
            typed = self.screen.ask("> ")
            if typed in ("quit", "q", "exit"):
                return
            if typed:
                self.obey(typed)

    def obey(self, typed: str) -> None:
        commands: dict[str, Callable[[], None]] = {
            "undo": lambda: self.step(-1),
            "redo": lambda: self.step(1),
            "clear": lambda: self.add({}),
            "complete": self.complete,
            "solve": self.solve,
            "moves": self.explain,
            "help": lambda: self.screen.say(HELP, QUIET),
        }
        try:
            commands.get(typed, lambda: self.move(typed))()
        except BlockhausError as error:
            self.screen.warn(str(error))

    def explain(self) -> None:
        self.workshop.change(
            self.built, "?"
        )  # what is no move is answered by how moves are written

    def move(self, move: str) -> None:
        self.add(self.workshop.change(self.built, move))

    def add(self, built: Building) -> None:
        self.line[self.at + 1 :] = [built]
        self.step(1)

    def step(self, by: int) -> None:
        if not 0 <= self.at + by < len(self.line):
            self.screen.warn("There is nothing to go back to." if by < 0 else "Nothing was undone.")
            return
        before = self.look().scene.blocks
        self.at += by
        change = change_between(before, self.look().scene.blocks)
        self.show(Marks(touched(change)))

    def show(self, marks: Marks = NO_MARKS) -> None:
        look = self.look()
        scene = look.scene
        self.screen.say(building(Grid(*scene.board.size), scene.blocks, marks, self.screen.width))
        self.screen.say(view_row("views", scene.pictures))
        cards = scene.seats[0].cards
        self.screen.say(card_row("cards", cards))
        done = sum(bool(card.seen) for card in cards)
        told = f"{done} of {len(cards)} cards are shown, {plural(look.pieces, 'piece')}"
        self.screen.say(Text(f"{told}{self._beside(look)}", "bold" if look.solved else ""))

    def _beside(self, look: Look) -> str:
        least = self.task.least
        if not look.solved:
            return "." if least is None else f" (least: {least})."
        if least is None:
            return ": solved!"
        return (
            ": solved with the least!" if look.pieces <= least else f": solved; {least} would do."
        )

    def complete(self) -> None:
        found = self.workshop.solve(self.task, self.built, SECONDS)
        if found is None:
            self.screen.say("No: something has to be moved or taken back.")
            return
        more = found.pieces - self.workshop.pieces(self.built)
        most = "" if found.proven else "at most "
        self.screen.say(f"Yes, with {most}{plural(more, 'piece')} more, {found.pieces} in all.")

    def solve(self) -> None:
        found: Answer | None = self.workshop.solve(self.task, None, SECONDS)
        if found is None:
            self.screen.say("These cards cannot be shown at once; that is proven.")
            return
        scene = self.workshop.look(self.task, found.building, False).scene
        self.screen.say(
            building(Grid(*scene.board.size), scene.blocks, NO_MARKS, self.screen.width)
        )
        proven = "the least, proven" if found.proven else "fewer may do"
        self.screen.say(f"A solution with {plural(found.pieces, 'piece')}: {proven}.")


def build_alone(screen: Screen, wish: str | None, game: str | None, grade: int | None) -> None:
    _, workshop = open_workshop(game)
    Bench(screen, workshop, choose_task(screen, workshop, wish, grade)).run()
