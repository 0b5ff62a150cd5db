"""Rulebooks in the house: told in the reader's language, and their figures tried out."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest

import blockhaus
from blockhaus.core.position import Position
from blockhaus.core.words import LANGUAGES
from blockhaus.house import rulebooks
from blockhaus.learn import booklets
from blockhaus.learn.drawing import draw_board
from blockhaus.learn.rulebook import rulebook
from house.visitors import ME, Place, Visitor, open_place

GAME = "turris"


def book_of(visitor: Visitor, game: str = GAME) -> Any:
    return visitor.get(f"/api/games/{game}/rulebook")


def tried(visitor: Visitor, name: str, moves: Any = (), status: int = 200, game: str = GAME) -> Any:
    return visitor.post(f"/api/games/{game}/figures/{name}", status, moves=list(moves))


@pytest.mark.parametrize("game", blockhaus.games())
def test_every_figure_shows_its_position_and_its_move(place: Place, game: str) -> None:
    told = book_of(place.visitor(), game)
    rules = [rule for part in told["parts"] for rule in part["rules"]]
    assert {name for rule in rules for name in rule["figures"]} <= set(told["figures"])
    for name, figure in told["figures"].items():
        assert figure["name"] == name and figure["title"] and figure["text"] and figure["words"]
        assert (figure["after"] is not None) == figure["legal"]
        if figure["legal"]:
            assert figure["after"]["last"] == figure["move"] and not figure["cells"]
        else:
            assert figure["said"][0].endswith(".")
        assert (figure["code"] is None) == blockhaus.game(game).spec.secrets


def test_it_is_told_in_the_language_of_the_reader(place: Place) -> None:
    client = place.visitor().client
    path = f"/api/games/{GAME}/rulebook"
    titles = {
        client.get(path, headers={"accept-language": lang}).json()["parts"][0]["title"]
        for lang in LANGUAGES
    }
    assert len(titles) == len(LANGUAGES)


def test_it_is_sent_packed_to_who_can_unpack_it(place: Place) -> None:
    client = place.visitor().client
    path = f"/api/games/{GAME}/rulebook"
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 5


def test_it_is_there_before_anything_is_compiled(tmp_path: Path) -> None:
    rulebooks.told.cache_clear()
    with open_place(tmp_path, warm=False) as place:
        visitor = place.visitor()
        figures = book_of(visitor, "turris")["figures"]
        legal = next(name for name, figure in figures.items() if figure["legal"])
        assert tried(visitor, legal, [figures[legal]["move"]], game="turris")["view"]


def test_a_figure_is_tried_move_by_move(place: Place) -> None:
    ann = place.visitor()
    figures = book_of(ann)["figures"].values()
    shown = next(each for each in figures if each["legal"] and not each["after"]["outcome"])
    opened = tried(ann, shown["name"])
    moves = [offer["move"] for offer in opened["view"]["offers"]]
    assert opened["moves"] == [] == opened["words"] and opened["code"] == shown["code"]
    assert shown["move"] in moves
    after = tried(ann, shown["name"], [shown["move"]])
    assert after["view"]["blocks"] == shown["after"]["blocks"] and after["said"] == shown["said"]
    assert after["words"] == [shown["words"]]
    other = next(move for move in moves if move != shown["move"])
    assert tried(ann, shown["name"], [other])["view"]["last"] == other


def test_a_refusal_names_its_rule_and_what_people_call_it(place: Place) -> None:
    ann = place.visitor()
    refused = next(each for each in book_of(ann)["figures"].values() if not each["legal"])
    error = tried(ann, refused["name"], [refused["move"]], 409)["error"]
    assert error["code"] == "illegal" and error["message"] == refused["said"][0]
    assert error["cells"] == refused["cells"]
    assert error["title"] == rulebook(GAME).title(error["rule"]) != ""
    path = f"/api/games/{GAME}/figures/{refused['name']}/why"
    asked = ann.post(path, move=refused["move"])
    assert asked["moves"] == [] and asked["refusal"]["title"] == error["title"]
    free = ann.post(path, pick=[[0, 0, 0]])
    assert free["moves"] or free["refusal"]
    table = ann.open(GAME, ME, ME)
    ann.move(table, 0, "a1|")
    late = ann.post(f"/api/tables/{table['id']}/why", move="c3|")["refusal"]
    assert late["title"] == rulebook(GAME).title(late["rule"]) != ""
    assert ann.move(table, 1, "c3|", 409)["error"]["title"] == late["title"]


@pytest.mark.parametrize("level", [3, 4], ids=["its top cube", "the room above"])
def test_whoever_begins_the_refused_move_hears_the_reason(place: Place, level: int) -> None:
    ann = place.visitor()
    path = "/api/games/cube/figures/four-high/why"
    told = ann.post(path, pick=[[0, 0, level]])
    assert told["moves"] == []
    assert told["refusal"]["message"] == "The stack at a1 is four cubes high already."
    assert told["refusal"]["title"] == rulebook("cube").title(told["refusal"]["rule"]) != ""
    assert ann.post(path, pick=[[0, 1, 0]])["moves"], "elsewhere the cube may be placed"


def test_a_figure_of_a_game_with_secrets_is_tried_too(place: Place) -> None:
    ann = place.visitor()
    shown = next(each for each in book_of(ann, "cube")["figures"].values() if each["legal"])
    after = tried(ann, shown["name"], [shown["move"]], game="cube")
    assert after["code"] is None and after["view"]["blocks"] == shown["after"]["blocks"]


@pytest.mark.parametrize("kind", ["booklet", "card"])
def test_it_is_printed_with_its_own_style(place: Place, kind: str) -> None:
    client = place.visitor().client
    page = client.get(f"/api/games/{GAME}/{kind}?lang=fr", headers={"accept-language": "de"})
    assert page.status_code == 200 and '<html lang="fr">' in page.text and "<svg" in page.text
    assert "sha256-" in page.headers["content-security-policy"]
    assert rulebook(GAME, "fr").parts[1].rules[0].title in html.unescape(page.text)
    german = client.get(f"/api/games/{GAME}/{kind}", headers={"accept-language": "de"})
    assert '<html lang="de">' in german.text
    assert client.get(f"/api/games/chess/{kind}").status_code == 404


@pytest.mark.parametrize("kind", ["booklet", "card"])
def test_a_page_to_print_is_drawn_once(
    place: Place, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, drawn = place.visitor().client, list[Position]()
    draw = draw_board

    def watched(position: Position, *marks: Any) -> list[str]:
        drawn.append(position)
        return draw(position, *marks)

    monkeypatch.setattr(booklets, "draw_board", watched)
    path = f"/api/games/{GAME}/{kind}?lang=nl"
    pages = [(client.get(path).text, len(drawn)) for _ in range(2)]
    assert pages[0] == pages[1] and drawn


def test_what_is_not_there_is_refused(place: Place) -> None:
    ann = place.visitor()
    assert ann.get("/api/games/chess/rulebook", 404)["error"]["code"] == "no-game"
    assert tried(ann, "nothing", status=404)["error"]["code"] == "no-figure"
    assert tried(ann, "nothing", status=404, game="chess")["error"]["code"] == "no-game"
    name = next(iter(rulebook(GAME).figures))
    assert tried(ann, name, ["hello"], 422)["error"]["code"] == "notation"
    assert tried(ann, name, ["a1|"] * 201, 422)["error"]["code"] == "bad-request"
