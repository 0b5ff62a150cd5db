"""The naive KEWBZ against facts worked out by hand and against what must hold in any game."""

from __future__ import annotations

import random

import pytest

from games.kewbz.reference import Naive

Cell = tuple[int, int]
Ground = set[Cell]


def after(moves: str, board: int = 8, cubes: int = 40) -> Naive:
    game = Naive(board=board, cubes=cubes)
    for move in moves.split():
        game.play(move)
    return game


def tower(moves: str, cell: str) -> str:
    """The colours at a cell after these moves, bottom-up, by their first letters."""
    return "".join(colour[0] for colour in after(moves).stacks()[cell])


@pytest.mark.parametrize("board", [5, 8, 12])
def test_first_cube_goes_anywhere(board: int) -> None:
    game = Naive(board=board)
    assert game.to_move == 0
    assert len(game.moves()) == board * board
    assert f"{'abcdefghijkl'[board - 1]}{board}" in game.moves()


def test_later_cubes_touch_one_on_the_board() -> None:  # 2
    assert after("c3").moves() == ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]
    assert after("a1").moves() == ["a2", "b1", "b2"]


def test_moves_are_sorted_as_texts() -> None:
    assert after("a10", board=12).moves() == ["a11", "a9", "b10", "b11", "b9"]


def test_no_cube_completes_a_square() -> None:  # 3
    moves = after("c3 c4 d4").moves()
    assert "d3" not in moves
    assert {"d5", "e3", "b3"} <= set(moves)


@pytest.mark.parametrize("move", ["c3", "c5", "^c3", "i9", "c", "", "pass"])
def test_anything_else_is_refused(move: str) -> None:
    game = after("c3")
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(move)
    assert game.stacks() == {"c3": ["blue"]}
    assert game.to_move == 1


@pytest.mark.parametrize(
    ("moves", "cell", "expected"),
    [
        ("c3 c4 c5", "c4", "r"),  # 4: a straight line is no corner
        ("c3 d4 e3", "d4", "r"),  # R1: nor are diagonal neighbours
        ("c3 c4 d4", "c4", "rb"),  # 5, 4: any colours
        ("c3 d4 c4", "c4", "bb"),  # 5, R2: the placed cube is the vertex
        ("c3 d2 e3 d3", "d3", "rrr"),  # 5, R2: double corner
        ("c2 c3 c4 d3", "c3", "rrr"),  # 5, R3: double corner at a neighbour
        ("c3 d2 e3 d4 d3", "d3", "bbbbb"),  # R1, R2: four corners
        ("c3 c4 d4 e4", "c4", "rbr"),  # 6
        ("c3 c4 d4 e4 f4", "c4", "rbrb"),  # 6: from further away
        ("c3 c4 d4 e5 f4", "c4", "rb"),  # R3: e4 is a gap in the line
        ("c2 c3 d3 c4", "c3", "rbr"),  # R3: a T made of an old corner owes one
        ("c2 c3 d3 c4 c5", "c3", "rbrb"),  # R4: bar
        ("c2 c3 c4 d3 c5", "c3", "rrrb"),  # R4: bar of a T made in one step
        ("c2 c3 d3 c4 e3", "c3", "rbrbb"),  # R4: stem
        ("c2 c3 c4 d3 e3", "c3", "rrrbb"),  # 6, R4: stem of a T made in one step
        ("c2 c3 d3 c4 c5 e3", "c3", "rbrbr"),  # 8: owes two, room for one
        ("c2 c3 c4 d3 e3 f3", "c3", "rrrbb"),  # 8: room for none
        ("c3 d3 e3 c4 e2 b3", "c3", "brr"),  # 7: two corners on one line
        ("c3 d3 e3 c4 e2 b3", "e3", "bbr"),
    ],
)
def test_what_a_cube_owes(moves: str, cell: str, expected: str) -> None:
    assert tower(moves, cell) == expected


def test_shortage_leaves_a_choice() -> None:  # R6: red owes one on c3 and on e3 and has one
    game = after("c3 d3 e3 c4 e2 b3", board=5, cubes=5)
    assert game.to_move == 1
    assert game.moves() == ["^c3", "^e3"]
    other = game.copy()
    game.play("^e3")
    assert game.outcome() == ((-1, 2 + 3), (1,))
    assert other.outcome() is None
    other.play("^c3")
    assert other.outcome() == ((2 - 1, 3), (1,))


def test_choice_ends_with_one_tower_left() -> None:  # R6: b4 owes two, a4 one, blue has two
    game = after("a4 b3 a5 c4 b4", board=5, cubes=5)
    assert game.moves() == ["^a4", "^b4"]
    other = game.copy()
    game.play("^a4")
    assert game.outcome() == ((2 + 2, -3), (0,))
    other.play("^b4")
    assert (other.to_move, other.moves()) == (0, ["^a4", "^b4"])
    other.play("^b4")
    assert other.outcome() == ((3, -3), (0,))


def test_full_tower_is_no_choice() -> None:  # 8, R6: d2 lies on the line but is full
    game = after("c2 d2 e1 e2 d3 b1 b3 d4 b2", board=5, cubes=8)
    assert len(game.stacks()["d2"]) == 5
    assert game.moves() == ["^b2", "^e2"]


def test_shortage_at_a_single_tower_leaves_no_choice() -> None:  # R6: c3 owes two, blue has one
    game = after("c2 c3 c4 b1 b5 a1 d3", board=5, cubes=5)
    assert game.stacks()["c3"] == ["red", "blue"]
    assert game.outcome() == ((2, -2), (0,))


def test_last_cube_ends_the_game_with_debts_open() -> None:  # 9, R7
    game = after("c3 c4 d4 e4 b2 b1 c2", board=5, cubes=5)
    assert [game.stacks()[cell] for cell in ("b2", "c2")] == [["blue"], ["blue"]]
    assert game.outcome() == ((0, 3 - 1), (1,))
    assert game.moves() == []


def test_single_cubes_score_nothing() -> None:  # 10
    diagonal = after("a1 b2 c3 d4 e5 f6 g7 h8 i9", board=9, cubes=5)
    assert diagonal.outcome() == ((0, -1), (0,))


def test_equal_points_are_a_draw() -> None:  # R8, 10
    game = after("e4 d3 c3 e3 e5 d5", board=5, cubes=5)
    assert game.outcome() == ((3 - 1, 2), (0, 1))


def test_a_jammed_board_ends_the_game() -> None:  # R8
    moves = "d5 d4 e4 c5 e3 b4 e2 b3 e1 a2 a4 a5 b2 c2 b1"
    game = after(moves, board=5, cubes=20)
    assert game.to_move == 1
    game.play("d2")
    assert game.outcome() == ((2 + 4 + 4 + 5 - 2, 2 + 2 + 3 - 7), (0,))


# Random games


def cells(game: Naive) -> Ground:
    return {(ord(cell[0]), int(cell[1:])) for cell in game.stacks()}


def has_square(ground: Ground) -> bool:
    return any({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} <= ground for x, y in ground)


def is_connected(ground: Ground) -> bool:
    reached, frontier = set(), [min(ground)]
    while frontier:
        x, y = frontier.pop()
        reached.add((x, y))
        around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        frontier += around & ground - reached - set(frontier)
    return reached == ground


def owed(ground: Ground, placed: Cell, cube: Cell) -> int:
    """What the placed cube owes at a cube, found by looking from that cube (R2, R3)."""
    (px, py), (x, y) = placed, cube
    beside = ((x - 1, y) in ground) + ((x + 1, y) in ground)
    behind = ((x, y - 1) in ground) + ((x, y + 1) in ground)
    if cube == placed:
        return beside * behind
    if y == py and all((i, y) in ground for i in range(min(x, px), max(x, px))):
        return behind
    if x == px and all((x, i) in ground for i in range(min(y, py), max(y, py))):
        return beside
    return 0


def check_placement(before: Naive, game: Naive, seat: int) -> None:
    """The cubes stacked after a placement, or the choice offered, are those owed (8, R6, R7)."""
    ground, old, new = cells(game), before.stacks(), game.stacks()
    (placed,) = ground - cells(before)
    due, grown = {}, {}
    for cube in ground:
        cell = f"{chr(cube[0])}{cube[1]}"
        height = len(old.get(cell, ["placed"]))
        due[cell] = min(owed(ground, placed, cube), 5 - height)
        grown[cell] = len(new[cell]) - height
    left = before.unplayed[seat] - 1
    if game.to_move == seat:
        assert game.moves() == sorted(f"^{cell}" for cell in due if due[cell])
        assert 0 < left < sum(due.values())
        assert len(game.moves()) > 1
        assert not any(grown.values())
    elif left >= sum(due.values()):
        assert grown == due
    else:
        assert left == 0 or sum(map(bool, due.values())) == 1
        assert sum(grown.values()) == left
        assert game.to_move is None


def check_position(game: Naive, cubes: int) -> None:
    stacks = game.stacks()
    played = [colour for cubes_here in stacks.values() for colour in cubes_here]
    assert played.count("blue") + game.unplayed[0] == cubes
    assert played.count("red") + game.unplayed[1] == cubes
    assert all(1 <= len(cubes_here) <= 5 for cubes_here in stacks.values())
    assert not has_square(cells(game))
    assert is_connected(cells(game))
    assert (game.to_move is None) == (game.outcome() is not None) == (game.moves() == [])


def check_end(game: Naive) -> None:
    if min(game.unplayed) > 0:
        ground, lines = cells(game), range(1, game.board + 1)
        free = {(96 + x, y) for x in lines for y in lines} - ground
        assert all(has_square(ground | {cell}) for cell in free)
    tops = {0: "blue", 1: "red"}
    scores = tuple(
        sum(len(t) for t in game.stacks().values() if len(t) > 1 and t[-1] == tops[seat])
        - game.unplayed[seat]
        for seat in (0, 1)
    )
    winners = (0, 1) if scores[0] == scores[1] else (int(scores[1] > scores[0]),)
    assert game.outcome() == (scores, winners)


@pytest.mark.parametrize(("board", "cubes", "games"), [(5, 7, 200), (5, 60, 20), (8, 40, 6)])
def test_random_games(board: int, cubes: int, games: int) -> None:
    chance = random.Random(board * cubes)
    for _ in range(games):
        game = Naive(board=board, cubes=cubes)
        while game.to_move is not None:
            before, seat, move = game.copy(), game.to_move, chance.choice(game.moves())
            game.play(move)
            check_position(game, cubes)
            old, new = before.stacks(), game.stacks()
            assert all(new[cell][: len(old[cell])] == old[cell] for cell in old)  # 3
            if not move.startswith("^"):
                check_placement(before, game, seat)
        check_end(game)
