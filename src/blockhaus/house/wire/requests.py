"""What a page asks the house for."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=30)]
Share = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
MoveText = Annotated[str, Field(min_length=1, max_length=60)]
Number = Annotated[int, Field(ge=0, le=100_000)]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Coordinate = Annotated[int, Field(ge=-100, le=100)]
PickedCell = tuple[Coordinate, Coordinate, Coordinate]
Picks = Annotated[list[PickedCell], Field(max_length=12)]
Said = Annotated[str, Field(min_length=1, max_length=200)]
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
    "coach-on",
    "coach-off",
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
    """`watched` is for computers alone: they play as long as somebody looks on. `coach` is for one
    person among computers.
    """

    game: Annotated[str, Field(max_length=40)]
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=2000)]] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    starts: SeatNumber | Literal["random"] = 0
    clock: Annotated[GameClock | DaysClock, Field(discriminator="kind")] | None = None
    public: bool = False
    ranked: bool = False
    code: Annotated[str, Field(max_length=9000)] | None = None
    record: Annotated[str, Field(max_length=1_000_000)] | None = None
    number: Number | None = None
    share: Share | None = None
    watched: bool = False
    coach: bool = False


class QrWish(Request):
    """A link to be shown as a QR code."""

    text: Annotated[str, Field(min_length=1, max_length=600, pattern=r"^[!-~]+$")]


class LinkToken(Request):
    """What a one-time link bears behind its #."""

    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32}$")]


class Credential(Request):
    """What a browser answers about a passkey, as WebAuthn writes it in JSON."""

    credential: dict[str, Any]


class GamesWish(Request):
    """Which of one's games: all that fit everything said, so many of the newest left out."""

    game: Annotated[str, Field(max_length=40)] | None = None
    state: Literal["going", "over"] | None = None
    outcome: Literal["won", "drawn", "lost"] | None = None
    against: Literal["people", "computer"] | None = None
    level: Annotated[int, Field(ge=1, le=10)] | None = None
    text: Annotated[str, Field(max_length=60)] = ""
    skip: Number = 0


class Archive(Request):
    """What was taken away from a house, in base64."""

    archive: Annotated[str, Field(max_length=12_000_000)]


class Sit(Request):
    """`known_deal` agrees to a table whose deal the host knows."""

    invitation: Annotated[str, Field(max_length=100)] | None = None
    share: Share | None = None
    known_deal: bool = False


class Decision(Request):
    """`sure` plays what a coach would warn of."""

    number: Number
    move: MoveText
    sure: bool = False


class ActWish(Request):
    act: Act
    seat: SeatNumber | None = None
    number: Number | None = None
    share: Share | None = None


class ChatLine(Request):
    text: Annotated[str, Field(min_length=1, max_length=300)]


class TableHintWish(Request):
    """A hint after so many decisions: 1 tells where to look, 2 what to begin with, 3 the move."""

    number: Number
    strength: Annotated[int, Field(ge=1, le=3)]


class Question(Request):
    """What a move, picks or a move in words (`said`, or in any notation) lead to, or why not."""

    move: MoveText | None = None
    pick: Picks | None = None
    said: Said | None = None


class PositionWish(Request):
    code: Annotated[str, Field(max_length=9000)] | None = None
    record: Annotated[str, Field(max_length=1_000_000)] | None = None
    game: Annotated[str, Field(max_length=40)] | None = None
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=2000)]] = {}
    moves: Annotated[list[MoveText], Field(max_length=2000)] = []
    number: Number | None = None


class PositionQuestion(Question):
    code: Annotated[str, Field(max_length=9000)]


class AnalysisWish(Request):
    """A position to think about: so many of its best moves, for so many seconds."""

    code: Annotated[str, Field(max_length=9000)]
    lines: Annotated[int, Field(ge=1, le=10)] = 3
    seconds: Annotated[float, Field(gt=0, le=60)] = 10
