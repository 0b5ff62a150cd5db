"""QBQ, the crossing: take your cubes across the board and form up on your own colour.

1. The board has 6 by 6 cells; each quarter of it is the goal of one colour. A player has nine
   cubes of a colour. Clockwise the goals are blue (top left), green, orange and red.
2. Four cubes start on the 2 by 2 cells of the corner opposite to the goal, five are the supply.
3. You win with a square of four, a cube of eight or the square of nine that stands in your goal
   and holds every cube you have on the board. It counts when a turn is complete, for the player
   who moved before the others in turn order: a fall can complete somebody else's formation.
4. A turn is one action: relocate, tip, or insert and then relocate. Goals matter for nothing else.
5. Relocate: the top cube of an own stack goes to another cell, empty or own, such that all cubes
   of its group, itself included, are one group afterwards. Stacks side by side form a group;
   corners do not connect. A cube that stands all alone cannot go, nobody lands on foreign cubes.
6. Tip: a tower of two or more falls in one of four directions. Its lowest cube stays, the others
   come to lie on the next cells one by one, or drop off the edge into the supply. Opposing stacks
   they hit must all be lower than the tower and go back whole to their owners; own stacks,
   however high, are built upon.
7. Insert: a cube from the supply goes beside or on top of own cubes; a relocation in any of the
   groups must follow, and if there is none the cube cannot be inserted.
8. Who has no cube left on the board puts one back as a turn: on an empty start cell, or if there
   is none on an empty cell as few side steps as possible away from them.
9. Who can do nothing passes. The third time the same stacks stand at the start of the same
   player's turn, or after 400 turns, the game is drawn.
"""

from ...author import Number, OptionError, Options, Spec, Words

COLOURS = ("blue", "green", "orange", "red")
SEATINGS = {2: ("blue", "orange"), 3: ("blue", "green", "orange"), 4: COLOURS}


def seating(chosen: Options) -> Options:
    """Players and their seats say the same: either may be left out."""
    seats = chosen.get("seats")
    if seats is None:
        players = chosen.get("players", 2)
        return {"players": players, "seats": SEATINGS[players]}
    if len(seats) < 2:
        raise OptionError("seats names at least 2 colours, in turn order.")
    if chosen.get("players", len(seats)) != len(seats):
        raise OptionError(
            "There are {seats} seats for {players} players.",
            seats=len(seats),
            players=chosen["players"],
        )
    return {"players": len(seats), "seats": seats}


SPEC = Spec(
    id="qbq",
    title="QBQ",
    summary="Cross the board with your cubes and form up on the cells of your colour.",
    authors=(),
    publisher="Huch & friends",
    year=2012,
    seats=(2, 4),
    minutes=20,
    colours=COLOURS,
    search={"explore": 0.3, "guide": 0, "amaf": 100, "cut": 1},
    options=(
        Number("players", 2, 2, 4, "How many play."),
        Words(
            "seats",
            SEATINGS[2],
            len(COLOURS),
            lambda word: COLOURS.index(word) if word in COLOURS else None,
            "colours in turn order out of blue, green, orange, red",
            "The colours of the players, in turn order.",
            COLOURS,
        ),
    ),
    resolve=seating,
)
