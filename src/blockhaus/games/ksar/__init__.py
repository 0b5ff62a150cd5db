"""KSAR, the frame: fill it with alike pieces and join as many of your own as you can.

1. The frame is a square of 10 x 10 cells. Each player has 12 pieces of one colour and 3 that are
   colourless.
2. Every piece measures 1 x 2 x 3 cells.
3. In turn each player puts one of their pieces, coloured or colourless, inside the frame: flat
   (2 x 3 cells, 1 high), on its side (1 x 3, 2 high) or upright (1 x 2, 3 high), turned either way.
4. A new piece touches the frame or other pieces with two upright faces that meet in an edge: one
   on its left or right and one at its front or back. A face touches if it shares some length;
   the table underneath does not count.
5. It may not touch a piece of its own height, whatever the colour, except along an edge. The
   frame has no height.
6. All pieces stand on the table, never on one another.
7. The game ends as soon as the player to move has no piece left or no place for one.
8. Own and colourless pieces that hang together by their faces are a set. A player's largest set
   scores its number of pieces, less one for each colourless piece the player has not placed.
9. The higher score wins; if both are equal, whoever placed the last piece.
"""

from ...author import Number, Spec

SPEC = Spec(
    id="ksar",
    title="KSAR",
    summary="Fit flat, lying and upright pieces into a frame and join most of your own.",
    authors=("Philippe Proux",),
    publisher="Ludarden",
    year=2018,
    seats=(2, 2),
    minutes=15,
    colours=("dark", "light", "neutral"),
    search={"explore": 0.03, "amaf": 1000, "guide": 1.0},
    options=(
        Number("frame", 10, 6, 14, "How many cells long each side of the frame is."),
        Number("pieces", 12, 1, 20, "How many pieces of their colour each player has."),
        Number("neutrals", 3, 0, 6, "How many colourless pieces each player has."),
    ),
)
