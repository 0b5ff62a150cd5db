"""The shapes of requests and answers, as the API's own description tells them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=30)]
Share = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
MoveText = Annotated[str, Field(min_length=1, max_length=60)]
Number = Annotated[int, Field(ge=0, le=100_000)]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Coordinate = Annotated[int, Field(ge=-100, le=100)]
PickedCell = Annotated[list[Coordinate], Field(min_length=3, max_length=3)]
Act = Literal[
    "resign",
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "ask-undo",
    "allow-undo",
    "refuse-undo",
    "vote-computer",
    "rematch",
]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Me(Request):
    name: Name


class SeatWish(Request):
    kind: Literal["me", "computer", "friend", "open"]
    level: Annotated[int, Field(ge=1, le=10)] | None = None
    name: Name | None = None


class GameClock(Request):
    kind: Literal["game"]
    minutes: Annotated[float, Field(gt=0, le=600)]
    increment: Annotated[float, Field(ge=0, le=600)] = 0


class DaysClock(Request):
    kind: Literal["days"]
    days: Annotated[float, Field(gt=0, le=60)]


class NewTable(Request):
    game: Annotated[str, Field(max_length=40)]
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=2000)]] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    starts: SeatNumber | Literal["random"] = 0
    clock: Annotated[GameClock | DaysClock, Field(discriminator="kind")] | None = None
    public: bool = False
    code: Annotated[str, Field(max_length=9000)] | None = None
    record: Annotated[str, Field(max_length=1_000_000)] | None = None
    number: Number | None = None
    share: Share | None = None


class Sit(Request):
    invitation: Annotated[str, Field(max_length=100)] | None = None
    share: Share | None = None


class Decision(Request):
    number: Number
    move: MoveText


class ActWish(Request):
    act: Act
    seat: SeatNumber | None = None
    number: Number | None = None
    share: Share | None = None


class ChatLine(Request):
    text: Annotated[str, Field(min_length=1, max_length=300)]


class Question(Request):
    move: MoveText | None = None
    pick: Annotated[list[PickedCell], Field(max_length=12)] | None = None


class PositionWish(Request):
    code: Annotated[str, Field(max_length=9000)] | None = None
    record: Annotated[str, Field(max_length=1_000_000)] | None = None
    game: Annotated[str, Field(max_length=40)] | None = None
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=2000)]] = {}
    moves: Annotated[list[MoveText], Field(max_length=2000)] = []
    number: Number | None = None


class PositionQuestion(Question):
    code: Annotated[str, Field(max_length=9000)]


# Answers


class Failure(BaseModel):
    code: str
    message: str
    rule: str | None = None
    cells: list[str] | None = None


class Refused(BaseModel):
    error: Failure


class Person(BaseModel):
    name: str


class Warm(BaseModel):
    done: int
    total: int
    game: str | None


class HouseFacts(BaseModel):
    version: str
    languages: list[str]
    warming: Warm
    ready: dict[str, bool]


class Health(BaseModel):
    status: str
    version: str
    tables: int
    ready: dict[str, bool]


class OptionFacts(BaseModel):
    name: str
    kind: Literal["number", "choice", "flag", "words"]
    default: str
    low: int | None = None
    high: int | None = None
    choices: list[str] | None = None
    range: str
    about: str


class LevelFacts(BaseModel):
    level: int
    name: str
    seconds: float
    rating: float | None
    error: float | None


class Box(BaseModel):
    id: str
    title: str
    summary: str
    authors: list[str]
    publisher: str
    year: int | None
    seats: list[int]
    minutes: int
    colours: list[str]
    chance: bool
    secrets: bool
    options: list[OptionFacts]
    levels: list[LevelFacts]
    rules: str | None = None
    notation: dict[str, Any] | None = None


class SeatFacts(BaseModel):
    seat: int
    kind: Literal["person", "computer", "friend", "open"]
    name: str
    level: int | None
    colour: str
    here: bool
    thinking: bool
    relieved: bool


class SummarySeat(BaseModel):
    seat: int
    kind: str
    name: str
    level: int | None


class Summary(BaseModel):
    id: str
    game: str
    options: dict[str, str]
    seats: list[SummarySeat]
    state: Literal["waiting", "running", "over"]
    turn: int | None
    created: float
    updated: float
    number: int
    you: list[int]


class ClockFacts(BaseModel):
    kind: Literal["game", "days"]
    remaining: list[float]
    running: int | None
    at: float


class UndoWish(BaseModel):
    seat: int
    number: int


class Offers(BaseModel):
    draw: int | None
    undo: UndoWish | None
    votes: dict[str, list[int]]
    rematch: list[int]


class Match(BaseModel):
    scores: list[float]
    played: int


class Played(BaseModel):
    number: int
    seat: int
    move: str
    turn: int


class Result(BaseModel):
    winners: list[int]
    scores: list[int] | None
    code: str
    reason: str
    how: Literal["rules", "resigned", "draw-agreed", "time"]
    lost: list[int]


class Said(BaseModel):
    who: str
    seat: int | None
    text: str
    at: float


class TableFacts(BaseModel):
    id: str
    game: str
    options: dict[str, str]
    state: Literal["waiting", "running", "over"]
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
    first: int
    moves: list[Played]
    number: int
    view: dict[str, Any] | None
    result: Result | None
    chat: list[Said]
    code: str | None
    created: float


class Refusal(BaseModel):
    code: str
    rule: str
    message: str
    cells: list[str]


class MovesOrRefusal(BaseModel):
    moves: list[str]
    refusal: Refusal | None


class Past(BaseModel):
    number: int
    move: str | None
    view: dict[str, Any]


class ReviewFacts(BaseModel):
    state: Literal["running", "done"]
    progress: float
    review: dict[str, Any] | None


class AnalysisWish(Request):
    code: Annotated[str, Field(max_length=9000)]
    lines: Annotated[int, Field(ge=1, le=10)] = 3
    seconds: Annotated[float, Field(gt=0, le=60)] = 10


class Study(BaseModel):
    game: str
    options: dict[str, str]
    moves: list[str]
    turns: list[int]
    movers: list[int]
    number: int
    code: str
    view: dict[str, Any]
    legal: list[str]
    seats: list[str]
    outcome: dict[str, Any] | None
