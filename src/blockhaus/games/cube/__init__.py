"""CUBE, a matter of perspective: build the pictures on your secret cards, seen from any side.

1. The board has 4 x 4 cells, a1 to d4, and room for four cubes on each. There are 32 cubes, eight
   each of red, yellow, green and blue, a twin (two joined cubes) of each colour and 48 cards.
   Everything drops: a cube lands on its column; a standing twin needs two free levels, a lying
   one two neighbouring columns of equal height.
2. One cube of each colour starts in a corner, the others in the bag. Until everybody has had a
   turn the four starting cubes stay where they are. Everyone gets a twin (in the order of the
   colours, or as the option for twins says) and three secret cards; the rest are the pile.
3. In a turn you do one of three things. Draw a cube blindly and put it on any column. Move a cube
   to another column, but not one that was moved in the turn just before (nor, by option, one just
   drawn and placed), is covered, or lies in a closed level. Or, with at least one card
   shown, place your own twin. Twins count like cubes and never move again.
4. A level is closed when all its 16 cells are filled.
5. A card shows four coloured squares. It is fulfilled when they appear in one of five pictures:
   the board seen from above or from one of its sides, where each square shows the nearest cube,
   however far back. You may turn a card, not mirror it.
6. After a turn the fulfilled cards are shown, the active player's first, then clockwise, in each
   hand from the left; a new card from the pile takes the place of a shown one and may be shown at
   once. With the option to call cards, players have to notice: each is asked, and calls cards or
   passes.
7. The target is 7 cards with two players, 6 with three, 5 with four; who has reached it shows no
   more. The round is played to its end, and all who reached the target are tied. A placed twin
   breaks the tie; else in a play-off each draws one more card, only the tied take turns, and the
   first card fulfilled wins. After 20 such turns, with nobody able to move, or with too small a
   pile, the win is shared.
8. With all 32 cubes on the board, or after 40 turns in a row that only moved cubes, the game ends
   at once: who reached the target is tied for the win, or else who shows most cards.
9. Variant with closed rows: no cube leaves a full row of four on its level either.
10. Alone: build an arrangement that fulfils several cards at once.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import Choice, Flag, Number, Spec, Words
from .cards import CARDS, COLOURS, DECK, card_number, resolve

SPEC = Spec(
    id="cube",
    title="CUBE",
    summary="Build the pictures on your secret cards, seen from above or from any side.",
    authors=("Sascha Schauf",),
    publisher="Gerhards",
    year=None,
    seats=(2, 4),
    minutes=30,
    colours=COLOURS,
    # With 150 moves a tree that grew at every second visit filled 64 MB in 50,000 simulations.
    search={"cut": 2, "guide": 0, "expand": 10},
    options=(
        Number("players", 2, 2, 4, "How many play."),
        Choice("claims", "auto", ("auto", "call"),
               "Whether fulfilled cards are shown at once, or have to be noticed and called."),
        Choice("taboo", "moved", ("moved", "touched"),
               "Which cubes stay put for one turn: those just moved, or also those just placed."),
        Flag("closed_rows", False, "Whether no cube leaves a full row of four on its level."),
        Words("twins", COLOURS, 4, dict(zip(COLOURS, range(4), strict=True)).get,
              "colours in seat order, of red, yellow, green, blue",
              "The colours of the twins, in seat order.", COLOURS),
        Words("deck", DECK, CARDS, card_number,
              "48 cards such as Trygb, a shape of OISZTLJ and four colours of rygb",
              "The cards to play with, if not those of the house."),
    ),
    chance=True,
    secrets=True,
    resolve=resolve,
)  # fmt: skip
