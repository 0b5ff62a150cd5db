"""QBQ by small positions; the numbers in the names are those of the rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from agree import assert_same, stacks

import blockhaus
from blockhaus.core.engine import engine
from blockhaus.core.native import loops
from blockhaus.core.position import Position
from blockhaus.core.rules import Plain
from blockhaus.games import qbq
from games.qbq.reference import Naive
from games.qbq.reference import cell_of as naive_cell

Stacks = dict[str, dict[str, int]]
BLUE_GREEN = ("blue", "green")
SHUT_IN: Stacks = {"blue": {"f1": 1}, "green": {"e1": 1, "f2": 2, "a1": 1}}
NEARLY_FOUR = {"b4": 1, "b5": 1, "c4": 1, "b6": 1}


def arranged(
    found: Stacks, turn: int = 0, seats: tuple[str, ...] = BLUE_GREEN
) -> blockhaus.Position:
    """A position with these heights only: by colour and cell, in this turn of a game."""
    game = blockhaus.game("qbq", seats=seats)
    record = game.blank()
    s = Plain(record)
    for seat, colour in enumerate(seats):
        s.supply[seat] = qbq.CUBES
        for name, height in found.get(colour, {}).items():
            for _ in range(height):
                qbq.insert(s, seat, qbq.number_of(name))
    s.turn, s.mover = turn, turn % len(seats)
    s.history[turn] = qbq.situation(s)
    s.write(record)
    position = Position(game, 0, (), record)
    assert qbq.invariant(position.plain) is None
    return position


def naive_at(position: blockhaus.Position) -> Naive:
    """The reference at the same position, where it has been for the first time."""
    naive = Naive(seats=position.game.options["seats"])
    naive.board = {naive_cell(name): list(cubes) for name, cubes in stacks(position).items()}
    naive.turns, naive.seat = position.turn, position.turn % len(naive.colours)
    naive.seen = {naive._situation(): 1}
    return naive


def after(moves: str, **options: Any) -> blockhaus.Position:
    return list(blockhaus.game("qbq", **options).positions(moves.split()))[-1]


def heights(position: blockhaus.Position, colour: str) -> dict[str, int]:
    return {cell: len(cubes) for cell, cubes in stacks(position).items() if colour in cubes}


def moves_with(position: blockhaus.Position, sign: str) -> set[str]:
    return {move for move in position.moves if sign in move}


# Refusals

PAIRS: Stacks = {"blue": {"a1": 1, "a2": 1, "d1": 1, "d2": 1}, "green": {"f6": 2}}
HOMELESS: Stacks = {"green": {"e1": 1, "e2": 1, "f1": 1, "f2": 1, "d1": 1}}

REFUSALS: list[tuple[str, str, Stacks, str, str, str]] = [
    ("same-cell", "R2", PAIRS, "a1-a1", "",
     "A cube must go to another cell than the one it came from."),
    ("no-cube", "5", PAIRS, "c4-a3", "", "You have no cube on c4 to relocate."),
    ("no-cube", "5", PAIRS, "f6-a3", "f6", "You have no cube on f6 to relocate."),
    ("held", "5", PAIRS, "a1-f6", "f6", "You cannot go to f6: the green player is there."),
    ("lone", "5", SHUT_IN, "f1-d4", "f1",
     "The cube on f1 stands alone: it has no group to move in."),
    ("broken", "5", PAIRS, "a1-b3", "a2",
     "From b3 the cube would not connect to its group on a2."),
    ("broken", "5", {"blue": {"a1": 1, "a2": 1, "a3": 1, "b2": 1}}, "a2-b1", "a3",
     "From b1 the cube would not connect to its group on a3."),
    ("broken", "5", {"blue": {"a1": 2, "a2": 1, "a3": 1}}, "a1-d4", "a1 a2 a3",
     "From d4 the cube would not connect to its group on a1, a2 and a3."),
    ("other-group", "7", PAIRS, "a1-e2", "a2",
     "On e2 the cube from a1 would change to another group."),
    ("other-group", "7", PAIRS, "a1-d1", "a2",
     "On d1 the cube from a1 would change to another group."),
    ("other-group", "7", {"blue": {"a1": 1, "a2": 1, "c1": 1}}, "a1-b1", "a2",
     "On b1 the cube from a1 would change to another group."),
    ("no-tower", "6", PAIRS, "c4>n", "", "You have no tower on c4 to tip."),
    ("no-tower", "6", PAIRS, "f6>s", "f6", "You have no tower on f6 to tip."),
    ("single", "6", PAIRS, "a1>e", "a1",
     "There is only one cube on a1: a tower has two or more."),
    ("blocked", "6", {"blue": {"a1": 4}, "green": {"b1": 4, "c1": 3, "d1": 5, "e1": 6}}, "a1>e",
     "b1 d1", "Your tower is 4 high; it must be higher than b1 and d1 to fall."),
    ("mixed", "R1", SHUT_IN, "*e1", "e1",
     "The green player is on e1: a stack has one colour only."),
    ("no-supply", "7", {"blue": {"a1": 5, "a2": 4}}, "*b1", "",
     "All nine of your cubes are on the board: there is none to insert."),
    ("apart", "7", PAIRS, "*b3", "", "On b3 a new cube would not be connected to your cubes."),
    ("shut-in", "R4", SHUT_IN, "*f1", "e1 f2",
     "You could relocate nothing after that: e1 and f2 shut f1 in."),
    ("start-first", "8", {"green": {"f1": 1}}, "*d3", "",
     "Come back on a start cell: at least one of yours is empty."),
    ("far", "R7", HOMELESS, "*d3", "e1 e2 f1 f2",
     "Your start cells are taken; come back nearer to them than d3."),
    ("mixed", "R1", HOMELESS, "*e1", "e1",
     "The green player is on e1: a stack has one colour only."),
    ("lost", "8", HOMELESS, "e1-e1", "",
     "You have no cube on the board: use this turn to put one back."),
    ("lost", "8", HOMELESS, "e1>n", "",
     "You have no cube on the board: use this turn to put one back."),
    ("can-act", "R9", HOMELESS, "pass", "",
     "You can only pass if there is nothing else you can do."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rule", "found", "move", "cells", "text"), REFUSALS)
def test_refusal(code: str, rule: str, found: Stacks, move: str, cells: str, text: str) -> None:
    refusal = arranged(found).why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
    assert sorted(refusal.cells) == cells.split()
    assert refusal.text() == text


@pytest.mark.parametrize("move", ["*d2", "*c1", "e1>n", "pass"])
def test_7_only_a_relocation_follows_an_insertion(move: str) -> None:
    refusal = after("*e1").why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.cells) == ("relocation-due", "7", ())
    assert refusal.text() == "You have inserted a cube: a relocation completes the turn."


def test_every_reason_is_tested() -> None:
    tested = {entry[0] for entry in REFUSALS} | {"relocation-due"}
    assert tested == {reason.code for reason in qbq.REASONS}


@pytest.mark.parametrize(
    "move", ["", "e2", "e2-", "e2-d2 ", "e2>x", "e2>N", "e2>", "*", "**c3", "Pass", "e2.1-d2"]
)
def test_notation_slips(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move: write b2-c3"):
        after("").play(move)


@pytest.mark.parametrize("move", ["g1-a1", "a1-a7", "*f9", "h2>n", "a1-z10"])
def test_cells_off_the_board(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not on the board"):
        after("").play(move)


@pytest.mark.parametrize("move", ["e-d2", "2e-d2", "e٢-d2", "*e02", "E2-d2"])
def test_what_is_no_cell(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not the name of a cell"):
        after("").play(move)


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
    game = blockhaus.game("qbq", **options)
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


# Actions


def test_5_the_ends_of_a_ring_may_go_and_a_bridge_may_be_replaced() -> None:
    ring = dict.fromkeys(("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"), 1)
    position = arranged({"blue": ring})
    assert position.why_not("c2-c3") is None  # a ring is still one group without any of its cells
    assert position.why_not("b2-e4") is None
    bow = arranged({"blue": {cell: 1 for cell in ring if cell not in ("b2", "c2")}})
    assert moves_with(bow, "c4-") == {"c4-c3"}  # the one other cell beside both halves


def test_5_a_cube_that_held_four_parts_together() -> None:
    cross = arranged({"blue": {"c3": 1, "c2": 1, "c4": 1, "b3": 1, "d3": 1}})
    assert moves_with(cross, "c3-") == set()
    tower = arranged({"blue": {"c3": 2, "c2": 1, "c4": 1, "b3": 1, "d3": 1}})
    assert len(moves_with(tower, "c3-")) == 12


def test_6_nine_cubes_fall_over_the_whole_board() -> None:
    lower = {"b1": 8, "c1": 1}
    position = arranged({"blue": {"a1": 9}, "green": lower}).play("a1>e")
    assert heights(position, "blue") == dict.fromkeys(("a1", "b1", "c1", "d1", "e1", "f1"), 1)
    assert list(position.plain.supply[:2]) == [3, 9]
    assert position.view()["prompt"] == qbq.PROMPTS["enter"]


@pytest.mark.parametrize("shut", [{}, {"d4": 1}, {"d4": 2}, {"d4": 1, "d5": 1}])
def test_r4_a_shut_in_cube_can_be_joined_if_another_group_can_move(shut: dict[str, int]) -> None:
    green = {"e1": 3, "f2": 3}
    position = arranged({"blue": {"f1": 1, **shut}, "green": green})
    assert ("*f1" in position.moves) == (shut in ({"d4": 2}, {"d4": 1, "d5": 1}))


def test_r9_a_tower_shut_in_may_have_to_tip() -> None:
    walls = {"e1": 2, "f2": 1}
    position = arranged({"blue": {"f1": 2}, "green": walls})
    assert position.moves == ["f1>n", "f1>e", "f1>s"]
    assert position.why_not("*f1") is not None
    assert position.view()["prompt"] == qbq.PROMPTS["act"]


def test_8_as_near_as_possible_may_be_far() -> None:
    near = dict.fromkeys(("e1", "e2", "f1", "f2", "e3", "f3", "d1", "d2"), 1)
    position = arranged({"green": near})
    assert position.moves == ["*c1", "*c2", "*d3", "*e4", "*f4"]
    assert position.play("*d3").to_move == 1


# The end of the game


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
    found: Stacks = {
        "green": {"d6": 3},
        "blue": {"a4": 1, "b4": 1, "a5": 1, "b5": 1, "d4": 1},
        "orange": {"d1": 1, "e1": 1, "d2": 1, "e2": 1, "d5": 1},
    }
    outcome = arranged(found, turn=seats.index("green"), seats=seats).play("d6>s").outcome
    assert outcome is not None
    assert outcome.winners == (seats.index(winner),)
    assert sum(outcome.scores) == 1


@pytest.mark.parametrize(
    ("cells", "wins"),
    [
        ({"b4": 2, "b5": 2, "c4": 2, "c5": 1, "a4": 1}, True),
        ({"b4": 2, "b5": 2, "c4": 3, "a4": 1}, False),
        ({"b4": 1, "b5": 3, "c4": 2, "c5": 1, "a4": 1}, False),
        ({"b4": 1, "b5": 1, "c4": 1, "c5": 1, "a4": 1}, False),
    ],
)
def test_3_a_cube_of_eight_has_four_towers_of_two(cells: dict[str, int], wins: bool) -> None:
    position = arranged({"blue": cells, "green": {"f1": 1, "f2": 1}}).play("a4-c5")
    assert position.is_over == wins


def test_r9_turn_400_ends_the_game_in_a_draw() -> None:
    found: Stacks = {"blue": {"a1": 1, "a2": 1}, "green": {"f1": 1, "f2": 1}}
    position = arranged(found, turn=398).play("a1-a3")
    assert not position.is_over
    position = position.play("f1-f3")
    assert position.turn == 400
    assert position.outcome == blockhaus.Outcome(
        (0, 0), (0, 1), "400 turns without a winner: a draw"
    )
    assert position.view()["tally"] == []


def test_r9_a_win_in_turn_400_is_a_win() -> None:
    green = {"e4": 1, "e5": 1, "f4": 1, "e6": 1}
    outcome = arranged({"blue": {"f1": 1}, "green": green}, turn=399).play("e6-f5").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.code) == ((1,), "formed")


def test_r9_a_turn_with_an_insertion_counts_once() -> None:
    position = after("*d2 d2-d1")
    assert (position.turn, position.to_move) == (1, 1)
    position = arranged({"blue": {"a1": 1}, "green": {"f1": 1}}, turn=399).play("*f2")
    assert (position.turn, position.is_over) == (399, False)
    assert position.play("f2-e1").turn == 400


def test_r9_the_same_stacks_with_another_player_to_move_are_another_position() -> None:
    # Blue is back after three moves, orange after two: now it is orange's turn.
    position = after("f1-d1 b5-c6 d1-d2 c6-b5 d2-f1")
    assert stacks(position) == stacks(after(""))
    assert (position.to_move, position.view()["occurrence"]) == (1, 1)


def test_r9_the_third_time_is_a_draw_whatever_came_in_between() -> None:
    position = after("f1-d1 b5-c6 d1-f1 c6-b5 f1-d1 b5-c6 d1-d2 c6-a4 d2-f1")
    assert not position.is_over
    assert position.play("a4-b5").outcome == blockhaus.Outcome(
        (0, 0), (0, 1), "the same position for the third time: a draw"
    )


# Side by side with the reference, where random games seldom lead


def crowded(dice: random.Random) -> blockhaus.Position:
    """Many cubes on few cells, so that cubes are shut in, groups cut and start cells taken."""
    seats = tuple(dice.sample(qbq.COLOURS, dice.randint(2, 4)))
    width, depth = dice.randint(2, 6), dice.randint(2, 6)
    left, front = dice.randint(0, 6 - width), dice.randint(0, 6 - depth)
    names = [
        qbq.name_of(y * 6 + x)
        for x in range(left, left + width)
        for y in range(front, front + depth)
    ]
    dice.shuffle(names)
    found: Stacks = {}
    for colour in seats:
        found[colour] = {}
        for _ in range(dice.choice([0, 1, 1, 2, 3, 5, 9, 9])):
            places = names[:3] + list(found[colour])
            free = [n for n in places if not any(n in found[c] for c in found if c != colour)]
            if free:
                place = dice.choice(free)
                found[colour][place] = found[colour].get(place, 0) + 1
                names = [name for name in names if name != place]
    return arranged(found, turn=dice.randrange(len(seats)), seats=seats)


def nearly_won(dice: random.Random) -> blockhaus.Position:
    """Every player has a formation but for one cube that is misplaced or too much."""
    seats = tuple(dice.sample(qbq.COLOURS, dice.randint(2, 4)))
    found: Stacks = {}
    for colour in seats:
        goal = qbq.members(int(qbq.GOAL[qbq.COLOURS.index(colour)]))
        corner = dice.choice([0, 1, 3, 4])
        four = [goal[corner + i] for i in (0, 1, 3, 4)]
        height, cells = dice.choice([(1, four), (2, four), (1, goal)])
        taken = {name for other in found.values() for name in other}
        stacked = {qbq.name_of(i): height for i in cells if qbq.name_of(i) not in taken}
        if len(cells) == 9 or dice.random() < 0.7:
            stacked[dice.choice(list(stacked))] -= 1
        taken |= stacked.keys()
        beside = qbq.around(sum(1 << cell for cell in cells)) | 1 << dice.randrange(36)
        spare = [qbq.name_of(i) for i in qbq.members(beside) if qbq.name_of(i) not in taken]
        if spare and sum(stacked.values()) < 9:
            stacked[dice.choice(spare)] = dice.randint(1, 9 - sum(stacked.values()))
        found[colour] = {name: height for name, height in stacked.items() if height}
    return arranged(found, turn=dice.randrange(len(seats)), seats=seats)


@pytest.mark.parametrize("scatter", [crowded, nearly_won])
def test_the_reference_agrees_on_unusual_positions(scatter: Any, full: bool) -> None:
    wins = passes = 0
    for number in range(3000 if full else 50):
        dice = random.Random(f"{scatter.__name__} {number}")
        position = scatter(dice)
        naive = naive_at(position)
        assert_same(position, naive)
        judged = [engine().verdict(position.record, a) == 0 for a in range(qbq.SPAN)]
        assert [a for a, legal in enumerate(judged) if legal] == list(position.actions)
        passes += position.moves == ["pass"]
        for move in dice.sample(position.moves, min(6, len(position.moves))):
            child = naive.copy()
            child.play(move)
            following = position.play(move)
            assert_same(following, child)
            assert qbq.invariant(following.plain) is None
            wins += following.outcome is not None
    assert wins or passes


# The scene


def test_the_table_shows_supplies_goals_and_what_is_due() -> None:
    view = after("").view()
    assert view["seats"][1]["supply"] == {"orange": 5}
    assert view["seats"][0]["start"] == [[4, 0, 0], [5, 0, 0], [4, 1, 0], [5, 1, 0]]
    assert view["goals"]["red"][0] == [0, 0, 0]
    assert sum(map(len, view["goals"].values())) == 36
    assert (view["prompt"], view["turns_left"], view["occurrence"]) == (qbq.PROMPTS["act"], 400, 1)
    assert after("*d2").view()["prompt"] == qbq.PROMPTS["relocate"]
    assert arranged(HOMELESS).view()["prompt"] == qbq.PROMPTS["enter"]
    assert arranged(SHUT_IN).view()["prompt"] == qbq.PROMPTS["pass"]


def test_the_prompt_is_none_and_the_tally_names_the_formation_when_over() -> None:
    position = arranged({"blue": NEARLY_FOUR, "green": {"f1": 1}})
    assert position.view()["tally"] == []
    view = position.play("b6-c5").view()
    assert view["prompt"] is None
    assert view["tally"] == [
        {
            "seat": 0, "points": 1, "text": "square of four", "facts": {}, "view": None,
            "cells": [[1, 3, 0], [2, 3, 0], [1, 4, 0], [2, 4, 0]],
        }
    ]  # fmt: skip


def test_the_picks_tell_all_moves_apart() -> None:
    position = arranged({"blue": {"f1": 3, "e1": 2, "d1": 1}, "green": {"f2": 1}})
    pick = {move: qbq.picks(position.plain, position.game.parse(move)) for move in position.moves}
    assert len({tuple(cells) for cells in pick.values()}) == len(pick)
    assert pick["f1-e1"] == [(5, 0, 2), (4, 0, 2)]  # the top cube goes on top
    assert pick["f1>w"] == [(5, 0, 0), (4, 0, 2)]  # the lowest cube, and where the next one lies
    assert pick["f1>n"] == [(5, 0, 0), (5, 1, 0)]  # the stack it falls on makes room
    assert pick["f1>e"] == [(5, 0, 0), (6, 0, 0)]  # over the edge
    assert pick["*e1"] == [(4, 0, 2)]
    assert qbq.picks(position.plain, qbq.PASS) == []


def test_an_offer_shows_what_a_fall_does() -> None:
    offers = arranged({"blue": {"e2": 2}, "green": {"d2": 1}}).view(0)["offers"]
    offer = next(offer for offer in offers if offer["move"] == "e2>w")
    assert [(block["cells"], block["colour"]) for block in offer["add"]] == [([[3, 1, 0]], "blue")]
    assert sorted(block["colour"] for block in offer["take"]) == ["blue", "green"]


def test_the_observation_is_seen_from_the_mover() -> None:
    found = {"blue": {"a1": 3}, "red": {"e6": 1}, "green": {"c2": 2}}
    position = arranged(found, turn=41, seats=("blue", "green", "red"))
    planes = np.zeros(qbq.planes(position.plain), np.int8)
    loops.seen(position.record, planes)
    assert planes.shape == (11, 6, 6)
    assert (planes[0, 5, 4], planes[0].sum()) == (1, 1)  # red moves
    assert (planes[1, 0, 0], planes[1].sum()) == (3, 3)  # blue is next
    assert (planes[2, 1, 2], planes[2].sum()) == (2, 2)
    assert not planes[3].any()
    assert planes[4, :3, :3].all()
    assert planes[4].sum() == 9  # red's goal
    assert (planes[10] == 10).all()


def test_the_observation_tells_a_relocation_that_is_due_and_a_repetition() -> None:
    position = after("f1-d1 b5-c6 d1-f1 c6-b5 *d2")
    planes = np.zeros(qbq.planes(position.plain), np.int8)
    loops.seen(position.record, planes)
    assert (planes[8] == 1).all()
    assert (planes[9] == 1).all()


@pytest.mark.parametrize(
    ("field", "index", "sentence"),
    [
        ("supply", 0, "the cubes on the board and in the supply do not add up"),
        ("heights", 4, "the cubes on the board and in the supply do not add up"),
        ("heights", 15, "the cells of height 1 are out of date"),
        ("own", 2, "two colours share a cell, or cubes have no owner"),
        ("levels", 3, "the cells of height 3 are out of date"),
        ("key", None, "the key does not belong to the position"),
        ("turn", None, "the turn order is broken"),
        ("history", 0, "the position is missing from the history"),
    ],
)
def test_the_invariant_notices_a_damaged_record(
    field: str, index: int | None, sentence: str
) -> None:
    position = after("")
    assert qbq.invariant(position.plain) is None
    state = position.record
    if index is None:
        state[field][0] += 1
    else:
        state[field][0][index] += 1
    assert qbq.invariant(Plain(state)) == sentence


ELSEWHERE = {"a1": 1, "b1": 1, "a2": 1, "b2": 1}  # green where it starts


def odds(position: blockhaus.Position) -> list[float]:
    out = np.zeros(4)
    qbq.worth(position.plain, out)
    assert out[: position.game.players].sum() == pytest.approx(1)
    assert (out[: position.game.players] > 0).all()
    return out.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_estimate_favours_the_mover_where_all_else_is_equal(players: int) -> None:
    first, *others = odds(after("", players=players))[:players]
    assert others == pytest.approx([others[0]] * len(others))
    assert first > others[0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"d4": 1, "d3": 1, "e3": 1, "e4": 1}, {"d3": 1, "e3": 1, "d2": 1, "e2": 1}),
        (NEARLY_FOUR, {**NEARLY_FOUR, "a5": 1}),  # a cube too many
        ({"b4": 1, "b5": 1, "c4": 1}, {**NEARLY_FOUR, "b3": 1}),  # one too few comes for nothing
        ({"b4": 1, "b5": 1, "c4": 1}, {"b4": 1, "b5": 1}),  # but two are farther from four
        ({"b4": 1, "b5": 1, "c4": 1, "d4": 1}, {"b4": 1, "b5": 1, "c4": 1, "f4": 1}),
        ({"e2": 1}, {}),  # who comes back may choose this cell, but needs a turn
    ],
    ids=["nearer", "five", "three", "two", "one group", "on the board"],
)
def test_the_estimate_tells_who_is_nearer_to_a_formation(
    better: dict[str, int], worse: dict[str, int]
) -> None:
    good, bad = (odds(arranged({"blue": b, "green": ELSEWHERE}))[0] for b in (better, worse))
    assert good > bad
