"""PILLARS: sixteen pegs, and four cubes of your colour in a line through space.

1. The board has 4 x 4 pegs. On each of them there is room for 4 cubes (option `levels`).
2. In turn each player puts a cube of their colour on a peg; it slides down as far as it can.
3. A peg that is full takes no more cubes.
4. Whoever first has four own cubes in a straight line wins, be it level, upright or aslant.
5. If all pegs are full and nobody has a line, the game is a draw.
"""

from itertools import product

from blockhaus.author import Ending, Grid, Number, Reason, Spec, helper, lookup, record_type, rules

SIDE, LINE, MOST = 4, 4, 8
SPEC = Spec(
    id="pillars",
    title="PILLARS",
    summary="Stack cubes on sixteen pegs and be the first with four in a line through space.",
    colours=("light", "dark"),
    options=(Number("levels", 4, 1, MOST, "How many cubes a peg holds."),),
)
State = record_type("pillars", [("levels", "i1"), ("cubes", "i1", (SIDE, SIDE, MOST))])
MOVES = tuple(x + y for x in "abcd" for y in "1234")
PROMPTS = {"place": "Put a cube on a peg."}
STEPS = {"place": ("the peg for the cube",)}
REASONS = (Reason("full", "3", "This peg is full."),)
ENDINGS = (Ending("line", "four in a line"), Ending("full", "all pegs are full"))
PEG_IS_FULL, LINE_IS_MADE, ALL_ARE_FULL = 1, 1, 2  # as they are counted in the two lines above
WAYS = lookup(way for way in product((-1, 0, 1), repeat=3) if way > (0, 0, 0))
rule = rules(State)


@rule
def setup(s, chance):
    s.players = 2


@rule
def verdict(s, action):
    return PEG_IS_FULL if s.cubes[action // SIDE, action % SIDE, s.levels - 1] else 0


@rule
def play(s, action):
    x, y, z = action // SIDE, action % SIDE, 0
    while s.cubes[x, y, z]:
        z += 1
    s.cubes[x, y, z] = s.mover + 1
    s.turn += 1
    s.ending = ALL_ARE_FULL if s.turn == SIDE * SIDE * s.levels else 0
    for way in WAYS:
        if run(s, x, y, z, way, 1) + run(s, x, y, z, way, -1) > LINE:  # both count the new cube
            s.ending = LINE_IS_MADE
    s.mover = -1 if s.ending else 1 - s.mover


@helper
def run(s, x, y, z, way, sign):
    """How many cubes of one colour there are from a cell on, in a direction."""
    cube, length = s.cubes[x, y, z], 0
    while 0 <= x < SIDE and 0 <= y < SIDE and 0 <= z < s.levels and s.cubes[x, y, z] == cube:
        x, y, z, length = x + sign * way[0], y + sign * way[1], z + sign * way[2], length + 1
    return length


@rule
def score(s, points):
    if s.ending == ALL_ARE_FULL:
        return 0b11
    winner = (s.turn - 1) % 2
    points[winner] = 1
    return 1 << winner


def grid(s):
    return Grid(SIDE, SIDE, s.levels)


def invariant(s):
    cubes = [cube for pegs in s.cubes for peg in pegs for cube in peg if cube]
    fair = cubes.count(1) - cubes.count(2) == s.turn % 2
    return None if fair and len(cubes) == s.turn else "a cube is lost, or was never there"
