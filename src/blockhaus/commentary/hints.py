"""A hint: the best move and, in one sentence, what it achieves or prevents.

Nothing here knows a rule. What is said for certain was proven by the search or tried out on the
board; what is only likely is said with a "perhaps". Where the rules hide something nothing is tried
out, because a hint must not tell more than the search could know.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..core.position import Position
from ..core.words import LANGUAGES, Phrase
from .analysis import Analysis, Variation, check_effort, searched
from .words import decisions, percent, points, say

ALTERNATIVES = 6  # other moves that show what the opponent is up to
TRIED_ENOUGH = 50  # visits behind a comparison of points
WORTH_TELLING = 0.75  # points
CLEARLY, BY_FAR = 0.03, 0.15  # of the win, between two moves


@dataclass(frozen=True)
class Hint:
    move: str
    phrase: Phrase
    analysis: Analysis

    @property
    def sentence(self) -> str:
        return self.text()

    def text(self, lang: str = LANGUAGES[0]) -> str:
        return self.phrase.text(lang)

    def __str__(self) -> str:
        return self.text()


def hint(
    position: Position, seconds: float = 1.0, *, simulations: int | None = None, seed: int = 0
) -> Hint:
    """Search the position and explain the best move."""
    check_effort(seconds, simulations=simulations)
    found = searched(position, seconds, len(position.actions), 1, simulations, seed=seed)
    return Hint(found.best, explain(found), found)


def explain(found: Analysis) -> Phrase:
    """What the best move of an analysis of all moves achieves or prevents."""
    position, best = found.position, found.lines[0]
    if len(position.actions) == 1:
        return say("only", move=best.move)
    if best.wins:
        return _win(position, best)
    if best.loses:
        return say("loses", move=best.move, decisions=decisions(best.distance))
    return _defence(found) or _promise(found)


def _win(position: Position, best: Variation) -> Phrase:
    if best.distance == 1:
        return say("wins at once", move=best.move)
    if position.game.spec.secrets:
        return say("wins", move=best.move, decisions=decisions(best.distance))
    at, seat = position.play(best.move), position.to_move
    for number, move in enumerate(best.line[1:], 2):
        if at.to_move != seat or move not in at.moves:
            break
        at = at.play(move)
        if at.outcome and at.outcome.winners == (seat,):
            rest = " ".join(best.line[1:number])
            return say("wins this turn", move=best.move, rest=rest)
    return say("wins", move=best.move, decisions=decisions(best.distance))


def _defence(found: Analysis) -> Phrase | None:
    """The opponent's win that the best move prevents, if there is one."""
    best, others = found.lines[0], found.lines[1:]
    alone = len(others) == len(found.position.actions) - 1 and all(line.loses for line in others)
    threat = _threat(found)
    if threat:
        facts = {"move": best.move, "other": threat[0], "threat": threat[1]}
        first = " first" if threat[1] == best.move else ""
        return say(("saves" if alone else "prevents") + (first or " by" * alone), **facts)
    if alone:
        return say("saves", move=best.move)
    return say("draws", move=best.move) if best.proven is not None else None


def _threat(found: Analysis) -> tuple[str, str] | None:
    """Whose which move wins at once after every other move looked at, but not after the best."""
    position, best, *others = found.position, *found.lines
    if position.game.spec.secrets:
        return None
    wins = [_wins_at_once(position.play(line.move)) for line in others[:ALTERNATIVES]]
    common = set.intersection(*wins) - _wins_at_once(position.play(best.move))
    if not common or (seat := position.play(others[0].move).to_move) == position.to_move:
        return None
    assert seat is not None
    return _name(position, seat), min(common)


def _wins_at_once(position: Position) -> set[str]:
    return {
        position.game.text(action)
        for action in position.actions
        if (end := position.after(action).outcome) and end.winners == (position.to_move,)
    }


def _promise(found: Analysis) -> Phrase:
    """No proof either way: what the search expects."""
    best, win = found.lines[0], percent(found.lines[0].win)
    if hindered := _hindered(found):
        key = "hinders first" if hindered[1] == best.move else "hinders"
        return say(key, move=best.move, win=win, other=hindered[0], threat=hindered[1])
    second = next((line for line in found.lines[1:] if line.visits >= TRIED_ENOUGH), None)
    gap = best.win - second.win if second else 0.0
    if second and gap >= BY_FAR:
        return _against(best, second)
    if second and second.scores and best.points - second.points >= WORTH_TELLING:
        gain = points(best.points - second.points)
        return say("gains", move=best.move, win=win, points=gain, second=second.move)
    ahead: Phrase | str = ""
    if best.scores and abs(best.points) >= WORTH_TELLING:
        ahead = say("ahead" if best.points > 0 else "behind", points=points(best.points))
    follow = say("follow", reply=best.line[1]) if len(best.line) > 1 else ""
    if second and gap >= CLEARLY and not (ahead or follow):
        return _against(best, second)
    return say("best", move=best.move, win=win, ahead=ahead, follow=follow)


def _against(best: Variation, second: Variation) -> Phrase:
    win, other = percent(best.win), percent(second.win)
    return say("against", move=best.move, win=win, second=second.move, other=other)


def _hindered(found: Analysis) -> tuple[str, str] | None:
    """The reply expected after most other moves, if the best one makes it impossible."""
    position, best = found.position, found.lines[0]
    if position.game.spec.secrets:
        return None
    replies = Counter(line.line[1] for line in found.lines[1:ALTERNATIVES] if len(line.line) > 1)
    if not replies:
        return None
    reply, times = replies.most_common(1)[0]
    after = position.play(best.move)
    seat = after.to_move
    if seat in (None, position.to_move) or 2 * times <= replies.total() or reply in after.moves:
        return None
    assert seat is not None
    return _name(position, seat), reply


def _name(position: Position, seat: int) -> str:
    """The colour of a seat."""
    return position.game.colours[seat]
