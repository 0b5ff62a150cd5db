"""What searches of CUBE are told besides its rules."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import count, exp, helper, lookup, lowest, whole
from .cards import CARDS
from .rules import (
    CALL,
    DRAW,
    EXTRA,
    HAND,
    MOVE,
    PASS,
    PLACE,
    STAND,
    fulfilled,
    has_twin,
    movable,
    play,
    points,
    rule,
    target,
)
from .views import (
    ABOVE,
    BACK,
    FRONT,
    LEFT,
    PLACES,
    RIGHT,
    ROOM,
    SHIFT,
    SQUARES,
    project,
    right_squares,
    shows,
    stack,
)

# What estimates of a running game count in cards shown, and how sure a lead makes of winning.
ONE_CUBE, THREE, TWO, PLACED_TWIN = 0.4, 0.2, 0.1, 0.2
STEEP = 0.7

# For each view from a side, the columns that stand before a column.
NEARER = lookup(
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
)


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
    return (whole(s.drawn), 4) if s.drawn >= 0 else (whole(0), 1)


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
        out[seat] = exp(STEEP * done)
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
