"""Building alone: what can be built, moved and taken back, and what is seen of the cards."""

from __future__ import annotations

import random

import pytest

from blockhaus.core.errors import IllegalMove, NotationError
from blockhaus.core.rooms import find_room
from blockhaus.core.scene import change_between
from blockhaus.core.words import LANGUAGES
from blockhaus.core.workshop import Building, Workshop, WorkshopError
from blockhaus.games.cube import solo
from blockhaus.games.cube.building import filled, plain
from blockhaus.games.cube.cards import DECK
from blockhaus.games.cube.goals import goal_squares
from blockhaus.testing.words import _says_something, texts_in


@pytest.fixture(scope="module")
def shop() -> Workshop:
    workshop = find_room("cube").workshop
    assert workshop
    return workshop


def built(shop: Workshop, moves: str, start: Building | None = None) -> Building:
    building: Building = start or {}
    for move in moves.split():
        building = shop.change(building, move)
    return building


def refusal(shop: Workshop, moves: str) -> str:
    *before, last = moves.split()
    with pytest.raises(IllegalMove) as caught:
        shop.change(built(shop, " ".join(before)), last)
    return caught.value.refusal.code


def test_cubes_are_placed_moved_and_taken_back(shop: Workshop) -> None:
    assert built(shop, "a1:r a1:y a1:g") == {"a1": ["red", "yellow", "green"]}
    assert built(shop, "a1:r a1:y a1-b1") == {"a1": ["red"], "b1": ["yellow"]}
    assert built(shop, "a1:r -a1") == {}


def test_what_lies_above_comes_down(shop: Workshop) -> None:
    assert built(shop, "a1:r a1:y a1:g -a1.1") == {"a1": ["yellow", "green"]}
    assert built(shop, "a1:r a1:y a1.1-b1") == {"a1": ["yellow"], "b1": ["red"]}


def test_twins_stand_lie_and_go_as_a_whole(shop: Workshop) -> None:
    assert built(shop, "a1|:r -a1.1") == {}
    assert built(shop, "a1+b1:r -b1") == {}
    assert built(shop, "a1:y a1|:r -a1.1") == {"a1": ["red twin"] * 2}
    lying = built(shop, "a1+b1:r b1:y")
    assert built(shop, "-a1", lying) == {"b1": ["yellow"]}


@pytest.mark.parametrize(("moves", "code"), [
    ("a1:r a1:y a1:g a1:b a1:r", "full"),
    ("a1:r a1:r a1:r a1:r b1:r b1:r b1:r b1:r c1:r", "none-left"),
    ("-a1", "nothing"),
    ("a1:r -a1.2", "nothing"),
    ("a1:r a1-a1", "same"),
    ("a1|:r a1-b1", "twin"),
    ("a1|:r b1|:r", "placed"),
    ("a1:y a1:y a1:y a1|:r", "tall"),
    ("a1:y a1+b1:r", "uneven"),
    ("a1+c1:r", "apart"),
    ("b1+a1:r", "apart"),
    ("a1:y b1:y a1+b1:r -a1.1", "under-twin"),
    ("a1:y b1:y a1+b1:r a1.1-c3", "under-twin"),
])  # fmt: skip
def test_what_cannot_be_done_is_refused(shop: Workshop, moves: str, code: str) -> None:
    assert refusal(shop, moves) == code


def test_what_is_no_move_is_told_how_to_write_one(shop: Workshop) -> None:
    for move in ("", "a1", "e1:r", "a1:x", "a1.5-b1", "a1:r\n"):
        with pytest.raises(NotationError, match="is not a move"):
            shop.change({}, move)


@pytest.mark.parametrize("wrong", [
    None, [], {"e1": ["red"]}, {"a1": "red"}, {"a1": ["red"] * 5}, {"a1": [1]}, {"a1": ["pink"]},
    {"a1": ["red twin"]}, {"a1": ["red twin"], "c1": ["red twin"]}, {1: ["red"]},
    {"a1": ["red"] * 4, "b1": ["red"] * 4, "c1": ["red"]}, {"a1": [["red"]]},
])  # fmt: skip
def test_what_is_no_building_is_refused(shop: Workshop, wrong: object) -> None:
    with pytest.raises(WorkshopError):
        shop.read(wrong)


def test_every_offer_does_what_it_says(shop: Workshop) -> None:
    """Random buildings: each move on offer is allowed, changes the blocks as told, can be found by
    its picks, and the cards are judged as by the checker of solo puzzles."""
    dice = random.Random(13)
    task = shop.task("3-27-40")
    building: Building = {}
    for number in range(25):
        look = shop.look(task, building, True)
        for tool in look.tools:
            for offer in dice.sample(tool.offers, min(4, len(tool.offers))):
                after = shop.look(task, shop.change(building, offer.move), True).scene
                change = change_between(look.scene.blocks, after.blocks)
                assert (set(change.add), set(change.take)) == (set(offer.add), set(offer.take))
                picked = shop.picked(building, tool.id, offer.pick)
                assert shop.change(building, picked) == shop.change(building, offer.move)
        cards = look.scene.seats[0].cards
        seen = solo.check([3, 27, 40], plain(building), twins=True)
        assert [list(card.seen) for card in cards] == seen
        assert look.solved == all(seen) and look.pieces == len(filled(building))
        for card in cards:
            assert bool(card.lack) == (0 < max(card.matches.values()) < 4)
            if card.lack:
                assert card.matches[card.lack.side] == 4 - len(card.lack.squares)
        tools = [tool for tool in look.tools if tool.offers]
        kinds = tools[:-2] if number < 15 else tools
        building = shop.change(building, dice.choice(dice.choice(kinds).offers).move)


def test_tasks_are_found_by_their_ids_and_by_their_cards(shop: Workshop) -> None:
    for name in ("3-27", f"{DECK[3]}-{DECK[27]}", f"27-{DECK[3]}"):
        assert set(shop.task(name).goals) == {DECK[3], DECK[27]}
    for wrong in ("", "3", "3-3", f"3-{DECK[3]}", "3-48", "3-x", "-".join(map(str, range(9)))):
        with pytest.raises(WorkshopError):
            shop.task(wrong)


def test_cards_of_ones_own_are_read_whichever_way_they_are_drawn(shop: Workshop) -> None:
    upright = [(0, 0, "red"), (0, 1, "yellow"), (0, 2, "green"), (0, 3, "blue")]
    assert shop.draw(upright) == shop.draw([(3 - y, 2, hue) for _, y, hue in reversed(upright)])
    for word in DECK:
        assert shop.draw(goal_squares(word)) == word == shop.goal(word)[0]
    apart = [(0, 0, "red"), (3, 0, "red"), (0, 3, "red"), (3, 3, "blue")]
    word = shop.draw(apart)
    assert shop.goal(word)[0] == word and len(shop.goal(word)[1].squares) == 4
    for wrong in (upright[:3], [*upright[:3], upright[0]], [*upright[:3], (0, 4, "red")]):
        with pytest.raises(WorkshopError):
            shop.draw(wrong)


def test_shipped_tasks_are_dealt_by_grade_and_new_ones_first(shop: Workshop) -> None:
    tasks = shop.tasks()
    grades = sorted({task.grade for task in tasks.values() if task.grade})
    for grade in grades:
        same = [task.id for task in tasks.values() if task.grade == grade]
        assert shop.deal(grade, random.Random(1), same[1:]).id == same[0]
        assert shop.deal(grade, random.Random(1), same).grade == grade
    with pytest.raises(WorkshopError):
        shop.deal(99, random.Random(1), ())
    assert [task.grade or 0 for task in tasks.values()] == sorted(
        task.grade or 0 for task in tasks.values()
    )


def test_a_building_is_completed_without_being_touched(shop: Workshop) -> None:
    task = shop.task("3-27")
    begun = built(shop, "a3:r b4|:y")
    found = shop.solve(task, begun, 60)
    assert found and shop.look(task, found.building, False).solved
    assert found.pieces == shop.pieces(found.building)
    for name, stack in begun.items():
        assert list(found.building[name])[: len(stack)] == list(stack)


def test_all_that_is_said_is_said_in_every_language(shop: Workshop) -> None:
    look = shop.look(shop.task("3-ra1rd1ra4bd4"), built(shop, "a1:r b1|:g"), True)
    phrases = [*texts_in(look.scene), *texts_in(look.tools), *shop.grades(), shop.more()]
    phrases += [phrase for tool in look.tools for phrase in texts_in(tool.name)]
    words = find_room("cube").words(LANGUAGES[-1])
    said = {phrase.source for phrase in phrases if _says_something(phrase.source)}
    steps = {text for texts in look.scene.steps.values() for text in texts}
    assert look.scene.prompt in words and not (said | steps) - set(words)
