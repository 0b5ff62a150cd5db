"""What the worked examples of TURRIS cannot say; numbers in names are those of the rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.layout import Plain
from blockhaus.core.native import loops
from blockhaus.core.native.generators import rng_from
from blockhaus.core.native.records import array_of
from blockhaus.core.scene import Scene
from blockhaus.games.turris import rules, scene
from games.shared import reasons_shown
from games.turris.reference import Naive, unfinished_levels

# White has a1| and a2|, Black b1+c1 and a3+b3; White has just laid b2+c2 and has a bonus.
BONUS = "a1| b1+c1 a2| a3+b3 b2+c2"
LAPSED = "a3| a1+a2 b3| a2| b1+b2 b2|"  # with 4 blocks
SCORED = "a3| b3| a1+a2 c3| b1+c1 c2| a1+b1 a2|"  # with 4 blocks: a finished game
ASKED_AGAIN = "a2+a3 a1| b2| pass b1+c1 c2+c3 b1| c1+c2 b3| c3| b2+b3 xa2"  # with 5 blocks
SKIPPED = "b1+c1 a1| b2| c2+c3 c1+c2 a2| a3| b1| b3| c3| b2+b3 xa2"  # with 6 blocks
FOUR: dict[str, Any] = {"blocks": 4}
STRICT: dict[str, Any] = {"flat_ground": False}


def after(moves: str, **options: Any) -> blockhaus.Position:
    return list(blockhaus.game("turris", **options).positions(moves.split()))[-1]


def observation(position: blockhaus.Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(rules.planes(position.plain), np.int8)
    loops.seen(array_of(position), planes)
    return planes


def marked(plane: np.ndarray[Any, Any]) -> set[str]:
    """The names of the cells marked in a plane."""
    return {f"{scene.name(c)}.{z + 1}" for z, c in zip(*np.nonzero(plane), strict=True)}


# Notation and refusals


def test_every_reason_has_an_example() -> None:
    assert reasons_shown("turris") == {reason.code for reason in scene.REASONS}


@pytest.mark.parametrize(
    "move",
    ["", "a1", "a1||", "|a1", "xa1|", "xa1+b1", "x", "xx", "a1+", "+b1", "a1+b1+c1", "a1 |", "A1|",
     "a1.2|", "passe", "Pass", "a1-b1", "a٣|", "b1|\n"],
)  # fmt: skip
def test_notation_slips(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match=r"is not a move: write b1\| to stand"):
        after("").play(move)


@pytest.mark.parametrize("move", ["d1|", "a4|", "a0|", "xc4", "a10|", "a01|", "c3+d3", "d3+c3"])
def test_cells_off_the_plan(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not on the plan: its cells are a1 to c3"):
        after("").play(move)


def test_pairs_have_an_order_and_are_neighbours() -> None:
    with pytest.raises(blockhaus.NotationError, match=r"write a1\+b1\."):
        after("").play("b1+a1")
    for move in ("a1+a3", "a1+b2", "a1+a1", "a3+b1"):
        with pytest.raises(blockhaus.NotationError, match="covers two neighbouring cells"):
            after("").play(move)


# Building


@pytest.mark.parametrize(("blocks", "height"), [(4, 4), (6, 5), (10, 6), (13, 8)])
def test_3e_the_board_is_as_high_as_the_blocks_can_reach(blocks: int, height: int) -> None:
    game = blockhaus.game("turris", blocks=blocks)
    assert game.grid.height == height
    states = np.repeat(array_of(game.start()), 2)
    rng, out, reached = rng_from(1), np.empty(game.actions, np.int32), 0
    for _ in range(3000):
        loops.playouts(states, rng, 1, out)
        reached = max(reached, int(np.flatnonzero(states[1]["cells"].any(axis=0)).max()))
    assert reached == height


def test_3e_twenty_blocks_reach_eleven_levels() -> None:
    assert blockhaus.game("turris").grid.height == rules.HIGHEST == 11


def test_4_a_bonus_belongs_to_the_turn_that_earned_it() -> None:
    position = after(BONUS)
    assert (position.to_move, position.turn) == (0, 4)
    further = position.play("b1+b2")
    assert (further.to_move, further.turn) == (0, 4)
    assert "pass" in further.moves
    for move in ("xb1", "pass", "a3|"):
        done = position.play(move)
        assert (done.to_move, done.turn) == (1, 5)
        assert "pass" not in done.moves


def test_4_a_taken_block_goes_back_to_its_owner() -> None:
    before, position = after(BONUS), after(f"{BONUS} xb1")
    assert before.plain.supply == [17, 18]
    assert position.plain.supply == [17, 19]


def test_5_the_ending_is_named() -> None:
    outcome = after(SCORED, **FOUR).outcome
    assert outcome == blockhaus.Outcome((17, 15), (0,), "all blocks are placed")


# The scene


def test_6_the_tally_shows_the_five_pictures() -> None:
    items = scene.tally(after(SCORED, **FOUR).plain)
    points = {(item.seat, item.view): item.points for item in items}
    assert [points[0, view] for view in scene.VIEWS] == [5, 2, 5, 2, 3]
    assert [points[1, view] for view in scene.VIEWS] == [1, 4, 2, 5, 3]
    right = next(item for item in items if (item.seat, item.view) == (0, "right"))
    assert right.text == "largest area seen from the right"
    assert set(right.cells) == {(2, 0, 0), (1, 0, 1)}  # b1 shows above the low c1


def test_6_the_tally_stands_at_any_time() -> None:
    assert scene.tally(after("").plain) == []
    position = after("c3|")
    assert [(item.view, item.points) for item in scene.tally(position.plain)] == [
        ("front", 2), ("back", 2), ("left", 2), ("right", 2), ("top", 1)
    ]  # fmt: skip
    assert [seat.points for seat in position.scene().seats] == [9, 0]


def latest(seen: Scene) -> list[Any]:
    """The cells of the block that each seat placed last."""
    return [[fact.value for fact in seat.facts] for seat in seen.seats]


def test_the_table_says_what_is_due() -> None:
    seen = after("").scene()
    black = seen.seats[1]
    assert (black.colour, black.points, black.supply[0].count) == ("black", 0, 20)
    assert (seen.prompt, seen.barred, latest(seen)) == (scene.PROMPTS["place"], (), [[], []])
    seen = after(BONUS).scene()
    assert (seen.prompt, seen.barred) == (scene.PROMPTS["bonus"], ())
    assert latest(seen) == [[((1, 1, 0), (2, 1, 0))], [((0, 2, 0), (1, 2, 0))]]
    assert after(SCORED, **FOUR).scene().prompt is None


def test_r8_the_table_shows_which_cells_are_barred() -> None:
    seen = after(f"{BONUS} xb1").scene()
    assert seen.prompt == scene.PROMPTS["place"]
    assert [barred.cells for barred in seen.barred] == [((1, 0, 0), (2, 0, 0))]
    opened = after("a1| b1| a1+b1 c1| c2+c3 a2+a3 b2+b3 xc1").scene()
    assert [barred.cells for barred in opened.barred] == [((2, 0, 0), (2, 0, 1))]
    assert after(SKIPPED, blocks=6).scene().barred == ()
    assert after(ASKED_AGAIN, blocks=5).scene().barred == ()


def levels_shown(moves: str) -> int:
    return after(moves).scene().board.reach.high[2] + 1


def test_3e_the_board_shows_three_levels_above_the_finished_ones() -> None:
    finished = f"{BONUS} xb1 c3| b1+c1"
    assert [levels_shown(moves) for moves in ("", BONUS, finished)] == [3, 3, 4]


def told(position: blockhaus.Position) -> list[tuple[Any, ...]]:
    return [(e.kind, e.seat, str(e.sentence), e.cells) for e in position.events]


def test_4_events_tell_of_a_bonus_and_what_becomes_of_it() -> None:
    earned = "A block in the middle earns a bonus."
    assert told(after(BONUS)) == [("bonus", 0, earned, ((1, 1, 0),))]
    assert told(after(f"{BONUS} pass")) == [("declined", 0, "The bonus is declined.", ())]
    lapses = "The bonus lapses: there is nothing to place and nothing to take."
    assert told(after(LAPSED, **FOUR)) == [("lapsed", 0, lapses, ((1, 1, 1), (1, 1, 2)))]


def test_r9_events_tell_of_a_taking_and_a_turn_passed_over() -> None:
    taken = "A block is taken off the tower and goes back to its owner."
    skipped = "Only the freed space is left to build on: the turn is passed over."
    assert told(after(f"{BONUS} xb1")) == [("taken", 0, taken, ((1, 0, 0), (2, 0, 0)))]
    for moves, blocks in ((SKIPPED, 6), (ASKED_AGAIN, 5)):
        assert [event[:3] for event in told(after(moves, blocks=blocks))] == [
            ("taken", 1, taken),
            ("skipped", 0, skipped),
        ]


def test_3e_events_tell_which_level_is_finished() -> None:
    (event,) = told(after(f"{BONUS} xb1 c3| b1+c1"))
    assert event[:3] == ("level", 0, "Level 1 is finished.")
    assert sorted(event[3]) == [(x, y, 0) for x in range(3) for y in range(3)]


def test_offers_show_what_is_picked_added_and_taken() -> None:
    offers = {offer["move"]: offer for offer in after(BONUS).view(0)["offers"]}
    standing, lying = [[0, 2, 1], [0, 2, 2]], [[0, 0, 2], [0, 1, 2]]
    for move, cells in (("a3|", standing), ("a1+a2", lying)):
        assert offers[move]["pick"] == cells
        assert offers[move]["add"] == [{"cells": cells, "colour": "white", "owner": 0}]
    taken = [[1, 0, 0], [2, 0, 0]]
    assert offers["xb1"]["pick"] == taken
    assert offers["xb1"]["take"] == [{"cells": taken, "colour": "black", "owner": 1}]
    declined = {"text": "decline the bonus", "facts": {}}
    assert (offers["pass"]["pick"], offers["pass"]["label"]) == ([], declined)
    assert (offers["pass"]["add"], offers["pass"]["take"]) == ([], [])
    assert [offers[move]["kind"] for move in ("a3|", "a1+a2", "xb1", "pass")] == [*scene.STEPS]


# What a network sees


def test_observation_is_the_movers() -> None:
    planes = observation(after(BONUS))
    own = {"a1.1", "a1.2", "a2.1", "a2.2", "b2.1", "c2.1"}
    theirs = {"b1.1", "c1.1", "a3.1", "b3.1"}
    assert [marked(plane) for plane in planes[:8]] == [
        own, theirs, {"a1.2", "a2.2"}, set(), {"b1.1", "a3.1", "b2.1"},
        {"b2.1", "c2.1"}, {"a3.1", "b3.1"}, set(),
    ]  # fmt: skip
    assert [set(plane.flat) for plane in planes[8:]] == [{17}, {18}, {1}, {1}]
    planes = observation(after(f"{BONUS} xb1"))
    assert [marked(plane) for plane in planes[:2]] == [{"a3.1", "b3.1"}, own]
    assert [marked(plane[:1]) for plane in planes[5:8]] == [
        {"a3.1", "b3.1"}, {"b2.1", "c2.1"}, {"b1.1", "c1.1"}
    ]  # fmt: skip
    assert [set(plane.flat) for plane in planes[8:]] == [{19}, {17}, {0}, {1}]


def test_observation_of_the_start_and_the_end() -> None:
    planes = observation(after("", **STRICT))
    assert not planes[:8].any()
    assert [set(plane.flat) for plane in planes[8:]] == [{20}, {20}, {0}, {0}]
    assert marked(observation(after("a1+a2"))[3]) == {"a1.1"}
    assert not observation(after(SCORED, **FOUR))[8:11].any()


# The invariant


@pytest.mark.parametrize(
    ("field", "index", "value", "says"),
    [
        ("supply", 0, 5, "do not add up"),
        ("cells", (0, 1), 7, "do not fit"),
        ("heads", 5, 1, "float"),
        ("finished", None, 1, "finished levels"),
        ("last", 1, 8, "placed last"),
        ("legal", None, 1, "legal actions"),
        ("freed", None, 1, "legal actions"),
        ("pairs", 0, 1, "foundation"),
    ],
)
def test_damage_is_found(field: str, index: Any, value: int, says: str) -> None:
    damaged = Plain(rules.State, after("a1| b1+c1 a2|").state)
    if index is None:
        setattr(damaged, field, value)
    else:
        getattr(damaged, field)[index] = value
    problem = scene.invariant(damaged)
    assert problem is not None
    assert says in problem


# The reference: what must hold in any game


def reference_after(moves: str) -> Naive:
    game = Naive()
    for move in moves.split():
        game.play(move)
    return game


@pytest.mark.parametrize("move", ["pass", "xa1", "a1+b1", "b1+a1", "d1|", "", "c3|"])
def test_the_reference_refuses_illegal_moves_and_stays_as_it_is(move: str) -> None:
    game = reference_after("a1|")
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(move)
    assert game.stacks() == {"a1": ["white", "white"]}
    assert game.to_move == 1


def test_a_copy_of_the_reference_is_independent() -> None:
    game = reference_after(BONUS)
    other = game.copy()
    other.play("xb1")
    assert game.to_move == 0
    assert game.stacks()["b1"] == ["black"]
    assert (game.hand, other.hand) == ([17, 18], [17, 19])
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
def test_random_games_of_the_reference(seed: int) -> None:
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
