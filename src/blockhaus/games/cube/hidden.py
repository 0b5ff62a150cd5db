"""What a seat may see and what not: dealing the hidden things anew, and planes for networks."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from ...author import Plain, below, count, helper, lowest
from .cards import CARDS
from .rules import AUTO, EXTRA, HAND, PLAY_OFF, list_all, movable, points, rule, target
from .views import SHIFT, shows


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
