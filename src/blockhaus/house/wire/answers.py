"""What the house answers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from ...core.scene import Board, End, Event, Scene
from .phrases import Text

State = Literal["waiting", "running", "over", "halted"]
Cell = tuple[int, int, int]


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Failure(Answer):
    """Why the house says no, in the reader's language; `rule` and `cells` where one is broken."""

    code: str
    message: str
    rule: str | None = None
    cells: list[str] | None = None


class Refused(Answer):
    error: Failure


class Person(Answer):
    name: str


class Warm(Answer):
    """How many games are compiled, and which one is next."""

    done: int
    total: int
    game: str | None


class HouseFacts(Answer):
    """`network` is where other devices reach the house, null if it lets none in."""

    version: str
    languages: list[str]
    warming: Warm
    ready: dict[str, bool]
    network: str | None


class QrCode(Answer):
    """Rows of dark (#) and light (.) squares, without a margin."""

    rows: list[str]


class Health(Answer):
    status: Literal["ok", "closing"]
    version: str
    tables: int
    ready: dict[str, bool]


class OptionFacts(Answer):
    """An option of a game. `low` and `high` are those of a number, `choices` those of a choice, or
    the words of which each seat gets one; a list of words without choices is for programs.
    """

    name: str
    kind: Literal["number", "choice", "flag", "words"]
    default: str
    low: int | None
    high: int | None
    choices: list[str] | None
    range: str
    about: str


class LevelFacts(Answer):
    level: int
    name: str
    seconds: float
    rating: float | None
    error: float | None


class Example(Answer):
    """A move as an example of its kind."""

    move: str
    kind: str
    pick: list[Cell]
    label: Text | None


class Notation(Answer):
    """How moves are written: one of every kind, on a board; `steps` as in a scene."""

    board: Board
    steps: dict[str, list[str]]
    moves: list[Example]


class Box(Answer):
    """The facts of a game. Rules and notation come with a single box, notation once compiled."""

    id: str
    title: str
    summary: str
    authors: list[str]
    publisher: str
    year: int | None
    seats: tuple[int, int]  # least and most
    minutes: int
    colours: list[str]
    chance: bool
    secrets: bool
    options: list[OptionFacts]
    levels: list[LevelFacts]
    rules: str | None
    notation: Notation | None


class SeatFacts(Answer):
    """A seat of a table: `friend` or `open` while nobody sits there; `relieved` while the computer
    plays on for a person who was away; `gone` where the person has had everything deleted.
    """

    seat: int
    kind: Literal["person", "computer", "friend", "open"]
    name: str
    level: int | None
    colour: str
    here: bool
    thinking: bool
    relieved: bool
    gone: bool


class SummarySeat(Answer):
    seat: int
    kind: Literal["person", "computer", "friend", "open"]
    name: str
    level: int | None
    gone: bool


class BareResult(Answer):
    """How a game ended, as far as lists tell it."""

    winners: list[int]
    scores: list[int] | None
    how: Literal["rules", "resigned", "draw-agreed", "time"]


class Summary(Answer):
    """A table as lists tell of it. `turn` is the seat to move, `you` are the asker's seats, and
    `notice` says why the table cannot be played on, if it cannot.
    """

    id: str
    game: str
    options: dict[str, str]
    seats: list[SummarySeat]
    state: State
    turn: int | None
    created: float
    updated: float
    number: int
    ranked: bool
    you: list[int]
    result: BareResult | None
    notice: str | None


Outcome = Literal["won", "drawn", "lost"]


class OwnGame(Answer):
    """A table of the asker: how it ended, and what it changed the rating by. There is no outcome
    where the asker held several seats.
    """

    table: Summary
    outcome: Outcome | None
    how: Literal["rules", "resigned", "draw-agreed", "time"] | None
    change: float | None


class OwnGames(Answer):
    """A page of one's games, the newest first; `found` counts all that were asked for, `abandoned`
    those that can be cleared away: unfinished, without a clock, and untouched for long.
    """

    games: list[OwnGame]
    found: int
    abandoned: int


class Removed(Answer):
    """How many tables were taken off the list."""

    removed: int


class Statistics(Answer):
    """Results in one game against computers, the strongest of them being of a level, or people."""

    game: str
    level: int | None
    won: int
    drawn: int
    lost: int


class LastRated(Answer):
    table: str
    change: float


class RatingFacts(Answer):
    """A rating with its doubt, one standard deviation, and the level that would be an even game;
    `history` are the ratings after every ranked game.
    """

    game: str
    rating: float
    doubt: float
    games: int
    level: int | None
    last: LastRated
    history: list[float]


class ClockFacts(Answer):
    """Seconds left per seat at a time, and whose time is running."""

    kind: Literal["game", "days"]
    remaining: list[float]
    running: int | None
    at: float


class UndoWish(Answer):
    """Who asks for decisions to be taken back, and how many are to be kept."""

    seat: int
    number: int


class Offers(Answer):
    """What waits for an answer: by seats, `votes` by the seat that is gone."""

    draw: int | None
    undo: UndoWish | None
    votes: dict[str, list[int]]
    rematch: list[int]


class Match(Answer):
    scores: list[float]
    played: int


class Decided(Answer):
    """A decision that was played, and what it brought about."""

    number: int
    seat: int
    move: str
    turn: int
    events: list[Event]


class Result(Answer):
    """How a game ended. `scores` are null unless the rules ended it; `lost` are the seats that gave
    up or ran out of time.
    """

    winners: list[int]
    scores: list[int] | None
    code: str
    reason: str
    how: Literal["rules", "resigned", "draw-agreed", "time"]
    lost: list[int]


class ChatEntry(Answer):
    who: str
    seat: int | None
    text: str
    at: float


class TableFacts(Answer):
    """A table as the asker may see it.

    `you` are the seats the asker holds, `back` those where the computer plays until the asker sits
    down again; `invitations` are the host's; `commit`, `shares` and `secret` prove the draw; `undo`
    says whether moves may be taken back freely, `ranked` whether the game counts for ratings;
    `first` counts the decisions before the table began; `view` is null while cards wait to be
    dealt; `code` is null while a game that hides or draws something runs; `notice` says why a
    halted table cannot be played on.
    """

    id: str
    game: str
    options: dict[str, str]
    state: State
    notice: str | None
    host: bool
    you: list[int]
    back: list[int]
    seats: list[SeatFacts]
    invitations: dict[str, str]
    commit: str | None
    shares: list[str]
    secret: str | None
    clock: ClockFacts | None
    offers: Offers
    match: Match
    next: str | None
    undo: bool
    public: bool
    ranked: bool
    first: int
    moves: list[Decided]
    number: int
    view: Scene | None
    result: Result | None
    chat: list[ChatEntry]
    code: str | None
    created: float


class Refusal(Answer):
    """The rule that a move would break, and the names of the cells that are the cause."""

    code: str
    rule: str
    message: str
    cells: list[str]


class MovesOrRefusal(Answer):
    """The legal moves that begin as asked, or why there are none."""

    moves: list[str]
    refusal: Refusal | None


class Past(Answer):
    """The position after so many decisions, and the one that led to it."""

    number: int
    move: str | None
    view: Scene


class Study(Answer):
    """Any position, as the seat to move sees it, with offers: `moves` lead on to the end of the
    game it is from, whose decisions belong to `turns` and `movers`.
    """

    game: str
    options: dict[str, str]
    moves: list[str]
    turns: list[int]
    movers: list[int]
    number: int
    code: str
    view: Scene
    legal: list[str]
    seats: list[str]
    outcome: End | None


# Analysis and review


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
    """A decision of a finished game; see `commentary.review` for what its figures mean."""

    number: int
    turn: int
    seat: int
    move: str
    best: str
    win: float
    best_win: float
    judgement: Judgement
    certain: bool
    line: list[str]
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


class ReviewFacts(Answer):
    """A review as far as it has come."""

    state: Literal["running", "done"]
    progress: float
    review: Review | None
