"""KWINTY: what its worked examples cannot say: notation, lines shown, what searches are told, and
its reference in whole random games.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.engine import uncompiled
from blockhaus.core.layout import Plain
from blockhaus.core.rules import decisive, effect
from blockhaus.games.kwinty import rules, scene, sense
from blockhaus.learn.rulebook import examples, position_of
from games.kwinty.reference import COLUMNS, Naive


def after(moves: str, **options: int) -> blockhaus.Position:
    return list(blockhaus.game("kwinty", **options).positions(moves.split()))[-1]


def test_every_reason_has_an_example() -> None:
    refusals = [position_of("kwinty", each).why_not(each["try"]) for each in examples("kwinty")]
    assert {refusal.code for refusal in refusals if refusal} == {r.code for r in scene.REASONS}


@pytest.mark.parametrize("move", ["i", "i||", "r|", "i+k", "j+i", "I|", "i + j", "|i", "+ij", ""])
def test_notation_has_one_form(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move"):
        blockhaus.game("kwinty").start().play(move)


# What players see


def test_a_line_that_wins_is_shown_and_announced() -> None:
    position = after("i+j h| k| g| l| f| m|")
    (item,) = position.scene().tally
    (event,) = position.events
    assert (item.seat, item.points, item.text) == (0, 1, "line of 5")
    assert item.cells == event.cells == tuple((x, 0, 0) for x in range(8, 13))
    assert (event.kind, event.seat, event.points) == ("line", 0, 0)
    assert not any(seat.facts for seat in position.scene(0).seats), "shorter lines decide no more"
    assert str(event.sentence) == "5 squares in a line: white wins."


def test_every_new_short_line_is_announced_once() -> None:
    moves = "i+j g+h i| f| j| k+l i+j"  # white has four up columns i and j
    position = after(moves)
    assert [event.kind for event in position.events] == ["short-line"] * 2
    assert [event.cells for event in position.events] == [
        tuple((x, 0, z) for z in range(4)) for x in (8, 9)
    ]
    assert {(event.seat, event.points) for event in position.events} == {(0, 1)}
    said = str(position.events[0].sentence)
    assert said == "A line of 4 for white: it counts if nobody gets 5."
    assert after(f"{moves} g+h").events == ()


def test_who_is_passed_over_is_announced() -> None:
    position = after("i| j| h| k| j+k j+k l| i|", width=5, height=4)
    (event,) = position.events
    assert (event.kind, event.seat, event.cells) == ("passed", 0, ())
    assert str(event.sentence) == "Passed over: white cannot place a block."


@pytest.mark.parametrize(
    ("moves", "options", "columns"),
    [
        ("", {}, "aq"),
        ("", {"width": 5}, "em"),
        ("i+j", {}, "bq"),
        ("i+j", {"width": 5}, "fm"),
        ("i| h| g|", {"width": 5}, "ek"),
        ("i| h| g| f| e|", {"width": 5}, "ei"),
    ],
)
def test_rule_2_limits_what_is_shown(moves: str, options: dict[str, int], columns: str) -> None:
    reach = after(moves, height=6, **options).scene().board.reach
    assert (COLUMNS[reach.low[0]], COLUMNS[reach.high[0]]) == tuple(columns)
    assert (reach.low[1:], reach.high[1:]) == ((0, 0), (0, 5))


def test_offers_show_where_a_block_lands() -> None:
    offers = {offer.move: offer for offer in after("i+j").offers()}
    assert offers["i|"].kind == "stand"
    assert offers["i|"].pick == ((8, 0, 1), (8, 0, 2))
    assert offers["i|"].add[0].colour == "black"
    assert offers["i|"].take == ()
    assert offers["k+l"].kind == "lie"


def test_supplies() -> None:
    table = scene.table(after("i+j h| k|").plain, None)
    assert [(str(s.name), s.colour, s.count) for each in table.seats for s in each.supply] == [
        ("blocks", "white", 18),
        ("blocks", "black", 19),
    ]
    assert table.prompt == "place"
    assert scene.table(after("i+j h| k| g| l| f| m|").plain, 0).prompt is None


# What networks and searches are told


def test_observation_is_the_movers() -> None:
    batch = blockhaus.batch("kwinty", 1)
    batch.step(np.array([rules.COLUMNS + rules.FIRST]))  # white lies over i and j
    own, theirs, own_lying, their_lying = batch.observation[0]
    assert not own.any()
    assert not own_lying.any()
    assert np.argwhere(theirs).tolist() == [[0, 8], [0, 9]]
    assert (their_lying == theirs).all()


def lines_at_once(position: blockhaus.Position, seat: int) -> list[int]:
    """The actions that would complete a line if it were the seat's turn."""
    found = []
    for action in range(rules.SPAN):
        s = Plain(rules.State, position.state)
        s.mover = seat
        if s.supply[seat] and rules.verdict(s, action) == 0:
            rules.play(s, action)
            if s.mover < 0 and s.ending == rules.FIVE:
                found.append(action)
    return found


@pytest.mark.parametrize("line", [4, 5, 6])
def test_decisive_moves_win_or_stop_a_win(line: int) -> None:
    """What playouts take at sight is a win, or the very move with which the other would win."""
    dice = random.Random(5)
    seen = {"win": 0, "stop": 0, "none": 0}
    for _ in range(20):
        position = blockhaus.game("kwinty", line=line).start()
        while not position.is_over:
            seat = position.to_move
            assert seat is not None
            with uncompiled():
                action = decisive(position.plain)
                wins = lines_at_once(position, seat)
                stops = {*lines_at_once(position, 1 - seat)} & {*position.actions}
            assert action in (wins or stops or [-1])
            seen["win" if wins else "stop" if stops else "none"] += 1
            position = position.after(dice.choice(position.actions))
    assert all(seen.values())


def test_an_effect_is_a_block_in_its_place() -> None:
    dice = random.Random(6)
    places: dict[int, list[tuple[int, int, int]]] = {}
    for _ in range(20):
        position = blockhaus.game("kwinty").start()
        while not position.is_over:
            with uncompiled():
                for action in position.actions:
                    squares = scene.landing(position.plain, action)
                    assert places.setdefault(effect(position.plain, action), squares) == squares
            position = position.after(dice.choice(position.actions))
    assert len({str(squares) for squares in places.values()}) == len(places)
    assert max(places) < sense.effects(position.plain)


# The invariant notices


@pytest.mark.parametrize(
    ("field", "index", "value", "sentence"),
    [
        ("supply", 0, 3, "do not add up"),
        ("up", (1, 8), 1, "column i overlaps or floats"),
        ("heights", 8, 2, "column i overlaps or floats"),
        ("low", None, 0, "outgrown its limits"),
    ],
)
def test_invariant(field: str, index: Any, value: int, sentence: str) -> None:
    s = Plain(rules.State, after("i+j h|").state)
    if index is None:
        setattr(s, field, value)
    else:
        getattr(s, field)[index] = value
    assert sentence in (scene.invariant(s) or "")


# The reference


def test_the_reference_refuses_what_is_not_legal() -> None:
    game = Naive()
    for move in ("h|", "j+i", "r|", ""):
        with pytest.raises(ValueError, match="not legal"):
            game.play(move)
    assert game.stacks() == {}


def test_a_copy_of_the_reference_is_independent() -> None:
    game = Naive()
    game.play("i|")
    game.play("j|")
    twin = game.copy()
    twin.play("i+j")
    assert game.stacks() == {"i": ["white", "white"], "j": ["black", "black"]}
    assert (game.to_move, twin.to_move) == (0, 1)
    assert (game.left, twin.left) == ([19, 19], [18, 19])


GAMES: list[dict[str, int]] = [
    {},
    {"width": 5, "height": 4},
    {"width": 6, "height": 5, "line": 7, "blocks": 40},
    {"width": 7, "height": 9, "blocks": 4, "line": 4},
]


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
def test_random_games_of_the_reference(options: dict[str, int]) -> None:
    blocks = options.get("blocks", 20)
    for seed in range(50):
        rng = random.Random(seed)
        game = Naive(**options)
        for _ in range(2 * blocks):  # every decision uses up a block
            check_step(game, rng.choice(game.moves()))
            if game.to_move is None:
                break
        check_end(game, blocks)
