"""How a table stands: asked a dozen times for a decision, and worked out once.

A table is looked at in other threads, too. What one of them works out while something changes is
kept under the number of changes it knew of, so nobody else takes it for how the table stands then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .tables import Table


class Standing(NamedTuple):
    ended: str | None
    state: str
    to_move: int | None


def how_stands(table: Table) -> Standing:
    ended = _ended(table)
    if table.halted:
        state = "halted"
    else:
        state = "waiting" if not table.trail else "over" if ended else "running"
    return Standing(ended, state, table.position.to_move if state == "running" else None)


def _ended(table: Table) -> str | None:
    if table.trail.is_over:
        return "rules"
    if table.agreed:
        return "draw-agreed"
    if table.out and (len(table.left_in) == 1 or not table.people):
        return list(table.out.values())[-1]
    return None
