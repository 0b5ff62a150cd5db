"""A position: immutable, hashable, picklable, and all a program needs to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from . import scene
from .chance import rng_from
from .codes import write_code
from .engine import engine
from .errors import IllegalMove, Refusal
from .grid import Cell
from .kept import kept
from .layout import Plain
from .scene import Block, Board, Change, End, Event, Offer, Scene, change_between
from .words import LANGUAGES, Phrase, translated

if TYPE_CHECKING:
    from .game import Game


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

    def __init__(
        self,
        game: Game,
        seed: int | None,
        path: tuple[int, ...],
        state: bytes,
        before: Plain | None = None,
        latest: tuple[Change, tuple[Event, ...]] | None = None,
    ) -> None:
        self.game = game
        self._definition = game.definition
        self.seed = seed  # None for a blind position, which does not know the real deal
        self.path = path  # the actions played since the start
        self.state = state  # the record, see `core.layout`
        self._before = before  # the record before the last action, None at the start
        self._latest = latest  # what the last action did, where the record before is not to be had

    @kept
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        mover = int(self.plain.mover)
        return mover if mover >= 0 else None

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    @property
    def turn(self) -> int:
        """How many turns have been completed. A turn may have several decisions."""
        return int(self.plain.turn)

    @kept
    def actions(self) -> tuple[int, ...]:
        """The legal actions as numbers, rising."""
        return () if self.is_over else tuple(engine().actions(self._definition.state, self.state))

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
        state = bytearray(self.state)
        engine().play(self._definition.state, state, action)
        return Position(self.game, self.seed, (*self.path, action), bytes(state), self.plain)

    def why_not(self, move: str) -> Refusal | None:
        """None if the move is legal, else the rule that forbids it."""
        return self._refusal(self.game.parse(move))

    def _refusal(self, action: int) -> Refusal | None:
        if self.is_over:
            return Refusal("over", "end", (), Phrase("The game is over."))
        number = engine().verdict(self._definition.state, self.state, action)
        if number == 0:
            return None
        reason = self._definition.reasons[number - 1]
        cells, facts = self._definition.culprits(self.plain, action, number)
        names = tuple(dict.fromkeys(self.game.grid.name(cell) for cell in cells))
        return Refusal(reason.code, reason.rule, names, Phrase(reason.text, **facts))

    @kept
    def outcome(self) -> Outcome | None:
        """None while the game runs."""
        if not self.is_over:
            return None
        points, winners = engine().score(self._definition.state, self.state)
        ending = self._definition.endings[self.plain.ending - 1]
        seats = range(self.plain.players)
        return Outcome(
            tuple(points[seat] for seat in seats),
            tuple(seat for seat in seats if winners >> seat & 1),
            ending.text,
            ending.code,
        )

    @kept
    def plain(self) -> Plain:
        """The record with its fields as plain Python values. Not to be changed."""
        return Plain(self._definition.state, self.state)

    def rest(self) -> None:
        """Forget what was worked out to show this position; it is worked out again if need be.

        Its events and its words are kept: they are told again with every list of moves.
        """
        for name in ("plain", "change"):
            self.__dict__.pop(name, None)
        self._before = self._before and self._before.fresh()

    @property
    def blocks(self) -> list[Block]:
        """The blocks on the board."""
        return self._blocks(self.plain)

    def _blocks(self, s: Plain) -> list[Block]:
        """The blocks of a record, kept beside its values: the next position asks for them, too."""
        known = s.__dict__
        found: list[Block] | None = known.get("its blocks")
        if found is None:
            found = known["its blocks"] = self._definition.blocks(s)
        return found

    @kept
    def change(self) -> Change:
        """What the last decision did to the blocks."""
        if self._before is None:
            return self._latest[0] if self._latest else Change()
        return change_between(self._blocks(self._before), self.blocks)

    @kept
    def events(self) -> tuple[Event, ...]:
        """What the last decision brought about."""
        if self._before is None:
            return self._latest[1] if self._latest else ()
        return tuple(self._definition.events(self._before, self.path[-1], self.plain))

    def view(self, seat: int | None = None, offers: bool = True) -> dict[str, Any]:
        """The scene as a seat may see it, ready for JSON; None is a spectator.

        Offers take longest to make; they can be left out and asked for later.
        """
        found: dict[str, Any] = scene.data(self.scene(seat, offers))
        return found

    def scene(self, seat: int | None = None, offers: bool = False) -> Scene:
        """What a seat may see; None is a spectator."""
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"There is no seat {seat}: seats are 0 to {self.game.players - 1}.")
        table = self._definition.table(self.plain, seat)
        return Scene(
            game=self.game.id,
            options=self.game.shown_options(),
            board=self._board(),
            blocks=tuple(self.blocks),
            regions=table.regions,
            barred=table.barred,
            seats=table.seats,
            facts=table.facts,
            pictures=table.pictures,
            tally=tuple(self._definition.tally(self.plain)),
            to_move=self.to_move,
            turn=self.turn,
            prompt=self._definition.prompts.get(table.prompt or ""),
            last=self.game.text(self.path[-1]) if self.path else None,
            change=self.change,
            events=self.events,
            steps=self._definition.steps,
            offers=self.offers() if offers and seat is not None and seat == self.to_move else (),
            outcome=self._end(),
        )

    def _end(self) -> End | None:
        end = self.outcome
        return None if end is None else End(end.scores, end.winners, end.reason)

    def _board(self) -> Board:
        grid = self.game.grid
        size = grid.width, grid.depth, grid.height
        reach = self._definition.reach(self.plain)
        return Board(size, grid.upright, grid.levels, grid.frame, reach)

    def offers(self) -> tuple[Offer, ...]:
        """Every move the mover is offered: the cells to pick and what it does to the blocks."""
        legal = set(self.actions)
        return tuple(self._offer(action, action in legal) for action in self._offered())

    @property
    def offered(self) -> list[str]:
        """The moves to choose from; also illegal ones, where the list would tell too much."""
        return [self.game.text(action) for action in self._offered()]

    def _offered(self) -> Sequence[int]:
        chosen = self._definition.offered
        return chosen(self.plain) if chosen and not self.is_over else self.actions

    def _offer(self, action: int, legal: bool) -> Offer:
        """A move on offer. On offer may also be one that the rules turn out to refuse."""
        s, definition = self.plain, self._definition
        after = self.after(action) if legal else None
        change = change_between(self.blocks, after.blocks) if after else Change()
        return Offer(
            self.game.text(action),
            definition.kind(s, action),
            tuple(definition.picks(s, action)),
            definition.label(s, action),
            self._words(s, action),
            change.add,
            change.take,
            self._warnings(after) if after and definition.warned else (),
        )

    @kept
    def words(self) -> Phrase | None:
        """The last decision, said to people who do not read its notation."""
        return self._words(self._before, self.path[-1]) if self._before else None

    def words_for(self, move: str) -> Phrase:
        """A move that could be made here, said to people who do not read its notation."""
        return self._words(self.plain, self.game.parse(move))

    def picks_for(self, move: str) -> tuple[Cell, ...]:
        """The cells to pick for a move, be it legal or not."""
        return tuple(self._definition.picks(self.plain, self.game.parse(move)))

    def _words(self, s: Plain, action: int) -> Phrase:
        definition = self._definition
        kind, label = definition.kind(s, action), definition.label(s, action)
        cells = [self.place(cell) for cell in definition.picks(s, action)]
        facts = dict(zip(("first", "second"), cells, strict=False))
        text = definition.phrases.get(kind)
        if text is not None:
            return Phrase(text, **facts, **({"label": label} if "{label}" in text else {}))
        if not cells:
            return label or Phrase("{move}", move=self.game.text(action))
        what = label or definition.steps[kind][0]
        return Phrase("{what}: {first}", what=what, first=cells[0])

    def place(self, cell: Cell) -> str:
        """A cell as people say it, with its column alone where things are stacked."""
        grid = self.game.grid
        inside = 0 <= cell[0] < grid.width and 0 <= cell[1] < grid.depth
        return grid.place(cell) if inside else "the edge"

    def _warnings(self, after: Position) -> tuple[Event, ...]:
        """What the mover should know before the decision that leads there counts."""
        warned = self._definition.warned
        return tuple(e for e in after.events if e.kind in warned and e.seat == self.to_move)

    def wins_at_once(self) -> set[str]:
        """The moves with which whoever is to move wins the game alone and now."""
        return {
            self.game.text(action)
            for action in self.actions
            if (end := self.after(action).outcome) and end.winners == (self.to_move,)
        }

    def picked(self, cells: Sequence[Cell]) -> tuple[list[str], Refusal | None]:
        """The legal moves that begin with picking these cells, or why there are none."""
        legal = self._beginning(cells, self.actions)
        if legal:
            return [self.game.text(action) for action in legal], None
        every = range(self.game.actions)
        tried = self._beginning(cells, every) or self._beginning(self._lowered(cells), every)
        refusals = [refusal for refusal in map(self._refusal, self._likely(tried)) if refusal]
        if not refusals:
            return [], self._nothing_here(cells)
        usual, _ = Counter(refusal.code for refusal in refusals).most_common(1)[0]
        return [], next(refusal for refusal in refusals if refusal.code == usual)

    def _lowered(self, cells: Sequence[Cell]) -> list[Cell]:
        """Who picks the room on a stack as high as the board means the stack."""
        return [(x, y, min(z, self.game.grid.height - 1)) for x, y, z in cells]

    def _likely(self, tried: list[int]) -> list[int]:
        """Of moves that are all refused those of a kind that is due, if there are any."""
        due = {self._definition.kind(self.plain, action) for action in self.actions}
        return [a for a in tried if self._definition.kind(self.plain, a) in due] or tried

    def _nothing_here(self, cells: Sequence[Cell]) -> Refusal:
        """No move of the game begins so; often because another block lies on the one picked."""
        filled = {cell: block for block in self.blocks for cell in block.cells}
        x, y, z = cells[-1] if cells else (0, 0, 0)
        here, above = filled.get((x, y, z)), filled.get((x, y, z + 1))
        if here is None or above is None or here is above:
            return Refusal("no-move", "", (), Phrase("There is nothing to do here."))
        return Refusal("covered", "", (), Phrase("Another block lies on this one."))

    def _beginning(self, cells: Sequence[Cell], actions: Iterable[int]) -> list[int]:
        picks = self._definition.picks
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
        latest = self.change, self.events
        return Position(self.game, None, self.path, self.redealt(seat, seed), latest=latest)

    def redealt(self, seat: int, seed: int) -> bytes:
        """The record with everything dealt anew that a seat cannot see."""
        return self.reshuffled(seat, rng_from(seed))

    def reshuffled(self, seat: int, rng: list[int]) -> bytes:
        """The same by a generator that goes on from deal to deal."""
        state = bytearray(self.state)
        engine().redeal(self._definition.state, state, seat, rng)
        return bytes(state)

    def secrets(self) -> dict[str, Any]:
        """Everything hidden from the players; for tests and finished games only."""
        hidden = self._definition.secrets
        return hidden(self.plain) if hidden else {}

    @kept
    def code(self) -> str:
        """A short text that `blockhaus.position` turns back into this position."""
        return write_code(self)

    def __str__(self) -> str:
        return f"{scene.draw(self.game.grid, self.blocks)}\n{self._caption()}"

    def _caption(self) -> str:
        if self.outcome:
            scores = ":".join(str(points) for points in self.outcome.scores)
            return f"{self.outcome.reason}; {scores}"
        colour = self.game.colours[self.to_move or 0]
        return f"turn {self.turn + 1}, {colour} to move"

    def __repr__(self) -> str:
        if self.seed is None:
            return f"<{self.game!r} after {len(self.path)} decisions, seen from one seat>"
        return f"blockhaus.position({self.code!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __deepcopy__(self, _: dict[int, Any]) -> Position:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        before = self._before and self._before.record
        return _unpacked, (self.game, self.seed, self.path, self.state, before, self._latest)


def _unpacked(
    game: Game,
    seed: int | None,
    path: tuple[int, ...],
    state: bytes,
    before: bytes | None,
    latest: Any,
) -> Position:
    """A position after a journey between processes."""
    earlier = None if before is None else Plain(game.definition.state, before)
    return Position(game, seed, path, state, earlier, latest)


def latest_scene(line: Sequence[Position], seat: int | None, offers: bool = False) -> Scene:
    """What a seat sees at the end of a line, with the last change to a block wherever it was."""
    scene = line[-1].scene(seat, offers)
    return scene if scene.change else replace(scene, change=latest_change(line))


def latest_change(line: Sequence[Position]) -> Change:
    """What the last decision of a line that touched a block put down and took away."""
    return next((position.change for position in reversed(line) if position.change), Change())
