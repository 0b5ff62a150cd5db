"""What searches of QBQ are told besides its rules: how far each seat is from a formation."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import count, exp, helper, lookup
from .rules import CELLS, CUBES, GOAL, SIZE, flood, rule, square


def steps_to(goal: int, cell: int) -> int:
    """Side steps from a cell to the nearest cell of a set."""
    return min(
        abs(cell % SIZE - other % SIZE) + abs(cell // SIZE - other // SIZE)
        for other in range(CELLS)
        if goal >> other & 1
    )


# By colour: the cells at least so many steps from the goal, and the squares of four inside it.
BEYOND = lookup(
    [sum(1 << i for i in range(CELLS) if steps_to(goal, i) >= d) for d in range(7)] for goal in GOAL
)
WINDOW = lookup(
    [square(x, y, 2) for x in (left, left + 1) for y in (front, front + 1)]
    for left, front in ((0, 3), (3, 3), (3, 0), (0, 0))
)

# Fitted with the estimate: by number of cubes on the board, how hard the way to a formation of
# four, eight or nine is beside its length; and what it is worth to be the one to move. Not fitted
# are the numbers below four, which were 0 (0.7 without a cube): a player with two cubes in its goal
# saw nothing to gain by a third. With three seats, 200 simulations against two players of plain UCT
# with 40, 21 of 45 games came to 400 turns; with 0.2 a missing cube 8, with 0.4 also 8. Between two
# seats it made no difference (103 of 200).
SURPLUS = lookup([1.5, 0.6, 0.4, 0.2, 0, 1.7, 1.9, 1.2, 0.8, 0.5])
TEMPO = 0.34


@helper
def groups_of(own):
    found = 0
    while own:
        own &= ~flood(own & -own, own)
        found += 1
    return found


@helper
def cubes_on(s, cells):
    found = 0
    for level in range(1, CUBES + 1):
        cells &= s.levels[level]
        if cells == 0:
            break
        found += count(cells)
    return found


@helper
def hardship(s, seat):
    """How far a seat is from a formation: what its odds of winning lose, as a logarithm.

    Weights of a logistic regression on 32,000 positions of 1,500 games between searches of 800
    to 1,000 simulations. It foretells the winner with a loss of 0.43 instead of the 0.58 of a
    count of missing steps. What steps do not tell: a fifth cube is hard to get rid of, while a
    missing one comes with an insertion that costs no turn; and groups cannot exchange cubes.
    """
    colour = s.seats[seat]
    own = s.own[seat]
    cubes = CUBES - s.supply[seat]
    away = nearest = best = 0
    for distance in range(1, 7):
        away += cubes_on(s, own & BEYOND[colour, distance])
        nearest += 1 if own & ~BEYOND[colour, distance] == 0 else 0
    for corner in range(4):
        best = max(best, cubes_on(s, own & WINDOW[colour, corner]))
    missing = 0.33 * away / max(cubes, 4) + 0.57 * nearest + 0.7 * (cubes - best)
    return missing + SURPLUS[cubes] + 2.5 * max(0, groups_of(own) - 1)


@rule
def worth(s, out):
    """Half by a scale that tells well who leads, half by one that never saturates.

    With the first alone a leader far ahead sees little reason to finish. The one random move
    before it (`cut`) is needed for that, too: with none, ten wins against random play took a
    median of 117 decisions (300 simulations) instead of 26.
    """
    sharp = flat = 0.0
    for seat in range(s.players):
        out[seat] = hardship(s, seat)
        if seat != s.mover:
            out[seat] += TEMPO
        sharp += exp(-out[seat])
        flat += 1 / (0.6 + out[seat])
    for seat in range(s.players):
        out[seat] = 0.5 * exp(-out[seat]) / sharp + 0.5 / (0.6 + out[seat]) / flat
