"""A review in words: what it says of a decision, of a seat, of luck. Drawing is up to others."""

from __future__ import annotations

from ..core.words import LANGUAGES
from .review import Decision, Review
from .words import decisions, percent, say

CALLED = {"inaccuracy": "an inaccuracy", "mistake": "a mistake", "blunder": "a blunder"}
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LUCK = 0.05  # a change by chance that is worth telling


def colours(review: Review) -> list[str]:
    """The colour of every seat."""
    return review.record.game.colours


def names(review: Review) -> list[str]:
    """Every seat by its colour, and by the name in the record if there is one."""
    known = [*review.record.seats, *[""] * review.record.game.players]
    return [
        f"{colour} ({name})" if name else colour
        for colour, name in zip(colours(review), known, strict=False)
    ]


def heading(review: Review) -> str:
    """The game and who played it."""
    *others, last = names(review)
    return f"{review.record.game.spec.title}: {', '.join(others)} and {last}"


def sign(decision: Decision) -> str:
    return SIGNS.get(decision.judgement, "")


def verdict(decision: Decision, lang: str = LANGUAGES[0]) -> str:
    """What is wrong with a decision, in a sentence."""
    lost = decision.distance > 0 and decision.win == 0
    won = decision.best_distance > 0 and decision.best_win == 1
    key = "error"
    if lost:
        key = "lost"
        if decision.best_distance:
            key = "win thrown away" if won else "draw thrown away"
    elif won:
        key = "win at once missed" if decision.best_distance == 1 else "win missed"
    said = say(
        key,
        move=decision.move,
        judgement=CALLED[decision.judgement],
        best=decision.best,
        win=percent(decision.win, decision.distance > 0),
        best_win=percent(decision.best_win, decision.best_distance > 0),
        decisions=decisions(decision.distance if lost else decision.best_distance),
    )
    return said.text(lang)


def better(decision: Decision, lang: str = LANGUAGES[0]) -> str:
    best_win = percent(decision.best_win, decision.best_distance > 0)
    then = say("then", line=" ".join(decision.line[1:])) if decision.line[1:] else ""
    return say("better", best=decision.best, best_win=best_win, then=then).text(lang)


def after_it(decision: Decision, lang: str = LANGUAGES[0]) -> str | None:
    if not decision.reply:
        return None
    return say("after it", move=decision.move, line=" ".join(decision.reply)).text(lang)


def strokes_of_luck(review: Review, seat: int | None = None) -> list[tuple[Decision, int]]:
    """The largest changes by chance with the seat they concerned most, the largest first."""
    found = []
    for decision in review.decisions:
        seats = range(len(decision.luck)) if seat is None else (seat,)
        most = max(seats, key=lambda each: abs(decision.luck[each]))
        if abs(decision.luck[most]) >= LUCK:
            found.append((decision, most))
    return sorted(found, key=lambda pair: -abs(pair[0].luck[pair[1]]))
