"""What the worked examples of CUBE cannot say; the numbers in names are those of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

import blockhaus
from blockhaus.author import Fact, Phrase, Piece, Supply
from blockhaus.core.layout import Plain
from blockhaus.games.cube import rules, scene
from blockhaus.games.cube.cards import COLOURS
from blockhaus.learn.rulebook import examples, position_of
from blockhaus.testing.reference import stacks
from games.cube.crafted import (
    CALL,
    CORNER,
    ROW,
    TWIN,
    Position,
    after,
    almost,
    build,
    changed,
    complete,
    crafted,
    decided_at_once,
    give_points,
    hands,
    points,
    standstill,
)
from games.shared import reasons_shown


def ending(position: Position) -> tuple[str, tuple[int, ...]]:
    assert position.outcome is not None
    return position.outcome.code, position.outcome.winners


# Notation, options and refusals


def test_every_reason_has_an_example() -> None:
    assert reasons_shown("cube") == {reason.code for reason in scene.REASONS}


def test_every_refusal_of_an_example_is_told_word_for_word() -> None:
    assert all("says" in example for example in examples("cube") if not example["legal"])


@pytest.mark.parametrize(
    "move",
    ["", "Draw", "e1", "a5", "a1-", "a1-e1", "a1-b1-c1", "a1||", "a1+c3", "b1+a1", "a2+a1", "d1+a2",
     "a4+a5", "a1+a1", "!", "!48", "!07", "!-1", "!100", "a1.2", " draw", "a1 b1"],
)  # fmt: skip
def test_what_is_not_notation(move: str) -> None:
    with pytest.raises(blockhaus.NotationError, match="is not a move"):
        after("").play(move)


def test_a_lying_twin_names_the_lower_cell_first() -> None:
    position = after(TWIN, 598)
    assert {"a2+a3", "c2+d2", "c3+d3", "a1|"} < set(position.moves)


def test_r13_twins_follow_the_colours_unless_chosen() -> None:
    assert after("", players=3).secrets()["twins"] == ["red", "yellow", "green"]
    chosen = blockhaus.game("cube", players=3, twins="blue, green").start(1)
    assert chosen.secrets()["twins"] == ["blue", "green", "red"]
    assert [seat["colour"] for seat in chosen.view()["seats"]] == ["blue", "green", "red"]
    with pytest.raises(blockhaus.OptionError, match="twins knows no 'pink'"):
        blockhaus.game("cube", twins=["pink"])


def test_2_the_deal() -> None:
    secrets = after("", players=3).secrets()
    assert sorted(secrets["corners"].values()) == sorted(COLOURS)
    assert Counter(secrets["bag"]) == dict.fromkeys(COLOURS, 7)
    assert [len(hand) for hand in secrets["hands"]] == [3, 3, 3]
    assert sorted(chain(secrets["pile"], *secrets["hands"])) == list(range(48))
    assert len(secrets["deck"]) == 48
    assert secrets["deck"][6] == [[0, 0, "red"], [1, 0, "yellow"], [2, 0, "green"], [3, 0, "blue"]]
    drawn = after("draw b2 draw", players=3).secrets()
    assert drawn["bag"] == secrets["bag"][2:]
    assert drawn["corners"] == secrets["corners"]


# Rule 6 and R7: showing cards


def test_r7_the_leftmost_card_first_and_in_its_place() -> None:
    position = complete(lambda s: almost(s, [CORNER, 0, ROW], [1, 2, 3], pile=[14, 15, 16]))
    assert hands(position) == [[14, 0, 15], [1, 2, 3]]
    assert position.secrets()["pile"] == [16]
    assert points(position) == [2, 0]


def test_r7_the_active_player_first_then_clockwise() -> None:
    def change(s: Plain) -> None:
        almost(s, [ROW, 0, 1], [2, 3, 4], [5, 7, CORNER], pile=[14, 15, 16], mover=2)

    assert hands(complete(change, players=3)) == [[15, 0, 1], [2, 3, 4], [5, 7, 14]]


def test_r7_a_new_card_may_be_shown_at_once() -> None:
    position = complete(lambda s: almost(s, [0, ROW, 1], [2, 3, 4], pile=[CORNER, 14, 15]))
    assert hands(position) == [[0, 14, 1], [2, 3, 4]]
    assert points(position) == [2, 0]


def test_r8_at_the_target_nothing_more_is_shown() -> None:
    def change(s: Plain) -> None:
        almost(s, [CORNER, ROW, 1], [2, 3, 4], pile=[14, 15, 16])
        give_points(s, 6, 0)

    position = complete(change)
    assert points(position) == [7, 0]
    assert hands(position) == [[14, ROW, 1], [2, 3, 4]]
    assert position.scene(0).seats[0].cards[1].seen == ("front", "top")


def test_r11_an_empty_pile_leaves_a_gap() -> None:
    position = complete(lambda s: almost(s, [0, ROW, CORNER], [2, 3, 4], pile=[14]))
    assert hands(position) == [[0, 14], [2, 3, 4]]
    position = complete(lambda s: almost(s, [0, ROW, CORNER], [2, 3, 4], pile=[]))
    assert hands(position) == [[0], [2, 3, 4]]
    assert position.scene().seats[0].hidden == 1
    assert position.scene(0).seats[0].cards[0].number == 0


def test_r7_by_call_everyone_is_asked_in_turn_order() -> None:
    def change(s: Plain) -> None:
        almost(s, [0, 1, 2], [ROW, 3, CORNER], pile=[14, 15, 16], mover=1)

    position = complete(change, players=2, **CALL)
    assert position.turn == 8
    asked = []
    for move in [f"!{ROW}", f"!{CORNER}", "pass", "pass"]:
        asked.append((position.to_move, position.moves))
        position = position.play(move)
    assert asked == [
        (1, ["!6", "!39", "pass"]), (1, ["!39", "pass"]), (1, ["pass"]), (0, ["pass"]),
    ]  # fmt: skip
    assert (position.to_move, position.turn) == (0, 9)
    assert hands(position) == [[0, 1, 2], [14, 3, 15]]


def test_r7_by_call_every_card_is_offered_and_noticing_is_left_to_the_player() -> None:
    position = complete(lambda s: almost(s, [CORNER, 1, ROW], [2, 3, 4], pile=[14, 15, 16]), **CALL)
    view = position.view(0)
    assert view["prompt"] == scene.PROMPTS["claim"]
    assert [offer["move"] for offer in view["offers"]] == ["!1", "!6", "!39", "pass"]
    assert all(not (offer["add"] or offer["take"] or offer["pick"]) for offer in view["offers"])
    cards = position.scene(0).seats[0].cards
    assert [card.number for card in cards] == [CORNER, 1, ROW]
    assert not any(card.seen or card.matches for card in cards)
    assert position.moves == ["!6", "!39", "pass"]


def test_r7_by_call_a_card_may_be_kept() -> None:
    position = complete(lambda s: almost(s, [ROW, 0, 1], [2, 3, 4], pile=[14, 15]), **CALL)
    position = position.play("pass").play("pass")
    assert (position.to_move, points(position)) == (1, [0, 0])
    later = position.play("draw").play("d4").play("pass")
    assert (later.to_move, later.moves) == (0, ["!6", "pass"])


# Rules 7 and 8, R8 to R10: the end


def test_r8_the_last_seat_ends_the_round_at_once() -> None:
    def change(s: Plain) -> None:
        almost(s, [0, 1, 2], [ROW, 3, 4], pile=[14, 15, 16], mover=1)
        give_points(s, 5, 6)

    assert complete(change).outcome == blockhaus.Outcome((5, 7), (1,), "the target is reached")


def test_r10_forty_quiet_turns_end_the_game() -> None:
    position = crafted(lambda s: standstill(s, 3, 2))
    end = position.play("d1-d2")
    assert ending(end) == ("standstill", (0,))
    assert not position.play("draw").play("d2").is_over
    assert not position.play("b1|").is_over


def test_r10_who_reached_the_target_wins_at_once() -> None:
    end = crafted(lambda s: standstill(s, 7, 2)).play("d1-d2")
    assert ending(end) == ("target", (0,))


def last_cube(s: Plain, *numbers: int) -> None:
    standstill(s, *numbers)
    s.quiet = 0
    s.in_bag = 1
    s.bag[1:] = [0] * (rules.BAG - 1)


@pytest.mark.parametrize(
    ("numbers", "code", "winners"),
    [((3, 2), "bag", (0,)), ((2, 3), "bag", (1,)), ((7, 2), "target", (0,))],
)
def test_r9_the_last_cube_ends_the_game(
    numbers: tuple[int, ...], code: str, winners: tuple[int, ...]
) -> None:
    position = crafted(lambda s: last_cube(s, *numbers)).play("draw")
    assert not position.is_over
    end = position.play("b2")
    assert ending(end) == (code, winners)


def test_r9_the_claims_come_before_the_end() -> None:
    def change(s: Plain) -> None:
        last_cube(s, 2, 2)
        almost(s, [0, 1, 2], [ROW, 3, 4], pile=[14, 15, 16])

    position = complete(change, **CALL)
    assert [position.to_move, position.play("pass").to_move] == [0, 1]
    end = position.play("pass").play("!6").play("pass")
    assert end.outcome == blockhaus.Outcome(
        (2, 3), (1,), "all cubes are on the board; most cards decide"
    )


def test_r8_a_placed_twin_breaks_the_tie() -> None:
    def change(s: Plain) -> None:
        rules.build(s, 1, scene.parse(s, "b3|"))
        rules.build(s, 2, scene.parse(s, "c3|"))
        standstill(s, 2, 2, 1)

    end = crafted(change, players=3).play("d1-d2")
    assert ending(end) == ("standstill", (1,))


def test_r8_the_play_off_begins_with_the_next_tied_seat() -> None:
    position = crafted(lambda s: standstill(s, 2, 1, 2, mover=2), players=3).play("d1-d2")
    assert (position.to_move, position.is_over) == (0, False)
    assert hands(position) == [[0, 1, 2, 14], [3, 4, 5], [7, 8, 9, 15]]
    seen = position.scene(0)
    assert seen.facts[-1] == Fact(Phrase("in the play-off"), "seats", (0, 2))
    assert [seat.hidden for seat in seen.seats] == [0, 3, 4]
    assert [card.number for card in seen.seats[0].cards if not card.shown] == [0, 1, 2, 14]
    assert str(seen.seats[0].cards[3].name) == "play-off: S (red, blue, yellow, green)"
    refusal = position.why_not("d2-d3")
    assert refusal is not None
    assert refusal.code == "taboo"
    position = position.play("a1-a2")
    assert position.to_move == 2  # seat 1 is out
    assert position.play("d2-d3").to_move == 0  # neither R9 nor R10 applies


def test_r8_the_first_look_goes_in_seat_order() -> None:
    end = crafted(decided_at_once).play("d1-d2")
    assert end.outcome == blockhaus.Outcome((2, 2), (0,), "the play-off is decided")
    red, yellow = end.scene().seats
    assert [card.number for card in red.cards] == [17, 18, CORNER]
    assert str(red.cards[2].name) == f"play-off: {CORNER_NAME}"
    assert [card.number for card in yellow.cards] == [24, 25]
    assert (red.hidden, yellow.hidden) == (3, 4)


def test_r8_after_an_action_the_active_player_is_first() -> None:
    def change(s: Plain) -> None:
        almost(s, [0, 1, 2], [3, 4, 5], pile=[14, 15], mover=1)
        s.tied = 3
        s.hand[0, rules.EXTRA] = ROW
        s.hand[1, rules.EXTRA] = CORNER

    end = complete(change)
    assert ending(end) == ("play-off", (1,))


def test_r8_a_small_pile_means_a_shared_win() -> None:
    end = crafted(lambda s: standstill(s, 2, 2, pile=(14,))).play("d1-d2")
    assert ending(end) == ("shared", (0, 1))


def locked(s: Plain, *with_twin: int) -> None:
    """A play-off of three in which nothing can be drawn or moved; some still have their twin."""
    build(s, {x + y: "red" for x in "abcd" for y in "1234"})
    s.tied = 7
    s.in_bag = 0
    s.bag[:] = [0] * rules.BAG
    for seat in range(3):
        s.shown[seat] = 1 << 40 + seat
        s.hand[seat, rules.EXTRA] = 10 + seat
        if seat not in with_twin:
            s.twin_cells[seat] = [0, 0]


def test_r8_who_cannot_act_is_skipped() -> None:
    position = crafted(lambda s: locked(s, 0, 2), players=3)
    assert all("|" in move or "+" in move for move in position.moves)
    position = position.play("a1|")
    assert position.to_move == 2


def test_r8_when_nobody_can_act_the_win_is_shared() -> None:
    end = crafted(lambda s: locked(s, 0), players=3).play("a1|")
    assert ending(end) == ("shared", (0, 1, 2))


@pytest.mark.parametrize(
    ("example", "code"),
    [("round-complete", "target"), ("all-cubes", "bag"), ("play-off-won", "play-off"),
     ("shared-win", "shared")],
)  # fmt: skip
def test_the_endings_of_examples_are_named(example: str, code: str) -> None:
    shown = next(entry for entry in examples("cube") if entry["name"] == example)
    outcome = position_of("cube", shown).play(shown["try"]).outcome
    assert outcome is not None
    assert outcome.code == code


# The scene


def test_the_table() -> None:
    seen = after("draw b2 b2-c2 draw").scene()
    assert seen.prompt == scene.PROMPTS["place"]
    assert [seat.hand for seat in seen.seats] == [Piece(Phrase("drawn cube"), "green"), None]
    assert {str(fact.name): fact.value for fact in seen.facts} == {
        "red in the bag": 7, "yellow in the bag": 7, "green in the bag": 5, "blue in the bag": 7,
        "cards in the pile": 42, "cards to show": 7,
    }  # fmt: skip
    twins = [Supply(Phrase("twin"), colour, 1) for colour in ("red", "yellow")]
    assert [seat.supply for seat in seen.seats] == [(twin,) for twin in twins]
    assert after("").scene().prompt == scene.PROMPTS["draw"]
    assert after(TWIN + " c2+d2", 598).scene().seats[0].supply[0].count == 0


def test_the_prompt_names_what_can_be_done() -> None:
    """At first R4 keeps the starting cubes and rule 3 the twin."""
    assert after("").scene().prompt == "Draw a cube."
    assert after("draw b2").scene().prompt == "Draw a cube or move one."
    assert after(TWIN, 598).scene().prompt == "Draw a cube, move one, or place your twin."


def barred(position: Position) -> list[tuple[str, tuple[Any, ...]]]:
    return [(str(item.reason), item.cells) for item in position.scene().barred]


def test_cubes_that_stay_this_turn_are_barred() -> None:
    corners = ((0, 0, 0), (3, 0, 0), (0, 3, 0), (3, 3, 0))
    stay = ("The starting cubes stay until every player has had a turn.", corners)
    moved = ("This cube was moved in the turn just before.", ((2, 1, 0),))
    assert barred(after("draw b2")) == [stay]
    assert barred(after("draw b2 b2-c2")) == [moved]
    assert barred(after("draw b2 b2-c2 draw")) == []  # who has drawn moves nothing
    assert barred(after("draw b2", taboo="touched")) == [
        ("This cube was placed in the turn just before.", ((1, 1, 0),)), stay,
    ]  # fmt: skip


def test_a_card_in_the_hand_tells_how_much_of_it_is_there() -> None:
    position = crafted(lambda s: almost(s, [ROW, CORNER, 0], [2, 3, 4], pile=[14, 15]))
    row, corner, _ = position.scene(0).seats[0].cards
    assert row.matches == {"front": 3, "back": 2, "left": 1, "right": 2, "top": 3}
    assert (corner.matches["top"], corner.seen) == (3, ())


ROW_NAME = "row (red, yellow, green, blue)"
CORNER_NAME = "L (blue, green, red, yellow)"


def told(position: Position) -> list[tuple[Any, ...]]:
    return [(e.kind, e.seat, e.points, str(e.sentence), e.cells) for e in position.events]


def test_events_tell_what_everybody_sees() -> None:
    assert told(after("draw")) == [("drawn", 0, 0, "A green cube is drawn.", ())]
    twin = ("twin", 0, 0, "A twin is placed.", ((2, 1, 1), (3, 1, 1)))
    assert told(after(TWIN + " c2+d2", 598))[0] == twin
    row = ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0))
    shown = complete(lambda s: almost(s, [0, 1, 2], [ROW, 3, 4], pile=[14, 15]))
    assert told(shown) == [
        (
            "fulfilled",
            1,
            1,
            f"A card is fulfilled for yellow, seen from the front: {ROW_NAME}.",
            row,
        ),
    ]
    asked = complete(lambda s: almost(s, [ROW, 1, 2], [3, 4, 5], pile=[14, 15]), **CALL)
    assert told(asked) == []
    called = asked.play("!6")
    assert told(called) == [
        ("called", 0, 1, f"A card is called for red, seen from the front: {ROW_NAME}.", row)
    ]
    assert told(called.play("pass")) == [("passed", 0, 0, "No further card is called.", ())]


def test_events_tell_of_the_end() -> None:
    begins = "The play-off begins: each of the tied players draws one more card."
    assert told(crafted(decided_at_once).play("d1-d2")) == [
        ("play-off", 1, 0, begins, ()),
        ("decided", 0, 0, f"A card decides the play-off for red, seen from the top: {CORNER_NAME}.",
         ((0, 2, 0), (0, 1, 0), (0, 0, 0), (1, 0, 0))),
        ("end", 1, 0, "The game is over: the play-off is decided.", ()),
    ]  # fmt: skip


def test_the_tally_shows_cards_and_where_they_are_still_seen() -> None:
    position = complete(lambda s: almost(s, [0, ROW, CORNER], [2, 3, 4], pile=[14, 15, 16]))
    assert [(item.text, item.view, item.cells) for item in position.scene().tally] == [
        (ROW_NAME, "front", ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0))),
        (CORNER_NAME, "top", ((0, 2, 0), (0, 1, 0), (0, 0, 0), (1, 0, 0))),
    ]
    position = position.play("d1-b1")
    assert [(item.text, item.view, item.cells) for item in position.scene().tally] == [
        (ROW_NAME, None, ()), (CORNER_NAME, None, ()),
    ]  # fmt: skip
    assert [(card.number, card.seen) for card in position.scene().seats[0].cards] == [
        (6, ()), (39, ()),
    ]  # fmt: skip


def test_the_cells_to_pick() -> None:
    position = after(TWIN, 598)
    picks = {offer["move"]: offer["pick"] for offer in position.view(0)["offers"]}
    assert picks["draw"] == []
    assert picks["d2-c2"] == [[3, 1, 0], [2, 1, 1]]
    assert picks["b2|"] == [[1, 1, 0], [1, 1, 1]]
    assert picks["c2+d2"] == [[2, 1, 1], [3, 1, 1]]
    offers = after("draw").view(0)["offers"]
    assert [offer["pick"] for offer in offers[:2]] == [[[0, 0, 1]], [[1, 0, 0]]]


def test_a_twin_is_one_block_of_its_owner() -> None:
    position = after(TWIN + " c2+d2", 598)
    twin = [block for block in position.view()["blocks"] if len(block["cells"]) == 2]
    assert twin == [{"cells": [[2, 1, 1], [3, 1, 1]], "colour": "red", "owner": 0}]
    assert stacks(position)["d2"] == ["yellow", "red"]


def broken_fields() -> list[tuple[str, Callable[[Plain], None]]]:
    def lose_cube(s: Plain) -> None:
        s.bag[0] = (s.bag[0] + 1) % 4

    def lose_card(s: Plain) -> None:
        s.hand[0, 0] = s.hand[1, 0]

    def wrong_picture(s: Plain) -> None:
        s.pictures[0, 0] ^= 2

    def wrong_level(s: Plain) -> None:
        s.filled[1] = 1

    def early_twin(s: Plain) -> None:
        s.twin_cells[0] = [0, 16]

    def leave_cube(s: Plain) -> None:
        s.tint[1] = 1

    def too_many(s: Plain) -> None:
        s.in_pile -= 8
        s.shown[0] = sum(1 << s.pile[s.in_pile + i] for i in range(8))
        s.pile[s.in_pile :] = [0] * (len(s.pile) - s.in_pile)

    return [
        ("a twin was placed too early", early_twin),
        ("something is left in an empty cell", leave_cube),
        ("someone shows more cards than the target", too_many),
        ("there are not 8 cubes", lose_cube),
        ("a card is missing", lose_card),
        ("a picture is wrong", wrong_picture),
        ("level 2 are wrong", wrong_level),
    ]


@pytest.mark.parametrize(("sentence", "change"), broken_fields())
def test_the_invariant_notices(sentence: str, change: Callable[[Plain], None]) -> None:
    assert sentence in (scene.invariant(crafted(change).plain) or "")


def test_the_invariant_notices_a_card_that_should_have_been_shown() -> None:
    position = after("draw c3 pass pass draw b2", 606, **CALL)  # yellow may call card 7
    assert scene.invariant(position.plain) is None

    def by_itself(s: Plain) -> None:
        s.claims = rules.AUTO

    broken = changed(position, by_itself)
    assert scene.invariant(broken.plain) == "a fulfilled card has not been shown"
