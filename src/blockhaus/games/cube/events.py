"""What a decision of CUBE brings about, and how a game ends. All of it lies open to everyone."""

from __future__ import annotations

from ...author import Ending, Event, Phrase, Plain
from .board import appearance, twin_cells
from .cards import COLOURS, card_name, members
from .rules import BY_CALL, CALL, DRAW, EXTRA, PASS, PLAY_OFF, STAND

ENDINGS = (
    Ending("target", "the target is reached"),
    Ending("bag", "all cubes are on the board; most cards decide"),
    Ending("standstill", "40 turns in a row only moved cubes; most cards decide"),
    Ending("play-off", "the play-off is decided"),
    Ending("shared", "the tie could not be broken; the win is shared"),
)


def events(before: Plain, action: int, after: Plain) -> list[Event]:
    seat = before.mover
    if action == DRAW:
        sentence = Phrase("A {colour} cube is drawn.", colour=COLOURS[after.drawn])
        return [Event("drawn", seat, sentence)]
    found = []
    if action == PASS:
        found.append(Event("passed", seat, Phrase("No further card is called.")))
    elif STAND <= action < CALL:
        found.append(
            Event("twin", seat, Phrase("A twin is placed."), cells=twin_cells(after, seat))
        )
    return [*found, *shown_events(before, after), *closing_events(before, after)]


def shown_events(before: Plain, after: Plain) -> list[Event]:
    """Rule 6: the cards shown, those of the active player first, then clockwise."""
    seats = [(before.mover + i) % after.players for i in range(after.players)]
    return [
        shown_event(after, seat, card)
        for seat in seats
        for card in members(after.shown[seat] & ~before.shown[seat])
    ]


def shown_event(s: Plain, seat: int, card: int) -> Event:
    side, cells = appearance(s, card)
    facts = {"colour": COLOURS[s.twins[seat]], "card": card_name(s.deck[card]), "side": side}
    if s.claims == BY_CALL:
        sentence = Phrase("A card is called for {colour}, seen from the {side}: {card}.", **facts)
        return Event("called", seat, sentence, 1, cells)
    sentence = Phrase("A card is fulfilled for {colour}, seen from the {side}: {card}.", **facts)
    return Event("fulfilled", seat, sentence, 1, cells)


def closing_events(before: Plain, after: Plain) -> list[Event]:
    """Rules 7 and 8: a play-off begins or is decided, and the game is over."""
    found = []
    if after.tied and not before.tied:
        sentence = Phrase("The play-off begins: each of the tied players draws one more card.")
        found.append(Event("play-off", before.mover, sentence))
    if after.ending == PLAY_OFF:
        found.append(deciding_event(after))
    if after.ending:
        reason = ENDINGS[after.ending - 1].text
        sentence = Phrase("The game is over: {reason}.", reason=reason)
        found.append(Event("end", before.mover, sentence))
    return found


def deciding_event(s: Plain) -> Event:
    """The card that wins a play-off has been shown, but adds nothing to the score (R8)."""
    winner = s.winners.bit_length() - 1
    card = s.hand[winner, EXTRA]
    side, cells = appearance(s, card)
    sentence = Phrase(
        "A card decides the play-off for {colour}, seen from the {side}: {card}.",
        colour=COLOURS[s.twins[winner]],
        card=card_name(s.deck[card]),
        side=side,
    )
    return Event("decided", winner, sentence, cells=cells)
