"""Every way in which what a player of CUBE cannot see may matter for a decision."""

from __future__ import annotations

from collections.abc import Iterator

from ...author import Plain
from .hidden import hidden_card, surely_missing
from .rules import EXTRA, HAND, build
from .views import shows

Place = tuple[int, int]  # seat and slot of a card


def deals(s: Plain, action: int) -> Iterator[bytes]:
    """Each card that others may hold in the hand of one of them, and then the worst deals.

    Others are the better off the more of their cards can be seen after the action. So at worst they
    hold those, and the pile gives them more of them, but none to the mover, who draws first.
    """
    places = hidden_places(s)
    unknown = sorted([*s.pile[: s.in_pile], *(s.hand[seat, slot] for seat, slot in places)])
    possible = [card for card in unknown if not shows(s, card)]
    after = s.fresh()
    build(after, s.mover, action)
    seen = [card for card in unknown if shows(after, card)]
    others = [card for card in unknown if card not in seen]
    for card in possible:
        yield dealt(s, places, unknown, [card, *possible])
    for drawn_before in range(min(HAND, len(others)) + 1):
        order = [*others[drawn_before:], *seen, *others[:drawn_before]]
        yield dealt(s, places, order, [*(card for card in seen if card in possible), *possible])


def hidden_places(s: Plain) -> list[Place]:
    """Where the cards lie that the mover cannot see."""
    seats = (seat for seat in range(s.players) if seat != s.mover)
    slots = (EXTRA,) if s.tied else range(HAND)
    return [(seat, slot) for seat in seats for slot in slots if hidden_card(s, seat, slot)]


def dealt(s: Plain, places: list[Place], order: list[int], wanted: list[int]) -> bytes:
    """The record with the first wanted cards in the hands of others and the rest in the pile.

    The last of the order is drawn first. What all know not to be held stays in the pile.
    """
    cards = list(dict.fromkeys(wanted))
    hand = [list(row) for row in s.hand]
    for seat, slot in places:
        free = [c for c in (cards if surely_missing(s, seat, slot) else order) if c in order]
        hand[seat][slot] = card = free[0]
        cards = [other for other in cards if other != card]
        order = [other for other in order if other != card]
    record = bytearray(s.record)
    s.layout.fields["hand"].write(record, hand)
    s.layout.fields["pile"].write(record, [*order, *([0] * (len(s.pile) - len(order)))])
    return bytes(record)
