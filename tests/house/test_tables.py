"""Tables through the API: seats, decisions, and everything players can agree on."""

from __future__ import annotations

import random

import pytest

import blockhaus
from house.visitors import COMPUTER, FRIEND, ME, OPEN, Place, Visitor

Pair = tuple[Visitor, Visitor, dict[str, object]]


@pytest.fixture
def pair(place: Place) -> Pair:
    """Ann and Ben at a table of KWINTY."""
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    return ann, ben, ann.see(table)


def play(table: dict[str, object], players: list[Visitor], moves: int) -> None:
    """Let players play the first legal move in turn."""
    position = blockhaus.game(str(table["game"])).start()
    for number in range(moves):
        move = position.moves[0]
        players[position.to_move or 0].move(table, number, move)
        position = position.play(move)


def test_a_friend_needs_the_invitation(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND)
    assert table["state"] == "waiting" and table["you"] == [0] and table["host"]
    seen = ben.see(table)
    assert seen["invitations"] == {} and not seen["host"] and seen["you"] == []
    assert ben.sit(table, 1, 403)["error"]["code"] == "not-invited"
    assert ben.sit(table, 1, 403, invitation="guess")["error"]["code"] == "not-invited"
    sat = ben.sit(table, 1, invitation=table["invitations"]["1"])
    assert sat["state"] == "running" and sat["you"] == [1]
    assert [seat["name"] for seat in sat["seats"]] == ["Ann", "Ben"]
    assert ann.see(table)["invitations"] == {}
    cleo = place.visitor("Cleo")
    invited = cleo.sit(table, 1, 409, invitation=table["invitations"]["1"])
    assert invited["error"]["code"] == "not-waiting"


def test_an_open_seat_is_listed_and_taken_and_left(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("qbq", ME, OPEN, OPEN, options={"players": "3"})
    assert table["id"] in [listed["id"] for listed in ben.get("/api/tables", list="open")]
    ben.sit(table, 2)
    assert ben.sit(table, 2, 409)["error"]["code"] == "seat-taken"
    assert [seat["kind"] for seat in ben.see(table)["seats"]] == ["person", "open", "person"]
    assert ann.delete(f"/api/tables/{table['id']}/seats/2", 403)["error"]["code"] == "not-seated"
    risen = ben.delete(f"/api/tables/{table['id']}/seats/2")
    assert [seat["kind"] for seat in risen["seats"]] == ["person", "open", "open"]
    assert [listed["you"] for listed in ann.get("/api/tables", list="mine")] == [[0]]


def test_decisions_are_checked(place: Place, pair: Pair) -> None:
    ann, ben, table = pair
    assert ben.move(table, 0, "i|", 403)["error"]["code"] == "not-your-turn"
    assert ann.move(table, 0, "nonsense", 422)["error"]["code"] == "notation"
    refused = ann.move(table, 0, "a|", 409)["error"]
    assert refused["code"] == "illegal" and refused["rule"]
    assert ann.move(table, 3, "i|", 409)["error"]["code"] == "stale"
    assert ann.move(table, 0, "i|")["number"] == 1
    stranger = place.visitor()
    assert stranger.move(table, 1, "j|", 403)["error"]["code"] == "not-seated"


def test_a_decision_sent_twice_is_played_once(pair: Pair) -> None:
    ann, ben, table = pair
    first = ann.move(table, 0, "i|")
    again = ann.move(table, 0, "i|")
    assert first["moves"] == again["moves"] and again["number"] == 1
    ben.move(table, 1, "j|")
    assert ann.move(table, 0, "i|")["number"] == 2
    assert ann.move(table, 0, "i+j", 409)["error"]["code"] == "stale"
    assert ben.move(table, 0, "i|", 409)["error"]["code"] == "stale"


def test_a_whole_game_and_a_rematch_where_the_loser_starts(pair: Pair) -> None:
    ann, ben, table = pair
    position = blockhaus.game("kwinty").start()
    while not position.is_over:
        mover = (ann, ben)[position.to_move or 0]
        move = position.moves[0]
        mover.move(table, len(position.path), move)
        position = position.play(move)
    seen = ann.see(table)
    assert seen["state"] == "over" and seen["result"]["how"] == "rules"
    assert position.outcome is not None
    assert seen["result"]["winners"] == list(position.outcome.winners)
    assert blockhaus.position(seen["code"]) == position
    assert blockhaus.Record.read(ann.record(table)).moves == position.history
    assert ann.act(table, "rematch")["next"] is None
    agreed = ben.act(table, "rematch")
    again = ann.see({"id": agreed["next"]})
    assert again["state"] == "running" and again["match"]["played"] == 1
    won = seen["match"]["scores"]
    loser = 1 if won[0] > won[1] else 0 if won[1] > won[0] else 1
    names = ["Ann", "Ben"]
    assert [seat["name"] for seat in again["seats"]] == [names[loser], names[1 - loser]]
    assert again["match"]["scores"] == [won[loser], won[1 - loser]]
    assert ann.act(table, "rematch", 409)["error"]["code"] == "rematch-made"


def test_what_was_last_changed_is_told_at_every_place(pair: Pair) -> None:
    ann, ben, table = pair
    assert ann.see(table)["view"]["change"] == {"add": [], "take": []}
    play(table, [ann, ben], 2)
    path = f"/api/tables/{table['id']}/positions/"
    before, after = (ann.get(f"{path}{number}")["view"] for number in (1, 2))
    [block] = [block for block in after["blocks"] if block not in before["blocks"]]
    assert after["change"] == ann.see(table)["view"]["change"] == {"add": [block], "take": []}
    assert before["change"] == {"add": before["blocks"], "take": []}


def test_a_decision_without_blocks_leaves_the_mark_where_it_was(place: Place) -> None:
    ann = place.visitor("Ann")
    study = ann.post("/api/positions", game="cube", moves=["draw", "b2", "draw"])
    assert [block["cells"] for block in study["view"]["change"]["add"]] == [[[1, 1, 0]]]


def test_what_every_decision_brought_about_stands_in_the_list_of_moves(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kewbz", ME, ME)
    dice = random.Random(2)
    position = blockhaus.game("kewbz").start()
    told: list[object] = []
    while not any(told):
        position = position.play(dice.choice(position.moves))
        ann.move(table, len(told), position.history[-1])
        told.append(position.view()["events"])
    position = position.play(position.moves[0])
    ann.move(table, len(told), position.history[-1])
    told.append(position.view()["events"])
    assert [move["events"] for move in ann.see(table)["moves"]] == told


def test_giving_up(pair: Pair) -> None:
    ann, ben, table = pair
    over = ben.act(table, "resign")
    assert over["result"]["winners"] == [0] and over["result"]["lost"] == [1]
    assert ann.move(table, 0, "i|", 409)["error"]["code"] == "game-over"
    assert over["match"]["scores"] == [1, 0]


def test_with_three_players_the_computer_plays_on_for_who_gave_up(place: Place) -> None:
    ann, ben, cleo = (place.visitor(name) for name in ("Ann", "Ben", "Cleo"))
    table = ann.open("qbq", ME, OPEN, OPEN, options={"players": "3"})
    ben.sit(table, 1)
    cleo.sit(table, 2)
    left = cleo.act(table, "resign")
    assert left["state"] == "running" and left["seats"][2]["kind"] == "computer"
    over = ben.act(table, "resign")
    assert over["state"] == "over" and over["result"]["winners"] == [0]


def test_a_draw_by_agreement(pair: Pair) -> None:
    ann, ben, table = pair
    assert ann.act(table, "accept-draw", 409)["error"]["code"] == "no-offer"
    assert ann.act(table, "offer-draw")["offers"]["draw"] == 0
    assert ann.act(table, "accept-draw", 409)["error"]["code"] == "no-offer"
    assert ben.act(table, "decline-draw")["offers"]["draw"] is None
    ben.act(table, "offer-draw")
    ann.move(table, 0, "i|")
    assert ann.see(table)["offers"]["draw"] is None, "moving on declines an offer"
    ann.act(table, "offer-draw")
    over = ben.act(table, "accept-draw")
    assert over["result"]["how"] == "draw-agreed" and over["match"]["scores"] == [0.5, 0.5]


def test_taking_back_by_consent(pair: Pair) -> None:
    ann, ben, table = pair
    assert ann.act(table, "ask-undo", 409)["error"]["code"] == "nothing-to-undo"
    ann.move(table, 0, "i|")
    ben.move(table, 1, "j|")
    asked = ann.act(table, "ask-undo")
    assert asked["number"] == 2 and asked["offers"]["undo"] == {"seat": 0, "number": 0}
    assert ann.act(table, "allow-undo", 409)["error"]["code"] == "no-offer"
    assert ben.act(table, "refuse-undo")["offers"]["undo"] is None
    ann.act(table, "ask-undo", number=1)
    assert ben.act(table, "allow-undo")["number"] == 1
    ben.move(table, 1, "h|")
    assert [move["move"] for move in ann.see(table)["moves"]] == ["i|", "h|"]


def test_taking_back_freely_at_one_screen(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    assert table["undo"] and table["you"] == [0, 1]
    ann.move(table, 0, "i|")
    ann.move(table, 1, "j|")
    assert ann.act(table, "ask-undo")["number"] == 1
    assert ann.act(table, "ask-undo")["number"] == 0


def test_nothing_is_taken_back_past_a_revealed_draw(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("cube", ME, ME)
    ann.move(table, 0, "draw")
    assert ann.act(table, "ask-undo", 409)["error"]["code"] == "revealed"
    ann.move(table, 1, "b2")
    assert ann.act(table, "ask-undo", 409, number=0)["error"]["code"] == "revealed"


def test_the_computer_takes_over_from_who_is_gone(pair: Pair) -> None:
    ann, ben, table = pair
    with ben.live(table):
        assert ann.act(table, "vote-computer", 409, seat=1)["error"]["code"] == "still-here"
    assert ann.act(table, "vote-computer", 409, seat=0)["error"]["code"] == "still-here"
    seat = ann.act(table, "vote-computer", seat=1)["seats"][1]
    assert seat["kind"] == "computer" and seat["relieved"] and seat["name"] == "Ben"
    assert ann.see(table)["back"] == [] and ben.see(table)["back"] == [1]
    assert ann.act(table, "vote-computer", 409, seat=1)["error"]["code"] == "no-person"
    ann.move(table, 0, "i|")
    with ann.live(table) as page:
        while ann.see(table)["number"] < 2:
            page.next()
    back = ben.sit(table, 1)
    assert back["seats"][1]["kind"] == "person" and back["you"] == [1]


def test_computers_play_and_the_list_knows(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kewbz", COMPUTER, ME, starts=0)
    with ann.live(table) as page:
        while ann.see(table)["number"] == 0:
            page.next()
    mine = ann.get("/api/tables", list="mine")
    assert mine[0]["id"] == table["id"] and mine[0]["turn"] == 1 and mine[0]["number"] == 1


def test_a_table_from_a_position(place: Place) -> None:
    ann = place.visitor("Ann")
    position = blockhaus.game("kwinty").start().play("i|").play("j|")
    table = ann.open("kwinty", ME, ME, code=position.code)
    assert table["number"] == 2 and table["first"] == 2
    assert ann.act(table, "ask-undo", 409)["error"]["code"] == "nothing-to-undo"
    record = blockhaus.Record.of(position).text
    assert ann.open("kwinty", ME, ME, record=record, number=1)["number"] == 1
    wrong = ann.post("/api/tables", 422, game="kwinty", seats=[ME, ME], code="kwinty:xyz")
    assert wrong["error"]["code"] == "bad-position"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": [ME, ME]}, "no-game"),
        ({"game": "kwinty", "seats": [ME]}, "bad-seats"),
        ({"game": "kwinty", "seats": [COMPUTER, COMPUTER]}, "no-one"),
        ({"game": "kwinty", "seats": [ME, ME], "starts": 5}, "bad-start"),
        ({"game": "kwinty", "seats": [ME, ME], "options": {"width": "99"}}, "bad-position"),
        ({"game": "kwinty", "seats": [ME, ME], "what": 1}, "bad-request"),
    ],
)
def test_impossible_wishes_are_refused(place: Place, wish: dict[str, object], code: str) -> None:
    answer = place.visitor().client.post("/api/tables", json=wish)
    assert answer.json()["error"]["code"] == code and 400 <= answer.status_code < 500


def test_refusals_come_in_the_language_of_the_page(pair: Pair) -> None:
    ann, _, table = pair
    path = f"/api/tables/{table['id']}/moves"
    wish = {"number": 0, "move": "a|"}
    told = {
        lang: ann.client.post(path, json=wish, headers={"Accept-Language": lang}).json()
        for lang in ("en", "de-AT,de;q=0.9", "xx,fr;q=0.5")
    }
    assert len({answer["error"]["message"] for answer in told.values()}) == 3
