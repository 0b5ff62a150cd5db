"""What the house answers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from ...core.scene import Board, End, Event, Scene
from .phrases import Text
from .requests import DaysClock, GameClock

State = Literal["waiting", "running", "over", "halted"]
Cell = tuple[int, int, int]


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Failure(Answer):
    """Why the house says no, in the reader's language; where a rule is broken, its id, what people
    call it, and the `cells` to blame.
    """

    code: str
    message: str
    rule: str | None = None
    title: str | None = None
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


class ThinkingPath(Answer):
    """What a browser may answer by itself: requests of a method, or a socket. If a part of the body
    is named, only requests in which it is `given`. Where it is `handed` over, the house is asked
    first, with `?here=true`.
    """

    method: Literal["GET", "POST", "SOCKET"]
    path: str
    given: str | None
    handed: bool


class Thinking(Answer):
    """Below `files` there is what a browser needs to think by itself."""

    files: str
    paths: list[ThinkingPath]


class HouseFacts(Answer):
    """`network` is where other devices reach the house, null if it lets none in; `embeds` tells
    whether others may show its tables within their pages; `alone`, whether this is a house in a
    page, which nobody else can come into; `thinking`, what a browser may take upon itself.
    """

    version: str
    languages: list[str]
    warming: Warm
    ready: dict[str, bool]
    network: str | None
    embeds: bool
    alone: bool
    thinking: Thinking | None


class QrCode(Answer):
    """Rows of dark (#) and light (.) squares, without a margin."""

    rows: list[str]


class Health(Answer):
    """While there is `trouble` the status of the answer is 5xx, and `reason` says why."""

    status: Literal["ok", "closing", "trouble"]
    reason: str | None
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
    """A move as an example of its kind, in notation and in words."""

    move: str
    words: Text
    kind: str
    pick: list[Cell]
    label: Text | None


class Notation(Answer):
    """How moves are written: one of every kind, on a board; `steps` as in a scene."""

    board: Board
    steps: dict[str, list[str]]
    moves: list[Example]


class Box(Answer):
    """The facts of a game. The notation comes with a single box, once the game is compiled."""

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


class Standing(Answer):
    """A rating with its doubt, one standard deviation."""

    rating: float
    doubt: float


class Inviter(Answer):
    """Who set up a table that waits, their rating in its game, and whether they are here."""

    name: str
    rating: Standing | None
    here: bool


class Summary(Answer):
    """A table as lists tell of it. `turn` is the seat to move, `you` are the asker's seats, and
    `notice` says why the table cannot be played on, if it cannot. `inviter` is told with open
    invitations; `withdrawable` is the asker's own table while nobody else sits there.
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
    clock: GameClock | DaysClock | None
    you: list[int]
    result: BareResult | None
    notice: str | None
    inviter: Inviter | None
    withdrawable: bool


class Removed(Answer):
    """How many tables were taken off the list."""

    removed: int


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
    """A decision that was played, in notation and in words, and what it brought about."""

    number: int
    seat: int
    move: str
    words: Text
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


class Hinted(Answer):
    """A hint that was given: to which seat, after how many decisions, and how strong."""

    seat: int
    number: int
    strength: int


class TableHelp(Answer):
    """What help there is: `mine` if the asker may have hints, `coachable` if a coach as well;
    `given` how strong the hints for this position are; `helped` seats gain no rating.
    """

    mine: bool
    coach: bool
    coachable: bool
    helped: list[int]
    given: int
    hints: list[Hinted]


class ChatEntry(Answer):
    who: str
    seat: int | None
    text: str
    at: float


class TableFacts(Answer):
    """A table as the asker may see it.

    `you` are the seats the asker holds, `back` those where the computer plays until the asker sits
    down again; `invitations` are the host's; `commit`, `shares` and `secret` prove the draw; `undo`
    says whether moves may be taken back freely, `firm` whether they cannot be at all, `ranked`
    whether the game counts for ratings, `known_deal` whether the host knows how it is dealt;
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
    firm: bool
    public: bool
    ranked: bool
    known_deal: bool
    help: TableHelp
    first: int
    moves: list[Decided]
    number: int
    view: Scene | None
    result: Result | None
    chat: list[ChatEntry]
    code: str | None
    created: float


class Refusal(Answer):
    """The rule that a move would break, by its id and by what people call it, and the names of the
    cells that are the cause. Both are empty where no rule is broken.
    """

    code: str
    rule: str
    title: str
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
    """Any position, as the seat to move sees it, with offers: `moves`, the same in `words`, lead on
    to the end of the game it is from, whose decisions belong to `turns` and `movers`.
    """

    game: str
    options: dict[str, str]
    moves: list[str]
    words: list[Text]
    turns: list[int]
    movers: list[int]
    number: int
    code: str
    view: Scene
    legal: list[str]
    seats: list[str]
    outcome: End | None
