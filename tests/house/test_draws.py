"""Draws can be proven fair, and a changed one is found out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import blockhaus
from blockhaus.cli import app
from blockhaus.house.draws import UnfairDraw, commitment, new_secret, seed_of, verify
from house.visitors import FRIEND, ME, Place


@pytest.fixture
def record() -> blockhaus.Record:
    secret, shares = new_secret(), ["aa" * 16, ""]
    position = blockhaus.game("cube").start(seed_of(secret, shares)).play("draw")
    draw = [secret, *shares]
    return blockhaus.Record.of(position, ["Ann", "Ben"], commit=commitment(secret), draw=draw)


def test_a_fair_draw_is_told(record: blockhaus.Record, tmp_path: Path) -> None:
    assert blockhaus.Record.read(record.text) == record == blockhaus.Record.read(record.json)
    assert "fair" in verify(record)
    (tmp_path / "game.txt").write_text(record.text)
    result = CliRunner().invoke(app, ["verify", str(tmp_path / "game.txt")])
    assert result.exit_code == 0 and "fair" in result.output


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"commit": "0" * 64}, "not the one whose hash was published"),
        ({"draw": ["0" * 64, "", ""]}, "not the one whose hash was published"),
        ({"draw": []}, "no header Draw"),
        ({"seed": 7, "moves": []}, "seed does not come from"),
        ({"seed": None}, "cannot be checked"),
        ({"shares": ["", ""]}, "seed does not come from"),
        ({"shares": []}, "not one share for every seat"),
    ],
)
def test_what_does_not_fit_is_told(
    record: blockhaus.Record, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    facts: dict[str, Any] = {
        "moves": record.moves,
        "seats": record.seats,
        "seed": record.seed,
        "commit": record.commit,
        "draw": record.draw,
    }
    if "shares" in change:
        change = {"draw": [record.draw[0], *change["shares"]]}
    changed = blockhaus.Record(record.game, **{**facts, **change})
    with pytest.raises(UnfairDraw, match=told):
        verify(changed)
    (tmp_path / "game.txt").write_text(changed.text)
    result = CliRunner().invoke(app, ["verify", str(tmp_path / "game.txt")])
    assert result.exit_code != 0


def test_nothing_is_drawn_in_some_games() -> None:
    assert "Nothing is drawn" in verify(blockhaus.Record(blockhaus.game("kwinty")))


def test_the_house_commits_deals_and_reveals(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("cube", ME, FRIEND)
    assert table["commit"] and table["secret"] is None and table["view"] is None
    sat = ben.sit(table, 1, invitation=table["invitations"]["1"], share="5e" * 16)
    assert sat["shares"] == ["0a" * 16, "5e" * 16] and sat["commit"] == table["commit"]
    ann.move(table, 0, "draw")
    over = ben.act(table, "resign")
    assert commitment(over["secret"]) == table["commit"]
    record = blockhaus.Record.read(ann.record(table))
    assert record.commit == table["commit"] and "fair" in verify(record)
    dealt = record.positions()[1]
    hand = dealt.view(0, offers=False)["seats"][0]["hand"]
    assert hand and hand == over["view"]["seats"][0]["hand"]


def test_who_sits_down_where_the_host_knows_the_deal_is_asked(place: Place) -> None:
    ann, ben, cleo = (place.visitor(name) for name in ("Ann", "Ben", "Cleo"))
    rigged = blockhaus.game("cube").start(7).play("draw")
    table = ann.open("cube", ME, FRIEND, code=rigged.code)
    assert table["known_deal"] and table["commit"] is None and table["secret"] is None
    assert cleo.see(table)["known_deal"], "everybody is told"
    invitation = table["invitations"]["1"]
    refused = ben.sit(table, 1, 409, invitation=invitation)["error"]
    assert refused["code"] == "known-deal" and "knows how everything is dealt" in refused["message"]
    assert ben.see(table)["state"] == "waiting"
    assert ben.sit(table, 1, invitation=invitation, known_deal=True)["state"] == "running"
    over = ben.act(table, "resign")
    assert over["known_deal"] and over["secret"] is None
    with pytest.raises(UnfairDraw, match="cannot be checked"):
        verify(blockhaus.Record.read(ann.record(table)))
    ann.act(table, "rematch", share="1b" * 16)
    following = {"id": ben.act(table, "rematch", share="2c" * 16)["next"]}
    assert not ben.see(following)["known_deal"] and ben.see(following)["commit"]
    ann.act(following, "resign")
    assert "fair" in verify(blockhaus.Record.read(ann.record(following)))


def test_nothing_is_asked_where_nobody_is_dealt_anything_or_plays_alone(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, FRIEND, code=blockhaus.game("kwinty").start().play("i|").code)
    assert not table["known_deal"]
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    dealt = ann.open("cube", ME, FRIEND)
    assert not dealt["known_deal"] and ben.sit(dealt, 1, invitation=dealt["invitations"]["1"])
    alone = ann.open("cube", ME, ME, code=blockhaus.game("cube").start(7).code)
    assert alone["known_deal"] and alone["state"] == "running"
