"""What is yours: found, filtered, taken off the list, taken away, deleted."""

from __future__ import annotations

import io
import json
import sqlite3
import threading
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from blockhaus.core.record import Record
from blockhaus.house.tokens import hashed
from blockhaus.house.yours import PAGE
from house.visitors import COMPUTER, FRIEND, ME, OPEN, PATIENCE, Place, Visitor, open_place

Table = dict[str, Any]


def games(visitor: Visitor, **wish: Any) -> list[str]:
    return [found["table"]["id"] for found in visitor.get("/api/me/games", **wish)["games"]]


def first_move(visitor: Visitor, game: str = "kwinty") -> str:
    return str(visitor.post("/api/positions", game=game)["legal"][0])


def given_up(visitor: Visitor, game: str = "kwinty", level: int = 1) -> Table:
    table = visitor.open(game, ME, {"kind": "computer", "level": level})
    visitor.act(table, "resign")
    return table


def together(ann: Visitor, ben: Visitor, **wishes: Any) -> Table:
    table = ann.open("kwinty", ME, FRIEND, **wishes)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    return table


def test_games_are_found_by_what_is_known_of_them(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben Nevis")
    lost, other = given_up(ann), given_up(ann, "turris", level=4)
    won, goes = together(ann, ben), together(ann, ben)
    ben.act(won, "resign")
    screen = ann.open("kwinty", ME, ME)
    ann.act(screen, "resign")
    lost_id, other_id, won_id, goes_id, screen_id = (
        table["id"] for table in (lost, other, won, goes, screen)
    )
    assert games(ann) == [screen_id, won_id, goes_id, other_id, lost_id]
    assert games(ann, state="going") == [goes_id]
    assert games(ann, game="turris") == [other_id]
    assert games(ann, outcome="won") == [won_id]
    assert games(ann, outcome="lost") == [other_id, lost_id]
    assert games(ann, level=4) == [other_id]
    assert games(ann, against="people") == [won_id, goes_id]
    assert games(ann, text="nevis BEN") == [won_id, goes_id]
    assert games(ann, text=lost_id) == [lost_id] and games(ann, text="xyzzy") == []
    assert games(ben, outcome="lost") == [won_id]
    told = ann.get("/api/me/games", text=won_id)["games"][0]
    assert (told["outcome"], told["how"], told["change"]) == ("won", "resigned", None)
    assert "holder" not in json.dumps(told)


def test_a_game_that_counted_tells_by_how_much(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER, ranked=True)
    ann.act(table, "resign")
    (told,) = ann.get("/api/me/games")["games"]
    assert told["table"]["ranked"] and told["change"] < -100


def test_pages_follow_each_other(place: Place) -> None:
    ann = place.visitor("Ann")
    made = [ann.open("kwinty", ME, ME)["id"] for _ in range(PAGE + 3)]
    page = ann.get("/api/me/games")
    assert (len(page["games"]), page["found"]) == (PAGE, PAGE + 3)
    assert games(ann) + games(ann, skip=PAGE) == made[::-1]


def test_the_lobby_keeps_what_goes_on_in_sight(place: Place) -> None:
    ann = place.visitor("Ann")
    running = ann.open("kwinty", ME, ME)
    over = given_up(ann)
    mine = [table["id"] for table in ann.get("/api/tables", list="mine")]
    assert mine == [running["id"], over["id"]]


def test_statistics_are_per_game_and_level(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    for level in (1, 1, 4):
        given_up(ann, level=level)
    ben.act(together(ann, ben), "resign")
    assert ann.get("/api/me/statistics") == [
        {"game": "kwinty", "level": 1, "won": 0, "drawn": 0, "lost": 2},
        {"game": "kwinty", "level": 4, "won": 0, "drawn": 0, "lost": 1},
        {"game": "kwinty", "level": None, "won": 1, "drawn": 0, "lost": 0},
    ]


def test_what_is_taken_off_a_list_is_kept_for_the_others(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = together(ann, ben)
    ann.act(table, "resign")
    assert ann.delete(f"/api/me/games/{table['id']}") == {"removed": 1}
    assert games(ann) == [] and ann.get("/api/tables", list="mine") == []
    assert ann.get("/api/me/statistics") == []
    assert games(ben) == [table["id"]] and ann.see(table)["state"] == "over"
    ben.post(f"/api/tables/{table['id']}/chat", text="Good game")
    assert games(ann) == [], "a finished game stays off the list"
    ann.delete(f"/api/me/games/{table['id']}", 404)
    place.visitor("Eve").delete(f"/api/me/games/{table['id']}", 404)


def test_a_game_that_goes_on_comes_back(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = together(ann, ben)
    ben.delete(f"/api/me/games/{table['id']}")
    assert games(ben) == []
    ann.move(table, 0, first_move(ann))
    assert games(ben) == [table["id"]]


def test_a_table_that_nobody_else_needs_is_done_away_with(place: Place) -> None:
    ann, eve = place.visitor("Ann"), place.visitor("Eve")
    open_table, alone = ann.open("kwinty", ME, OPEN), ann.open("kwinty", ME, COMPUTER)
    assert open_table["id"] in [t["id"] for t in eve.get("/api/tables", list="open")]
    with eve.live(open_table) as page:
        for table in (open_table, alone):
            ann.delete(f"/api/me/games/{table['id']}")
        told = page.hear("table")["table"]
        assert (told["state"], told["notice"]) == ("halted", "This table has been cleared away.")
    assert open_table["id"] not in [t["id"] for t in eve.get("/api/tables", list="open")]
    for table in (open_table, alone):
        ann.get(f"/api/tables/{table['id']}", 404)


def make_old(place: Place, *tables: Table) -> None:
    """As if nothing had happened there for eight days."""
    with closing(sqlite3.connect(place.house.storage.file)) as database, database:
        for table in tables:
            database.execute(
                "UPDATE tables SET updated = updated - 8 * 86400 WHERE id = ?", (table["id"],)
            )


def test_abandoned_tables_are_cleared_away(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    waits, shared, fresh = ann.open("kwinty", ME, FRIEND), together(ann, ben), together(ann, ben)
    slow = together(ann, ben, clock={"kind": "days", "days": 14})
    over = given_up(ann)
    make_old(place, waits, shared, slow, over)
    assert ann.get("/api/me/games")["abandoned"] == 2
    assert ann.delete("/api/me/games") == {"removed": 2}
    assert set(games(ann)) == {fresh["id"], slow["id"], over["id"]}
    assert shared["id"] in games(ben)
    ann.get(f"/api/tables/{waits['id']}", 404)
    assert ann.get("/api/me/games")["abandoned"] == 0


def archive(visitor: Visitor) -> zipfile.ZipFile:
    answer: httpx.Response = visitor.client.get("/api/me/archive")
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(answer.content))


def test_everything_can_be_taken_away(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    ann.move(table, 0, first_move(ann))
    ann.act(table, "resign")
    empty = given_up(ann)
    counted = ann.open("kwinty", ME, COMPUTER, ranked=True)
    ann.act(counted, "resign")
    packed = archive(ann)
    facts, *records = packed.namelist()
    (record,) = records
    assert record.endswith(f"-kwinty-{table['id']}.txt")
    assert len(Record.read(packed.read(record).decode()).positions()) == 2
    you = json.loads(packed.read(facts))
    assert you["name"] == "Ann" and you["ratings"][0]["games"] == 1
    assert {each["table"]["id"] for each in you["games"]} == {
        table["id"], empty["id"], counted["id"],
    }  # fmt: skip


def test_who_goes_leaves_nothing_but_the_games_of_others(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann, ben = place.visitor("Ann Unforgettable"), place.visitor("Ben")
        token = ann.token
        hosted = together(ann, ben, ranked=True)
        ann.post(f"/api/tables/{hosted['id']}/chat", text="my own words")
        ben.post(f"/api/tables/{hosted['id']}/chat", text="words of Ben")
        ben.act(hosted, "resign")
        guest = together(ben, ann)
        ben.move(guest, 0, first_move(ben))
        waiting = ben.open("kwinty", FRIEND, OPEN)
        ann.sit(waiting, 0, invitation=waiting["invitations"]["0"])
        alone = given_up(ann)
        with ben.live(hosted) as page:
            assert ann.delete("/api/me") == {"name": ""}
            told = page.hear("table")["table"]
            assert [seat["name"] for seat in told["seats"]] == ["somebody", "Ben"]
        assert ann.get("/api/me") == {"name": ""}
        assert games(ann) == [] and ann.get("/api/me/ratings") == []
        ann.get(f"/api/tables/{alone['id']}", 404)
        assert ben.see(guest)["result"]["winners"] == [0], "what was being played is given up"
        assert [seat["kind"] for seat in ben.see(waiting)["seats"]] == ["friend", "open"]
        assert ben.get("/api/me/ratings")[0]["games"] == 1
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database:
        left = "\n".join(database.iterdump())
    for trace in (hashed(token), "Ann Unforgettable", "my own words", alone["id"]):
        assert trace not in left
    with open_place(tmp_path, warm=False) as place:
        again = place.visitor()
        for table in (hosted, guest):
            seen = again.see(table)
            assert seen["state"] == "over" and seen["notice"] is None
            assert {seat["name"]: seat["gone"] for seat in seen["seats"]} == {
                "somebody": True, "Ben": False,
            }  # fmt: skip
        assert again.see(hosted)["chat"][1]["text"] == "words of Ben"


def test_a_guest_cannot_take_the_hosts_table_away(place: Place) -> None:
    ann, stranger = place.visitor("Ann"), place.visitor("Stranger")
    table = ann.open("qbq", OPEN, OPEN, public=True)
    stranger.sit(table, 1)
    stranger.delete(f"/api/tables/{table['id']}/seats/1")
    stranger.client.delete(f"/api/me/games/{table['id']}")
    assert ann.see(table)["state"] == "waiting"


def test_a_name_with_a_line_break_spoils_no_record(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("qbq", {"kind": "me", "name": "x\ny"}, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    ann.move(table, 0, first_move(ann, "qbq"))
    assert '[Seats "x y" "Ben"]' in ben.record(table)
    with zipfile.ZipFile(io.BytesIO(ben.client.get("/api/me/archive").content)) as file:
        assert len(file.namelist()) == 2


def test_what_was_written_while_looking_on_goes_too(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann, ben, eve = place.visitor("Ann"), place.visitor("Ben"), place.visitor("Eve Onlooker")
        table = together(ann, ben, public=True)
        path = f"/api/tables/{table['id']}/chat"
        said = eve.post(path, text="words of an onlooker")
        assert said["seat"] is None and "by" not in said
        ben.post(path, text="words of Ben")
        with ann.live(table) as page:
            eve.delete("/api/me")
            told = page.hear("table")["table"]["chat"]
        assert [(line["who"], line["text"]) for line in told] == [
            ("", "…"), ("Ben", "words of Ben"),
        ]  # fmt: skip
        token = eve.token
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database:
        left = "\n".join(database.iterdump())
    for trace in (hashed(token), "Eve Onlooker", "words of an onlooker"):
        assert trace not in left


def at_once(*jobs: Callable[[], object]) -> None:
    failures: list[BaseException] = []

    def run(job: Callable[[], object]) -> None:
        try:
            job()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "somebody waits for ever"
    assert not failures, failures


def test_who_sits_down_while_going_is_not_left_behind(tmp_path: Path) -> None:
    """Whichever comes first: the seat is given back, or taken by who is new again."""
    with open_place(tmp_path, warm=False) as place:
        tokens = []
        for n in range(6):
            ann, ben = place.visitor("Ann Unforgettable"), place.visitor("Ben")
            tables = [ben.open("cube", ME, FRIEND, FRIEND, **THREE) for _ in range(3)]
            tokens.append(ann.token)

            def sit(ann: Visitor = ann, tables: list[Table] = tables) -> None:
                for table in tables:
                    ann.sit(table, 1, invitation=table["invitations"]["1"])

            def go(ann: Visitor = ann, n: int = n) -> None:
                time.sleep(0.004 * n)
                ann.delete("/api/me")

            at_once(sit, go)
            for table in tables:
                seat = ben.see(table)["seats"][1]
                assert seat["name"] in ("", "Guest"), "no name is left"
            ann.delete("/api/me")
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database:
        left = "\n".join(database.iterdump())
    for trace in (*map(hashed, tokens), "Ann Unforgettable"):
        assert trace not in left


THREE = {"options": {"players": "3"}}


def test_a_table_somebody_sits_down_at_is_not_cleared_away(place: Place) -> None:
    """Whoever was told to sit there sits there; whoever was not is told so."""
    for n in range(12):
        ann, ben = place.visitor("Ann"), place.visitor("Ben")
        table = ann.open("kwinty", ME, FRIEND)
        path, wish = f"/api/tables/{table['id']}/seats/1", table["invitations"]["1"]
        answers: list[int] = []

        def sit(
            path: str = path, wish: str = wish, ben: Visitor = ben, told: list[int] = answers
        ) -> None:
            told.append(ben.client.put(path, json={"invitation": wish}).status_code)

        def clear(ann: Visitor = ann, table: Table = table, n: int = n) -> None:
            time.sleep(0.001 * n)
            ann.delete(f"/api/me/games/{table['id']}")

        at_once(sit, clear)
        if answers == [200]:
            assert ben.see(table)["state"] == "running" and games(ben) == [table["id"]]
        else:
            assert answers[0] in (404, 409)
            ben.get(f"/api/tables/{table['id']}", 404)


def test_people_who_share_tables_go_at_once(place: Place) -> None:
    everybody = [place.visitor(f"Person {n}") for n in range(4)]
    tables = [
        together(one, other, ranked=True)
        for one in everybody
        for other in everybody
        if one is not other
    ]
    at_once(*[lambda who=who: who.delete("/api/me") for who in everybody])
    for who in everybody:
        assert games(who) == [] and who.get("/api/me") == {"name": ""}
    looking = place.visitor()
    for table in tables:
        answer = looking.client.get(f"/api/tables/{table['id']}")
        if answer.status_code == 404:  # who went last had it alone by then, and it went, too
            assert answer.json()["error"]["code"] == "no-table"
            continue
        seen = answer.json()
        assert seen["state"] == "over" and all(seat["gone"] for seat in seen["seats"])
