"""A house below a path: pages, cookies, sockets and links know of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from blockhaus.house import client
from house.prefix_proxy import below
from house.test_office import first_move
from house.visitors import ME, OPEN, Page, Place, Visitor, open_place

BASE = "/games"
INDEX = """<!doctype html>
<html lang="en">
  <head>
    <link rel="icon" href="./icon.svg" />
    <title>Blockhaus</title>
  </head>
  <body><script type="module" src="./assets/main.js"></script></body>
</html>
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(client, "CLIENT", tmp_path)
    (tmp_path / "index.html").write_text(INDEX)
    with open_place(tmp_path / "house", warm=False, base_path=BASE) as place:
        yield place


def test_a_page_tells_where_the_house_lies(place: Place) -> None:
    for path in ("/games", "/games/", "/games/watch", "/watch"):
        answer = httpx.get(place.address + path)
        assert '<html lang="en" data-base="/games">' in answer.text
        assert 'href="/games/icon.svg"' in answer.text
        assert 'src="/games/assets/main.js"' in answer.text
        assert "Path=/games;" in answer.headers["set-cookie"]
    assert f'content="{place.address}/games/watch"' in answer.text


def test_a_link_tells_its_picture_below_the_path(place: Place) -> None:
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, OPEN)
    page = httpx.get(f"{place.address}/games/table/{table['id']}").text
    picture = re.search(r'property="og:image" content="([^"]*)"', page)
    assert picture and picture[1] == f"{place.address}/games/pictures/kwinty.jpg"
    assert httpx.get(picture[1]).headers["content-type"] == "image/jpeg"


def test_people_play_through_a_proxy_that_takes_the_path_away(place: Place) -> None:
    port = int(place.address.rpartition(":")[2])
    with below(BASE, port) as front:
        ann = Visitor(place.address)
        ann.client.base_url = httpx.URL(front + BASE)
        assert httpx.get(f"{front}/api/me").status_code == 404
        assert ann.client.get("/api/me").status_code == 200
        table = ann.client.post(
            "/api/tables", json={"game": "kwinty", "seats": [ME, ME], "share": "0a" * 16}
        ).json()
        ann.address = front
        with ann.socket(f"{BASE}/api/tables/{table['id']}/live") as connection:
            page = Page(connection)
            page.say("hello")
            assert page.ask("move", number=0, move=first_move("kwinty"))["number"] == 1
        ann.client.close()


def test_a_house_without_a_path_says_nothing_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "CLIENT", tmp_path)
    (tmp_path / "index.html").write_text(INDEX)
    with open_place(tmp_path / "house", warm=False) as place:
        answer = httpx.get(f"{place.address}/table/abc")
    assert 'src="/assets/main.js"' in answer.text and "data-base" not in answer.text
    assert "Path=/;" in answer.headers["set-cookie"]
