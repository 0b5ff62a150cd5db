"""Why a decision of a puzzle is right, as far as the board shows it without a search: the win at
once that it prevents, or what the solution brings about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..commentary.words import quoted
from ..commentary.words import say as comment
from ..core.position import Position
from ..core.words import Phrase
from .puzzles import Puzzle
from .sentences import say

OTHERS = 8  # decisions beside the right one that are looked at


@dataclass(frozen=True)
class Threat:
    """What somebody would win with at once, if the right decision is not made."""

    position: Position  # after another decision
    move: str

    @property
    def facts(self) -> dict[str, object]:
        colour = self.position.game.colours[self.position.to_move or 0]
        return {"other": colour, "threat": quoted(self.position.words_for(self.move))}


def threat(position: Position, right: str) -> Threat | None:
    """The answer that wins at once after most other decisions, but not after the right one."""
    if position.game.spec.secrets:
        return None
    others = [move for move in position.moves if move != right]
    looked_at = [position.play(move) for move in others[:: -(-len(others) // OTHERS) or 1]]
    answered = [after for after in looked_at if after.to_move not in (None, position.to_move)]
    wins = Counter(move for after in answered for move in after.wins_at_once())
    for move in position.play(right).wins_at_once():
        del wins[move]
    if not wins or 2 * max(wins.values()) <= len(looked_at):
        return None
    move = max(sorted(wins), key=wins.__getitem__)
    return Threat(next(after for after in answered if move in after.moves), move)


def reasons(puzzle: Puzzle) -> tuple[Phrase, ...]:
    """What is said beside a solution; nothing where only a refutation can tell."""
    position, move = next(
        (before, move)
        for before, move in zip(puzzle.positions, puzzle.solution, strict=False)
        if before.to_move == puzzle.seat
    )
    danger = threat(position, move) if puzzle.result == "hold" else None
    if danger:
        first = danger.move == move
        words = quoted(position.words_for(move))
        return (comment("saves first" if first else "saves by", move=words, **danger.facts),)
    end = puzzle.positions[-1]
    if not end.outcome or puzzle.seat not in end.outcome.winners:
        return ()
    brought = tuple(event.sentence for event in end.events)
    return brought or (say("end", reason=end.outcome.reason),)
