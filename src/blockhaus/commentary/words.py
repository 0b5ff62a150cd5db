"""The sentences of hints and reviews, in one place; translations are in words/."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.words import Phrase

SENTENCES = {
    # Hints: what the best move achieves or prevents.
    "only": "{move} is the only move.",
    "wins at once": "{move} wins at once.",
    "wins this turn": "{move} wins in this turn, with {rest} after it.",
    "wins": "{move} wins for certain, within {decisions}.",
    "loses": "Everything loses; {move} holds out longest, for up to {decisions}.",
    "draws": "{move} makes a draw for certain; nothing better was found.",
    "saves": "Everything but {move} loses.",
    "saves by": "Everything but {move} loses: "
    "it prevents {other:C}'s {threat}, which would win at once.",
    "saves first": "Everything but {move} loses: otherwise {other:C} plays it and wins at once.",
    "prevents first": "{move} takes a win from {other:C}, who would play it next.",
    "prevents": "{move} prevents {other:C}'s {threat}, which would win at once.",
    "hinders": "{move} looks best ({win} to win): it perhaps keeps {other:C} from {threat}.",
    "hinders first": "{move} looks best ({win} to win): {other:C} would perhaps play it next.",
    "gains": "{move} looks best ({win} to win): it brings about {points} more than {second}.",
    "against": "{move} looks best: {win} to win, against {other} with {second}.",
    "best": "{move} looks best: {win} to win{ahead}{follow}.",
    "ahead": ", about {points} ahead at the end",
    "behind": ", about {points} behind at the end",
    "follow": ", and then perhaps {reply}",
    # The same step by step: where to look, what to begin with; then the sentences above.
    "look here": "Look {part}, between {first} and {last}. {aim}",
    "look at": "Look {part}, at {first}. {aim}",
    "look below": "This time it is nothing on the board: look at the buttons below it. {aim}",
    "in a corner": "in a corner of the board",
    "at an edge": "at an edge of the board",
    "in the middle": "in the middle of the board",
    "low": "at the foot of the wall",
    "halfway up": "halfway up the wall",
    "high": "at the top of the wall",
    "aim only": "There is only one thing that you can do.",
    "aim win at once": "You can win at once.",
    "aim win": "A win begins there that nobody can stop.",
    "aim lost": "Everything loses if the others make no mistake: find what holds out longest.",
    "aim threat": "{other:C} is about to win: find what prevents it.",
    "aim alone": "Only one move does not lose: find it.",
    "aim draw": "You can still hold a draw: find how.",
    "aim points": "There are points to be had: about {points} more than elsewhere.",
    "aim step": "What to look for: {step}.",
    "begin": "Begin with {cell}: {step}.",
    "choose": "Choose this: {label}.",
    # Reviews.
    "error": "{move} is {judgement}: {win} to win instead of {best_win}.",
    "lost": "{move} is {judgement}: it loses for certain, within {decisions}.",
    "win missed": "{move} is {judgement}: {best} wins for certain, within {decisions}.",
    "win at once missed": "{move} is {judgement}: {best} wins at once.",
    "win thrown away": "{move} is {judgement}: it loses for certain, "
    "where {best} wins for certain.",
    "draw thrown away": "{move} is {judgement}: it loses for certain, "
    "where {best} makes a draw for certain.",
    "better": "Better: {best} ({best_win} to win){then}.",
    "then": ", and then perhaps {line}",
    "after it": "After {move} perhaps {line}.",
    "no errors": "No decision gave away enough to be called an error.",
}


def say(key: str, **facts: object) -> Phrase:
    return Phrase(SENTENCES[key], **facts)


def quoted(words: str | Phrase) -> Phrase:
    """A move in words, within a sentence."""
    return Phrase("“{words}”", words=words)


def in_a_row(moves: Sequence[str | Phrase]) -> str | Phrase:
    """Moves one after the other, as they are told."""
    first, *rest = moves
    return Phrase("{first} {rest}", first=first, rest=in_a_row(rest)) if rest else first


def percent(share: float, certain: bool = False) -> str:
    """A probability; what is not certain is never called 0 % or 100 %."""
    if not certain and share < 0.005:
        return "below 1 %"
    if not certain and share > 0.995:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")


def decisions(number: int) -> Phrase:
    return Phrase("1 decision") if number == 1 else Phrase("{number} decisions", number=number)


def points(number: float) -> Phrase:
    """Points to the nearest half."""
    half = round(2 * abs(number)) / 2
    return Phrase("1 point") if half == 1 else Phrase("{number:g} points", number=half)
