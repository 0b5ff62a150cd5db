"""A hint: the best move and, in one sentence, what it achieves or prevents.

Nothing here knows a rule. What is said for certain was proven by the search or tried out on the
board; what is only likely is said with a "perhaps". Where the rules hide something nothing is tried
out, because a hint must not tell more than the search could know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ..core.position import Position
from ..core.words import LANGUAGES, Phrase
from .analysis import Analysis, Variation, check_effort, searched
from .words import decisions, in_a_row, percent, points, quoted, say

ALTERNATIVES = 6  # other moves that show what the opponent is up to
TRIED_ENOUGH = 50  # visits behind a comparison of points
WORTH_TELLING = 0.75  # points
CLEARLY, BY_FAR = 0.03, 0.15  # of the win, between two moves
Tell = Callable[[Position, str], str | Phrase]  # a move that could be made in a position


def in_notation(_: Position, move: str) -> str:
    return move


def in_words(position: Position, move: str) -> Phrase:
    """For people who do not read the notation."""
    return quoted(position.words_for(move))


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
    position: Position,
    seconds: float = 1.0,
    *,
    simulations: int | None = None,
    seed: int = 0,
    tell: Tell = in_notation,
) -> Hint:
    """Search the position, as the seat to move knows it, and explain the best move."""
    check_effort(seconds, simulations=simulations)
    known = position if position.is_over else position.blind(position.to_move or 0)
    found = searched(known, seconds, len(position.actions), 1, simulations, seed=seed)
    return Hint(found.best, explain(found, tell), found)


def explain(found: Analysis, tell: Tell = in_notation) -> Phrase:
    """What the best move of an analysis of all moves achieves or prevents."""
    position, best = found.position, found.lines[0]
    if len(position.actions) == 1:
        return say("only", move=tell(position, best.move))
    if best.wins:
        return _win(position, best, tell)
    if best.loses:
        move = tell(position, best.move)
        return say("loses", move=move, decisions=decisions(best.distance))
    return _defence(found, tell) or _promise(found, tell)


def aim(found: Analysis) -> Phrase | None:
    """What the best move of an analysis of all moves is for, without naming it; None if nothing is
    known of it.
    """
    best, others = found.lines[0], found.lines[1:]
    if not others:
        return say("aim only")
    if best.wins:
        return say("aim win at once" if best.distance == 1 else "aim win")
    if best.loses:
        return say("aim lost")
    if other := _danger(found):
        return say("aim threat", other=other)
    if len(others) == len(found.position.actions) - 1 and all(line.loses for line in others):
        return say("aim alone")
    if best.proven is not None:
        return say("aim draw")
    gain = _gain(found)
    return say("aim points", points=points(gain)) if gain >= WORTH_TELLING else None


def _danger(found: Analysis) -> str | None:
    """Who wins at once after most of the moves that look worst, but not after the best."""
    position = found.position
    if position.game.spec.secrets:
        return None
    worst = [position.play(line.move) for line in found.lines[1:][-ALTERNATIVES:]]
    lost = [after for after in worst if after.to_move != position.to_move and after.wins_at_once()]
    if 2 * len(lost) <= len(worst) or position.play(found.best).wins_at_once():
        return None
    assert lost[0].to_move is not None
    return _name(position, lost[0].to_move)


def _gain(found: Analysis) -> float:
    """How many points more than the next best move that was tried enough."""
    best = found.lines[0]
    second = next((line for line in found.lines[1:] if line.visits >= TRIED_ENOUGH), None)
    return best.points - second.points if second and second.scores else 0.0


def _win(position: Position, best: Variation, tell: Tell) -> Phrase:
    move = tell(position, best.move)
    if best.distance == 1:
        return say("wins at once", move=move)
    if position.game.spec.secrets:
        return say("wins", move=move, decisions=decisions(best.distance))
    at, seat, rest = position.play(best.move), position.to_move, list[str | Phrase]()
    for further in best.line[1:]:
        if at.to_move != seat or further not in at.moves:
            break
        rest.append(tell(at, further))
        at = at.play(further)
        if at.outcome and at.outcome.winners == (seat,):
            return say("wins this turn", move=move, rest=in_a_row(rest))
    return say("wins", move=move, decisions=decisions(best.distance))


def _defence(found: Analysis, tell: Tell) -> Phrase | None:
    """The opponent's win that the best move prevents, if there is one."""
    position, best, others = found.position, found.lines[0], found.lines[1:]
    move = tell(position, best.move)
    alone = len(others) == len(found.position.actions) - 1 and all(line.loses for line in others)
    threat = _threat(found)
    if threat:
        told = tell(position.play(others[0].move), threat[1])
        facts = {"move": move, "other": threat[0], "threat": told}
        first = " first" if threat[1] == best.move else ""
        return say(("saves" if alone else "prevents") + (first or " by" * alone), **facts)
    if alone:
        return say("saves", move=move)
    return say("draws", move=move) if best.proven is not None else None


def _threat(found: Analysis) -> tuple[str, str] | None:
    """Whose which move wins at once after every other move looked at, but not after the best."""
    position, best, *others = found.position, *found.lines
    if position.game.spec.secrets:
        return None
    wins = [position.play(line.move).wins_at_once() for line in others[:ALTERNATIVES]]
    common = set.intersection(*wins) - position.play(best.move).wins_at_once()
    if not common or (seat := position.play(others[0].move).to_move) == position.to_move:
        return None
    assert seat is not None
    return _name(position, seat), min(common)


def _promise(found: Analysis, tell: Tell) -> Phrase:
    """No proof either way: what the search expects."""
    position, best, win = found.position, found.lines[0], percent(found.lines[0].win)
    facts = {"move": tell(position, best.move), "win": win}
    if hindered := _hindered(found):
        other, before, reply = hindered
        key = "hinders first" if reply == best.move else "hinders"
        return say(key, **facts, other=other, threat=tell(before, reply))
    second = next((line for line in found.lines[1:] if line.visits >= TRIED_ENOUGH), None)
    gap = best.win - second.win if second else 0.0
    ahead: Phrase | str = ""
    if second:
        than = tell(position, second.move)
        against = say("against", **facts, second=than, other=percent(second.win))
        if gap >= BY_FAR:
            return against
        if (gain := _gain(found)) >= WORTH_TELLING:
            return say("gains", **facts, points=points(gain), second=than)
    if best.scores and abs(best.points) >= WORTH_TELLING:
        ahead = say("ahead" if best.points > 0 else "behind", points=points(best.points))
    follow = say("follow", reply=_reply(position, best, tell)) if len(best.line) > 1 else ""
    if second and gap >= CLEARLY and not (ahead or follow):
        return against
    return say("best", **facts, ahead=ahead, follow=follow)


def _reply(position: Position, best: Variation, tell: Tell) -> str | Phrase:
    return tell(position.play(best.move), best.line[1])


def _hindered(found: Analysis) -> tuple[str, Position, str] | None:
    """Whose reply, expected after most other moves, the best one makes impossible."""
    position, best = found.position, found.lines[0]
    if position.game.spec.secrets:
        return None
    lines = [line for line in found.lines[1:ALTERNATIVES] if len(line.line) > 1]
    replies = Counter(line.line[1] for line in lines)
    if not replies:
        return None
    reply, times = replies.most_common(1)[0]
    after = position.play(best.move)
    seat = after.to_move
    if seat in (None, position.to_move) or 2 * times <= replies.total() or reply in after.moves:
        return None
    assert seat is not None
    before = next(line.move for line in lines if line.line[1] == reply)
    return _name(position, seat), position.play(before), reply


def _name(position: Position, seat: int) -> str:
    """The colour of a seat."""
    return position.game.colours[seat]
