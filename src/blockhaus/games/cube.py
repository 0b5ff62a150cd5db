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

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ..core.bits import count, lowest
from ..core.chance import below, fair
from ..core.errors import BlockhausError, NotationError, OptionError
from ..core.grid import Cell, Grid, column
from ..core.rules import Plain, helper, record_type, rules
from ..core.scene import Block, Tally
from ..core.spec import Choice, Ending, Flag, Number, Options, Reason, Spec, Words

COLOURS = ("red", "yellow", "green", "blue")
LETTERS = "rygb"
CARDS = 48
HAND = 3
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
        raise OptionError(f"deck has exactly {CARDS} cards, not {len(chosen['deck'])}.")
    seen: dict[str, str] = {}
    for word in chosen.get("deck", ()):
        other = seen.setdefault(str(face(card_squares(card_number(word) or 0))), word)
        if other != word:
            raise OptionError(f"deck has the same card twice: {other} and {word}.")
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
    options=(
        Number("players", 2, 2, 4),
        Choice("claims", "auto", ("auto", "call")),
        Choice("taboo", "moved", ("moved", "touched")),
        Flag("closed_rows", False),
        Words("twins", COLOURS, 4, dict(zip(COLOURS, range(4), strict=True)).get,
              "colours in seat order, of red, yellow, green, blue"),
        Words("deck", DECK, CARDS, card_number,
              "48 cards such as Trygb, a shape of OISZTLJ and four colours of rygb"),
    ),
    chance=True,
    secrets=True,
    resolve=resolve,
)  # fmt: skip

# A column of the board is x + 4 y, a cell is column + 16 z. Sets of columns are bits.
ALL = 0xFFFF
CORNERS = (0, 3, 12, 15)
CORNER_SET = 0x9009
NOT_LAST_X, NOT_LAST_Y = 0x7777, 0x0FFF

VIEWS = ("front", "back", "left", "right", "top")


def project(view: int, cell: Cell) -> tuple[int, int, int]:
    """Column and row of a cell in the picture of a view, and how far back it lies."""
    x, y, z = cell
    return ((x, z, y), (3 - x, z, 3 - y), (3 - y, z, x), (y, z, 3 - x), (x, y, 3 - z))[view]


def place(cell: int) -> Cell:
    return cell & 3, cell >> 2 & 3, cell >> 4


def picture_bit(view: int, cell: int) -> int:
    """The square of a cell. Three pictures of 16 squares fill one integer, two another."""
    u, v, _ = project(view, place(cell))
    return 1 << u + 4 * v + 16 * (view % 3)


FRONT, BACK, LEFT, RIGHT, ABOVE = np.array(
    [[picture_bit(view, cell) for cell in range(64)] for view in range(5)], np.int64
)
SQUARES = np.array([FRONT | BACK | LEFT, RIGHT | ABOVE])
# The nearest and the farthest of the cells filled in a row of four.
NEAR = np.array([0] + [(row & -row).bit_length() - 1 for row in range(1, 16)], np.int64)
FAR = np.array([0] + [row.bit_length() - 1 for row in range(1, 16)], np.int64)

# For each shape in its four directions: how far each square is from the lower left corner, and
# where that corner can be in the pictures of one integer.
DIRECTIONS = [squares for shape in SHAPES.values() for squares in turns(shape)]
SHIFT = np.array([[x + 4 * y for x, y in squares] for squares in DIRECTIONS], np.int64)
ROOM = np.array(
    [
        sum(
            1 << x + 4 * y + 16 * view
            for x in range(4 - max(x for x, _ in squares))
            for y in range(4 - max(y for _, y in squares))
            for view in range(3)
        )
        for squares in DIRECTIONS
    ],
    np.int64,
)

# Actions: draw, place a drawn cube, move, stand or lay the twin, call a card, pass.
DRAW, PLACE, MOVE = 0, 1, 17
STAND = MOVE + 256
LAY_X = STAND + 16
LAY_Y = LAY_X + 12
CALL = LAY_Y + 12
PASS = CALL + CARDS
SPAN = PASS + 1

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
        ("filled", "i4", 4),  # the columns filled on each level
        ("tint", "i1", 64),  # the colour of each cell, or -1
        ("fixed", "i4", 4),  # the columns filled by twins on each level
        ("twin_cells", "i1", (4, 2)),  # -1 while not placed
        ("pictures", "i8", (2, 4)),  # what is seen of each colour: front, back, left; right, top
        ("drawn", "i1"),  # the colour of the cube to be placed, or -1
        ("moved", "i1"),  # the column whose top cube is taboo, or -1
        ("quiet", "i1"),  # turns in a row that only moved cubes
        ("asked", "i1"),  # claims=call: players asked, the one to move included
        ("tied", "i1"),  # the players of the play-off, a set
        ("overtime", "i1"),  # turns of the play-off
        ("winners", "i1"),  # a set
    ],
)

rule = rules(State)

EXTRA = HAND  # the place of the card of the play-off
AUTO, BY_CALL = range(2)
TOUCHED = 1
(
    PLACE_FIRST, ASKED, NO_BAG, NOT_DRAWN, FULL, SAME, NOTHING, TWIN, START, TABOO, LEVEL, ROW,
    PLACED, TOO_EARLY, TALL, UNEVEN, AUTOMATIC, NOT_ASKED, DONE, NOT_HELD, NOT_SEEN, NO_PASS,
) = range(1, 23)  # fmt: skip
TARGET, EMPTY_BAG, STANDSTILL, PLAY_OFF, SHARED = range(1, 6)


@rule
def setup(s, chance):
    for cell in range(64):
        s.tint[cell] = -1
    for seat in range(4):
        s.twin_cells[seat, 0] = s.twin_cells[seat, 1] = -1
        for slot in range(HAND + 1):
            s.hand[seat, slot] = -1
    s.drawn = s.moved = -1
    shuffle(s, 4, chance)
    for i in range(4):
        s.corners[i] = s.pile[i]
        put(s, CORNERS[i], s.corners[i])
    shuffle(s, BAG, chance)
    for i in range(BAG):
        s.bag[i] = s.pile[i] & 3
    s.in_bag = BAG
    shuffle(s, CARDS, chance)
    s.in_pile = CARDS
    for seat in range(s.players):
        for slot in range(HAND):
            s.hand[seat, slot] = next_card(s)


@helper
def shuffle(s, size, chance):
    """Write the numbers below `size` into the pile, in any order."""
    for i in range(size):
        s.pile[i] = i
    for i in range(size - 1, 0, -1):
        j = fair(chance, i + 1)
        s.pile[i], s.pile[j] = s.pile[j], s.pile[i]


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
    return SPAN


@helper
def target(s):
    return 9 - s.players


@helper
def points(s, seat):
    return count(s.shown[seat])


@helper
def height(s, column):
    return (
        (s.filled[0] >> column & 1) + (s.filled[1] >> column & 1)
        + (s.filled[2] >> column & 1) + (s.filled[3] >> column & 1)
    )  # fmt: skip


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


@rule
def verdict(s, action):
    seat = max(s.mover, 0)
    if action >= CALL:
        return verdict_on_claim(s, seat, action)
    if s.asked:
        return ASKED
    if PLACE <= action < MOVE:
        if s.drawn < 0:
            return NOT_DRAWN
        return FULL if s.filled[3] >> action - PLACE & 1 else 0
    if s.drawn >= 0:
        return PLACE_FIRST
    if action == DRAW:
        return 0 if s.in_bag else NO_BAG
    if action < STAND:
        return verdict_on_move(s, (action - MOVE) >> 4, action - MOVE & 15)
    return verdict_on_twin(s, seat, action)


@helper
def verdict_on_claim(s, seat, action):
    if s.asked == 0:
        if s.drawn >= 0:
            return PLACE_FIRST
        if action == PASS:
            return NO_PASS
        return AUTOMATIC if s.claims == AUTO or s.tied else NOT_ASKED
    if action == PASS:
        return 0
    card = action - CALL
    if card != s.hand[seat, 0] and card != s.hand[seat, 1] and card != s.hand[seat, 2]:
        return NOT_HELD
    if points(s, seat) >= target(s):
        return DONE
    return 0 if shows(s, card) else NOT_SEEN


@helper
def verdict_on_move(s, origin, goal):
    top = height(s, origin) - 1
    if top < 0:
        return NOTHING
    if origin == goal:
        return SAME
    if s.fixed[top] >> origin & 1:
        return TWIN
    if s.turn < s.players and top == 0 and CORNER_SET >> origin & 1:
        return START
    if s.moved == origin:
        return TABOO
    if s.filled[top] == ALL:
        return LEVEL
    if s.closed_rows and full_rows(s.filled[top]) >> origin & 1:
        return ROW
    return FULL if s.filled[3] >> goal & 1 else 0


@helper
def verdict_on_twin(s, seat, action):
    if s.twin_cells[seat, 0] >= 0:
        return PLACED
    if s.shown[seat] == 0:
        return TOO_EARLY
    first, second = twin_columns(action)
    level = height(s, first)
    if first == second:
        return TALL if level > 2 else 0
    if level != height(s, second):
        return UNEVEN
    return FULL if level == 4 else 0


@helper
def twin_columns(action):
    """The columns of a twin, twice the same for a standing one."""
    if action < LAY_X:
        return action - STAND, action - STAND
    if action < LAY_Y:
        first = (action - LAY_X) // 3 * 4 + (action - LAY_X) % 3
        return first, first + 1
    return action - LAY_Y, action - LAY_Y + 4


@rule
def actions(s, out):
    if s.asked:
        found = list_all(out, 0, CALL, fulfilled(s, s.mover))
        out[found] = PASS
        return found + 1
    free = ALL & ~s.filled[3]
    if s.drawn >= 0:
        return list_all(out, 0, PLACE, free)
    found = 0
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
    if has_twin(s, s.mover):
        found = list_twins(s, out, found)
    return found


@helper
def list_all(out, found, base, members):
    while members:
        out[found] = base + lowest(members)
        found += 1
        members &= members - 1
    return found


@helper
def list_twins(s, out, found):
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
    return list_all(out, found, LAY_Y, NOT_LAST_Y & ~steps_y)


@helper
def fulfilled(s, seat):
    """The cards a seat may show now, a set."""
    found = 0
    if points(s, seat) < target(s):
        for slot in range(HAND):
            card = s.hand[seat, slot]
            if card >= 0 and shows(s, card):
                found |= 1 << card
    return found


@helper
def look(s, cell):
    """Bring the squares of the pictures that the cell lies behind up to date.

    The view from above is left to the caller, who knows what is on top.
    """
    for colour in range(4):
        s.pictures[0, colour] &= ~SQUARES[0, cell]
        s.pictures[1, colour] &= ~SQUARES[1, cell]
    filled = s.filled[cell >> 4]
    row = filled >> (cell & 12) & 15
    if row:
        s.pictures[0, s.tint[cell & ~3 | NEAR[row]]] |= LEFT[cell]
        s.pictures[1, s.tint[cell & ~3 | FAR[row]]] |= RIGHT[cell]
    row = (filled >> (cell & 3) & 0x1111) * 0x1248 >> 12 & 15  # every fourth bit, gathered
    if row:
        s.pictures[0, s.tint[cell & ~12 | NEAR[row] << 2]] |= FRONT[cell]
        s.pictures[0, s.tint[cell & ~12 | FAR[row] << 2]] |= BACK[cell]


@helper
def put(s, column, colour):
    """Drop a cube on a column; returns its cell."""
    level = height(s, column)
    cell = column + 16 * level
    s.filled[level] |= 1 << column
    s.tint[cell] = colour
    look(s, cell)
    s.pictures[1, colour] |= ABOVE[cell]
    return cell


@helper
def lift(s, column):
    """Take the top cube off a column; returns its colour."""
    level = height(s, column) - 1
    cell = column + 16 * level
    colour = s.tint[cell]
    s.filled[level] &= ~(1 << column)
    s.tint[cell] = -1
    look(s, cell)
    if level:
        s.pictures[1, s.tint[cell - 16]] |= ABOVE[cell]
    return colour


@helper
def place_twin(s, seat, action):
    first, second = twin_columns(action)
    for i in range(2):
        cell = put(s, second if i else first, s.twins[seat])
        s.twin_cells[seat, i] = cell
        s.fixed[cell >> 4] |= 1 << (cell & 15)


@rule
def play(s, action):
    seat = s.mover
    if action == DRAW:
        s.in_bag -= 1
        s.drawn = s.bag[s.in_bag]
        s.bag[s.in_bag] = 0
    elif action == PASS:
        s.mover = (seat + 1) % s.players
        s.asked += 1
        if s.asked > s.players:
            s.asked = 0
            end_turn(s, s.mover)
    elif action >= CALL:
        for slot in range(HAND):
            if s.hand[seat, slot] == action - CALL:
                show(s, seat, slot)
    else:
        build(s, seat, action)
        if s.tied:
            s.turn += 1
            s.overtime += 1
            go_on(s, seat, seat)
        elif s.claims == BY_CALL:
            s.asked = 1
        else:
            for i in range(s.players):
                show_fulfilled(s, (seat + i) % s.players)
            end_turn(s, seat)


@helper
def build(s, seat, action):
    """Rule 3: change the board."""
    s.moved = -1
    s.quiet += 1
    if action < MOVE:
        put(s, action - PLACE, s.drawn)
        s.drawn = -1
        s.quiet = 0
        if s.taboo == TOUCHED:
            s.moved = action - PLACE
    elif action < STAND:
        s.moved = action - MOVE & 15
        put(s, s.moved, lift(s, (action - MOVE) >> 4))
    else:
        place_twin(s, seat, action)
        s.quiet = 0


@helper
def show(s, seat, slot):
    s.shown[seat] |= 1 << s.hand[seat, slot]
    s.hand[seat, slot] = next_card(s)


@helper
def show_fulfilled(s, seat):
    """Rule 6: from the left; what was passed over cannot match before the board changes."""
    slot = 0
    while slot < HAND and points(s, seat) < target(s):
        if s.hand[seat, slot] >= 0 and shows(s, s.hand[seat, slot]):
            show(s, seat, slot)
        else:
            slot += 1


@helper
def finish(s, ending, winners):
    s.mover = -1
    s.ending = ending
    s.winners = winners


@helper
def end_turn(s, active):
    """Rules 7 and 8: hand on the turn, or see who is tied for the win."""
    s.turn += 1
    s.mover = (active + 1) % s.players
    most = 0
    for seat in range(s.players):
        most = max(most, points(s, seat))
    reached = most >= target(s)
    if s.in_bag > 0 and s.quiet < QUIET and not (reached and s.mover == 0):
        return
    leaders = with_twin = 0
    for seat in range(s.players):
        if points(s, seat) == most:
            leaders |= 1 << seat
            if s.twin_cells[seat, 0] >= 0:
                with_twin |= 1 << seat
    if with_twin:
        leaders = with_twin
    if count(leaders) == 1:
        finish(s, TARGET if reached else EMPTY_BAG if s.in_bag == 0 else STANDSTILL, leaders)
    elif s.in_pile < count(leaders):
        finish(s, SHARED, leaders)
    else:
        s.tied = leaders
        for seat in range(s.players):
            if leaders >> seat & 1:
                s.hand[seat, EXTRA] = next_card(s)
        go_on(s, 0, active)


@helper
def go_on(s, first, active):
    """Rule 7: look at the cards of the play-off from a seat on, then hand on the turn."""
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


@rule
def redeal(s, seat, rng):
    """Shuffle the bag; gather the pile and the cards of the others, and deal them anew."""
    for i in range(s.in_bag - 1, 0, -1):
        j = below(rng, i + 1)
        s.bag[i], s.bag[j] = s.bag[j], s.bag[i]
    gathered = s.in_pile
    for other in range(s.players):
        for slot in range(HAND + 1):
            if other != seat and hidden_card(s, other, slot):
                s.pile[gathered] = s.hand[other, slot]
                gathered += 1
    # First the places where only some cards can be, then the others: each deal is as likely.
    for missing in (True, False):
        for other in range(s.players):
            for slot in range(HAND + 1):
                known = other == seat or not hidden_card(s, other, slot)
                if not known and surely_missing(s, other, slot) == missing:
                    s.hand[other, slot] = pick(s, gathered, missing, rng)
                    gathered -= 1
    for i in range(s.in_pile - 1, 0, -1):
        j = below(rng, i + 1)
        s.pile[i], s.pile[j] = s.pile[j], s.pile[i]


@helper
def pick(s, gathered, missing, rng):
    """Take a random card out of those gathered in the pile."""
    i = below(rng, gathered)
    while missing and shows(s, s.pile[i]):
        i = below(rng, gathered)
    card = s.pile[i]
    s.pile[i] = s.pile[gathered - 1]
    s.pile[gathered - 1] = 0
    return card


@rule
def observe(s, planes):
    for cell in range(64):
        if s.tint[cell] >= 0:
            planes[4 * (cell >> 4) + s.tint[cell], cell >> 2 & 3, cell & 3] = 1
    for level in range(4):
        mark(planes[16 + level], s.fixed[level])
    for slot in range(HAND):
        card = s.hand[s.mover, slot]
        if s.tied:  # the one card that counts comes first
            card = s.hand[s.mover, EXTRA] if slot == 0 else -1
        if card >= 0:
            for i in range(4):
                square = SHIFT[s.deck[card] >> 8 << 2, i]
                colour = s.deck[card] >> 2 * i & 3
                planes[20 + 4 * slot + colour, square >> 2, square & 3] = 1
    if s.drawn >= 0:
        fill(planes[32 + s.drawn], 1)
    for colour in range(4):
        fill(planes[36 + colour], in_bag(s, colour))
    for i in range(s.players):
        seat = (s.mover + i) % s.players
        fill(planes[40 + i], points(s, seat))
        fill(planes[44 + i], 1 if s.twin_cells[seat, 0] < 0 else 0)
    mark(planes[48], movable(s))
    fill(planes[49], s.asked)
    fill(planes[50], s.quiet)
    fill(planes[51], s.overtime)
    fill(planes[52], s.in_pile)


@helper
def in_bag(s, colour):
    """How many cubes of a colour are in the bag, which everyone can work out."""
    found = 0
    for i in range(s.in_bag):
        if s.bag[i] == colour:
            found += 1
    return found


@helper
def fill(plane, value):
    for i in range(16):
        plane[i >> 2, i & 3] = value


@helper
def mark(plane, columns):
    while columns:
        plane[lowest(columns) >> 2, lowest(columns) & 3] = 1
        columns &= columns - 1


def planes(s: Plain) -> tuple[int, ...]:
    """Cubes by level and colour, twins by level, own cards by place and colour, the drawn cube,
    the bag by colour, shown cards and twins in hand from the mover on, what may be moved, how
    many were asked, quiet turns, turns of the play-off, the pile.
    """
    return 53, 4, 4


def text(s: Plain, action: int) -> str:
    if action == DRAW:
        return "draw"
    if action == PASS:
        return "pass"
    if action >= CALL:
        return f"!{action - CALL}"
    if action < MOVE:
        return column_name(action - PLACE)
    if action < STAND:
        return f"{column_name(action - MOVE >> 4)}-{column_name(action - MOVE & 15)}"
    first, second = twin_columns(action)
    if first == second:
        return f"{column_name(first)}|"
    return f"{column_name(first)}+{column_name(second)}"


def column_name(number: int) -> str:
    return column(number & 3, number >> 2)


def parse(s: Plain, move: str) -> int:
    if move in ("draw", "pass"):
        return DRAW if move == "draw" else PASS
    if match := re.fullmatch(r"!(0|[1-9][0-9]?)", move):
        if int(match[1]) >= CARDS:
            raise NotationError(f"{move!r} is not a move: cards are numbered 0 to {CARDS - 1}.")
        return CALL + int(match[1])
    match = re.fullmatch(r"([a-d])([1-4])(?:(\|)|([-+])([a-d])([1-4]))?", move)
    if not match:
        raise NotationError(
            f"{move!r} is not a move: write draw, then c3 to place the drawn cube; b2-c3 to move "
            "one; b2| or a1+b1 to place the twin; !17 to call card 17, or pass. Cells are a1 to d4."
        )
    first = "abcd".index(match[1]) + 4 * int(match[2]) - 4
    if match[3]:
        return STAND + first
    if not match[4]:
        return PLACE + first
    second = "abcd".index(match[5]) + 4 * int(match[6]) - 4
    if match[4] == "-":
        return MOVE + 16 * first + second
    if second == first + 1 and first & 3 < 3:
        return LAY_X + first - (first >> 2)
    if second == first + 4:
        return LAY_Y + first
    raise NotationError(
        f"{move!r} is not a move: a lying twin covers two neighbouring cells, the lower one "
        "named first, as in a1+b1 or a1+a2."
    )


def grid(s: Plain) -> Grid:
    return Grid(4, 4, 4)


def top(s: Plain, column: int) -> Cell:
    """The top cube of a column."""
    return column & 3, column >> 2, height(s, column) - 1


def landing(s: Plain, column: int, above: int = 0) -> Cell:
    """Where the next cube of a column comes to lie; on the board even if there is no room."""
    return column & 3, column >> 2, min(height(s, column) + above, 3)


def stones(s: Plain) -> dict[Cell, str]:
    """Every filled cell with its colour."""
    return {place(cell): COLOURS[tint] for cell, tint in enumerate(s.tint) if tint >= 0}


def blocks(s: Plain) -> list[Block]:
    twins = [
        Block(tuple(place(cell) for cell in cells), COLOURS[s.twins[seat]], seat)
        for seat, cells in enumerate(s.twin_cells)
        if cells[0] >= 0
    ]
    joined = {cell for twin in twins for cell in twin.cells}
    single = [Block((cell,), hue) for cell, hue in stones(s).items() if cell not in joined]
    return single + twins


def picks(s: Plain, action: int) -> list[Cell]:
    if action == DRAW or action >= CALL:
        return []
    if action < MOVE:
        return [landing(s, action - PLACE)]
    if action < STAND:
        return [top(s, action - MOVE >> 4), landing(s, action - MOVE & 15)]
    first, second = twin_columns(action)
    return [landing(s, first), landing(s, second, 1 if first == second else 0)]


Pictures = dict[str, dict[Square, Cell]]


def pictures(filled: Mapping[Cell, str]) -> Pictures:
    """Rule 5: for each view, the nearest cube behind every square that shows one."""
    seen: Pictures = {name: {} for name in VIEWS}
    for view, name in enumerate(VIEWS):
        for cell in sorted(filled, key=lambda cell: -project(view, cell)[2]):
            u, v, _ = project(view, cell)
            seen[name][u, v] = cell
    return seen


def appearances(
    card: Card, seen: Pictures, filled: Mapping[Cell, str]
) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Where a card is to be seen: the view, and the cubes that show it."""
    colours = [colour for _, _, colour in card]
    for squares in turns([(x, y) for x, y, _ in card]):
        x, y = squares[0]
        steps = [(u - x, v - y) for u, v in squares]
        for name, picture in seen.items():
            for (u, v), first in picture.items():
                if filled[first] == colours[0]:
                    cells = [picture.get((u + right, v + up)) for right, up in steps]
                    if [cell and filled[cell] for cell in cells] == colours:
                        yield name, tuple(cell for cell in cells if cell)


def views_of(card: Card, seen: Pictures, filled: Mapping[Cell, str]) -> list[str]:
    found = {name for name, _ in appearances(card, seen, filled)}
    return [name for name in VIEWS if name in found]


def card_data(s: Plain, card: int) -> dict[str, Any]:
    return {"card": card, "squares": [list(square) for square in card_squares(s.deck[card])]}


def members(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def table(s: Plain, seat: int | None) -> dict[str, Any]:
    filled = stones(s)
    seen = pictures(filled)
    return {
        "seats": [
            seat_data(s, side) | (own_cards(s, side, seen, filled) if side == seat else {})
            for side in range(s.players)
        ],
        "prompt": prompt(s),
        "drawn": COLOURS[s.drawn] if s.drawn >= 0 else None,
        "taboo": list(top(s, s.moved)) if s.moved >= 0 else None,
        "bag": {colour: in_bag(s, i) for i, colour in enumerate(COLOURS)},
        "pile": s.in_pile,
        "target": target(s),
        "playoff": [side for side in range(s.players) if s.tied >> side & 1],
        "pictures": {
            name: [
                [filled[picture[u, v]] if (u, v) in picture else None for u in range(4)]
                for v in range(4)
            ]
            for name, picture in seen.items()
        },
    }


def prompt(s: Plain) -> str | None:
    if s.mover < 0:
        return None
    return "claim" if s.asked else "place" if s.drawn >= 0 else "turn"


def seat_data(s: Plain, side: int) -> dict[str, Any]:
    """What everyone may see of a seat. The winning card of a play-off has been shown."""
    slots = [slot for slot in range(HAND + 1) if hidden_card(s, side, slot)]
    won = s.hand[side, EXTRA] >= 0 and EXTRA not in slots
    return {
        "colour": COLOURS[s.twins[side]],
        "supply": {"twin": int(s.twin_cells[side, 0] < 0)},
        "points": points(s, side),
        "cards": len(slots),
        "shown": [card_data(s, card) for card in members(s.shown[side])],
        "playoff_card": card_data(s, s.hand[side, EXTRA]) if won else None,
    }


def own_cards(s: Plain, side: int, seen: Pictures, filled: Mapping[Cell, str]) -> dict[str, Any]:
    """The own hand, in the play-off with its card last. Rule 6: callers look for themselves."""
    by_call = s.claims == BY_CALL and not s.tied and s.mover >= 0
    cards = [card for card in s.hand[side] if card >= 0]
    return {
        "hand": [
            card_data(s, card)
            | ({} if by_call else {"views": views_of(card_squares(s.deck[card]), seen, filled)})
            for card in cards
        ]
    }


def offered(s: Plain) -> list[int]:
    """Rule 6: who is asked may call any card in the hand, and find out."""
    if s.asked:
        return [*sorted(CALL + card for card in s.hand[s.mover] if card >= 0), PASS]
    out = [0] * SPAN
    return out[: actions(s, out)]


def secrets(s: Plain) -> dict[str, Any]:
    """Everything hidden. In the play-off a hand is the cards set aside, then the card drawn."""
    return {
        "deck": [card_data(s, card)["squares"] for card in range(CARDS)],
        "corners": {column_name(CORNERS[i]): COLOURS[colour] for i, colour in enumerate(s.corners)},
        "hands": [[card for card in s.hand[seat] if card >= 0] for seat in range(s.players)],
        "pile": s.pile[: s.in_pile][::-1].tolist(),
        "bag": [COLOURS[colour] for colour in s.bag[: s.in_bag][::-1]],
        "twins": [COLOURS[s.twins[seat]] for seat in range(s.players)],
    }


def tally(s: Plain) -> list[Tally]:
    """The shown cards, each with the cubes that show it if it is still to be seen."""
    filled = stones(s)
    seen = pictures(filled)
    found = []
    for seat in range(s.players):
        for card in members(s.shown[seat]):
            name, cells = next(appearances(card_squares(s.deck[card]), seen, filled), (None, ()))
            found.append(Tally(seat, 1, f"card {card}", cells, name))
    return found


def culprits(s: Plain, action: int, reason: int) -> tuple[list[Cell], dict[str, Any]]:
    columns = columns_of(action) or [0]
    at = columns[0]
    if reason == FULL:
        at = columns[-1]
    elif reason == UNEVEN:
        at = max(columns, key=lambda column: height(s, column))
    facts = {
        "cell": column_name(at),
        "height": height(s, at),
        "how": "placed" if s.quiet == 0 else "moved",
        "colour": COLOURS[s.drawn],
        "card": action - CALL,
        "target": target(s),
    }
    if reason == TWIN:
        return next(list(block.cells) for block in blocks(s) if top(s, at) in block.cells), facts
    if reason == PLACED:
        return [place(cell) for cell in s.twin_cells[s.mover]], facts
    if reason in (LEVEL, ROW):
        return closed_with(s, top(s, at), reason), facts
    one = reason in (FULL, SAME, START, TABOO, TALL, UNEVEN)
    return [top(s, at)] if one else [], facts


def columns_of(action: int) -> list[int]:
    if PLACE <= action < MOVE:
        return [action - PLACE]
    if MOVE <= action < STAND:
        return [action - MOVE >> 4, action - MOVE & 15]
    return list(twin_columns(action)) if STAND <= action < CALL else []


def closed_with(s: Plain, cube: Cell, reason: int) -> list[Cell]:
    """The cells of the closed level, or of the closed rows, that hold a cube in place."""
    x, y, z = cube
    if reason == LEVEL:
        return [place(cell) for cell in range(16 * z, 16 * z + 16)]
    filled = stones(s)
    rows = [[(i, y, z) for i in range(4)], [(x, i, z) for i in range(4)]]
    return sorted({cell for row in rows if all(c in filled for c in row) for cell in row})


def invariant(s: Plain) -> str | None:
    """What must hold in every position; a sentence about what does not, else None."""
    return wrong_cubes(s) or wrong_cards(s) or wrong_sets(s)


def wrong_cubes(s: Plain) -> str | None:
    placed = [seat for seat in range(4) if s.twin_cells[seat, 0] >= 0]
    if not all(s.shown[seat] for seat in placed):
        return "a twin was placed too early"
    box = Counter([*range(4)] * EACH + [s.twins[seat] for seat in placed] * 2)
    bag = [*s.bag[: s.in_bag], s.drawn]
    if Counter(colour for colour in (*s.tint, *bag) if colour >= 0) != box:
        return f"there are not {EACH} cubes of each colour"
    if any(s.bag[s.in_bag :]) or any(s.pile[s.in_pile :]):
        return "something is left behind the end of the bag or the pile"
    return None


def wrong_cards(s: Plain) -> str | None:
    shown = [card for cards in s.shown for card in members(cards)]
    held = [card for card in s.hand.flat if card >= 0]
    if sorted([*shown, *held, *s.pile[: s.in_pile]]) != list(range(CARDS)):
        return "a card is missing or there twice"
    if any(points(s, seat) > target(s) for seat in range(s.players)):
        return "someone shows more cards than the target"
    for seat in range(s.players):
        for slot in range(HAND + 1):
            held = hidden_card(s, seat, slot) and surely_missing(s, seat, slot)
            if held and shows(s, s.hand[seat, slot]):
                return "a fulfilled card has not been shown"
    return None


def wrong_sets(s: Plain) -> str | None:
    """Compare what is kept for speed with what the cells say."""
    twins = [cell for cell in s.twin_cells.flat if cell >= 0]
    for level in range(4):
        filled = sum(1 << i for i in range(16) if s.tint[16 * level + i] >= 0)
        if filled != s.filled[level]:
            return f"the cells filled on level {level + 1} are wrong"
        if s.fixed[level] != sum(1 << (cell & 15) for cell in twins if cell >> 4 == level):
            return f"the twins on level {level + 1} are wrong"
    colours = stones(s)
    wanted = [[0] * 4, [0] * 4]
    for view, picture in enumerate(pictures(colours).values()):
        for (u, v), cell in picture.items():
            wanted[view // 3][COLOURS.index(colours[cell])] |= 1 << u + 4 * v + 16 * (view % 3)
    return None if s.pictures.tolist() == wanted else "a picture is wrong"


class SoloError(BlockhausError):
    """The cards or the arrangement of a solo puzzle are not what the box allows."""


def solo_check(cards: Sequence[int | Card], stacks: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Rule 10: for each card the views in which it is fulfilled; solved if none is empty.

    A card is a number of the house deck or four (column, row, colour), rows counted upward. The
    arrangement gives for each cell such as "c3" the colours from the bottom up.
    """
    if not 2 <= len(cards) <= 8:
        raise SoloError(f"A puzzle has 2 to 8 cards, not {len(cards)}.")
    wanted = [solo_card(card) for card in cards]
    if any(face(first) == face(second) for first, second in combinations(wanted, 2)):
        raise SoloError("A puzzle does not have the same card twice.")
    filled = solo_stones(stacks)
    seen = pictures(filled)
    return [views_of(card, seen, filled) for card in wanted]


def solo_card(card: int | Card) -> Card:
    if isinstance(card, (int, np.integer)):
        if isinstance(card, bool) or not 0 <= card < CARDS:
            raise SoloError(f"Cards are numbered 0 to {CARDS - 1}, not {card}.")
        return card_squares(card_number(DECK[card]) or 0)
    try:
        squares = [(int(x), int(y), solo_colour(colour)) for x, y, colour in card]
    except (TypeError, ValueError) as error:
        if isinstance(error, SoloError):
            raise
        raise SoloError(f"A card is four squares [column, row, colour], not {card!r}.") from None
    if len(squares) != 4 or len({(x, y) for x, y, _ in squares}) != 4:
        raise SoloError(f"A card has four different squares, unlike {card!r}.")
    return squares


def solo_colour(colour: str) -> str:
    if colour not in COLOURS:
        raise SoloError(f"There is no colour {colour!r}: the colours are {', '.join(COLOURS)}.")
    return colour


def solo_stones(stacks: Mapping[str, Sequence[str]]) -> dict[Cell, str]:
    filled: dict[Cell, str] = {}
    for name, colours in stacks.items():
        if not re.fullmatch("[a-d][1-4]", str(name)):
            raise SoloError(f"There is no cell {name!r}: the cells are a1 to d4.")
        if isinstance(colours, str):
            raise SoloError(f"The stack at {name} is a list of colours, not {colours!r}.")
        if len(colours) > 4:
            raise SoloError(f"The stack at {name} is {len(colours)} high; 4 is the limit.")
        for level, colour in enumerate(colours):
            filled["abcd".index(name[0]), int(name[1]) - 1, level] = solo_colour(colour)
    for colour, cubes in Counter(filled.values()).items():
        if cubes > EACH:
            raise SoloError(f"The box has {EACH} {colour} cubes; {cubes} are used.")
    return filled


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
