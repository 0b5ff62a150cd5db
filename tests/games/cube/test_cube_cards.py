"""The deck of CUBE, the five views and the solo puzzle; numbers are those of the rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import blockhaus
from blockhaus.core.layout import Plain
from blockhaus.core.scene import Side
from blockhaus.games.cube import rules, solo
from blockhaus.games.cube.board import fulfilling, matches
from blockhaus.games.cube.cards import COLOURS, DECK, SHAPES, card_number, card_squares, turns
from blockhaus.games.cube.views import shows
from games.cube import reference
from games.cube.crafted import after, build, crafted, deal, points

# R12: the deck


def touching(word: str) -> list[frozenset[str]]:
    squares = list(zip(SHAPES[word[0]], word[1:], strict=True))
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
        for squares in turns(SHAPES[word[0]])
    ]
    # Each card looks different in each of its four directions, and unlike any other card.
    assert len(set(pictures)) == len(pictures) == 4 * len(DECK)


@pytest.mark.parametrize("shape", SHAPES)
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
    assert card_squares(card_number("Lrybg") or 0) == [
        (0, 2, "red"), (0, 1, "yellow"), (0, 0, "blue"), (1, 0, "green"),
    ]  # fmt: skip
    assert card_squares(card_number("Trgby") or 0) == [
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


# Rule 5 and R2: the five views


def views_of(card: str, columns: dict[str, str]) -> list[Side]:
    squares = card_squares(card_number(card) or 0)
    other = card_squares(card_number("Orrrr") or 0)
    return solo.check([squares, other], {cell: line.split() for cell, line in columns.items()})[0]


def test_5_each_view_has_its_sides_where_the_rules_say() -> None:
    # Four corners of different heights, so that no two pictures are alike.
    columns = {"a1": "red", "d1": "yellow yellow", "a4": "green green green", "d4": "blue"}
    view = crafted(lambda s: build(s, columns)).view()
    r, y, g, b, n = "red", "yellow", "green", "blue", None
    rows = {picture["view"]: picture["rows"] for picture in view["pictures"]}
    assert rows == {  # from the ground up
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
    squares = SHAPES[card[0]]
    for direction in turns(squares):
        cells = [f"{'abcd'[x]}{y + 1}" for x, y in direction]
        columns = dict(zip(cells, ({"r": "red", "y": "yellow", "g": "green", "b": "blue"}[c]
                                   for c in card[1:]), strict=True))  # fmt: skip
        assert "top" in views_of(card, columns)
        mirrored = {f"{'dcba'['abcd'.index(cell[0])]}{cell[1]}": columns[cell] for cell in columns}
        assert "top" not in views_of(card, mirrored)


def random_columns(dice: random.Random) -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    for colour in dice.sample(list(COLOURS) * 8, dice.randint(4, 32)):
        room = [x + y for x in "abcd" for y in "1234" if len(columns.get(x + y, [])) < 4]
        columns.setdefault(dice.choice(room), []).append(colour)
    return columns


def test_5_matching_agrees_with_the_reference_on_random_boards() -> None:
    dice = random.Random(5)
    deck = after("").secrets()["deck"]
    for _ in range(60):
        columns = random_columns(dice)
        cards = dice.sample(range(48), 8)
        found = solo.check(cards, columns)
        expected = reference.solo([deck[card] for card in cards], columns)
        assert [set(names) for names in found] == [set(names) for names in expected]
        s = Plain(rules.State, after("").state)
        build(s, {cell: " ".join(colours) for cell, colours in columns.items()})
        assert [shows(s, card) for card in cards] == [bool(names) for names in expected]
        assert [list(fulfilling(matches(s, card))) for card in cards] == found
        assert [matches(s, card) for card in cards] == [best(deck[card], columns) for card in cards]


def best(card: Any, columns: dict[str, list[str]]) -> dict[str, int]:
    """How many squares of a card each picture of the reference shows at best."""
    places = reference.placements(reference.read(card))
    return {
        side: max(len(place & reference.visible(picture)) for place in places)
        for side, picture in reference.views(columns).items()
    }


# Rule 10: the solo puzzle


def test_10_solo_says_in_which_views_each_card_is_fulfilled() -> None:
    row = {"a1": ["red"], "b1": ["yellow"], "c1": ["green"], "d1": ["blue"]}
    assert solo.check([6, 0], row) == [["front", "back", "top"], []]
    # The same row as squares, in another order and elsewhere on the card.
    squares: Any = [[5, 2, "yellow"], [4, 2, "red"], [6, 2, "green"], [7, 2, "blue"]]
    assert solo.check([0, squares], row) == [[], ["front", "back", "top"]]
    assert solo.check([6, 0], {}) == [[], []]


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
    with pytest.raises(solo.SoloError, match=message):
        solo.check(cards, columns)
    assert issubclass(solo.SoloError, blockhaus.BlockhausError)
