"""KEWBZ, corners and towers: every right angle on the board wants to grow, and the top cube owns.

1. Each player has 40 cubes of one colour. The board has 8 by 8 cells. Blue begins and puts the
   first cube on any cell.
2. A turn begins with one cube on an empty cell of the board, beside or diagonally next to a cube
   that is already there.
3. No cube may complete a square of two by two. Cubes stay where they are for good.
4. Wherever a cube has neighbours on two sides at right angles, there is a corner at it, whatever
   the colours; only what stands on the ground counts. Neighbours on three sides make two corners,
   on four sides four.
5. The player owes one more cube, from the own supply, for every corner at the cube just put down.
6. The player also owes cubes further on. Follow the unbroken line of cubes from the new one in
   each of the four directions: every cube on it is owed one for each neighbour it has at right
   angles to the line, be the corner there new or old.
7. All of this is owed at once, each tower getting its share; stacking changes no corner.
8. A tower has at most five cubes. What would go above is not owed.
9. The game ends as soon as a player has put down or stacked the last cube, whatever is still
   owed. It also ends when a player cannot place a cube.
10. A tower, of two cubes or more, counts its height for the owner of its top cube. Every cube not
   played costs a point. More points win; equally many are a draw.

R6. What is owed is stacked at once. Only where the supply is too short and several towers are
   owed cubes does the player choose, cube by cube, which of them grow.
"""

from ...author import Number, Spec

SPEC = Spec(
    id="kewbz",
    title="KEWBZ",
    summary="Make corners, raise the towers that stand on them and keep your cube on top.",
    authors=(),
    publisher="Family Games America",
    year=2007,
    seats=(2, 2),
    minutes=15,
    colours=("blue", "red"),
    search={"points": 0.4},
    options=(
        Number("board", 8, 5, 12, "How many cells long each side of the board is."),
        Number("cubes", 40, 5, 60, "How many cubes each player has."),
    ),
)
