"""The rules of CUBE as they are played: the record, set-up, a turn, showing cards, the end."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import count, fair, helper, lookup, lowest, record_type, rules
from .cards import CARDS
from .views import NAMES, shows, stack

HAND = 3
EXTRA = HAND  # the place in a hand of the card of the play-off
BAG = 28
QUIET = 40  # rule 8: turns in a row that only move cubes
OVERTIME = 20  # rule 7: turns of a play-off

# Sets of columns are bits.
ALL = 0xFFFF
CORNERS = (0, 3, 12, 15)
CORNER_SET = 0x9009
NOT_LAST_X, NOT_LAST_Y = 0x7777, 0x0FFF


# Every action with the columns it is about.
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
FIRST = lookup(first for _, first, _ in ACTIONS)
SECOND = lookup(second for _, _, second in ACTIONS)
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


# Set-up (rule 2)


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


# A turn (rules 3, 4 and 9)


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


# Showing cards (rule 6)


@helper
def points(s, seat):
    return count(s.shown[seat])


@helper
def target(s):
    return 9 - s.players


@helper
def fulfilled(s, seat, slot):
    """Rule 6: whether a seat may show the card in a place of its hand."""
    card = s.hand[seat, slot]
    return card >= 0 and count(s.shown[seat]) < target(s) and shows(s, card)


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


@helper
def show(s, seat, slot):
    s.shown[seat] |= 1 << s.hand[seat, slot]
    s.hand[seat, slot] = next_card(s)


# The end (rules 7 and 8)


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


@helper
def finish(s, ending, winners):
    s.mover = -1
    s.ending = ending
    s.winners = winners


@rule
def score(s, points):
    for seat in range(s.players):
        points[seat] = count(s.shown[seat])
    return s.winners
