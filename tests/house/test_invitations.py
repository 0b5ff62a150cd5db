"""Open invitations: what the lobby tells of them, accepting one, and withdrawing one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from house.visitors import FRIEND, ME, OPEN, Place, Visitor, open_place, wait_until


def invitations(visitor: Visitor) -> dict[str, dict[str, Any]]:
    return {told["id"]: told for told in visitor.get("/api/tables", list="open")}


def test_an_invitation_tells_game_clock_options_and_who_invites(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    clock = {"kind": "game", "minutes": 10, "increment": 5}
    table = ann.open("kwinty", ME, OPEN, clock=clock, ranked=True)
    told = invitations(ben)[table["id"]]
    assert told["game"] == "kwinty" and told["ranked"] and told["clock"] == clock
    assert told["inviter"] == {"name": "Ann", "rating": None, "here": True}
    assert not told["withdrawable"] and told["you"] == []
    assert invitations(ann)[table["id"]]["withdrawable"]
    other = ann.open("kwinty", ME, OPEN, options={"line": "4"}, clock={"kind": "days", "days": 2})
    told = invitations(ben)[other["id"]]
    assert told["options"] == {"line": "4"} and told["clock"] == {"kind": "days", "days": 2}


def test_who_invites_is_told_with_the_rating_in_that_game(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    played = ann.open("kwinty", ME, OPEN, ranked=True)
    ben.sit(played, 1)
    ben.act(played, "resign")
    (mine,) = ann.get("/api/me/ratings")
    found = invitations(ben)
    table = ann.open("kwinty", ME, OPEN, ranked=True)
    rating = invitations(ben)[table["id"]]["inviter"]["rating"]
    assert rating["rating"] == pytest.approx(mine["rating"]) and rating["rating"] > 1500
    assert 0 < rating["doubt"] == pytest.approx(mine["doubt"], rel=1e-6)
    elsewhere = ann.open("kewbz", ME, OPEN, ranked=True)
    assert invitations(ben)[elsewhere["id"]]["inviter"]["rating"] is None
    assert played["id"] not in found


def test_an_accepted_invitation_runs_and_is_no_longer_listed(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, OPEN)
    assert ben.sit(table, 1)["state"] == "running"
    assert table["id"] not in invitations(ben)
    mine = {told["id"]: told for told in ann.get("/api/tables", list="mine")}
    assert mine[table["id"]]["state"] == "running" and not mine[table["id"]]["withdrawable"]


def test_an_invitation_is_withdrawn_for_everyone_at_once(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, OPEN)
    path = f"/api/tables/{table['id']}"
    assert ben.delete(path, 403)["error"]["code"] == "not-host"
    with ben.live(table, lang="de") as page:
        assert ann.delete(path) == {"removed": 1}
        told = page.hear("table")["table"]
        assert told["state"] == "halted"
        assert told["notice"] == "Diese Einladung wurde zurückgezogen."
    assert table["id"] not in invitations(ben)
    assert table["id"] not in [told["id"] for told in ann.get("/api/tables", list="mine")]
    assert ben.sit(table, 1, 404)["error"]["code"] == "no-table"
    assert ann.delete(path, 404)["error"]["code"] == "no-table"


def test_what_somebody_has_sat_down_at_is_not_withdrawn(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("cube", ME, OPEN, OPEN, options={"players": "3"})
    assert ben.sit(table, 1)["state"] == "waiting"
    path = f"/api/tables/{table['id']}"
    assert ann.delete(path, 409)["error"]["code"] == "not-alone"
    assert not invitations(ann)[table["id"]]["withdrawable"]
    ben.delete(f"{path}/seats/1")
    assert ann.delete(path) == {"removed": 1}
    running = ann.open("kwinty", ME, ME)
    error = ann.delete(f"/api/tables/{running['id']}", 409)["error"]
    assert error["code"] == "not-waiting"


def test_a_table_kept_for_a_friend_can_be_withdrawn_too(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, FRIEND)
    (mine,) = [t for t in ann.get("/api/tables", list="mine") if t["id"] == table["id"]]
    assert mine["withdrawable"] and mine["inviter"] is None
    ann.delete(f"/api/tables/{table['id']}")
    ann.get(f"/api/tables/{table['id']}", 404)


@pytest.fixture
def hasty(tmp_path: Any) -> Iterator[Place]:
    with open_place(tmp_path, warm=False, away_after=0.5) as place:
        yield place


def test_who_has_left_the_house_is_marked_and_listed_last(hasty: Place) -> None:
    ann, ben, carl = (hasty.visitor(name) for name in ("Ann", "Ben", "Carl"))
    gone = ann.open("kwinty", ME, OPEN)
    here = ben.open("kwinty", ME, OPEN)
    later = ann.open("kwinty", ME, OPEN)
    with ben.live(here):
        wait_until(lambda: not invitations(carl)[gone["id"]]["inviter"]["here"])
        found = invitations(carl)
        assert next(iter(found)) == here["id"]
        assert found[here["id"]]["inviter"]["here"]
        assert not found[later["id"]]["inviter"]["here"]

    def back() -> bool:  # asked within the half second after which she is away again
        ann.get("/api/tables", list="mine")
        return bool(invitations(carl)[gone["id"]]["inviter"]["here"])

    wait_until(back)
