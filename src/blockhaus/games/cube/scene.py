"""CUBE for people: how moves are written, what is seen, and what lies around the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from ...author import (
    Barred,
    Card,
    Cell,
    Fact,
    Grid,
    NotationError,
    Phrase,
    Picture,
    Piece,
    Plain,
    Seat,
    Square,
    Supply,
    Table,
    Tally,
)
from .board import above, appearance, fulfilling, matches, pictures, pictures_of, stones
from .board import blocks as blocks
from .cards import CARDS, COLOURS, EACH, Place, card_name, card_squares, members
from .events import ENDINGS as ENDINGS
from .events import events as events
from .hidden import hidden_card, surely_missing
from .hidden import planes as planes
from .refusals import REASONS as REASONS
from .refusals import culprits as culprits
from .refusals import how_touched
from .rules import (
    ACTIONS,
    BY_CALL,
    CALL,
    CORNERS,
    DRAW,
    EXTRA,
    HAND,
    LAY_X,
    MOVE,
    NUMBERS,
    PASS,
    STAND,
    actions,
    points,
    target,
)
from .views import NAMES, PLACES, picture_bit, shows

GRID = Grid(4, 4, 4)


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


def picks(s: Plain, action: int) -> list[Cell]:
    _, first, second = ACTIONS[action]
    if action == DRAW or action >= CALL:
        return []
    if action < MOVE:
        return [above(s, first)]
    if action < STAND:
        return [above(s, first, -1), above(s, second)]
    return [above(s, first), above(s, second, int(first == second))]


PHRASES = {
    "draw": "draw a cube",
    "place": "drawn cube on {first}",
    "move": "cube from {first} to {second}",
    "stand": "twin upright on {first}",
    "lay": "twin across {first} and {second}",
    "call": "{label}",
    "pass": "call no card",
}

STEPS = {
    "draw": (),
    "place": ("where the drawn cube goes",),
    "move": ("the cube that is moved", "where the cube goes"),
    "stand": ("the lower half of the standing twin", "the upper half of the standing twin"),
    "lay": ("one end of the lying twin", "the other end of the lying twin"),
    "call": (),
    "pass": (),
}


def kind(s: Plain, action: int) -> str:
    if action < MOVE:
        return "draw" if action == DRAW else "place"
    if action < LAY_X:
        return "move" if action < STAND else "stand"
    return "lay" if action < CALL else "call" if action < PASS else "pass"


def label(s: Plain, action: int) -> Phrase | None:
    if action == DRAW:
        return Phrase("draw a cube")
    if action < STAND:
        return None
    if action < CALL:
        return Phrase("twin")
    if action == PASS:
        return Phrase("call no card")
    return Phrase("call: {card}", card=card_name(s.deck[action - CALL]))


def offered(s: Plain) -> list[int]:
    """Rule 6: who is asked may call any card in the hand, and find out."""
    if s.asked:
        return [*(CALL + card for card in sorted(held(s, s.mover))), PASS]
    out = [0] * len(ACTIONS)
    return out[: actions(s, out)]


PROMPTS = {
    "draw": "Draw a cube.",
    "move": "Move a cube.",
    "twin": "Place your twin.",
    "draw move": "Draw a cube or move one.",
    "draw twin": "Draw a cube or place your twin.",
    "move twin": "Move a cube or place your twin.",
    "draw move twin": "Draw a cube, move one, or place your twin.",
    "place": "Put the drawn cube where there is room.",
    "claim": "Call a card that is fulfilled, or pass.",
}


def due(s: Plain) -> str | None:
    """What the mover is asked for: no more than the position allows."""
    if s.mover < 0 or s.asked or s.drawn >= 0:
        return None if s.mover < 0 else "claim" if s.asked else "place"
    legal = offered(s)
    moving = any(MOVE <= action < STAND for action in legal)
    twin = any(STAND <= action < CALL for action in legal)
    kinds = {"draw": DRAW in legal, "move": moving, "twin": twin}
    return " ".join(kind for kind, possible in kinds.items() if possible)


def table(s: Plain, seat: int | None) -> Table:
    prompt = due(s)
    return Table(
        seats=tuple(seat_of(s, side, side == seat) for side in range(s.players)),
        prompt=prompt,
        barred=tuple(barred(s)) if prompt not in (None, "place", "claim") else (),
        facts=(*bag_facts(s), *card_facts(s)),
        pictures=tuple(
            Picture(
                side, tuple(tuple(colour_at(picture, u, v) for u in range(4)) for v in range(4))
            )
            for side, picture in pictures_of(s).items()
        ),
    )


def colour_at(picture: Mapping[Place, tuple[Cell, str]], u: int, v: int) -> str | None:
    return picture[u, v][1] if (u, v) in picture else None


def barred(s: Plain) -> Iterator[Barred]:
    """R3 and R4: what may be built on, but not moved in this turn."""
    if s.moved >= 0:
        reason = Phrase("This cube was {how} in the turn just before.", how=how_touched(s))
        yield Barred(reason, (above(s, s.moved, -1),))
    if s.turn < s.players:
        reason = Phrase("The starting cubes stay until every player has had a turn.")
        yield Barred(reason, tuple(PLACES[corner] for corner in CORNERS))


def bag_facts(s: Plain) -> Iterator[Fact]:
    for number, colour in enumerate(COLOURS):
        left = s.bag[: s.in_bag].count(number)
        yield Fact(Phrase("{colour} in the bag", colour=colour), "number", left)


TWIN = Phrase("two joined cubes of your colour, to be placed once you have shown a card")


def card_facts(s: Plain) -> Iterator[Fact]:
    yield Fact(Phrase("cards in the pile"), "number", s.in_pile)
    yield Fact(Phrase("cards to show"), "number", target(s))
    if s.turn < s.players:  # said to everybody once
        yield Fact(Phrase("twin"), "text", TWIN, main=True)
    if s.tied:
        tied = tuple(seat for seat in range(s.players) if s.tied >> seat & 1)
        yield Fact(Phrase("in the play-off"), "seats", tied)


def seat_of(s: Plain, side: int, own: bool) -> Seat:
    """A seat as others or its player may see it."""
    colour = COLOURS[s.twins[side]]
    hidden = [slot for slot in range(HAND + 1) if hidden_card(s, side, slot)]
    return Seat(
        colour,
        supply=(Supply(Phrase("twin"), colour, int(s.twin_cells[side, 0] < 0)),),
        points=points(s, side),
        hand=drawn_cube(s) if side == s.mover else None,
        cards=(*(own_card(s, side, slot) for slot in hidden if own), *shown_cards(s, side)),
        hidden=0 if own else len(hidden),
        facts=(progress(s, side),),
    )


def progress(s: Plain, side: int) -> Fact:
    """Rule 7: the target is so many cards shown."""
    shown = Phrase("{some} of {all}", some=points(s, side), all=target(s))
    return Fact(Phrase("cards"), "text", shown, main=True)


def drawn_cube(s: Plain) -> Piece | None:
    return Piece(Phrase("drawn cube"), COLOURS[s.drawn]) if s.drawn >= 0 else None


def own_card(s: Plain, side: int, slot: int) -> Card:
    number = s.hand[side, slot]
    name = held_name(s, number, slot == EXTRA)
    if s.claims == BY_CALL and not s.tied and s.mover >= 0:  # rule 6: look for yourselves
        return Card(number, name, squares(s, number))
    found = matches(s, number)
    return Card(number, name, squares(s, number), fulfilling(found), found)


def shown_cards(s: Plain, side: int) -> Iterator[Card]:
    """The cards a seat has shown, among them the one that won a play-off."""
    extra = s.hand[side, EXTRA]
    won = [extra] if extra >= 0 and not hidden_card(s, side, EXTRA) else []
    for number in (*members(s.shown[side]), *won):
        seen = fulfilling(matches(s, number))
        name = held_name(s, number, number in won)
        yield Card(number, name, squares(s, number), seen, shown=True)


def held_name(s: Plain, number: int, extra: bool) -> Phrase:
    name = card_name(s.deck[number])
    return Phrase("play-off: {card}", card=name) if extra else name


def squares(s: Plain, number: int) -> tuple[Square, ...]:
    return tuple(Square(*square) for square in card_squares(s.deck[number]))


def held(s: Plain, seat: int) -> list[int]:
    """The hand of a seat, in the play-off with its card last."""
    return [card for card in s.hand[seat] if card >= 0]


def secrets(s: Plain) -> dict[str, Any]:
    """Everything hidden. In the play-off a hand is the cards set aside, then the card drawn."""
    return {
        "deck": [[list(square) for square in card_squares(number)] for number in s.deck],
        "corners": {NAMES[CORNERS[i]]: COLOURS[colour] for i, colour in enumerate(s.corners)},
        "hands": [held(s, seat) for seat in range(s.players)],
        "pile": s.pile[: s.in_pile][::-1],
        "bag": [COLOURS[colour] for colour in s.bag[: s.in_bag][::-1]],
        "twins": [COLOURS[s.twins[seat]] for seat in range(s.players)],
    }


def tally(s: Plain) -> list[Tally]:
    """The shown cards, each with the cubes that show it if it is still to be seen."""
    found = []
    for seat in range(s.players):
        for card in members(s.shown[seat]):
            side, cells = appearance(s, card)
            found.append(Tally(seat, 1, card_name(s.deck[card]), cells, side))
    return found


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
    for seat, slot in product(range(s.players), range(HAND + 1)):
        secret = hidden_card(s, seat, slot) and surely_missing(s, seat, slot)
        if secret and shows(s, s.hand[seat, slot]):
            return "a fulfilled card has not been shown"
    return wrong_sets(s, filled)


def wrong_sets(s: Plain, filled: Mapping[Cell, str]) -> str | None:
    """Compare what is kept for speed with what the cells say."""
    twins = [PLACES[cell] for cells in s.twin_cells for cell in cells if cell >= 0]
    for kept, cells in ((s.filled, filled), (s.fixed, twins)):
        for z in range(4):
            if kept[z] != sum(1 << x + 4 * y for x, y, level in cells if level == z):
                return f"the cells or the twins on level {z + 1} are wrong"
    wanted = [[0] * 4, [0] * 4]
    for view, picture in enumerate(pictures(filled).values()):
        for cell, colour in picture.values():
            wanted[view // 3][COLOURS.index(colour)] |= picture_bit(view, cell)
    return None if s.pictures == wanted else "a picture is wrong"
