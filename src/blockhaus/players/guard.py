"""How a table asks a player: whatever the player does, a legal move comes back.

A player sees the position as its seat may see it. It lapses if it raises an error, answers with
something that is no legal move, or takes longer than it is given. Then a quick search chooses for
it, the game goes on, and the lapse is noted for everyone to read. A thread cannot be ended from
outside: a player that is late is told to `stop`, if it can, and while it still thinks about an
earlier decision it is not asked again, the quick search deciding in its place. In a page, where
there are no threads, nobody can tell that a player is late; those of the house keep to their time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from ..core.breathing import has_threads
from ..core.errors import BlockhausError
from ..core.position import Position
from ..search.search import Search, Settings, seat_to_choose
from .player import Player

STAND_IN_SIMULATIONS = 200
STAND_IN_SECONDS = 1.0
STOPPING = 0.05  # seconds between two requests to stop
STAND_IN_MEMORY = 8
LONGEST_WORD = 40  # letters of an answer that are quoted


@dataclass(frozen=True)
class Lapse:
    """What a player did instead of answering, and the move that was played for it."""

    seat: int
    decision: int  # how many decisions had been made before
    fault: str  # "failed", "illegal" or "late"
    text: str
    played: str

    def __str__(self) -> str:
        return f"{self.text} {self.played} was played instead."


class Fault(BlockhausError):
    """A player did not give a legal move."""

    def __init__(self, source: str, /, kind: str, **facts: object) -> None:
        super().__init__(source, **facts)
        self.kind = kind


class Guarded:
    """A player that always answers with a legal move, and a list of its lapses."""

    def __init__(self, player: Player, seconds: float | None = None) -> None:
        self.player = player
        self.seconds = seconds  # for one decision; None waits as long as it takes
        self.lapses: list[Lapse] = []
        self._thinking: threading.Thread | None = None

    def choose(self, position: Position) -> str:
        seat = seat_to_choose(position)
        seen = position.blind(seat)
        try:
            return _checked(self._answer(seen), position)
        except Fault as fault:
            move = stand_in(seen)
            self.lapses.append(Lapse(seat, len(position.path), fault.kind, str(fault), move))
            return move

    def _answer(self, position: Position) -> object:
        if self._thinking and self._thinking.is_alive():
            raise Fault("The player still thinks about an earlier decision.", kind="late")
        answers: list[object] = []
        errors: list[BaseException] = []

        def think() -> None:
            try:
                answers.append(self.player.choose(position))
            except BaseException as error:  # whatever it is, it ends here and not the game
                errors.append(error)

        if has_threads():
            self._thinking = threading.Thread(target=think, daemon=True)
            self._thinking.start()
            self._thinking.join(self.seconds)
        else:
            think()
        if errors:
            raise Fault("The player failed with {error}.", kind="failed", error=_told(errors[0]))
        if not answers:
            assert self._thinking is not None
            late = self.player, self._thinking
            threading.Thread(target=_stop, args=late, daemon=True).start()
            raise Fault(
                "The player gave no answer within {seconds:g} seconds.",
                kind="late",
                seconds=self.seconds,
            )
        return answers[0]


def stand_in(position: Position) -> str:
    """The move of a quick search, for a player that gave none."""
    search = Search(position.game, Settings.of(position.game, memory=STAND_IN_MEMORY))
    search.look(position)
    search.run(STAND_IN_SECONDS, STAND_IN_SIMULATIONS)
    return position.game.text(search.ranking[0].action)


def _checked(answer: object, position: Position) -> str:
    if not isinstance(answer, str):
        raise Fault(
            "The player answered with {kind_of_thing}, not a move.",
            kind="illegal",
            kind_of_thing=type(answer).__name__,
        )
    move = str(answer)
    try:
        refusal = position.why_not(move)
    except BlockhausError:
        raise Fault(
            "The player answered {answer}, which is no move.", kind="illegal", answer=_quoted(move)
        ) from None
    if refusal:
        raise Fault(
            "The player answered {answer}: {refusal}",
            kind="illegal",
            answer=_quoted(move),
            refusal=str(refusal),
        )
    return move


def _quoted(move: str) -> str:
    return repr(move if len(move) <= LONGEST_WORD else move[:LONGEST_WORD] + "...")


def _told(error: BaseException) -> str:
    try:
        said = str(error)[:200]
    except Exception:  # an error whose own text fails
        said = ""
    return f"{type(error).__name__}{': ' if said else ''}{said}".rstrip(".")


def _stop(player: Player, thinking: threading.Thread) -> None:
    """Tell a late player to stop, if it can, until it does.

    Once is not enough: on a busy machine it may not have begun to search, and would not notice.
    """
    stop: Callable[[], None] | None = getattr(player, "stop", None)
    if not callable(stop):
        return
    while thinking.is_alive():
        try:
            stop()
        except Exception:  # a player that is late may fail at this, too
            return
        thinking.join(STOPPING)
