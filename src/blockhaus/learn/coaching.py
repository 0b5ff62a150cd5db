"""A coach: says before a decision counts that it loses by force within a few decisions.

Only what is proven is said, and only where another decision is not shown to lose as soon: who is
lost anyway is left in peace. Where the rules hide something nothing can be proven, so there is no
coach.
"""

from __future__ import annotations

from ..core.position import Position
from ..search.solve import STOPPED, Solver
from .refuting import MEMORY, told
from .solving import Refutation

AHEAD = 5  # decisions of all seats within which the loss is forced
NODES = 60_000  # positions looked at for the decision, and as many again for all others
SECONDS = 1.0


def warning(position: Position, move: str) -> Refutation | None:
    """How a decision loses, if it does by force and another one does not as soon."""
    if position.game.spec.secrets or len(position.actions) == 1:
        return None
    solver = Solver(position.game, MEMORY)
    solver.allow(NODES)
    with solver.hurrying(SECONDS, solver.halt):
        return _warning(solver, position, position.play(move), move)


def _warning(solver: Solver, position: Position, after: Position, move: str) -> Refutation | None:
    found = _lost(solver, position, after, AHEAD)
    if found is None:
        return None
    winner, within = found
    line = solver.play_out(after, winner, True, within) if within else ()
    solver.allow(NODES)
    others = (position.after(action) for action in position.actions if action != after.path[-1])
    if all(_lost(solver, position, other, max(1, within)) for other in others):
        return None
    return told(position, move, line, winner, True)


def _lost(
    solver: Solver, position: Position, after: Position, ahead: int
) -> tuple[int, int] | None:
    """Who forces a win against the seat to move in how many decisions; None if nobody is shown to
    within the positions and the time there are.
    """
    seat = position.to_move
    enemies = [other for other in range(position.game.players) if other != seat]
    if after.outcome:
        (winner, *others) = after.outcome.winners
        return None if others or winner == seat else (winner, 0)
    for left in range(1, ahead + 1):
        for enemy in enemies:
            found = solver.force(after, enemy, left)
            if found == STOPPED:
                return None
            if found >= 0:
                return enemy, left
    return None
