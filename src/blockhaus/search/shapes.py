"""What lies where in the arrays that loops work on: constants that both sides of a loop share.

The loops are compiled (`native`), natively or as WebAssembly. What is around them is plain and
reads and writes these arrays through a `Memory`.
"""

from __future__ import annotations

from ..core.layout import aligned

# Trees

SEATS = 4
UNTRIED = 0.9  # the novelty of a child without visits, a little less than after the first

# What is known of one decision in the tree, but for what a parent compares its children by.
NODE = aligned(
    "node",
    [
        ("first", "u4"),  # index of the first child; children lie side by side
        ("children", "u4"),  # how many; 0 while not expanded
        ("visits", "i4"),
        ("mover", "i1"),  # the seat that chose the action
        ("proven", "i1"),  # winners of the game from here as bits, 0 while open
        ("distance", "i2"),  # decisions to the proven end
        ("margin", "f4"),  # sum of points ahead of the best other seat, for `mover`
        ("value", "f4", SEATS),
    ],
)

# And that, one number of many nodes side by side, because all children are looked at in every
# simulation that passes their parent: what the results so far say for `mover`, how much results
# elsewhere count beside them (0 to 1), of all-moves-as-first how often and with what sum of values,
# and how much less the action was tried than others.
MEAN, FAITH, TRIED_ELSEWHERE, SUM_ELSEWHERE, NOVELTY, MERITS = range(6)

NODE_SIZE = NODE.size + 4 + 4 + 4 * MERITS

# What a search may choose; an array, so that one compiled loop serves all levels.
EXPLORE, EXPAND, GUIDE, AMAF, CUT, POINTS, LOOK, DECIDE, HIDDEN, SEAT, SETTINGS = range(11)

# What came of each action at the root: how often it was tried, each seat's shares of the win,
# how many of these games were played to their end, and each seat's points in those.
TRIED, SHARES, ENDED, SCORES, TALLY = 0, 1, 1 + SEATS, 2 + SEATS, 2 + 2 * SEATS

# Solving

# What is known of one position and one question: the shortest way known to force the result, and
# the number of decisions within which it cannot be forced. Zeros mean that nothing is known.
SOLVED = aligned(
    "solved",
    [
        ("first", "u8"),  # two hashes of the record; both must fit
        ("second", "u8"),
        ("action", "i4"),
        ("within", "i2"),
        ("beyond", "i2"),
    ],
)
OPEN, NEVER, STOPPED = -1, -2, -3
# Positions looked at, how many may be, finished games seen, the action that decides at the root.
NODES, LIMIT, ENDS, CHOSEN, SOLVER_TALLY = range(5)

# Proof numbers

PROVED = aligned("proved", [("first", "u8"), ("second", "u8"), ("proof", "i4"), ("disproof", "i4")])
SURE = 1 << 30  # a proof or disproof number that no search brings down
SHIFT = 31
LOW = (1 << SHIFT) - 1
PROOF_TALLY = 2  # the first two of a solver's

# Exact values

# What is known of one position: its value is from `low` to `high`. A hash of 64 bits tells
# positions of one place apart, another one chooses the place; `check` is 0 where nothing is known.
VALUED = aligned(
    "valued", [("check", "u8"), ("low", "i2"), ("high", "i2"), ("action", "i2"), ("effort", "i2")]
)
LEAST, MOST = -30_000, 30_000
GIVEN_UP = -32_000
MARGIN, EXACT_TALLY = 2, 3  # after the first two of a solver's: whether values are margins
UNKNOWN = -32_768  # the value of an early position

NO_ACTION = -1
POINTS_OF_SEATS = 8  # room for the points of all seats
