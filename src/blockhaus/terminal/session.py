"""Playing a game at one terminal: people and computer players in any mix."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rich.text import Text

from ..commentary.hints import hint
from ..core.errors import BlockhausError, IllegalMove, NotationError
from ..core.position import Outcome, Position
from ..core.scene import change_between
from ..core.undo import last_decision, reveals
from ..players.guard import Guarded
from ..players.player import Player
from .board import Marks, barred_cells, board, named_cells, touched
from .ending import ending, resignation
from .moves import beginning, explained, offered, short_list
from .news import consequences, decision
from .players import HUMAN
from .rulebook import refused, rules_page
from .saving import Keeper
from .screen import Screen, plural
from .table import colours_of, table

HINT_SECONDS = 1.0
FEWEST_LINES, MOST_LINES = 3, 6  # of the list of moves below the board
FIXED_LINES = 4  # what another player did, a blank, the number of moves, the prompt


@dataclass(frozen=True)
class Seat:
    """Who sits there: a name for the record, and a player; None is a human at this terminal."""

    name: str
    player: Player | None


class Session:
    """One game from a position to its end, or until somebody leaves."""

    def __init__(
        self, screen: Screen, trail: list[Position], seats: list[Seat], keeper: Keeper
    ) -> None:
        self.screen = screen
        self.trail = trail  # every position since the start
        self.seats = seats
        self.keeper = keeper
        self.humans = {number for number, seat in enumerate(seats) if seat.player is None}
        self._guarded = {
            number: Guarded(seat.player) for number, seat in enumerate(seats) if seat.player
        }
        self.outcome: Outcome | None = trail[-1].outcome
        self._left = False
        self._unkept = False
        self._at_screen: int | None = None  # the human who saw the screen last
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "moves": (self._list_moves, "all moves; `moves c4` those that begin with c4"),
            "undo": (self._undo, "take back the last decision made at this screen"),
            "hint": (self._hint, "the move the computer would play, and what it achieves"),
            "board": (lambda _: self._show(), "draw everything again"),
            "rules": (self._rules, "the rules of the game"),
            "save": (self._save, "`save FILE` writes the game to a file, and keeps it there"),
            "resign": (self._resign, "give up: the others win"),
            "quit": (self._quit, "leave; the game is kept and can be gone on with"),
            "help": (self._help, "this list"),
        }

    @property
    def position(self) -> Position:
        return self.trail[-1]

    def run(self) -> None:
        """Play until the end. Whatever interrupts it, the game is kept."""
        if self.screen.interactive and self.humans:
            self.screen.say(
                "Type a move or its number; `help` lists what else you can type.", "dim"
            )
        try:
            while self.outcome is None and not self._left:
                self._decide()
            if self.outcome:
                self._end(self.outcome)
        except EOFError:
            self.screen.say()
        except KeyboardInterrupt:
            self.screen.say()
            self._tell_where()
            raise
        self._tell_where()

    def _decide(self) -> None:
        seat = self.position.to_move
        assert seat is not None
        if seat in self.humans:
            self._ask(seat)
            return
        guarded = self._guarded[seat]
        lapses = len(guarded.lapses)
        move = guarded.choose(self.position)
        for lapse in guarded.lapses[lapses:]:
            self.screen.warn(str(lapse))
        position = self.position.play(move)
        self._tell(decision(self.position, position))
        self._go(position)

    def _tell(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.screen.say(line)

    def _go(self, position: Position) -> None:
        self.trail.append(position)
        self.outcome = position.outcome
        self._unkept = True

    def _keep(self) -> None:
        """Write down what is new: after every decision of a human and before the next is asked."""
        if not self._unkept:
            return
        try:
            self.keeper.keep(self.position, self.outcome)
            self._unkept = False
        except BlockhausError as error:
            self.screen.warn(str(error))

    # A human's turn.

    def _ask(self, seat: int) -> None:
        self._keep()
        self._hand_over(seat)
        self._show()
        here = self.position
        while self.position is here and self.outcome is None and not self._left:
            line = self.screen.ask(f"{colours_of(here)[seat]}> ")
            if line:
                self._obey(line)

    def _hand_over(self, seat: int) -> None:
        """Between people with secrets the screen is cleared before the next one looks."""
        secret = self.position.game.spec.secrets and len(self.humans) > 1
        if secret and self._at_screen != seat:
            colour = colours_of(self.position)[seat]
            self.screen.clear()
            if self.screen.interactive:
                self.screen.ask(f"{colour.capitalize()} is next. Press Enter when you are there. ")
                self.screen.clear()
            self._tell_news(seat)
        self._at_screen = seat

    def _tell_news(self, seat: int) -> None:
        """What the others decided since the seat's last decision."""
        first = len(self.trail) - 1
        while first and self.trail[first - 1].to_move != seat:
            first -= 1
        for before, after in pairwise(self.trail[first:]):
            self._tell(decision(before, after))

    def _show(self, guilty: tuple[str, ...] = ()) -> None:
        """The board, the table and the moves, as the seat to move may see them."""
        position = self.position
        barred = barred_cells(position.scene())
        marks = Marks(self._last_turn(), named_cells(position, guilty), barred)
        seat = position.to_move if self.outcome is None else None
        beside = table(position, seat, self._names())
        taken = self.screen.lines(beside) + len(position.events) + FIXED_LINES
        room = self.screen.height and self.screen.height - taken
        picture = board(position, marks, self.screen.width, room and room - FEWEST_LINES)
        self.screen.say()
        self.screen.say(picture)
        self.screen.say(beside)
        if self.outcome is None:
            self._show_moves(MOST_LINES if room is None else room - self.screen.lines(picture))

    def _show_moves(self, lines: int) -> None:
        moves = offered(self.position)
        prompt = self.position.scene().prompt or ""
        self.screen.say(Text(f"{prompt} {plural(len(moves), 'move')}:".lstrip()))
        lines = min(max(lines, FEWEST_LINES), MOST_LINES)
        self.screen.say(short_list(self.position, moves, self.screen.width, lines))

    def _last_turn(self) -> frozenset[tuple[int, int, int]]:
        """The cells changed by the latest decisions of the seat that decided last."""
        if len(self.trail) < 2:
            return frozenset()
        first = len(self.trail) - 2
        while first > 0 and self.trail[first - 1].to_move == self.trail[first].to_move:
            first -= 1
        return touched(change_between(self.trail[first].blocks, self.position.blocks))

    def _names(self) -> list[str]:
        alone = len(self.humans) == 1
        return [
            "you" if alone and seat.player is None and seat.name == HUMAN else seat.name
            for seat in self.seats
        ]

    # What a human may type.

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        moves = offered(self.position)
        if word.lower() in self._commands and word not in moves:
            self._commands[word.lower()][0](rest.strip())
        elif line.isascii() and line.isdigit() and line not in moves:
            self._play_number(int(line), moves)
        else:
            self._play_words(line.split())

    def _play_number(self, number: int, moves: list[str]) -> None:
        if 1 <= number <= len(moves):
            self._play(moves[number - 1])
        else:
            self.screen.warn(f"There are {len(moves)} moves, numbered from 1.")

    def _play_words(self, words: list[str]) -> None:
        """Several decisions of one turn may be typed in one line."""
        seat = self.position.to_move
        for word in words:
            if self.position.to_move != seat or not self._play(word):
                break

    def _play(self, move: str) -> bool:
        """Play what was typed, or say why not; whether it was played."""
        try:
            self._go(self._after(move))
        except NotationError as error:
            self._list_or_warn(move, str(error))
        except IllegalMove as error:
            self._show(error.refusal.cells)
            self.screen.warn(refused(error, self.position.game))
            self._list_similar(move)
        else:
            self._tell(consequences(self.position))
            self._keep()
            return True
        return False

    def _after(self, move: str) -> Position:
        try:
            return self.position.play(move)
        except NotationError:
            if move == move.lower():
                raise
            return self.position.play(move.lower())

    def _list_or_warn(self, start: str, sentence: str) -> None:
        if not self._list_similar(start):
            self.screen.warn(sentence)
            self.screen.say("`help` lists the commands, `moves` the moves.", "dim")

    def _list_similar(self, start: str) -> bool:
        """List the moves that begin with what was typed, if there are any."""
        found = beginning(offered(self.position), start.lower())
        if found:
            which = f" beginning with {start}" if start else ""
            self.screen.say(f"{plural(len(found), 'move')}{which}:")
            self._tell(explained(self.position, found, self.screen.width))
        return bool(found)

    # The commands.

    def _list_moves(self, start: str) -> None:
        if not self._list_similar(start):
            self.screen.warn(f"No move begins with {start}.")

    def _undo(self, _: str) -> None:
        number = last_decision(self.trail, self.humans)
        if number is None:
            self.screen.warn("There is no decision to take back.")
        elif reveals(self.trail[number], self.position, self.humans):
            self.screen.warn(
                "That cannot be taken back: something hidden has come to light since then."
            )
        else:
            taken = " ".join(self.position.history[number:])
            del self.trail[number + 1 :]
            self.screen.say(f"Taken back: {taken}")
            self._unkept = True
            self._keep()

    def _hint(self, _: str) -> None:
        self.screen.say(str(hint(self.position, HINT_SECONDS)))

    def _rules(self, _: str) -> None:
        self.screen.say(rules_page(self.position.game, figures="none"))

    def _save(self, name: str) -> None:
        if not name:
            self.screen.warn("Type the name of a file, for example: save game.txt")
            return
        try:
            self.keeper.save_as(Path(name), self.position, self.outcome)
        except BlockhausError as error:
            self.screen.warn(str(error))
        else:
            if self.outcome is None:
                self.screen.point("Saved; every further decision goes there too:", self.keeper.file)

    def _resign(self, _: str) -> None:
        seat = self.position.to_move
        assert seat is not None
        self.outcome = resignation(self.position, seat)
        self._unkept = True

    def _quit(self, _: str) -> None:
        self._left = True

    def _help(self, _: str) -> None:
        self.screen.say("A move: its number in the list, or in notation. Or a command:")
        for name, (_run, what) in self._commands.items():
            self.screen.say(Text.assemble((f"  {name:8}", "bold"), what))

    # The end.

    def _end(self, outcome: Outcome) -> None:
        self._keep()
        self._show()
        self.screen.say()
        self.screen.say(ending(self.position, outcome))
        while self.keeper.file is None:
            name = self._file_name() if self.humans else ""
            if not name:
                self.keeper.forget()
                return
            self._save(name)

    def _file_name(self) -> str:
        question = "Save the game? Type the name of a file, or Enter for no: "
        while (name := self.screen.ask(question)).isdigit():  # a move, by somebody who types fast
            self.screen.warn("The game is over. A file has a name such as game.txt.")
        return name

    def _tell_where(self) -> None:
        self._keep()
        where = self.keeper.where
        if where is None:
            return
        self.screen.point("The game is kept in", where)
        if self.outcome is None:
            self.screen.point("Go on with: blockhaus play --load", where)
        else:
            self.screen.point("Look at it with: blockhaus replay", where)
