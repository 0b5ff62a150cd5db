"""Facts computed by hand from the rule sheet, and invariants of random games."""

import random
from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from games.cube.reference import CELLS, TARGET, Naive, solo, views

COLOURS = ["red", "yellow", "green", "blue"]
CORNERS = {"a1": "red", "d1": "yellow", "a4": "green", "d4": "blue"}
SHAPES = {
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "I": [(0, 0), (1, 0), (2, 0), (3, 0)],
    "S": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "Z": [(0, 1), (1, 1), (1, 0), (2, 0)],
    "T": [(0, 0), (1, 0), (2, 0), (1, 1)],
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "J": [(0, 0), (1, 0), (2, 0), (0, 1)],
}

# Cards that steer a hand-made game: seen from above at the start, seen as soon as a green cube
# lies on b1, never seen.
EASY = [[0, 0, "red"], [3, 0, "yellow"], [0, 3, "green"], [3, 3, "blue"]]
LATE = [[0, 0, "red"], [1, 0, "green"], [3, 0, "yellow"], [3, 3, "blue"]]
NEVER = [[0, 0, "violet"], [1, 0, "violet"], [2, 0, "violet"], [3, 0, "violet"]]


def deal(
    hands: list[list[int]],
    pile: list[int],
    easy: tuple[int, ...] = (),
    late: tuple[int, ...] = (),
    bag: list[str] | None = None,
) -> dict[str, Any]:
    deck = [EASY if n in easy else LATE if n in late else NEVER for n in range(48)]
    return {
        "deck": deck,
        "corners": CORNERS,
        "hands": hands,
        "pile": pile,
        "bag": COLOURS * 7 if bag is None else bag,
        "twins": COLOURS[: len(hands)],
    }


def plain(players: int = 2) -> dict[str, Any]:
    """Nobody ever shows a card."""
    hands = [[3 * seat, 3 * seat + 1, 3 * seat + 2] for seat in range(players)]
    return deal(hands, list(range(3 * players, 48)))


def run(game: Naive, moves: str) -> Naive:
    for move in moves.split():
        game.play(move)
    return game


def drawn_to(cells: str) -> str:
    return " ".join(f"draw {cell}" for cell in cells.split())


def sources(game: Naive) -> set[str]:
    return {move[:2] for move in game.moves() if "-" in move}


def twin_moves(game: Naive) -> list[str]:
    return [move for move in game.moves() if "|" in move or "+" in move]


# ---- pictures and cards ----------------------------------------------------


def test_views_by_hand() -> None:
    board = {
        "a1": ["red", "blue"],
        "a4": ["green"],
        "c1": ["yellow"],
        "c3": ["red", "red", "green"],
    }
    nothing = [None] * 4
    seen = views(board)
    assert seen["top"] == [
        ["blue", None, "yellow", None],
        nothing,
        [None, None, "green", None],
        ["green", None, None, None],
    ]
    assert seen["front"] == [
        ["red", None, "yellow", None],
        ["blue", None, "red", None],
        [None, None, "green", None],
        nothing,
    ]
    assert seen["back"] == [
        [None, "red", None, "green"],
        [None, "red", None, "blue"],
        [None, "green", None, None],
        nothing,
    ]
    assert seen["left"] == [
        ["green", "red", None, "red"],
        [None, "red", None, "blue"],
        [None, "green", None, None],
        nothing,
    ]
    assert seen["right"] == [
        ["yellow", None, "red", "green"],
        ["blue", None, "red", None],
        [None, None, "green", None],
        nothing,
    ]


def test_a_card_may_be_turned_but_not_mirrored() -> None:
    board = {"a1": ["red"], "b1": ["yellow"], "b2": ["green"], "c2": ["blue"]}
    card = [[0, 0, "red"], [1, 0, "yellow"], [1, 1, "green"], [2, 1, "blue"]]
    quarter = [[0, 2, "red"], [0, 1, "yellow"], [1, 1, "green"], [1, 0, "blue"]]
    half = [[2, 1, "red"], [1, 1, "yellow"], [1, 0, "green"], [0, 0, "blue"]]
    mirrored = [[0, 1, "red"], [1, 1, "yellow"], [1, 0, "green"], [2, 0, "blue"]]
    assert solo([card, quarter, half, mirrored], board) == [["top"], ["top"], ["top"], []]


def test_depth_does_not_matter_but_hidden_cubes_do_not_count() -> None:
    card = [[0, 0, "red"], [1, 0, "yellow"], [0, 1, "green"], [1, 1, "blue"]]
    board = {"a1": ["red"], "a3": ["red", "green"], "b2": ["yellow", "blue"]}
    assert solo([card], board) == [["front", "left"]]
    assert solo([card], board | {"a2": ["blue", "blue"]}) == [[]]


def test_turning_the_board_only_renames_the_views() -> None:
    rng = random.Random(1)
    renamed = {"top": "top", "front": "left", "left": "back", "back": "right", "right": "front"}
    for _ in range(60):
        board = {cell: rng.choices(COLOURS, k=rng.randrange(5)) for cell in CELLS}
        # A quarter turn clockwise from above: a1 goes to a4, a4 to d4, d4 to d1, d1 to a1.
        turned = {"abcd"[int(c[1]) - 1] + "4321"["abcd".index(c[0])]: board[c] for c in CELLS}
        cards = rng.sample(tetrominoes(), 20)
        before, after = solo(cards, board), solo(cards, turned)
        assert [{renamed[name] for name in names} for names in before] == list(map(set, after))


# ---- showing cards ---------------------------------------------------------


def test_nothing_is_shown_before_the_first_turn_ends() -> None:
    game = Naive(deal([[0, 1, 2], [3, 4, 5]], list(range(6, 48)), easy=tuple(range(48))))
    assert game.shown == [0, 0]
    run(game, "draw")
    assert game.shown == [0, 0]
    run(game, "b2")
    assert game.shown == [7, 7]


def test_leftmost_card_first_and_the_new_one_takes_its_place() -> None:
    secrets = deal([[0, 20, 1], [2, 21, 22]], [30, 3, 31, 32, 33], easy=(0, 1, 2, 3))
    game = run(Naive(secrets), "draw b2")
    assert game.hands == [[30, 20, 31], [32, 21, 22]]
    assert game.shown == [3, 1] and game.pile == [33]


def test_the_active_player_shows_first() -> None:
    secrets = deal([[0, 20, 1], [2, 21, 22]], [30, 31, 32], late=(0, 1, 2), bag=["green"] * 28)
    game = run(Naive(secrets), "draw b2 draw b1")
    assert game.hands == [[31, 20, 32], [30, 21, 22]]


def test_an_empty_pile_gives_no_card() -> None:
    game = run(Naive(deal([[20, 0, 1], [2, 3, 4]], [21], easy=(0, 1))), "draw b2")
    assert game.hands == [[20, 21], [2, 3, 4]] and game.shown == [2, 0]


# ---- the end ---------------------------------------------------------------


def both_at_target(pile_after: list[int]) -> Naive:
    """Two players who show seven cards each after the first turn; then this pile."""
    return Naive(deal([[0, 1, 2], [3, 4, 5]], list(range(6, 20)) + pile_after, tuple(range(20))))


def test_playoff_without_enough_cards_is_a_shared_win() -> None:
    assert run(both_at_target([20]), "draw b2 draw b3").outcome() == ((7, 7), (0, 1))
    assert run(both_at_target([20, 21]), "draw b2 draw b3").outcome() is None


@pytest.mark.parametrize("winner", [0, 1])
def test_in_the_playoff_the_active_player_is_checked_first(winner: int) -> None:
    secrets = deal(
        [[0, 1, 2], [3, 4, 5]], list(range(6, 22)), tuple(range(20)), (20, 21), ["green"] * 28
    )
    game = run(Naive(secrets), "draw b2 draw b3")
    assert game.to_move == 0
    run(game, "draw c3 " * winner + "draw b1")
    assert game.outcome() == ((7, 7), (winner,))


TWO_LEVELS = " ".join([cell for cell in CELLS if cell not in CORNERS] + CELLS)
NEARLY = TWO_LEVELS.removesuffix("d4") + "a1"  # second level but for d4, and one cube on a1


def test_a_playoff_in_which_nobody_can_act_is_shared() -> None:
    assert run(Naive(plain()), drawn_to(TWO_LEVELS)).outcome() == ((0, 0), (0, 1))
    touched = Naive(plain(), closed_rows=True, taboo="touched")
    assert run(touched, drawn_to(NEARLY)).outcome() == ((0, 0), (0, 1))
    game = run(Naive(plain(), closed_rows=True), drawn_to(NEARLY))
    assert game.to_move == 0 and sources(game) == {"a1"} and len(game.moves()) == 15
    assert run(game, "a1-b1").outcome() == ((0, 0), (0, 1))


def test_a_playoff_skips_who_cannot_act() -> None:
    secrets = deal([[0, 10, 11], [1, 12, 13]], list(range(20, 48)), easy=(0, 1))
    game = run(Naive(secrets, closed_rows=True), drawn_to(NEARLY))
    assert game.shown == [1, 1] and game.to_move == 0
    run(game, "d4| a1-b1")
    assert game.to_move == 1 and game.moves() == twin_moves(game)
    run(game, "a1+a2")
    assert game.to_move == 0 and sources(game) == {"b1"}


def test_a_copy_is_independent() -> None:
    secrets = deal([[0, 1, 2], [3, 4, 5]], list(range(6, 48)), easy=(0, 6), late=(1,))
    game = run(Naive(secrets, claims="call"), "draw b2 !0 pass pass draw b3 pass pass")
    before = deepcopy(vars(game))
    run(game.copy(), "c2+c3 !6 pass pass draw d2 pass pass draw b1")
    assert vars(game) == before
    assert secrets == deal([[0, 1, 2], [3, 4, 5]], list(range(6, 48)), easy=(0, 6), late=(1,))


# ---- random games ----------------------------------------------------------


@cache
def tetrominoes() -> list[list[list[Any]]]:
    """All four-colour tetrominoes, no two alike under rotation."""
    cards = {}
    for shape in SHAPES.values():
        for colours in permutations(COLOURS):
            card = [[c, r, x] for (c, r), x in zip(shape, colours, strict=True)]
            cards[one_of_four(card)] = card
    return list(cards.values())


def one_of_four(card: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    forms = []
    for _ in range(4):
        card = [[row, -column, colour] for column, row, colour in card]
        left, low = min(square[0] for square in card), min(square[1] for square in card)
        forms.append(tuple(sorted((c - left, r - low, colour) for c, r, colour in card)))
    return min(forms)


def shuffled(rng: random.Random, players: int) -> dict[str, Any]:
    numbers = rng.sample(range(48), 48)
    return {
        "deck": rng.sample(tetrominoes(), 48),
        "corners": dict(zip(CORNERS, rng.sample(COLOURS, 4), strict=True)),
        "hands": [numbers[3 * seat : 3 * seat + 3] for seat in range(players)],
        "pile": numbers[3 * players :],
        "bag": rng.sample(COLOURS * 7, 28),
        "twins": rng.sample(COLOURS, players),
    }


def check(game: Naive, moves: list[str]) -> None:
    assert (game.outcome() is None) == (game.to_move is not None) == bool(moves)
    assert moves == sorted(set(moves))
    assert max(game.shown) <= TARGET[game.players]
    assert all(1 <= len(stack) <= 4 for stack in game.stacks().values())
    cubes = Counter(colour for stack in game.stacks().values() for colour in stack)
    cubes.update(game.bag)
    cubes.update([game.drawn] if game.drawn else [])
    for seat, placed in enumerate(game.twin_placed):
        cubes[game.twins[seat]] -= 2 * placed
    assert cubes == dict.fromkeys(COLOURS, 8)
    if not game.tied:
        assert sum(map(len, game.hands)) + len(game.pile) + sum(game.shown) == 48
        assert all(len(hand) == 3 for hand in game.hands)


def choice(rng: random.Random, moves: list[str]) -> str:
    """Draws, twins and cards are few among the moves, so they are taken more often."""
    rare = [move for move in moves if "-" not in move]
    return rng.choice(rare if rare and rng.random() < 0.5 else moves)


@pytest.mark.parametrize("seed", range(120))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 3
    options: dict[str, Any] = {
        "claims": rng.choice(["auto", "call"]),
        "taboo": rng.choice(["moved", "touched"]),
        "closed_rows": rng.random() < 0.5,
    }
    game = Naive(shuffled(rng, players), players=players, **options)
    moves, last, decisions = game.moves(), "", 0
    check(game, moves)
    while game.to_move is not None:
        move = choice(rng, moves)
        if "-" in last and "-" in move:
            assert move[:2] != last[3:]
        if move != "pass" and "!" not in move:
            last = move
        game.play(move)
        moves = game.moves()
        check(game, moves)
        decisions += 1
    outcome = game.outcome()
    assert outcome is not None and decisions < 5000
    scores, winners = outcome
    assert winners and all(scores[seat] == max(scores) for seat in winners)
    with pytest.raises(ValueError):
        game.play("draw")
