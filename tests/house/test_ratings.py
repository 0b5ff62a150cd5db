"""Ranked games: which of them count, for whom, and by how much."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import sqlalchemy as sa

from blockhaus.house import schema
from blockhaus.house.glicko import Meeting, Standing, rated
from blockhaus.house.ratings import COUNTED, DAY, even_level, kept, scores, settle
from blockhaus.house.tables import Entry, Founding, Table
from blockhaus.players.levels import levels
from house.visitors import COMPUTER, FRIEND, ME, Place, Visitor

SMALL = {"width": "5", "height": "4", "blocks": "4"}


def ratings(visitor: Visitor) -> dict[str, Any]:
    return {told["game"]: told for told in visitor.get("/api/me/ratings")}


def lose(visitor: Visitor, *seats: dict[str, Any], **wishes: Any) -> dict[str, Any]:
    """A game of KWINTY that is given up."""
    table = visitor.open("kwinty", *(seats or (ME, COMPUTER)), **{"ranked": True, **wishes})
    lost: dict[str, Any] = visitor.act(table, "resign")
    return lost


def test_a_game_against_a_level_counts_by_its_strength(place: Place) -> None:
    ann = place.visitor("Ann")
    assert ratings(ann) == {}
    table = lose(ann, ME, {"kind": "computer", "level": 4})
    assert table["ranked"] and table["state"] == "over"
    level = levels("kwinty")[3]
    assert level.rating and level.error
    expected = rated(Standing(), [Meeting(level.rating, level.error, 0.0)], 0)
    found = ratings(ann)["kwinty"]
    assert found["rating"] == pytest.approx(expected.rating, abs=0.01)
    assert found["doubt"] == pytest.approx(expected.doubt, abs=0.01)
    assert found["last"] == {"table": table["id"], "change": pytest.approx(expected.rating - 1500)}
    assert found["games"] == 1 and found["history"] == [pytest.approx(expected.rating)]
    assert found["level"] == even_level("kwinty", expected.rating)
    again = lose(ann)
    assert ratings(ann)["kwinty"]["games"] == 2
    assert ratings(ann)["kwinty"]["last"]["table"] == again["id"]


def test_what_does_not_count(place: Place) -> None:
    ann = place.visitor("Ann")
    assert not lose(ann, ranked=False)["ranked"]
    assert not lose(ann, options=SMALL)["ranked"]
    assert not lose(ann, ME, ME)["ranked"]
    begun = ann.open("kwinty", ME, ME)
    code = ann.move(begun, 0, begun_with(ann))["code"]
    assert not lose(ann, code=code)["ranked"]
    assert ratings(ann) == {}


def begun_with(visitor: Visitor) -> str:
    study = visitor.post("/api/positions", game="kwinty")
    return str(study["legal"][0])


def played(visitor: Visitor, decisions: int) -> dict[str, Any]:
    """A ranked game against the computer in which so many decisions have been made at least."""
    table = visitor.open("kwinty", ME, COMPUTER, ranked=True)
    with visitor.live(table) as page:
        visitor.move(table, 0, begun_with(visitor))
        while page.hear("played")["number"] < decisions:
            pass
    return table


def test_nothing_is_taken_back_before_the_computer_in_a_game_that_counts(place: Place) -> None:
    ann = place.visitor("Ann")
    table = played(ann, 2)
    told = ann.see(table)
    assert told["ranked"] and told["firm"] and not told["undo"]
    assert ann.act(table, "ask-undo", 409)["error"]["code"] == "counts-undo"
    ann.act(table, "resign")
    assert ratings(ann)["kwinty"]["rating"] < 1500


def test_a_game_that_does_not_count_is_taken_back_as_before(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER)
    assert not ann.move(table, 0, begun_with(ann))["firm"]
    assert ann.act(table, "ask-undo")["undo"]


def test_a_game_that_counts_is_not_left_by_taking_it_off_the_list(place: Place) -> None:
    ann = place.visitor("Ann")
    table = played(ann, 2)
    ann.delete(f"/api/me/games/{table['id']}")
    assert ratings(ann)["kwinty"]["last"]["table"] == table["id"]
    assert ratings(ann)["kwinty"]["rating"] < 1500
    told = ann.see(table)
    assert told["state"] == "over" and told["result"]["how"] == "resigned"
    assert ann.get("/api/me/games")["games"] == []


def test_who_has_hardly_begun_may_still_think_better_of_it(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, COMPUTER, ranked=True)
    ann.delete(f"/api/me/games/{table['id']}")
    ann.get(f"/api/tables/{table['id']}", 404)
    assert ratings(ann) == {}


def test_nobody_is_stood_in_for_in_a_game_that_counts(place: Place) -> None:
    """Who is losing does not end the ranking while the other one is away."""
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND, ranked=True)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    ann.move(table, 0, begun_with(ann))
    reply = place.house.live[table["id"]].table.position.moves[0]
    ben.move(table, 1, reply)
    assert ann.act(table, "vote-computer", 409, seat=1)["error"]["code"] == "counts-computer"
    assert ann.see(table)["ranked"]


def won_against(winner: Visitor, loser: Visitor) -> float | None:
    """What a game is worth that the other one gives up."""
    table = winner.open("kwinty", ME, FRIEND, ranked=True)
    loser.sit(table, 1, invitation=table["invitations"]["1"])
    loser.act(table, "resign")
    found = winner.get("/api/me/games", text=table["id"])["games"][0]["change"]
    return None if found is None else float(found)


def test_five_games_a_day_with_the_same_person_count(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    gains = [won_against(ann, ben) for _ in range(COUNTED + 2)]
    assert all(gains[:COUNTED]) and gains[COUNTED:] == [None, None]
    assert ratings(ben)["kwinty"]["games"] == COUNTED, "for neither"
    make_older(place, DAY + 1)
    assert won_against(ann, ben), "the next day"


def test_puppets_do_not_lift_a_rating(place: Place) -> None:
    """Somebody new each time, who gives up at once."""
    ann = place.visitor("Ann")
    for level in (3, 4, 5, 3, 4, 5, 3, 4, 5, 6):
        lose(ann, ME, {"kind": "computer", "level": level})
    gains = [won_against(ann, place.visitor(f"Puppet {n}")) for n in range(COUNTED + 5)]
    assert all(gains[:COUNTED]) and gains[COUNTED:] == [None] * 5
    known, fresh = Standing(1500, 60), Meeting(1500, 350, 1.0)
    against_known = rated(known, [replace(fresh, doubt=60)]).rating - 1500
    assert rated(known, [fresh]).rating - 1500 < 0.7 * against_known, "doubt tells less"


def test_a_newcomer_is_rated_by_who_is_known(place: Place) -> None:
    """The limit is for who gains by newcomers, and for games with them alone."""
    ann = place.visitor("Ann")
    for _ in range(COUNTED):
        won_against(ann, place.visitor())
    ben = place.visitor("Ben")
    assert won_against(ben, ann), "Ann lost to a newcomer, who is rated by it"
    assert lose(ann)["ranked"] and ratings(ann)["kwinty"]["games"] == COUNTED + 1


def make_older(place: Place, seconds: float) -> None:
    with closing(sqlite3.connect(place.house.storage.file)) as database, database:
        database.execute("UPDATE ratings SET at = at - ?", (seconds,))


def test_people_are_both_rated_and_agreed_undo_is_no_harm(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND, ranked=True)
    seen = ben.see(table)
    assert seen["ranked"], "the guest is told before sitting down"
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    ann.move(table, 0, begun_with(ann))
    ann.act(table, "ask-undo")
    assert ben.act(table, "allow-undo")["ranked"]
    ann.act(table, "resign")
    up, down = ratings(ben)["kwinty"], ratings(ann)["kwinty"]
    assert up["rating"] - 1500 == pytest.approx(1500 - down["rating"]) and up["rating"] > 1600
    assert up["doubt"] == pytest.approx(down["doubt"]) and up["doubt"] < 350


def test_a_draw_counts_half(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND, ranked=True)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    ann.act(table, "offer-draw")
    ben.act(table, "accept-draw")
    for visitor in (ann, ben):
        assert ratings(visitor)["kwinty"]["rating"] == pytest.approx(1500)
        assert ratings(visitor)["kwinty"]["doubt"] < 300


def test_one_who_is_known_to_be_strong_gains_little(place: Place) -> None:
    """The rating of the other, as it was before, decides."""
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    lose(ann)
    for loser in (ann, ben):
        table = ann.open("kwinty", ME, FRIEND, ranked=True)
        ben.sit(table, 1, invitation=table["invitations"]["1"])
        loser.act(table, "resign")
    first, second = ratings(ben)["kwinty"]["history"]
    assert 1500 - second > first - 1500 > 0, "to lose against the weaker costs more"


def table_of(game: str, *seats: dict[str, Any], **facts: Any) -> Table:
    plain = {"kind": "person", "level": None, "name": "", "holder": None, "invitation": None}
    return Table(
        Founding(
            "tabletable", game, facts.pop("options", {}),
            [{**plain, "share": "", **seat} for seat in seats],
            "a", 0.0, "0" * 64, ranked=True, **facts,
        )
    )  # fmt: skip


def test_time_that_runs_out_is_a_loss() -> None:
    table = table_of("kwinty", {"holder": "a"}, {"holder": "b"})
    table.apply(Entry(0, "out", 0, {"how": "time"}, 1.0))
    assert table.ranked and scores(table) == {0: [(1, 0.0)], 1: [(0, 1.0)]}


def test_with_more_seats_each_meets_every_other() -> None:
    seats = [{"holder": name} for name in "abc"]
    table = table_of("cube", *seats, options={"players": "3"})
    for number, seat in enumerate((2, 0)):
        table.apply(Entry(number, "out", seat, {"how": "resigned"}, 1.0))
    assert table.winners == [1]
    assert scores(table) == {0: [(1, 0.0)], 1: [(0, 1.0), (2, 1.0)], 2: [(1, 0.0)]}
    assert not table.ranked, "three players are not what is in the box"


def test_who_is_stood_in_for_is_not_rated() -> None:
    table = table_of("kwinty", {"holder": "a"}, {"holder": "b"})
    table.apply(Entry(0, "vote-computer", 0, {"seat": 1}, 1.0))
    assert not table.ranked
    table.apply(Entry(1, "return", 1, {}, 2.0))
    assert not table.ranked, "the computer may have won the game for who comes back"


def test_the_even_level_is_the_nearest() -> None:
    known = levels("kwinty")
    for level in known:
        assert level.rating is not None
        assert even_level("kwinty", level.rating + 1) == level.number
    assert even_level("kwinty", 0) == 1 and even_level("kwinty", 9999) == len(known)
    assert even_level("gone", 1500) is None


def test_games_that_end_in_the_same_moment_follow_one_another() -> None:
    engine = sa.create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        for number in range(4):
            table = table_of("kwinty", {"holder": "a"}, {"holder": "b"})
            table.founding = replace(table.founding, id=f"table{number}")
            table.apply(Entry(0, "out", 1, {"how": "resigned"}, 1.0))
            settle(table, 1.0)(connection)
        rows = connection.execute(
            sa.select(kept.c.rating, kept.c.change).where(kept.c.holder == "a")
        ).all()
    assert len(rows) == 4
    for before, after in pairwise(rows):
        assert after.rating == pytest.approx(before.rating + after.change)
