"""What the house answers about positions and games that were thought about."""

from __future__ import annotations

from typing import Literal

from .answers import Answer
from .phrases import Text


class Variation(Answer):
    """A move and what it is worth to the seat to move.

    `points` are those ahead of the best other seat. `shares` are all seats' probabilities of
    winning, `scores` their expected points, null where too few games came to their end. `proven`
    names the winners if that is certain, `distance` the decisions until then.
    """

    move: str
    win: float
    points: float
    visits: int
    line: list[str]
    proven: list[int] | None
    distance: int
    shares: list[float]
    scores: list[float] | None


Judgement = Literal["best", "forced", "good", "inaccuracy", "mistake", "blunder"]


class JudgedDecision(Answer):
    """A decision of a finished game; see `commentary.review` for what its figures mean. `better` is
    its best move in words, and `said` the whole `line` as far as it can be followed.
    """

    number: int
    turn: int
    seat: int
    move: str
    best: str
    better: Text
    win: float
    best_win: float
    judgement: Judgement
    certain: bool
    line: list[str]
    said: list[Text]
    reply: list[str]
    distance: int
    best_distance: int
    choice: list[float]
    luck: list[float]
    sight: list[float]
    after: list[float]
    loss: float


class SeatReview(Answer):
    seat: int
    accuracy: float | None
    counts: dict[str, int]
    start: float
    own: float
    others: float
    luck: float
    sight: float
    end: float


class Effort(Answer):
    """What every position of a review was given."""

    simulations: int | None
    seconds: float | None


class Review(Answer):
    record: str
    complete: bool
    budget: Effort
    thresholds: dict[str, float]
    start: list[float]
    decisions: list[JudgedDecision]
    turning_points: list[int]
    seats: list[SeatReview]


class DecidedFacts(Answer):
    """What decided a game: a decision, from 1, what is said of it, and whether that is proven."""

    number: int
    sentences: list[str]
    certain: bool


class ReviewFacts(Answer):
    """A review as far as it has come; at its end, what decided the game, if anything did."""

    state: Literal["running", "done"]
    progress: float
    review: Review | None
    decided: DecidedFacts | None
