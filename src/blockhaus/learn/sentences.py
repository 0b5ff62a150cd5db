"""The sentences of puzzles and first steps, in one place; translations are in words/."""

from __future__ import annotations

from ..core.words import Phrase

SENTENCES = {
    "goal win": "{colour:C} to move and win.",
    "goal draw": "{colour:C} to move and save the draw.",
    "goal hold": "{colour:C} to move: only one decision does not lose.",
    "goal better": "{colour:C} to move: there is something better than what was played.",
    "right": "Right! And now?",
    "right, answered": "Right! The answer is {answer}. And now?",
    "wrong": "{move} is not the solution.",
    "solved": "Solved!",
    "hint threat": "{other:C} threatens to win at once with {threat}.",
    "hint step": "What to look for: {step}.",
    "hint theme": "Think of this: {theme}.",
    "hint cell": "Look at {cell} ({step}).",
    "hint label": "The decision is of this kind: {label}.",
    "hint move": "The solution is {move}.",
    "hint shown": "Like this: {words}.",
    "step elsewhere": "That is allowed, but this step is about something else. Try again.",
    "step not there": "Not there. Look once more.",
    "point": "point here",
    "free": "free",
    "puzzles": "puzzles",
    "points": "points",
    "solutions": "Solutions",
    # What is wrong with a decision.
    "loses at once": "After {move} {other:C} wins at once with {answer}.",
    "loses": "After {move} {other:C} wins by force, within {decisions}.",
    "loses itself": "With {move} {other:C} wins.",
    "only draws": "After {move} {other:C} can save the draw.",
    "spoils": "After {move} the win cannot be forced any more.",
    "less": "{move} wins with {win}, {best} with {best_win}: so thinks the computer.",
    "end": "The game is over: {reason}.",
    # What decided a game.
    "decided": "Turn {turn} decided it: after {move} by {who:C} nothing can stop {other:C}; "
    "{best} was better.",
    "decided, won": "Turn {turn} decided it: after {move} by {who:C} nothing can stop {other:C}, "
    "while {best} would have won.",
    "decided, drawn": "Turn {turn} decided it: after {move} by {who:C} nothing can stop {other:C}, "
    "while {best} would have saved the draw.",
    "decided idea": "The idea behind it: {theme}.",
    "decided perhaps": "Nothing is proven, but the computer believes that turn {turn} cost {who:C} "
    "most: {win} to win with {move}, {best_win} with {best}.",
    "decided by luck": "Luck weighed most, so the computer believes: what came of {move} in turn "
    "{turn} gave {other:C} about {gain} more to win.",
    "not sure": "{move} does not win for certain: "
    "in this deal, which you must think possible, it fails.",
}


def say(key: str, **facts: object) -> Phrase:
    return Phrase(SENTENCES[key], **facts)
