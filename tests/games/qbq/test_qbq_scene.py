"""What people see of QBQ, what networks are shown, and what searches are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.layout import Plain
from blockhaus.core.native import loops
from blockhaus.core.native.records import array_of
from blockhaus.games.qbq import rules, scene, sense
from games.qbq.arranged import Both, Stacks, arranged, start

NEARLY_FOUR = "b4 b5 c4 b6"


def told(position: Both) -> list[tuple[str, int, str]]:
    return [(event.kind, event.seat, str(event.sentence)) for event in position.game.events]


# The table


def test_the_table_shows_supplies_and_regions() -> None:
    table = start().game.scene()
    assert [(str(s.name), s.colour, s.count) for s in table.seats[1].supply] == [
        ("cubes", "orange", 5)
    ]
    goals = {region.colour: region for region in table.regions if region.kind == "goal"}
    assert [(colour, goal.seat) for colour, goal in goals.items()] == [
        ("blue", 0), ("green", None), ("orange", 1), ("red", None),
    ]  # fmt: skip
    assert goals["red"].cells[0] == (0, 0, 0)
    assert len({cell for goal in goals.values() for cell in goal.cells}) == 36
    first, second = (region for region in table.regions if region.kind == "start")
    assert (first.colour, first.seat, str(first.name)) == ("blue", 0, "blue start")
    assert first.cells == ((4, 0, 0), (5, 0, 0), (4, 1, 0), (5, 1, 0))
    assert (second.colour, second.seat) == ("orange", 1)


def facts(position: Both) -> dict[str, Any]:
    return {str(fact.name): fact.value for fact in position.game.scene().facts}


def test_r9_the_table_tells_how_far_a_draw_is() -> None:
    assert facts(start()) == {"turns left": 400}
    again = start().play("f1-d1 b5-c6 d1-f1 c6-b5")
    assert facts(again) == {"turns left": 396, "times this position has occurred": 2}
    assert facts(again.play("f1-d2")) == {"turns left": 395}
    assert facts(arranged(blue=NEARLY_FOUR, green="f1").play("b6-c5")) == {}


def test_the_prompt_says_what_is_due() -> None:
    due = {
        "relocate insert": start(),
        "inserted": start().play("*d2"),
        "enter": arranged(green="e1 e2 f1 f2 d1"),
        "pass": arranged(blue="f1", green="e1 f22 a1"),
    }
    for prompt, position in due.items():
        assert position.game.scene().prompt == scene.PROMPTS[prompt]
    has_to_tip = arranged(blue="f12", green="e12 f2")
    assert has_to_tip.game.scene().prompt == scene.PROMPTS["tip"]


def test_the_prompt_is_none_and_the_tally_names_the_formation_when_over() -> None:
    position = arranged(blue=NEARLY_FOUR, green="f1")
    assert position.game.scene().tally == ()
    over = position.play("b6-c5").game.scene()
    assert over.prompt is None
    assert [(item.seat, item.points, item.text) for item in over.tally] == [
        (0, 1, "square of four")
    ]
    assert over.tally[0].cells == ((1, 3, 0), (2, 3, 0), (1, 4, 0), (2, 4, 0))


# Moves


def test_the_picks_tell_all_moves_apart() -> None:
    position = arranged(blue="f13 e12 d1", green="f2").game
    pick = {move: scene.picks(position.plain, position.game.parse(move)) for move in position.moves}
    assert len({tuple(cells) for cells in pick.values()}) == len(pick)
    assert pick["f1-e1"] == [(5, 0, 2), (4, 0, 2)]  # the top cube goes on top
    assert pick["f1>w"] == [(5, 0, 0), (4, 0, 2)]  # the lowest cube, and where the next one lies
    assert pick["f1>n"] == [(5, 0, 0), (5, 1, 0)]  # the stack it falls on makes room
    assert pick["f1>e"] == [(5, 0, 0), (6, 0, 0)]  # over the edge
    assert pick["*e1"] == [(4, 0, 2)]
    assert scene.picks(position.plain, rules.PASS) == []


def test_an_offer_shows_what_a_fall_does() -> None:
    offers = arranged(blue="e22", green="d2").game.view(0)["offers"]
    offer = next(offer for offer in offers if offer["move"] == "e2>w")
    assert [(block["cells"], block["colour"]) for block in offer["add"]] == [([[3, 1, 0]], "blue")]
    assert sorted(block["colour"] for block in offer["take"]) == ["blue", "green"]


def test_every_kind_of_move_says_what_it_picks() -> None:
    kinds = {
        offer.kind
        for position in (
            arranged(blue="a12", green="f1"),
            arranged(green="f1"),
            arranged(blue="f1", green="e1 f22 a1"),
        )
        for offer in position.game.offers()
    }
    assert kinds == set(scene.STEPS)


@pytest.mark.parametrize(("blue", "top"), [("a1 a2", 1), ("a13 a2", 3), ("a18", 8), ("a19", 8)])
def test_what_is_to_show_reaches_one_level_above_the_highest_tower(blue: str, top: int) -> None:
    reach = arranged(blue=blue, green="f1").game.scene().board.reach
    assert (reach.low, reach.high) == ((0, 0, 0), (5, 5, top))


# Events


def test_a_fall_tells_whose_cubes_go_back_and_from_where() -> None:
    found: Stacks = {"blue": "e24", "green": "d22 f6", "red": "c2"}
    position = arranged(("blue", "green", "red"), **found).play("e2>w")
    assert told(position) == [
        ("tipped", 0, "The tower of 4 on e2 is tipped."),
        ("thrown", 1, "2 cubes go from d2 back to the green player."),
        ("thrown", 2, "One cube goes from c2 back to the red player."),
        ("swept", 2, "The red player has no cube left on the board."),
    ]
    tipped, green, red, _ = position.game.events
    assert tipped.cells == ((4, 1, 0), (1, 1, 0), (2, 1, 0), (3, 1, 0))
    assert (green.cells, red.cells) == (((3, 1, 0), (3, 1, 1)), ((2, 1, 0),))


@pytest.mark.parametrize(
    ("blue", "sentence", "cells"),
    [
        ("e13", "One cube drops off the edge, back into the supply.", ((4, 0, 2),)),
        ("e14", "2 cubes drop off the edge, back into the supply.", ((4, 0, 2), (4, 0, 3))),
    ],
)
def test_a_fall_tells_what_drops_off_the_edge(blue: str, sentence: str, cells: Any) -> None:
    position = arranged(blue=blue, green="a1").play("e1>e")
    assert told(position)[1:] == [("dropped", 0, sentence)]
    assert position.game.events[1].cells == cells


def test_who_would_lose_cubes_over_the_edge_is_warned_and_nobody_else() -> None:
    offers = {offer.move: offer for offer in arranged(blue="e13", green="a1").game.offers()}
    [warning] = offers["e1>e"].warnings
    assert str(warning.sentence) == "One cube drops off the edge, back into the supply."
    assert warning.cells == ((4, 0, 2),)
    assert {move for move, offer in offers.items() if offer.warnings} <= {"e1>e", "e1>s"}


def test_new_cubes_are_told_and_relocations_are_not() -> None:
    inserted = start().play("*e2")
    assert told(inserted) == [("inserted", 0, "A new cube of the blue player on e2.")]
    assert inserted.game.events[0].cells == ((4, 1, 1),)
    assert told(inserted.play("e2-d2")) == []
    back = arranged(green="a1").play("*f2")
    assert told(back) == [("returned", 0, "The blue player is back on f2.")]


def test_a_win_is_told_even_in_the_turn_of_another() -> None:
    position = arranged(turn=1, blue="b4 b5 c4 c5 c3", green="c13 a1").play("c1>n")
    assert told(position)[-1] == ("formed", 0, "The blue player wins: square of four in the goal.")
    assert position.game.events[-1].points == 1
    assert len(position.game.events[-1].cells) == 4


@pytest.mark.parametrize(("turn", "left"), [(349, 50), (350, None), (389, 10), (394, 5)])
def test_r9_the_limit_of_turns_is_told_when_it_comes_near(turn: int, left: int | None) -> None:
    position = arranged(turn=turn, blue="a1 a2", green="a3 a4")
    after = position.play("a1-b2" if turn % 2 == 0 else "a3-b4")
    assert told(after) == ([("turns", turn % 2, f"{left} turns left to the draw.")] if left else [])


def test_passing_and_repeating_are_told() -> None:
    passed = arranged(blue="f1", green="e1 f22 a1").play("pass")
    assert told(passed) == [("passed", 0, "There is nothing to do: the turn is passed.")]
    again = start().play("f1-d1 b5-c6 d1-f1 c6-b5")
    sentence = "This position has occurred twice: the third time is a draw."
    assert told(again) == [("repeated", 1, sentence)]


# The invariant, observations and the estimate


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
        ("repeats", None, "the number of repetitions is wrong"),
    ],
)
def test_the_invariant_notices_a_damaged_record(
    field: str, index: int | None, sentence: str
) -> None:
    position = start().game
    s = Plain(position.game.definition.state, position.state)
    assert scene.invariant(s) is None
    if index is None:
        setattr(s, field, getattr(s, field) + 1)
    else:
        getattr(s, field)[index] += 1
    assert scene.invariant(s) == sentence


def seen(position: blockhaus.Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(rules.planes(position.plain), np.int8)
    loops.seen(array_of(position), planes)
    return planes


def test_the_observation_is_seen_from_the_mover() -> None:
    found = {"blue": "a13", "red": "e6", "green": "c22"}
    planes = seen(arranged(("blue", "green", "red"), turn=41, **found).game)
    assert planes.shape == (11, 6, 6)
    assert (planes[0, 5, 4], planes[0].sum()) == (1, 1)  # red moves
    assert (planes[1, 0, 0], planes[1].sum()) == (3, 3)  # blue is next
    assert (planes[2, 1, 2], planes[2].sum()) == (2, 2)
    assert not planes[3].any()
    assert planes[4, :3, :3].all()
    assert planes[4].sum() == 9  # red's goal
    assert (planes[10] == 10).all()


def test_the_observation_tells_a_relocation_that_is_due_and_a_repetition() -> None:
    planes = seen(start().play("f1-d1 b5-c6 d1-f1 c6-b5 *d2").game)
    assert (planes[8] == 1).all()
    assert (planes[9] == 1).all()


def odds(position: Both) -> list[float]:
    players = position.game.game.players
    out = [0.0] * 4
    sense.worth(position.game.plain, out)
    assert sum(out[:players]) == pytest.approx(1)
    assert min(out[:players]) > 0
    return out[:players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_estimate_favours_the_mover_where_all_else_is_equal(players: int) -> None:
    first, *others = odds(start(players=players))
    assert others == pytest.approx([others[0]] * len(others))
    assert first > others[0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("d4 d3 e3 e4", "d3 e3 d2 e2"),
        (NEARLY_FOUR, f"{NEARLY_FOUR} a5"),  # a cube too many
        ("b4 b5 c4", f"{NEARLY_FOUR} b3"),  # one too few comes for nothing
        ("b4 b5 c4", "b4 b5"),  # but two are farther from four
        ("b4 b5 c4 d4", "b4 b5 c4 f4"),
        ("e2", ""),  # who comes back may choose this cell, but needs a turn
    ],
    ids=["nearer", "five", "three", "two", "one group", "on the board"],
)
def test_the_estimate_tells_who_is_nearer_to_a_formation(better: str, worse: str) -> None:
    good, bad = (odds(arranged(blue=blue, green="a1 b1 a2 b2"))[0] for blue in (better, worse))
    assert good > bad
