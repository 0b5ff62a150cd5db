"""A position: immutable, hashable, picklable, and all a program needs to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import scene
from .chance import rng_from
from .codes import write_code
from .engine import State, copied, engine
from .errors import IllegalMove
from .game import Game
from .grid import Cell
from .kernels import reshuffle
from .rules import Plain
from .scene import Scenery
from .words import LANGUAGES, Phrase, translated


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed. `cells` names the cells that are the cause."""

    code: str
    rule: str
    cells: tuple[str, ...]
    phrase: Phrase

    def text(self, lang: str = LANGUAGES[0]) -> str:
        """The sentence a player reads."""
        return self.phrase.text(lang)

    def with_rule(self, lang: str = LANGUAGES[0]) -> str:
        if not self.rule:
            return self.text(lang)
        said = Phrase("{sentence} (rule {number})", sentence=self.phrase, number=self.rule)
        return said.text(lang)

    def __str__(self) -> str:
        return self.with_rule()


@dataclass(frozen=True)
class Outcome:
    """How a game ended: points and winners by seat (several share a draw), and why."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    code: str = field(default="", compare=False)

    def text(self, lang: str = LANGUAGES[0]) -> str:
        """Why the game ended, as a player reads it."""
        return translated(self.reason, lang)

    def __str__(self) -> str:
        points = ":".join(map(str, self.scores))
        seats = ", ".join(str(seat) for seat in self.winners)
        return f"{points} {seats} {self.reason}"


class Position:
    """A moment of a game. `play` gives the next one and leaves this one as it is.

    Equality and hash are those of the record: the same pieces in the same places with the
    same player to move, however they came about.
    """

    def __init__(self, game: Game, seed: int | None, path: tuple[int, ...], state: State) -> None:
        self.game = game
        self.seed = seed  # None for a blind position, which does not know the real deal
        self.path = path  # the actions played since the start
        self._state = state

    @cached_property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        mover = int(self._state["mover"][0])
        return mover if mover >= 0 else None

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    @property
    def turn(self) -> int:
        """How many turns have been completed. A turn may have several decisions."""
        return int(self._state["turn"][0])

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The legal actions as numbers, rising."""
        return tuple(engine().actions(self._state)) if not self.is_over else ()

    @property
    def moves(self) -> list[str]:
        """The legal moves in notation."""
        return [self.game.text(action) for action in self.actions]

    @property
    def history(self) -> list[str]:
        """The moves played since the start."""
        return [self.game.text(action) for action in self.path]

    def play(self, move: str) -> Position:
        """The position after a move: NotationError for a slip, IllegalMove for a broken rule."""
        action = self.game.parse(move)
        refusal = self._refusal(action)
        if refusal:
            raise IllegalMove(move, refusal)
        return self.after(action)

    def after(self, action: int) -> Position:
        """The position after a legal action given by its number. The caller vouches for it."""
        state = copied(self._state)
        engine().play(state, action)
        return Position(self.game, self.seed, (*self.path, action), state)

    def why_not(self, move: str) -> Refusal | None:
        """None if the move is legal, else the rule that forbids it."""
        return self._refusal(self.game.parse(move))

    def _refusal(self, action: int) -> Refusal | None:
        if self.is_over:
            return Refusal("over", "end", (), Phrase("The game is over."))
        number = engine().verdict(self._state, action)
        if number == 0:
            return None
        reason = self.game.definition.reasons[number - 1]
        cells, facts = self.game.definition.culprits(self.plain, action, number)
        names = tuple(dict.fromkeys(self.game.grid.name(cell) for cell in cells))
        return Refusal(reason.code, reason.rule, names, Phrase(reason.text, **facts))

    @cached_property
    def outcome(self) -> Outcome | None:
        """None while the game runs."""
        if not self.is_over:
            return None
        scores, winners = engine().score(self._state)
        ending = self.game.definition.endings[int(self._state["ending"][0]) - 1]
        return Outcome(tuple(scores), tuple(winners), ending.text, ending.code)

    @cached_property
    def plain(self) -> Plain:
        """The record with its fields as plain Python values. Not to be changed."""
        return Plain(self._state)

    def rest(self) -> None:
        """Forget what was worked out to show this position; it is worked out again if need be."""
        self.__dict__.pop("plain", None)

    @property
    def record(self) -> State:
        """A copy of the NumPy record, as an array of one."""
        return copied(self._state)

    def view(self, seat: int | None = None, offers: bool = True) -> dict[str, Any]:
        """The scene as a seat may see it, ready for JSON; None is a spectator.

        Offers take longest to make; they can be left out and asked for later.
        """
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"There is no seat {seat}: seats are 0 to {self.game.players - 1}.")
        told = self.scene(seat)
        told["blocks"] = [block.data() for block in told["blocks"]]
        for item in told["tally"]:
            item["cells"] = [list(cell) for cell in item["cells"]]
        if offers and seat is not None and seat == self.to_move:
            told["offers"] = self.offers()
        return told

    def scene(self, seat: int | None) -> dict[str, Any]:
        """What a view is made of: without offers, blocks as they are, and cells as tuples."""
        definition = self.game.definition
        table = definition.table(self.plain, seat)
        return {
            "game": self.game.id,
            "options": self.game.shown_options(),
            "board": scene.board_data(self.game.grid),
            "blocks": definition.blocks(self.plain),
            "to_move": self.to_move,
            "turn": self.turn,
            "last": self.game.text(self.path[-1]) if self.path else None,
            **table,
            "prompt": definition.prompts.get(table["prompt"]),
            "tally": [item.data() for item in definition.tally(self.plain)],
            "offers": [],
            "outcome": self.outcome
            and {
                "scores": list(self.outcome.scores),
                "winners": list(self.outcome.winners),
                "reason": self.outcome.reason,
            },
        }

    def offers(self) -> list[dict[str, Any]]:
        """Every move the mover is offered: the cells to pick and what it does to the blocks."""
        definition = self.game.definition
        legal = set(self.actions)
        before = Scenery(definition.blocks(self.plain))
        offered = definition.offered(self.plain) if definition.offered else self.actions
        return [
            {
                "move": self.game.text(action),
                "pick": [list(cell) for cell in definition.picks(self.plain, action)],
                **scene.label_data(definition.label(self.plain, action)),
                **scene.change(before, self._scenery(action) if action in legal else before),
            }
            for action in offered
        ]

    def _scenery(self, action: int) -> Scenery:
        return Scenery(self.game.definition.blocks(self.after(action).plain))

    def picked(self, cells: Sequence[Cell]) -> tuple[list[str], Refusal | None]:
        """The legal moves that begin with picking these cells, or why there are none."""
        legal = self._beginning(cells, self.actions)
        if legal:
            return [self.game.text(action) for action in legal], None
        tried = self._beginning(cells, range(self.game.actions))
        refusals = [refusal for refusal in map(self._refusal, tried) if refusal]
        if not refusals:
            return [], Refusal("no-move", "", (), Phrase("There is nothing to do here."))
        usual, _ = Counter(refusal.code for refusal in refusals).most_common(1)[0]
        return [], next(refusal for refusal in refusals if refusal.code == usual)

    def _beginning(self, cells: Sequence[Cell], actions: Iterable[int]) -> list[int]:
        picks = self.game.definition.picks
        wanted = [tuple(cell) for cell in cells]
        return [a for a in actions if picks(self.plain, a)[: len(wanted)] == wanted]

    def blind(self, seat: int, seed: int = 0) -> Position:
        """This position for a player who must not see more than a seat may.

        Everything hidden from the seat is dealt anew from `seed`, so nothing the player finds in
        it, or plays on from it, tells the real deal. It has no seed and no code, from which the
        deal could be had. Where the rules hide nothing it is the position itself.
        """
        if not self.game.spec.secrets:
            return self
        state = copied(self._state)
        reshuffle(state, seat, rng_from(seed))
        return Position(self.game, None, self.path, state)

    def secrets(self) -> dict[str, Any]:
        """Everything hidden from the players; for tests and finished games only."""
        hidden = self.game.definition.secrets
        return hidden(self.plain) if hidden else {}

    @cached_property
    def code(self) -> str:
        """A short text that `blockhaus.position` turns back into this position."""
        return write_code(self)

    def __str__(self) -> str:
        board = scene.draw(self.game.grid, self.game.definition.blocks(self.plain))
        return f"{board}\n{self._caption()}"

    def _caption(self) -> str:
        if self.outcome:
            scores = ":".join(str(points) for points in self.outcome.scores)
            return f"{self.outcome.reason}; {scores}"
        table = self.game.definition.table(self.plain, None)
        colour = table["seats"][self.to_move]["colour"]
        return f"turn {self.turn + 1}, {colour} to move"

    def __repr__(self) -> str:
        if self.seed is None:
            return f"<{self.game!r} after {len(self.path)} decisions, seen from one seat>"
        return f"blockhaus.position({self.code!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._state.tobytes() == other._state.tobytes()

    def __hash__(self) -> int:
        return hash((self.game, self._state.tobytes()))

    def __deepcopy__(self, _: dict[int, Any]) -> Position:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.seed, self.path, self._state)
