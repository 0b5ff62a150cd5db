"""The Python face: what a program can ask a game and a position."""

from __future__ import annotations

import pickle
import random

import pytest

import blockhaus
from blockhaus.learn.rulebook import rulebook

GAMES = blockhaus.games()


def random_position(name: str, decisions: int, seed: int = 1) -> blockhaus.Position:
    dice = random.Random(seed)
    position = blockhaus.game(name).start(seed)
    for _ in range(decisions):
        if not position.is_over:
            position = position.after(dice.choice(position.actions))
    return position


def test_the_house_has_six_games() -> None:
    assert blockhaus.games() == ["cube", "kewbz", "ksar", "kwinty", "qbq", "turris"]


@pytest.mark.parametrize("name", GAMES)
def test_repr_evaluates_back(name: str) -> None:
    position = random_position(name, 9)
    assert eval(repr(position), {"blockhaus": blockhaus}) == position
    assert eval(repr(position.game), {"blockhaus": blockhaus}) == position.game


@pytest.mark.parametrize("name", GAMES)
def test_playing_leaves_the_past_alone(name: str) -> None:
    position = random_position(name, 5)
    before = (hash(position), str(position), position.moves, position.code)
    position.play(position.moves[0])
    assert (hash(position), str(position), position.moves, position.code) == before
    position.moves.clear()
    assert position.moves == before[2]


@pytest.mark.parametrize("name", GAMES)
def test_positions_survive_pickling_and_live_in_sets(name: str) -> None:
    position = random_position(name, 6)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.history == position.history
    assert len({position, again}) == 1
    assert position != position.play(position.moves[0])


@pytest.mark.parametrize("name", GAMES)
def test_nothing_can_be_played_after_the_end(name: str) -> None:
    position = random_position(name, 2000)
    assert position.is_over
    assert position.to_move is None
    assert position.moves == []
    move = position.history[0]
    refusal = position.why_not(move)
    assert refusal is not None
    assert refusal.text() == "The game is over."
    with pytest.raises(blockhaus.IllegalMove):
        position.play(move)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "text", ["", " ", "?", "zz9", "a0", "a1a1a1", "\x00", "a1\n", "\uff411", "9" * 99]
)
def test_typing_slips_are_no_broken_rules(name: str, text: str) -> None:
    position = blockhaus.game(name).start(1)
    with pytest.raises(blockhaus.NotationError) as caught:
        position.play(text)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(blockhaus.NotationError):
        position.why_not(text)


def test_an_illegal_move_carries_its_refusal() -> None:
    position = blockhaus.game("kwinty").start().play("i|")
    with pytest.raises(blockhaus.IllegalMove) as caught:
        position.play("k|")
    refusal = caught.value.refusal
    assert refusal == position.why_not("k|")
    assert refusal.rule == "4"
    assert str(refusal) == "The block would touch no block of the wall. (rule 4)"
    assert pickle.loads(pickle.dumps(caught.value)).refusal == refusal


def test_outcomes_say_who_and_why() -> None:
    moves = ["i|", "j|", "i+j", "k|", "h|", "j+k", "h+i", "j+k", "h+i", "l|", "g|", "l|"]
    position = blockhaus.game("kwinty", line=4).start()
    for move in moves:
        if position.why_not(move) is None:
            position = position.play(move)
    while not position.is_over:
        position = position.play(position.moves[0])
    outcome = position.outcome
    assert outcome is not None
    assert len(outcome.scores) == 2
    assert set(outcome.winners) <= {0, 1}
    assert outcome.reason


@pytest.mark.parametrize("name", GAMES)
def test_seeds_deal_only_where_there_is_chance(name: str) -> None:
    game = blockhaus.game(name)
    assert (game.start(1) == game.start(2)) == (not game.spec.chance)
    assert game.start(1) == game.start(1)
    assert (game.start() == game.start()) == (not game.spec.chance)


@pytest.mark.parametrize("seed", [-1, 1 << 256, 1.5, "1", True])
def test_bad_seeds_are_refused(seed: object) -> None:
    with pytest.raises(blockhaus.SeedError):
        blockhaus.game("kwinty").start(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("chess", {}, "There is no game 'chess'"),
        ("kwinty", {"hight": 4}, "has no option 'hight'; its options: width, height, blocks, line"),
        ("kwinty", {"height": 3}, "height goes from 4 to 9, not 3"),
        ("kwinty", {"height": "tall"}, "height is a whole number, not 'tall'"),
        ("kwinty", {"height": True}, "height is a whole number"),
        ("kwinty", {"height": 4.5}, "height is a whole number"),
        ("kwinty", {"height": float("nan")}, "height is a whole number"),
        ("turris", {"flat_ground": "maybe"}, "flat_ground is true or false, not 'maybe'"),
        ("cube", {"claims": "never"}, "claims is auto or call, not 'never'"),
        ("qbq", {"seats": ["blue", "pink"]}, "pink"),
        ("qbq", {"seats": ["blue", "blue"]}, "twice"),
        ("qbq", {"seats": 5}, "list of words"),
        ("qbq", {"players": 3, "seats": ["blue", "red"]}, "3"),
        ("qbq", {"seats": ["blue"]}, "2"),
    ],
)
def test_bad_options_are_explained(name: str, options: dict[str, object], says: str) -> None:
    with pytest.raises(blockhaus.BlockhausError) as caught:
        blockhaus.game(name, **options)
    assert says in str(caught.value)


def test_boards_are_drawn_with_coordinates() -> None:
    wall = blockhaus.game("kwinty").start().play("i|").play("j+k")
    lines = str(wall).split("\n")
    assert lines[-2].split() == list("abcdefghijklmnopq")
    assert lines[-3].split() == ["1", *"........WBb......"]
    assert lines[-1] == "turn 3, white to move"
    tower = blockhaus.game("turris").start().play("a1+b1").play("a2|")
    assert str(tower).split("\n")[0].split("   ")[0].strip() == "level 1"
    assert "level 2" in str(tower).split("\n")[0]


@pytest.mark.parametrize("name", GAMES)
def test_views_know_their_seats(name: str) -> None:
    position = random_position(name, 4)
    assert position.view(None)["offers"] == []
    assert {offer["move"] for offer in position.view(position.to_move)["offers"]} >= set(
        position.moves
    )
    with pytest.raises(ValueError, match="There is no seat 9"):
        position.view(9)


def test_a_covered_block_says_so() -> None:
    position = blockhaus.game("kewbz").start()
    tower = max(position.blocks, key=lambda block: block.cells[0][2], default=None)
    while tower is None or not tower.cells[0][2]:
        position = position.play(position.moves[0])
        tower = max(position.blocks, key=lambda block: block.cells[0][2])
    x, y, z = tower.cells[0]
    moves, refusal = position.picked([(x, y, z - 1)])
    assert not moves and refusal and refusal.code == "covered"
    assert position.picked([(x, y, z)])[1] != refusal


def test_a_full_stack_is_refused_for_what_is_due_there() -> None:
    position = rulebook("cube").figure("four-high").line()[-1]
    for level in (3, 4):
        moves, refusal = position.picked([(0, 0, level)])
        assert moves == [] and refusal is not None
        assert str(refusal) == "The stack at a1 is four cubes high already. (rule 1)"


@pytest.mark.parametrize(
    ("name", "moves", "english", "german"),
    [
        ("kewbz", ["c4"], "cube on c4", "Würfel auf c4"),
        ("kwinty", ["i+j"], "block lying on i1 and j1", "Block liegend auf i1 und j1"),
        ("cube", ["draw"], "draw a cube", "Würfel ziehen"),
        ("qbq", ["e1-f1"], "cube from e1 to f1", "Würfel von e1 nach f1"),
    ],
)
def test_decisions_are_said_in_words(
    name: str, moves: list[str], english: str, german: str
) -> None:
    position = blockhaus.game(name).start()
    assert position.words is None
    for move in moves:
        before, position = position, position.play(move)
    assert position.words == before.words_for(moves[-1])
    assert str(position.words) == english
    assert position.words.text("de") == german
    offered = {offer.move: offer.words for offer in before.offers()}
    assert offered[moves[-1]] == position.words


def test_a_tower_that_falls_off_the_board_is_tipped_towards_the_edge() -> None:
    words = blockhaus.game("qbq").start().words_for("e1>s")
    assert str(words) == "tower on e1 tipped towards the edge"
    assert words.text("de") == "Turm auf e1 gekippt, Richtung Rand"


@pytest.mark.parametrize("name", GAMES)
def test_no_two_moves_on_offer_are_said_alike(name: str) -> None:
    """The cells and the kind of a move are enough to tell it from the others."""
    position = random_position(name, 12)
    said = [str(offer.words) for offer in position.offers()]
    assert len(set(said)) == len(said)
