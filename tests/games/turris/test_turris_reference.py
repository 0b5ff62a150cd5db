"""The plain TURRIS reference against facts worked out by hand, and random games."""

import random

import pytest

from games.turris.reference import Naive, unfinished_levels

# White has a1| and a2| on the tower, Black b1+c1 and a3+b3, and White has just earned a bonus.
BONUS = "a1| b1+c1 a2| a3+b3 b2+c2"
WHITE_ASKED_AGAIN = "a2+a3 a1| b2| pass b1+c1 c2+c3 b1| c1+c2 b3| c3| b2+b3 xa2"
BLACK_GOES_ON = "b1+c1 a1| b2| c2+c3 c1+c2 a2| a3| b1| b3| c3| b2+b3 xa2"


def after(moves: str, blocks: int = 20, flat_ground: bool = True) -> Naive:
    game = Naive(blocks=blocks, flat_ground=flat_ground)
    for move in moves.split():
        game.play(move)
    return game


def test_first_block_goes_anywhere_but_the_middle() -> None:
    ring = ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    lying = ["a1+a2", "a2+a3", "a1+b1", "a3+b3", "b1+c1", "b3+c3", "c1+c2", "c2+c3"]
    standing = [f"{column}|" for column in ring]
    assert Naive().moves() == sorted(standing + lying)
    assert Naive(flat_ground=False).moves() == sorted(standing)


def test_second_block_joins_on() -> None:
    # Beside a1 are a2 and b1. The middle may lie, as the edge of level 1 is begun.
    expected = ["a2|", "b1|", "a2+a3", "a2+b2", "b1+b2", "b1+c1"]
    assert after("a1|").moves() == sorted(expected)
    assert after("a1|", flat_ground=False).moves() == ["a2|", "b1|"]


def test_standing_in_the_middle_needs_an_edge_on_both_levels() -> None:
    assert "b2|" not in after("a2+a3").moves()
    assert "b2|" in after("a2|").moves()


def test_lying_rests_on_two_blocks_of_one_height() -> None:
    assert "a1+b1" not in after("a1+b1").moves()
    assert "b1+c1" in after("a1+b1 c1+c2").moves()
    assert "a1+b1" not in after("a1| b1+c1").moves()


def test_three_unfinished_levels() -> None:
    open_levels = "a1| b1| a1+b1 c1|"
    assert "c1|" not in after(open_levels).moves()
    assert "c1|" in after(f"{open_levels} c2+c3 a2+a3 b2+b3").moves()


def test_bonus_offers_placing_taking_and_passing() -> None:
    game = after(BONUS)
    assert game.to_move == 0
    # a1 and a2 are two high, c3 is empty, all else is one high. On a1 or a2 a standing block
    # would begin a fourth level, on b2 nothing opens level 3, on b3, c1 and c2 it has no side.
    standing = ["a3|", "b1|", "c3|"]
    lying = ["a1+a2", "b1+b2", "b2+b3", "c1+c2"]
    assert game.moves() == sorted([*standing, *lying, "xb1", "pass"])


@pytest.mark.parametrize(("move", "to_move"), [("a3|", 1), ("b2+b3", 0), ("xb1", 1), ("pass", 1)])
def test_bonus_ends_the_turn_unless_it_fills_the_middle(move: str, to_move: int) -> None:
    assert after(f"{BONUS} {move}").to_move == to_move


def test_bonus_chain_after_a_taking() -> None:
    game = after(f"{BONUS} xb1 b2+b3")
    assert game.to_move == 1
    assert "pass" in game.moves()
    # White's last block is b2+c2; the others, a1| and a2|, are bare.
    assert [move for move in game.moves() if move.startswith("x")] == ["xa1", "xa2"]


def test_freed_cells_are_barred_for_one_whole_turn() -> None:
    refilling = {"b1|", "c1|", "b1+c1"}
    assert not refilling & set(after(f"{BONUS} xb1").moves())
    assert not refilling & set(after(f"{BONUS} xb1 b2+b3").moves())
    assert refilling <= set(after(f"{BONUS} xb1 b2+b3 pass").moves())
    assert refilling <= set(after(f"{BONUS} xb1 b2+b3 pass c3|").moves())


def test_taken_block_goes_back() -> None:
    game = after(f"{BONUS} xb1")
    assert game.hand == [17, 19]
    assert "b1" not in game.stacks()
    assert "c1" not in game.stacks()


def test_a_player_without_blocks_waits() -> None:
    game = after("b1+c1 c2| a2+b2 b1+b2 a3|", blocks=4)
    assert game.hand == [0, 3]
    assert game.to_move == 1
    game.play("c1|")
    assert game.to_move == 1


def test_ban_ends_between_turns_in_a_row() -> None:
    game = after("b3+c3 c2| a2+b2 a1+b1 c1| b1+b2 xc2", blocks=4)
    assert game.hand == [0, 3]
    assert "c2|" not in game.moves()
    game.play("a3|")
    assert game.to_move == 1
    assert "c2|" in game.moves()


def test_bonus_without_blocks_takes_or_lapses() -> None:
    taking = after("b3+c3 c2| a2+b2 a1+b1 c1| b1+b2", blocks=4)
    assert taking.moves() == ["pass", "xc2"]
    lapsed = after("a3| a1+a2 b3| a2| b1+b2 b2|", blocks=4)
    assert lapsed.to_move == 1
    assert "pass" not in lapsed.moves()


def test_who_cannot_place_is_skipped_and_may_be_asked_again() -> None:
    skipped = after(BLACK_GOES_ON, blocks=6)
    assert skipped.hand == [1, 1]
    assert skipped.to_move == 1
    # Black may use the gap; the rest is uneven, along one block, or on a fourth level.
    assert skipped.moves() == ["a2|"]
    again = after(WHITE_ASKED_AGAIN, blocks=5)
    assert again.hand == [1, 0]
    assert again.to_move == 0
    assert again.moves() == ["a2+a3", "a2|", "a3|"]
    again.play("a2|")
    assert again.to_move is None


def test_scores_count_set_back_squares_and_no_corners() -> None:
    game = after("a3| b3| a1+a2 c3| b1+c1 c2| a1+b1 a2|", blocks=4)
    # Rows 1 and 3, columns a and c, roof: White 5 2 5 2 3, Black 1 4 2 5 3.
    assert game.outcome() == ((17, 15), (0,))
    assert game.moves() == []


def test_equal_totals_are_a_draw() -> None:
    game = after("a1| a2| b1| a3| c1| b3| c2| c3|", blocks=4)
    assert game.outcome() == ((16, 16), (0, 1))


@pytest.mark.parametrize("move", ["pass", "xa1", "a1+b1", "b1+a1", "d1|", "", "c3|"])
def test_illegal_moves_change_nothing(move: str) -> None:
    game = after("a1|")
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(move)
    assert game.stacks() == {"a1": ["white", "white"]}
    assert game.to_move == 1


def test_copy_is_independent() -> None:
    game = after(BONUS)
    other = game.copy()
    other.play("xb1")
    assert game.to_move == 0
    assert game.stacks()["b1"] == ["black"]
    assert game.hand == [17, 18]
    assert "b1|" not in other.moves()


def check(game: Naive, blocks: int) -> None:
    in_place = set(game.tower.values())
    for seat in (0, 1):
        assert game.hand[seat] + sum(block.owner == seat for block in in_place) == blocks
    assert len(game.tower) == 2 * len(in_place)
    assert all(level == 1 or (column, level - 1) in game.tower for column, level in game.tower)
    assert unfinished_levels(game.tower) <= 3
    assert (game.outcome() is None) == (game.to_move is not None)


@pytest.mark.parametrize("seed", range(200))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    blocks = 20 if seed % 25 == 0 else rng.randint(4, 7)
    game = Naive(blocks=blocks, flat_ground=seed % 2 == 0)
    middle = 0
    while game.to_move is not None:
        check(game, blocks)
        moves = game.moves()
        assert moves
        assert moves == sorted(set(moves))
        assert ("pass" in moves) == game.bonus
        game.play(rng.choice(moves))
        assert game.height("b2") >= middle  # the taker has just built there, so it never sinks
        middle = game.height("b2")
    check(game, blocks)
    assert game.moves() == []
    assert game.hand == [0, 0]  # an unbarred player with blocks always finds a place
