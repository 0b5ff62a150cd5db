"""KWINTY, the wall: build it together, and show five squares of your colour in a line.

1. Each player has 20 blocks of one colour. A block is as large as two squares of the wall.
2. The wall stands upright and is one block thick, at most 9 squares wide and 9 high. It is the
   width that is limited, not the place: columns are named a to q, the first block stands in
   column i (or lies over i and j), and the limits close in as the wall grows.
3. In turn each player places one block, standing (two squares high) or lying (two wide). It drops
   down its columns; a lying block needs two neighbouring columns of equal height.
4. Every block but the first shares part of a face with a block in place.
5. Nothing is built over an empty square.
6. The short ends of two blocks of one colour never touch: no lying block end to end with an own
   lying one, no standing block on top of an own standing one.
7. Whoever first shows five own squares in an unbroken straight line, also diagonally, wins.
8. If no more blocks can be placed, more lines of exactly four win, each direction counted on
   its own; equally many are a draw. Who cannot place is passed over.
"""

from ...author import Number, Spec

SPEC = Spec(
    id="kwinty",
    title="KWINTY",
    summary="Raise a wall together and be the first to show five squares in a row.",
    authors=("Fred Horn",),
    publisher="Steffen-Spiele",
    year=2014,
    seats=(2, 2),
    minutes=15,
    colours=("white", "black"),
    search={"explore": 0.2, "expand": 1, "guide": 1.5},
    options=(
        Number("width", 9, 5, 9, "How many squares wide the wall may be."),
        Number("height", 9, 4, 9, "How many squares high the wall may be."),
        Number("blocks", 20, 4, 40, "How many blocks each player has."),
        Number("line", 5, 4, 7, "How many squares in a row win."),
    ),
)
