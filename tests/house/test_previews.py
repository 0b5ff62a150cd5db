"""What the link to a page tells before it is opened, and who may show a table within a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from blockhaus.core.rooms import rooms
from blockhaus.house import client
from blockhaus.house.choosing import SettingError, chosen
from blockhaus.learn.puzzles import puzzles
from house.visitors import ME, OPEN, Place, open_place

INDEX = """<!doctype html>
<html lang="en">
  <head>
    <meta name="description" content="The built page's own." />
    <title>Blockhaus</title>
  </head>
  <body><div id="root"></div></body>
</html>
"""


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client of one page: what is told does not depend on the rest."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX)
    monkeypatch.setattr(client, "CLIENT", folder)


@pytest.fixture
def framed(tmp_path: Path) -> Iterator[Place]:
    """A house that lets two sites show its tables."""
    sites = ("https://example.org", "http://localhost:9000")
    with open_place(tmp_path / "framed", embed_from=sites, warm=False) as place:
        yield place


def told(place: Place, path: str, **headers: str) -> dict[str, str]:
    """The tags of a page, as a messenger reads them."""
    answer = httpx.get(place.address + path, headers=headers)
    assert answer.status_code == 200
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', answer.text)
    titles = re.findall(r"<title>([^<]*)</title>", answer.text)
    assert len(titles) == 1 and [name for name, _ in found].count("description") == 1
    assert 'id="root"' in answer.text
    return {name: unescape(value) for name, value in found} | {"title": unescape(titles[0])}


def test_every_page_has_a_title_and_a_sentence(place: Place) -> None:
    for path in ("/", "/watch", "/you", "/analysis", "/rules/ksar", "/rules/none", "/table/none",
                 "/puzzles", "/puzzles/ksar/streak", "/puzzle/none", "/theorems"):  # fmt: skip
        tags = told(place, path)
        assert tags["title"] == tags["og:title"] and "Blockhaus" in tags["title"]
        assert tags["description"] == tags["og:description"] != ""
        assert tags["og:url"] == place.address + path
    assert told(place, "/rules/ksar")["title"] == "KSAR: the rules · Blockhaus"


def test_pages_are_told_in_the_language_of_who_asks(place: Place) -> None:
    german = {"accept-language": "de-CH,de;q=0.9"}
    assert told(place, "/rules/ksar", **german)["title"] == "KSAR: die Regeln · Blockhaus"
    assert '<html lang="de">' in httpx.get(place.address, headers=german).text


def test_a_game_has_its_picture_with_its_whole_address(place: Place) -> None:
    for game in rooms():
        tags = told(place, f"/rules/{game}")
        assert tags["og:image"] == f"{place.address}/pictures/{game}.jpg"
        assert tags["twitter:card"] == "summary_large_image"
        picture = httpx.get(tags["og:image"])
        assert picture.headers["content-type"] == "image/jpeg"
        assert picture.content[:3] == b"\xff\xd8\xff" and len(picture.content) < 60_000
    assert "og:image" not in told(place, "/")


def test_a_position_tells_its_game(place: Place) -> None:
    for path in ("/analysis?code=ksar:0", "/analysis?code=ksar@2:x=1:0", "/embed?code=ksar:0"):
        tags = told(place, path)
        assert tags["title"] == "KSAR · Blockhaus"
        assert tags["og:image"].endswith("/pictures/ksar.jpg")
    assert "og:image" not in told(place, "/analysis?code=../../x:0")


def test_a_puzzle_tells_its_game(place: Place) -> None:
    puzzle = puzzles("ksar")[0]
    for path in (f"/puzzle/{puzzle.id}", f"/puzzle/{puzzle.id}/2026-01-31", "/puzzles/ksar/clock"):
        tags = told(place, path)
        assert tags["title"] == "KSAR: Puzzles · Blockhaus" and "KSAR" in tags["description"]
        assert tags["og:image"].endswith("/pictures/ksar.jpg")


def test_a_private_table_tells_its_game_alone(place: Place) -> None:
    ann = place.visitor("Ann-Kathrin")
    table = ann.open("kwinty", ME, {"kind": "friend"})
    for page in ("table/{}", "embed/{}", "analysis/table/{}", "analysis/table/{}/0"):
        path = "/" + page.format(table["id"])
        answer = httpx.get(place.address + path).text
        assert "KWINTY · Blockhaus" in answer and "Kathrin" not in answer


def test_a_public_table_tells_who_plays_and_who_won(place: Place) -> None:
    ann, ben = place.visitor("Ann"), place.visitor("Ben")
    table = ann.open("kwinty", ME, OPEN, public=True, starts=0)
    path = f"/table/{table['id']}"
    assert told(place, path)["title"] == "KWINTY: Ann · Blockhaus"
    assert "waits for players" in told(place, path)["description"]
    ben.sit(table, 1, share="0b" * 16)
    assert told(place, path)["title"] == "KWINTY: Ann, Ben · Blockhaus"
    ann.post(f"/api/tables/{table['id']}/acts", act="resign")
    assert told(place, path)["description"] == "Ben won."
    assert told(place, f"/analysis{path}/0")["title"] == "KWINTY: Ann, Ben · Blockhaus"
    spanish = {"accept-language": "es"}
    assert told(place, path, **spanish)["description"] == "Ha ganado Ben."


def test_names_are_never_read_as_html(place: Place) -> None:
    name = "\"><script>x('&')"
    ann = place.visitor(name)
    table = ann.open("kwinty", ME, OPEN, public=True, starts=0)
    path = f"/table/{table['id']}"
    assert "<script>" not in httpx.get(place.address + path).text
    assert told(place, path)["title"] == f"KWINTY: {name} · Blockhaus"
    for host in ('evil"><script>', "a b", "x/y"):
        answer = httpx.get(f"{place.address}/rules/ksar", headers={"host": host})
        assert "<script>" not in answer.text and "og:image" not in answer.text
    asked = httpx.get(f'{place.address}/rules/ksar?"><script>').text
    assert "<script>" not in asked


def policy(place: Place, path: str) -> str:
    return httpx.get(place.address + path).headers["content-security-policy"]


def test_nobody_shows_a_table_within_a_page_by_default(place: Place) -> None:
    for path in ("/", "/table/abcdefghij", "/embed", "/embed/abcdefghij"):
        assert "frame-ancestors 'none'" in policy(place, path)
    assert place.visitor().get("/api/house")["embeds"] is False


def test_only_the_page_for_embedding_is_shown_by_the_sites_allowed(framed: Place) -> None:
    for path in ("/embed", "/embed/abcdefghij"):
        assert policy(framed, path).endswith(
            "frame-ancestors https://example.org http://localhost:9000"
        )
    for path in ("/", "/table/abcdefghij", "/embedded", "/api/house", "/you"):
        assert "frame-ancestors 'none'" in policy(framed, path)
    assert framed.visitor().get("/api/house")["embeds"] is True


def test_the_page_for_embedding_sets_no_cookie(framed: Place) -> None:
    assert "set-cookie" not in httpx.get(f"{framed.address}/embed/abcdefghij").headers
    assert "set-cookie" in httpx.get(f"{framed.address}/table/abcdefghij").headers


@pytest.mark.parametrize(
    "site", ["*", "https://example.org", "http://localhost:8000", "https://*.example.org"]
)
def test_sites_that_can_be_allowed(site: str) -> None:
    assert chosen({"embed_from": [site]}, {}).embed_from == (site,)


@pytest.mark.parametrize(
    "site", ["", "example.org", "https://a.org; script-src *", "https://a.org/page", "https:", "**"]
)
def test_what_is_no_site_is_refused(site: str) -> None:
    with pytest.raises(SettingError, match="embed_from"):
        chosen({"embed_from": [site]}, {})
