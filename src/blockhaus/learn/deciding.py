"""What decided a game: its turning point in one or two sentences, and no more than is known.

A decision after which the loss is proven is called decisive. Without one, the decision that cost
most by the curve of the review is named, as an estimate; where chance weighed more, that is said.
The idea is told by the rules: themes that the winner's decisions show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..commentary.review import Decision, Review
from ..commentary.words import percent, quoted
from ..core.position import Position
from ..core.words import Phrase
from .sentences import say
from .themes import motifs, theme_name

COSTLY = 0.10  # of the win: what a decision must have cost, or luck have brought, to be named


@dataclass(frozen=True)
class Decided:
    """The decision, counted from 1, what is said of it, and whether that is proven."""

    number: int
    sentences: tuple[Phrase, ...]
    certain: bool


def decided(review: Review, winners: Sequence[int] = ()) -> Decided | None:
    """What decided a game that was gone over to its end; None if nothing stands out.

    `winners` are told where the rules have not ended it.
    """
    trail = review.record.positions()
    end = trail[-1].outcome
    won = end.winners if end else tuple(winners)
    if not review.complete or len(won) != 1:
        return None
    winner = won[0]
    errors = [each for each in review.decisions if each.is_error and each.seat != winner]
    fatal = [each for each in errors if each.distance and each.win == 0]
    if fatal and review.record.game.players == 2:  # of three, the loss of one is not yet a win
        return _proven(trail, fatal[-1], winner)
    worst = max(errors, key=lambda each: each.loss, default=None)
    lucky = max(review.decisions, key=lambda each: each.luck[winner], default=None)
    luck = lucky.luck[winner] if lucky else 0.0
    if lucky and luck >= max(COSTLY, worst.loss if worst else 0.0):
        facts = _facts(trail, lucky, winner)
        return Decided(lucky.number, (say("decided by luck", **facts, gain=percent(luck)),), False)
    if worst and worst.loss >= COSTLY:
        return _estimated(trail, worst, winner)
    return None


def _proven(trail: list[Position], fatal: Decision, winner: int) -> Decided:
    facts = _facts(trail, fatal, winner)
    held = fatal.best_distance > 0
    key = "decided, won" if held and fatal.best_win == 1 else "decided"
    key = "decided, drawn" if held and 0 < fatal.best_win < 1 else key
    idea = _idea(trail[fatal.number :], winner)
    return Decided(fatal.number, (say(key, **facts), *([idea] if idea else ())), True)


def _estimated(trail: list[Position], worst: Decision, winner: int) -> Decided:
    facts = _facts(trail, worst, winner)
    chances = {"win": percent(worst.win), "best_win": percent(worst.best_win)}
    return Decided(worst.number, (say("decided perhaps", **facts, **chances),), False)


def _facts(trail: list[Position], decision: Decision, winner: int) -> dict[str, object]:
    before, colours = trail[decision.number - 1], trail[0].game.colours
    return {
        "who": colours[decision.seat],
        "other": colours[winner],
        "turn": decision.turn,
        "move": quoted(before.words_for(decision.move)),
        "best": quoted(before.words_for(decision.best)),
    }


def _idea(trail: list[Position], winner: int) -> Phrase | None:
    """What the winner's decisions after the turning point show."""
    own = [pair for pair in pairwise(trail) if pair[0].to_move == winner]
    game = trail[-1].game.id
    for before, after in own:
        if shown := motifs(before, after):
            return say("decided idea", theme=theme_name(game, shown[0]))
    return None
