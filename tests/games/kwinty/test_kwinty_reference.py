"""The KWINTY reference against facts worked out by hand, and against whole random games."""

import random

import pytest

from games.kwinty.reference import COLUMNS, Naive

Options = dict[str, int]
GAMES: list[Options] = [
    {},
    {"width": 5, "height": 4},
    {"width": 6, "height": 5, "line": 7, "blocks": 40},
    {"width": 7, "height": 9, "blocks": 4, "line": 4},
]


def after(moves: str, **options: int) -> Naive:
    game = Naive(**options)
    for move in moves.split():
        game.play(move)
    return game


def test_the_first_block_has_two_choices() -> None:  # R1
    assert Naive().moves() == ["i+j", "i|"]


def test_replies_to_a_standing_block() -> None:  # 4, 5, R3: no h+i, no k|
    assert after("i|").moves() == ["g+h", "h|", "i|", "j+k", "j|"]


def test_replies_to_a_lying_block() -> None:  # R4: other colours may lie end to end
    assert after("i+j").moves() == ["g+h", "h|", "i+j", "i|", "j|", "k+l", "k|"]


@pytest.mark.parametrize(("moves", "allowed"), [("i+j h|", "f+g"), ("i+j k|", "l+m")])
def test_ends_kept_apart_by_another_block(moves: str, allowed: str) -> None:  # R4
    assert allowed in after(moves).moves()


def test_a_lying_block_rests_on_two_level_columns() -> None:  # R2
    assert after("i| j| i+j").stacks() == {
        "i": ["white", "white", "white"],
        "j": ["black", "black", "white"],
    }


@pytest.mark.parametrize(
    ("moves", "refused"),
    [
        ("", "h|"),  # R1
        ("i|", "k|"),  # 4
        ("i|", "i+j"),  # 5
        ("i+j k|", "g+h"),  # 6, lying
        ("i| j|", "i|"),  # 6, standing
        ("i| h| g| f| e| d| c| b| a|", "j|"),  # 2, width: a..i
        ("i| i| i| i|", "i|"),  # 2, height: rows 9 and 10
        ("i|", "j+i"),  # notation
        ("i|", "r|"),  # notation
        ("i|", ""),  # notation
    ],
)
def test_refused(moves: str, refused: str) -> None:
    game = after(moves)
    before = game.stacks()
    with pytest.raises(ValueError, match="not legal"):
        game.play(refused)
    assert game.stacks() == before


def test_nine_rows() -> None:  # 2: four standing blocks leave one row
    game = after("i| i| i| i| h| h| h| h|")
    assert "i|" not in game.moves()
    game.play("h+i")
    assert len(game.stacks()["i"]) == 9


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("i+j h| k| g| l+m", 0),  # across
        ("i| j| i+j h| i|", 0),  # up
        ("i| h| f+g g| h+i d+e e| i| g| h| c| f|", 1),  # rising
        ("i| h| j| k| h| i| f+g h+i i| l+m g| j|", 1),  # falling
        ("i| j| i+j h| i+j g| i|", 0),  # six
    ],
)
def test_a_line_of_five_wins(moves: str, winner: int) -> None:  # 7, R7
    game = after(moves)
    assert game.to_move is None
    assert game.moves() == []
    assert game.outcome() == ((1 - winner, winner), (winner,))


def test_a_broken_line_does_not_win() -> None:  # 7
    assert after("i+j h| k| l| m+n").outcome() is None


@pytest.mark.parametrize(
    ("moves", "blocks", "scores", "winners"),
    [
        ("i| j| h| i+j f+g i+j f+g h|", 4, (2, 1), (0,)),
        ("i| i| j| g+h h| j| g| g+h", 4, (1, 1), (0, 1)),
        ("i| g+h g| j+k k| j| j+k h|", 4, (0, 0), (0, 1)),
        ("i+j j| h| f+g k| f| i| h| i+j j|", 5, (2, 0), (0,)),  # i1 serves two lines
    ],
)
def test_lines_of_four_decide(
    moves: str, blocks: int, scores: tuple[int, int], winners: tuple[int, ...]
) -> None:  # 8, R6
    assert after(moves, blocks=blocks).outcome() == (scores, winners)


def test_white_without_a_placement_is_passed_over() -> None:  # R5
    game = after("i| j| h| k| j+k j+k l| i|", width=5, height=4)
    assert game.to_move == 1
    assert game.moves() == ["h|", "l|"]


def test_white_without_blocks_is_passed_over() -> None:  # R5
    moves = "i+j h| g| i| f| f| j| j| f| g| j| h| g+h"
    assert after(moves, width=5, height=7, blocks=7).to_move == 1


def test_the_end_when_nothing_fits() -> None:  # R5, 8
    game = after("i| g+h e+f f+g h| g| f| i| e|", width=5, height=4)
    assert game.outcome() == ((0, 1), (1,))


def test_a_copy_is_independent() -> None:
    game = after("i| j|")
    twin = game.copy()
    twin.play("i+j")
    assert game.stacks() == {"i": ["white", "white"], "j": ["black", "black"]}
    assert (game.to_move, twin.to_move) == (0, 1)
    assert (game.left, twin.left) == ([19, 19], [18, 19])


def columns_of(move: str) -> list[str]:
    return [letter for letter in move if letter in COLUMNS]


def has_line(stacks: dict[str, list[str]], colour: str, length: int) -> bool:
    squares = {
        (COLUMNS.index(letter), row)
        for letter, colours in stacks.items()
        for row, found in enumerate(colours)
        if found == colour
    }
    return any(
        all((column + step * dx, row + step * dy) in squares for step in range(length))
        for column, row in squares
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    )


def check_step(game: Naive, move: str) -> None:
    """One move adds two own squares on top of its columns and keeps to the limits (1, 2, R2)."""
    assert game.to_move is not None
    colour = ("white", "black")[game.to_move]
    expected = game.stacks()
    for letter in columns_of(move):
        expected.setdefault(letter, []).extend([colour] * (2 if move.endswith("|") else 1))
    game.play(move)
    assert game.stacks() == expected
    assert all(row == 1 or (column, row - 1) in game.wall for column, row in game.wall)  # 5
    letters = sorted(expected)
    assert "".join(letters) in COLUMNS  # 4: no gap between columns
    assert len(letters) <= game.width
    assert max(len(colours) for colours in expected.values()) <= game.height
    assert (game.outcome() is None) == (game.to_move is not None)
    assert (game.moves() == []) == (game.to_move is None)


def check_end(game: Naive, blocks: int) -> None:
    stacks = game.stacks()
    filled = [colour for colours in stacks.values() for colour in colours]
    for seat, colour in enumerate(("white", "black")):
        assert filled.count(colour) == 2 * (blocks - game.left[seat])  # 1
        assert has_line(stacks, colour, game.line) == (game.won_by == seat)  # 7
    for block in game.wall.values():  # 6
        column, row = block.cells[1]
        after_end = (column, row + 1) if block.standing else (column + 1, row)
        other = game.wall.get(after_end)
        assert other is None or block[:2] != other[:2]
    outcome = game.outcome()
    assert outcome is not None
    scores, winners = outcome
    assert winners == tuple(seat for seat in (0, 1) if scores[seat] == max(scores))


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_random_games(options: Options) -> None:
    blocks = options.get("blocks", 20)
    for seed in range(50):
        rng = random.Random(seed)
        game = Naive(**options)
        for _ in range(2 * blocks):  # every decision uses up a block
            check_step(game, rng.choice(game.moves()))
            if game.to_move is None:
                break
        check_end(game, blocks)
