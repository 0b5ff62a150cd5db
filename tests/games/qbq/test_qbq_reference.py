"""The naive QBQ against facts worked out by hand from the rule sheet, and in random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.qbq.reference import BESIDE, CELLS, Naive, cell_of, name_of, reach

BLUE_GREEN = ("blue", "green")
COLOURS = ("blue", "green", "orange", "red")


def position(seats: tuple[str, ...] = BLUE_GREEN, turn: int = 0, **stacks: str) -> Naive:
    """A game with these stacks only: cells per colour, `c3` a single cube, `c32` two high."""
    game = Naive(seats=seats)
    game.board = {}
    for colour, text in stacks.items():
        for item in text.split():
            game.board[cell_of(item[:2])] = [colour] * int(item[2:] or 1)
    game.seat = turn
    return game


def heights(game: Naive, colour: str) -> dict[str, int]:
    return {cell: len(stack) for cell, stack in game.stacks().items() if colour in stack}


def starting(game: Naive, prefix: str) -> set[str]:
    return {move for move in game.moves() if move.startswith(prefix)}


def play(game: Naive, moves: str) -> Naive:
    for move in moves.split():
        game.play(move)
    return game


# The start.


@pytest.mark.parametrize(
    ("colour", "cells"),
    [
        ("blue", "e1 e2 f1 f2"),
        ("green", "a1 a2 b1 b2"),
        ("orange", "a5 a6 b5 b6"),
        ("red", "e5 e6 f5 f6"),
    ],
)
def test_start_cells(colour: str, cells: str) -> None:
    assert sorted(heights(Naive(players=4), colour)) == cells.split()  # 2, R10


def test_seats() -> None:
    assert Naive().colours == ("blue", "orange")
    assert Naive(players=3).colours == ("blue", "green", "orange")
    assert Naive(players=4).colours == COLOURS
    game = Naive(seats=["red", "blue", "green"])
    assert [len(heights(game, c)) for c in COLOURS] == [4, 4, 0, 4]


def test_first_moves() -> None:
    game = Naive()
    targets = {
        "f1-": "e1 e2 f2 d1 d2 e3 f3",
        "e1-": "f1 e2 f2 d2 e3 f3",
        "e2-": "e1 f1 f2 d1 f3",
        "f2-": "e1 f1 e2 d1 d2 e3",
        "*": "e1 f1 e2 f2 d1 d2 e3 f3",
    }
    for prefix, cells in targets.items():
        assert starting(game, prefix) == {prefix + cell for cell in cells.split()}
    assert len(game.moves()) == 7 + 6 + 5 + 6 + 8


# 5: relocate.


def test_lone_cube_does_not_move() -> None:
    game = position(blue="c3 e5 e6")
    assert starting(game, "c3-") == set()
    assert starting(game, "e5-") == {"e5-e6", "e5-d6", "e5-f6"}
    assert "*c3" in game.moves() and "*c4" in game.moves()  # R3


def test_tower_alone_steps_down() -> None:
    assert starting(position(blue="a12"), "a1-") == {"a1-a2", "a1-b1"}  # R3


def test_bridge_must_be_rebuilt() -> None:
    game = position(blue="b2 b3 c3")  # R2: b3 may go where it touches both b2 and c3
    assert starting(game, "b3-") == {"b3-c2"}
    taken = position(blue="b2 b3 c3", green="c2")
    assert starting(taken, "b3-") == set()


def test_upper_cube_leaves_its_bridge_standing() -> None:
    game = position(blue="b2 b32 c3")  # R1: one cube stays on b3
    assert {"b3-d3", "b3-b1", "b3-c2"} <= starting(game, "b3-")
    assert "b3-d2" not in game.moves()


def test_relocation_stays_in_its_group() -> None:
    game = position(blue="a1 a2 d1 e1")
    assert "a1-d1" not in game.moves() and "a1-c1" not in game.moves()
    assert "a2-b1" in game.moves()
    joining = position(blue="a1 b1 d1 e1")
    assert "a1-c1" in joining.moves()  # R2: beside b1, and joins the other group
    assert "a1-f1" not in joining.moves()


# 6: tip.


@pytest.mark.parametrize(
    ("blue", "green", "legal"),
    [
        ("b23", "c22", True),
        ("b23", "c23", False),
        ("b23", "d22", True),
        ("b23", "d23", False),
        ("b23", "c2 d25", False),
        ("b23", "e24", True),  # R5: three high, it reaches d2
        ("b2", "e6", False),  # one cube is no tower
    ],
)
def test_tip_needs_more_height(blue: str, green: str, legal: bool) -> None:
    assert ("b2>e" in position(blue=blue, green=green).moves()) is legal


def test_tip_removes_whole_stacks_and_lands_on_own() -> None:
    game = play(position(blue="b24 c25 e2", green="d23 f2 f3"), "b2>e")  # R5, R6
    assert heights(game, "blue") == {"b2": 1, "c2": 6, "d2": 1, "e2": 2}
    assert heights(game, "green") == {"f2": 1, "f3": 1}


def test_tip_over_the_edge() -> None:
    game = play(position(blue="e33 a1", green="f32 d6 d5"), "e3>e")
    assert heights(game, "blue") == {"e3": 1, "f3": 1, "a1": 1}
    assert heights(game, "green") == {"d6": 1, "d5": 1}
    off = position(blue="a63", green="f1 f2")
    assert starting(off, "a6>") == {"a6>n", "a6>e", "a6>s", "a6>w"}
    off.play("a6>n")
    assert heights(off, "blue") == {"a6": 1}
    assert off.to_move == 1


# 7: insert and relocate.


def test_insertion_is_half_a_turn() -> None:
    game = Naive()
    game.play("*e2")
    assert game.to_move == 0 and heights(game, "blue")["e2"] == 2
    assert all("-" in move for move in game.moves())
    game.play("e2-d2")
    assert game.to_move == 1 and len(heights(game, "blue")) == 5


def test_no_supply_no_insertion() -> None:
    assert starting(position(blue="c35 c44", green="a1 a2"), "*") == set()
    assert starting(position(blue="c34 c44", green="a1 a2"), "*") != set()


def test_insert_here_relocate_there() -> None:
    game = play(position(blue="a1 b1 e5 e6", green="f1 f2"), "*f5")
    assert {"a1-c1", "f5-d6", "e5-f6"} <= set(game.moves())
    assert "f5-c1" not in game.moves()
    joined = play(position(blue="a1 b1 d1 e1", green="f5 f6"), "*c1")
    assert "a1-f1" in joined.moves()


def test_insertion_without_relocation_and_pass() -> None:
    shut_in = position(blue="a1", green="a2 b1 b2")
    assert shut_in.moves() == ["pass"]  # R4, R9
    shut_in.play("pass")
    assert shut_in.to_move == 1 and shut_in.turns == 1
    with_friends = position(blue="a1 e5 e6", green="a2 b1 b2")
    assert "*a1" in with_friends.moves()  # the relocation happens elsewhere
    assert "pass" not in with_friends.moves()
    tower = position(blue="a12", green="a22 b12 b2")
    assert tower.moves() == ["a1>s", "a1>w"]


# 8: come back.


@pytest.mark.parametrize(
    ("green", "cells"),
    [
        ("a1 a2", "e1 e2 f1 f2"),
        ("e1 e2 f1", "f2"),
        ("e1 e2 f1 f2", "d1 d2 e3 f3"),
        ("e1 e2 f1 f2 d1 d2 f3", "e3"),
        ("e1 e2 f1 f2 d1 d2 e3 f3", "c1 c2 d3 e4 f4"),
    ],
)
def test_come_back(green: str, cells: str) -> None:
    game = position(green=green)
    assert game.moves() == [f"*{cell}" for cell in cells.split()]
    game.play(game.moves()[0])
    assert game.to_move == 1 and not game.inserted


# 3, R8: winning.


@pytest.mark.parametrize(
    ("blue", "move", "wins"),
    [
        ("a4 a5 b4 c4", "c4-b5", True),
        ("a4 a5 b42", "b4-b5", True),
        ("c4 c5 d4 b4", "b4-d5", False),  # half of it on green cells
        ("b3 b4 c3 d3", "d3-c4", False),  # half of it on red cells
        ("a4 a5 b4 b6 c4", "c4-b5", False),  # a fifth cube
        ("b42 b52 c42 c5 d5", "d5-c5", True),
        ("b42 b52 c43 c5", "c4-c5", True),
        ("b42 b52 c4 c5 d5", "d5-c5", False),  # seven cubes
        ("b43 b52 c4 c5 d5", "d5-c5", False),  # eight, but no cube
        ("a4 b4 c4 a5 b5 c5 a6 b6 d5", "d5-c6", True),
        ("a4 b4 c4 a5 b5 c5 a6 d5", "d5-c6", False),  # eight in a ring of nine
        ("a4 b4 c4 a5 b5 c5 a62 d5", "d5-b6", False),
    ],
)
def test_formations(blue: str, move: str, wins: bool) -> None:
    game = position(blue=blue, green="f1 f2")
    game.play(move)
    assert game.outcome() == (((1, 0), (0,)) if wins else None)
    assert game.to_move == (None if wins else 1)


def test_no_win_between_the_halves() -> None:
    game = play(position(blue="a4 a5 b4", green="f1 f2"), "*b5")
    assert game.outcome() is None and game.to_move == 0
    assert all(play(game.copy(), move).outcome() is None for move in game.moves())


def test_win_by_tipping_surplus_off() -> None:
    game = play(position(blue="a43 a5 b4 b5", green="f1 f2"), "a4>w")
    assert game.outcome() == ((1, 0), (0,))


def test_win_in_anothers_turn() -> None:
    blue, green = "b4 b5 c4 c5 c3", "c13 a1"
    assert play(position(turn=1, blue=blue, green=green), "c1>n").outcome() == ((1, 0), (0,))
    both = position(turn=1, blue="b4 b5 c4 c5 d4", green="d5 e42 e5")
    assert play(both, "e4>w").outcome() == ((0, 1), (1,))  # R8: the mover first


def test_others_win_in_turn_order() -> None:
    seats = ("blue", "green", "red")
    blue, red = "b4 b5 c4 c5 d4", "a1 a2 b1 b2 d3"
    game = position(seats=seats, turn=1, blue=blue, red=red, green="d53 f6")
    assert play(game, "d5>s").outcome() == ((0, 0, 1), (2,))  # red follows green


# R9: draws.


def test_third_time_is_a_draw() -> None:
    game = play(Naive(), "f1-d1 b5-c6 d1-f1 c6-b5 f1-d1 b5-c6 d1-f1")
    assert game.outcome() is None
    game.play("c6-b5")
    assert game.outcome() == ((0, 0), (0, 1))
    assert game.moves() == [] and game.to_move is None


def test_player_to_move_is_part_of_the_position() -> None:
    game = Naive()
    blue, orange = ["f1-d1", "d1-d2", "d2-f1"], ["b5-c6", "c6-b5"]
    for turn in range(24):  # the stacks of the start recur after turns 5, 12, 17 and 24
        assert game.outcome() is None
        game.play(blue[turn // 2 % 3] if turn % 2 == 0 else orange[turn // 2 % 2])
    assert game.outcome() == ((0, 0), (0, 1))


def test_turn_400() -> None:
    game = position(blue="a4 a5 b4 c4", green="f1 f2")
    game.turns = 399
    assert play(game.copy(), "c4-b5").outcome() == ((1, 0), (0,))
    assert play(game.copy(), "c4-b3").outcome() == ((0, 0), (0, 1))
    half = play(game.copy(), "*c5")
    assert half.outcome() is None
    assert play(half, "c5-d4").outcome() == ((0, 0), (0, 1))
    game.turns = 398
    assert play(game, "c4-b3").outcome() is None


# Random games.


def scattered(random: Random) -> Naive:
    """Some stacks of two to four colours anywhere."""
    seats = tuple(random.sample(COLOURS, random.randint(2, 4)))
    game = position(seats=seats, turn=random.randrange(len(seats)))
    cells = random.sample(CELLS, len(CELLS))
    for colour in seats:
        left = random.randint(0, 9)
        while left:
            height = min(left, random.choice((1, 1, 1, 2, 3)))
            near = [c for c in cells if any(game.board.get(b) == [colour] for b in BESIDE[c])]
            cell = random.choice(near or cells)
            cells.remove(cell)
            game.board[cell] = [colour] * height
            left -= height
    return game


def check(game: Naive) -> None:
    moves = game.moves()
    assert (game.outcome() is None) == (game.to_move is not None) == bool(moves)
    assert moves == sorted(set(moves))
    for cell, stack in game.stacks().items():
        assert cell_of(cell) in CELLS
        assert stack and len(set(stack)) == 1 and stack[0] in game.colours  # R1
    assert all(sum(heights(game, colour).values()) <= 9 for colour in COLOURS)


def check_step(before: Naive, move: str, after: Naive) -> None:
    """What a move may do to the numbers of cubes."""
    assert before.to_move is not None
    mover = before.colours[before.to_move]
    old, new = (
        {colour: sum(heights(game, colour).values()) for colour in COLOURS}
        for game in (before, after)
    )
    if ">" in move:
        assert all(new[colour] <= old[colour] for colour in COLOURS) and new[mover] >= 1
    else:
        old[mover] += move.startswith("*")
        assert new == old
    half = move.startswith("*") and bool(heights(before, mover))  # R7: a re-entry is whole
    expected = before.to_move if half else (before.to_move + 1) % len(before.colours)
    assert after.to_move in (expected, None)


@pytest.mark.parametrize("seed", range(8))
def test_random_play(seed: int) -> None:
    random = Random(seed)
    for _ in range(30):
        game = scattered(random)
        for _ in range(6):
            check(game)
            if game.to_move is None:
                break
            move = random.choice(game.moves())
            before = game.copy()
            game.play(move)
            check_step(before, move, game)
            with pytest.raises(ValueError):
                game.play("a1-a1")


@pytest.mark.parametrize("players", [2, 4])
def test_whole_game_ends(players: int) -> None:
    random = Random(players)
    game = Naive(players=players)
    while game.to_move is not None:
        game.play(random.choice(game.moves()))
    assert game.moves() == [] and game.turns <= 400


def test_relocations_by_their_result() -> None:
    """R2 word for word: carry out every relocation and look at the groups afterwards."""
    random = Random(5)
    for _ in range(40):
        game = scattered(random)
        colour = game.colours[game.seat]
        own = {cell: len(stack) for cell, stack in game.board.items() if stack[0] == colour}
        expected = set()
        for origin in own:
            group = reach(origin, own)
            for target in CELLS:
                if target == origin or (target in game.board and target not in own):
                    continue
                after = Counter(own)
                after[origin] -= 1
                after[target] += 1
                cells = set(+after)
                members = (group & cells) | {target}
                lone = sum(own[cell] for cell in group) == 1
                if not lone and members <= reach(target, cells):
                    expected.add(f"{name_of(origin)}-{name_of(target)}")
        assert {move for move in game.moves() if "-" in move} == expected


def test_quarter_turn() -> None:
    """Turning the board clockwise makes blue green, green orange, orange red and red blue."""

    def turned(move: str) -> str:
        for cell in CELLS:
            move = move.replace(name_of(cell), name_of((cell[1], 5 - cell[0])).upper())
        if ">" in move:
            move = move[:3] + "nesw"["wnes".index(move[3])]
        return move.replace("PASS", "pass").translate(str.maketrans("ABCDEF", "abcdef"))

    random = Random(3)
    game, other = Naive(seats=["blue", "orange"]), Naive(seats=["green", "red"])
    for _ in range(60):
        assert sorted(map(turned, game.moves())) == other.moves()
        move = random.choice(game.moves())
        game.play(move)
        other.play(turned(move))


def test_copy_is_independent() -> None:
    game = Naive()
    other = game.copy()
    other.play("*d2")
    assert game.moves() == Naive().moves() and game.stacks() == Naive().stacks()
    assert other.copy().moves() == other.moves()
