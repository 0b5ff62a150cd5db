"""Going over a game that was played: what each decision was worth, and what luck did.

The curve is each seat's probability of winning after every decision. A change has up to three
causes, which add up to it exactly:

    choice   the move played instead of the best one found, if the searches can tell them apart
    luck     what chance made of the move: draws, and hidden things that came to light
    sight    what the search saw only later; nobody's merit or fault

Where the rules hide something every seat has its own curve, and judges its own moves and those of
the others by what it could know at that time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import pairwise
from typing import Any

from ..core.errors import BlockhausError
from ..core.exponents import exp
from ..core.position import Position
from ..core.record import Record
from ..search.budget import Budget
from ..search.estimate import Estimate, Estimator, Stopped

# A decision is called by the share of the win it gave away, up to:
THRESHOLDS = {"good": 0.05, "inaccuracy": 0.10, "mistake": 0.20}
BLUNDER = "blunder"  # beyond the last
BEST, FORCED = "best", "forced"
JUDGEMENTS = (BEST, *THRESHOLDS, BLUNDER)
ERRORS = ("inaccuracy", "mistake", BLUNDER)
SURE = 2.0  # standard errors a loss must exceed to be held against anybody
STEEPNESS = (
    4.0  # accuracy of a decision: 100 e^(-4 x what it gave away); 5 % given away leave 82, 20 % 45
)
STAKE = 0.02  # below that a game is lost, and playing on proves no accuracy
TURNING_POINTS = 5
RIVALS = 12  # moves that one proven to lose is compared with, until one of them does not
DEFAULT = Budget()


@dataclass(frozen=True)
class Decision:
    """One decision: what it was worth to its seat, and what it changed for every seat."""

    number: int  # from 1
    turn: int  # from 1; several decisions may belong to one
    seat: int
    move: str
    best: str  # the best move found, perhaps the one played
    win: float  # of the seat with the move played, before chance
    best_win: float  # with the best move, after a search as long
    judgement: str
    certain: bool  # whether both figures are proven
    line: tuple[str, ...]  # the best move and how play would go on
    reply: tuple[str, ...]  # how play would go on after the move played
    distance: int  # decisions to the proven end after the move played, 0 if not proven
    best_distance: int
    choice: tuple[float, ...]
    luck: tuple[float, ...]
    sight: tuple[float, ...]
    after: tuple[float, ...]  # every seat's probability of winning afterwards, as it could know

    @property
    def loss(self) -> float:
        return self.best_win - self.win

    @property
    def had_a_stake(self) -> bool:
        """Whether there was a choice, and something to lose by it."""
        return self.judgement != FORCED and self.best_win >= STAKE

    @property
    def is_error(self) -> bool:
        return self.judgement in ERRORS


@dataclass(frozen=True)
class Summary:
    """A seat's game: its decisions by judgement, and where its probability went."""

    seat: int
    accuracy: float | None  # 0 to 100; None without a decision that had a stake
    counts: dict[str, int]
    start: float
    own: float  # by its own decisions
    others: float  # by those of the others
    luck: float
    sight: float
    end: float


@dataclass(frozen=True)
class Review:
    """Everything found out about a record, as far as the review came."""

    record: Record
    start: tuple[float, ...]
    decisions: tuple[Decision, ...]
    budget: Budget = field(default=DEFAULT)

    @property
    def complete(self) -> bool:
        return len(self.decisions) == len(self.record.moves)

    @property
    def curve(self) -> list[tuple[float, ...]]:
        """Every seat's probability of winning, at the start and after each decision."""
        return [self.start, *(decision.after for decision in self.decisions)]

    def turning_points(self, seat: int | None = None) -> list[Decision]:
        """The decisions that gave most away, the worst first."""
        errors = [d for d in self.decisions if d.is_error and seat in (None, d.seat)]
        return sorted(errors, key=lambda decision: -decision.loss)[:TURNING_POINTS]

    def summary(self, seat: int) -> Summary:
        mine = [d for d in self.decisions if d.seat == seat]
        kept = [exp(STEEPNESS * d.choice[seat]) for d in mine if d.had_a_stake]
        return Summary(
            seat=seat,
            accuracy=100 * math.fsum(kept) / len(kept) if kept else None,
            counts={name: sum(d.judgement == name for d in mine) for name in JUDGEMENTS},
            start=self.start[seat],
            own=math.fsum(d.choice[seat] for d in mine),
            others=math.fsum(d.choice[seat] for d in self.decisions if d.seat != seat),
            luck=math.fsum(d.luck[seat] for d in self.decisions),
            sight=math.fsum(d.sight[seat] for d in self.decisions),
            end=self.curve[-1][seat],
        )

    def data(self) -> dict[str, Any]:
        """Everything as plain data for JSON; `read` turns it back."""
        return {
            "record": self.record.text,
            "complete": self.complete,
            "budget": asdict(self.budget),
            "thresholds": dict(THRESHOLDS),
            "start": list(self.start),
            "decisions": [_plain(decision) for decision in self.decisions],
            "turning_points": [decision.number for decision in self.turning_points()],
            "seats": [asdict(self.summary(seat)) for seat in range(self.record.game.players)],
        }

    @classmethod
    def read(cls, data: dict[str, Any]) -> Review:
        """The review of its data; what follows from the rest is worked out anew."""
        known = {item.name for item in fields(Decision)}
        decisions = [
            Decision(**{k: _tuples(v) for k, v in decision.items() if k in known})
            for decision in data["decisions"]
        ]
        record = Record.read(data["record"])
        return cls(record, tuple(data["start"]), tuple(decisions), Budget(**data["budget"]))


def _plain(decision: Decision) -> dict[str, Any]:
    data = {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(decision).items()}
    return {**data, "loss": decision.loss}


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def review(
    record: Record,
    budget: Budget = DEFAULT,
    *,
    seed: int = 0,
    watch: Callable[[Review], bool | None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """Go over a record, decision by decision.

    `watch` sees the review grow and ends it by returning False; `stop` is asked all the time and
    ends it, too. What is known by then is returned. The same budget of simulations and the same
    seed give the same review.
    """
    found = None
    try:
        for found in reviewing(record, budget, seed, stop):
            if watch and watch(found) is False:
                break
    except Stopped:
        pass
    return found or Review(record, (1 / record.game.players,) * record.game.players, (), budget)


def reviewing(
    record: Record,
    budget: Budget = DEFAULT,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Review]:
    """The review as it grows, first with no decision in it."""
    if not record.moves:
        raise BlockhausError("There is no decision in this record yet.")
    trail = record.positions()
    estimator = Estimator(record.game, budget, seed, stop)
    before = _looks(estimator, trail[0])
    found = Review(record, _own(before), (), budget)
    yield found
    for here, there in pairwise(trail):
        after = _looks(estimator, there)
        decision = judge(estimator, here, there, before, after)
        found = Review(record, found.start, (*found.decisions, decision), budget)
        yield found
        before = after


Looks = dict[int | None, Estimate]  # by viewer


def _looks(estimator: Estimator, position: Position) -> Looks:
    return {viewer: estimator.follow(position, viewer) for viewer in estimator.viewers}


def _own(looks: Looks) -> tuple[float, ...]:
    """What every seat thinks of itself; where nothing is hidden there is one opinion."""
    if None in looks:
        return looks[None].shares
    return tuple(looks[seat].shares[seat] for seat in range(len(looks)))


@dataclass(frozen=True)
class Comparison:
    """The move played beside the best one a viewer found, both searched equally long."""

    played: Estimate
    better: Estimate
    line: tuple[str, ...]  # the better move and how play would go on
    seat: int

    @property
    def loss(self) -> float:
        return self.better.shares[self.seat] - self.played.shares[self.seat]

    @property
    def is_sure(self) -> bool:
        """Whether the loss is larger than the doubt of both searches."""
        doubt = self.played.doubt(self.seat) + self.better.doubt(self.seat)
        return self.loss > SURE * math.sqrt(doubt)

    @property
    def reference(self) -> Estimate:
        """What the move is held against: itself, if nothing is surely better."""
        return self.better if self.is_sure else self.played


def compare(
    estimator: Estimator,
    here: Position,
    there: Position,
    viewer: int | None,
    before: Estimate,
    after: Estimate,
) -> Comparison:
    seat = here.to_move
    assert seat is not None
    move = here.game.text(there.path[-1])
    played = estimator.played(here, there, viewer, after)
    tried, rival = [move], before.best
    for _ in range(RIVALS):
        if rival in tried:  # it was thought best; where it is proven to lose, perhaps another holds
            refuted = played.certain and played.shares[seat] < before.shares[seat]
            rival = estimator.instead(here, tried, viewer) if refuted else None
        if rival is None:
            break
        better = estimator.move(here, here.game.parse(rival), viewer)
        if before.certain and rival == before.best:  # that was proven and rests on no deal
            left = before.distance - 1
            better = replace(better, shares=before.shares, certain=True, distance=left)
        if better.shares[seat] > played.shares[seat]:
            known = before.line if rival == before.best else (rival,)
            line = (rival, *better.line) if better.line else known
            return Comparison(played, better, line, seat)
        tried.append(rival)
    return Comparison(played, played, (move, *after.line), seat)


def is_better(
    here: Position, there: Position, move: str, budget: Budget = DEFAULT, seed: int = 0
) -> bool:
    """Whether a move seems better than the one that was played, after searches equally long."""
    estimator, seat = Estimator(here.game, budget, seed), here.to_move
    assert seat is not None
    viewer = estimator.viewer(seat)
    played = estimator.played(here, there, viewer, estimator.follow(there, viewer))
    other = estimator.move(here, here.game.parse(move), viewer)
    return other.shares[seat] > played.shares[seat]


def judge(
    estimator: Estimator, here: Position, there: Position, before: Looks, after: Looks
) -> Decision:
    """What a decision was worth to its seat, and what it changed for everybody."""
    seat = here.to_move
    assert seat is not None
    found = {
        viewer: compare(estimator, here, there, viewer, before[viewer], after[viewer])
        for viewer in estimator.viewers
    }
    own = found[estimator.viewer(seat)]
    start, end = _own(before), _own(after)
    expected = _own({viewer: each.played for viewer, each in found.items()})
    choice = _less(expected, _own({viewer: each.reference for viewer, each in found.items()}))
    luck = _less(end, expected)
    return Decision(
        number=len(there.path),
        turn=here.turn + 1,
        seat=seat,
        move=here.game.text(there.path[-1]),
        best=own.line[0],
        win=own.played.shares[seat],
        best_win=own.better.shares[seat],
        judgement=FORCED if len(here.actions) == 1 else judgement(own),
        certain=own.played.certain and own.better.certain,
        line=own.line,
        reply=after[estimator.viewer(seat)].line,
        distance=_distance(own.played),
        best_distance=_distance(own.better),
        choice=choice,
        luck=luck,
        sight=_less(_less(_less(end, start), choice), luck),
        after=end,
    )


def _less(ones: tuple[float, ...], others: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(one - other for one, other in zip(ones, others, strict=True))


def _distance(after: Estimate) -> int:
    """Decisions to the proven end, the move itself included."""
    return after.distance + 1 if after.certain else 0


def judgement(found: Comparison) -> str:
    """What to call a decision. A loss within the doubt of the searches is nobody's fault."""
    if found.played is found.better:
        return BEST
    if not found.is_sure:
        return "good"
    return next((name for name, limit in THRESHOLDS.items() if found.loss < limit), BLUNDER)
