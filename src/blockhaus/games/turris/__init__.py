"""TURRIS, the tower: raise it together, and show large areas of your colour on all its sides.

1. Each player has 20 blocks of one colour, each as large as two cells. The tower has a fixed plan
   of 3 x 3 cells.
2. In turn each player adds one own block, standing or lying.
3. (a) Only the first block is free; every other one joins the tower. (b) Nothing is built over a
   gap. (c) A standing block leans on a neighbour, the first block excepted. (d) A lying block
   bridges two blocks. (e) No more than three levels are unfinished. (f) The middle of a level
   waits for a block at the edge of that level.
4. A block that fills the middle earns a bonus: one more own block at once, or one opposing block
   off the tower and back to its owner, who has to leave the freed space alone for a turn.
5. The game ends when all blocks are placed. Whoever has none left waits for the other.
6. Five pictures count: the four sides and the roof, recessed squares included. In each a player
   scores the squares of their largest connected area; the higher sum wins.

R1  Below every cell of a block is a filled cell or the foundation.
R2  A lying block above the ground rests on two different blocks, whosever they are. On the
    foundation it needs a shared face, unless it is the first; without the option of lying on the
    ground nothing lies there at all.
R3  Leaning means a shared upright face on one of the two levels of the standing block.
R4  A level is unfinished while it has one to eight filled cells. (e) holds after every placement
    and after every removal.
R5  The middle is b2. (f) asks for the edge block on each level where the new block fills the
    middle, and the new block's own other half does not count.
R6  Only an opposing block can be taken, with nothing on either half, other than the one its owner
    placed last (however long ago), and only if (e) still holds without it.
R7  The bonus may be declined. A bonus block in the middle earns another bonus. It lapses if there
    is nothing to place and nothing to take.
R8  Until the owner's next turn is over, bonus blocks included, the owner puts nothing into the
    freed cells. The other player may.
R9  Whoever cannot place is passed over, and that counts as the next turn of R8. The game ends when
    nobody can place. Blocks left over cost nothing; equal sums are a draw.
R10 A picture is three squares wide and as high as the tower, the roof 3 x 3. A square shows the
    first block in the line of sight. Areas connect by sides.
"""

from ...author import Flag, Number, Spec

SPEC = Spec(
    id="turris",
    title="TURRIS",
    summary="Raise a tower together and show the largest areas of your colour on its five faces.",
    authors=("Steffen Mühlhäuser",),
    publisher="Steffen-Spiele",
    year=2014,
    seats=(2, 2),
    minutes=20,
    colours=("white", "black"),
    search={"explore": 0.2, "expand": 1, "amaf": 20, "guide": 2.0, "points": 0.95},
    options=(
        Number("blocks", 20, 4, 20, "How many blocks each player has."),
        Flag("flat_ground", True, "Whether blocks may lie on the foundation."),
    ),
)
