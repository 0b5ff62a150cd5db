"""Going over a game that was played: what each decision was worth, and what luck did.

The curve is each seat's probability of winning after every decision. A change has up to three
causes, which add up to it exactly:

    choice   the move played instead of the best one found (for the others' moves in games with
             secrets: whatever they did, since nobody can know what they knew)
    luck     what chance made of the move: draws, and hidden things that came to light
    sight    what the search saw only later; not anybody's merit
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ..core.errors import BlockhausError
from ..core.position import Position
from ..core.record import Record
from .estimate import Budget, Estimate, Estimator, Stopped

# A decision is called by the share of the win it gave away, up to:
THRESHOLDS = {"good": 0.05, "inaccuracy": 0.10, "mistake": 0.20}
BLUNDER = "blunder"  # beyond the last
BEST, FORCED = "best", "forced"
JUDGEMENTS = (BEST, *THRESHOLDS, BLUNDER)
ERRORS = ("inaccuracy", "mistake", BLUNDER)
SURE = 2.0  # standard errors a loss must exceed to be held against anybody
STEEPNESS = 4.0  # accuracy of a decision: 100 e^(-4 loss); 5 % given away leave 82, 20 % 45
TURNING_POINTS = 5
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
    def is_error(self) -> bool:
        return self.judgement in ERRORS


@dataclass(frozen=True)
class Summary:
    """A seat's game: its decisions by judgement, and where its probability went."""

    seat: int
    accuracy: float | None  # 0 to 100; None without a decision that had a choice
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
        chosen = [d for d in mine if d.judgement != FORCED]
        kept = [math.exp(-STEEPNESS * max(0.0, d.loss)) for d in chosen]
        return Summary(
            seat=seat,
            accuracy=100 * sum(kept) / len(kept) if kept else None,
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
    for here, there in zip(trail, trail[1:], strict=False):
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


def judge(
    estimator: Estimator, here: Position, there: Position, before: Looks, after: Looks
) -> Decision:
    """Compare a move with the best one found, both searched equally long."""
    seat = here.to_move
    assert seat is not None
    expected = {
        viewer: estimator.played(here, there, viewer, after[viewer]) for viewer in estimator.viewers
    }
    viewer = estimator.viewer(seat)
    played, move = expected[viewer], here.game.text(there.path[-1])
    best, line = move, (move, *after[viewer].line)
    better = played
    candidate = before[viewer].best
    if candidate is not None and candidate != move:
        other = estimator.move(here, here.game.parse(candidate), viewer)
        if other.shares[seat] > played.shares[seat]:
            best, better = candidate, other
            line = (candidate, *other.line) if other.line else before[viewer].line
    start, end = _own(before), _own(after)
    choice, luck = [], []
    for each in range(here.game.players):
        eyes = estimator.viewer(each)
        mean = expected[eyes].shares[each]
        reference = better.shares[each] if eyes == viewer else before[eyes].shares[each]
        choice.append(mean - reference)
        luck.append(end[each] - mean)
    return Decision(
        number=len(there.path),
        turn=here.turn + 1,
        seat=seat,
        move=move,
        best=best,
        win=played.shares[seat],
        best_win=better.shares[seat],
        judgement=judgement(here, played, better),
        certain=played.certain and better.certain,
        line=line,
        reply=after[viewer].line,
        distance=_distance(played, there),
        best_distance=_distance(better, there),
        choice=tuple(choice),
        luck=tuple(luck),
        sight=tuple(
            e - s - c - k for s, e, c, k in zip(start, end, choice, luck, strict=True)
        ),
        after=end,
    )


def _distance(estimate: Estimate, after: Position) -> int:
    """Decisions to the proven end, the move itself included."""
    return estimate.distance + 1 if estimate.certain else 0


def judgement(position: Position, played: Estimate, better: Estimate) -> str:
    """What to call a decision. A loss within the doubt of both searches is nobody's fault."""
    seat = position.to_move
    assert seat is not None
    if len(position.actions) == 1:
        return FORCED
    if played is better:
        return BEST
    loss = better.shares[seat] - played.shares[seat]
    if loss < SURE * math.sqrt(played.doubt(seat) + better.doubt(seat)):
        return "good"
    return next((name for name, limit in THRESHOLDS.items() if loss < limit), BLUNDER)
