"""CUBE, a matter of perspective: build the pictures on your secret cards, seen from any side.

1. The board has 4 x 4 cells, a1 to d4, and room for four cubes on each. There are 32 cubes, eight
   each of red, yellow, green and blue, a twin (two joined cubes) of each colour and 48 cards.
   Everything drops: a cube lands on its column; a standing twin needs two free levels, a lying
   one two neighbouring columns of equal height.
2. One cube of each colour starts in a corner, the others in the bag. Until everybody has had a
   turn the four starting cubes stay where they are. Everyone gets a twin (in the order of the
   colours, or as the option `twins` says) and three secret cards; the rest are the pile.
3. In a turn you do one of three things. Draw a cube blindly and put it on any column. Move a cube
   to another column, but not one that was moved in the turn just before (`taboo=touched`: nor one
   just drawn and placed), is covered, or lies in a closed level. Or, with at least one card
   shown, place your own twin. Twins count like cubes and never move again.
4. A level is closed when all its 16 cells are filled.
5. A card shows four coloured squares. It is fulfilled when they appear in one of five pictures:
   the board seen from above or from one of its sides, where each square shows the nearest cube,
   however far back. You may turn a card, not mirror it.
6. After a turn the fulfilled cards are shown, the active player's first, then clockwise, in each
   hand from the left; a new card from the pile takes the place of a shown one and may be shown at
   once. With `claims=call` players have to notice: each is asked, and calls cards or passes.
7. The target is 7 cards with two players, 6 with three, 5 with four; who has reached it shows no
   more. The round is played to its end, and all who reached the target are tied. A placed twin
   breaks the tie; else in a play-off each draws one more card, only the tied take turns, and the
   first card fulfilled wins. After 20 such turns, with nobody able to move, or with too small a
   pile, the win is shared.
8. With all 32 cubes on the board, or after 40 turns in a row that only moved cubes, the game ends
   at once: who reached the target is tied for the win, or else who shows most cards.
9. Variant `closed_rows`: no cube leaves a full row of four on its level either.
10. Alone: build an arrangement that fulfils several cards at once; see `solo_check`.

A card is written as a word such as Trygb: its shape, then the colours of its squares in this
order. O: around from the lower left, counter-clockwise. I, S, Z: from left to right. T: left arm,
centre, stem, right arm, the stem pointing up. L, J: from the top down to the foot.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ..core.bits import count, lowest
from ..core.chance import below, fair
from ..core.errors import BlockhausError, NotationError, OptionError
from ..core.grid import Cell, Grid, column
from ..core.rules import Plain, helper, record_type, rules
from ..core.scene import Block, Tally, remembered
from ..core.spec import Choice, Ending, Flag, Number, Options, Reason, Spec, Words
from ..core.words import Phrase

COLOURS = ("red", "yellow", "green", "blue")
LETTERS = "rygb"
CARDS = 48
HAND = 3
EXTRA = HAND  # the place in a hand of the card of the play-off
EACH = 8  # cubes of a colour
BAG = 28
QUIET = 40  # rule 8: turns in a row that only move cubes
OVERTIME = 20  # rule 7: turns of a play-off

Square = tuple[int, int]  # column and row in a picture or on a card, rows counted upward
Card = Sequence[tuple[int, int, str]]  # four squares with their colours

SHAPES: dict[str, list[Square]] = {
    "O": [(0, 0), (1, 0), (1, 1), (0, 1)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "Z": [(0, 1), (1, 1), (1, 0), (2, 0)],
    "T": [(0, 0), (1, 0), (1, 1), (2, 0)],
    "L": [(0, 2), (0, 1), (0, 0), (1, 0)],
    "J": [(1, 2), (1, 1), (1, 0), (0, 0)],
}


def house_card(shape: str, colours: Sequence[int]) -> bool:
    """Whether an arrangement of the four colours is a card of the house deck.

    O takes all arrangements, I and S the even permutations, Z the odd ones. T, L and J each take
    one of the three ways to split the colours into two pairs, and their two middle squares show
    a pair. So within each shape every colour is equally often in each role (at the end of an S,
    the foot of an L) and every two colours touch equally often, 25 times in the whole deck. Where
    a half or a quarter turn gives the same card, only one of the arrangements is kept.
    """
    first, second, third, last = colours
    if shape == "O":
        return first == 0
    if shape in "ISZ":
        odd = sum(a > b for a, b in combinations(colours, 2)) % 2
        return first < last and odd == (shape == "Z")
    return second ^ third == 1 + "TLJ".index(shape)


DECK = tuple(
    shape + "".join(LETTERS[colour] for colour in colours)
    for shape in SHAPES
    for colours in permutations(range(4))
    if house_card(shape, colours)
)


def card_number(word: str) -> int | None:
    """A card as kept in the record: the shape times 256, and two bits for each square's colour."""
    if not re.fullmatch("[OISZTLJ][rygb]{4}", word):
        return None
    colours = sum(LETTERS.index(letter) << 2 * i for i, letter in enumerate(word[1:]))
    return list(SHAPES).index(word[0]) << 8 | colours


def card_squares(number: int) -> list[tuple[int, int, str]]:
    shape = list(SHAPES.values())[number >> 8]
    return [(x, y, COLOURS[number >> 2 * i & 3]) for i, (x, y) in enumerate(shape)]


def turns(squares: Sequence[Square]) -> Iterator[list[Square]]:
    """A card in its four directions, each with its lower left corner at (0, 0)."""
    for _ in range(4):
        left, low = (min(ends) for ends in zip(*squares, strict=True))
        yield [(x - left, y - low) for x, y in squares]
        squares = [(y, -x) for x, y in squares]


def face(card: Card) -> list[Any]:
    """The same for a card in all its directions, and for no other card."""
    colours = [colour for _, _, colour in card]
    return min(sorted(zip(way, colours, strict=True)) for way in turns([c[:2] for c in card]))


def resolve(chosen: Options) -> Options:
    """A deck has 48 cards, no two alike; colours not chosen follow in the usual order."""
    if "twins" in chosen:
        chosen["twins"] = tuple(dict.fromkeys((*chosen["twins"], *COLOURS)))
    if "deck" in chosen and len(chosen["deck"]) != CARDS:
        raise OptionError(
            "deck has exactly {cards} cards, not {number}.",
            cards=CARDS,
            number=len(chosen["deck"]),
        )
    seen: dict[str, str] = {}
    for word in chosen.get("deck", ()):
        other = seen.setdefault(str(face(card_squares(card_number(word) or 0))), word)
        if other != word:
            raise OptionError(
                "deck has the same card twice: {other} and {card}.", other=other, card=word
            )
    return chosen


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
              "The colours of the twins, in seat order."),
        Words("deck", DECK, CARDS, card_number,
              "48 cards such as Trygb, a shape of OISZTLJ and four colours of rygb",
              "The cards to play with, if not those of the house."),
    ),
    chance=True,
    secrets=True,
    resolve=resolve,
)  # fmt: skip

# What estimates of a running game count in cards shown, and how sure a lead makes of winning.
ONE_CUBE, THREE, TWO, PLACED_TWIN = 0.4, 0.2, 0.1, 0.2
STEEP = 0.7

# A column of the board is x + 4 y, a cell is column + 16 z. Sets of columns are bits.
ALL = 0xFFFF
CORNERS = (0, 3, 12, 15)
CORNER_SET = 0x9009
NOT_LAST_X, NOT_LAST_Y = 0x7777, 0x0FFF
PLACES: list[Cell] = [(cell & 3, cell >> 2 & 3, cell >> 4) for cell in range(64)]

VIEWS = ("front", "back", "left", "right", "top")


def project(view: int, cell: Cell) -> tuple[int, int, int]:
    """Column and row of a cell in the picture of a view, and how far back it lies."""
    x, y, z = cell
    return ((x, z, y), (3 - x, z, 3 - y), (3 - y, z, x), (y, z, 3 - x), (x, y, 3 - z))[view]


def picture_bit(view: int, cell: Cell) -> int:
    """The square of a cell. Three pictures of 16 squares fill one integer, two another."""
    u, v, _ = project(view, cell)
    return 1 << u + 4 * v + 16 * (view % 3)


FRONT, BACK, LEFT, RIGHT, ABOVE = np.array(
    [[picture_bit(view, cell) for cell in PLACES] for view in range(5)], np.int64
)
SQUARES = np.array([FRONT | BACK | LEFT, RIGHT | ABOVE])
# The nearest and the farthest of the cells filled in a row of four.
NEAR = np.array([0] + [(row & -row).bit_length() - 1 for row in range(1, 16)], np.int64)
FAR = np.array([0] + [row.bit_length() - 1 for row in range(1, 16)], np.int64)

# For each view from a side, the columns that stand before a column.
NEARER = np.array(
    [
        [
            sum(
                1 << j
                for j in range(16)
                if project(view, PLACES[j])[0] == project(view, PLACES[i])[0]
                and project(view, PLACES[j])[2] < project(view, PLACES[i])[2]
            )
            for i in range(16)
        ]
        for view in range(4)
    ],
    np.int64,
)

# For each shape in its four directions: how far each square is from the lower left corner, and
# where that corner can be in the pictures of one integer.
DIRECTIONS = [squares for shape in SHAPES.values() for squares in turns(shape)]
SHIFT = np.array([[x + 4 * y for x, y in squares] for squares in DIRECTIONS], np.int64)
ROOM = np.array(
    [
        sum(1 << i for i in range(16) if all(x + i % 4 < 4 and y + i // 4 < 4 for x, y in squares))
        for squares in DIRECTIONS
    ],
    np.int64,
) * (1 | 1 << 16 | 1 << 32)

# Every action with the columns it is about.
NAMES = [column(x, y) for x, y, z in PLACES if z == 0]
ACTIONS = [
    ("draw", 0, 0),
    *((name, i, i) for i, name in enumerate(NAMES)),
    *(
        (f"{first}-{second}", i, j)
        for i, first in enumerate(NAMES)
        for j, second in enumerate(NAMES)
    ),
    *((f"{name}|", i, i) for i, name in enumerate(NAMES)),
    *((f"{NAMES[i]}+{NAMES[i + 1]}", i, i + 1) for i in range(16) if NOT_LAST_X >> i & 1),
    *((f"{NAMES[i]}+{NAMES[i + 4]}", i, i + 4) for i in range(16) if NOT_LAST_Y >> i & 1),
    *((f"!{card}", 0, 0) for card in range(CARDS)),
    ("pass", 0, 0),
]
NUMBERS = {move: number for number, (move, _, _) in enumerate(ACTIONS)}
FIRST, SECOND = np.array([columns for _, *columns in ACTIONS], np.int64).T.copy()
DRAW, PLACE, MOVE, STAND, LAY_X, LAY_Y, CALL, PASS = (
    NUMBERS[move] for move in ("draw", "a1", "a1-a1", "a1|", "a1+b1", "a1+a2", "!0", "pass")
)

State = record_type(
    "cube",
    [
        ("claims", "i1"),
        ("taboo", "i1"),
        ("closed_rows", "i1"),
        ("twins", "i1", 4),
        ("deck", "i2", CARDS),
        ("corners", "i1", 4),  # the colours dealt
        ("in_bag", "i1"),
        ("bag", "i1", BAG),  # the next cube is the last of those in the bag; zeros behind it
        ("in_pile", "i1"),
        ("pile", "i1", CARDS),  # likewise
        ("hand", "i1", (4, HAND + 1)),  # three cards and that of the play-off, -1 for none
        ("shown", "i8", 4),  # the cards each seat has shown, sets
        ("height", "i1", 16),
        ("tint", "i1", 64),  # the colours of the cells that are filled
        ("twin_cells", "i1", (4, 2)),  # -1 while not placed
        ("filled", "i8", 4),  # the columns filled on each level
        ("fixed", "i8", 4),  # the columns filled by twins on each level
        ("pictures", "i8", (2, 4)),  # what is seen of each colour: front, back, left; right, top
        ("drawn", "i1"),  # the colour of the cube to be placed, or -1
        ("moved", "i1"),  # the column whose top cube is taboo, or -1
        ("quiet", "i1"),  # turns in a row that only moved cubes
        ("asked", "i1"),  # claims=call: players asked, the one to move included
        ("overtime", "i1"),  # turns of the play-off
        ("tied", "i8"),  # the players of the play-off, a set
        ("winners", "i8"),  # a set
    ],
)

rule = rules(State)

AUTO, BY_CALL = range(2)
TOUCHED = 1
(
    PLACE_FIRST, ASKED, NO_BAG, NOT_DRAWN, FULL, SAME, NOTHING, TWIN, START, TABOO, LEVEL, ROW,
    PLACED, TOO_EARLY, TALL, UNEVEN, AUTOMATIC, NOT_ASKED, DONE, NOT_HELD, NOT_SEEN, NO_PASS,
) = range(1, 23)  # fmt: skip
TARGET, EMPTY_BAG, STANDSTILL, PLAY_OFF, SHARED = range(1, 6)


@rule
def setup(s, chance):
    for i in range(16):
        s.hand[i >> 2, i & 3] = -1
        s.twin_cells[i >> 2, i & 1] = -1
    s.drawn = s.moved = -1
    for size in (4, BAG, CARDS):  # the corners, the bag and the pile are shuffled in turn
        for i in range(size):
            s.pile[i] = i
        for i in range(size - 1, 0, -1):
            j = fair(chance, i + 1)
            s.pile[i], s.pile[j] = s.pile[j], s.pile[i]
        for i in range(size):
            if size == 4:
                s.corners[i] = s.pile[i]
                stack(s, CORNERS[i], s.pile[i] & 3)
            elif size == BAG:
                s.bag[i] = s.pile[i] & 3
    s.in_bag = BAG
    s.in_pile = CARDS
    for seat in range(s.players):
        for slot in range(HAND):
            s.hand[seat, slot] = next_card(s)


@helper
def next_card(s):
    """The next card of the pile, or -1 if it is empty."""
    if s.in_pile == 0:
        return -1
    s.in_pile -= 1
    card = s.pile[s.in_pile]
    s.pile[s.in_pile] = 0
    return card


@rule
def span(s):
    return PASS + 1


@helper
def target(s):
    return 9 - s.players


@helper
def points(s, seat):
    return count(s.shown[seat])


@helper
def full_rows(columns):
    """The cells of the rows of four, in both directions, that a set fills."""
    along = columns & columns >> 1
    across = columns & columns >> 8
    return (along & along >> 2 & 0x1111) * 0xF | (across & across >> 4 & 0xF) * 0x1111


@helper
def movable(s):
    """Rules 2, 3, 4 and 9: the columns whose top cube may be moved."""
    found = 0
    above = 0
    for level in range(3, -1, -1):
        columns = s.filled[level]
        tops = columns & ~above & ~s.fixed[level]
        if columns == ALL:
            tops = 0
        elif s.closed_rows:
            tops &= ~full_rows(columns)
        found |= tops
        above = columns
    if s.turn < s.players:
        found &= ~(CORNER_SET & ~s.filled[1])
    if s.moved >= 0:
        found &= ~(1 << s.moved)
    return found


@helper
def has_twin(s, seat):
    """Rule 3: whether the seat may place its twin now. There is always room to stand it."""
    return s.shown[seat] != 0 and s.twin_cells[seat, 0] < 0


@helper
def shows(s, card):
    """Rule 5: whether a card is to be seen in one of the five pictures."""
    number = s.deck[card]
    shape = number >> 8
    a, b, c, d = number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6 & 3
    for i in range(4 * shape, 4 * shape + 4):
        for half in range(2):
            if (
                s.pictures[half, a] >> SHIFT[i, 0]
                & s.pictures[half, b] >> SHIFT[i, 1]
                & s.pictures[half, c] >> SHIFT[i, 2]
                & s.pictures[half, d] >> SHIFT[i, 3]
                & ROOM[i]
            ):
                return True
    return False


@helper
def fulfilled(s, seat, slot):
    """Rule 6: whether a seat may show the card in a place of its hand."""
    card = s.hand[seat, slot]
    return card >= 0 and count(s.shown[seat]) < target(s) and shows(s, card)


@rule
def verdict(s, action):
    if s.asked:
        return verdict_on_claim(s, action)
    if s.drawn >= 0:
        if not PLACE <= action < MOVE:
            return PLACE_FIRST
        return FULL if s.height[action - PLACE] == 4 else 0
    if action == DRAW:
        return 0 if s.in_bag else NO_BAG
    if action < MOVE:
        return NOT_DRAWN
    if action == PASS:
        return NO_PASS
    if action >= CALL:
        return AUTOMATIC if s.claims == AUTO or s.tied else NOT_ASKED
    first, second = FIRST[action], SECOND[action]
    if action >= STAND:
        return verdict_on_twin(s, first, second)
    top = s.height[first] - 1
    if top < 0:
        return NOTHING
    if first == second:
        return SAME
    if s.fixed[top] >> first & 1:
        return TWIN
    if s.turn < s.players and top == 0 and CORNER_SET >> first & 1:
        return START
    if s.moved == first:
        return TABOO
    if s.filled[top] == ALL:
        return LEVEL
    if s.closed_rows and full_rows(s.filled[top]) >> first & 1:
        return ROW
    return FULL if s.height[second] == 4 else 0


@helper
def verdict_on_twin(s, first, second):
    if s.twin_cells[s.mover, 0] >= 0:
        return PLACED
    if s.shown[s.mover] == 0:
        return TOO_EARLY
    if first == second:
        return TALL if s.height[first] > 2 else 0
    if s.height[first] != s.height[second]:
        return UNEVEN
    return FULL if s.height[first] == 4 else 0


@helper
def verdict_on_claim(s, action):
    if action == PASS:
        return 0
    if action < CALL:
        return ASKED
    for slot in range(HAND):
        if s.hand[s.mover, slot] == action - CALL:
            if points(s, s.mover & 3) >= target(s):
                return DONE
            return 0 if fulfilled(s, s.mover & 3, slot) else NOT_SEEN
    return NOT_HELD


@rule
def actions(s, out):
    seat = s.mover & 3
    found = 0
    if s.asked:
        cards = 0
        for slot in range(HAND):
            if fulfilled(s, seat, slot):
                cards |= 1 << s.hand[seat, slot]
        found = list_all(out, found, CALL, cards)
        out[found] = PASS
        return found + 1
    free = ALL & ~s.filled[3]
    if s.drawn >= 0:
        return list_all(out, found, PLACE, free)
    if s.in_bag:
        out[0] = DRAW
        found = 1
    origins = movable(s)
    while origins:
        origin = lowest(origins)
        if free == ALL:  # a loop the compiler turns into a few vector instructions
            for i in range(15):
                out[found + i] = MOVE + 16 * origin + i + (1 if i >= origin else 0)
            found += 15
        else:
            found = list_all(out, found, MOVE + 16 * origin, free & ~(1 << origin))
        origins &= origins - 1
    if has_twin(s, seat):
        found = list_all(out, found, STAND, ALL & ~s.filled[2])
        steps_x = steps_y = s.filled[3]
        for level in range(4):
            steps_x |= s.filled[level] ^ s.filled[level] >> 1
            steps_y |= s.filled[level] ^ s.filled[level] >> 4
        flat = NOT_LAST_X & ~steps_x
        while flat:
            first = lowest(flat)
            out[found] = LAY_X + first - (first >> 2)
            found += 1
            flat &= flat - 1
        found = list_all(out, found, LAY_Y, NOT_LAST_Y & ~steps_y)
    return found


@helper
def list_all(out, found, base, members):
    while members:
        out[found] = base + lowest(members)
        found += 1
        members &= members - 1
    return found


@helper
def stack(s, column, colour):
    """Drop a cube on a column, or take off the top one if there is no colour; returns the cell.

    Then bring the squares of the five pictures that the cell lies behind up to date.
    """
    if colour < 0:
        s.height[column] -= 1
    height = s.height[column]
    cell = column + 16 * height
    s.filled[height] ^= 1 << column
    s.tint[cell] = 0
    if colour >= 0:
        s.tint[cell] = colour
        s.height[column] = height = height + 1
    for hue in range(4):
        s.pictures[0, hue] &= ~SQUARES[0, cell]
        s.pictures[1, hue] &= ~SQUARES[1, cell]
    filled = s.filled[cell >> 4]
    row = filled >> (cell & 12) & 15
    if row:
        s.pictures[0, s.tint[cell & ~3 | NEAR[row]]] |= LEFT[cell]
        s.pictures[1, s.tint[cell & ~3 | FAR[row]]] |= RIGHT[cell]
    row = (filled >> (cell & 3) & 0x1111) * 0x1248 >> 12 & 15  # every fourth bit, gathered
    if row:
        s.pictures[0, s.tint[cell & ~12 | NEAR[row] << 2]] |= FRONT[cell]
        s.pictures[0, s.tint[cell & ~12 | FAR[row] << 2]] |= BACK[cell]
    if height:
        s.pictures[1, s.tint[column + 16 * height - 16]] |= ABOVE[cell]
    return cell


@rule
def play(s, action):
    seat = s.mover & 3
    if action == DRAW:
        s.in_bag -= 1
        s.drawn = s.bag[s.in_bag]
        s.bag[s.in_bag] = 0
        return
    if action == PASS:
        s.asked += 1
        s.mover = (seat + 1) % s.players
        if s.asked <= s.players:
            return
        s.asked = 0
    elif action >= CALL:
        for slot in range(HAND):
            if s.hand[seat, slot] == action - CALL:
                show(s, seat, slot)
        return
    else:
        build(s, seat, action)
        if s.claims == BY_CALL and s.tied == 0:
            s.asked = 1
            return
        for i in range(0 if s.tied else s.players):
            other = (seat + i) % s.players
            for slot in range(HAND):
                while fulfilled(s, other, slot):
                    show(s, other, slot)
    end_turn(s, s.mover & 3)


@helper
def build(s, seat, action):
    """Rule 3: change the board."""
    first = FIRST[action]
    colour = s.twins[seat] & 3
    s.moved = -1
    s.quiet = s.quiet + 1 if MOVE <= action < STAND else 0
    if action < MOVE:
        colour = s.drawn
        s.drawn = -1
        if s.taboo == TOUCHED:
            s.moved = first
    elif action < STAND:
        colour = s.tint[first + 16 * s.height[first] - 16]
        stack(s, first, -1)
        s.moved = SECOND[action]
    for half in range(0 if action >= STAND else 1, 2):
        cell = stack(s, SECOND[action] if half else first, colour)
        if action >= STAND:
            s.twin_cells[seat, half] = cell
            s.fixed[cell >> 4] |= 1 << (cell & 15)


@helper
def show(s, seat, slot):
    s.shown[seat] |= 1 << s.hand[seat, slot]
    s.hand[seat, slot] = next_card(s)


@helper
def finish(s, ending, winners):
    s.mover = -1
    s.ending = ending
    s.winners = winners


@helper
def end_turn(s, active):
    """Rules 7 and 8: hand on the turn, or see who is tied for the win."""
    s.turn += 1
    first = active
    if s.tied:
        s.overtime += 1
    else:
        s.mover = (active + 1) % s.players
        most = leaders = with_twin = 0
        for seat in range(s.players):
            if points(s, seat) > most:
                most = points(s, seat)
                leaders = with_twin = 0
            if points(s, seat) == most:
                leaders |= 1 << seat
                if s.twin_cells[seat, 0] >= 0:
                    with_twin |= 1 << seat
        reached = most >= target(s)
        if s.in_bag > 0 and s.quiet < QUIET and not (reached and s.mover == 0):
            return
        if with_twin:
            leaders = with_twin
        if count(leaders) == 1:
            finish(s, TARGET if reached else EMPTY_BAG if s.in_bag == 0 else STANDSTILL, leaders)
            return
        if s.in_pile < count(leaders):
            finish(s, SHARED, leaders)
            return
        s.tied = leaders
        first = 0
        for seat in range(s.players):
            if leaders >> seat & 1:
                s.hand[seat, EXTRA] = next_card(s)

    # The play-off: look at its cards from a seat on, then hand on the turn.
    for i in range(s.players):
        seat = (first + i) % s.players
        if s.tied >> seat & 1 and shows(s, s.hand[seat, EXTRA]):
            finish(s, PLAY_OFF, 1 << seat)
            return
    free = s.in_bag > 0 or movable(s) != 0
    for i in range(1, s.players + 1):
        seat = (active + i) % s.players
        if s.tied >> seat & 1 and (free or has_twin(s, seat)) and s.overtime < OVERTIME:
            s.mover = seat
            return
    finish(s, SHARED, s.tied)


@rule
def score(s, points):
    for seat in range(s.players):
        points[seat] = count(s.shown[seat])
    return s.winners


@helper
def hidden_card(s, seat, slot):
    """Whether there is a card nobody else knows. One that wins a play-off has been shown."""
    won = slot == EXTRA and s.ending == PLAY_OFF and s.winners >> seat & 1
    return s.hand[seat, slot] >= 0 and not won


@helper
def surely_missing(s, seat, slot):
    """Whether everyone knows that a card in this place is not fulfilled: it would be shown."""
    if slot == EXTRA:
        return s.mover >= 0
    return s.claims == AUTO and s.tied == 0 and points(s, seat) < target(s)


@helper
def sort_hidden(s, seat):
    """Bring the bag, the pile and the others' cards into an order that tells nothing.

    Returns how many cards lie in the pile then, the hidden ones of the others among them.
    """
    hidden = 0
    for i in range(s.in_pile):
        hidden |= 1 << s.pile[i]
    for i in range(4 * s.players):
        if i >> 2 != seat and hidden_card(s, i >> 2, i & 3):
            hidden |= 1 << s.hand[i >> 2, i & 3]
    gathered = list_all(s.pile, 0, 0, hidden)
    last = s.in_bag - 1
    for colour in range(3, 0, -1):  # the highest go to the end
        for i in range(last, -1, -1):
            if s.bag[i] == colour:
                s.bag[i], s.bag[last] = s.bag[last], s.bag[i]
                last -= 1
    return gathered


@rule
def redeal(s, seat, rng):
    """Shuffle the bag; gather the pile and the cards of the others, and deal them anew.

    Where hidden things lay before makes no difference, so a search that deals anew cannot learn
    from it.
    """
    gathered = sort_hidden(s, seat)
    # First the places where only some cards can be, then the others: each deal is as likely.
    for step in range(2):
        for i in range(4 * s.players):
            other, slot = i >> 2, i & 3
            if other == seat or not hidden_card(s, other, slot):
                continue
            missing = surely_missing(s, other, slot)
            if missing == (step == 0):
                pick = below(rng, gathered)
                while missing and shows(s, s.pile[pick]):
                    pick = below(rng, gathered)
                gathered -= 1
                s.hand[other, slot] = s.pile[pick]
                s.pile[pick] = s.pile[gathered]
                s.pile[gathered] = 0
    for i in range(CARDS - 1, 0, -1):
        if i < s.in_pile:
            j = below(rng, i + 1)
            s.pile[i], s.pile[j] = s.pile[j], s.pile[i]
        if i < s.in_bag:
            j = below(rng, i + 1)
            s.bag[i], s.bag[j] = s.bag[j], s.bag[i]


@helper
def seen_at(s, column):
    """The squares of the five pictures where a cube dropped on a column is seen, as two sets."""
    height = s.height[column]
    if height == 4:
        return 0, 0
    cell = column + 16 * height
    filled = s.filled[height]
    first = 0 if filled & NEARER[0, column] else FRONT[cell]
    first |= 0 if filled & NEARER[1, column] else BACK[cell]
    first |= 0 if filled & NEARER[2, column] else LEFT[cell]
    second = ABOVE[cell] | (0 if filled & NEARER[3, column] else RIGHT[cell])
    return first, second


@helper
def reachable(s):
    """The squares of the five pictures where a cube dropped now would be seen, as two sets."""
    first = second = 0
    for i in range(16):
        one, two = seen_at(s, i)
        first |= one
        second |= two
    return first, second


@helper
def bring(s, seat, card, colour, half, square, movables):
    """An action that fulfils a card by showing a colour in a square, or -1."""
    for place in range(16):
        height = s.height[place]
        if height == 4 or not SQUARES[half, place + 16 * height] & square:
            continue
        if not seen_at(s, place)[half] & square:
            continue
        if s.drawn >= 0:  # it hides nothing of this picture but its own square
            return PLACE + place
        origins = movables & ~(1 << place)
        while origins:
            origin = lowest(origins)
            if s.tint[origin + 16 * s.height[origin] - 16] == colour:
                stack(s, origin, -1)
                found = shows_with(s, card, place, colour, 1)
                stack(s, origin, colour)
                if found:
                    return MOVE + 16 * origin + place
            origins &= origins - 1
        own = s.twins[seat] == colour and has_twin(s, seat) and height < 3
        if own and shows_with(s, card, place, colour, 2):
            return STAND + place
    return -1


@helper
def shows_with(s, card, column, colour, cubes):
    """Whether a card is to be seen with more cubes on a column."""
    for _ in range(cubes):
        stack(s, column, colour)
    found = shows(s, card)
    for _ in range(cubes):
        stack(s, column, -1)
    return found


@helper
def right_squares(s, number, way, half):
    """Where a card turned one way has each of its four squares right, in half of the pictures."""
    return (
        s.pictures[half, number & 3] >> SHIFT[way, 0],
        s.pictures[half, number >> 2 & 3] >> SHIFT[way, 1],
        s.pictures[half, number >> 4 & 3] >> SHIFT[way, 2],
        s.pictures[half, number >> 6 & 3] >> SHIFT[way, 3],
    )


@helper
def completing(s, seat, card, first, second, movables):
    """An action that shows the one missing square of a card, or -1."""
    number = s.deck[card]
    shape = number >> 8
    for i in range(4 * shape, 4 * shape + 4):
        for half in range(2):
            reach = second if half else first
            a, b, c, d = right_squares(s, number, i, half)
            three = (a & b & (c | d) | c & d & (a | b)) & ROOM[i]
            for k in range(4 if three else 0):
                colour = number >> 2 * k & 3
                if s.drawn >= 0 and s.drawn != colour:
                    continue
                missing = three & ~(a, b, c, d)[k] & reach >> SHIFT[i, k]
                while missing:
                    square = 1 << lowest(missing) + SHIFT[i, k]
                    action = bring(s, seat, card, colour, half, square, movables)
                    if action >= 0:
                        return action
                    missing &= missing - 1
    return -1


@rule
def open_draw(s):
    """The colour of the drawn cube."""
    return (np.int64(s.drawn), 4) if s.drawn >= 0 else (np.int64(0), 1)


@rule
def obvious(s):
    """Fulfil a card of the own hand with one cube."""
    seat = s.mover & 3
    if s.asked:
        for slot in range(HAND):
            if fulfilled(s, seat, slot):
                return CALL + s.hand[seat, slot]
        return PASS
    if not s.tied and points(s, seat) >= target(s):
        return -1
    first, second = reachable(s)
    movables = movable(s)
    for slot in range(HAND + 1):
        card = s.hand[seat, slot]
        if card >= 0 and (slot == EXTRA) == (s.tied != 0):
            action = completing(s, seat, card, first, second, movables)
            if action >= 0:
                return action
    return -1


@helper
def progress(s, card, first, second):
    """How much of a card is done: most if three squares are right and one cube would do."""
    number = s.deck[card]
    shape = number >> 8
    three = two = within = 0
    for i in range(4 * shape, 4 * shape + 4):
        for half in range(2):
            reach = second if half else first
            a, b, c, d = right_squares(s, number, i, half)
            room = ROOM[i]
            within |= a & b & c & room & reach >> SHIFT[i, 3]
            within |= a & b & d & room & reach >> SHIFT[i, 2]
            within |= a & c & d & room & reach >> SHIFT[i, 1]
            within |= b & c & d & room & reach >> SHIFT[i, 0]
            three |= (a & b & (c | d) | c & d & (a | b)) & room
            two |= ((a | b) & (c | d) | a & b | c & d) & room
    if within:
        return ONE_CUBE
    return THREE if three else TWO if two else 0.0


@rule
def worth(s, out):
    """The cards shown, and those that are not far from being fulfilled."""
    first, second = reachable(s)
    total = 0.0
    for seat in range(s.players):
        done = 0.0 + count(s.shown[seat])
        if s.tied:
            done = progress(s, s.hand[seat, EXTRA], first, second) if s.tied >> seat & 1 else -9.0
        else:
            if s.twin_cells[seat, 0] >= 0:
                done += PLACED_TWIN
            for slot in range(HAND):
                if s.hand[seat, slot] >= 0:
                    done += progress(s, s.hand[seat, slot], first, second)
        out[seat] = math.exp(STEEP * done)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@rule
def surely_wins(s, action):
    """Play with nothing but the mover's own cards, then see what the others could show at most."""
    if s.asked or action == DRAW:
        return False
    seat = s.mover & 3
    known = 0
    for other in range(s.players):
        known |= s.shown[other]
        for slot in range(HAND + 1):
            if other == seat and s.hand[seat, slot] >= 0:
                known |= 1 << s.hand[seat, slot]
            elif slot != EXTRA:
                s.hand[other, slot] = -1
    s.in_pile = 0
    play(s, action)
    if s.mover >= 0 or s.winners != 1 << seat:
        return False
    if s.tied:  # the active player's card is looked at first
        return True
    unknown = 0
    for card in range(CARDS):
        if not known >> card & 1 and shows(s, card):
            unknown += 1
    for other in range(s.players):
        if other != seat and points(s, other) + unknown >= points(s, seat):
            return False
    return True


@rule
def observe(s, planes):
    for level in range(4):
        columns = s.filled[level]
        while columns:
            i = lowest(columns)
            planes[4 * level + s.tint[16 * level + i], i >> 2, i & 3] = 1
            planes[16 + level, i >> 2, i & 3] = s.fixed[level] >> i & 1
            columns &= columns - 1
    for slot in range(HAND):
        card = s.hand[s.mover, slot]
        if s.tied:  # the one card that counts comes first
            card = s.hand[s.mover, EXTRA] if slot == 0 else -1
        if card >= 0:
            for i in range(4):
                square = SHIFT[s.deck[card] >> 8 << 2, i]
                colour = s.deck[card] >> 2 * i & 3
                planes[20 + 4 * slot + colour, square >> 2, square & 3] = 1
    # Facts about the whole table are written on a1, then on all cells.
    if s.drawn >= 0:
        planes[32 + s.drawn, 0, 0] = 1
    for i in range(s.in_bag):
        planes[36 + s.bag[i], 0, 0] += 1
    for i in range(s.players):
        seat = (s.mover + i) % s.players
        planes[40 + i, 0, 0] = count(s.shown[seat])
        planes[44 + i, 0, 0] = s.twin_cells[seat, 0] < 0
    planes[49, 0, 0] = s.asked
    planes[50, 0, 0] = s.quiet
    planes[51, 0, 0] = s.overtime
    planes[52, 0, 0] = s.in_pile
    for plane in range(32, 53):
        value = planes[plane, 0, 0]
        for i in range(16):
            planes[plane, i >> 2, i & 3] = value
    origins = movable(s)
    while origins:
        i = lowest(origins)
        planes[48, i >> 2, i & 3] = 1
        origins &= origins - 1


def planes(s: Plain) -> tuple[int, ...]:
    """Cubes by level and colour, twins by level, own cards by place and colour, the drawn cube,
    the bag by colour, shown cards and twins in hand from the mover on, what may be moved, how
    many were asked, quiet turns, turns of the play-off, the pile.
    """
    return 53, 4, 4


def text(s: Plain, action: int) -> str:
    return ACTIONS[action][0]


def parse(s: Plain, move: str) -> int:
    if move not in NUMBERS:
        raise NotationError(
            "{move!r} is not a move: write draw, then c3 to place the drawn cube; b2-c3 to move "
            "one; b2| to stand the twin or a1+b1 to lay it on neighbours, the lower cell first; "
            "!17 to call card 17, or pass. Cells are a1 to d4, cards 0 to 47.",
            move=move,
        )
    return NUMBERS[move]


def grid(s: Plain) -> Grid:
    return Grid(4, 4, 4)


@remembered
def stones(s: Plain) -> dict[Cell, str]:
    """Every filled cell with its colour."""
    tint, height = s.tint.tolist(), s.height.tolist()
    return {cell: COLOURS[tint[i]] for i, cell in enumerate(PLACES) if cell[2] < height[i & 15]}


def blocks(s: Plain) -> list[Block]:
    twins = [
        Block(tuple(PLACES[cell] for cell in cells), COLOURS[s.twins[seat]], seat)
        for seat, cells in enumerate(s.twin_cells)
        if cells[0] >= 0
    ]
    joined = {cell for twin in twins for cell in twin.cells}
    return [cube(cell, hue) for cell, hue in stones(s).items() if cell not in joined] + twins


@cache
def cube(cell: Cell, hue: str) -> Block:
    return Block((cell,), hue)


def above(s: Plain, column: int, levels: int = 0) -> Cell:
    """The place some levels above a column, or the highest on the board; -1 is its top cube."""
    return column & 3, column >> 2, min(s.height[column] + levels, 3)


def picks(s: Plain, action: int) -> list[Cell]:
    _, first, second = ACTIONS[action]
    if action == DRAW or action >= CALL:
        return []
    if action < MOVE:
        return [above(s, first)]
    if action < STAND:
        return [above(s, first, -1), above(s, second)]
    return [above(s, first), above(s, second, int(first == second))]


def label(s: Plain, action: int) -> Phrase | None:
    if action == DRAW:
        return Phrase("draw a cube")
    if action < STAND:
        return None
    if action < CALL:
        return Phrase("twin")
    return (
        Phrase("call card {card}", card=action - CALL) if action < PASS else Phrase("call no card")
    )


Pictures = dict[str, dict[Square, tuple[Cell, str]]]
# For each view every cell and its square. The nearer cell hides the one before it in the list.
FAR_TO_NEAR = [
    [
        (cell, project(view, cell)[:2])
        for cell in sorted(PLACES, key=lambda cell: -project(view, cell)[2])
    ]
    for view in range(len(VIEWS))
]
BLANK = ((0, 0, 0), "")


def pictures(filled: Mapping[Cell, str]) -> Pictures:
    """Rule 5: for each view, the nearest cube behind every square that shows one."""
    return {
        name: {square: (cell, filled[cell]) for cell, square in cells if cell in filled}
        for name, cells in zip(VIEWS, FAR_TO_NEAR, strict=True)
    }


@remembered
def pictures_of(s: Plain) -> Pictures:
    return pictures(stones(s))


def appearances(card: Card, seen: Pictures) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Where a card is to be seen: the view, and the cubes that show it."""
    colours = [colour for _, _, colour in card]
    for squares in directions(tuple((x, y) for x, y, _ in card)):
        x, y = squares[0]
        for name, picture in seen.items():
            for (u, v), (_, colour) in picture.items():
                if colour == colours[0]:
                    cubes = [picture.get((u + i - x, v + j - y), BLANK) for i, j in squares]
                    if [colour for _, colour in cubes] == colours:
                        yield name, tuple(cell for cell, _ in cubes)


@cache
def directions(squares: tuple[Square, ...]) -> list[list[Square]]:
    return list(turns(squares))


def views_of(card: Card, seen: Pictures) -> list[str]:
    return sorted({name for name, _ in appearances(card, seen)}, key=VIEWS.index)


def members(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def held(s: Plain, seat: int) -> list[int]:
    """The hand of a seat, in the play-off with its card last."""
    return [card for card in s.hand[seat] if card >= 0]


def table(s: Plain, seat: int | None) -> dict[str, Any]:
    seen = pictures_of(s)
    waiting = "claim" if s.asked else "place" if s.drawn >= 0 else "turn"
    return {
        "seats": [seat_data(s, side, seen, side == seat) for side in range(s.players)],
        "prompt": None if s.mover < 0 else waiting,
        "drawn": COLOURS[s.drawn] if s.drawn >= 0 else None,
        "taboo": list(above(s, s.moved, -1)) if s.moved >= 0 else None,
        "bag": {hue: s.bag[: s.in_bag].tolist().count(i) for i, hue in enumerate(COLOURS)},
        "pile": s.in_pile,
        "target": target(s),
        "playoff": [side for side in range(s.players) if s.tied >> side & 1],
        "pictures": {
            name: [[picture.get((u, v), (None, None))[1] for u in range(4)] for v in range(4)]
            for name, picture in seen.items()
        },
    }


def seat_data(s: Plain, side: int, seen: Pictures, own: bool) -> dict[str, Any]:
    """A seat as others or its player may see it. The winning card of a play-off has been shown."""
    hidden = [slot for slot in range(HAND + 1) if hidden_card(s, side, slot)]
    won = s.hand[side, EXTRA] >= 0 and EXTRA not in hidden
    return {
        "colour": COLOURS[s.twins[side]],
        "supply": {"twin": int(s.twin_cells[side, 0] < 0)},
        "points": points(s, side),
        "cards": len(hidden),
        "shown": [card_data(s, card) for card in members(s.shown[side])],
        "playoff_card": card_data(s, s.hand[side, EXTRA]) if won else None,
    } | ({"hand": hand_data(s, side, seen)} if own else {})


def hand_data(s: Plain, side: int, seen: Pictures) -> list[dict[str, Any]]:
    by_call = s.claims == BY_CALL and not s.tied and s.mover >= 0  # rule 6: look for yourselves
    return [card_data(s, card, None if by_call else seen) for card in held(s, side)]


def card_data(s: Plain, card: int, seen: Pictures | None = None) -> dict[str, Any]:
    squares = card_squares(s.deck[card])
    data = {"card": card, "squares": [list(square) for square in squares]}
    return data if seen is None else data | {"views": views_of(squares, seen)}


def offered(s: Plain) -> list[int]:
    """Rule 6: who is asked may call any card in the hand, and find out."""
    if s.asked:
        return [*(CALL + card for card in sorted(held(s, s.mover))), PASS]
    out = [0] * len(ACTIONS)
    return out[: actions(s, out)]


def secrets(s: Plain) -> dict[str, Any]:
    """Everything hidden. In the play-off a hand is the cards set aside, then the card drawn."""
    return {
        "deck": [card_data(s, card)["squares"] for card in range(CARDS)],
        "corners": {NAMES[CORNERS[i]]: COLOURS[colour] for i, colour in enumerate(s.corners)},
        "hands": [held(s, seat) for seat in range(s.players)],
        "pile": s.pile[: s.in_pile][::-1].tolist(),
        "bag": [COLOURS[colour] for colour in s.bag[: s.in_bag][::-1]],
        "twins": [COLOURS[s.twins[seat]] for seat in range(s.players)],
    }


def tally(s: Plain) -> list[Tally]:
    """The shown cards, each with the cubes that show it if it is still to be seen."""
    seen = pictures_of(s)
    found = []
    for seat in range(s.players):
        for card in members(s.shown[seat]):
            name, cells = next(appearances(card_squares(s.deck[card]), seen), (None, ()))
            found.append(Tally(seat, 1, Phrase("card {card}", card=card), cells, name))
    return found


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    _, first, second = ACTIONS[action]
    lower = reason == UNEVEN and s.height[first] < s.height[second]
    at = second if reason == FULL or lower else first
    cells: list[Cell] = []
    if reason in (FULL, SAME, START, TABOO, TALL, UNEVEN):
        cells = [above(s, at, -1)]
    elif reason == TWIN:
        cells = next(list(block.cells) for block in blocks(s) if above(s, at, -1) in block.cells)
    elif reason == PLACED:
        cells = [PLACES[cell] for cell in s.twin_cells[s.mover]]
    elif reason in (LEVEL, ROW):
        x, y, z = above(s, at, -1)
        level = [cell for cell in stones(s) if cell[2] == z]
        rows = [[c for c in level if c[1] == y], [c for c in level if c[0] == x]]
        cells = level if reason == LEVEL else sorted({c for r in rows if len(r) == 4 for c in r})
    return cells, {
        "cell": NAMES[at],
        "height": s.height[at],
        "how": "placed" if s.quiet == 0 else "moved",
        "colour": COLOURS[s.drawn],
        "card": action - CALL,
        "target": target(s),
    }


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    filled = stones(s)
    empty = [s.tint[i] for i, cell in enumerate(PLACES) if cell not in filled]
    placed = [seat for seat in range(4) if s.twin_cells[seat, 0] >= 0]
    box = Counter([*COLOURS] * EACH + [COLOURS[s.twins[seat]] for seat in placed] * 2)
    loose = [COLOURS[colour] for colour in (*s.bag[: s.in_bag], s.drawn) if colour >= 0]
    shown = [card for cards in s.shown for card in members(cards)]
    hands = [card for seat in range(4) for card in held(s, seat)]
    if not all(s.shown[seat] for seat in placed):
        return "a twin was placed too early"
    if Counter([*filled.values(), *loose]) != box:
        return f"there are not {EACH} cubes of each colour"
    if sorted([*shown, *hands, *s.pile[: s.in_pile]]) != list(range(CARDS)):
        return "a card is missing or there twice"
    if any([*empty, *s.bag[s.in_bag :], *s.pile[s.in_pile :]]):
        return "something is left in an empty cell, or behind the end of the bag or the pile"
    if any(points(s, seat) > target(s) for seat in range(s.players)):
        return "someone shows more cards than the target"
    for seat, slot in np.ndindex(s.players, HAND + 1):
        secret = hidden_card(s, seat, slot) and surely_missing(s, seat, slot)
        if secret and shows(s, s.hand[seat, slot]):
            return "a fulfilled card has not been shown"
    return wrong_sets(s, filled)


def wrong_sets(s: Plain, filled: Mapping[Cell, str]) -> str | None:
    """Compare what is kept for speed with what the cells say."""
    twins = [PLACES[cell] for cell in s.twin_cells.flat if cell >= 0]
    for kept, cells in ((s.filled, filled), (s.fixed, twins)):
        for z in range(4):
            if kept[z] != sum(1 << x + 4 * y for x, y, level in cells if level == z):
                return f"the cells or the twins on level {z + 1} are wrong"
    wanted = [[0] * 4, [0] * 4]
    for view, picture in enumerate(pictures(filled).values()):
        for cell, colour in picture.values():
            wanted[view // 3][COLOURS.index(colour)] |= picture_bit(view, cell)
    return None if s.pictures.tolist() == wanted else "a picture is wrong"


class SoloError(BlockhausError):
    """The cards or the arrangement of a solo puzzle are not what the box allows."""


def solo_check(cards: Sequence[int | Card], stacks: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Rule 10: for each card the views in which it is fulfilled; solved if none is empty.

    A card is a number of the house deck or four (column, row, colour), rows counted upward. The
    arrangement gives for each cell such as "c3" the colours from the bottom up.
    """
    if not 2 <= len(cards) <= 8:
        raise SoloError("A puzzle has 2 to 8 cards, not {number}.", number=len(cards))
    wanted = [solo_card(card) for card in cards]
    if any(face(first) == face(second) for first, second in combinations(wanted, 2)):
        raise SoloError("A puzzle does not have the same card twice.")
    seen = pictures(solo_stones(stacks))
    return [views_of(card, seen) for card in wanted]


def solo_card(card: int | Card) -> Card:
    if isinstance(card, (int, np.integer)):
        if isinstance(card, bool) or not 0 <= card < CARDS:
            raise SoloError(
                "Cards are numbered 0 to {last}, not {card}.", last=CARDS - 1, card=card
            )
        return card_squares(card_number(DECK[card]) or 0)
    try:
        squares = [(int(x), int(y), colour) for x, y, colour in card]
    except (TypeError, ValueError):
        raise SoloError(
            "A card is four squares [column, row, colour], not {card!r}.", card=card
        ) from None
    check_colours([colour for _, _, colour in squares])
    if len(squares) != 4 or len({(x, y) for x, y, _ in squares}) != 4:
        raise SoloError("A card has four different squares, unlike {card!r}.", card=card)
    return squares


def check_colours(colours: Sequence[str]) -> None:
    for colour in colours:
        if colour not in COLOURS:
            raise SoloError(
                "There is no colour {name!r}: the colours are {known}.",
                name=colour,
                known=", ".join(COLOURS),
            )


def solo_stones(stacks: Mapping[str, Sequence[str]]) -> dict[Cell, str]:
    filled: dict[Cell, str] = {}
    for name, colours in stacks.items():
        if name not in NAMES:
            raise SoloError("There is no cell {name!r}: the cells are a1 to d4.", name=name)
        if isinstance(colours, str):
            raise SoloError(
                "The stack at {cell} is a list of colours, not {colours!r}.",
                cell=name,
                colours=colours,
            )
        if len(colours) > 4:
            raise SoloError(
                "The stack at {cell} is {height} high; 4 is the limit.",
                cell=name,
                height=len(colours),
            )
        check_colours(colours)
        filled |= {PLACES[NAMES.index(name) + 16 * z]: hue for z, hue in enumerate(colours)}
    for colour, cubes in Counter(filled.values()).items():
        if cubes > EACH:
            raise SoloError(
                "The box has {most} {colour} cubes; {used} are used.",
                most=EACH,
                colour=colour,
                used=cubes,
            )
    return filled


PROMPTS = {
    "turn": "Draw a cube, move one, or place your twin.",
    "place": "Put the drawn cube on a column.",
    "claim": "Call a card that is fulfilled, or pass.",
}

REASONS = (
    Reason("place-first", "R6", "You have drawn a {colour} cube: it has to be placed first."),
    Reason("asked", "R7", "Cards are being called: call one of yours, or pass."),
    Reason("no-bag", "R8", "The bag is empty: there is no cube to draw."),
    Reason("not-drawn", "3", "Draw a cube first: you have none to put there."),
    Reason("full", "1", "The stack at {cell} is four cubes high already."),
    Reason("same", "R5", "Moving a cube means putting it on another column than {cell}."),
    Reason("nothing", "3", "There is no cube at {cell}."),
    Reason("twin", "3", "A twin is on top at {cell}, and twins never move again."),
    Reason("start", "R4", "The starting cube at {cell} stays until every player has had a turn."),
    Reason("taboo", "R3", "The cube at {cell} was {how} in the turn just before."),
    Reason("level", "R5", "The cube at {cell} is part of level {height}, which is closed."),
    Reason("row", "9", "The cube at {cell} is part of a closed row of four."),
    Reason("placed", "3", "Your twin is on the board already."),
    Reason("too-early", "3", "Your twin has to wait until you have shown a card."),
    Reason("tall", "R1", "A standing twin needs two free levels; {cell} is {height} high."),
    Reason("uneven", "R1", "A lying twin needs two columns of equal height; {cell} is higher."),
    Reason("automatic", "R7", "Fulfilled cards are shown by themselves: there is nothing to call."),
    Reason("not-asked", "R7", "Cards are called when a turn is over."),
    Reason("done", "R8", "You have reached the target of {target} cards and show no more."),
    Reason("not-held", "6", "Card {card} is not in your hand."),
    Reason("not-seen", "5", "Card {card} is not to be seen, neither from above nor from a side."),
    Reason("no-pass", "3", "A turn cannot be passed: draw a cube, move one, or place your twin."),
)

ENDINGS = (
    Ending("target", "the target is reached"),
    Ending("bag", "all cubes are on the board; most cards decide"),
    Ending("standstill", "40 turns in a row only moved cubes; most cards decide"),
    Ending("play-off", "the play-off is decided"),
    Ending("shared", "the tie could not be broken; the win is shared"),
)
