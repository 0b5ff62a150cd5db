"""Nothing hidden leaves the house, in whatever form it might be written down."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import blockhaus
from blockhaus.core.codes import ALPHABET
from blockhaus.games.cube.cards import card_name
from blockhaus.house import views
from blockhaus.house.tables import Table
from house.visitors import FRIEND, ME, Page, Place, Visitor

HIDING = [name for name in blockhaus.games() if blockhaus.game(name).spec.secrets]
SQUARE = ("column", "row", "colour")
BAG_WORD = 8  # cubes in a row that nobody can know by chance


def spellings(number: int) -> Iterator[str]:
    """A large number as it might be written."""
    yield str(number)
    yield f"{number:x}"
    yield f"{number:X}"
    for order in ("big", "little"):
        data = number.to_bytes(32, order)
        yield data.hex()
        yield ", ".join(map(str, data))
        yield ",".join(map(str, data))
    digits = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    yield digits


def hidden_texts(table: Table, seat: int | None) -> Iterator[tuple[str, str]]:
    """What a seat must not be told now, as (what it is, how it may be written)."""
    position = table.position
    assert position.seed is not None
    yield "the secret", table.founding.secret
    for spelling in spellings(position.seed):
        yield "the seed", spelling
    yield "the position code", position.code.rpartition(":")[2]
    for place in table.seats:
        if place.holder:
            yield "a holder", place.holder
    secrets = position.secrets()
    hands = enumerate(secrets["hands"])
    cards = [card for owner, hand in hands if owner != seat for card in hand] + secrets["pile"]
    for card in cards:
        squares = [dict(zip(SQUARE, square, strict=True)) for square in secrets["deck"][card]]
        yield f"card {card}", json.dumps(secrets["deck"][card])
        yield f"card {card}", json.dumps(squares)
        yield f"card {card}", json.dumps(card_name(position.plain.deck[card]).facts)[1:-1]
        yield f"card {card}", f'"card": {card}}}'
        yield f"card {card}", f'"card": {card},'
        yield f"card {card}", f'"!{card}"'
    for order in (1, -1):
        bag = secrets["bag"][::order][:BAG_WORD]
        pile = secrets["pile"][::order][:BAG_WORD]
        if len(bag) == BAG_WORD:
            yield "the bag", json.dumps(bag)[1:-1]
            yield "the bag", "".join(colour[0] for colour in bag)
        if len(pile) == BAG_WORD:
            yield "the pile", json.dumps(pile)[1:-1]


def leaks(text: str, table: Table, seat: int | None) -> list[str]:
    tight = squeezed(text)
    return [
        what
        for what, spelling in hidden_texts(table, seat)
        if spelling in text or squeezed(spelling) in tight
    ]


def squeezed(text: str) -> str:
    return re.sub(r"(?<=[,:]) ", "", text)


def test_whoever_looks_is_told_nothing_hidden(place: Place) -> None:
    assert HIDING == ["cube"], "a new game with secrets needs its facts in hidden_texts"
    for seed, options in enumerate(({}, {"claims": "call"})):
        play_and_search(place, random.Random(seed), options)


def play_and_search(place: Place, dice: random.Random, options: dict[str, str]) -> None:
    ann, ben, cleo = (place.visitor(name) for name in ("Ann", "Ben", "Cleo"))
    founded = ann.open("cube", ME, FRIEND, options=options)
    ben.sit(founded, 1, invitation=founded["invitations"]["1"], share="b0" * 16)
    table = place.house.live[founded["id"]].table
    with (
        ann.live(founded, offers=True) as one,
        ben.live(founded, offers=True) as two,
        cleo.live(founded, offers=True) as three,
    ):
        watchers: list[tuple[int | None, Visitor, Page]] = [
            (0, ann, one), (1, ben, two), (None, cleo, three),
        ]  # fmt: skip
        for _ in range(70):
            seat, number = table.position.to_move, table.number
            assert seat is not None
            player, page = watchers[seat][1:]
            if number % 9 == 0:
                search_answers(founded, table, watchers)
            move = dice.choice(table.position.moves)
            assert page.ask("move", number=number, move=move)["type"] == "played"
            if table.ended:
                break
            for eye, _, other in watchers:
                if other is not page:
                    while other.hear("played")["number"] <= number:
                        pass
                for text in other.heard:
                    assert not leaks(text, table, eye), f"seat {eye}: {text}"
                other.heard.clear()
        if not table.ended:
            player.act(founded, "resign")
    assert ben.see(founded)["secret"] == table.founding.secret


def search_answers(
    founded: dict[str, Any], table: Table, watchers: list[tuple[int | None, Visitor, Page]]
) -> None:
    """Everything that can be asked for."""
    path = f"/api/tables/{founded['id']}"
    for seat, visitor, _ in watchers:
        answers = [
            visitor.client.get(path),
            visitor.client.get(f"{path}/record"),
            visitor.client.get(f"{path}/review"),
            visitor.client.get(f"{path}/positions/{table.number}"),
            visitor.client.get(f"{path}/positions/0"),
            visitor.client.get("/api/tables?list=mine"),
            visitor.client.get("/api/tables?list=running"),
            visitor.client.post(f"{path}/why", json={"move": "!3"}),
            visitor.client.post(f"{path}/moves", json={"number": 0, "move": "d4-d3"}),
        ]
        for answer in answers:
            told = f"{answer.headers!r} {answer.text}"
            assert not leaks(told, table, seat), f"seat {seat}: {answer.url}"


def test_only_the_mover_may_ask_about_a_card(place: Place) -> None:
    """Whether a card is in a hand is told by the refusal to call it."""
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("cube", ME, FRIEND, options={"claims": "call"})
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    for card in range(48):
        why = ben.post(f"/api/tables/{table['id']}/why", 403, move=f"!{card}")
        assert why["error"]["code"] == "not-your-turn"


def test_planted_secrets_would_be_found(place: Place) -> None:
    ann = place.visitor("Ann")
    founded = ann.open("cube", ME, ME)
    table = place.house.live[founded["id"]].table
    position = table.position
    secrets = position.secrets()
    assert not leaks(json.dumps(position.view(0)), table, 0)
    for planted in (
        {"seed": position.seed},
        {"code": position.code},
        {"x": table.founding.secret},
        {"cards": position.view(1, offers=False)["seats"][1]["cards"]},
        {"squares": position.view(1, offers=False)["seats"][1]["cards"][0]["squares"]},
        {"next": secrets["bag"]},
        {"pile": secrets["pile"][:10]},
        {"words": ["draw", f"!{secrets['hands'][1][0]}"]},
    ):
        for separators in ((", ", ": "), (",", ":")):
            told = json.dumps({**position.view(0), **planted}, separators=separators)
            assert leaks(told, table, 0), planted


@pytest.mark.parametrize("name", HIDING)
def test_what_is_told_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Views and offers are the same for every deal that a seat cannot tell apart."""
    dice = random.Random(name)
    for number in range(2):
        position = blockhaus.game(name).start(number)
        while not position.is_over and len(position.path) < 40:
            seat = position.to_move
            assert seat is not None
            for eye in range(position.game.players):
                other = position.blind(eye, dice.getrandbits(60))
                offers = len(position.path) % 8 == 0
                assert other.view(eye, offers) == position.view(eye, offers)
                assert other.view(None, False) == position.view(None, False)
            position = position.play(dice.choice(position.moves))


def test_at_one_screen_a_hand_is_shown_only_in_its_turn(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("cube", ME, ME, {"kind": "computer", "level": 1}, options={"players": "3"})
    first = table["view"]["seats"]
    assert first[0]["cards"] and not first[1]["cards"] and first[1]["hidden"]
    ann.move(table, 0, "draw")
    second = ann.move(table, 1, "b2")["view"]["seats"]
    assert not second[0]["cards"] and second[1]["cards"]
    past = ann.get(f"/api/tables/{table['id']}/positions/0")["view"]["seats"]
    assert not past[0]["cards"]
    assert views.eye(place.house.live[table["id"]].table, "stranger") is None


@pytest.mark.parametrize("name", [name for name in blockhaus.games() if name not in HIDING])
def test_where_nothing_is_hidden_one_view_serves_everybody(name: str) -> None:
    dice = random.Random(name)
    position = blockhaus.game(name).start(0)
    while not position.is_over and len(position.path) < 40:
        views = [position.view(seat, offers=False) for seat in (None, 0, 1)]
        assert views[0] == views[1] == views[2]
        position = position.play(dice.choice(position.moves))
