"""QBQ in positions that the examples of its room do not lead to, and what examples cannot say.

Whatever can be asked of the rules is asked of the game and of the reference alike; the numbers in
the names are those of the rule sheet.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import blockhaus
from blockhaus.core.engine import engine
from blockhaus.games.qbq import COLOURS, rules, scene
from blockhaus.learn.rulebook import examples, position_of
from games.qbq.arranged import Both, Stacks, arranged, start
from games.qbq.reference import CELLS, Naive, name_of, reach


def with_beginning(beginning: str, cells: str) -> set[str]:
    return {beginning + cell for cell in cells.split()}


# Refusals and notation


def test_every_reason_has_an_example() -> None:
    tried = [position_of("qbq", each).why_not(each["try"]) for each in examples("qbq")]
    assert {refusal.code for refusal in tried if refusal} == {each.code for each in scene.REASONS}


def test_6_every_stack_that_stops_a_fall_is_named() -> None:
    refusal = arranged(blue="a14", green="b14 c13 d15 e16").game.why_not("a1>e")
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.cells) == ("blocked", "6", ("b1", "d1"))
    assert refusal.text() == "Your tower is 4 high; it must be higher than b1 and d1 to fall."


@pytest.mark.parametrize(
    "move", ["", "e2", "e2-", "e2-d2 ", "e2>x", "e2>N", "e2>", "*", "**c3", "Pass", "e2.1-d2"]
)
def test_notation_slips(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move: write b2-c3"):
        start().game.play(move)


@pytest.mark.parametrize("move", ["g1-a1", "a1-a7", "*f9", "h2>n", "a1-z10"])
def test_cells_off_the_board(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not on the board"):
        start().game.play(move)


@pytest.mark.parametrize("move", ["e-d2", "2e-d2", "e٢-d2", "*e02", "E2-d2"])
def test_what_is_no_cell(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not the name of a cell"):
        start().game.play(move)


# The seats


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, ("blue", "orange")),
        ({"players": 3}, ("blue", "green", "orange")),
        ({"players": 4}, ("blue", "green", "orange", "red")),
        ({"seats": ("red", "blue", "green")}, ("red", "blue", "green")),
        ({"seats": "red,green", "players": 2}, ("red", "green")),
    ],
)
def test_r10_seats_and_players_complete_each_other(
    options: dict[str, Any], seats: tuple[str, ...]
) -> None:
    game = start(**options).game.game
    assert dict(game.options) == {"players": len(seats), "seats": seats}
    assert game.players == len(seats)
    assert [seat["colour"] for seat in game.start().view()["seats"]] == list(seats)
    assert blockhaus.position(game.start().code) == game.start()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seats": ["blue"]}, "at least 2 colours"),
        ({"seats": []}, "at least 2 colours"),
        ({"seats": ["blue", "red"], "players": 3}, "2 seats for 3 players"),
        ({"seats": ["blue", "blue"]}, "twice"),
        ({"seats": ["blue", "black"]}, "black"),
        ({"players": 1}, "from 2 to 4"),
    ],
)
def test_r10_seats_that_make_no_game(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(blockhaus.OptionError, match=sentence):
        blockhaus.game("qbq", **options)


# Actions: all moves that begin alike, so that none is missing


@pytest.mark.parametrize(
    ("beginning", "cells"),
    [
        ("f1-", "e1 e2 f2 d1 d2 e3 f3"),
        ("e1-", "f1 e2 f2 d2 e3 f3"),
        ("e2-", "e1 f1 f2 d1 f3"),
        ("f2-", "e1 f1 e2 d1 d2 e3"),
        ("*", "e1 f1 e2 f2 d1 d2 e3 f3"),
    ],
)
def test_5_7_the_first_moves(beginning: str, cells: str) -> None:
    assert start().moves(beginning) == with_beginning(beginning, cells)
    assert len(start().moves()) == 7 + 6 + 5 + 6 + 8


RING = "b2 c2 d2 b3 d3 b4 c4 d4"
BOW = "d2 b3 d3 b4 c4 d4"  # a ring without b2 and c2


@pytest.mark.parametrize(
    ("found", "beginning", "cells"),
    [
        ({"blue": "c3 e5 e6"}, "c3-", ""),  # a lone cube
        ({"blue": "c3 e5 e6"}, "e5-", "e6 d6 f6"),
        ({"blue": "a12"}, "a1-", "a2 b1"),  # R3: a tower alone steps down
        ({"blue": "b2 b3 c3"}, "b3-", "c2"),  # R2: a bridge must become one again
        ({"blue": "b2 b3 c3", "green": "c2"}, "b3-", ""),
        ({"blue": "b2 b32 c3"}, "b3-", "b2 c3 b1 a2 c2 a3 b4 d3 c4"),  # R1: one cube stays there
        ({"blue": "c3 c2 c4 b3 d3"}, "c3-", ""),  # it holds four parts together
        ({"blue": "c32 c2 c4 b3 d3"}, "c3-", "c2 c4 b3 d3 c1 b2 d2 a3 e3 b4 d4 c5"),
        ({"blue": BOW}, "c4-", "c3"),  # the one other cell beside both halves
        ({"blue": "a1 a2 d1 e1"}, "a1-", "a2 b2 a3"),  # not to the other group
        ({"blue": "a1 b1 d1 e1"}, "a1-", "b1 b2 c1"),  # R2: c1 joins the other group as well
    ],
)
def test_5_where_a_cube_can_go(found: Stacks, beginning: str, cells: str) -> None:
    assert arranged(**found).moves(beginning) == with_beginning(beginning, cells)


def test_5_a_ring_is_still_one_group_without_any_of_its_cells() -> None:
    assert {"c2-c3", "b2-e4"} <= arranged(blue=RING).moves()


def test_7_a_lone_cube_counts_as_a_group_for_inserting() -> None:
    assert {"*c3", "*c4"} <= arranged(blue="c3 e5 e6").moves()


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
def test_6_a_tower_must_be_higher_than_all_it_falls_on(blue: str, green: str, legal: bool) -> None:
    assert ("b2>e" in arranged(blue=blue, green=green).moves()) is legal


@pytest.mark.parametrize(
    ("found", "move", "blue", "green"),
    [
        # R5 and R6: opposing stacks go whole, own ones of any height are built upon.
        ({"blue": "b24 c22 e2", "green": "d23 f2 f3"}, "b2>e", "b2 c23 d2 e22", "f2 f3"),
        ({"blue": "e33 a1", "green": "f32 d6 d5"}, "e3>e", "a1 e3 f3", "d5 d6"),
        ({"blue": "a63", "green": "f1 f2"}, "a6>n", "a6", "f1 f2"),
        # Nine cubes fall over the whole board.
        ({"blue": "a19", "green": "b18 c1"}, "a1>e", "a1 b1 c1 d1 e1 f1", ""),
    ],
)
def test_6_what_a_fall_leaves(found: Stacks, move: str, blue: str, green: str) -> None:
    position = arranged(**found).play(move)
    assert (position.heights("blue"), position.heights("green")) == (blue, green)
    assert position.game.to_move == 1


def test_6_a_tower_can_fall_off_two_edges() -> None:
    assert arranged(blue="a63", green="f1 f2").moves("a6>") == {"a6>n", "a6>e", "a6>s", "a6>w"}


@pytest.mark.parametrize("shut", ["", "d4", "d42", "d4 d5"])
def test_r4_a_shut_in_cube_can_be_joined_if_another_group_can_move(shut: str) -> None:
    position = arranged(blue=f"f1 {shut}", green="e13 f23")
    assert ("*f1" in position.moves()) == (shut in ("d42", "d4 d5"))


@pytest.mark.parametrize(
    ("blue", "green", "moves"),
    [
        ("a1", "a2 b1 b2", {"pass"}),
        ("c32", "b32 c22 c42 d32", {"pass"}),  # no wall is lower than the tower
        ("f12", "e12 f2", {"f1>n", "f1>e", "f1>s"}),
    ],
)
def test_r9_who_is_shut_in_may_have_to_tip_or_pass(blue: str, green: str, moves: set[str]) -> None:
    position = arranged(blue=blue, green=green)
    assert position.moves() == moves
    assert (position.game.why_not("pass") is None) == (moves == {"pass"})


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
def test_8_as_near_to_the_start_cells_as_possible(green: str, cells: str) -> None:
    position = arranged(green=green)
    assert position.moves() == with_beginning("*", cells)
    assert position.play("*" + cells.split()[0]).game.to_move == 1


# The end of the game


@pytest.mark.parametrize(
    ("blue", "move", "wins"),
    [
        ("a4 a5 b4 c4", "c4-b5", True),
        ("a4 a5 b42", "b4-b5", True),
        ("a43 a5 b4 b5", "a4>w", True),  # the surplus is tipped off the board
        ("c4 c5 d4 b4", "b4-d5", False),  # half of it on green cells
        ("b3 b4 c3 d3", "d3-c4", False),  # half of it on red cells
        ("a4 a5 b4 b6 c4", "c4-b5", False),  # a fifth cube
        ("b42 b52 c42 c5 d5", "d5-c5", True),
        ("b42 b52 c43 c5", "c4-c5", True),
        ("b42 b52 c4 c5 d5", "d5-c5", False),  # seven cubes
        ("b43 b52 c4 c5 d5", "d5-c5", False),  # eight, but no cube
        ("b42 b52 c43 a4", "a4-c5", False),
        ("b4 b53 c42 c5 a4", "a4-c5", False),
        ("a4 b4 c4 a5 b5 c5 a6 b6 d5", "d5-c6", True),
        ("a4 b4 c4 a5 b5 c5 a6 d5", "d5-c6", False),  # eight in a ring of nine
        ("a4 b4 c4 a5 b5 c5 a62 d5", "d5-b6", False),
    ],
)
def test_3_formations(blue: str, move: str, wins: bool) -> None:
    position = arranged(blue=blue, green="f1 f2").play(move)
    assert position.winners == ((0,) if wins else ())


def test_r8_three_cubes_and_an_inserted_one_cannot_win_in_the_same_turn() -> None:
    half = arranged(blue="a4 a5 b4", green="f1 f2").play("*b5")
    assert half.game.to_move == 0
    assert not any(half.play(move).game.is_over for move in half.moves())


@pytest.mark.parametrize(
    ("seats", "winner"),
    [
        (("blue", "green", "orange"), "orange"),
        (("orange", "green", "blue"), "blue"),
        (("green", "blue", "orange"), "blue"),
        (("red", "orange", "green", "blue"), "blue"),
        (("blue", "green", "red", "orange"), "orange"),
    ],
)
def test_r8_the_others_win_in_turn_order_after_the_mover(
    seats: tuple[str, ...], winner: str
) -> None:
    # Green's fall takes away what was too much for blue's and for orange's square.
    found = {"green": "d63", "blue": "a4 b4 a5 b5 d4", "orange": "d1 e1 d2 e2 d5"}
    position = arranged(seats, turn=seats.index("green"), **found).play("d6>s")
    assert position.winners == (seats.index(winner),)


def test_r9_turn_400_ends_the_game_in_a_draw() -> None:
    position = arranged(blue="a1 a2", green="f1 f2", turn=398).play("a1-a3")
    assert not position.game.is_over
    over = position.play("f1-f3").game
    assert over.turn == 400
    assert over.outcome == blockhaus.Outcome((0, 0), (0, 1), "400 turns without a winner: a draw")
    assert over.view()["tally"] == []


def test_r9_a_win_in_turn_400_is_a_win() -> None:
    position = arranged(blue="f1", green="e4 e5 f4 e6", turn=399).play("e6-f5")
    assert position.winners == (1,)
    assert position.game.outcome and position.game.outcome.code == "formed"


def test_r9_a_turn_with_an_insertion_counts_once() -> None:
    half = arranged(blue="a1", green="f1", turn=399).play("*f2")
    assert (half.game.turn, half.game.is_over) == (399, False)
    assert half.play("f2-e1").game.turn == 400


def test_r9_a_draw_by_repetition_says_so() -> None:
    drawn = start().play("f1-d1 b5-c6 d1-f1 c6-b5 f1-d1 b5-c6 d1-f1 c6-b5")
    assert drawn.game.outcome == blockhaus.Outcome(
        (0, 0), (0, 1), "the same position for the third time: a draw"
    )


# Side by side with the reference, where random games seldom lead


def crowded(dice: random.Random) -> Both:
    """Many cubes on few cells, so that cubes are shut in, groups cut and start cells taken."""
    seats = tuple(dice.sample(COLOURS, dice.randint(2, 4)))
    width, depth = dice.randint(2, 6), dice.randint(2, 6)
    left, front = dice.randint(0, 6 - width), dice.randint(0, 6 - depth)
    names = [name_of((left + x, front + y)) for x in range(width) for y in range(depth)]
    dice.shuffle(names)
    found: dict[str, Counter[str]] = {}
    for colour in seats:
        found[colour] = Counter()
        for _ in range(dice.choice([0, 1, 1, 2, 3, 5, 9, 9])):
            places = names[:3] + list(found[colour])
            free = [n for n in places if not any(n in found[c] for c in found if c != colour)]
            if free:
                place = dice.choice(free)
                found[colour][place] += 1
                names = [name for name in names if name != place]
    return arranged(seats, turn=dice.randrange(len(seats)), **written(found))


def written(found: dict[str, Counter[str]]) -> Stacks:
    return {
        colour: " ".join(f"{name}{height}" for name, height in cells.items() if height)
        for colour, cells in found.items()
    }


def nearly_won(dice: random.Random) -> Both:
    """Every player has a formation but for one cube that is misplaced or too much."""
    seats = tuple(dice.sample(COLOURS, dice.randint(2, 4)))
    found: dict[str, Counter[str]] = {}
    for colour in seats:
        goal = scene.members(rules.GOAL[COLOURS.index(colour)])
        corner = dice.choice([0, 1, 3, 4])
        four = [goal[corner + i] for i in (0, 1, 3, 4)]
        height, cells = dice.choice([(1, four), (2, four), (1, goal)])
        taken = {name for other in found.values() for name in other}
        stacked = Counter({n: height for n in map(scene.name_of, cells) if n not in taken})
        if len(cells) == 9 or dice.random() < 0.7:
            stacked[dice.choice(list(stacked))] -= 1
        taken |= stacked.keys()
        beside = rules.around(sum(1 << cell for cell in cells)) | 1 << dice.randrange(36)
        spare = [n for n in map(scene.name_of, scene.members(beside)) if n not in taken]
        if spare and stacked.total() < 9:
            stacked[dice.choice(spare)] = dice.randint(1, 9 - stacked.total())
        found[colour] = stacked
    return arranged(seats, turn=dice.randrange(len(seats)), **written(found))


@pytest.mark.parametrize("scatter", [crowded, nearly_won])
def test_game_and_reference_agree_on_unusual_positions(scatter: Any, full: bool) -> None:
    wins = passes = 0
    for number in range(3000 if full else 50):
        dice = random.Random(f"{scatter.__name__} {number}")
        position = scatter(dice)
        game = position.game
        layout = game.game.definition.state
        judged = [engine().verdict(layout, game.state, a) == 0 for a in range(rules.SPAN)]
        assert tuple(a for a, legal in enumerate(judged) if legal) == game.actions
        passes += game.moves == ["pass"]
        for move in dice.sample(game.moves, min(6, len(game.moves))):
            wins += position.play(move).game.is_over
    assert wins or passes


def test_r2_relocations_by_their_result() -> None:
    """Carry out every relocation and look at the groups afterwards."""
    dice = random.Random(5)
    for _ in range(40):
        reference = crowded(dice).reference
        colour = reference.colours[reference.seat]
        own = {cell: len(s) for cell, s in reference.board.items() if s[0] == colour}
        expected = set()
        for origin in own:
            group = reach(origin, own)
            for target in CELLS:
                if target == origin or (target in reference.board and target not in own):
                    continue
                after = Counter(own)
                after[origin] -= 1
                after[target] += 1
                cells = set(+after)
                lone = sum(own[cell] for cell in group) == 1
                if not lone and (group & cells) | {target} <= reach(target, cells):
                    expected.add(f"{name_of(origin)}-{name_of(target)}")
        assert {move for move in reference.moves() if "-" in move} == expected


def test_r10_a_quarter_turn() -> None:
    """Turning the board clockwise makes blue green, green orange, orange red and red blue."""

    def turned(move: str) -> str:
        for cell in CELLS:
            move = move.replace(name_of(cell), name_of((cell[1], 5 - cell[0])).upper())
        if ">" in move:
            move = move[:3] + "nesw"["wnes".index(move[3])]
        return move.replace("PASS", "pass").translate(str.maketrans("ABCDEF", "abcdef"))

    dice = random.Random(3)
    game, other = Naive(seats=["blue", "orange"]), Naive(seats=["green", "red"])
    for _ in range(60):
        assert sorted(map(turned, game.moves())) == other.moves()
        move = dice.choice(game.moves())
        game.play(move)
        other.play(turned(move))
