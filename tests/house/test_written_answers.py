"""What a site has written down is what a house answers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import make_site
from blockhaus.core.words import LANGUAGES
from house.visitors import open_place


def test_the_answers_of_a_site_are_those_of_the_house(tmp_path: Path) -> None:
    make_site.write_answers(tmp_path / "answers")

    def told(path: str) -> object:
        return json.loads((tmp_path / "answers" / f"{path}.json").read_text("utf-8"))

    def check_packed(path: str, lang: str) -> None:
        packed = (tmp_path / "answers" / path / f"{lang}.pack").read_bytes()
        answer = ann.client.get(f"/api/{path}", headers={"accept-language": lang})
        assert json.loads(gzip.decompress(packed)) == answer.json()

    with open_place(tmp_path / "house", warm=False) as place:
        ann = place.visitor()
        boxes = ann.get("/api/games")
        assert told("games") == boxes
        for box in boxes:
            written = told(f"games/{box['id']}")
            assert isinstance(written, dict) and written.pop("notation")["moves"]
            assert written | {"notation": None} == box
            for lang in LANGUAGES:
                words = f"games/{box['id']}/words/{lang}"
                assert told(words) == ann.get(f"/api/{words}")
                check_packed(f"games/{box['id']}/rulebook", lang)
        for lang in LANGUAGES:
            check_packed("theorems", lang)
        own, house = told("house"), ann.get("/api/house")
        assert isinstance(own, dict) and own["alone"] and all(own["ready"].values())
        differs = {fact for fact, value in house.items() if own[fact] != value}
        of_a_server = {"ready", "warming", "network", "thinking"}
        assert own.keys() == house.keys() and differs <= {"alone", *of_a_server}
        assert own["thinking"] is None, "everything is thought there anyway"


def test_only_a_site_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    try:
        make_site.make_room(tmp_path)
    except SystemExit as refused:
        assert "other things" in str(refused)
    assert (tmp_path / "letter.txt").is_file()
    make_site.make_room(tmp_path / "new")
    (tmp_path / "new" / make_site.SERVICE_WORKER).write_text("")
    make_site.make_room(tmp_path / "new")
    assert not any((tmp_path / "new").iterdir())
