"""What is said about puzzles and theorems. Sentences are in the reader's language."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from ...core.scene import Scene
from .answers import Answer, Cell, Standing
from .requests import MoveText, Number, Picks, Request, Said

PuzzleName = Annotated[str, Field(pattern=r"^[a-z0-9]{7}$")]
Moves = Annotated[list[MoveText], Field(max_length=60)]
RunKind = Literal["streak", "clock"]
Status = Literal["open", "right", "wrong", "solved"]


# Asked


class PuzzleWish(Request):
    """A puzzle by its id, or the position of one that somebody made; and own decisions so far."""

    puzzle: PuzzleName | None = None
    code: Annotated[str, Field(max_length=9000)] | None = None
    moves: Moves = Field(default_factory=list)


class TryWish(PuzzleWish):
    """`day` is the day whose puzzle it is solved as."""

    day: date | None = None


class PickWish(PuzzleWish):
    """Which moves begin with picks or are said so, or why none does."""

    pick: Picks | None = None
    said: Said | None = None


class HintWish(PuzzleWish):
    step: Annotated[int, Field(ge=1, le=3)] = 1


class RunTry(Request):
    """Own decisions so far in the present puzzle of a run."""

    run: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=60)]


class MistakeWish(Request):
    """A decision of a finished game, to come back to. `best` is what an own browser found better,
    where the house has not gone over the game; it looks for itself.
    """

    table: Annotated[str, Field(pattern=r"^[a-z0-9]{10}$")]
    number: Number
    best: MoveText | None = None


class ExploreWish(Request):
    moves: Annotated[list[MoveText], Field(max_length=400)] = Field(default_factory=list)


# Answered


class ThemeFacts(Answer):
    id: str
    name: str
    count: int


class PuzzleDay(Answer):
    """The puzzle of a day, and whether the asker has solved it as such."""

    day: str
    puzzle: str
    rating: int
    solved: bool


class RunBest(Answer):
    """The most that the asker has solved in a run; null before the first."""

    kind: RunKind
    best: int | None
    runs: int


class MistakeFacts(Answer):
    """A decision of an own game that was kept, by the number of its turn as well; `proven` unless
    only a search thinks so.
    """

    puzzle: str
    table: str
    number: int
    turn: int
    at: float
    solved: bool
    proven: bool


class PuzzleGame(Answer):
    """The puzzles of a game: how many there are, how many of them the asker has tried and has
    solved at the first attempt; `days` begin with today; `history` are the ratings so far.
    """

    game: str
    title: str
    count: int
    tried: int
    solved: int
    rating: Standing | None
    history: list[float]
    themes: list[ThemeFacts]
    days: list[PuzzleDay]
    runs: list[RunBest]
    mistakes: list[MistakeFacts]


class PuzzleChoice(Answer):
    """The puzzle to go on with; null if there is none."""

    puzzle: str | None


class PuzzleFacts(Answer):
    """A puzzle. `decisions` are to be found; `first` tells how the asker's first attempt went,
    `rating` is null where nothing is rated, and `proven` is false for what a search thinks.
    """

    id: str
    game: str
    title: str
    seat: int
    goal: str
    decisions: int
    rating: int | None
    themes: list[str]
    proven: bool
    first: bool | None


class PuzzleRefutation(Answer):
    """What is wrong with a decision, played out: the decisions in words, and a view after each."""

    moves: list[str]
    words: list[str]
    sentence: str
    told: list[str]
    views: list[Scene]


class PuzzleRated(Answer):
    """One's rating after the first attempt at a puzzle, and by how much that changed it."""

    rating: float
    doubt: float
    change: float


class PuzzleState(Answer):
    """Where own decisions have led. `steps` are the views on the way from the last own decision
    to the present `view`; after a wrong one that is where the solver may try again.
    """

    puzzle: PuzzleFacts
    status: Status
    sentence: str
    found: int
    moves: list[str]
    steps: list[Scene]
    view: Scene
    refutation: PuzzleRefutation | None
    rated: PuzzleRated | None
    code: str | None


class PuzzleHint(Answer):
    """A hint; the last one names the move."""

    sentence: str
    cells: list[Cell]
    move: str | None
    rated: PuzzleRated | None


class PuzzleSolution(Answer):
    """All decisions in notation and in words, and a view after each; `why` tells their point."""

    moves: list[str]
    words: list[str]
    why: list[str]
    views: list[Scene]
    rated: PuzzleRated | None


class RunFacts(Answer):
    """A run: `left` are the seconds on its clock, `tried` is what the last decisions came to, and
    `next` the puzzle that is due; none when the run is over.
    """

    game: str
    title: str
    kind: RunKind
    run: str
    solved: int
    left: float | None
    over: bool
    best: int
    tried: PuzzleState | None
    next: PuzzleState | None


class TheoremFacts(Answer):
    """A proven statement about a game with some options."""

    key: str
    game: str
    title: str
    setting: str
    statement: str
    command: str
    nodes: int
    seconds: float


class ProvenMove(Answer):
    """A move and what it leads to with best play, for whoever makes it."""

    move: str
    words: str
    sentence: str
    result: Literal["win", "draw", "loss"] | None
    points: int | None
    distance: int | None


class ExploredFacts(Answer):
    """A position of a solved game: every move has its proven result."""

    theorem: TheoremFacts
    moves: list[str]
    words: list[str]
    view: Scene
    code: str
    found: list[ProvenMove]
