"""What processes tell each other: short enough, each once, and with what pages are told of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockhaus.house import databases, views
from blockhaus.house.databases import LONGEST, Passage, origin_of
from blockhaus.house.json_text import read
from blockhaus.house.news import News
from house.test_processes import Places, places, shared_places, two
from house.visitors import FRIEND, ME, wait_until

__all__ = ["places", "shared_places"]  # which pytest finds by their names
MOST = 8000  # bytes that PostgreSQL takes

passages = st.one_of(
    st.none(),
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1),
    st.integers(1, LONGEST + 500).map(lambda size: "ü" * (size // 2)),
)


@given(st.lists(st.tuples(st.text(max_size=20), passages), max_size=12))
def test_notices_are_told_in_order_and_never_too_long(told: list[tuple[str, str | None]]) -> None:
    notices: list[Any] = [
        ["log", text, *([Passage(passage)] if passage else [])] for text, passage in told
    ]
    found = []
    for payload in databases._packed("me", notices):
        assert len(payload.encode()) < MOST and payload.startswith(origin_of("me"))
        head, *lines = payload.split("\n")
        assert read(head)[0] == "me"
        for _, text, *line in read(head)[1:]:
            found.append((text, lines[line[0] - 1] if line else None))
    assert [text for text, _ in found] == [text for text, _ in told]
    for (_, passage), (text, wanted) in zip(found, told, strict=True):
        long = len((wanted or "").encode()) > LONGEST - 20 - len(text.encode())
        assert passage == (wanted or None) or (long and passage is None)


def test_what_all_see_alike_is_drawn_once_for_all_processes(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, table = two(places)
    drawn: list[str] = []

    def played(*facts: Any) -> str:
        drawn.append(facts[0].id)
        return draw(*facts)

    draw = views.played
    monkeypatch.setattr(views, "played", played)
    with ann.live(table) as one, ben.live(table) as other:
        for place in places:
            wait_until(lambda place=place: bool(place.house.live[table["id"]]._elsewhere))  # type: ignore[misc]
        here = one.ask("move", number=0, move="i|")
        there = other.hear("played")
        assert {**there, "id": here["id"]} == here
        answer = other.ask("move", number=1, move="j|")
        assert one.hear("played")["view"] == answer["view"] == other_view(places, table)
    assert drawn.count(table["id"]) == 2


def other_view(places: Places, table: dict[str, Any]) -> Any:
    """What a page is shown that comes later, by the process that only followed."""
    view: Any = places[0].visitor().see(table)["view"]
    return view


def test_where_something_is_hidden_no_view_goes_along(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    def hear(news: News, payload: str) -> None:
        heard.append(payload)
        listen(news, payload)

    listen = News.hear
    monkeypatch.setattr(News, "hear", hear)
    ann, ben = places[0].visitor("Ann"), places[1].visitor("Ben")
    table = ann.open("cube", ME, FRIEND)
    ben.sit(table, 1, invitation=table["invitations"]["1"])
    with ann.live(table, offers=True) as one, ben.live(table) as other:
        wait_until(lambda: bool(places[0].house.live[table["id"]]._elsewhere))
        move = one.hear("offers")["offers"][0]["move"]
        assert one.ask("move", number=0, move=move)["type"] == "played"
        seen = other.hear("played")["view"]["seats"]
    assert seen[1]["cards"] and not seen[0]["cards"] and seen[0]["hidden"]
    assert any('"move"' in payload for payload in heard)
    assert not any("\n" in payload for payload in heard)
