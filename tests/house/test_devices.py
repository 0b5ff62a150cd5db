"""One person on several devices: links that carry, what is merged, and signing out."""

from __future__ import annotations

import io
import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from blockhaus.house import links
from blockhaus.house.glicko import Meeting, Standing, rated
from blockhaus.house.ratings import COUNTED
from blockhaus.house.settings import Limits
from blockhaus.house.tokens import hashed
from blockhaus.players.levels import levels
from house.visitors import COMPUTER, FRIEND, ME, OPEN, Place, Visitor, open_place

Table = dict[str, Any]


def carry(source: Visitor, target: Visitor) -> None:
    target.post("/api/link/take", token=source.post("/api/me/link")["token"])


def games(visitor: Visitor) -> set[str]:
    return {told["table"]["id"] for told in visitor.get("/api/me/games")["games"]}


def together(ann: Visitor, ben: Visitor, game: str = "kwinty", **wishes: Any) -> Table:
    table = ann.open(game, ME, FRIEND, **wishes)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    return table


def first_move(visitor: Visitor, game: str = "kwinty") -> str:
    return str(visitor.post("/api/positions", game=game)["legal"][0])


def lose(visitor: Visitor, level: int) -> Table:
    table = visitor.open("kwinty", ME, {"kind": "computer", "level": level}, ranked=True)
    visitor.act(table, "resign")
    return table


def test_a_link_carries_everything_to_another_device(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    running, lost = together(ann, ben), lose(ann, 1)
    phone = place.visitor()
    link = ann.post("/api/me/link")
    assert ann.get("/api/me/keys")["link"] == link["until"]
    seen = phone.post("/api/link/look", token=link["token"])
    assert seen == {
        "person": {"name": "Ann", "games": 2, "ratings": 1},
        "here": {"name": "", "games": 0, "ratings": 0},
        "same": False,
    }
    with phone.live(running) as page:
        assert phone.post("/api/link/take", token=link["token"]) == {"name": "Ann"}
        assert phone.get("/api/me") == {"name": "Ann"}
        assert games(phone) == games(ann) == {running["id"], lost["id"]}
        (here,), (there,) = phone.get("/api/me/ratings"), ann.get("/api/me/ratings")
        assert here["history"] == there["history"] and len(here["history"]) == 1
        told = page.ask("move", number=0, move=first_move(ann))
        assert told["type"] == "played", "a page that is open knows who it is now"
    assert ann.see(running)["number"] == 1 and ann.see(running)["you"] == [0]
    keys = ann.get("/api/me/keys")
    assert keys == {"devices": 2, "passkeys": [], "link": None} == phone.get("/api/me/keys")


def test_a_link_is_used_once_and_soon(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, phone, third = place.visitor("Ann"), place.visitor(), place.visitor()
    token = ann.post("/api/me/link")["token"]
    newer = ann.post("/api/me/link")["token"]
    phone.post("/api/link/look", 410, token=token)
    for _ in range(3):
        assert phone.post("/api/link/look", token=newer)["person"]["name"] == "Ann"
    phone.post("/api/link/take", token=newer)
    assert third.post("/api/link/take", 410, token=newer)["error"]["code"] == "no-link"
    assert third.get("/api/me") == {"name": ""}
    withdrawn = ann.post("/api/me/link")["token"]
    assert ann.delete("/api/me/link")["link"] is None
    third.post("/api/link/take", 410, token=withdrawn)
    monkeypatch.setattr(links, "LASTS", -1.0)
    third.post("/api/link/take", 410, token=ann.post("/api/me/link")["token"])
    third.post("/api/link/take", 422, token="short")


def test_two_who_take_a_link_at_once_are_not_both_let_in(place: Place) -> None:
    ann = place.visitor("Ann")
    token = ann.post("/api/me/link")["token"]
    others = [place.visitor() for _ in range(4)]
    statuses: list[int] = []

    def take(other: Visitor) -> None:
        answer = other.client.post("/api/link/take", json={"token": token})
        statuses.append(answer.status_code)

    at_once([lambda other=other: take(other) for other in others])
    assert sorted(statuses) == [200, 410, 410, 410]
    assert ann.get("/api/me/keys")["devices"] == 2


def at_once(jobs: list[Any]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


def test_links_are_kept_as_hashes_and_only_for_our_own_pages(place: Place) -> None:
    ann, phone = place.visitor("Ann"), place.visitor()
    token = ann.post("/api/me/link")["token"]
    with closing(sqlite3.connect(place.house.storage.file)) as database:
        stored = [row[0] for row in database.execute("SELECT token FROM links")]
    assert token not in stored and hashed(token) in stored
    evil = {"Origin": "http://evil.example"}
    answer = phone.client.post("/api/link/take", json={"token": token}, headers=evil)
    assert answer.status_code == 403 and phone.get("/api/me") == {"name": ""}
    assert phone.client.get("/api/link/take").status_code in (404, 405)


def test_nobody_tries_many_links(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, limits=Limits(keys=(3, 0.01))) as place:
        eve = place.visitor()
        tries = [
            eve.client.post("/api/link/look", json={"token": f"{n:032}"}).status_code
            for n in range(5)
        ]
        assert tries == [410, 410, 410, 429, 429]


def test_what_a_device_had_is_merged(place: Place) -> None:
    ann, ben, phone = place.visitor("Ann"), place.visitor("Ben"), place.visitor("Annie")
    mine, theirs = together(ann, ben), together(phone, ben)
    phone.post(f"/api/tables/{theirs['id']}/chat", text="from the phone")
    hosted = phone.open("kwinty", OPEN, OPEN)
    hidden = phone.open("kwinty", ME, ME)
    phone.act(hidden, "resign")
    phone.delete(f"/api/me/games/{hidden['id']}")
    carry(ann, phone)
    assert phone.get("/api/me") == {"name": "Ann"}
    assert games(ann) == {mine["id"], theirs["id"], hosted["id"]}
    assert ann.see(theirs)["you"] == [0] and ann.see(hosted)["host"]
    ann.move(theirs, 0, first_move(ann))
    assert [seat["name"] for seat in ben.see(theirs)["seats"]] == ["Annie", "Ben"]
    with closing(sqlite3.connect(place.house.storage.file)) as database:
        left = "\n".join(database.iterdump())
    assert left.count(phone.device) == 1, "only whose device it is"


def test_a_name_of_the_device_stays_where_the_person_has_none(place: Place) -> None:
    ann, phone = place.visitor(), place.visitor("Annie")
    carry(ann, phone)
    assert ann.get("/api/me") == {"name": "Annie"}


def test_ratings_are_worked_out_anew_in_the_order_of_the_games(place: Place) -> None:
    ann, phone = place.visitor("Ann"), place.visitor()
    for visitor, level in ((ann, 1), (phone, 4), (ann, 3), (phone, 2)):
        lose(visitor, level)
    carry(ann, phone)
    standing, history = Standing(), []
    for level in (1, 4, 3, 2):
        known = levels("kwinty")[level - 1]
        assert known.rating and known.error
        standing = rated(standing, [Meeting(known.rating, known.error, 0.0)], 0)
        history.append(standing.rating)
    (told,) = ann.get("/api/me/ratings")
    assert told["history"] == pytest.approx(history, abs=0.1) and told["games"] == 4
    assert told["doubt"] == pytest.approx(standing.doubt, abs=0.1)


def test_games_against_oneself_no_longer_count(place: Place) -> None:
    ann, phone = place.visitor("Ann"), place.visitor("Annie")
    lose(ann, 1)
    alone = ann.get("/api/me/ratings")
    phone.act(together(ann, phone, ranked=True), "resign")
    assert ann.get("/api/me/ratings")[0]["games"] == 2
    carry(ann, phone)
    again = ann.get("/api/me/ratings")
    assert again[0]["history"] == alone[0]["history"] and again[0]["games"] == 1


def test_two_seats_at_one_table(place: Place) -> None:
    """They stay two persons there; what is being played is given up by who comes in."""
    ann, phone = place.visitor("Ann"), place.visitor("Annie")
    three = {"players": "3"}
    running, waiting = together(ann, phone), ann.open("cube", ME, OPEN, FRIEND, options=three)
    phone.sit(waiting, 1)
    drawn = together(ann, phone)
    ann.act(drawn, "offer-draw")
    phone.act(drawn, "decline-draw")
    ann.act(drawn, "resign")
    carry(ann, phone)
    assert games(ann) == {running["id"], waiting["id"], drawn["id"]} == games(phone)
    told = ann.see(running)
    assert told["result"]["winners"] == [0] and told["you"] == [0]
    assert [seat["kind"] for seat in ann.see(waiting)["seats"]] == ["person", "open", "friend"]
    seen = ann.see(drawn)
    assert seen["result"]["how"] == "resigned" and seen["result"]["winners"] == [1]
    assert seen["notice"] is None and seen["seats"][1]["gone"]


def test_who_got_up_before_keeps_the_seat_that_comes_along(place: Place) -> None:
    """Else a game that is being lost would go on without anybody, and never count."""
    ann, phone, ben = place.visitor("Ann"), place.visitor("Annie"), place.visitor("Ben")
    table = ann.open("kwinty", OPEN, ME, ranked=True)
    ann.delete(f"/api/tables/{table['id']}/seats/1")
    phone.sit(table, 1)
    ben.sit(table, 0)
    carry(ann, phone)
    assert ann.see(table)["you"] == [1] and not ben.see(table)["seats"][1]["gone"]
    ann.act(table, "resign")
    assert ann.get("/api/me/ratings")[0]["rating"] < 1500


def won_against(winner: Visitor, loser: Visitor) -> None:
    loser.act(together(winner, loser, ranked=True), "resign")


def test_being_several_persons_first_counts_no_more_games_a_day(place: Place) -> None:
    ann = place.visitor("Ann")
    for _ in range(COUNTED):
        won_against(ann, place.visitor())
    (alone,) = ann.get("/api/me/ratings")
    phone = place.visitor("Annie")
    for _ in range(COUNTED):
        won_against(phone, place.visitor())
    lose(phone, 1)
    carry(ann, phone)
    (both,) = ann.get("/api/me/ratings")
    assert both["history"][:-1] == pytest.approx(alone["history"])
    assert both["games"] == COUNTED + 1 and both["rating"] < alone["rating"], "losses stay"


def test_neither_do_games_of_several_persons_with_the_same_one(place: Place) -> None:
    ann, phone, ben = place.visitor("Ann"), place.visitor("Annie"), place.visitor("Ben")
    for level in (3, 4, 5, 3, 4, 5, 3, 4, 5, 6):
        lose(ben, level)
    for visitor in (ann, phone):
        for _ in range(COUNTED):
            won_against(visitor, ben)
    carry(ann, phone)
    assert ann.get("/api/me/ratings")[0]["games"] == COUNTED


def test_devices_of_who_is_merged_come_along(place: Place) -> None:
    ann, phone, tablet = place.visitor("Ann"), place.visitor("Annie"), place.visitor()
    carry(phone, tablet)
    carry(ann, phone)
    assert tablet.get("/api/me") == {"name": "Ann"}
    assert ann.get("/api/me/keys")["devices"] == 3
    carry(tablet, ann)
    assert ann.get("/api/me/keys")["devices"] == 3, "one and the same already"


def test_who_is_who_is_known_after_a_restart(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann, phone = place.visitor("Ann"), place.visitor()
        carry(ann, phone)
        cookie = phone.client.cookies["blockhaus"]
    with open_place(tmp_path, warm=False) as place:
        again = place.visitor()
        again.client.cookies.clear()
        again.client.headers["Cookie"] = f"blockhaus={cookie}"
        assert again.get("/api/me") == {"name": "Ann"}


def test_signing_out_leaves_the_other_devices(place: Place) -> None:
    ann, phone = place.visitor("Ann"), place.visitor()
    lost = lose(ann, 1)
    carry(ann, phone)
    old = ann.client.cookies["blockhaus"]
    ann.post("/api/me/out")
    assert ann.client.cookies["blockhaus"] != old
    assert ann.get("/api/me") == {"name": ""} and games(ann) == set()
    thief = place.visitor()
    thief.client.cookies.clear()
    thief.client.headers["Cookie"] = f"blockhaus={old}"
    assert thief.get("/api/me") == {"name": ""}, "the old token opens nothing"
    assert games(phone) == {lost["id"]} and phone.get("/api/me/keys")["devices"] == 1
    carry(phone, ann)
    assert games(ann) == {lost["id"]}


def test_deleting_reaches_all_devices_links_and_the_archive_tells_of_them(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann, phone, third = place.visitor("Ann"), place.visitor("Annie"), place.visitor()
        carry(ann, phone)
        token = ann.post("/api/me/link")["token"]
        packed = ann.client.get("/api/me/archive").content
        assert json.loads(_first_file(packed))["keys"]["devices"] == 2
        tokens = [visitor.token for visitor in (ann, phone)]
        phone.delete("/api/me")
        for visitor in (ann, phone):
            assert visitor.get("/api/me") == {"name": ""}
            assert visitor.get("/api/me/keys")["devices"] == 1
        third.post("/api/link/take", 410, token=token)
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database:
        left = "\n".join(database.iterdump())
    for trace in (*map(hashed, tokens), "Ann", hashed(token)):
        assert trace not in left


def _first_file(packed: bytes) -> bytes:
    return zipfile.ZipFile(io.BytesIO(packed)).read("you.json")


def test_sitting_down_and_being_carried_at_once_loses_no_seat(place: Place) -> None:
    for _ in range(5):
        ann, phone, host = place.visitor("Ann"), place.visitor("Annie"), place.visitor("Host")
        table = host.open("kwinty", ME, OPEN)
        token = ann.post("/api/me/link")["token"]
        at_once(
            [
                lambda p=phone, t=token: p.post("/api/link/take", token=t),
                lambda p=phone, t=table: p.sit(t, 1),
            ]
        )
        assert ann.see(table)["you"] == [1] == phone.see(table)["you"]


def test_a_game_against_the_computer_goes_on_as_the_other_person(place: Place) -> None:
    ann, phone = place.visitor("Ann"), place.visitor()
    table = phone.open("kwinty", ME, COMPUTER)
    carry(ann, phone)
    assert ann.move(table, 0, first_move(ann))["you"] == [0]
