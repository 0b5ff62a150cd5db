"""A table: what was agreed when it was set up, and everything that happened since.

A table is its founding and its log. Every entry of the log is applied in order by `Table.apply`,
which is all that ever changes a table, so a table read from the storage is the table that was
left. Whether something may happen is decided before, by `plans`, which answers with a draft of the
entry or refuses. Nothing here waits, sends or stores.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..core.game import Game, find_game, read_code
from ..core.position import Position
from ..core.words import Phrase
from . import draws
from .clock import Clock, Pauses, Terms
from .standing import Standing, how_stands
from .trail import Trail

BINDING = 2  # decisions after which a game that counts cannot be left without losing it
SUBSTITUTE = 5  # the level of a computer that takes a person's place
CHAT_KEPT = 200
BARE, LINE = 10_000, 600  # bytes, about: a table before its game, and a line written there


@dataclass(frozen=True)
class Founding:
    """What was agreed when the table was set up."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[dict[str, Any]]  # kind, level, name, holder, invitation, share
    host: str
    created: float
    secret: str
    clock: dict[str, Any] | None = None
    public: bool = False
    code: str | None = None  # the position to begin from
    match: dict[str, Any] = field(default_factory=dict)  # scores by seat, and how many were played
    version: int = 1  # of the rules it is played by
    ranked: bool = False  # whether the host wants it to count; who sits down agrees
    coach: bool = False  # whether a coach warns the only person from the start


@dataclass(frozen=True)
class Draft:
    """Something that may happen: an entry that has no number and no time yet."""

    kind: str
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    position: Position | None = field(default=None, compare=False)  # after a move, if known
    founds: Table | None = field(default=None, compare=False)  # a table set up at the same time


@dataclass(frozen=True)
class Entry:
    """A line of the log. It is of the time when the house heard of it. Where a clock runs, `took`
    says how long it was until it was to be stored, and `since` from when on who was to decide could
    see what was decided before.
    """

    number: int
    kind: str
    seat: int | None
    data: dict[str, Any]
    at: float


@dataclass
class Seat:
    kind: str  # "person" or "computer"; "friend" or "open" while nobody sits there
    planned: str
    name: str = ""
    level: int | None = None
    holder: str | None = None
    invitation: str | None = None
    share: str = ""
    relieved: bool = False  # the computer plays on for the person who holds it

    @property
    def empty(self) -> bool:
        return self.kind in ("friend", "open")

    @property
    def person(self) -> str | None:
        """Who decides at this seat, if it is a person."""
        return self.holder if self.kind == "person" else None


class Table:
    """A table as it stands."""

    def __init__(self, founding: Founding, pauses: Pauses | None = None) -> None:
        self.founding = founding
        self.pauses = Pauses() if pauses is None else pauses  # when nobody's time ran
        self.game: Game = find_game(founding.game, founding.options)
        self.seats = [Seat(planned=seat["kind"], **seat) for seat in founding.seats]
        self.size = 0  # entries in the log
        self.updated = founding.created
        self.trail = Trail()  # every position since the start of the game
        self.first = 0  # decisions before the table began
        self.clock: Clock | None = None
        self._wait = 0.0  # seconds from hearing of what happens now until it was to be stored
        self._turned = 0  # entries when the clock was last set
        self.stood_in = False  # whether the computer ever played for somebody
        self.out: dict[int, str] = {}  # seats that gave up or ran out of time, and which of it
        self.agreed = False
        self.retracted = False  # whether a move was taken back before a computer
        self.draw: int | None = None  # the seat that offers a draw
        self.draw_by: set[str] = set()  # persons who agree to it
        self.undo: tuple[int, int] | None = None  # the seat that asks, decisions to be kept
        self.undo_by: set[str] = set()
        self.votes: dict[int, set[int]] = {}  # seats that are gone: seats that want a computer
        self.rematch: dict[int, str] = {}  # seats that want one, with their shares
        self.next: str | None = None
        self.chat: list[dict[str, Any]] = []
        self.halted: Phrase | None = None  # why nothing can happen here any more
        self.hints: list[dict[str, int]] = []  # every hint given: seat, decisions before, strength
        self._hinted: dict[bytes, int] = {}  # the strongest, by the way here
        self.coach = founding.coach
        self.helped = {self.pupil} if self.coach else set[int | None]()
        self._changes = 0  # of what says how it stands
        self._stood: tuple[int, Standing] | None = None  # after so many changes
        self._begin_if_full(founding.created)

    # What is asked most

    @property
    def id(self) -> str:
        return self.founding.id

    @property
    def position(self) -> Position:
        return self.trail.last

    @cached_property
    def colours(self) -> list[str]:
        """The colour of every seat."""
        return self.game.colours

    @property
    def number(self) -> int:
        """Decisions so far."""
        return max(0, len(self.trail) - 1)

    @property
    def standing(self) -> Standing:
        changes, known = self._changes, self._stood
        if known is None or known[0] != changes:
            known = self._stood = changes, how_stands(self)
        return known[1]

    @property
    def ended(self) -> str | None:
        """How the game ended, or None."""
        return self.standing.ended

    @property
    def state(self) -> str:
        return self.standing.state

    @property
    def to_move(self) -> int | None:
        return self.standing.to_move

    @property
    def people(self) -> set[str]:
        """The persons who still play."""
        playing = (self.seats[seat].person for seat in self.left_in)
        return {person for person in playing if person is not None}

    @property
    def left_in(self) -> list[int]:
        return [seat for seat in range(len(self.seats)) if seat not in self.out]

    def held(self, holder: str | None) -> list[int]:
        """The seats a person decides for."""
        return [i for i, s in enumerate(self.seats) if holder and s.person == holder]

    @property
    def one_screen(self) -> bool:
        """Whether no second person plays here."""
        return len(self.people) == 1 and not any(seat.empty for seat in self.seats)

    @property
    def pupil(self) -> int | None:
        """The seat of the only person here, who may be helped: all others are computers."""
        people = [i for i, seat in enumerate(self.seats) if seat.holder or seat.kind != "computer"]
        alone = len(people) == 1 and self.seats[people[0]].kind == "person"
        return people[0] if alone else None

    @property
    def hinted(self) -> int:
        """The strongest hint that was given in this position, 0 for none."""
        return self._hinted.get(_short(self.position.path), 0) if self.trail else 0

    @property
    def computer_due(self) -> int | None:
        """The seat of a computer that is to move."""
        seat = self.to_move
        return seat if seat is not None and self.seats[seat].kind == "computer" else None

    @property
    def watched(self) -> bool:
        """Whether computers alone play here: only as long as somebody looks on."""
        return all(seat.kind == "computer" and not seat.holder for seat in self.seats)

    @property
    def deadline(self) -> float | None:
        """When the house has to see to the table by itself, if nobody does anything."""
        mover = self.to_move
        if mover is None or self.watched:
            return None
        if self.seats[mover].kind == "computer":
            return 0.0
        return self.clock.deadline if self.clock else None

    @property
    def known_deal(self) -> bool:
        """Whether the host chose the position to begin from, where something is dealt: who makes
        a position knows its seed, and with it every hand and every draw to come.
        """
        return self.game.spec.chance and self.founding.code is not None

    @property
    def ranked(self) -> bool:
        """Whether the game counts for ratings: wanted, as it is in the box, every seat by itself,
        nothing taken back before a computer, and nobody stood in for.
        """
        holders = [seat.holder for seat in self.seats if seat.holder]
        return (
            self.founding.ranked
            and not self.founding.code
            and not self.game.shown_options()
            and len(holders) == len(set(holders))
            and not self.retracted
            and not self.stood_in
        )

    @property
    def firm(self) -> bool:
        """Whether nothing is taken back: the game counts, and a computer cannot consent."""
        return self.ranked and any(seat.kind == "computer" for seat in self.seats)

    @property
    def binding(self) -> bool:
        """Whether who leaves loses."""
        return self.ranked and self.state == "running" and self.number >= BINDING

    @property
    def winners(self) -> list[int]:
        if self.ended == "rules":
            outcome = self.position.outcome
            return list(outcome.winners) if outcome else []
        return self.left_in if self.out else list(range(len(self.seats)))

    # What happens

    def apply(self, entry: Entry, position: Position | None = None) -> None:
        """Make an entry true. Entries come in order, and each once."""
        if entry.number != self.size:
            raise ValueError(f"entry {entry.number} where {self.size} is due")
        self.size += 1
        self.updated = entry.at
        self._wait = entry.data.get("took", 0.0)
        if self.clock and "since" in entry.data:
            self.clock.restart(entry.data["since"])
        if entry.kind == "move":
            self._on_move(entry, position)
        else:
            getattr(self, "_on_" + entry.kind.replace("-", "_"))(entry)
        self._changes += 1

    def _on_move(self, entry: Entry, position: Position | None) -> None:
        self.trail.append(position or self.position.play(entry.data["move"]))
        self.undo = None
        if entry.seat != self.draw:
            self.draw = None
        self._set_clock(entry.at)

    def _on_sit(self, entry: Entry) -> None:
        seat = self.seats[entry.seat or 0]
        seat.kind = "person"
        seat.holder, seat.name = entry.data["holder"], entry.data["name"]
        seat.share = entry.data["share"]
        self._begin_if_full(entry.at)

    def _on_rise(self, entry: Entry) -> None:
        seat = self.seats[entry.seat or 0]
        seat.kind = seat.planned if seat.planned in ("friend", "open") else "open"
        seat.holder, seat.name, seat.share = None, "", ""

    def _on_return(self, entry: Entry) -> None:
        seat = self.seats[entry.seat or 0]
        seat.kind, seat.level, seat.relieved = "person", None, False
        self._set_clock(entry.at)

    def _on_out(self, entry: Entry) -> None:
        seat = entry.seat or 0
        self.out[seat] = entry.data["how"]
        self._changes += 1
        if self.ended:
            self._set_clock(entry.at)
        else:
            self._replace(seat, entry.at)

    def _on_offer_draw(self, entry: Entry) -> None:
        self.draw = entry.seat
        self.draw_by = self._person(entry)
        self._settle_draw(entry.at)

    def _on_accept_draw(self, entry: Entry) -> None:
        self.draw_by |= self._person(entry)
        self._settle_draw(entry.at)

    def _on_decline_draw(self, entry: Entry) -> None:
        self.draw = None

    def _settle_draw(self, at: float) -> None:
        if self.draw_by >= self.people:
            self.agreed = True
            self._set_clock(at)

    def _on_undo(self, entry: Entry) -> None:
        self._take_back(entry.data["number"], entry.at)

    def _on_ask_undo(self, entry: Entry) -> None:
        self.undo = entry.seat or 0, entry.data["number"]
        self.undo_by = self._person(entry)

    def _on_allow_undo(self, entry: Entry) -> None:
        self.undo_by |= self._person(entry)
        if self.undo and self.undo_by >= self.people:
            self._take_back(self.undo[1], entry.at)

    def _on_refuse_undo(self, entry: Entry) -> None:
        self.undo = None

    def _take_back(self, number: int, at: float) -> None:
        self.retracted |= any(seat.kind == "computer" for seat in self.seats)
        self.trail.cut(number)
        self.undo = self.draw = None
        self._set_clock(at)

    def _on_vote_computer(self, entry: Entry) -> None:
        gone = entry.data["seat"]
        votes = self.votes.setdefault(gone, set())
        votes.add(entry.seat or 0)
        voters = {self.seats[seat].person for seat in votes}
        if voters >= self.people - {self.seats[gone].person}:
            self._replace(gone, entry.at)

    def _replace(self, seat: int, at: float) -> None:
        """The computer plays on at the seat of a person."""
        place = self.seats[seat]
        place.kind, place.level = "computer", SUBSTITUTE
        place.relieved = seat not in self.out
        self.stood_in = True
        self.votes.pop(seat, None)
        self._set_clock(at)

    def _on_rematch(self, entry: Entry) -> None:
        self.rematch[entry.seat or 0] = entry.data["share"]

    @property
    def rematch_agreed(self) -> bool:
        wanting = {self.seats[seat].holder for seat in self.rematch}
        return not self.next and wanting >= {s.holder for s in self.seats if s.holder}

    def _on_next(self, entry: Entry) -> None:
        self.next = entry.data["id"]

    def _on_chat(self, entry: Entry) -> None:
        said = {"who": entry.data["who"], "text": entry.data["text"]}
        said |= {"seat": entry.seat, "at": entry.at}
        self.chat = [*self.chat[1 - CHAT_KEPT :], said]

    def _on_hint(self, entry: Entry) -> None:
        seat, strength = entry.seat or 0, entry.data["strength"]
        self.hints.append({"seat": seat, "number": self.number, "strength": strength})
        self._hinted[_short(self.position.path)] = max(self.hinted, strength)
        self.helped.add(seat)

    def _on_coach(self, entry: Entry) -> None:
        self.coach = entry.data["on"]
        if self.coach:
            self.helped.add(entry.seat)

    def halt(self, why: Phrase) -> None:
        """The table stays as it is: it can be looked at, and that is all."""
        self.halted = why
        self._set_clock(self.updated)

    def _on_reopen(self, entry: Entry) -> None:
        """The house was closed for a while, in the days before it knew when."""
        if self.clock:
            self.clock.restart(entry.at)

    def _on_resume(self, entry: Entry) -> None:
        """The game goes on here that was played in another house, with the clock as it stood."""
        if self.clock:
            self.clock.set(entry.data["remaining"], entry.at)

    def _person(self, entry: Entry) -> set[str]:
        person = self.seats[entry.seat or 0].person
        return {person} if person else set()

    # Beginning, and the clock

    def _begin_if_full(self, at: float) -> None:
        if self.trail or any(seat.empty for seat in self.seats):
            return
        self.trail = Trail(self._first_positions())
        self.first = self.number
        terms = Terms.of(self.founding.clock)
        self.clock = Clock(terms, len(self.seats), self.pauses) if terms else None
        self._set_clock(at)

    def _first_positions(self) -> Iterable[Position]:
        if self.founding.code:
            origin = read_code(self.founding.code)
            return self.game.positions(origin.history, origin.seed)
        shares = [seat.share for seat in self.seats]
        return [self.game.start(draws.seed_of(self.founding.secret, shares))]

    def _set_clock(self, at: float) -> None:
        """The clock of a person runs while the person is to move; a computer has none."""
        self._changes += 1
        if self.clock:
            self._turned = self.size
            mover = self.to_move
            self.clock.switch(mover if self.computer_due is None else None, at, self._wait)

    def times(self, at: float, now: float) -> dict[str, float]:
        """What the next entry says of time. A process that has stored a decision knows better than
        others when it could be seen; what the next one says of it counts for all.
        """
        if self.founding.clock is None:
            return {}
        runs = self.clock is not None and self.clock.running is not None
        since = {"since": self.clock.since} if self.clock and runs else {}
        return {"took": round(max(0.0, now - at), 3), **since}

    def told(self, now: float) -> None:
        """The latest entry is stored, and everybody is told: whose turn it is has time from now
        on.
        """
        if self.clock and self._turned == self.size:
            self.clock.begin(now)

    # What comes after

    def rematch_seats(self) -> tuple[list[dict[str, Any]], list[int]]:
        """The seats of the next game, where a loser starts, and where each sat before."""
        count = len(self.seats)
        losers = [seat for seat in range(count) if seat not in self.winners]
        first = losers[0] if losers else 1 % count
        order = [(first + i) % count for i in range(count)]
        shares = {self.seats[seat].holder: share for seat, share in self.rematch.items()}
        return [self._again(self.seats[seat], shares) for seat in order], order

    @staticmethod
    def _again(seat: Seat, shares: dict[str | None, str]) -> dict[str, Any]:
        person = seat.holder is not None
        return {
            "kind": "person" if person else "computer",
            "level": None if person else seat.level,
            "name": seat.name,
            "holder": seat.holder,
            "invitation": None,
            "share": shares.get(seat.holder, "") if person else "",
        }

    @property
    def match(self) -> dict[str, Any]:
        """Games won by seat, this one included once it is over; a shared win is shared."""
        scores = list(self.founding.match.get("scores", [0.0] * len(self.seats)))
        played = self.founding.match.get("played", 0)
        if self.ended:
            for seat in self.winners:
                scores[seat] += 1 / len(self.winners)
        return {"scores": scores, "played": played + bool(self.ended)}

    @property
    def cost(self) -> int:
        """About how many bytes the table takes in memory."""
        return BARE + self.trail.cost + LINE * (len(self.chat) + len(self.hints))


def _short(path: tuple[int, ...]) -> bytes:
    """A way through a game in few bytes."""
    return hashlib.blake2b(repr(path).encode(), digest_size=16).digest()
