"""CUBE by small positions; the numbers in the names are those of the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from agree import stacks

import blockhaus
from blockhaus.core.native import loops
from blockhaus.core.native.generators import rng_from
from blockhaus.core.rules import Plain
from blockhaus.games import cube
from blockhaus.games.cube import DECK, SoloError, solo_check
from games.cube.reference import solo

Position = blockhaus.Position
CALL = {"claims": "call"}
LEVEL = (  # fills the ground level; the last two cells are neighbours
    "draw b1 draw c1 draw a2 draw b2 draw c2 draw d2 "
    "draw a3 draw b3 draw c3 draw d3 draw b4 draw c4"
)
TWIN = "draw a3 a3-c2 a1-b1 draw d2"  # seed 598: red has shown a card
DONE = (  # seed 883, four players: yellow has shown the fifth card and holds card 1, in plain sight
    "draw c2 pass pass pass pass c2-a3 pass pass pass pass draw c1 pass pass pass pass "
    "c1-c4 pass pass pass pass d4-a3 pass pass pass pass draw c4 pass pass pass pass "
    "a4-b2 pass pass pass !11 pass a3-b2 pass pass !3 !10 pass pass a1-d1 pass !2 pass pass pass "
    "a3-d1 !36"
)


def after(moves: str, seed: int = 3, **options: Any) -> Position:
    return list(blockhaus.game("cube", **options).positions(moves.split(), seed))[-1]


def crafted(change: Callable[[Plain], None], **options: Any) -> Position:
    """A start position of seed 3 in which something is changed by hand."""
    game = blockhaus.game("cube", **options)
    state = game.new_state(3)
    s = Plain(state)
    change(s)
    s.write(state)
    return Position(game, 3, (), state)


def column_of(cell: str) -> int:
    return "abcd".index(cell[0]) + 4 * (int(cell[1]) - 1)


def build(s: Plain, columns: dict[str, str]) -> None:
    """Clear the corners and build these columns, colours from the ground up."""
    for corner in cube.CORNERS:
        cube.stack(s, corner, -1)
    for cell, colours in columns.items():
        for colour in colours.split():
            cube.stack(s, column_of(cell), cube.COLOURS.index(colour))
    s.turn = 8


def deal(s: Plain, *hands: list[int], pile: list[int]) -> None:
    """Give out these cards; the pile is in draw order."""
    for seat, hand in enumerate(hands):
        for slot in range(cube.HAND):
            s.hand[seat, slot] = hand[slot] if slot < len(hand) else -1
    for slot in range(cube.CARDS):
        s.pile[slot] = pile[::-1][slot] if slot < len(pile) else 0
    s.in_pile = len(pile)


def points(position: Position) -> list[int]:
    return [cube.points(position.plain, seat) for seat in range(position.game.players)]


def ending(position: Position) -> tuple[str, tuple[int, ...]]:
    assert position.outcome is not None
    return position.outcome.code, position.outcome.winners


def hands(position: Position) -> list[list[int]]:
    return position.secrets()["hands"]


def redealt(position: Position, seat: int, seed: int) -> Position:
    state = position.record
    loops.reshuffle(state, seat, rng_from(seed))
    return Position(position.game, position.seed, position.path, state)


def observation(position: Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(cube.planes(position.plain), np.int8)
    loops.seen(position.record, planes)
    return planes


# R12: the deck


def touching(word: str) -> list[frozenset[str]]:
    squares = list(zip(cube.SHAPES[word[0]], word[1:], strict=True))
    return [
        frozenset((first, second))
        for ((x, y), first), ((u, v), second) in combinations(squares, 2)
        if abs(x - u) + abs(y - v) == 1
    ]


def role(shape: str, index: int) -> str:
    """Squares of a shape that a turn brings onto each other have the same role."""
    return {"O": "OOOO", "I": "emme", "S": "emme", "Z": "emme"}.get(shape, "abcd")[index]


def test_r12_how_many_of_each_shape() -> None:
    shapes = Counter(word[0] for word in DECK)
    assert shapes == {"O": 6, "I": 6, "S": 6, "Z": 6, "T": 8, "L": 8, "J": 8}
    assert all(sorted(word[1:]) == sorted("rygb") for word in DECK)


def test_r12_no_two_cards_are_alike_under_rotation() -> None:
    pictures = [
        frozenset(zip(squares, word[1:], strict=True))
        for word in DECK
        for squares in cube.turns(cube.SHAPES[word[0]])
    ]
    # Each card looks different in each of its four directions, and unlike any other card.
    assert len(set(pictures)) == len(pictures) == 4 * len(DECK)


@pytest.mark.parametrize("shape", cube.SHAPES)
def test_r12_colours_are_in_every_role_and_touch_equally_often(shape: str) -> None:
    words = [word for word in DECK if word[0] == shape]
    roles = Counter((role(shape, i), word[1 + i]) for word in words for i in range(4))
    names = {name for name, _ in roles}
    assert len(roles) == 4 * len(names)
    for name in names:
        assert len({count for (other, _), count in roles.items() if other == name}) == 1
    pairs = Counter(pair for word in words for pair in touching(word))
    assert len(pairs) == 6
    assert len(set(pairs.values())) == 1


def test_r12_every_pair_touches_25_times() -> None:
    assert set(Counter(pair for word in DECK for pair in touching(word)).values()) == {25}


def test_r12_the_order_of_the_squares_is_that_of_the_rules() -> None:
    assert cube.card_squares(cube.card_number("Lrybg") or 0) == [
        (0, 2, "red"), (0, 1, "yellow"), (0, 0, "blue"), (1, 0, "green"),
    ]  # fmt: skip
    assert cube.card_squares(cube.card_number("Trgby") or 0) == [
        (0, 0, "red"), (1, 0, "green"), (1, 1, "blue"), (2, 0, "yellow"),
    ]  # fmt: skip


def own_deck() -> list[str]:
    """The house deck backwards, with the O of four colours replaced by plain ones."""
    return ["Orrrr", "Oyyyy", "Ogggg", "Obbbb", "Irrrr", "Trrrr", *DECK[:5:-1]]


def test_r12_players_can_load_their_own_deck() -> None:
    game = blockhaus.game("cube", deck=own_deck())
    assert game.start(1).secrets()["deck"][0] == [
        [0, 0, "red"], [1, 0, "red"], [1, 1, "red"], [0, 1, "red"],
    ]  # fmt: skip
    assert blockhaus.game("cube", deck=",".join(own_deck())) == game
    assert blockhaus.position(game.start(1).code).secrets() == game.start(1).secrets()
    assert blockhaus.game("cube", deck=list(DECK)) == blockhaus.game("cube")


def test_r12_a_card_of_an_own_deck_is_found() -> None:
    def change(s: Plain) -> None:
        build(s, {"a1": "yellow yellow", "b1": "yellow", "b3": "green yellow"})
        deal(s, [1, 7, 8], [9, 10, 11], pile=[20, 21, 22])

    position = crafted(change, deck=own_deck())
    assert points(position.play("draw").play("d4")) == [1, 0]


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (DECK[:47], "deck has exactly 48 cards, not 47"),
        ((), "deck has exactly 48 cards, not 0"),
        (("Xrygb", *DECK[1:]), "deck knows no 'Xrygb'"),
        (("Oryg", *DECK[1:]), "deck knows no 'Oryg'"),
        (("Orygp", *DECK[1:]), "deck knows no 'Orygp'"),
        ((*DECK[:47], DECK[0]), "deck names something twice"),
        ((*DECK[:47], "Oygbr"), "deck has the same card twice: Orygb and Oygbr"),
        ((*DECK[:47], "Sbgyr"), "deck has the same card twice: Srygb and Sbgyr"),
    ],
)
def test_r12_decks_that_are_none(deck: tuple[str, ...], message: str) -> None:
    with pytest.raises(blockhaus.OptionError, match=message):
        blockhaus.game("cube", deck=deck)


def test_r13_twins_follow_the_colours_unless_chosen() -> None:
    assert after("", players=3).secrets()["twins"] == ["red", "yellow", "green"]
    chosen = blockhaus.game("cube", players=3, twins="blue, green").start(1)
    assert chosen.secrets()["twins"] == ["blue", "green", "red"]
    assert [seat["colour"] for seat in chosen.view()["seats"]] == ["blue", "green", "red"]
    with pytest.raises(blockhaus.OptionError, match="twins knows no 'pink'"):
        blockhaus.game("cube", twins=["pink"])


# Refusals


def no_bag(s: Plain) -> None:
    s.in_bag = 0
    s.bag[:] = 0
    s.tied = 3


REFUSALS: list[tuple[str, str, Position, str, tuple[str, ...], str]] = [
    ("place-first", "R6", after("draw"), "draw", (),
     "You have drawn a green cube: it has to be placed first."),
    ("place-first", "R6", after("draw"), "pass", (),
     "You have drawn a green cube: it has to be placed first."),
    ("asked", "R7", after("draw b2", **CALL), "draw", (),
     "Cards are being called: call one of yours, or pass."),
    ("no-bag", "R8", crafted(no_bag), "draw", (), "The bag is empty: there is no cube to draw."),
    ("not-drawn", "3", after(""), "c3", (), "Draw a cube first: you have none to put there."),
    ("full", "1", after("draw a1 draw a1 draw a1 draw"), "a1", ("a1",),
     "The stack at a1 is four cubes high already."),
    ("full", "1", after("draw a1 draw a1 draw a1 draw b2"), "b2-a1", ("a1",),
     "The stack at a1 is four cubes high already."),
    ("same", "R5", after("draw b2"), "b2-b2", ("b2",),
     "Moving a cube means putting it on another column than b2."),
    ("nothing", "3", after("draw b2"), "c3-b2", (), "There is no cube at c3."),
    ("twin", "3", after(TWIN + " c2+d2", 598), "d2-a1", ("c2", "d2"),
     "A twin is on top at d2, and twins never move again."),
    ("start", "R4", after("draw b2"), "a1-b1", ("a1",),
     "The starting cube at a1 stays until every player has had a turn."),
    ("taboo", "R3", after("draw b2 b2-c2"), "c2-b2", ("c2",),
     "The cube at c2 was moved in the turn just before."),
    ("taboo", "R3", after("draw b2", taboo="touched"), "b2-c2", ("b2",),
     "The cube at b2 was placed in the turn just before."),
    ("level", "R5", after(LEVEL), "b2-c2", tuple(x + y for y in "1234" for x in "abcd"),
     "The cube at b2 is part of level 1, which is closed."),
    ("row", "9", after("draw a2 draw a3", closed_rows=True), "a2-b2", ("a1", "a2", "a3", "a4"),
     "The cube at a2 is part of a closed row of four."),
    ("placed", "3", after(TWIN + " c2+d2 draw a1", 598), "b2|", ("c2", "d2"),
     "Your twin is on the board already."),
    ("too-early", "3", after(""), "b2|", (), "Your twin has to wait until you have shown a card."),
    ("tall", "R1", after(TWIN + " draw d2 draw d2", 598), "d2|", ("d2",),
     "A standing twin needs two free levels; d2 is 3 high."),
    ("uneven", "R1", after(TWIN, 598), "b1+b2", ("b1",),
     "A lying twin needs two columns of equal height; b1 is higher."),
    ("automatic", "R7", after(""), "!33", (),
     "Fulfilled cards are shown by themselves: there is nothing to call."),
    ("not-asked", "R7", after("", **CALL), "!33", (), "Cards are called when a turn is over."),
    ("done", "R8", after(DONE, 883, players=4, **CALL), "!1", (),
     "You have reached the target of 5 cards and show no more."),
    ("not-held", "6", after("draw b2", **CALL), "!0", (), "Card 0 is not in your hand."),
    ("not-seen", "5", after("draw b2", **CALL), "!33", (),
     "Card 33 is not to be seen, neither from above nor from a side."),
    ("no-pass", "3", after(""), "pass", (),
     "A turn cannot be passed: draw a cube, move one, or place your twin."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rule", "position", "move", "cells", "text"), REFUSALS)
def test_refusal(
    code: str, rule: str, position: Position, move: str, cells: tuple[str, ...], text: str
) -> None:
    refusal = position.why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.cells) == (code, rule, cells)
    assert refusal.text() == text
    assert move not in position.moves


def test_every_reason_is_tested() -> None:
    assert {entry[0] for entry in REFUSALS} == {reason.code for reason in cube.REASONS}


def test_1_a_lying_twin_does_not_fit_on_full_columns() -> None:
    def change(s: Plain) -> None:
        build(s, {"a1": "red red red red", "b1": "blue blue blue blue"})
        s.shown[0] = 1

    refusal = crafted(change).why_not("a1+b1")
    assert refusal is not None
    assert (refusal.code, refusal.cells) == ("full", ("b1",))


def test_r7_the_play_off_is_automatic_even_with_calls() -> None:
    refusal = crafted(no_bag, **CALL).why_not("!33")
    assert refusal is not None
    assert refusal.code == "automatic"


@pytest.mark.parametrize(
    "move",
    ["", "Draw", "e1", "a5", "a1-", "a1-e1", "a1-b1-c1", "a1||", "a1+c3", "b1+a1", "a2+a1", "d1+a2",
     "a4+a5", "a1+a1", "!", "!48", "!07", "!-1", "!100", "a1.2", " draw", "a1 b1"],
)  # fmt: skip
def test_what_is_not_notation(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move"):
        after("").play(move)


def test_a_lying_twin_names_the_lower_cell_first() -> None:
    position = after(TWIN, 598)
    assert {"a2+a3", "c2+d2", "c3+d3", "a1|"} < set(position.moves)


# Rule 5 and R2: the five views


def views_of(card: str, columns: dict[str, str]) -> list[str]:
    squares = cube.card_squares(cube.card_number(card) or 0)
    other = cube.card_squares(cube.card_number("Orrrr") or 0)
    return solo_check([squares, other], {cell: line.split() for cell, line in columns.items()})[0]


def test_5_each_view_has_its_sides_where_the_rules_say() -> None:
    # Four corners of different heights, so that no two pictures are alike.
    columns = {"a1": "red", "d1": "yellow yellow", "a4": "green green green", "d4": "blue"}
    view = crafted(lambda s: build(s, columns)).view()
    r, y, g, b, n = "red", "yellow", "green", "blue", None
    assert view["pictures"] == {  # rows from the ground up
        "front": [[r, n, n, y], [g, n, n, y], [g, n, n, n], [n, n, n, n]],  # a on the left
        "back": [[b, n, n, g], [y, n, n, g], [n, n, n, g], [n, n, n, n]],  # d on the left
        "left": [[g, n, n, r], [g, n, n, y], [g, n, n, n], [n, n, n, n]],  # row 4 on the left
        "right": [[y, n, n, b], [y, n, n, g], [n, n, n, g], [n, n, n, n]],  # row 1 on the left
        "top": [[r, n, n, y], [n, n, n, n], [n, n, n, n], [g, n, n, b]],  # row 4 at the top
    }


@pytest.mark.parametrize(
    ("view", "columns"),
    [
        ("front", {"a1": "red", "b2": "yellow", "c3": "green", "d4": "blue", "a4": "blue"}),
        ("back", {"d1": "red", "c2": "yellow", "b3": "green", "a4": "blue", "d2": "red"}),
        ("left", {"a4": "red", "b3": "yellow", "c2": "green", "d1": "blue", "d4": "blue"}),
        ("right", {"d1": "red", "c2": "yellow", "b3": "green", "a4": "blue", "a1": "red"}),
        ("top", {"a1": "red", "b1": "green yellow", "c1": "red red green", "d1": "blue"}),
    ],
)
def test_5_depth_does_not_matter(view: str, columns: dict[str, str]) -> None:
    assert view in views_of("Irygb", columns)


def test_5_hidden_cubes_do_not_count() -> None:
    row = {"a4": "red", "b4": "yellow", "c4": "green", "d4": "blue"}
    assert views_of("Irygb", row) == ["front", "back", "top"]
    assert views_of("Irygb", {**row, "b1": "blue"}) == ["back", "top"]
    assert views_of("Irygb", {**row, "b1": "blue", "c4": "green red"}) == ["back"]
    assert views_of("Irygb", {**row, "b1": "yellow"}) == ["front", "back", "top"]


def test_r2_cards_turn_but_are_never_mirrored() -> None:
    # From above: green and blue on row 2, red and yellow on row 1, as an S and as a Z.
    s_shape = {"a1": "red", "b1": "yellow", "b2": "green", "c2": "blue"}
    z_shape = {"d1": "red", "c1": "yellow", "c2": "green", "b2": "blue"}
    turned = {"b1": "blue", "b2": "green", "a2": "yellow", "a3": "red"}
    assert views_of("Srygb", s_shape) == ["top"]
    assert views_of("Srygb", z_shape) == []
    assert views_of("Srygb", turned) == ["top"]
    assert views_of("Zbgyr", z_shape) == ["top"]


@pytest.mark.parametrize("card", ["Lrybg", "Trgby", "Jrygb", "Zrybg", "Srygb", "Orygb"])
def test_r2_all_four_directions_count(card: str) -> None:
    squares = cube.SHAPES[card[0]]
    for direction in cube.turns(squares):
        cells = [f"{'abcd'[x]}{y + 1}" for x, y in direction]
        columns = dict(zip(cells, ({"r": "red", "y": "yellow", "g": "green", "b": "blue"}[c]
                                   for c in card[1:]), strict=True))  # fmt: skip
        assert "top" in views_of(card, columns)
        mirrored = {f"{'dcba'['abcd'.index(cell[0])]}{cell[1]}": columns[cell] for cell in columns}
        assert "top" not in views_of(card, mirrored)


def random_columns(dice: random.Random) -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    for colour in dice.sample(list(cube.COLOURS) * 8, dice.randint(4, 32)):
        room = [x + y for x in "abcd" for y in "1234" if len(columns.get(x + y, [])) < 4]
        columns.setdefault(dice.choice(room), []).append(colour)
    return columns


def test_5_matching_agrees_with_the_reference_on_random_boards() -> None:
    dice = random.Random(5)
    deck = after("").secrets()["deck"]
    for _ in range(60):
        columns = random_columns(dice)
        cards = dice.sample(range(48), 8)
        found = solo_check(cards, columns)
        expected = solo([deck[card] for card in cards], columns)
        assert [set(names) for names in found] == [set(names) for names in expected]
        s = Plain(after("").record)
        build(s, {cell: " ".join(colours) for cell, colours in columns.items()})
        assert [cube.shows(s, card) for card in cards] == [bool(names) for names in expected]


# Rule 10: the solo puzzle


def test_10_solo_says_in_which_views_each_card_is_fulfilled() -> None:
    row = {"a1": ["red"], "b1": ["yellow"], "c1": ["green"], "d1": ["blue"]}
    assert solo_check([6, 0], row) == [["front", "back", "top"], []]
    # The same row as squares, in another order and elsewhere on the card.
    squares = [[5, 2, "yellow"], [4, 2, "red"], [6, 2, "green"], [7, 2, "blue"]]
    assert solo_check([0, squares], row) == [[], ["front", "back", "top"]]
    assert solo_check([6, 0], {}) == [[], []]


@pytest.mark.parametrize(
    ("cards", "columns", "message"),
    [
        ([6], {}, "2 to 8 cards, not 1"),
        (list(range(9)), {}, "2 to 8 cards, not 9"),
        ([0, 48], {}, "numbered 0 to 47, not 48"),
        ([0, -1], {}, "numbered 0 to 47, not -1"),
        ([0, True], {}, "numbered 0 to 47, not True"),
        ([0, 0], {}, "the same card twice"),
        ([0, "Irygb"], {}, "four squares"),
        ([0, 1.5], {}, "four squares"),
        ([0, [[0, 0, "red"]]], {}, "four different squares"),
        ([0, [[0, 0, "red"]] * 4], {}, "four different squares"),
        ([0, [[0, 0, "pink"]]], {}, "no colour 'pink'"),
        ([0, 1], {"e1": ["red"]}, "no cell 'e1'"),
        ([0, 1], {"a1.2": ["red"]}, "no cell 'a1.2'"),
        ([0, 1], {"a1": ["pink"]}, "no colour 'pink'"),
        ([0, 1], {"a1": ["red"] * 5}, "stack at a1 is 5 high"),
        ([0, 1], {"a1": "red"}, "a list of colours"),
        ([0, 1], {"a1": ["red"] * 4, "a2": ["red"] * 4, "a3": ["red"]}, "8 red cubes; 9 are used"),
    ],
)
def test_10_solo_puzzles_that_are_none(cards: Any, columns: Any, message: str) -> None:
    with pytest.raises(SoloError, match=message):
        solo_check(cards, columns)
    assert issubclass(SoloError, blockhaus.BlockhausError)


# Rules 2 to 4 and 9: moving


def test_2_the_deal() -> None:
    secrets = after("", players=3).secrets()
    assert sorted(secrets["corners"].values()) == sorted(cube.COLOURS)
    assert Counter(secrets["bag"]) == dict.fromkeys(cube.COLOURS, 7)
    assert [len(hand) for hand in secrets["hands"]] == [3, 3, 3]
    assert sorted(chain(secrets["pile"], *secrets["hands"])) == list(range(48))
    assert len(secrets["deck"]) == 48
    assert secrets["deck"][6] == [[0, 0, "red"], [1, 0, "yellow"], [2, 0, "green"], [3, 0, "blue"]]
    drawn = after("draw b2 draw", players=3).secrets()
    assert drawn["bag"] == secrets["bag"][2:]
    assert drawn["corners"] == secrets["corners"]


def test_r3_a_moved_cube_rests_for_one_turn() -> None:
    position = after("draw b2 b2-c2 draw d2")
    assert "c2-b2" in position.moves
    assert "d2-b2" in position.moves


def test_r3_a_placed_twin_ends_the_taboo() -> None:
    position = after(TWIN + " draw c3 c3-c4 b3|", 598)
    assert "c4-c3" in position.moves


def test_r4_in_the_first_round_only_starting_cubes_are_tied() -> None:
    moves = after("draw a1 draw b2", players=3).moves
    assert {move[:2] for move in moves if "-" in move} == {"a1", "b2"}
    moves = after("draw a1 draw b2 draw b2", players=3).moves
    assert {move[:2] for move in moves if "-" in move} == {"a1", "d1", "a4", "d4", "b2"}


def test_r5_only_the_top_of_a_closed_level_is_locked() -> None:
    # Twins close the ground level with the cubes; the second level above them is open.
    position = after(LEVEL.replace("draw b4 draw c4", "b4+c4 draw b2"))
    assert {move[:2] for move in position.moves if "-" in move} == {"b2"}


def test_r5_a_level_can_be_reopened_only_above() -> None:
    assert not [move for move in after(LEVEL).moves if "-" in move]


@pytest.mark.parametrize(("closed_rows", "free"), [(True, {"a4", "d4"}), (False, {"a4", "d4", "a1",
                         "b1", "c1", "d1"})])  # fmt: skip
def test_9_closed_rows(closed_rows: bool, free: set[str]) -> None:
    position = after("draw b1 draw c1", closed_rows=closed_rows)
    assert {move[:2] for move in position.moves if "-" in move} == free


def test_9_a_row_is_four_on_one_level() -> None:
    # a1 to d1 are all filled, but the cube on top of b1 is on the second level.
    position = after("draw b1 draw c1 draw b1", closed_rows=True)
    assert {move[:2] for move in position.moves if "-" in move} == {"a4", "d4", "b1"}


# Rule 6 and R7: showing cards


# Yellow on b1 completes card 6 in the view from the front, red, yellow, green, blue, and card 39
# from above, an L of blue, green, red, yellow. Nothing is fulfilled before.
ROW, CORNER = DECK.index("Irygb"), DECK.index("Lbgry")
ALMOST = {"a1": "red", "c1": "green", "d1": "blue", "a2": "green", "a3": "blue"}
COUNTED = (17, 24, 31, 40)  # the first of seven cards a seat may have shown


def almost(s: Plain, *cards: list[int], pile: list[int], mover: int = 0) -> None:
    build(s, ALMOST)
    s.bag[s.in_bag - 1] = cube.COLOURS.index("yellow")
    deal(s, *cards, pile=pile)
    s.mover = mover


def give_points(s: Plain, *numbers: int) -> None:
    for seat, number in enumerate(numbers):
        s.shown[seat] = ((1 << number) - 1) << COUNTED[seat]


def complete(change: Callable[[Plain], None], **options: Any) -> Position:
    return crafted(change, **options).play("draw").play("b1")


def test_r7_the_leftmost_card_first_and_in_its_place() -> None:
    position = complete(lambda s: almost(s, [CORNER, 0, ROW], [1, 2, 3], pile=[14, 15, 16]))
    assert hands(position) == [[14, 0, 15], [1, 2, 3]]
    assert position.secrets()["pile"] == [16]
    assert points(position) == [2, 0]


def test_r7_the_active_player_first_then_clockwise() -> None:
    def change(s: Plain) -> None:
        almost(s, [ROW, 0, 1], [2, 3, 4], [5, 7, CORNER], pile=[14, 15, 16], mover=2)

    assert hands(complete(change, players=3)) == [[15, 0, 1], [2, 3, 4], [5, 7, 14]]


def test_r7_a_new_card_may_be_shown_at_once() -> None:
    position = complete(lambda s: almost(s, [0, ROW, 1], [2, 3, 4], pile=[CORNER, 14, 15]))
    assert hands(position) == [[0, 14, 1], [2, 3, 4]]
    assert points(position) == [2, 0]


def test_r8_at_the_target_nothing_more_is_shown() -> None:
    def change(s: Plain) -> None:
        almost(s, [CORNER, ROW, 1], [2, 3, 4], pile=[14, 15, 16])
        give_points(s, 6, 0)

    position = complete(change)
    assert points(position) == [7, 0]
    assert hands(position) == [[14, ROW, 1], [2, 3, 4]]
    assert position.view(0)["seats"][0]["hand"][1]["views"] == ["front", "top"]


def test_r11_an_empty_pile_leaves_a_gap() -> None:
    position = complete(lambda s: almost(s, [0, ROW, CORNER], [2, 3, 4], pile=[14]))
    assert hands(position) == [[0, 14], [2, 3, 4]]
    position = complete(lambda s: almost(s, [0, ROW, CORNER], [2, 3, 4], pile=[]))
    assert hands(position) == [[0], [2, 3, 4]]
    assert position.view()["seats"][0]["cards"] == 1
    assert position.view(0)["seats"][0]["hand"][0]["card"] == 0


def test_r7_by_call_everyone_is_asked_in_turn_order() -> None:
    def change(s: Plain) -> None:
        almost(s, [0, 1, 2], [ROW, 3, CORNER], pile=[14, 15, 16], mover=1)

    position = complete(change, players=2, **CALL)
    assert position.turn == 8
    asked = []
    for move in [f"!{ROW}", f"!{CORNER}", "pass", "pass"]:
        asked.append((position.to_move, position.moves))
        position = position.play(move)
    assert asked == [
        (1, ["!6", "!39", "pass"]), (1, ["!39", "pass"]), (1, ["pass"]), (0, ["pass"]),
    ]  # fmt: skip
    assert (position.to_move, position.turn) == (0, 9)
    assert hands(position) == [[0, 1, 2], [14, 3, 15]]


def test_r7_by_call_every_card_is_offered_and_noticing_is_left_to_the_player() -> None:
    position = complete(lambda s: almost(s, [CORNER, 1, ROW], [2, 3, 4], pile=[14, 15, 16]), **CALL)
    view = position.view(0)
    assert view["prompt"] == cube.PROMPTS["claim"]
    assert [offer["move"] for offer in view["offers"]] == ["!1", "!6", "!39", "pass"]
    assert all(not (offer["add"] or offer["take"] or offer["pick"]) for offer in view["offers"])
    assert [card["card"] for card in view["seats"][0]["hand"]] == [CORNER, 1, ROW]
    assert all("views" not in card for card in view["seats"][0]["hand"])
    assert position.moves == ["!6", "!39", "pass"]


def test_r7_by_call_a_card_may_be_kept() -> None:
    position = complete(lambda s: almost(s, [ROW, 0, 1], [2, 3, 4], pile=[14, 15]), **CALL)
    position = position.play("pass").play("pass")
    assert (position.to_move, points(position)) == (1, [0, 0])
    later = position.play("draw").play("d4").play("pass")
    assert (later.to_move, later.moves) == (0, ["!6", "pass"])


# Rules 7 and 8, R8 to R10: the end


def test_r8_the_round_is_finished() -> None:
    def change(s: Plain) -> None:
        almost(s, [ROW, 0, 1], [2, 3, 4], pile=[14, 15, 16])
        give_points(s, 6, 3)

    position = complete(change)
    assert (position.to_move, points(position)) == (1, [7, 3])
    end = position.play("draw").play("d4")
    assert end.outcome == blockhaus.Outcome((7, 3), (0,), "the target is reached")


def test_r8_the_last_seat_ends_the_round_at_once() -> None:
    def change(s: Plain) -> None:
        almost(s, [0, 1, 2], [ROW, 3, 4], pile=[14, 15, 16], mover=1)
        give_points(s, 5, 6)

    assert complete(change).outcome == blockhaus.Outcome((5, 7), (1,), "the target is reached")


def standstill(s: Plain, *numbers: int, mover: int = 0, pile: Sequence[int] = (14, 15, 16)) -> None:
    """The next move of a cube is the fortieth in a row."""
    build(s, {"a1": "red", "d1": "blue"})
    deal(s, [0, 1, 2], [3, 4, 5], [7, 8, 9], pile=list(pile))
    give_points(s, *numbers)
    s.quiet = cube.QUIET - 1
    s.mover = mover


def test_r10_forty_quiet_turns_end_the_game() -> None:
    position = crafted(lambda s: standstill(s, 3, 2))
    end = position.play("d1-d2")
    assert ending(end) == ("standstill", (0,))
    assert not position.play("draw").play("d2").is_over
    assert not position.play("b1|").is_over


def test_r10_who_reached_the_target_wins_at_once() -> None:
    end = crafted(lambda s: standstill(s, 7, 2)).play("d1-d2")
    assert ending(end) == ("target", (0,))


def last_cube(s: Plain, *numbers: int) -> None:
    standstill(s, *numbers)
    s.quiet = 0
    s.in_bag = 1
    s.bag[1:] = 0


@pytest.mark.parametrize(
    ("numbers", "code", "winners"),
    [((3, 2), "bag", (0,)), ((2, 3), "bag", (1,)), ((7, 2), "target", (0,))],
)
def test_r9_the_last_cube_ends_the_game(
    numbers: tuple[int, ...], code: str, winners: tuple[int, ...]
) -> None:
    position = crafted(lambda s: last_cube(s, *numbers)).play("draw")
    assert not position.is_over
    end = position.play("b2")
    assert ending(end) == (code, winners)


def test_r9_the_claims_come_before_the_end() -> None:
    def change(s: Plain) -> None:
        last_cube(s, 2, 2)
        almost(s, [0, 1, 2], [ROW, 3, 4], pile=[14, 15, 16])

    position = complete(change, **CALL)
    assert [position.to_move, position.play("pass").to_move] == [0, 1]
    end = position.play("pass").play("!6").play("pass")
    assert end.outcome == blockhaus.Outcome(
        (2, 3), (1,), "all cubes are on the board; most cards decide"
    )


def test_r8_a_placed_twin_breaks_the_tie() -> None:
    def change(s: Plain) -> None:
        cube.build(s, 1, cube.parse(s, "b3|"))
        cube.build(s, 2, cube.parse(s, "c3|"))
        standstill(s, 2, 2, 1)

    end = crafted(change, players=3).play("d1-d2")
    assert ending(end) == ("standstill", (1,))


def test_r8_the_play_off_begins_with_the_next_tied_seat() -> None:
    position = crafted(lambda s: standstill(s, 2, 1, 2, mover=2), players=3).play("d1-d2")
    assert (position.to_move, position.is_over) == (0, False)
    assert hands(position) == [[0, 1, 2, 14], [3, 4, 5], [7, 8, 9, 15]]
    view = position.view(0)
    assert view["playoff"] == [0, 2]
    assert [seat["cards"] for seat in view["seats"]] == [4, 3, 4]
    assert [card["card"] for card in view["seats"][0]["hand"]] == [0, 1, 2, 14]
    refusal = position.why_not("d2-d3")
    assert refusal is not None
    assert refusal.code == "taboo"
    position = position.play("a1-a2")
    assert position.to_move == 2  # seat 1 is out
    assert position.play("d2-d3").to_move == 0  # neither R9 nor R10 applies


def test_r8_the_first_look_goes_in_seat_order() -> None:
    def change(s: Plain) -> None:
        standstill(s, 2, 2, mover=1, pile=(CORNER, ROW))
        build(s, {**ALMOST, "b1": "yellow"})

    end = crafted(change).play("d1-d2")
    assert end.outcome == blockhaus.Outcome((2, 2), (0,), "the play-off is decided")
    assert end.view()["seats"][0]["playoff_card"]["card"] == CORNER
    assert end.view()["seats"][1]["playoff_card"] is None
    assert [seat["cards"] for seat in end.view()["seats"]] == [3, 4]


def test_r8_after_an_action_the_active_player_is_first() -> None:
    def change(s: Plain) -> None:
        almost(s, [0, 1, 2], [3, 4, 5], pile=[14, 15], mover=1)
        s.tied = 3
        s.hand[0, cube.EXTRA] = ROW
        s.hand[1, cube.EXTRA] = CORNER

    end = complete(change)
    assert ending(end) == ("play-off", (1,))


def test_r8_a_small_pile_means_a_shared_win() -> None:
    end = crafted(lambda s: standstill(s, 2, 2, pile=(14,))).play("d1-d2")
    assert ending(end) == ("shared", (0, 1))


def test_r8_twenty_turns_without_a_decision_are_shared() -> None:
    position = crafted(lambda s: standstill(s, 1, 2, 2), players=3).play("d1-d2")
    for turn in range(20):
        assert position.to_move == 1 + turn % 2
        position = position.play(["a1-a2", "d2-d3", "a2-a1", "d3-d2"][turn % 4])
    assert ending(position) == ("shared", (1, 2))


def locked(s: Plain, *with_twin: int) -> None:
    """A play-off of three in which nothing can be drawn or moved; some still have their twin."""
    build(s, {x + y: "red" for x in "abcd" for y in "1234"})
    s.tied = 7
    s.in_bag = 0
    s.bag[:] = 0
    for seat in range(3):
        s.shown[seat] = 1 << 40 + seat
        s.hand[seat, cube.EXTRA] = 10 + seat
        if seat not in with_twin:
            s.twin_cells[seat] = (0, 0)


def test_r8_who_cannot_act_is_skipped() -> None:
    position = crafted(lambda s: locked(s, 0, 2), players=3)
    assert all("|" in move or "+" in move for move in position.moves)
    position = position.play("a1|")
    assert position.to_move == 2


def test_r8_when_nobody_can_act_the_win_is_shared() -> None:
    end = crafted(lambda s: locked(s, 0), players=3).play("a1|")
    assert ending(end) == ("shared", (0, 1, 2))


# R11: what is hidden


def test_r11_a_redeal_keeps_what_the_seat_sees() -> None:
    position = after("draw b2 draw", players=3)
    before, view = position.secrets(), position.view(1)
    orders = set()
    for seed in range(30):
        other = redealt(position, 1, seed)
        now = other.secrets()
        assert other.view(1) == view
        assert now["hands"][1] == before["hands"][1]
        assert Counter(now["bag"]) == Counter(before["bag"])
        assert sorted(chain(now["pile"], *now["hands"])) == list(range(48))
        orders.add((tuple(now["bag"]), tuple(now["pile"]), *map(tuple, now["hands"])))
    assert len(orders) == 30


def test_r11_a_redeal_is_uniform() -> None:
    position = after("")
    first, last, bag = Counter[int](), Counter[int](), Counter[int]()
    for seed in range(4500):
        s = redealt(position, 0, seed).plain
        first[s.hand[1, 0]] += 1
        last[s.pile[0]] += 1
        bag[s.bag[s.in_bag - 1]] += 1
    for cards in (first, last):  # 45 cards, 100 times each on average, give or take 10
        assert set(cards) == set(range(48)) - set(hands(position)[0])
        assert all(50 < number < 150 for number in cards.values())
    assert all(900 < number < 1350 for number in bag.values())


def test_r11_nobody_is_dealt_a_card_that_would_have_been_shown() -> None:
    position = complete(lambda s: almost(s, [0, 1, 2], [3, 4, 5], pile=[ROW, CORNER, 7, 8]))
    dealt = Counter(card for seed in range(300) for card in hands(redealt(position, 0, seed))[1])
    assert set(dealt) == {3, 4, 5, 7, 8}
    called = complete(lambda s: almost(s, [0, 1, 2], [3, 4, 5], pile=[ROW, CORNER, 7, 8]), **CALL)
    dealt = Counter(card for seed in range(300) for card in hands(redealt(called, 0, seed))[1])
    assert set(dealt) == {3, 4, 5, 7, 8, ROW, CORNER}


def test_r11_in_the_play_off_the_others_cards_are_dealt_anew() -> None:
    position = crafted(lambda s: standstill(s, 2, 1, 2, mover=2), players=3).play("d1-d2")
    seen = set()
    for seed in range(200):
        now = hands(redealt(position, 0, seed))
        assert now[0] == [0, 1, 2, 14]
        assert [len(hand) for hand in now] == [4, 3, 4]
        seen.add(now[2][3])
    assert seen == {3, 4, 5, 7, 8, 9, 15, 16}


def test_r11_a_card_that_won_the_play_off_is_public() -> None:
    def change(s: Plain) -> None:
        standstill(s, 2, 2, mover=1, pile=(CORNER, ROW))
        build(s, {**ALMOST, "b1": "yellow"})

    end = crafted(change).play("d1-d2")
    for seed in range(50):
        assert hands(redealt(end, 1, seed))[0][3] == CORNER


def obvious_move(position: Position) -> str | None:
    s = Plain(position.record.copy())
    before = s.pictures.tolist(), s.height.tolist(), s.tint.tolist(), s.filled.tolist()
    action = cube.obvious(s)
    assert before == (s.pictures.tolist(), s.height.tolist(), s.tint.tolist(), s.filled.tolist())
    return position.game.text(action) if action >= 0 else None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_obvious_fulfils_a_card(players: int) -> None:
    dice = random.Random(players)
    kinds = Counter[str]()
    position = blockhaus.game("cube", players=players).start(players)
    while not position.is_over:
        seat, move = position.to_move, obvious_move(position)
        if move is None or ("draw" in position.moves and dice.random() < 0.5):
            other = "draw" if "draw" in position.moves else dice.choice(position.moves)
            position = position.play(other)
            continue
        assert seat is not None
        following = position.play(move)
        if position.plain.tied:
            assert following.outcome
            assert following.outcome.winners == (seat,)
        else:
            assert cube.points(following.plain, seat) > cube.points(position.plain, seat)
        kinds["-" if "-" in move else "twin" if "|" in move else "place"] += 1
        position = following
    assert kinds["-"] > 0
    assert kinds["place"] > 0


def test_r7_by_call_it_is_obvious_to_call() -> None:
    position = complete(lambda s: almost(s, [0, ROW, 2], [3, 4, 5], pile=[7]), **CALL)
    assert obvious_move(position) == f"!{ROW}"
    assert obvious_move(position.play(f"!{ROW}")) == "pass"


def test_r11_only_the_own_hand_is_in_a_view() -> None:
    position = after("", **CALL)
    for seat in (0, 1, None):
        for side, entry in enumerate(position.view(seat)["seats"]):
            assert entry["cards"] == 3
            assert ("hand" in entry) == (side == seat)
    assert position.view(1)["seats"][1]["hand"][2] == {
        "card": 8,
        "squares": [[0, 0, "red"], [1, 0, "blue"], [2, 0, "yellow"], [3, 0, "green"]],
    }


def test_r11_the_observation_has_the_own_cards_only() -> None:
    planes = observation(after("draw b2"))
    assert planes[36:40, 0, 0].tolist() == [7, 7, 6, 7]
    assert planes[48].sum() == 1  # the cube on b2 alone may be moved
    # Yellow's first card is 23, Zgyrb: green above left, yellow, red below it, blue.
    assert [np.argwhere(planes[20 + colour]).tolist() for colour in range(4)] == [
        [[0, 1]], [[1, 1]], [[1, 0]], [[0, 2]],
    ]  # fmt: skip


# The scene


def test_the_table() -> None:
    view = after("draw b2 b2-c2 draw").view()
    assert view["prompt"] == cube.PROMPTS["place"]
    assert view["drawn"] == "green"
    assert view["taboo"] == [2, 1, 0]
    assert view["bag"] == {"red": 7, "yellow": 7, "green": 5, "blue": 7}
    assert (view["pile"], view["target"], view["playoff"]) == (42, 7, [])
    assert [seat["supply"] for seat in view["seats"]] == [{"twin": 1}, {"twin": 1}]
    assert after("").view()["prompt"] == cube.PROMPTS["turn"]


def test_the_tally_shows_cards_and_where_they_are_still_seen() -> None:
    position = complete(lambda s: almost(s, [0, ROW, CORNER], [2, 3, 4], pile=[14, 15, 16]))
    items = position.view()["tally"]
    assert {item["text"] for item in items} == {"card {card}"}
    assert [(item["facts"]["card"], item["view"], item["cells"]) for item in items] == [
        (6, "front", [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]),
        (39, "top", [[0, 2, 0], [0, 1, 0], [0, 0, 0], [1, 0, 0]]),
    ]
    position = position.play("d1-b1")
    assert [(item["facts"]["card"], item["view"]) for item in position.view()["tally"]] == [
        (6, None), (39, None),
    ]  # fmt: skip
    assert [card["card"] for card in position.view()["seats"][0]["shown"]] == [6, 39]


def test_the_cells_to_pick() -> None:
    position = after(TWIN, 598)
    picks = {offer["move"]: offer["pick"] for offer in position.view(0)["offers"]}
    assert picks["draw"] == []
    assert picks["d2-c2"] == [[3, 1, 0], [2, 1, 1]]
    assert picks["b2|"] == [[1, 1, 0], [1, 1, 1]]
    assert picks["c2+d2"] == [[2, 1, 1], [3, 1, 1]]
    offers = after("draw").view(0)["offers"]
    assert [offer["pick"] for offer in offers[:2]] == [[[0, 0, 1]], [[1, 0, 0]]]


def test_a_twin_is_one_block_of_its_owner() -> None:
    position = after(TWIN + " c2+d2", 598)
    twin = [block for block in position.view()["blocks"] if len(block["cells"]) == 2]
    assert twin == [{"cells": [[2, 1, 1], [3, 1, 1]], "colour": "red", "owner": 0}]
    assert stacks(position)["d2"] == ["yellow", "red"]


def broken_fields() -> list[tuple[str, Callable[[Plain], None]]]:
    def lose_cube(s: Plain) -> None:
        s.bag[0] = (s.bag[0] + 1) % 4

    def lose_card(s: Plain) -> None:
        s.hand[0, 0] = s.hand[1, 0]

    def wrong_picture(s: Plain) -> None:
        s.pictures[0, 0] ^= 2

    def wrong_level(s: Plain) -> None:
        s.filled[1] = 1

    return [
        ("there are not 8 cubes", lose_cube),
        ("a card is missing", lose_card),
        ("a picture is wrong", wrong_picture),
        ("level 2 are wrong", wrong_level),
    ]


@pytest.mark.parametrize(("sentence", "change"), broken_fields())
def test_the_invariant_notices(sentence: str, change: Callable[[Plain], None]) -> None:
    assert sentence in (cube.invariant(crafted(change).plain) or "")


def test_the_invariant_notices_a_card_that_should_have_been_shown() -> None:
    position = after("draw c3 pass pass draw b2", 606, **CALL)  # yellow may call card 7
    assert cube.invariant(position.plain) is None
    state = position.record
    state["claims"] = cube.AUTO
    assert cube.invariant(Plain(state)) == "a fulfilled card has not been shown"
