"""What the worked examples of KEWBZ cannot say; the numbers in names are those of the rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import blockhaus
from blockhaus.core.layout import Plain
from blockhaus.core.native import loops
from blockhaus.core.native.records import array_of
from blockhaus.games.kewbz import rules, scene
from blockhaus.testing.reference import stacks
from games.kewbz.reference import Naive
from games.shared import reasons_shown

SHORT = "c3 d3 e3 c4 e2 b3"  # red has one cube left and owes one on c3 and one on e3
SHORT_BY_ONE = "a4 b3 a5 c4 b4"  # blue has two cubes, owes two on b4 and one on a4
JAMMED = "d5 d4 e4 c5 e3 b4 e2 b3 e1 a2 a4 a5 b2 c2 b1 d2"
FIVE = {"board": 5, "cubes": 5}


def after(moves: str, **options: int) -> blockhaus.Position:
    return list(blockhaus.game("kewbz", **options).positions(moves.split()))[-1]


def heights(position: blockhaus.Position) -> dict[str, int]:
    return {cell: len(cubes) for cell, cubes in stacks(position).items() if len(cubes) > 1}


def observation(position: blockhaus.Position) -> np.ndarray[Any, Any]:
    planes = np.zeros(rules.planes(position.plain), np.int8)
    loops.seen(array_of(position), planes)
    return planes


# Notation and refusals


def test_every_reason_has_an_example() -> None:
    assert reasons_shown("kewbz") == {reason.code for reason in scene.REASONS}


@pytest.mark.parametrize(
    "move",
    ["", "c", "4", "c0", "c04", "C4", "c4 ", "c4.1", "^", "^^c4", "c4^", "c-4", "c٤", "pass"],
)
def test_notation_slips(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move: write c4"):
        after("").play(move)


@pytest.mark.parametrize("move", ["i1", "a9", "^h9", "^z10", "c99"])
def test_cells_off_the_board(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not on the board"):
        after("").play(move)


# Placing and stacking


@pytest.mark.parametrize("board", range(5, 13))
def test_1_the_first_cube_goes_anywhere_on_boards_of_all_sizes(board: int) -> None:
    position = after("", board=board)
    assert len(position.moves) == board * board
    assert len(position.play("c3").moves) == 8
    assert len(position.play("a1").moves) == 3


def turned(x: int, y: int, turns: int) -> str:
    """The name of a cell of the board of 12 after some quarter turns."""
    for _ in range(turns):
        x, y = y, 11 - x
    return "abcdefghijkl"[x] + str(y + 1)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("row", [0, 5, 11])
def test_6_a_line_reaches_from_edge_to_edge(row: int, turns: int) -> None:
    line = [turned(x, row, turns) for x in range(12)]
    branch = turned(0, row + 1 if row < 11 else row - 1, turns)
    position = after(" ".join([*line[:11], branch]), board=12)
    assert heights(position) == {line[0]: 2}
    assert heights(position.play(line[11])) == {line[0]: 3}


def test_r6_a_choice_belongs_to_the_turn_that_owes_it() -> None:
    position = after(SHORT_BY_ONE, **FIVE)
    assert (position.to_move, position.turn) == (0, 4)
    position = position.play("^b4")
    assert (position.to_move, position.turn) == (0, 4)
    assert position.play("^b4").turn == 5


def test_r6_the_order_of_choices_does_not_matter() -> None:
    position = after(SHORT_BY_ONE, **FIVE)
    assert position.play("^b4").play("^a4") == position.play("^a4")


def test_9_the_endings_are_named() -> None:
    supply, jam = after(f"{SHORT} ^e3", **FIVE), after(JAMMED, board=5, cubes=20)
    assert supply.outcome == blockhaus.Outcome((-1, 5), (1,), "a player has put down the last cube")
    assert jam.outcome == blockhaus.Outcome((13, 0), (0,), "there is no cell left for another cube")
    assert [e.sentence.source for e in (supply.events[-1], jam.events[-1])] == [
        "The last cube is played and the game ends.",
        "No cell is left for another cube and the game ends.",
    ]


# The scene


def test_tally_counts_towers_and_unplayed_cubes_at_any_time() -> None:
    position = after("c3 c4 d4", **FIVE)
    items = [
        (item.seat, item.points, item.text, item.cells) for item in scene.tally(position.plain)
    ]
    assert items == [
        (0, 2, "tower of 2", ((2, 3, 0), (2, 3, 1))),
    ]
    assert [seat.points for seat in position.scene().seats] == [2, 0]


def test_the_table_says_what_is_due() -> None:
    seen = after("c3").scene()
    assert seen.prompt == scene.PROMPTS["place"]
    blue = seen.seats[0]
    assert (blue.colour, blue.points, blue.supply[0].count) == ("blue", 0, 39)
    assert not any(seat.facts for seat in seen.seats)
    seen = after(SHORT_BY_ONE, **FIVE).scene()
    assert seen.prompt == scene.PROMPTS["stack"]
    owed = [{str(fact.name): fact.value for fact in seat.facts} for seat in seen.seats]
    assert owed == [{"cubes owed on a4": 1, "cubes owed on b4": 2}, {}]
    seen = after(f"{SHORT_BY_ONE} ^a4", **FIVE).scene()
    assert seen.prompt is None
    assert not any(seat.facts for seat in seen.seats)


def test_an_offer_shows_the_cell_to_pick_and_all_cubes_it_adds() -> None:
    offers = {offer["move"]: offer for offer in after("c3 c4").view(0)["offers"]}
    assert (offers["d4"]["kind"], offers["d4"]["pick"]) == ("place", [[3, 3, 0]])
    assert [block["cells"] for block in offers["d4"]["add"]] == [[[2, 3, 1]], [[3, 3, 0]]]
    assert {block["colour"] for block in offers["d4"]["add"]} == {"blue"}
    offers = {offer["move"]: offer for offer in after(SHORT, **FIVE).view(1)["offers"]}
    assert (offers["^e3"]["kind"], offers["^e3"]["pick"]) == ("stack", [[4, 2, 2]])
    assert [block["cells"] for block in offers["^e3"]["add"]] == [[[4, 2, 2]]]


def told(position: blockhaus.Position) -> list[tuple[Any, ...]]:
    return [(e.kind, e.seat, e.points, str(e.sentence), e.cells) for e in position.events]


def test_events_tell_what_becomes_of_towers_and_what_they_bring() -> None:
    assert told(after("c2 c3 c4 d3")) == [
        ("raised", 1, 3, "A tower of 3 rises on c3.", ((2, 2, 1), (2, 2, 2))),
    ]
    cubes = tuple((2, 2, z) for z in range(5))
    assert told(after("c2 c3 c4 d3 e3")) == [
        ("taken", 0, 5, "The tower on c3 changes hands and is now 5 high.", cubes[3:]),
        ("full", 0, 0, "The tower on c3 is full and changes hands no more.", cubes),
    ]
    assert told(after("c3 d3 e3 c4 e2 b3"))[0] == (
        "grown", 1, 1, "The tower on c3 grows to 3.", ((2, 2, 2),),
    )  # fmt: skip


def test_events_tell_of_a_shortage_once() -> None:
    short = ("short", 0, 0, "The supply is too short for all the cubes owed.")
    assert told(after(SHORT_BY_ONE, **FIVE)) == [(*short, ((0, 3, 0), (1, 3, 0)))]
    assert [event[0] for event in told(after(f"{SHORT_BY_ONE} ^b4", **FIVE))] == ["raised"]


# What a network sees


def test_the_observation_is_seen_from_the_mover() -> None:
    planes = observation(after("c3 c4 d4", board=6, cubes=20))
    assert planes.shape == (5, 6, 6)
    own, theirs = np.zeros((6, 6)), np.zeros((6, 6))
    theirs[2, 2], theirs[3, 2], theirs[3, 3] = 1, 2, 1  # blue owns all tops, red is to move
    assert (planes[0] == own).all()
    assert (planes[1] == theirs).all()
    assert (planes[3] == 19).all()
    assert (planes[4] == 17).all()


def test_the_observation_shows_what_is_owed() -> None:
    planes = observation(after(SHORT_BY_ONE, **FIVE))
    assert (planes[2, 3, 0], planes[2, 3, 1], planes[2].sum()) == (1, 2, 3)
    assert (planes[0, 3, 1], planes[1, 3, 2]) == (1, 1)


# The invariant


@pytest.mark.parametrize(
    ("field", "index", "sentence"),
    [
        ("supply", 0, "the cubes on the board and in the supply do not add up"),
        ("height", 3, "a cube stands apart"),
        ("height", 16, "a tower is too tall or has a colour above its top"),
        ("reds", 16, "a tower is too tall or has a colour above its top"),
        ("owed", 15, "the cubes owed do not add up"),
        ("open", 0, "the set of open cells is wrong"),
        ("across", 4, "the lines of cubes differ from the cubes on the ground"),
        ("along", 4, "the lines of cubes differ from the cubes on the ground"),
    ],
)
def test_the_invariant_notices_a_damaged_record(field: str, index: int, sentence: str) -> None:
    position = after(SHORT_BY_ONE, **FIVE)
    assert scene.invariant(position.plain) is None
    damaged = Plain(rules.State, position.state)
    getattr(damaged, field)[index] += 6
    assert scene.invariant(damaged) == sentence


# The reference: what must hold in any game, found by other ways than its own

Cell = tuple[int, int]
Ground = set[Cell]


@pytest.mark.parametrize("move", ["c3", "c5", "^c3", "i9", "c", "", "pass"])
def test_the_reference_refuses_illegal_moves_and_stays_as_it_is(move: str) -> None:
    game = Naive()
    game.play("c3")
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(move)
    assert game.stacks() == {"c3": ["blue"]}
    assert game.to_move == 1


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
def test_random_games_of_the_reference(board: int, cubes: int, games: int) -> None:
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
