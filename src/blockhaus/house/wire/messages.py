"""What goes over a socket, each kind of message with its `type`.

Whoever asks may number a message with `id`; the answer to it carries the same.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ...core.scene import Offer, Scene
from .answers import Answer, ChatEntry, ClockFacts, Failure, Refusal, State, TableFacts
from .helping import Warned
from .phrases import Text
from .requests import ActWish, AnalysisWish, ChatLine, Decision, Question, Request
from .reviews import Variation

# A page numbers its messages as it likes, and briefly.
Id = (
    Annotated[int, Field(strict=True, ge=-(2**53), le=2**53)]
    | Annotated[str, Field(strict=True, max_length=64)]
    | None
)


# From the page of a table


class SayHello(Request):
    """The first message: the answer is the whole table. `offers` asks for the moves on offer."""

    type: Literal["hello"]
    id: Id = None
    lang: str | None = None
    offers: bool = False


class SendMove(Decision):
    """Answered by being told of it, or as done if it was played before."""

    type: Literal["move"]
    id: Id = None


class SendAct(ActWish):
    type: Literal["act"]
    id: Id = None


class SendChat(ChatLine):
    type: Literal["chat"]
    id: Id = None


class AskWhy(Question):
    type: Literal["why"]
    id: Id = None


class SendPing(Request):
    type: Literal["ping"]
    id: Id = None


# From the page of an analysis


class AskAnalysis(AnalysisWish):
    """A new question replaces the one before."""

    type: Literal["analyse"]
    id: Id = None


class StopAnalysis(Request):
    type: Literal["stop"]
    id: Id = None


# To the page of a table


class TableMessage(Answer):
    """The whole table: after hello, and after anything that is no decision and no chat."""

    type: Literal["table"]
    table: TableFacts


class PlayedMessage(Answer):
    """A decision that is stored; with the `id` of who sent it."""

    type: Literal["played"]
    id: Id = None
    number: int
    seat: int
    move: str
    words: Text
    turn: int
    clock: ClockFacts | None
    state: State
    view: Scene


class OffersMessage(Answer):
    """What the seat to move may do after so many decisions. It takes longest to make, and only that
    seat needs it, so it comes after the view.
    """

    type: Literal["offers"]
    number: int
    offers: list[Offer]


class ThinkingMessage(Answer):
    """A computer thinks, for so many seconds at most, of which some have passed; without a seat it
    has decided.
    """

    type: Literal["thinking"]
    seat: int | None
    since: float
    seconds: float
    passed: float


class PresenceMessage(Answer):
    """Which seats are here, and how many others watch."""

    type: Literal["presence"]
    here: list[bool]
    watching: int


class ChatMessage(Answer):
    type: Literal["chat"]
    message: ChatEntry


class WhyMessage(Answer):
    type: Literal["why"]
    id: Id
    moves: list[str]
    refusal: Refusal | None


class WarningMessage(Warned):
    """The answer to a decision that a coach advises against: it is not played yet."""

    type: Literal["warning"]
    id: Id


class DoneMessage(Answer):
    type: Literal["done"]
    id: Id


class PongMessage(Answer):
    type: Literal["pong"]
    id: Id
    at: float


class ClosingMessage(Answer):
    """The house closes; come back in a moment."""

    type: Literal["closing"]


class ErrorMessage(Answer):
    type: Literal["error"]
    id: Id = None
    error: Failure


# To the page of an analysis


class AnalysisMessage(Answer):
    """What was found so far about the position of a code, for the seat to move. It may be done
    `early`, because others wait.
    """

    type: Literal["analysis"]
    code: str
    done: bool
    early: bool
    seat: int
    simulations: int
    lines: list[Variation]


FromTablePage = SayHello | SendMove | SendAct | SendChat | AskWhy | SendPing
FromAnalysisPage = AskAnalysis | StopAnalysis
ToTablePage = (
    TableMessage
    | PlayedMessage
    | OffersMessage
    | ThinkingMessage
    | PresenceMessage
    | ChatMessage
    | WhyMessage
    | WarningMessage
    | DoneMessage
    | PongMessage
    | ClosingMessage
    | ErrorMessage
)
ToAnalysisPage = AnalysisMessage | ErrorMessage
